package store_test

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"go.uber.org/goleak"

	"xiangqibot/bot/game"
	"xiangqibot/bot/game/gametest"
	"xiangqibot/bot/game/posted"
	"xiangqibot/store"
	"xiangqibot/store/storetest"
)

// The tests of crashes run this program again as a victim, which does what the variable says until it is killed.
const victimEnv = "STORE_TEST_VICTIM"

func TestMain(m *testing.M) {
	switch task, source, _ := strings.Cut(os.Getenv(victimEnv), " "); task {
	case "think":
		victimThinks(source)
	case "import":
		victimImports(source)
	default:
		// The tests mostly wait: more of them run at once than there are processors. And a case of a property is some
		// transactions on each back-end, not some function calls: fewer of them do, unless more are asked for.
		setDefault("test.parallel", strconv.Itoa(3*runtime.GOMAXPROCS(0)))
		if os.Getenv("RAPID_CHECKS") == "" {
			setDefault("rapid.checks", "25")
		}
		goleak.VerifyTestMain(untilStopped{m})
	}
}

// setDefault sets a flag that the command line may still set.
func setDefault(name, value string) {
	if err := flag.Set(name, value); err != nil {
		panic(err)
	}
}

// untilStopped runs the tests and ends the PostgreSQL that they may have started.
type untilStopped struct{ tests *testing.M }

func (u untilStopped) Run() int {
	defer storetest.StopPostgres()
	return u.tests.Run()
}

// victim starts a victim and yields the lines it prints.
func victim(t *testing.T, task, source string) (*exec.Cmd, *bufio.Scanner) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), victimEnv+"="+task+" "+source)
	cmd.Stderr = t.Output()
	out, err := cmd.StdoutPipe()
	must(t, err)
	must(t, cmd.Start())
	t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() }) // already dead, unless the test failed before
	return cmd, bufio.NewScanner(out)
}

// kill is kill -9. It reads the rest of what the victim said before it died. One that ended before was killed in no act.
func kill(t *testing.T, cmd *exec.Cmd, lines *bufio.Scanner, line func(string)) {
	t.Helper()
	must(t, cmd.Process.Signal(syscall.SIGKILL))
	for lines.Scan() {
		line(lines.Text())
	}
	_ = cmd.Wait() // the error says that it was killed
	if cmd.ProcessState.Exited() {
		t.Errorf("the victim was not killed: %v", cmd.ProcessState)
	}
}

// victimThinks opens the database, begins a game in which the bot is to move, and dies thinking.
func victimThinks(source string) {
	db, err := store.Open(context.Background(), source, store.Options{})
	check(err)
	service := gametest.New(storetest.Stores(db), nil, game.Options{Clock: time.Now})
	check(work(db, worker{think: func(_ context.Context, job game.Think) error {
		fmt.Println("thinking about", job.Game)
		select {}
	}}))
	_, err = service.Challenge(context.Background(), game.Act{Actor: alice, Channel: "c"}, game.ChallengeSpec{Level: 3, ColorChoice: game.WantBlack})
	check(err)
	select {}
}

// kill -9 while the bot thinks: the next start thinks again at once, and tells the challenge whose answer was on its way.
func TestKilledWhileThinking(t *testing.T) {
	each(t, func(t *testing.T, source string) {
		cmd, lines := victim(t, "think", source)
		if !lines.Scan() || lines.Text() != "thinking about 1" {
			t.Fatalf("the victim said %q", lines.Text())
		}
		if second, err := store.Open(t.Context(), source, store.Options{}); err == nil || !strings.Contains(err.Error(), "another bot is using") {
			t.Errorf("a second process may open the same database: %v, %v", second, err)
		}
		kill(t, cmd, lines, func(string) {})

		db := open(t, source, store.Options{Clock: time.Now})
		service := gametest.New(storetest.Stores(db), quickThinker{}, game.Options{Clock: time.Now})
		boards := posted.NewBoards(db.Games, service.Service)
		told := make(chan *game.Game, 10)
		before := time.Now()
		must(t, work(db, worker{
			think: service.Think,
			announce: func(ctx context.Context, job game.Announce) error {
				g, err := boards.ToAnnounce(ctx, job, 0)
				if err != nil || g == nil {
					return err
				}
				told <- g
				return boards.BoardPosted(ctx, g.ID, g.Channel, g.Revision, "message")
			},
		}))
		for {
			g := receive(t, told, "the bot's move")
			if g.Ply() == 1 {
				break
			}
		}
		t.Logf("the move that was queued was told %v after the start", time.Since(before).Round(time.Millisecond))
	})
}

func count(t *testing.T, db *store.DB, query string, args ...any) (n int) {
	t.Helper()
	must(t, db.SQL().QueryRow(query, args...).Scan(&n))
	return n
}

// check ends a victim that cannot do its task.
func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
