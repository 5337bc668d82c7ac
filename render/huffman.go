package render

import (
	"cmp"
	"math/bits"
	"slices"
)

// prefixCode is a canonical Huffman code as deflate wants it.
type prefixCode struct {
	length []uint8  // bits of each symbol, 0 if it does not occur
	code   []uint16 // in the order in which the bits are written
}

// newPrefixCode returns the best code for the given numbers of occurrences in which no symbol is longer than limit bits.
func newPrefixCode(counts []int, limit int) prefixCode {
	p := prefixCode{make([]uint8, len(counts)), make([]uint16, len(counts))}
	p.choose(counts, limit)
	p.number(limit)
	return p
}

// choose sets the lengths.
func (p *prefixCode) choose(counts []int, limit int) {
	type node struct{ weight, parent int }
	var symbols []int
	for s, n := range counts {
		if n > 0 {
			symbols = append(symbols, s)
		}
	}
	if len(symbols) < 2 {
		for _, s := range symbols {
			p.length[s] = 1
		}
		return
	}
	slices.SortStableFunc(symbols, func(a, b int) int { return cmp.Compare(counts[a], counts[b]) })

	// The leaves rise in weight, and so do the inner nodes as they are made: the two lightest are always at the front.
	tree := make([]node, 0, 2*len(symbols))
	for _, s := range symbols {
		tree = append(tree, node{weight: counts[s]})
	}
	leaf, inner := 0, len(symbols)
	lightest := func() int {
		if leaf < len(symbols) && (inner >= len(tree) || tree[leaf].weight <= tree[inner].weight) {
			leaf++
			return leaf - 1
		}
		inner++
		return inner - 1
	}
	for range len(symbols) - 1 {
		a, b := lightest(), lightest()
		tree[a].parent, tree[b].parent = len(tree), len(tree)
		tree = append(tree, node{weight: tree[a].weight + tree[b].weight})
	}
	depth := make([]int, len(tree))
	for i := len(tree) - 2; i >= 0; i-- {
		depth[i] = depth[tree[i].parent] + 1
	}

	// Cutting what is too long overfills the code. Lengthening the rarest of the shorter ones makes room again;
	// what is then left over goes to the most frequent, for a reader may refuse a code with gaps.
	room := 1 << limit
	for i, s := range symbols {
		d := min(depth[i], limit)
		p.length[s] = uint8(d)
		room -= 1 << (limit - d)
	}
	for i := 0; room < 0; i = (i + 1) % len(symbols) {
		if s := symbols[i]; int(p.length[s]) < limit {
			p.length[s]++
			room += 1 << (limit - int(p.length[s]))
		}
	}
	for i := len(symbols) - 1; room > 0; i-- {
		s := symbols[i]
		for n := p.length[s]; n > 1 && room >= 1<<(limit-int(n)); n-- {
			room -= 1 << (limit - int(n))
			p.length[s]--
		}
	}
}

// number gives out the codes: shorter ones first, equals in the order of their symbols (RFC 1951, 3.2.2).
func (p *prefixCode) number(limit int) {
	count, next := make([]uint16, limit+1), make([]uint16, limit+1)
	for _, n := range p.length {
		count[n]++
	}
	count[0] = 0
	for n := 1; n <= limit; n++ {
		next[n] = (next[n-1] + count[n-1]) << 1
	}
	for s, n := range p.length {
		if n > 0 {
			p.code[s] = bits.Reverse16(next[n]) >> (16 - n)
			next[n]++
		}
	}
}
