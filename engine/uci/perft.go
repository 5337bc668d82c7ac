package uci

import (
	"context"
	"fmt"

	"xiangqibot/engine/board"
)

// MaxPerft is the depth beyond which a tree is not counted: more than any machine will ever reach, and no danger to the
// stack.
const MaxPerft = 100

// uncheckedDepth is the depth of the trees that are counted without a look at the context: some 20 ms.
const uncheckedDepth = 4

// perft counts the leaves below each legal move and in all; the sum is its last line.
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

// leaves is board.Perft, but what it returns means nothing once ctx is done.
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
