package mine

import (
	"context"

	"xiangqibot/engine/board"
)

// prover proves mates: it searches every defense and uses no evaluation.
type prover struct {
	// quiet is the largest number of moves to mate, at least 1, at which the attacker may make moves that give no
	// check. Only from maxMoves on does a negative answer prove that there is no mate.
	quiet int
	// left is the number of positions that may still be searched. None are once ctx is done.
	left  int
	ctx   context.Context //nolint:containedctx // of one proof
	table map[uint64]proved
	// refutation is the reply that last refuted a move of the attacker, by the moves left, its origin and destination.
	// It is tried first.
	refutation [maxMoves + 1][board.Squares][board.Squares]board.Move
}

// proved is what was proved about a position: the side to move mates within mate moves (0 if that is not known), and
// does not mate within noMate moves.
type proved struct{ mate, noMate int8 }

// reset starts a proof with a number of positions to search.
func (v *prover) reset(ctx context.Context, quiet, positions int) {
	v.ctx, v.quiet, v.left = ctx, quiet, positions
	if v.table == nil {
		v.table = make(map[uint64]proved)
	}
	clear(v.table)
	clear(v.refutation[:])
}

// exhausted reports whether the budget is used up: a negative answer then proves nothing.
func (v *prover) exhausted() bool { return v.left <= 0 }

// spend takes one position from the budget.
func (v *prover) spend() {
	if v.left--; v.left&4095 == 0 && v.ctx.Err() != nil {
		v.left = 0
	}
}

// mates reports whether the side to move mates within n moves.
func (v *prover) mates(p *board.Position, n int) bool {
	if v.exhausted() {
		return false
	}
	hash := p.Hash()
	entry := v.table[hash]
	switch {
	case entry.mate > 0 && int(entry.mate) <= n:
		return true
	case int(entry.noMate) >= n:
		return false
	}
	found := v.tryAll(p, n)
	switch {
	case found:
		entry.mate = int8(n)
	case v.exhausted():
		return false
	default:
		entry.noMate = int8(n)
	}
	v.table[hash] = entry
	return found
}

// tryAll reports whether one of the legal moves mates within n moves. It tries those that give check first.
func (v *prover) tryAll(p *board.Position, n int) bool {
	var buffer [128]board.Move
	moves := p.LegalMoves(buffer[:0])
	for pass := range 2 {
		if pass == 1 && n > v.quiet {
			break
		}
		for _, m := range moves {
			if p.GivesCheck(m) == (pass == 0) && v.wins(p, m, n) {
				return true
			}
		}
	}
	return false
}

// wins reports whether a move mates within n moves, itself included.
func (v *prover) wins(p *board.Position, m board.Move, n int) bool {
	v.spend()
	undo := p.Make(m)
	defer p.Unmake(m, undo)
	if n == 1 {
		return !p.HasLegalMove()
	}
	refutation := &v.refutation[n][m.From()][m.To()]
	tried := *refutation
	if tried != board.NoMove && p.IsLegal(tried) && !v.matesAfter(p, tried, n-1) {
		return false
	}
	var buffer [128]board.Move
	for _, reply := range p.LegalMoves(buffer[:0]) {
		if reply != tried && !v.matesAfter(p, reply, n-1) {
			*refutation = reply
			return false
		}
	}
	return true
}

// matesAfter reports whether the attacker mates within n moves after the defender's reply.
func (v *prover) matesAfter(p *board.Position, reply board.Move, n int) bool {
	undo := p.Make(reply)
	defer p.Unmake(reply, undo)
	return v.mates(p, n)
}

// shortest returns the smallest number of moves, up to most, in which the side to move mates; 0 if no mate was proved.
func (v *prover) shortest(p *board.Position, most int) int {
	for n := 1; n <= most && !v.exhausted(); n++ {
		if v.mates(p, n) {
			return n
		}
	}
	return 0
}

// fastest returns the moves that mate within n moves.
func (v *prover) fastest(p *board.Position, n int) (list []board.Move) {
	for _, m := range p.LegalMoves(nil) {
		if v.wins(p, m, n) {
			list = append(list, m)
		}
	}
	return list
}
