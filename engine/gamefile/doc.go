// Package gamefile reads and writes games as files and as texts that people paste.
//
// It never judges a game, never guesses a move, and never changes what a record says: the result is the one in the
// file, whatever the board shows.
//
// Start with [Read] and [Write]:
//
//	game, format, err := gamefile.Read(data)                      // PGN, DhtmlXQ, a list of moves, a FEN, XQF
//	text, err := gamefile.Write(&game, gamefile.PGN, notation.Chinese)
//
// # What can be read
//
// Read finds out format and encoding (UTF-8, UTF-16, GB18030 or Big5, whichever parses best) by looking at the bytes.
// [ReadGame] also tells which they were, and reads any game of a file that holds several. [ReadPosition] reads a position that somebody asks about.
//
//	PGN      tags and moves as Xiangqi Wizard and its relatives write them; moves in any notation that package notation reads
//	DhtmlXQ  the tags of dpxq.com, alone or within a page
//	moves    what people paste: "1. 炮二平五 马8进7 …", with or without numbers, with a title, in any notation
//	fen      a position in the forms that people paste, links included, alone or before the moves
//	xqf      the binary files of XQStudio; they are read, not written
//	cbr      the files of CCBridge, with cbl and cbf; they are read, not written
//	wxf      what PlayOK and the applets of the WXF write; they are read, not written
//
// A text holds moves as players write them, so every rule of package notation holds here too: a move that is ambiguous,
// illegal or not a move is reported and not guessed. Reading stops there, and what came before is returned beside the
// *[Error], which names the line, the move and the cause. A fault within a variation costs only the rest of that
// variation.
//
// Where a move is missing, those that follow are often legal for the other side. Read therefore compares numbers, sides
// and digits with the board, and reports moves that it finds outside the game: nothing is left out silently.
//
// Of several games in one file the first of which anything can be read is read, and [Game] counts the others.
//
// # Limits
//
// Read refuses more than [MaxSize] bytes. A game has at most [MaxPlies] moves, and [MaxMoves] with its variations:
// those that leave the game come before those that leave these, and what finds no room is counted. They nest at most
// [MaxDepth] deep, and a comment has at most [MaxComment] bytes. What is beyond is dropped and reported.
//
// The whole file is in memory while it is read, and the game beside it; only XML is read element by element. For the
// largest files with the most variations, each with a comment, that takes at most 26 times the size of the file.
//
// # Reading order
//
// game.go is what a file holds, format.go and errors.go name formats and faults, read.go finds out what lies before
// it, several.go picks one of several games, encoding.go turns bytes into text. scan.go cuts a text into words and
// comments, part.go cuts words into numbers, sides and moves, and shape.go knows what looks like a move. manner.go
// lists the ways to read a text; moves.go follows the moves on the board, turns.go checks whose turn it is, and
// behind.go looks at what follows the end (mark.go, san.go, result.go, words.go and stump.go know kinds of words,
// budget.go counts moves, notes.go keeps comments and marks). pgn.go and list.go read what surrounds the moves in
// either format, head.go names and results, chat.go a game by two who take turns in a conversation, opening.go where
// those of a list begin, handicap.go from which board, fen.go its position and what people call one, sieve.go takes
// words out from between them, western.go knows records of Western chess; wxf.go, with wxf_diagram.go for its
// positions, is the format of PlayOK. dhtmlxq.go, xqf.go, ccbridge.go and cbf.go, with binit.go for the pieces, need
// no words, only points. write.go and the files named after it are the way back.
package gamefile
