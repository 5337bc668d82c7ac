package mine

import (
	"cmp"
	"context"
	"slices"

	"xiangqibot/engine/board"
	"xiangqibot/engine/puzzle"
)

// Recheck examines a mate again. It returns p itself if its solution is proved, even if other criteria have become
// stricter since: people know it by its name. Otherwise it returns another puzzle from the same position, with the
// shortest mate as its solution, or the reason for rejecting it. A gain is returned as it is. The error is that of a
// search, or of ctx.
func (m *Miner) Recheck(ctx context.Context, p *puzzle.Puzzle) (*puzzle.Puzzle, RejectReason, error) {
	if p.Goal != puzzle.Mate || m.proves(ctx, p) {
		return p, Admitted, nil
	}
	m.failed = nil
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
