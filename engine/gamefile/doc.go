// Package gamefile holds a game as a file or a pasted text has it: moves with comments, annotations and variations,
// who played, and how it ended.
//
// A [Game] never judges what was played and never changes what a record says: the result is the one in the file,
// whatever the board shows. An [Error] names what could not be read, and where; what comes before it is kept.
//
// Package codec reads and writes the formats, package charset finds out the encoding of a file, and package paste reads
// moves and positions as people write them:
//
//	game, format, err := codec.Read(data)                      // PGN, DhtmlXQ, a list of moves, a FEN, XQF
//	text, err := codec.Write(&game, gamefile.PGN, notation.Chinese)
//	record, err := paste.ReadPosition("rnbakabnr/9/…")
package gamefile
