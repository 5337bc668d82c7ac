package mine

import "xiangqibot/engine/board"

// prover proves mates: it searches every defense and uses no evaluation.
type prover struct {
	// quiet is the largest number of moves to mate, at least 1, at which the attacker may make moves that give no
	// check.
	quiet int
	// left is the number of positions that may still be searched.
	left  int
	table map[proofKey]bool
}

// proofKey is the question whether the side to move mates within so many moves.
type proofKey struct {
	hash  uint64
	moves int
}

// reset clears the table and sets the budget.
func (v *prover) reset(quiet, positions int) {
	v.quiet, v.left = quiet, positions
	if v.table == nil {
		v.table = make(map[proofKey]bool)
	}
	clear(v.table)
}

// exhausted reports whether the budget is used up: a negative answer then proves nothing.
func (v *prover) exhausted() bool { return v.left <= 0 }

// mates reports whether the side to move mates within n moves.
func (v *prover) mates(p *board.Position, n int) bool {
	if v.exhausted() {
		return false
	}
	key := proofKey{p.Hash(), n}
	if known, ok := v.table[key]; ok && n > 1 {
		return known
	}
	var buffer [128]board.Move
	moves := p.LegalMoves(buffer[:0])
	found := false
	for pass := range 2 {
		if pass == 1 && n > v.quiet {
			break
		}
		for _, m := range moves {
			if p.GivesCheck(m) == (pass == 0) && v.wins(p, m, n) {
				found = true
				break
			}
		}
		if found {
			break
		}
	}
	if n > 1 && !v.exhausted() {
		v.table[key] = found
	}
	return found
}

// wins reports whether a move mates within n moves, itself included.
func (v *prover) wins(p *board.Position, m board.Move, n int) bool {
	v.left--
	undo := p.Make(m)
	defer p.Unmake(m, undo)
	if n == 1 {
		return !p.HasLegalMove()
	}
	var buffer [128]board.Move
	for _, reply := range p.LegalMoves(buffer[:0]) {
		back := p.Make(reply)
		ok := v.mates(p, n-1)
		p.Unmake(reply, back)
		if !ok {
			return false
		}
	}
	return true
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
