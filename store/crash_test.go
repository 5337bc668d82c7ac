package store_test

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
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
	"xiangqibot/bot/standing"
	"xiangqibot/engine/rules"
	"xiangqibot/store"
	"xiangqibot/store/storetest"
)

// The tests of crashes run this program again as a victim, which does what the variable says until it is killed.
const victimEnv = "STORE_TEST_VICTIM"

var crashSeed = flag.Uint64("crashseed", 0, "what is played until the kill, and how many acts that are; 0: chance")

func TestMain(m *testing.M) {
	switch task, source, _ := strings.Cut(os.Getenv(victimEnv), " "); task {
	case "think":
		victimThinks(source)
	case "play":
		victimPlays(source)
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

// crashPeople play while the victim is killed: so many that no two of them have too many rated games in a day.
var crashPeople = func() (all []game.Person) {
	for n := range 40 {
		all = append(all, game.Person(fmt.Sprint(2001+n)))
	}
	return all
}()

// victimPlays plays game after game, everyone against everyone, and prints each act after it was saved. Before the
// source is the seed of the dice.
func victimPlays(seeded string) {
	spelled, source, _ := strings.Cut(seeded, " ")
	seed, err := strconv.ParseUint(spelled, 10, 64)
	check(err)
	dice := rand.New(rand.NewPCG(seed, 2))
	db, err := store.Open(context.Background(), source, store.Options{})
	check(err)
	service := gametest.New(storetest.Stores(db), quickThinker{}, game.Options{Clock: time.Now, MaxGames: 1 << 30})
	check(work(db, worker{think: service.Think, lapse: service.Lapse}))
	_, err = service.ChangeServer(context.Background(), game.Act{Actor: alice, Guild: "g"}, func(s *game.Server) error {
		s.Cooldown = game.Disabled
		return nil
	})
	check(err)
	for {
		i := dice.IntN(len(crashPeople))
		red, black, guild := crashPeople[i], crashPeople[(i+1)%len(crashPeople)], "g"
		act := func(p game.Person) game.Act {
			return game.Act{Actor: p, Guild: guild, Channel: fmt.Sprint(dice.Uint64())}
		}
		spec := game.ChallengeSpec{Opponent: black, ColorChoice: game.WantRed, Rated: true}
		if dice.IntN(3) == 0 {
			spec.Opponent, spec.Level, guild = "", 1, "" // where they are not bounded
		}
		g, err := service.Challenge(context.Background(), act(red), spec)
		if refused := (*game.Refusal)(nil); errors.As(err, &refused) && refused.Code == game.AlreadyChallenged {
			g, err = service.Game(context.Background(), refused.Game) // by a victim before, which died of it
		}
		check(err)
		fmt.Println(g.ID, g.Revision)
		if g.State == game.Offered {
			g, err = service.Accept(context.Background(), act(black), g.ID)
			check(err)
			fmt.Println(g.ID, g.Revision)
			for _, text := range quickMate {
				g, err = service.Move(context.Background(), act(g.Seats[g.Turn()].Person), g.ID, text)
				check(err)
				fmt.Println(g.ID, g.Revision)
			}
		} else {
			first := act(red)
			first.Board = g.BoardKey()
			g, err = service.MoveExact(context.Background(), first, g.ID, anyLegal(g))
			check(err)
			fmt.Println(g.ID, g.Revision)
		}
	}
}

// kill -9 at any moment, again and again: what was said to be saved is there, and everything that belongs together is
// there together. What is played and how many acts are awaited comes from a seed; how far the victim gets beyond them
// before it dies stays chance.
func TestKilledWhilePlaying(t *testing.T) {
	each(t, func(t *testing.T, source string) {
		seed := *crashSeed
		if seed == 0 {
			seed = rand.Uint64()
		}
		t.Logf("this is -crashseed %d", seed)
		dice := rand.New(rand.NewPCG(seed, 1))
		saved := map[game.ID]int{} // the latest revision that was said to be saved
		for round := range 5 {
			cmd, lines := victim(t, "play", fmt.Sprint(dice.Uint64(), " ", source))
			note := func(line string) {
				var id game.ID
				var revision int
				if _, err := fmt.Sscan(line, &id, &revision); err != nil {
					t.Fatalf("the victim said %q", line)
				}
				saved[id] = revision
			}
			for n := 20 + dice.IntN(80); n > 0 && lines.Scan(); n-- {
				note(lines.Text())
			}
			kill(t, cmd, lines, note)
			db, err := store.Open(t.Context(), source, store.Options{})
			must(t, err)
			checkAfterCrash(t, db, saved)
			must(t, db.Close())
			t.Logf("round %d: %d games", round, len(saved))
		}
	})
}

// checkAfterCrash checks that nothing is lost and nothing is half done.
func checkAfterCrash(t *testing.T, db *store.DB, saved map[game.ID]int) {
	t.Helper()
	won := map[game.Person]int{}
	played := map[game.Person]int{}
	for id := range saved {
		g, err := db.Games.Game(t.Context(), id)
		must(t, err)
		if g.Revision < saved[id] {
			t.Errorf("game %d: revision %d was saved, %d is there", id, saved[id], g.Revision)
		}
		if _, ok := g.BotSeat(); ok && g.State == game.Active && g.Turn() != 0 && count(t, db, `SELECT COUNT(*) FROM river_job WHERE kind = 'think'
			AND CAST(args ->> 'game' AS BIGINT) = $1 AND CAST(args ->> 'ply' AS BIGINT) = $2 AND state <> 'completed'`, id, g.Ply()) == 0 {
			t.Errorf("game %d: the bot is to move and no thought is queued", id)
		}
		if n := count(t, db, `SELECT COUNT(DISTINCT args ->> 'revision') FROM river_job
			WHERE kind = 'announce' AND CAST(args ->> 'game' AS BIGINT) = $1`, id); n != g.Revision {
			t.Errorf("game %d: %d events, %d announcements", id, g.Revision, n)
		}
		if g.State != game.Finished {
			continue
		}
		if g.Outcome != rules.BlackWins || g.After[1].R <= g.Before[1].R {
			t.Errorf("game %d: %v, %+v to %+v", id, g.Outcome, g.Before, g.After)
		}
		won[g.Seats[1].Person]++
		played[g.Seats[0].Person]++
		played[g.Seats[1].Person]++
	}
	for _, p := range crashPeople {
		known, err := db.Standings.Player(t.Context(), p)
		must(t, err)
		player := known.Correspondence
		history, err := db.Standings.Results(t.Context(), standing.ResultQuery{Person: p, Limit: 1000})
		must(t, err)
		if player.Games != played[p] || player.Wins != won[p] || len(history) != player.Games {
			t.Errorf("%s: %d games counted, %d there; %d wins counted, %d there; %d in the history",
				p, player.Games, played[p], player.Wins, won[p], len(history))
		}
		if len(history) > 0 && history[0].After != player.Rating {
			t.Errorf("%s has rating %+v, the history ends with %+v", p, player.Rating, history[0].After)
		}
	}
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
