// Package train makes and keeps what the engine learns from: games that it played against itself, with what it thought at every move.
//
// [SelfPlay] plays such games; a [Writer] keeps them at four bytes a ply, and a [Reader] gives them back:
//
//	r, err := train.NewReader(file)
//	for {
//		game, err := r.Next()
//		if err == io.EOF {
//			break
//		}
//		for s := range game.Samples() {
//			// s.Position, what it was thought to be worth, and how the game ended
//		}
//	}
//
// The bytes are described in docs/formats.md. Files may be cut off anywhere, by a crash or a full disk: all whole games in
// them are read, and [Append] goes on behind the last of them.
package train
