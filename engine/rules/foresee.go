package rules

import "xiangqibot/engine/board"

// RepetitionWarning is a move that brings a repetition to its verdict.
type RepetitionWarning struct {
	// Move is one of the side to move.
	Move board.Move
	// Reply is the answer of the other side that would close the cycle, NoMove when Move itself closes it.
	Reply board.Move
	// Verdict is what Judge says then.
	Verdict Verdict
}

// UpcomingVerdict looks past the end of a cycle: it returns what Judge would say now if one occurrence less were enough, and
// so what it will say when the present position occurs again after moves like those before. It is false where nothing
// of the kind is near, or the code judges at the second occurrence or never.
func UpcomingVerdict(r *board.Record, c Code) (Verdict, bool) {
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

// RepetitionWarnings warns of repetitions: it returns the moves of the side to move with which a position has occurred often
// enough to be judged, in the order in which the board generates them.
//
// If the verdict goes against the side to move, it has to play something else now. If it goes against the other side,
// the move may be repeated and the other side has to change. A move after which only the reply would close the cycle
// is listed when the verdict is no draw: nobody is bound to give that reply, but who could profit by it will. In a game
// that is over nothing is foreseen.
func RepetitionWarnings(r *board.Record, c Code) []RepetitionWarning {
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
