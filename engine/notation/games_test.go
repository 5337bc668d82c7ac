package notation_test

import (
	"math/rand/v2"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"xiangqibot/engine/board"
	"xiangqibot/engine/testcases"
)

// TestReadsWhatItWritesInGames tests that every written move is read back, in positions of played games, of the oracle,
// and with pawns in tandem, which are rare in games. With XIANGQI_ALL=1 it takes every position of every game.
func TestReadsWhatItWritesInGames(t *testing.T) {
	games := testcases.Path(t, "data/games.jsonl.gz") // skips before the workers start
	every := 125
	switch {
	case os.Getenv("XIANGQI_ALL") == "1":
		every = 1
	case testing.Short():
		every = 1000
	}
	t.Logf("one position of %d of %s", every, games)

	positions := make(chan board.Position, 1000)
	var tried atomic.Int64
	var workers sync.WaitGroup
	for range 2 {
		workers.Go(func() {
			for p := range positions {
				tried.Add(1)
				if fault := readsBack(&p); fault != "" {
					t.Error(fault)
				}
			}
		})
	}

	defer func() {
		close(positions)
		workers.Wait()
		t.Logf("%d positions", tried.Load())
	}()

	ply := 0
	testcases.Each(t, "data/games.jsonl.gz", func(row struct{ Moves string }) {
		p := board.StartPosition()
		for text := range strings.FieldsSeq(row.Moves) {
			p.Make(testcases.Move(t, text))
			if ply++; ply%every == 0 {
				positions <- p
			}
		}
	})
	for _, file := range []string{"oracle/moves.jsonl.gz", "oracle/notation.jsonl.gz"} {
		testcases.Each(t, file, func(row struct{ FEN string }) { positions <- testcases.Position(t, row.FEN) })
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range 10_000 {
		positions <- tandemPawns(random)
	}
}

// tandemPawns makes a position in which the side to move has up to five pawns beyond the river on two files or one.
// What it draws is not always a position (the kings may face each other), so it draws until it is.
func tandemPawns(random *rand.Rand) board.Position {
	for {
		var s board.Setup
		s.MoveNumber = 1
		s.SideToMove = board.Color(random.IntN(2))
		put := func(c board.Color, k board.Kind, at board.Square) {
			if c == board.Black {
				at = at.Flip()
			}
			if s.Placement[at] == board.NoPiece {
				s.Placement[at] = board.MakePiece(c, k)
			}
		}
		for _, c := range []board.Color{board.Red, board.Black} {
			put(c, board.King, board.SquareAt(3+random.IntN(3), random.IntN(3)))
		}
		files := random.Perm(board.Files)[:1+random.IntN(2)]
		for range 5 {
			put(s.SideToMove, board.Pawn, board.SquareAt(files[random.IntN(len(files))], 5+random.IntN(5)))
		}
		if p, err := board.NewPosition(s); err == nil {
			return p
		}
	}
}
