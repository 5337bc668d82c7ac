// Package notation reads and writes moves as people do.
//
// It answers: which move does this text mean in this position, how is this move written, and why is this move not allowed.
// It never plays a move, never judges a game, and never guesses: a text that fits two moves is an answer with two candidates.
//
// Start with [Parse] and [Format]:
//
//	pos := board.StartPosition()
//	m, err := notation.Parse(&pos, "炮二平五")          // h2e2
//	text := notation.Format(&pos, m, notation.WXF)   // C2=5
//
// # What can be read
//
// A move is named in one of two ways. Coordinates name two points: h2e2, H2-E2, ranks 0 to 9; where a rank 10 shows that the
// ranks run from 1 to 10, they are read so. Everything else names a piece, a direction and a number, and one grammar
// covers it, whatever the script:
//
//	炮二平五  马８进７  馬8進7  C2=5  h8+7      piece, file, direction, number
//	前炮退二  C+-2  +C-2                        one of two or three on a file, counted from the front
//	三卒平７  Pc.7                              one of many pawns on tandem files, counted from the mover's right, front to back
//	前四平五  前兵四平五  +4=5  14=5            one pawn of the file that is named
//
// Files count from the mover's right, the number is a file for every sideways and every oblique move and a count of steps otherwise.
// Simplified, traditional and printed variants of the characters, full-width letters, Chinese, Arabic, full-width and
// banker's digits are the same thing here, for either side. Spaces, a move number in front and marks such as !? behind are dropped.
//
// # What comes back
//
// Parse returns a legal move or one of three errors, each a value that tells what a caller needs to help:
//
//	*SyntaxError     this is not a move in any notation
//	*IllegalError    the text names a move, and a rule forbids it: a Reason and the points that show it
//	*AmbiguousError  two or more legal moves fit: the candidates
//
// Their Error texts are for developers. The words that players read are made elsewhere, from the values.
//
// # Reading order
//
// normalize.go turns text into a few known characters, spelling.go reads those as a description of a move, lineup.go finds
// the pieces that a description can mean, parse.go joins the three. explain.go knows the rules that forbid; reason.go names them.
// format.go is the way back, and complete.go answers while somebody is still typing.
package notation
