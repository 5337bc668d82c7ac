package board

// Perft counts the leaves of the tree of legal moves of that depth. The last ply is counted, not played.
// It is the usual test of a move generator: the numbers of many positions are known.
func Perft(p *Position, depth int) uint64 {
	switch {
	case depth <= 0:
		return 1
	case depth == 1:
		return uint64(p.CountLegal())
	}
	var buffer [128]Move
	var n uint64
	for _, m := range p.LegalMoves(buffer[:0]) {
		undo := p.Make(m)
		n += Perft(p, depth-1)
		p.Unmake(m, undo)
	}
	return n
}

// PerftMove is one line of Divide.
type PerftMove struct {
	Move  Move
	Nodes uint64
}

// Divide returns Perft of depth-1 after each legal move, in the order of LegalMoves. depth must be at least 1.
func Divide(p *Position, depth int) []PerftMove {
	var lines []PerftMove
	for _, m := range p.LegalMoves(nil) {
		undo := p.Make(m)
		lines = append(lines, PerftMove{m, Perft(p, depth-1)})
		p.Unmake(m, undo)
	}
	return lines
}
