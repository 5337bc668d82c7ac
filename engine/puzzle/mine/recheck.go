package mine

import (
	"cmp"
	"context"
	"slices"

	"xiangqibot/engine/board"
	"xiangqibot/engine/puzzle"
)

// Recheck examines a puzzle again. It returns a mate unchanged if its solution is proved and not too many other moves
// win, otherwise a puzzle from the same position with the shortest mate as its solution, or the reason for rejecting
// it. Choices between captures and only moves are searched again, other puzzles checked only as far as that needs no
// search. The error is that of a search, or of ctx.
func (m *Miner) Recheck(ctx context.Context, p *puzzle.Puzzle) (*puzzle.Puzzle, RejectReason, error) {
	m.failed = nil
	switch {
	case slices.Contains(p.Themes, puzzle.ChooseCapture) && !m.clearChoice(ctx, p),
		onlyHolds(p) && !m.holdsAlone(ctx, p):
		return nil, NoGap, cmp.Or(m.failed, ctx.Err())
	case wonAnyway(p):
		return nil, ManyWins, nil
	case p.Goal == puzzle.Mate && m.proves(ctx, p):
		return p, Admitted, nil
	case p.Goal != puzzle.Mate && p.ForBeginners() && !m.plain(ctx, p):
		return nil, Unclear, nil
	case p.Goal != puzzle.Mate:
		return p, Admitted, nil
	}
	other, refusal := m.mate(ctx, p.Before, p.Prior)
	if err := cmp.Or(m.failed, ctx.Err()); err != nil {
		return nil, Admitted, err
	}
	if refusal != Admitted {
		return nil, refusal, nil
	}
	other.Source = p.Source
	return other, Admitted, nil
}

// proves reports whether the solution of a mate is proved: one first move, at every turn all moves that mate as fast as
// possible and no other, and no defense that lasts longer than the replies.
func (m *Miner) proves(ctx context.Context, p *puzzle.Puzzle) bool {
	m.proof.reset(ctx, maxMoves, proofPositions)
	pos := p.Position()
	return len(p.Root.Correct) == 1 && m.provesNode(&pos, &p.Root, p.Moves()) && !m.proof.exhausted()
}

// provesNode is proves for a position of the solution in which the side to move is to mate in n moves.
func (m *Miner) provesNode(pos *board.Position, node *puzzle.Node, n int) bool {
	if n > 1 && m.proof.mates(pos, n-1) {
		return false
	}
	var moves []board.Move
	for _, b := range node.Correct {
		moves = append(moves, b.Move)
	}
	right := m.proof.fastest(pos, n)
	slices.Sort(moves)
	slices.Sort(right)
	if !slices.Equal(moves, right) {
		return false
	}
	for _, b := range node.Correct {
		if (b.Next == nil) != (n == 1) {
			return false
		}
		if n == 1 {
			continue
		}
		next := *pos
		next.Make(b.Move)
		next.Make(b.Reply)
		if !m.provesNode(&next, b.Next, n-1) {
			return false
		}
	}
	return true
}

// onlyHolds reports whether a puzzle asks for the only move that does not lose, and a search found it.
func onlyHolds(p *puzzle.Puzzle) bool {
	return p.Goal == puzzle.Hold && !p.ForBeginners() && !slices.Contains(p.Themes, puzzle.Technique)
}

// clearChoice reports whether the right capture leads, and no other move is nearly as good.
func (m *Miner) clearChoice(ctx context.Context, p *puzzle.Puzzle) bool {
	chance, next := m.searchAgain(ctx, p, tests[len(tests)-1].nodes)
	return chance-next >= choiceGap && next <= choiceOther
}

// holdsAlone reports whether a longer search confirms that the answer holds and the other moves lose.
func (m *Miner) holdsAlone(ctx context.Context, p *puzzle.Puzzle) bool {
	chance, next := m.searchAgain(ctx, p, confirmNodes)
	return chance-next >= better && chance >= notLost-tolerance && next <= lost+tolerance
}

// searchAgain searches the position of a puzzle. It returns the points of the answer and of the next best move, zeros if
// another move is better than the answer.
func (m *Miner) searchAgain(ctx context.Context, p *puzzle.Puzzle, nodes uint64) (chance, next float64) {
	m.clear()
	rec := board.Record{Start: p.Before, Moves: []board.Move{p.Prior}}
	best, second, ok := m.bestTwo(ctx, &rec, nodes)
	if !ok || best.PV[0] != p.Root.Correct[0].Move {
		return 0, 0
	}
	return best.chance, second.chance
}

// plain reports whether a beginner can see in a puzzle of one move that it is right, and all others are not.
func (m *Miner) plain(ctx context.Context, p *puzzle.Puzzle) bool {
	c := candidate{Puzzle: *p, pos: p.Position()}
	move := p.Root.Correct[0].Move
	if p.Goal == puzzle.Gain {
		return c.isPlain(move) && !c.takesBack(move)
	}
	return m.onlySafe(ctx, &c) == move
}
