package rules

import "xiangqibot/engine/board"

// RepetitionWarning is a move that completes, or lets the reply complete, a repetition that is judged.
type RepetitionWarning struct {
	// Move is a move of the side to move.
	Move board.Move
	// Reply is the reply of the other side that would close the cycle, NoMove if Move itself closes it.
	Reply board.Move
	// Verdict is the verdict after these moves.
	Verdict Verdict
}

// UpcomingVerdict returns the verdict that [Judge] would give now if one occurrence fewer were enough, and so the
// verdict if the current position occurs again after the same moves. It returns false if no such repetition is near, or
// if the ruleset judges at the second occurrence or never.
func UpcomingVerdict(r *board.Record, c Ruleset) (Verdict, bool) {
	if c.Repetitions <= 2 {
		return Verdict{}, false
	}
	if Judge(r, c).Outcome != Ongoing {
		return Verdict{}, false
	}
	c.Repetitions--
	v := Judge(r, c)
	return v, v.CycleMoves != nil
}

// RepetitionWarnings returns the moves of the side to move that complete a repetition that is judged, in the order in
// which the board generates them.
//
// If the verdict is against the side to move, it must play another move. If it is against the other side, the move may
// be repeated and the other side must deviate. A move after which only the reply would close the cycle is listed if the
// verdict is not a draw: the reply is not forced, but the side that profits will play it. A finished game has no
// warnings.
func RepetitionWarnings(r *board.Record, c Ruleset) []RepetitionWarning {
	if c.Repetitions == 0 {
		return nil
	}
	var t PositionHistory
	p := t.Reset(r)
	plies := len(r.Moves)
	if t.judge(&p, plies, c).Outcome != Ongoing {
		return nil
	}
	var found []RepetitionWarning
	var replies [128]board.Move
	for _, m := range p.LegalMoves(nil) {
		undo := p.Make(m)
		t.Push(&p, m, undo.Captured != board.NoPiece, p.InCheck())
		if undo.Captured == board.NoPiece {
			v := t.judge(&p, plies+1, c)
			switch {
			case v.CycleMoves != nil:
				found = append(found, RepetitionWarning{Move: m, Verdict: v})
			case v.Outcome == Ongoing:
				for _, reply := range p.LegalMoves(replies[:0]) {
					if p.At(reply.To()) != board.NoPiece {
						continue
					}
					undo := p.Make(reply)
					t.Push(&p, reply, false, p.InCheck())
					if t.RepetitionDistance(c.Repetitions-1) > 0 {
						if v := t.judge(&p, plies+2, c); v.CycleMoves != nil && v.Outcome != Draw {
							found = append(found, RepetitionWarning{Move: m, Reply: reply, Verdict: v})
						}
					}
					t.Pop()
					p.Unmake(reply, undo)
				}
			}
		}
		t.Pop()
		p.Unmake(m, undo)
	}
	return found
}
