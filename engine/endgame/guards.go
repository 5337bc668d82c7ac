package endgame

import (
	"math/bits"
	"slices"

	"xiangqibot/engine/board"
)

// guards numbers the ways in which the advisors and elephants of one side can be placed. A set of points says it all:
// no point belongs to both kinds.
type guards struct {
	sets     []board.Bitboard
	steps    [][]guardStep    // moves, for each set
	captures [][]guardCapture // what one capture leaves, for each set whose remainders are numbered too
	mirror   []int            // the mirror image of each set

	// A set is looked up by the sum of its points' bits.
	bit    [board.Squares]uint16
	number [1 << guardPoints]int16
}

// guardPoints is on how many points of its side a guard can be: advisors on five, elephants on seven.
const guardPoints = 5 + 7

// guardStep is a move of a guard within its set.
type guardStep struct {
	to   board.Square
	eye  board.Bitboard // what has to be empty for an elephant; no point for an advisor
	next int            // number of the set after it
}

// guardCapture is a guard that is taken.
type guardCapture struct {
	at   board.Square
	next int
}

// newGuards numbers the sets of a side with exactly these numbers of advisors and elephants, or with up to these.
func newGuards(c board.Color, advisors, elephants int, fewerToo bool) *guards {
	g := &guards{}
	next := uint16(1)
	for s := range reachable(c, board.Advisor).Or(reachable(c, board.Elephant)).All() {
		g.bit[s] = next
		next <<= 1
	}
	minAdvisors, minElephants := advisors, elephants
	if fewerToo {
		minAdvisors, minElephants = 0, 0
	}
	for i := range g.number {
		g.number[i] = -1
	}
	for _, e := range subsets(reachable(c, board.Elephant), minElephants, elephants) {
		for _, a := range subsets(reachable(c, board.Advisor), minAdvisors, advisors) {
			g.number[g.code(a.Or(e))] = int16(len(g.sets))
			g.sets = append(g.sets, a.Or(e))
		}
	}
	for _, set := range g.sets {
		g.steps = append(g.steps, g.stepsOf(c, set))
		g.captures = append(g.captures, g.capturesOf(set))
		g.mirror = append(g.mirror, g.index(mirrored(set)))
	}
	return g
}

// code is the sum of the bits of a set's points.
func (g *guards) code(set board.Bitboard) (code uint16) {
	for s := range set.All() {
		code |= g.bit[s]
	}
	return code
}

// index returns the number of a set, -1 if it has none.
func (g *guards) index(set board.Bitboard) int { return int(g.number[g.code(set)]) }

func (g *guards) stepsOf(c board.Color, set board.Bitboard) (steps []guardStep) {
	for from := range set.All() {
		reach := board.AdvisorAttacks(from).And(reachable(c, board.Advisor))
		elephant := reachable(c, board.Elephant).Has(from)
		if elephant {
			reach = board.ElephantAttacks(from, set)
		}
		for s := range reach.AndNot(set).All() {
			st := guardStep{to: s, next: g.index(set.Xor(board.SquareBit(from)).Or(board.SquareBit(s)))}
			if elephant {
				st.eye = board.SquareBit(board.SquareAt((from.File()+s.File())/2, (from.Rank()+s.Rank())/2))
			}
			steps = append(steps, st)
		}
	}
	return steps
}

func (g *guards) capturesOf(set board.Bitboard) (captures []guardCapture) {
	for s := range set.All() {
		if next := g.index(set.Xor(board.SquareBit(s))); next >= 0 {
			captures = append(captures, guardCapture{s, next})
		}
	}
	return captures
}

// subsets lists the parts of a set that have least to most points, small ones first.
func subsets(of board.Bitboard, least, most int) []board.Bitboard {
	all := []board.Bitboard{{}}
	for s := range of.All() {
		for _, part := range slices.Clone(all) {
			if part.Count() < most {
				all = append(all, part.Or(board.SquareBit(s)))
			}
		}
	}
	all = slices.DeleteFunc(all, func(b board.Bitboard) bool { return b.Count() < least })
	slices.SortStableFunc(all, func(a, b board.Bitboard) int { return a.Count() - b.Count() })
	return all
}

// reachable returns the points that a piece of a kind can ever be on.
func reachable(c board.Color, k board.Kind) board.Bitboard {
	return board.ReachableSquares(board.MakePiece(c, k))
}

// mirrored exchanges left and right.
func mirrored(b board.Bitboard) board.Bitboard {
	return board.Bitboard{Lo: mirroredHalf(b.Lo), Hi: mirroredHalf(b.Hi)}
}

// mirroredHalf exchanges left and right in one half of the board: five ranks of nine bits.
func mirroredHalf(half uint64) uint64 {
	const rank = 1<<board.Files - 1
	turned := bits.Reverse64(half) >> (64 - 5*board.Files) // the ranks are in reverse order now
	return turned>>(4*board.Files)&rank | turned>>(2*board.Files)&(rank<<board.Files) | turned&(rank<<(2*board.Files)) |
		turned<<(2*board.Files)&(rank<<(3*board.Files)) | turned<<(4*board.Files)&(rank<<(4*board.Files))
}
