package notation

import "xiangqibot/engine/board"

// candidates are the moves that a text can mean. If none is legal, the reason is the one that comes nearest.
type candidates struct {
	p         *board.Position
	legal     []board.Move
	nearest   *IllegalError
	omitsFile bool // the text does not say which piece
}

// one returns the only legal move.
func (c *candidates) one(text string) (board.Move, error) {
	switch {
	case len(c.legal) == 1 && !c.omitsFile:
		return c.legal[0], nil
	case len(c.legal) > 0:
		return board.NoMove, &AmbiguousError{Text: text, Candidates: c.legal, MissingFile: c.omitsFile}
	case c.nearest == nil:
		return noMove(text)
	}
	c.nearest.Text = text
	return board.NoMove, c.nearest
}

func (c *candidates) try(m board.Move) {
	if refusal := explain(c.p, m); refusal != nil {
		c.refuse(refusal)
	} else {
		c.legal = append(c.legal, m)
	}
}

func (c *candidates) refuse(e *IllegalError) {
	if c.nearest == nil || e.Reason > c.nearest.Reason {
		c.nearest = e
	}
}

// describe adds the moves that fit a description.
func (c *candidates) describe(d description) {
	side := c.p.SideToMove()
	pieces, piece := newLineup(c.p, side, d.kind), board.MakePiece(side, d.kind)
	c.omitsFile = d.omitsFile()
	chosen, reason := pieces.pick(d)
	if reason != NoReason {
		c.refuse(&IllegalError{Piece: piece, Reason: reason, Squares: pieces.squares})
	}
	for _, from := range chosen {
		if to, reason := d.target(side, from); reason != NoReason {
			c.refuse(&IllegalError{Piece: piece, Reason: reason, Squares: []board.Square{from}})
		} else {
			c.try(board.NewMove(from, to))
		}
	}
}

// reach adds the moves of a kind of piece to some points.
func (c *candidates) reach(k board.Kind, points ...board.Square) {
	side := c.p.SideToMove()
	pieces := newLineup(c.p, side, k)
	if len(pieces.squares) == 0 {
		c.refuse(&IllegalError{Piece: board.MakePiece(side, k), Reason: NoSuchPiece})
	}
	for _, from := range pieces.squares {
		for _, to := range points {
			c.try(board.NewMove(from, to))
		}
	}
}

// target returns the point to which the numbers lead from a point, or why they lead nowhere. It does not check that the
// piece can reach the point.
func (d description) target(c board.Color, from board.Square) (board.Square, Reason) {
	file, rank := from.File(), from.Rank()
	up := 1
	if (c == board.Black) != (d.dir == back) {
		up = -1
	}
	switch {
	case isOblique(d.kind):
		file = fileOf(c, d.number)
		ranks := obliqueRanks(d.kind, distance(file, from.File()))
		if d.dir == sideways || ranks == 0 {
			return 0, WrongPieceMove
		}
		rank += ranks * up
	case d.dir == sideways:
		file = fileOf(c, d.number)
	default:
		rank += d.number * up
	}
	if rank < 0 || rank >= board.Ranks {
		return 0, OffBoard
	}
	return board.SquareAt(file, rank), NoReason
}

// find returns the move between the points.
func (c coordinates) find(p *board.Position, text string, s Style) (board.Move, error) {
	m, ok := c.moveAs(s)
	if !ok {
		return noMove(text)
	}
	found := candidates{p: p}
	found.try(m)
	return found.one(text)
}

// find returns the one legal move that fits a description.
func (d description) find(p *board.Position, text string) (board.Move, error) {
	found := candidates{p: p}
	found.describe(d)
	return found.one(text)
}
