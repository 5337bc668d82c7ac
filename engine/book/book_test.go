package book_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"xiangqibot/engine/board"
	"xiangqibot/engine/book"
	"xiangqibot/engine/testcases"
)

// position plays moves from the start position.
func position(t testing.TB, moves ...string) board.Position {
	t.Helper()
	rec := game(t, moves...)
	return rec.Position()
}

func game(t testing.TB, moves ...string) *board.Record {
	return testcases.Record(t, board.StartFEN, moves...)
}

func mirrored(moves []book.Move) []book.Move {
	images := slices.Clone(moves)
	for i := range images {
		images[i].Move = book.Mirror(images[i].Move)
	}
	return images
}

// sortByMove makes lists comparable: of two moves that weigh the same, either may come first on the other wing.
func sortByMove(moves []book.Move) []book.Move {
	slices.SortFunc(moves, func(x, y book.Move) int { return int(x.Move) - int(y.Move) })
	return moves
}

// The laws of the book that is part of the program, in each of its positions: every move is legal, and so is its image
// in the mirrored position; something is played; and what is played never comes from nowhere, for the book knows every
// position that it visits.
func TestStandardBook(t *testing.T) {
	b := book.Standard()
	start := board.StartPosition()
	queue := [][2]board.Position{{start, start}} // positions with their mirror images
	reached := map[book.Key]bool{book.KeyOf(&start): true}
	for len(queue) > 0 {
		p, image := queue[0][0], queue[0][1]
		queue = queue[1:]
		known := b.AllMoves(&p)
		if moves := b.Moves(&p); len(moves) == 0 || slices.ContainsFunc(moves, func(m book.Move) bool { return m.Weight <= 0 }) {
			t.Fatalf("%s: %v is played", p.FEN(), moves)
		}
		if !slices.Equal(sortByMove(b.AllMoves(&image)), sortByMove(mirrored(known))) {
			t.Fatalf("%s: %v is known, and in the mirror image %v", p.FEN(), known, b.AllMoves(&image))
		}
		for _, m := range known {
			if !p.IsLegal(m.Move) {
				t.Fatalf("%s: %s is not legal", p.FEN(), m.Move)
			}
			q, other := p, image
			q.Make(m.Move)
			other.Make(book.Mirror(m.Move))
			if k := book.KeyOf(&q); !reached[k] && len(b.AllMoves(&q)) > 0 {
				reached[k] = true
				queue = append(queue, [2]board.Position{q, other})
			}
		}
	}
	if len(reached) != b.Len() || b.Len() < 3000 {
		t.Errorf("%d of %d positions can be reached, want all of 3000 or more", len(reached), b.Len())
	}
}

// The first moves of all systems are there, and games go many ways.
func TestStandardBookVaries(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	first, games := map[string]int{}, map[string]bool{}
	const n = 500
	for range n {
		rec := board.NewRecord()
		var all string
		for len(rec.Moves) < 10 {
			p := rec.Position()
			m, ok := book.Standard().Pick(&p, rng)
			if !ok {
				break
			}
			if err := rec.Play(m); err != nil {
				t.Fatal(err)
			}
			all += m.String()
		}
		games[all] = true
		first[rec.Moves[0].String()]++
	}
	if len(games) < n/3 {
		t.Errorf("%d games in %d are different", len(games), n)
	}
	if cannon := first["h2e2"] + first["b2e2"]; cannon < n/3 || cannon > n*9/10 {
		t.Errorf("%d games in %d begin with the central cannon", cannon, n)
	}
	for _, pair := range [][2]string{{"h2e2", "b2e2"}, {"c3c4", "g3g4"}, {"b0c2", "h0g2"}} {
		if first[pair[0]] == 0 || first[pair[1]] == 0 {
			t.Errorf("%s and %s begin %d and %d games", pair[0], pair[1], first[pair[0]], first[pair[1]])
		}
	}
}

// Moves come as often as they weigh; one that weighs nothing never comes. In a position that is its own mirror image
// the image of each move comes as often.
func TestPickFollowsTheWeights(t *testing.T) {
	p, b := board.StartPosition(), book.New()
	b.Set(&p, []book.Move{
		{Move: testcases.Move(t, "h2e2"), Weight: 300}, {Move: testcases.Move(t, "c3c4"), Weight: 100},
		{Move: testcases.Move(t, "e3e4"), Weight: 200}, {Move: testcases.Move(t, "a0a1")},
	})
	rng := rand.New(rand.NewPCG(1, 2))
	count := map[string]int{}
	const n = 10_000
	for range n {
		m, ok := b.Pick(&p, rng)
		if !ok {
			t.Fatal("the start position is unknown")
		}
		count[m.String()]++
	}
	for move, share := range map[string]float64{"h2e2": 0.3, "b2e2": 0.3, "c3c4": 0.1, "g3g4": 0.1, "e3e4": 0.2} {
		// Five standard deviations of a binomial count.
		if got, want := float64(count[move]), n*share; (got-want)*(got-want) > 25*n*share*(1-share) {
			t.Errorf("%s was played %.0f times, want about %.0f", move, got, want)
		}
		delete(count, move)
	}
	if len(count) > 0 {
		t.Errorf("and %v", count)
	}
	q := position(t, "a0a1")
	if m, ok := b.Pick(&q, rng); ok {
		t.Errorf("%s is played in an unknown position", m)
	}
}

// A position has one key with its mirror image, whatever the moves that led to it, and another one than every other
// position.
func TestKeys(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rec := testcases.Playout(t, board.StartPosition(), 30)
		image := board.NewRecord()
		for _, m := range rec.Moves {
			if err := image.Play(book.Mirror(m)); err != nil {
				t.Fatal(err)
			}
		}
		p, q := rec.Position(), image.Position()
		k := book.KeyOf(&p)
		if k != book.KeyOf(&q) {
			t.Fatalf("%s and its mirror image have different keys", p.FEN())
		}
		if own := k.Position(); book.KeyOf(&own) != k || own.SideToMove() != p.SideToMove() {
			t.Fatalf("%s is on the board of the key of %s", own.FEN(), p.FEN())
		}
		m := rapid.SampledFrom(append(p.LegalMoves(nil), board.NoMove)).Draw(t, "move")
		if m == board.NoMove {
			return
		}
		_, here := book.Canonical(&p, m)
		_, there := book.Canonical(&q, book.Mirror(m))
		if own := k.Position(); here != there || !own.IsLegal(here) {
			t.Fatalf("%s of %s is %s on the key's board, and %s by its image", m, p.FEN(), here, there)
		}
		p.Make(m)
		if book.KeyOf(&p) == k {
			t.Fatalf("%s does not change the key", m)
		}
	})
}
