package train

import (
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"xiangqibot/engine/board"
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

// read reads files.
func read(t testing.TB, f *Files) *Positions {
	t.Helper()
	p, err := f.Read(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Nothing of a game is on both sides.
func TestGamesAreHeldOut(t *testing.T) {
	p := read(t, threeFiles(t, 20))
	if len(p.Validation) == 0 || strings.Count(p.Recipe, ": 20 games,") != 3 {
		t.Fatalf("%d positions to check: %s", len(p.Validation), p.Recipe)
	}
	apart := map[packedSample]bool{}
	for _, c := range p.Validation {
		apart[c] = true
	}
	shared := 0
	for _, c := range p.Training {
		if apart[c] && c.score() != 0 { // the first moves of two games may be alike
			shared++
		}
	}
	if shared > len(p.Training)/100 {
		t.Errorf("%d of %d positions are also among those kept apart", shared, len(p.Training))
	}
}

// A run that begins with the weights of another must not be checked by games that those have learned from.
func TestEveryRunHoldsOutTheSameGames(t *testing.T) {
	f := threeFiles(t, 20)
	other := *f
	other.Names = []string{f.Names[2], f.Names[0]}
	one, two := read(t, f), read(t, &other)
	for _, check := range two.Validation {
		if !slices.Contains(one.Validation, check) {
			t.Fatal("a position to check is one to learn from in a run with other files")
		}
	}
	if len(two.Validation) == 0 || len(two.Validation) == len(one.Validation) {
		t.Errorf("%d positions to check in three files, %d in two of them", len(one.Validation), len(two.Validation))
	}
}

// With too many positions to check, those taken are not only the first ones.
func TestChecksAreDrawnFromAllGames(t *testing.T) {
	f := threeFiles(t, 20)
	all := read(t, f)
	f.MaxValidation = len(all.Validation) / 2
	half := read(t, f)
	if len(half.Validation) != f.MaxValidation || len(half.Training) != len(all.Training) {
		t.Errorf("%d positions to check and %d to learn from, want %d and %d",
			len(half.Validation), len(half.Training), f.MaxValidation, len(all.Training))
	}
	f.Names = f.Names[2:]
	late := 0
	for _, check := range read(t, f).Validation {
		if slices.Contains(half.Validation, check) {
			late++
		}
	}
	if late < f.MaxValidation/10 {
		t.Errorf("%d of %d positions to check come from the last file", late, f.MaxValidation)
	}
}

// The beginnings of games are left out.
func TestBeginningsAreLeftOut(t *testing.T) {
	g := selfplay.Game{Start: board.StartPosition(), Outcome: rules.Draw}
	for i, text := range []string{"h2e2", "h9g7", "h0g2", "i9h9"} {
		m := testcases.Move(t, text)
		g.Plies = append(g.Plies, selfplay.Ply{Move: m, Score: int16(i)})
	}
	path := filepath.Join(t.TempDir(), "a.games")
	w, _, err := selfplay.Append(path, "nodes 500")
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(w.Write(g), w.Close()); err != nil {
		t.Fatal(err)
	}
	f := &Files{Names: []string{path}, MaxScore: 1000, SkipPlies: 3}
	if p := read(t, f); len(p.Training) != 1 {
		t.Errorf("%d positions, want 1", len(p.Training))
	}
}

func TestWrongFilesAreRefused(t *testing.T) {
	damaged := threeFiles(t, 0)
	damaged.Names = []string{filepath.Join(t.TempDir(), "no.games")}
	if err := os.WriteFile(damaged.Names[0], []byte("no games at all"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := damaged.Read(t.Context(), nil); err == nil || !strings.Contains(err.Error(), "no.games: ") {
		t.Errorf("a file of something else: %v", err)
	}
	none := threeFiles(t, 0)
	if _, err := none.Read(t.Context(), nil); !errors.Is(err, ErrNoPositions) {
		t.Errorf("files without games: %v", err)
	}
}
