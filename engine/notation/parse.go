package notation

import "xiangqibot/engine/board"

// Parse reads a move as a player would write it: 马八进七, 馬８進７, H8+7, H2-E2 or h2e2. The position decides what the
// text can mean, and the move returned is legal in it.
//
// When two pieces fit, Parse does not guess. It returns an *AmbiguousError that holds every legal move the text could
// name. A text that names the file where two pieces stand on it, which the books do not allow, is read if only one of the
// two has the move. A move that a rule forbids is an *IllegalError, a text that is no move a *SyntaxError, and so is one
// longer than MaxText.
func Parse(p *board.Position, text string) (board.Move, error) {
	if len(text) > MaxText {
		return board.NoMove, &SyntaxError{Text: clip(text)}
	}
	var s script
	if bad := s.normalize(text); bad != "" {
		return board.NoMove, &SyntaxError{Text: text, Bad: bad}
	}
	if from, to, ok := coordinates(s.runes()); ok {
		m := board.NewMove(from, to)
		if refusal := explain(p, m); refusal != nil {
			refusal.Text = text
			return board.NoMove, refusal
		}
		return m, nil
	}
	d, ok := describe(s.runes())
	if !ok {
		return board.NoMove, &SyntaxError{Text: text}
	}
	return d.find(p, text)
}

// find returns the one legal move that fits a description.
func (d description) find(p *board.Position, text string) (board.Move, error) {
	side := p.SideToMove()
	pieces := muster(p, side, d.kind)
	piece := board.MakePiece(side, d.kind)
	chosen, reason := pieces.pick(d)
	if reason != NoReason {
		return board.NoMove, &IllegalError{Text: text, Piece: piece, Reason: reason, Squares: pieces.all()}
	}
	var legal []board.Move
	var nearest *IllegalError
	for i := range pieces.n {
		if chosen>>i&1 == 0 {
			continue
		}
		from := pieces.squares[i]
		var refusal *IllegalError
		if to, reason := d.target(side, from); reason != NoReason {
			refusal = &IllegalError{Piece: piece, Reason: reason, Squares: []board.Square{from}}
		} else if m := board.NewMove(from, to); p.IsLegal(m) {
			legal = append(legal, m)
			continue
		} else {
			refusal = explain(p, m)
		}
		if nearest == nil || refusal.Reason > nearest.Reason {
			nearest = refusal
		}
	}
	switch len(legal) {
	case 0:
		nearest.Text = text
		return board.NoMove, nearest
	case 1:
		return legal[0], nil
	}
	return board.NoMove, &AmbiguousError{Text: text, Candidates: legal}
}

// target returns where a piece on from ends up, or why the numbers lead nowhere. It knows no rules but how numbers are
// counted: the point it returns may be one that the piece cannot reach.
func (d description) target(c board.Color, from board.Square) (board.Square, Reason) {
	file, rank := from.File(), from.Rank()
	up := 1
	if c == board.Black {
		up = -1
	}
	if d.dir == back {
		up = -up
	}
	switch {
	case d.dir == sideways:
		if d.kind == board.Horse || d.kind == board.Elephant || d.kind == board.Advisor {
			return 0, NotThatShape
		}
		file = fileOf(c, d.number)
	case d.kind == board.Horse:
		file = fileOf(c, d.number)
		switch distance(file, from.File()) {
		case 1:
			rank += 2 * up
		case 2:
			rank += up
		default:
			return 0, NotThatShape
		}
	case d.kind == board.Elephant || d.kind == board.Advisor:
		reach := 1
		if d.kind == board.Elephant {
			reach = 2
		}
		file = fileOf(c, d.number)
		if distance(file, from.File()) != reach {
			return 0, NotThatShape
		}
		rank += reach * up
	default:
		rank += d.number * up
	}
	if rank < 0 || rank >= board.Ranks {
		return 0, OffBoard
	}
	return board.SquareAt(file, rank), NoReason
}

func distance(a, b int) int {
	if a > b {
		return a - b
	}
	return b - a
}
