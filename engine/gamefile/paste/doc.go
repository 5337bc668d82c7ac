// Package paste reads moves and positions as people write them: lists in any notation, with titles, numbers, comments
// and variations; conversations; sentences with moves in them; diagrams and links.
//
// It never guesses a move. A text holds moves as players write them, so every rule of package notation holds here too:
// a move that is ambiguous, illegal or not a move is reported. Reading stops there, and what came before is returned
// beside the *[gamefile.Error], which names the line, the move and the cause.
//
// Where a move is missing, those that follow are often legal for the other side. The package therefore compares
// numbers, sides and digits with the board, and reports moves that it finds outside the game: nothing is left out
// silently.
//
// # Reading order
//
// chinese.go and latin.go know what a move looks like, shape.go finds one in a text; words.go, labels.go and result.go say
// what other words mean. segment.go cuts a word into numbers, sides and moves, scanner.go a text into words, comments
// and parentheses.
//
// parser.go makes the moves on the board and decides what each word is, with the help of passage.go; turns.go checks
// whose turn it is, and trailing.go what follows the game. reading.go reads a text in each dialect and takes the best.
// start.go and list.go read what surrounds the moves, and rewrite.go has other forms of a text for what cannot be read
// as it is.
package paste
