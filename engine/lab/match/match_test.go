package match

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"xiangqibot/engine"
	"xiangqibot/engine/board"
	"xiangqibot/engine/eval/nnue"
	"xiangqibot/engine/lab/journal"
	"xiangqibot/engine/rules"
	"xiangqibot/engine/testcases"
	"xiangqibot/engine/uciclient/uciclienttest"
)

// TestMain lets this binary stand in for an outside program.
func TestMain(m *testing.M) {
	uciclienttest.Main()
	os.Exit(m.Run())
}

// outsider is the program of uciclienttest with a habit.
func outsider(habit uciclienttest.Behavior) Contestant {
	return UCI(string(habit), uciclienttest.Options(habit))
}

func startOpening() []board.Position { return []board.Position{board.StartPosition()} }

// TestBuiltInBeatsFirstMove plays a small match through a pipe against a program that plays its first legal move.
func TestBuiltInBeatsFirstMove(t *testing.T) {
	m := Match{
		A: BuiltIn("built-in", engine.Options{HashMB: 1}), B: outsider(uciclienttest.Normal),
		Openings: startOpening(), Pairs: 2, Concurrency: 2, Budget: Budget{Nodes: 2000},
	}
	standing, err := m.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if standing.Wins != 4 || standing.Pentanomial != (Pentanomial{4: 2}) || standing.Forfeits != ([2]int{}) {
		t.Errorf("%v, pairs %v, faults %v %v: want four wins", &standing, standing.Pentanomial, standing.Forfeits, standing.Problems)
	}
	if standing.Terminations[Termination(rules.Checkmate.String())] == 0 {
		t.Errorf("no game ended by checkmate: %v", standing.Terminations)
	}
}

// TestFaultsLose makes sure that a program that misbehaves loses that game, is replaced and does not stop the match.
func TestFaultsLose(t *testing.T) {
	for habit, ending := range map[uciclienttest.Behavior]Termination{
		uciclienttest.Illegal: IllegalMove, uciclienttest.Crashes: Crash, uciclienttest.NeverAnswers: Crash, uciclienttest.NoMoveNamed: Crash,
	} {
		t.Run(string(habit), func(t *testing.T) {
			if testing.Short() && habit == uciclienttest.NeverAnswers {
				t.Skip("waits until the time is over")
			}
			m := Match{
				A: outsider(habit), B: BuiltIn("built-in", engine.Options{HashMB: 1}),
				Openings: startOpening(), Pairs: 1, Budget: Budget{MoveTime: 500 * time.Millisecond, Nodes: 100},
			}
			standing, err := m.Run(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if standing.Losses != 2 || standing.Forfeits != [2]int{2, 0} || standing.Terminations[ending] != 2 {
				t.Errorf("%v, faults %v, endings %v: want two losses by %s", &standing, standing.Forfeits, standing.Terminations, ending)
			}
			if len(standing.Problems) != 2 {
				t.Errorf("problems %q, want two", standing.Problems)
			}
		})
	}
}

// TestResume cuts a match off and goes on: together the games are those of a match in one go.
func TestResume(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal.jsonl")
	build := func() *Match {
		return &Match{
			A: BuiltIn("two", engine.Options{HashMB: 1}), B: BuiltIn("one", engine.Options{HashMB: 1}),
			Openings: startOpening(), Pairs: 3, Budget: Budget{Nodes: 1}, Journal: path,
			Adjudication: Adjudication{MaxPlies: 12},
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	m := build()
	m.Budget.Nodes = 2
	if _, err := m.Run(ctx); !errors.Is(err, context.Canceled) { // without a game, it binds nobody to its terms
		t.Fatal(err)
	}
	ctx, cancel = context.WithCancel(t.Context())
	m = build()
	m.Progress = func(s Standing) {
		if s.Games() == 3 {
			cancel()
		}
	}
	if _, err := m.Run(ctx); !errors.Is(err, context.Canceled) {
		t.Fatalf("a match that was cut off returns %v", err)
	}
	// The machine died while a line was written.
	torn, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := torn.WriteString(`{"game":5,"red":"o`); err != nil {
		t.Fatal(err)
	}
	torn.Close()

	kept, err := ReadJournal(path)
	if err != nil {
		t.Fatal(err)
	}
	before := len(kept)
	standing, err := build().Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if before < 3 || standing.FromJournal != before || standing.Games() != 6 || standing.Pentanomial.Count() != 3 {
		t.Errorf("%d games were kept, %d replayed, %d finished, %d pairs", before, standing.FromJournal, standing.Games(), standing.Pentanomial.Count())
	}
	games, err := ReadJournal(path)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[int]bool{}
	for _, g := range games {
		seen[g.Number] = true
		rec, err := g.Record()
		if err != nil {
			t.Fatal(err)
		}
		// Weak players may be mated before the limit.
		tooLong := g.Outcome == rules.Draw.String() && g.Termination == MaxPliesReached && len(rec.Moves) == 12
		mated := g.Outcome != rules.Draw.String() && g.Termination == Termination(rules.Checkmate.String())
		if len(g.Scores) != len(rec.Moves) || !tooLong && !mated {
			t.Errorf("game %d: %d moves, %d scores, %s by %s", g.Number, len(rec.Moves), len(g.Scores), g.Outcome, g.Termination)
		}
	}
	if len(seen) != 6 {
		t.Errorf("the journal has the games %v, want 0 to 5", seen)
	}

	for _, spoil := range []func(*Match){
		func(m *Match) { m.A.Name = "three" },
		func(m *Match) { m.A.Settings = "another build" },
		func(m *Match) { m.Budget.Nodes = 2 },
		func(m *Match) { m.Adjudication = StandardAdjudication() },
		func(m *Match) { m.Openings[0].Make(board.NewMove(board.SquareAt(7, 2), board.SquareAt(4, 2))) },
	} {
		other := build()
		spoil(other)
		if _, err := other.Run(t.Context()); !errors.Is(err, journal.ErrOtherTerms) {
			t.Errorf("the journal of another match gives error %v", err)
		}
	}
}

// TestSPRTEndsMatch makes sure that a match between unequal players is not played to its end.
func TestSPRTEndsMatch(t *testing.T) {
	if testing.Short() {
		t.Skip("plays many games")
	}
	m := Match{
		A: BuiltIn("deep", engine.Options{HashMB: 1}), B: outsider(uciclienttest.Normal),
		Openings: startOpening(), Pairs: 100, Budget: Budget{Nodes: 500}, SPRT: &SPRT{Elo0: 0, Elo1: 100},
	}
	standing, err := m.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if standing.Decision != AcceptElo1 || standing.Games() > 90 {
		t.Errorf("after %d games the test says %v (LLR %.2f)", standing.Games(), standing.Decision, standing.LLR)
	}
}

// TestAdjudicatedWins plays a pair from a position in which Red is a rook ahead, as both sides see.
func TestAdjudicatedWins(t *testing.T) {
	ahead := testcases.Position(t, "1nbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1")
	m := Match{
		A: BuiltIn("a", engine.Options{HashMB: 1}), B: BuiltIn("b", engine.Options{HashMB: 1}), Pairs: 1,
		Openings: []board.Position{ahead}, Budget: Budget{Nodes: 500}, Adjudication: Adjudication{WinScore: 300, WinPlies: 4},
	}
	standing, err := m.Run(t.Context())
	if err != nil || standing.Wins != 1 || standing.Losses != 1 || standing.Terminations[AdjudicatedWin] != 2 {
		t.Errorf("%v, endings %v (%v): want one adjudicated win each", &standing, standing.Terminations, err)
	}
}

// TestClock lets a player with a fallen flag lose, by a clock of the test's own.
func TestClock(t *testing.T) {
	now := time.Unix(0, 0)
	r := referee{
		budget: Budget{Clock: 10 * time.Second, Increment: time.Second, Depth: 1},
		now:    func() time.Time { now = now.Add(2 * time.Second); return now }, // two seconds a look, so two for every move
	}
	var players [2]Player
	for i := range players {
		p, err := BuiltIn("h", engine.Options{HashMB: 1}).Start(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		players[i] = p
	}
	res, err := r.play(t.Context(), players, board.StartPosition())
	if err != nil {
		t.Fatal(err)
	}
	// 10 s, and one second less with every move: after nine moves one is left, which the tenth oversteps.
	if res.termination != TimeForfeit || res.outcome != rules.BlackWins || len(res.record.Moves) != 18 {
		t.Errorf("%v by %s after %d plies, want black to win on time after 18", res.outcome, res.termination, len(res.record.Moves))
	}
}

func ExampleMatch() {
	m := Match{
		A:        BuiltIn("network", engine.Options{Evaluation: nnue.Standard().Evaluation()}),
		B:        BuiltIn("by hand", engine.Options{}),
		Openings: []board.Position{board.StartPosition()},
		Pairs:    1, Budget: Budget{Nodes: 1000},
		Adjudication: Adjudication{MaxPlies: 4},
	}
	standing, err := m.Run(context.Background())
	fmt.Println(standing.Draws, standing.Terminations[MaxPliesReached], err)
	// Output: 2 2 <nil>
}
