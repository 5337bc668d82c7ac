package board

// Perft counts the leaves of the tree of legal moves of that depth. The last ply is counted, not played.
// It is the usual test of a move generator: the numbers of many positions are known.
func Perft(p *Position, depth int) uint64 {
	if depth <= 0 {
		return 1
	}
	var buffer [128]Move
	moves := p.LegalMoves(buffer[:0])
	if depth == 1 {
		return uint64(len(moves))
	}
	var n uint64
	for _, m := range moves {
		undo := p.Make(m)
		n += Perft(p, depth-1)
		p.Unmake(m, undo)
	}
	return n
}
