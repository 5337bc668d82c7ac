package tune

import (
	"errors"
	"iter"
	"math"
	"math/rand/v2"
	"testing"

	"xiangqibot/engine/board"
	"xiangqibot/engine/eval/classical"
	"xiangqibot/engine/lab/selfplay"
	"xiangqibot/engine/rules"
	"xiangqibot/engine/testcases"
)

// games returns games whose moves are chosen at random and whose scores are those of the evaluation itself:
// what there is to learn from them is known exactly.
func games(n int) (list []selfplay.Game) {
	e, rng := classical.New(), rand.New(rand.NewPCG(3, 3))
	for range n {
		g := selfplay.Game{Start: board.StartPosition(), Outcome: rules.Draw}
		for p := g.Start; len(g.Plies) < 60 && p.HasLegalMove(); {
			moves := p.LegalMoves(nil)
			m := moves[rng.IntN(len(moves))]
			e.Reset(&p)
			g.Plies = append(g.Plies, selfplay.Ply{Move: m, Score: int16(e.Score(&p))})
			p.Make(m)
		}
		list = append(list, g)
	}
	return list
}

func read(t *testing.T, list []selfplay.Game) *Positions {
	t.Helper()
	p, err := Read(t.Context(), source(list), nil)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// source yields games, and then errors.
func source(list []selfplay.Game, errs ...error) []iter.Seq2[selfplay.Game, error] {
	return []iter.Seq2[selfplay.Game, error]{func(yield func(selfplay.Game, error) bool) {
		for _, g := range list {
			if !yield(g, nil) {
				return
			}
		}
		for _, err := range errs {
			if !yield(selfplay.Game{}, err) {
				return
			}
		}
	}}
}

// fromSearch is a plan that believes the scores alone.
func fromSearch() Fit {
	return Fit{Start: Material(), Anchor: Material(), Epochs: 30, LearningRate: 20, BatchSize: 256, SearchShare: 1, Scale: 400, L2: 1e-3, Seed: 5}
}

// Where the scores come from weights, fitting finds weights that say the same, also of games that it has not seen.
func TestFitFindsTheWeightsBehindTheScores(t *testing.T) {
	p := read(t, games(80))
	if p.Validation.Len() == 0 || p.Training.Len() < 2*p.Validation.Len() {
		t.Fatalf("%d positions to learn from, %d to check", p.Training.Len(), p.Validation.Len())
	}
	plan := fromSearch()
	truth := classical.Standard()
	least, start := plan.Loss(&truth, &p.Validation), plan.Loss(&plan.Start, &p.Validation)
	_, losses, err := plan.Run(t.Context(), p, nil)
	if err != nil {
		t.Fatal(err)
	}
	if gone := (start - losses.Validation) / (start - least); gone < 0.9 || losses.Validation < least {
		t.Errorf("the check loss fell from %.4f to %.4f; at least it could be %.4f", start, losses.Validation, least)
	}
}

// The number of workers changes nothing.
func TestFitIsTheSameForAnyWorkers(t *testing.T) {
	file := games(20)
	one, three := fromSearch(), fromSearch()
	one.Epochs, three.Epochs, three.Workers = 3, 3, 3
	a, la, errA := one.Run(t.Context(), read(t, file), nil)
	b, lb, errB := three.Run(t.Context(), read(t, file), nil)
	if errA != nil || errB != nil {
		t.Fatal(errA, errB)
	}
	if a != b || la != lb {
		t.Errorf("one worker comes to a loss of %v, three to %v", la, lb)
	}
}

// A stronger pull keeps the weights smaller.
func TestRegularization(t *testing.T) {
	p := read(t, games(20))
	size := func(pull float64) (sum float64) {
		plan := fromSearch()
		plan.Epochs, plan.L2 = 5, pull
		w, _, err := plan.Run(t.Context(), p, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range w.Siege {
			for _, cell := range row {
				full, empty := cell.Split()
				sum += math.Abs(float64(full)) + math.Abs(float64(empty))
			}
		}
		return sum
	}
	if loose, tight := size(0), size(100); tight >= loose/2 {
		t.Errorf("without a pull the weights of sieges add up to %.0f, with it to %.0f", loose, tight)
	}
}

func TestNoPositions(t *testing.T) {
	if _, err := Read(t.Context(), source(nil), nil); !errors.Is(err, ErrNoPositions) {
		t.Errorf("without games: %v", err)
	}
	broken := errors.New("an illegal move")
	if _, err := Read(t.Context(), source(games(3), broken), nil); !errors.Is(err, broken) {
		t.Errorf("games that cannot be read: %v", err)
	}
}

// Games can be learned by their results alone: where the side with an extra rook wins, the value of a rook is learned.
func TestResultsOnly(t *testing.T) {
	var list []selfplay.Game
	rng := rand.New(rand.NewPCG(6, 6))
	for n := range 60 {
		fen, outcome := "r1bakab1r/9/9/9/4p4/4P4/9/9/9/R1BAKAB2 w - - 0 1", rules.BlackWins
		if n%2 == 0 {
			fen, outcome = "2bakab1r/9/9/9/4p4/4P4/9/9/9/R1BAKAB1R w - - 0 1", rules.RedWins
		}
		start := testcases.Position(t, fen)
		g := selfplay.Game{Start: start, Outcome: outcome}
		for p := start; len(g.Plies) < 30 && p.HasLegalMove(); {
			moves := p.LegalMoves(nil)
			m := moves[rng.IntN(len(moves))]
			if p.At(m.To()) != board.NoPiece {
				break
			}
			g.Plies = append(g.Plies, selfplay.Ply{Move: m, Score: 0})
			p.Make(m)
		}
		list = append(list, g)
	}
	plan := fromSearch()
	plan.SearchShare = 0
	plan.Start, plan.Anchor, plan.Frozen = classical.Weights{}, classical.Weights{}, []string{"Tempo"}
	learned, _, err := plan.Run(t.Context(), read(t, list), nil)
	if err != nil {
		t.Fatal(err)
	}
	if full, empty := learned.Piece[board.Rook].Split(); full+empty < 50 || learned.Tempo != 0 {
		t.Errorf("a rook is worth %d and %d, the turn %d", full, empty, learned.Tempo)
	}
	plan.Zeroed = []string{"Rooks"}
	if err := plan.Validate(); err == nil {
		t.Error("a term that does not exist is left out")
	}
}
