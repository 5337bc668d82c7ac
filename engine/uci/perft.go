package uci

import (
	"context"
	"fmt"

	"xiangqibot/engine/board"
)

// MaxPerft is the maximum depth of perft: more than any machine will ever reach, and safe for the stack.
const MaxPerft = 100

// uncheckedDepth is the depth of subtrees that are counted without checking the context, which takes some 20 ms.
const uncheckedDepth = 4

// perft prints the number of leaves below each legal move, and returns the line with the total.
func perft(ctx context.Context, p board.Position, depth int, say func(string, ...any)) string {
	var total uint64
	for _, m := range p.LegalMoves(nil) {
		undo := p.Make(m)
		nodes := leaves(ctx, &p, depth-1)
		p.Unmake(m, undo)
		if ctx.Err() != nil {
			return "info string perft was stopped"
		}
		total += nodes
		say("%v: %d", m, nodes)
	}
	say("")
	return fmt.Sprintf("Nodes searched: %d", total)
}

// leaves is [board.Perft] with cancellation: its result is invalid once ctx is done.
func leaves(ctx context.Context, p *board.Position, depth int) (n uint64) {
	if depth <= uncheckedDepth {
		return board.Perft(p, depth)
	}
	for _, m := range p.LegalMoves(nil) {
		if ctx.Err() != nil {
			return 0
		}
		undo := p.Make(m)
		n += leaves(ctx, p, depth-1)
		p.Unmake(m, undo)
	}
	return n
}
