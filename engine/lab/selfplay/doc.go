// Package selfplay lets the engine play games against itself and stores them with the engine's score of every move, as
// training data.
//
// A [Plan] plays such games; a [Writer] stores them, and [GamesIn] reads them:
//
//	for g, err := range selfplay.GamesIn(path) {
//		for s := range g.Samples() {
//			// s.Position, its score, and how the game ended
//		}
//	}
//
// [Labels] score positions of such games, or of those of people, anew.
//
// The file format is described in docs/formats.md. Files may be cut off anywhere, by a crash or a full disk: all whole
// games in them are read, and [Append] continues after the last of them.
package selfplay
