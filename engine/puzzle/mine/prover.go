package mine

import "xiangqibot/engine/board"

// prover proves mates: it looks at every defense and believes no evaluation.
type prover struct {
	// quiet is up to how many moves before the mate the attacker may make moves that give no check, at least 1.
	quiet int
	// left is how many positions may still be looked at.
	left  int
	table map[question]bool
}

// question is whether the side to move mates within so many moves.
type question struct {
	hash  uint64
	moves int
}

// begin forgets everything and sets how much may be looked at.
func (v *prover) begin(quiet, positions int) {
	v.quiet, v.left = quiet, positions
	if v.table == nil {
		v.table = make(map[question]bool)
	}
	clear(v.table)
}

// spent reports whether an answer of no may just mean that there was no time left.
func (v *prover) spent() bool { return v.left <= 0 }

// mates reports whether the side to move mates within n moves.
func (v *prover) mates(p *board.Position, n int) bool {
	if v.spent() {
		return false
	}
	key := question{p.Hash(), n}
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
	if n > 1 && !v.spent() {
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

// shortest returns the fewest moves within which the side to move mates, up to most; 0 means that none was proved.
func (v *prover) shortest(p *board.Position, most int) int {
	for n := 1; n <= most && !v.spent(); n++ {
		if v.mates(p, n) {
			return n
		}
	}
	return 0
}

// fastest lists the moves that mate within n moves.
func (v *prover) fastest(p *board.Position, n int) (list []board.Move) {
	for _, m := range p.LegalMoves(nil) {
		if v.wins(p, m, n) {
			list = append(list, m)
		}
	}
	return list
}
