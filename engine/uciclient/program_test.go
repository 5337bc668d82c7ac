package uciclient_test

import (
	"context"
	"errors"
	"flag"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"xiangqibot/engine/board"
	"xiangqibot/engine/testcases"
	"xiangqibot/engine/uciclient"
	"xiangqibot/engine/uciclient/uciclienttest"
)

func TestMain(m *testing.M) {
	uciclienttest.Main()
	// The tests mostly wait for programs that do not end by themselves.
	if err := flag.Set("test.parallel", "8"); err != nil {
		panic(err)
	}
	goleak.VerifyTestMain(m)
}

// start runs the program with a behavior until the test ends.
func start(t *testing.T, o uciclient.Options) *uciclient.Program {
	t.Helper()
	p, err := uciclient.Start(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	})
	return p
}

// oldGame is a record in which the program shows its fault.
func oldGame(t *testing.T) *board.Record {
	t.Helper()
	return testcases.Record(t, board.StartFEN, "h2e2", "h9g7", "h0g2", "i9h9")
}

func TestThink(t *testing.T) {
	p := start(t, uciclienttest.Options(uciclienttest.Normal))
	rec := board.NewRecord()
	for range 6 {
		thought, err := p.Think(t.Context(), &rec, uciclient.Limits{Nodes: 1})
		if err != nil {
			t.Fatal(err)
		}
		if thought.Score != 12 || !thought.Scored || thought.Depth != 1 {
			t.Errorf("%+v, want the score of the last line that is no bound", thought)
		}
		if err := rec.Play(thought.Move); err != nil {
			t.Fatal(err)
		}
	}
	if err := p.NewGame(t.Context()); err != nil {
		t.Error(err)
	}
}

// A program returns a move that is not legal, for the referee.
func TestIllegalMoveIsReturned(t *testing.T) {
	p := start(t, uciclienttest.Options(uciclienttest.Illegal))
	rec := oldGame(t)
	thought, err := p.Think(t.Context(), rec, uciclient.Limits{Nodes: 1})
	if pos := rec.Position(); err != nil || pos.IsLegal(thought.Move) {
		t.Errorf("%v, %v: want the illegal move", thought.Move, err)
	}
}

// TestLittleTimeIsALimit makes sure that less than a millisecond is sent as one: a program without a limit thinks until
// it is stopped.
func TestLittleTimeIsALimit(t *testing.T) {
	for want, limits := range map[string]uciclient.Limits{
		"go movetime 1": {MoveTime: 300 * time.Microsecond},
		"go wtime 1 btime 5000 winc 1000 binc 1000": {Clocks: [2]time.Duration{300 * time.Microsecond, 5 * time.Second}, Increment: time.Second},
		"go nodes 7 depth 3":                        {Nodes: 7, Depth: 3},
	} {
		if got := limits.Command(); got != want {
			t.Errorf("%+v: %q, want %q", limits, got, want)
		}
	}
}

// TestSuperfluousOutput makes sure that long lines, many lines and a second bestmove do not affect the next request.
func TestSuperfluousOutput(t *testing.T) {
	p := start(t, uciclienttest.Options(uciclienttest.Floods))
	rec := oldGame(t)
	for range 3 {
		thought, err := p.Think(t.Context(), rec, uciclient.Limits{Nodes: 1})
		if err != nil || thought.Score != 12 {
			t.Fatalf("%+v, %v", thought, err)
		}
		if err := rec.Play(thought.Move); err != nil {
			t.Fatal(err)
		}
	}
}

// TestStop cuts a search off; the program is of use afterwards.
func TestStop(t *testing.T) {
	p := start(t, uciclienttest.Options(uciclienttest.AnswersOnStop))
	for range 2 {
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
		if _, err := p.Think(ctx, oldGame(t), uciclient.Limits{Nodes: 1}); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("error %v, want that of the context", err)
		}
		cancel()
	}
	rec := board.NewRecord()
	if _, err := p.Think(t.Context(), &rec, uciclient.Limits{Nodes: 1}); err != nil {
		t.Error(err)
	}
}

// brief is a context that is canceled when it is looked at again.
type brief struct {
	context.Context
	cancel func()
	looks  int
}

func (b *brief) Done() <-chan struct{} {
	if b.looks--; b.looks < 0 {
		b.cancel()
	}
	return b.Context.Done()
}

// TestStopFollowsGo cuts a search off at the moment at which it is asked for. What is written to the program keeps its
// order all the same: a stop before the go would leave it thinking.
func TestStopFollowsGo(t *testing.T) {
	p := start(t, uciclienttest.Options(uciclienttest.AnswersOnStop))
	for range 5 {
		ctx, cancel := context.WithCancel(t.Context())
		if _, err := p.Think(&brief{ctx, cancel, 1}, oldGame(t), uciclient.Limits{Nodes: 1}); !errors.Is(err, context.Canceled) {
			t.Fatalf("error %v, want that of the context", err)
		}
	}
}

// TestCloseEndsAll closes a program that does not end when it is told to.
func TestCloseEndsAll(t *testing.T) {
	t.Parallel()
	p := start(t, uciclienttest.Options(uciclienttest.IgnoresQuit))
	if err := p.NewGame(t.Context()); err != nil {
		t.Error(err)
	}
}

// TestCloseWithOrphan closes a program that ends late and leaves a child that keeps its output open: this is no error.
func TestCloseWithOrphan(t *testing.T) {
	t.Parallel()
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("there is no shell")
	}
	const script = `while read -r word; do case $word in
		uci) echo uciok ;;
		isready) echo readyok ;;
		quit) sleep 4 & sleep 1.5; exit ;;
	esac; done`
	start(t, uciclient.Options{Command: []string{shell, "-c", script}})
}

func TestOptions(t *testing.T) {
	sound := uciclienttest.Options(uciclienttest.Normal)
	sound.Settings = []string{"Skil=3"}
	if _, err := uciclient.Start(t.Context(), sound); err == nil || !strings.Contains(err.Error(), "it has Skill") {
		t.Errorf("error %v, want one that lists the options", err)
	}
	sound.Settings = []string{"skill=3"}
	start(t, sound)
	for _, bad := range []uciclient.Options{
		{}, {Command: []string{"/nowhere/engine"}}, {Command: []string{os.Args[0]}, Settings: []string{"Skill"}},
	} {
		if _, err := uciclient.Start(t.Context(), bad); err == nil {
			t.Errorf("a program starts with %+v", bad)
		}
	}
}

// TestFairyStockfish plays a few moves of a program that many people have. CI requires it.
func TestFairyStockfish(t *testing.T) {
	path := fairy(t)
	p := start(t, uciclient.Options{
		Command: []string{path}, Settings: []string{"UCI_Variant=xiangqi", "Hash=1"}, FirstRank: 1,
		ResponseTimeout: time.Minute,
	})
	rec := board.NewRecord()
	for range 4 {
		thought, err := p.Think(t.Context(), &rec, uciclient.Limits{Nodes: 2000})
		if err != nil {
			t.Fatal(err)
		}
		if !thought.Scored || thought.Depth == 0 {
			t.Errorf("%+v, want a score and a depth", thought)
		}
		if err := rec.Play(thought.Move); err != nil {
			t.Fatal(err)
		}
	}
}

// fairy finds Fairy-Stockfish, which Debian keeps among the games.
func fairy(t *testing.T) string {
	t.Helper()
	for _, name := range []string{"fairy-stockfish", "/usr/games/fairy-stockfish"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	if os.Getenv("XIANGQI_REQUIRE_FAIRY") != "" {
		t.Fatal("fairy-stockfish is missing: apt-get install fairy-stockfish")
	}
	t.Skip("fairy-stockfish is not installed (apt-get install fairy-stockfish)")
	return ""
}
