package nnue

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"xiangqibot/engine/board"
	"xiangqibot/engine/eval"
	"xiangqibot/engine/search"
	"xiangqibot/engine/testcases"
)

// randomNetwork makes a network of random weights, such that its sums lie on both sides of the clipping limits.
func randomNetwork(seed uint64, width int) *Network {
	rng := rand.New(rand.NewPCG(seed, 7))
	n := NewNetwork(width, 300)
	for i := range n.InputBias {
		n.InputBias[i] = int16(rng.IntN(1600) - 400)
	}
	for i := range n.InputWeights {
		n.InputWeights[i] = int16(rng.IntN(481) - 240)
	}
	for i := range n.OutputWeights {
		n.OutputWeights[i] = int16(rng.IntN(256) - 128)
	}
	for i := range n.OutputBias {
		n.OutputBias[i] = int32(rng.IntN(ScoreOne) - ScoreOne/2)
	}
	return n
}

// playRandomly plays random moves from the start, updates the evaluator with each and evaluates after some.
func playRandomly(t *rapid.T, e *Evaluator) board.Position {
	rec := testcases.Playout(t, board.StartPosition(), 120)
	p := rec.Start
	e.Reset(&p)
	for _, m := range rec.Moves {
		e.Push(&p, m)
		p.Make(m)
		if rapid.IntRange(0, 3).Draw(t, "ask") == 0 {
			e.Score(&p)
		}
	}
	return p
}

// scoreFromScratch computes a score by the definition, with no kernel and no cache.
func scoreFromScratch(n *Network, p *board.Position) int {
	var pieces []PlacedPiece
	for s, piece := range p.Placement() {
		if piece != board.NoPiece {
			pieces = append(pieces, PlacedPiece{piece, board.Square(s)})
		}
	}
	var b Features
	b.Set(pieces)
	head := b.OutputBuckets[p.SideToMove()]
	sum := int64(n.OutputBias[head])
	for i, side := range []board.Color{p.SideToMove(), p.SideToMove().Opponent()} {
		for column := range n.Width {
			a := int64(n.InputBias[column])
			for _, r := range b.Rows[side][:b.Count] {
				a += int64(n.InputWeights[int(r)*n.Width+column])
			}
			a = max(min(a, InputOne+3), 0) / 4
			sum += a * a * int64(n.OutputWeights[(2*head+i)*n.Width+column])
		}
	}
	score := int(max(min(sum*int64(n.Scale)/ScoreOne, eval.Limit), -eval.Limit))
	leader := p.SideToMove()
	if score < 0 {
		leader = leader.Opponent()
	}
	return score * eval.Winnable(p, leader) / eval.ScaleFull
}

func TestUpdatesEqualFromScratch(t *testing.T) {
	for width := 64; width <= 192; width += 128 {
		n := randomNetwork(uint64(width), width)
		e := New(n)
		rapid.Check(t, func(t *rapid.T) {
			p := playRandomly(t, e)
			want := scoreFromScratch(n, &p)
			if got := e.Score(&p); got != want {
				t.Fatalf("%s: updated to %d, from scratch %d", p.FEN(), got, want)
			}
			// A move and its undoing.
			for _, m := range p.LegalMoves(nil) {
				e.Push(&p, m)
				u := p.Make(m)
				if got, want := e.Score(&p), scoreFromScratch(n, &p); got != want {
					t.Fatalf("%s: updated to %d, from scratch %d", p.FEN(), got, want)
				}
				e.Pop()
				p.Unmake(m, u)
			}
			if got := e.Score(&p); got != want {
				t.Fatalf("%s: %d, and %d after moves and their undoing", p.FEN(), want, got)
			}
		})
	}
}

func TestScoreIsTheSameTurned(t *testing.T) {
	e := New(randomNetwork(1, 64))
	rapid.Check(t, func(t *rapid.T) {
		p := playRandomly(t, e)
		want := e.Score(&p)
		for _, q := range []board.Position{
			testcases.Turned(t, &p, board.Square.Flip, true), testcases.Turned(t, &p, board.Square.Mirror, false),
		} {
			e.Reset(&q)
			if got := e.Score(&q); got != want {
				t.Fatalf("%s scores %d, %s, which is the same, %d", p.FEN(), want, q.FEN(), got)
			}
		}
	})
}

// A null move counts, although the search makes it without notifying the evaluator.
func TestScoreAfterNullMove(t *testing.T) {
	n := randomNetwork(3, 64)
	e := New(n)
	p := board.StartPosition()
	for _, text := range []string{"h2e2", "h9g7", "h0g2"} {
		m := testcases.Move(t, text)
		e.Push(&p, m)
		p.Make(m)
	}
	one := e.Score(&p)
	u := p.MakeNull()
	if got, want := e.Score(&p), scoreFromScratch(n, &p); got != want || got == one {
		t.Errorf("after a null move %d, want %d and not %d", got, want, one)
	}
	p.UnmakeNull(u)
	if got := e.Score(&p); got != one {
		t.Errorf("after the null move is undone %d, want %d", got, one)
	}
}

func TestInputIndex(t *testing.T) {
	for side := range inputIndex {
		for m := range inputIndex[side] {
			seen := map[uint16]int{}
			for p := range inputIndex[side][m] {
				for s, input := range inputIndex[side][m][p] {
					reachable := board.ReachableSquares(board.Piece(p)).Has(board.Square(s))
					if reachable != (input != noInput) {
						t.Fatalf("%c on %v: input %d", board.Piece(p).Letter(), board.Square(s), input)
					}
					if reachable {
						seen[input]++
					}
				}
			}
			for input := range uint16(InputsPerBucket) {
				want := 1
				if input == ownKingInput {
					want = 9
				}
				if seen[input] != want {
					t.Fatalf("side %d, mirrored %d: input %d belongs to %d pieces on points, want %d", side, m, input, seen[input], want)
				}
			}
			if len(seen) != InputsPerBucket {
				t.Fatalf("%d inputs, want %d", len(seen), InputsPerBucket)
			}
		}
	}
}

func TestHeads(t *testing.T) {
	e := New(NewNetwork(64, 300))
	for _, c := range []struct {
		fen  string
		head int
	}{
		{board.StartFEN, 3*7 + 1},
		{"4k4/9/9/9/9/9/9/9/9/3K5 w", 1},
		{"3k5/9/9/4C4/4n4/9/9/9/9/4K4 w", 1},
		{"3k5/9/9/4C4/4n4/9/9/9/5N3/4K4 w", 3 + 2},
		{"2bakab2/9/2n1c1n2/p3p1p1p/2p6/6P2/P1P1P3P/2N1C1N2/9/2BAKAB2 b", 3*2 + 1},
		{"2bakab2/9/2n1c1n2/p3p1p1p/2p6/6P2/P1P1P3P/2N1C1N2/8R/2BAKAB1r b", 3*4 + 1},
		{"2bakab2/9/2n1c1n2/p3p1p1p/2p6/6P2/P1P1P3P/4C1N2/8R/2BAKAB1r b", 3*4 + 2},
		{"2bakab2/9/2n1c1n2/p3p1p1p/2p6/6P2/P1P1P3P/4C1N2/8R/2BAKAB1r w", 3 * 4},
	} {
		p := testcases.Position(t, c.fen)
		e.Reset(&p)
		us, them := p.SideToMove(), p.SideToMove().Opponent()
		if got := outputBucket(e.stack[0].material[us], e.stack[0].material[them]); got != c.head {
			t.Errorf("%s: head %d, want %d", c.fen, got, c.head)
		}
	}
}

func TestScoringAllocatesNothing(t *testing.T) {
	e := New(randomNetwork(5, 128))
	p := board.StartPosition()
	rng := rand.New(rand.NewPCG(5, 5))
	if n := testing.AllocsPerRun(20, func() {
		p, moves := board.StartPosition(), [128]board.Move{}
		e.Reset(&p)
		for range 60 {
			list := p.LegalMoves(moves[:0])
			if len(list) == 0 {
				return
			}
			m := list[rng.IntN(len(list))]
			e.Push(&p, m)
			p.Make(m)
			e.Score(&p)
		}
	}); n != 0 {
		t.Errorf("%v allocations in a game that starts at %s", n, p.FEN())
	}
}

// games returns positions of the bench with a move each.
func games(b *testing.B) (list []board.Position, moves []board.Move) {
	for _, p := range search.BenchPositions() {
		if m := p.LegalMoves(nil); len(m) > 0 {
			list, moves = append(list, p), append(moves, m[len(m)/2])
		}
	}
	if len(list) == 0 {
		b.Fatal("no positions")
	}
	return list, moves
}

func BenchmarkScore(b *testing.B) {
	list, moves := games(b)
	for _, width := range []int{128, 256, 512} {
		e := New(randomNetwork(1, width))
		name := func(what string) string { return fmt.Sprintf("%s/%d", what, width) }
		b.Run(name("refresh"), func(b *testing.B) {
			for i := 0; b.Loop(); i++ {
				p := &list[i%len(list)]
				e.Reset(p)
				e.Score(p)
			}
		})
		p := list[1]
		b.Run(name("update"), func(b *testing.B) {
			e.Reset(&p)
			e.Score(&p)
			for b.Loop() {
				e.Push(&p, moves[1])
				u := p.Make(moves[1])
				e.Score(&p)
				p.Unmake(moves[1], u)
				e.Pop()
			}
		})
		b.Run(name("forward"), func(b *testing.B) {
			e.Reset(&p)
			for b.Loop() {
				e.Score(&p)
			}
		})
	}
}
