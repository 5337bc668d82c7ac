package train

import (
	"bytes"
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"xiangqibot/engine/board"
	"xiangqibot/engine/checkedfile"
	"xiangqibot/engine/eval/nnue"
	"xiangqibot/engine/lab/selfplay"
	"xiangqibot/engine/rules"
	"xiangqibot/engine/testcases"
)

func TestPackedSamples(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	p := board.StartPosition()
	for range 200 {
		moves := p.LegalMoves(nil)
		if len(moves) == 0 {
			break
		}
		p.Make(moves[rng.IntN(len(moves))])
		want := selfplay.Sample{Position: &p, Score: rng.IntN(4001) - 2000, Result: float64(rng.IntN(3)) / 2}
		s := pack(&want)
		var got, looked nnue.Features
		side := s.look(&got)
		if side != p.SideToMove() || s.score() != want.Score || s.result() != want.Result {
			t.Fatalf("%s, %d, %g comes back as %v to move, %d, %g", p.FEN(), want.Score, want.Result, side, s.score(), s.result())
		}
		var pieces []nnue.PlacedPiece
		for at, piece := range p.Placement() {
			if piece != 0 {
				pieces = append(pieces, nnue.PlacedPiece{Piece: piece, Square: board.Square(at)})
			}
		}
		looked.Set(pieces)
		if got != looked {
			t.Fatalf("%s comes back as another board", p.FEN())
		}
	}
}

// stream reads an epoch.
func stream(t *testing.T, f *Files, s *Survey, epoch int) (list []packedSample) {
	t.Helper()
	for one, err := range f.samples(t.Context(), s, epoch) {
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, one)
	}
	return list
}

// An epoch has every position that serves once, in an order of its own that is always the same.
func TestEpochs(t *testing.T) {
	f := threeFiles(t, 20)
	s, err := f.Survey(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if s.Positions <= f.Buffer || s.ValidationSize() == 0 || !slices.Equal(s.Games, []int{20, 20, 20}) {
		t.Fatalf("%d positions to learn from, %d to check, of %v games", s.Positions, s.ValidationSize(), s.Games)
	}
	one, again, two := stream(t, f, s, 0), stream(t, f, s, 0), stream(t, f, s, 1)
	if !slices.Equal(one, again) {
		t.Error("an epoch comes in another order the second time")
	}
	if slices.Equal(one, two) {
		t.Error("two epochs come in the same order")
	}
	if len(one) != s.Positions || len(two) != s.Positions {
		t.Errorf("epochs of %d and %d positions, the survey found %d", len(one), len(two), s.Positions)
	}
	order := func(a, b packedSample) int { return slices.Compare(a.append(nil), b.append(nil)) }
	slices.SortFunc(one, order)
	slices.SortFunc(two, order)
	if !slices.Equal(one, two) {
		t.Error("two epochs have other positions")
	}
	// Nothing of a game is on both sides.
	apart := map[packedSample]bool{}
	for _, c := range s.validation {
		apart[c] = true
	}
	shared := 0
	for _, c := range one {
		if apart[c] && c.score() != 0 { // the first moves of two games may be alike
			shared++
		}
	}
	if shared > len(one)/100 {
		t.Errorf("%d of %d positions are also among those kept apart", shared, len(one))
	}
}

// A run that begins with the weights of another must not be checked by games that those have learned from.
func TestEveryRunHoldsOutTheSameGames(t *testing.T) {
	f := threeFiles(t, 20)
	other := *f
	other.Names = []string{f.Names[2], f.Names[0]}
	other.Seed++
	one, err := f.Survey(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	two, err := other.Survey(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, check := range two.validation {
		if !slices.Contains(one.validation, check) {
			t.Fatal("a position to check is one to learn from in a run with another seed and other files")
		}
	}
	if two.ValidationSize() == 0 || two.ValidationSize() == one.ValidationSize() {
		t.Errorf("%d positions to check in three files, %d in two of them", one.ValidationSize(), two.ValidationSize())
	}
}

// With too many positions to check, those taken are not only the first ones.
func TestChecksAreDrawnFromAllGames(t *testing.T) {
	f := threeFiles(t, 20)
	all, err := f.Survey(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	f.MaxValidation = all.ValidationSize() / 2
	half, err := f.Survey(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if half.ValidationSize() != f.MaxValidation || half.Positions != all.Positions {
		t.Errorf("%d positions to check and %d to learn from, want %d and %d", half.ValidationSize(), half.Positions, f.MaxValidation, all.Positions)
	}
	late := 0
	for _, check := range half.validation {
		if slices.Index(all.validation, check) >= all.ValidationSize()/2 {
			late++
		}
	}
	if late < f.MaxValidation/5 {
		t.Errorf("%d of %d positions to check come from the second half of the files", late, f.MaxValidation)
	}
}

// Neighbors in a file are no neighbors in an epoch.
func TestPositionsAreMixed(t *testing.T) {
	f := threeFiles(t, 40)
	f.ValidationShare = 0
	s, err := f.Survey(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	at := map[packedSample]int{}
	for i, one := range stream(t, f, s, 0) {
		at[one] = i
	}
	near, pairs := 0, 0
	for g := range f.games(t.Context(), nil) {
		for i := 1; i < len(g.samples); i++ {
			pairs++
			if off := at[g.samples[i]] - at[g.samples[i-1]]; off > -10 && off < 10 {
				near++
			}
		}
	}
	if near*10 > pairs {
		t.Errorf("%d of %d neighbors are still within ten positions", near, pairs)
	}
}

// Wherever an epoch is, it has read the same part of each file.
func TestFilesAreSpread(t *testing.T) {
	f := threeFiles(t, 40)
	most := []int{40, 10, 0}
	had, all := make([]int, 3), 0
	for g := range f.games(t.Context(), most) {
		if g.err != nil {
			t.Fatal(g.err)
		}
		had[g.file]++
		all++
		for file, n := range had {
			if even := float64(all*most[file]) / 50; float64(n) < even-1.5 || float64(n) > even+1.5 {
				t.Errorf("after %d games %d are of file %d, want %.1f", all, n, file, even)
			}
		}
	}
	if !slices.Equal(had, most) {
		t.Errorf("%d games of the files, want %d", had, most)
	}
}

func TestUsable(t *testing.T) {
	f := &Files{MaxScore: 100}
	p := testcases.Position(t, "5k3/9/9/9/r8/9/P3P4/9/9/3RK4 w - - 0 1")
	for _, c := range []struct {
		move  string
		score int
		want  bool
	}{
		{"e3e4", 50, true},
		{"e3e4", -100, true},
		{"e3e4", 101, false},
		{"e3e4", -101, false},
		{"e3e4", selfplay.NoScore, false},
		{"d0d9", 50, false}, // gives check
	} {
		m, err := board.ParseMove(c.move)
		if err != nil || !p.IsLegal(m) {
			t.Fatalf("%s: %v", c.move, err)
		}
		if got := (&selfplay.Sample{Position: &p, Move: m, Score: c.score}).Usable(f.MaxScore); got != c.want {
			t.Errorf("%s with %d: %v", c.move, c.score, got)
		}
	}
}

// The beginnings of games are left out.
func TestBeginningsAreLeftOut(t *testing.T) {
	g := selfplay.Game{Start: board.StartPosition(), Outcome: rules.Draw}
	for i, text := range []string{"h2e2", "h9g7", "h0g2", "i9h9"} {
		m := testcases.Move(t, text)
		g.Plies = append(g.Plies, selfplay.Ply{Move: m, Score: int16(i)})
	}
	var b bytes.Buffer
	w, err := selfplay.NewWriter(&b, "nodes 500")
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Write(g); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "a.games")
	if err := os.WriteFile(path, b.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	f := &Files{Names: []string{path}, MaxScore: 1000, Buffer: 10, SkipPlies: 3}
	s, err := f.Survey(t.Context(), nil)
	if err != nil || s.Positions != 1 {
		t.Errorf("%+v, %v; want 1 position", s, err)
	}
}

func TestWrongFilesAreRefused(t *testing.T) {
	f := threeFiles(t, 3)
	s, err := f.Survey(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(f.Names[2], 20); err != nil {
		t.Fatal(err)
	}
	for _, err = range f.samples(t.Context(), s, 0) {
	}
	if err == nil || !strings.Contains(err.Error(), "three.games") {
		t.Errorf("a file that has become shorter: %v", err)
	}
	damaged := *f
	damaged.Names = []string{filepath.Join(t.TempDir(), "no.games")}
	if err := os.WriteFile(damaged.Names[0], []byte("no games at all"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := damaged.Survey(t.Context(), nil); !errors.Is(err, checkedfile.ErrDamaged) {
		t.Errorf("a file of something else: %v", err)
	}
	none := threeFiles(t, 0)
	if _, err := none.Survey(t.Context(), nil); !errors.Is(err, ErrNoPositions) {
		t.Errorf("files without games: %v", err)
	}
}

func TestFitScale(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	p := board.StartPosition()
	var list []packedSample
	for range 20000 {
		score := rng.IntN(1601) - 800
		result := 0.0
		if rng.Float64() < sigmoid(float64(score)/250) {
			result = 1
		}
		list = append(list, pack(&selfplay.Sample{Position: &p, Score: score, Result: result}))
	}
	if got := fitScale(list); math.Abs(got-250) > 15 {
		t.Errorf("the scale is %.0f, want about 250", got)
	}
	if got := fitScale(nil); got != selfplay.DefaultScale {
		t.Errorf("without positions the scale is %.0f", got)
	}
}
