package paste

import (
	"strings"

	"xiangqibot/engine/board"
	"xiangqibot/engine/gamefile"
)

// gameParser follows the moves of a text on the board.
type gameParser struct {
	in            Scanner
	dialect       dialect
	start         board.Position
	gamefile.Line // what was read
	// Of a list: what is before the moves, and whether they begin with a number.
	title    string
	numbered bool
	budget   gamefile.Budget
	// result is what the text says after the moves, Unknown if nothing.
	result gamefile.Result
	// ended means that the text says how the game ended, even if it says that it goes on.
	ended bool
	// sidesSwapped means that the digits of the moves are those of the other side, which began; mismatched is how many
	// are.
	sidesSwapped bool
	mismatched   int
	// starts is where the games that follow in a list of moves begin, and lastMoveEnd where the last move of this one
	// ends.
	starts      []int
	lastMoveEnd int
	// headers are lines after the last move that say who played, or the like.
	headers []string
	gamefile.Faults
	comments gamefile.CommentBuilder
	// searches counts the passages of words between moves that were looked through for moves.
	searches int
	// foundMove is where the first thing from searchedFrom on is that looks like a move.
	searchedFrom, foundMove int
	// hypothetical is the fault of a line of words that holds moves which may not have been played, hypotheticalAt how
	// many moves of the game precede it. A number that fits after it shows that it is a comment.
	hypothetical   *gamefile.Error
	hypotheticalAt int
}

// lineState is how far a line has been read.
type lineState struct {
	gamefile.Line
	turnChecker
	start       board.Position // where the line begins
	now, before board.Position // where the next move is to be made, and where the last was
	ply, depth  int            // how many moves precede the line, and in how many variations it lies
	numbered    bool           // the last thing read was a number
	counted     bool           // what is read has a number right before it
	ended       bool           // the text says that the game is over
}

// fault returns the error of the next move.
func (c *lineState) fault(problem gamefile.Problem, line int, text string) *gamefile.Error {
	return gamefile.NewError(problem, line, text).AtMove(&c.now, c.ply+len(c.Moves), c.depth > 0)
}

// addComment adds a text at the end of a line.
func (f *gameParser) addComment(l *gamefile.Line, t Token) {
	if !f.comments.Add(l, len(l.Moves), t.Text) && f.Fault == nil {
		f.Report(gamefile.NewError(gamefile.TooLong, t.Line, t.Text))
	}
}

// nextMove returns where the first thing is, from a place on, that looks like a move, and the length of the text if
// nothing does. However many passages ask, each part of the text is searched once.
func (f *gameParser) nextMove(at int) int {
	if at < f.searchedFrom || at >= f.foundMove {
		f.searchedFrom, f.foundMove = at, at+findMove(f.in.text[at:])
	}
	return f.foundMove
}

// movesIn returns a part of the text from the first thing on that looks like a move, "" if nothing does.
func (f *gameParser) movesIn(from, to int) string {
	return f.in.text[min(f.nextMove(from), to):to]
}

// movesNear is movesIn for what follows soon enough to belong to what was read.
func (f *gameParser) movesNear() string {
	return f.movesIn(f.in.at, min(len(f.in.text), f.in.at+nearby))
}

// nearby is how many bytes after a place belong to what was read there.
const nearby = 4096

// endsLine reports whether nothing but blanks follows on the line.
func (f *gameParser) endsLine() bool {
	line, _, _ := strings.Cut(f.in.near(f.in.at, nearby), "\n")
	return strings.TrimSpace(line) == ""
}
