package grow

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"testing"

	"xiangqibot/engine/board"
	"xiangqibot/engine/book"
	"xiangqibot/engine/eval/classical"
	"xiangqibot/engine/eval/nnue"
	"xiangqibot/engine/testcases"
)

// small is a plan that is done in no time.
func small(t *testing.T) Plan {
	t.Helper()
	theory, err := book.ParseTheory("顺炮 3: h2e2 h7e7 h0g2 h9g7\n飞相局 1: g0e2 h9g7\n")
	if err != nil {
		t.Fatal(err)
	}
	return Plan{Theory: theory, Depth: 2, Positions: 40, Evaluation: classical.NewEvaluator}
}

func grown(t *testing.T, plan Plan) []byte {
	t.Helper()
	b, err := plan.Grow(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if b.Len() != plan.Positions {
		t.Errorf("%d positions, want %d", b.Len(), plan.Positions)
	}
	var file bytes.Buffer
	if err := b.Write(&file); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

// The same plan gives the same book, another evaluation another one.
func TestGrowByAnotherEvaluation(t *testing.T) {
	plan := small(t)
	byHand := grown(t, plan)
	if again := grown(t, plan); !bytes.Equal(byHand, again) {
		t.Error("the same plan gives another book")
	}
	plan.Evaluation = nnue.Standard().Evaluation()
	if byNetwork := grown(t, plan); bytes.Equal(byHand, byNetwork) {
		t.Error("the network gives the book of the other evaluation")
	}
}

// A run that is broken off gives no book, and the error of its context.
func TestGrowStops(t *testing.T) {
	plan := small(t)
	ctx, cancel := context.WithCancel(t.Context())
	plan.Progress = func(done int) {
		if done == 7 {
			cancel()
		}
	}
	if b, err := plan.Grow(ctx); b != nil || !errors.Is(err, context.Canceled) {
		t.Errorf("%v, %v", b, err)
	}
}

// Theory is in the book on both wings, with both sides' moves, and weighs more than other moves of its score; answers
// beside it get a reply.
func TestGrowFollowsTheory(t *testing.T) {
	plan := small(t)
	plan.Depth = 4 // a search of two plies is no judge
	b, err := plan.Grow(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range plan.Theory {
		p, image := board.StartPosition(), board.StartPosition()
		for _, m := range line.Moves {
			if !plays(b, &p, m) || !plays(b, &image, book.Mirror(m)) {
				t.Errorf("%s: %s is not played in %s, or not on the other wing", line.Name, m, p.FEN())
			}
			p.Make(m)
			image.Make(book.Mirror(m))
		}
	}
	theory, replies := theoryOf(plan.Theory), 0
	reached, queue := map[book.Key]bool{}, []board.Position{board.StartPosition()}
	for len(queue) > 0 {
		p := queue[0]
		queue = queue[1:]
		k, moves := book.KeyOf(&p), b.AllMoves(&p)
		if reached[k] || len(moves) == 0 {
			continue
		}
		reached[k] = true
		best := slices.MaxFunc(moves, func(x, y book.Move) int { return x.Score - y.Score }).Score
		for _, m := range moves {
			after := p
			after.Make(m.Move)
			queue = append(queue, after)
			answered := len(b.AllMoves(&after)) > 0
			_, normal := book.Canonical(&p, m.Move)
			switch {
			case m.Weight > 0 && best-m.Score > theoryMargin:
				t.Errorf("%s: %s weighs %d and is %d behind", p.FEN(), m.Move, m.Weight, best-m.Score)
			case m.Weight == 0 && !answered:
				t.Errorf("%s: %s is not played, and the book has no reply to it", p.FEN(), m.Move)
			case answered && theory[k][normal] == 0:
				replies++
			}
		}
	}
	if len(reached) != b.Len() {
		t.Errorf("%d of %d positions can be reached", len(reached), b.Len())
	}
	if replies == 0 {
		t.Error("nothing is followed beyond theory")
	}
}

// Of two moves of the same score the one of theory weighs more, and theory is played where its score alone would not
// do.
func TestTheoryWeighsMore(t *testing.T) {
	plan := small(t)
	const horse, cannon, elephant = "h0g2", "h2e2", "g0e2"
	start := board.StartPosition()
	weights := func() map[string]int {
		g := plan.newGrower()
		g.grown[book.KeyOf(&start)] = analysis{scored(t, horse, 30), scored(t, cannon, 30), scored(t, elephant, -70)}
		weights := map[string]int{}
		for _, m := range g.book().AllMoves(&start) {
			weights[m.Move.String()] = m.Weight
		}
		return weights
	}
	with := weights()
	plan.Theory = nil
	without := weights()
	if with[horse] == 0 || with[horse] != without[horse] || without[cannon] != without[horse] || with[cannon] <= with[horse] {
		t.Errorf("the weights are %v with theory and %v without", with, without)
	}
	if with[elephant] == 0 || with[elephant] >= with[cannon] || without[elephant] != 0 {
		t.Errorf("%s weighs %d with theory and %d without", elephant, with[elephant], without[elephant])
	}
}

// An answer is followed as far behind the best as followMargin says, and no farther.
func TestGrowFollowsWhatIsClose(t *testing.T) {
	plan := small(t)
	plan.Theory = nil
	start := board.StartPosition()
	for score, want := range map[int]int{-30: 2, -31: 1} {
		g := plan.newGrower()
		g.expand(candidate{key: book.KeyOf(&start), probability: 1}, analysis{scored(t, "h2e2", 30), scored(t, "g0e2", score)})
		if len(g.frontier) != want {
			t.Errorf("with %d instead of 30 of two moves %d are followed, want %d", score, len(g.frontier), want)
		}
	}
}

// scored is a move of the start position as an analysis has it.
func scored(t *testing.T, coordinates string, score int) book.Move {
	start := board.StartPosition()
	_, m := book.Canonical(&start, testcases.Move(t, coordinates))
	return book.Move{Move: m, Score: score}
}

func plays(b *book.Book, p *board.Position, m board.Move) bool {
	return slices.ContainsFunc(b.Moves(p), func(k book.Move) bool { return k.Move == m })
}
