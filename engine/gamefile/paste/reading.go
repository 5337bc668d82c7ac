package paste

import (
	"xiangqibot/engine/board"
	"xiangqibot/engine/gamefile"
	"xiangqibot/engine/notation"
)

// parseGame reads the moves of a game in one dialect.
func (d dialect) parseGame(s Scanner, start board.Position) *gameParser {
	f := &gameParser{in: s, dialect: d, start: start}
	f.parseGame()
	return f
}

// parseGame reads the moves of a game and looks through what follows them.
func (f *gameParser) parseGame() {
	c := lineState{start: f.start, now: f.start, before: f.start}
	c.turnChecker = turnChecker{firstSide: f.start.SideToMove(), everyMove: f.dialect.everyMove, lenient: !f.in.pasted}
	if f.in.pasted && f.start == board.StartPosition() {
		c.firstNumber = f.start.MoveNumber()
	}
	c.mixed = f.in.mixed
	f.parseLine(&c)
	if !namesBothPlayers(f.headers) {
		f.commentHeaders(&c)
	}
	f.mismatched = c.mismatched
	if !f.cutDoubtful(&c) && c.ended {
		f.parseTrailing()
	}
	f.Line = c.Line
}

// cutDoubtful ends the game before moves that may be those of another one: their digits are the other side's, or words
// around them speak of moves that were not played.
func (f *gameParser) cutDoubtful(c *lineState) bool {
	const careful = 4 // moves with the right digits
	switch {
	case c.sidesSwapped():
		first := c.firstMismatch
		f.Fault = gamefile.NewError(gamefile.WrongTurn, first.line, first.text).AtMove(&c.start, 0, false)
		f.sidesSwapped = true
		c.Truncate(0)
	case f.in.mixed && (c.mismatchRun >= careful || c.mismatchRun > 1 && f.Fault != nil && f.Fault.Ply == len(c.Moves)+1):
		// A move before them is missing.
		f.Fault = nil
		f.cutAt(c, c.mismatchRunStart)
	case f.hypothetical != nil && f.hypotheticalAt <= len(c.Moves): // else a fault has cut the game before it
		f.Fault = f.hypothetical
		c.Truncate(f.hypotheticalAt)
	case c.pending != nil && f.in.pasted && f.Fault == nil && c.pending.ply >= careful:
		f.cutAt(c, *c.pending)
	default:
		return false
	}
	return true
}

// isComplete reports whether a game was read without a fault, other than too many variations. Moves that are numbered
// one by one are more than a round.
func (f *gameParser) isComplete() bool {
	if f == nil || f.Fault != nil && !f.Fault.IsVariationLimit() {
		return false
	}
	return len(f.Moves) > 2 || len(f.Moves) > 0 && !f.dialect.everyMove
}

// weight is how much a game counts that is not complete: nothing was found, the moves are numbered one by one, or else
// how many there are.
func (f *gameParser) weight() int {
	switch {
	case f == nil:
		return 0
	case f.dialect.everyMove:
		return 1
	}
	return 2 + len(f.Moves)
}

// bestReading reads a text in every dialect and returns the first complete game, else the heaviest. It takes the moves
// for numbered one by one only where a number does not fit otherwise. read returns nil where it finds nothing.
func bestReading(s Scanner, read func(dialect) *gameParser) (best *gameParser) {
	misnumbered := false
	for _, d := range dialects(s) {
		if d.everyMove && !misnumbered {
			break
		}
		r := read(d)
		if r.isComplete() {
			if d.rival != nil {
				d.parse, d.rival = d.rival, nil
				r.compare(read(d))
			}
			return r
		}
		misnumbered = misnumbered || r != nil && r.Fault != nil && r.Fault.Problem == gamefile.WrongTurn
		if r.weight() > best.weight() {
			best = r
		}
	}
	return best
}

// compare cuts a game before the first move for which a rival, if it has as many moves, has another one.
func (f *gameParser) compare(rival *gameParser) {
	if rival == nil || len(rival.Moves) != len(f.Moves) {
		return
	}
	p := f.start
	for i, m := range f.Moves {
		if other := rival.Moves[i]; other != m {
			cause := &notation.AmbiguousError{Text: m.String(), Candidates: []board.Move{m, other}}
			f.Report(gamefile.NewError(gamefile.BadMove, 0, cause.Text).Because(cause).AtMove(&p, i, false))
			f.Truncate(i)
			return
		}
		p.Make(m)
	}
}

// ReadMoves reads the moves of a game, whose start is known, from where a scanner is. The other side begins where the
// digits of the moves say so. What the text says after the moves is the result, if nothing has said it before.
func ReadMoves(g *gamefile.Game, s Scanner) *gamefile.Error {
	again := func(start board.Position) *gameParser {
		return bestReading(s, func(d dialect) *gameParser { return d.parseGame(s, start) })
	}
	r := again(g.Start).otherSide(again)
	g.Start, g.Line = r.start, r.Line
	if g.Result == gamefile.Unknown {
		g.Result = r.result
	}
	return r.Fault
}

// otherSide reads the moves again where their digits say that the other side began, and takes that where all of them
// fit.
func (f *gameParser) otherSide(again func(board.Position) *gameParser) *gameParser {
	if !f.sidesSwapped {
		return f
	}
	start, err := gamefile.WithOtherMover(f.start.Setup())
	if err != nil {
		return f
	}
	if other := again(start); other != nil && other.Fault == nil && other.mismatched == 0 {
		return other
	}
	return f
}
