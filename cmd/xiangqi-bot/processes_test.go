package main

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/bot/game/gametest"
	"xiangqibot/bot/playground"
	"xiangqibot/bot/playground/ratelimit"
	"xiangqibot/store"
	"xiangqibot/store/jobs"
	"xiangqibot/store/storetest"
)

var (
	takeovers = flag.Int("takeovers", 3, "how often TestKilledProcess kills one")
	crashes   = flag.Int("crashes", 0, "every how many kills PostgreSQL crashes too; 0: never, since other tests use it")
	within    = flag.Duration("within", takeover, "how long somebody may then wait for the answer to a move")
)

// takeover is how long nobody may wait in vain for a process that was killed, on a machine that has other work.
const takeover = 30 * time.Second

// clusterShards is the number of shards of the Discord of a cluster.
const clusterShards = 2

// A cluster is several bots on one database and one simulated Discord.
type cluster struct {
	t       *testing.T
	source  string
	config  string
	discord *playground.Server
	called  chan struct{} // has something after a call of a bot
	calls   atomic.Int64  // of the bots
	bots    []*exec.Cmd
	reading []sync.WaitGroup // what each of them logs
	buried  atomic.Int64     // how often a living one was taken for dead
	db      *store.DB        // a process that only looks; nil: the database is a file
}

// newCluster returns one on a database of a kind, for a test that runs beside others.
func newCluster(t *testing.T, source func(testing.TB) string) *cluster {
	t.Helper()
	if testing.Short() {
		t.Skip("the processes are not built for the race detector")
	}
	t.Parallel()
	return &cluster{t: t, source: source(t), called: make(chan struct{}, 1)}
}

// TestKilledProcess plays games against the bot, which is three processes, and kills one after the other
// with kill -9 just before somebody moves, or after one of the calls to Discord that the move leads to. Every move is
// played once, answered, and announced by one message.
//
//	go test ./cmd/xiangqi-bot -run TestKilledProcess -takeovers 300 -crashes 15 -within 30s -timeout 60m -v
//
// At the end no job is left but those that wait for their time, however many processes have died.
func TestKilledProcess(t *testing.T) {
	c := newCluster(t, storetest.Postgres)
	c.start(3)
	g, games, turns := c.challenge(), 1, 1
	chance := rand.New(rand.NewPCG(14, 4))
	var latest time.Duration
	var crashed int
	for n := range *takeovers {
		victim, calls := n%len(c.bots), chance.IntN(5)
		if calls == 0 {
			c.kill(victim)
		}
		began := time.Now()
		p, plies := g.Position(), g.Ply()
		moves := p.LegalMoves(nil)
		c.act("command", map[string]any{"name": "move", "options": map[string]any{"move": moves[chance.IntN(len(moves))].String()}})
		for range calls {
			c.call()
		}
		if *crashes > 0 && n%*crashes == *crashes-1 && calls > 0 {
			c.await("the move is saved", func() bool { // one that is not is refused, and played again by people
				now := gametest.OK(c.db.Games.Game(t.Context(), g.ID))(t)
				return now.Ply() > plies
			})
			storetest.CrashPostgres(t)
			crashed++
		}
		c.kill(victim)
		c.await("the answer to a move", func() bool {
			now, err := c.db.Games.Game(t.Context(), g.ID)
			if err != nil {
				if crashed > 0 && errors.Is(err, game.ErrUnreadable) {
					return false
				}
				t.Fatal(err)
			}
			g = now
			return (g.Ply() >= plies+2 || g.State == game.Finished) && g.Board.Announced >= g.Revision
		})
		late := time.Since(began)
		latest = max(latest, late)
		if late > *within {
			t.Errorf("kill %d, after %d calls: the answer to a move took %v", n, calls, late.Round(time.Millisecond))
		}
		turns++
		if g.State != game.Finished && g.Ply() != plies+2 {
			t.Fatalf("after a move and its answer there are %d plies, and there were %d", g.Ply(), plies)
		}
		c.launch(victim, everyRole, "logged in")
		if g.State == game.Finished {
			g, games, turns = c.challenge(), games+1, turns+1
		}
	}
	t.Logf("%d kills, %d crashes of PostgreSQL", *takeovers, crashed)
	t.Logf("%d turns; the longest that a move and its answer took was %v", turns, latest.Round(time.Millisecond))
	var announced, pictures int
	defer func() {
		if t.Failed() {
			t.Logf("%d messages announce %d turns, %d of them with a picture", announced, turns, pictures)
		}
	}()
	c.await("one message for each turn, the latest of each game alone with a picture", func() bool {
		announced, pictures = c.announcements()
		// An answer that nobody could record, since its process and the server died at once, is found later: the bot's
		// reply has a message of its own by then.
		if announced > turns+crashed {
			t.Fatal("a turn was announced twice")
		}
		return announced >= turns && pictures == games
	})
	ended := time.Now()
	var jobs map[jobs.State]int
	c.await("no job but those that wait for their time", func() bool {
		stats := gametest.OK(c.db.Stats(t.Context()))(t)
		jobs = stats.Jobs
		for job := range jobs {
			if job.State != "scheduled" {
				return false
			}
		}
		return true
	})
	t.Logf("after %v these jobs wait: %v", time.Since(ended).Round(time.Millisecond), jobs)
	if n := c.buried.Load(); n > 0 {
		t.Errorf("%d times the others took a living process for dead", n)
	}
}

// TestEachProcessDoesItsShare plays a move against a bot that is three processes, each with a part of the work, and
// starts one after the other: one receives the move, one answers it, one posts to the channel.
func TestEachProcessDoesItsShare(t *testing.T) {
	c := newCluster(t, storetest.Postgres)
	c.open(3)
	c.launch(0, "gateway", "welcomed a server") // and so the shard of this server is connected
	g := c.challenge()
	played := func(plies int) func() bool {
		return func() bool {
			g = gametest.OK(c.db.Games.Game(t.Context(), g.ID))(t)
			return g.Ply() == plies
		}
	}
	c.act("command", map[string]any{"name": "move", "options": map[string]any{"move": "h2e2"}})
	c.await("the move is played", played(1))
	c.await("the one who played it is answered", func() bool { return played(1)() && g.Board.Announced == g.Revision })
	c.launch(1, "engine", "logged in")
	c.await("the answer is played", played(2))
	if g.Board.Announced == g.Revision {
		t.Error("a process that does not do jobs announced the answer in the channel")
	}
	c.launch(2, "jobs", "logged in")
	c.await("the answer is announced in the channel", func() bool { return played(2)() && g.Board.Announced == g.Revision })
}

func TestParseRoles(t *testing.T) {
	for text, want := range map[string]*jobs.Role{
		"":                      nil, // the only process
		"gateway":               {Gateway: true},
		"jobs, engine":          {Jobs: true, Engine: true},
		"gateway,engine,jobs":   {Gateway: true, Jobs: true, Engine: true},
		"engine,engine,gateway": {Gateway: true, Engine: true},
	} {
		share, err := parseRoles(text)
		if err != nil || (share == nil) != (want == nil) || share != nil && *share != *want {
			t.Errorf("%q: %+v, %v; want %+v", text, share, err, want)
		}
	}
	for _, text := range []string{"all", "gateway,", "gateway jobs", "Engine"} {
		if share, err := parseRoles(text); err == nil {
			t.Errorf("%q is read as %+v", text, share)
		}
	}
}

// challenge begins a game, in which Alice moves first.
func (c *cluster) challenge() (g *game.Game) {
	c.t.Helper()
	c.act("command", map[string]any{"name": "challenge", "options": map[string]any{"strength": 1, "color": "red", "rated": false}})
	c.await("a game", func() bool {
		games := gametest.OK(c.db.Games.Games(c.t.Context(), game.Query{Channel: string(playground.XiangqiID), Open: true}))(c.t)
		if len(games) == 0 {
			return false
		}
		g = games[0]
		return g.State == game.Active && g.Board.Announced == g.Revision
	})
	return g
}

// announcements counts the messages that name Alice, which say whose turn it is or how a game ended, and those with a
// picture.
func (c *cluster) announcements() (messages, pictures int) {
	c.t.Helper()
	for _, m := range messagesIn(c.t, c.discord, playground.XiangqiID) {
		if strings.Contains(m.Content, string(playground.AliceID)) {
			messages++
		}
		if len(m.Attachments) > 0 {
			pictures++
		}
	}
	return messages, pictures
}

// start starts a Discord and bots, each of which does everything.
func (c *cluster) start(n int) {
	c.open(n)
	for i := range n {
		// What a person does while a shard goes from one process to the next, before it has a session, reaches nobody.
		logs := "connected to Discord"
		if i >= clusterShards {
			logs = "logged in"
		}
		c.launch(i, everyRole, logs)
	}
}

// open starts a Discord for so many bots, none of which runs yet.
func (c *cluster) open(n int) {
	t := c.t
	c.discord = startWorld(t, playground.Options{
		Shards: clusterShards, IdentifyEvery: -1,
		Rates: &ratelimit.Rates{}, // none: a move every three seconds would use up those of one channel, and wait for them
		OnRequest: func(e playground.Exchange) {
			if !strings.HasSuffix(e.Path, "/emojis") { // a start uploads them whenever there is time
				c.calls.Add(1)
			}
			select {
			case c.called <- struct{}{}:
			default:
			}
		},
	})
	c.configure()
	c.bots, c.reading = make([]*exec.Cmd, n), make([]sync.WaitGroup, n)
	t.Cleanup(func() {
		for i := range c.bots {
			c.kill(i)
		}
	})
	if strings.HasPrefix(c.source, "sqlite:") {
		return // of which nobody else can be a process
	}
	c.db = gametest.OK(store.Open(t.Context(), c.source, store.Options{Role: &jobs.Role{}}))(t)
	t.Cleanup(func() {
		must(t, c.db.Close())
	})
}

// configure writes the configuration of the bots that are then launched.
func (c *cluster) configure() {
	c.config = filepath.Join(c.t.TempDir(), "config.yaml")
	config := fmt.Sprintf("database: %q\ndiscord: {api: %q}\nengine: {endgame: \"\", searches: 1}\ngames: {place: channel}\n",
		c.source, c.discord.URL())
	must(c.t, os.WriteFile(c.config, []byte(config), 0o600))
}

// everyRole is the part of a process that does everything, beside others that do as well.
const everyRole = "gateway,engine,jobs"

// launch starts a bot with a part of the work and waits until it logs something.
func (c *cluster) launch(i int, role, logs string) {
	c.t.Helper()
	cmd := exec.Command("xiangqi-bot", "serve", "-config", c.config, "-role", role)
	cmd.Env = append(os.Environ(), tokenVariable+"="+c.discord.Token())
	log := gametest.OK(cmd.StderrPipe())(c.t)
	must(c.t, cmd.Start())
	c.bots[i] = cmd
	ready := make(chan bool, 2) // that it has logged this, and that it has ended
	c.reading[i].Go(func() {
		var logged []byte
		for lines := bufio.NewScanner(log); lines.Scan(); { // it ends with the process
			line := lines.Text()
			logged = append(append(logged, line...), '\n')
			if logs != "" && strings.Contains(line, logs) {
				logs = ""
				ready <- true
			}
			if strings.Contains(line, "took this process for dead") {
				c.buried.Add(1)
			}
		}
		ready <- false
		_, _ = c.t.Output().Write(logged[max(0, len(logged)-64<<10):])
	})
	select {
	case ok := <-ready:
		if !ok {
			c.t.Fatalf("process %d ended at once", i)
		}
	case <-time.After(time.Minute):
		_ = cmd.Process.Signal(syscall.SIGQUIT) // its goroutines tell where it hangs
		c.reading[i].Wait()
		c.t.Fatalf("process %d does not say %q", i, logs)
	}
}

// kill ends a bot without a word.
func (c *cluster) kill(i int) {
	if cmd := c.bots[i]; cmd != nil {
		_ = cmd.Process.Kill() // it may be gone
		c.reading[i].Wait()    // before Wait, which closes the pipe
		_ = cmd.Wait()
		c.bots[i] = nil
	}
}

// call waits for a call of a bot, or until there seems to come none.
func (c *cluster) call() {
	select {
	case <-c.called:
	case <-time.After(time.Second):
	}
}

// await waits until something holds, which is looked at after each call of a bot, and once in a while for what a bot
// notes after its call.
func (c *cluster) await(what string, holds func() bool) {
	c.t.Helper()
	timeout := time.After(takeover)
	look := time.NewTicker(50 * time.Millisecond)
	defer look.Stop()
	for !holds() {
		select {
		case <-c.called:
		case <-look.C:
		case <-timeout:
			c.t.Fatalf("waited %v in vain: %s", takeover, what)
		}
	}
}

// act has somebody do something: Alice in #xiangqi unless body names another person or channel. A Discord to which no
// bot is connected refuses that: they try again when one is.
func (c *cluster) act(kind string, body map[string]any) {
	c.t.Helper()
	if body["person"] == nil {
		body["person"] = playground.AliceID
	}
	if body["channel"] == nil {
		body["channel"] = playground.XiangqiID
	}
	c.await("a bot is connected and knows its commands", func() bool {
		ctx, cancel := context.WithTimeout(c.t.Context(), takeover)
		defer cancel()
		status, text, err := askPage(ctx, http.MethodPost, c.discord.URL(), kind, body, nil)
		switch {
		case err == nil && status == http.StatusOK:
			return true
		case status == http.StatusServiceUnavailable, strings.Contains(text, "no command"):
			return false
		}
		c.t.Fatalf("%s %s: %d %s %v", kind, body, status, text, err)
		return false
	})
}
