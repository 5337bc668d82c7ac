// Package notation reads and writes moves as people do.
//
// It finds the move that a text means in a position, writes a move as text, and explains why a move is illegal. It
// never plays a move, never judges a game, and never guesses: a text that fits two moves is an error with two
// candidates.
//
// Start with [Parse] and [Format]:
//
//	pos := board.StartPosition()
//	m, err := notation.Parse(&pos, "炮二平五")          // h2e2
//	text := notation.Format(&pos, m, notation.WXF)   // C2=5
//
// # What can be read
//
// A move is named in one of two ways. Coordinates name two points: h2e2, H2-E2, h2xh9, ranks 0 to 9; where a rank 10
// shows that the ranks run from 1 to 10, they are read so. Everything else names a piece, a direction and a number, and
// one grammar covers it, whatever the script:
//
//	炮二平五  马８进７  馬8進7  C2=5  h8+7      piece, file, direction, number
//	前炮退二  C+-2  +C-2                        one of two or three on a file, counted from the front
//	三卒平７  Pc.7                              one of many pawns on tandem files, counted from the mover's right, front to back
//	前四平五  前兵四平五  +4=5  14=5            one pawn of the file that is named
//
// Files count from the mover's right, the number is a file for every sideways and every oblique move and a count of
// steps otherwise. Simplified, traditional and printed variants of the characters, full-width letters, Chinese, Arabic,
// full-width and banker's digits are the same thing here, for either side. Spaces, a move number in front and marks
// such as !? after it are dropped.
//
// What no grammar reads is read as words of pinyin and English (pao 2 ping 5, "horse to e4"), and where a person types
// it in a chat, with marks and words around the move, by its initials or by its sounds: see [Dialect.Parse].
//
// Vietnamese fits the same grammar: P2-5 for 炮二平五, M8.7 for 马八进七, X1/2 for 车一退二, Pt.1 and Ps.1 for the front and the
// rear one, Bg-6 for the pawn between, and in words "Pháo 2 bình 5", with or without accents.
//
// # Who is writing
//
// Two styles cannot be distinguished by looking at the text. [Parse] takes such texts for WXF and for ranks from 0;
// [ParseAs] takes the style of the person who writes, and differs only for [Vietnamese] and [UCI10]. Each still reads
// everything else:
//
//	              Parse             ParseAs Vietnamese    ParseAs UCI10
//	P2-5          pawn, back 5      cannon to file 5      pawn, back 5
//	B3+1          elephant          pawn                  elephant
//	M8.7, X1/2    Vietnamese        Vietnamese            Vietnamese
//	C2=5, H8+7    WXF               WXF                   WXF
//	b2b4          ranks from 0      ranks from 0          ranks from 1
//	b0b4, b3b10   the rank 0 or 10 decides for everybody
//
// A [Dialect] is more than a style: a person may speak Vietnamese and be shown coordinates. Its methods are for single
// moves that people type; ParseAs is for texts in one dialect.
//
// # What is not read
//
// 炮25 and 炮二五 could mean many things: a *[SyntaxError]. 卒进1 omits the file: an *[AmbiguousError] with MissingFile, even
// if only one move fits, because a confirmation costs less than a wrong move. The digits that some type on a number pad
// for pieces (62.5 for C2=5) look like the pawns of WXF (15=6). Chess notation (Hg3) occurs in files only: package
// paste reads it.
//
// # Reading order
//
// normalize.go turns text into a few known characters, spelling.go reads those as a description of a move,
// vietnamese.go translates its own words for it first; coordinates.go reads points. lineup.go finds the pieces that a
// description can mean, candidates.go the moves; explain.go knows the rules that forbid one, errors.go names them.
// dialect.go chooses between the meanings of a text for a person. words.go reads pinyin and English; chat.go, marks.go and
// homophones.go what only people type to each other. parse.go joins them all. naming.go says what a move is named by:
// format.go writes it, and complete.go completes it as it is typed.
package notation
