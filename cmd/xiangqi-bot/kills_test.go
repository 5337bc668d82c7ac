package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/bot/game/gametest"
	"xiangqibot/bot/playground"
	"xiangqibot/bot/view/panelview"
)

var (
	kills      = flag.Int("kills", 3, "how often TestKills kills the bot")
	killsFor   = flag.Duration("killsfor", 0, "TestKills ends after so long, however many kills are left")
	killsStorm = flag.Bool("killstorm", false, "TestKills has Discord's faults come at random as well")
	killsSeed  = flag.Uint64("killseed", 1, "what the people of TestKills do, and when the bot is killed")
)

// TestKills kills the real process, kill -9, while people play: "xiangqi-bot serve" with its database on disk, and the
// simulated Discord in this process, which outlives it as the real one does.
//
//	go test ./cmd/xiangqi-bot -run TestKills -kills 300 -timeout 2h -v
//	go test ./cmd/xiangqi-bot -run TestKills -kills 300 -killstorm -killsfor 30m -timeout 2h -v
//
// People play the bot, each other, tournaments, and a game in which they vote. Every fifth time the server's way with
// old boards changes, and the bot is suspended for a moment, as its machine may be; every second time the clock jumps.
// The people keep an account of what they did and what they were answered. At the end each move that was acknowledged
// is in its game, once, and each move of a person in a game is one that they made there; each vote that was
// acknowledged counts once, and each turn played what most were for; whoever was told that they are in a tournament is,
// and each of its rounds was announced once; the bot owes no reply, no flag and no count; each thread, and the channel
// with the votes, shows the newest board of its games, and only once; and "verify" finds nothing. Every tenth time the
// bot is asked to end, which it has to do within ten seconds.
func TestKills(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("the processes that are killed are not those that the race detector watches")
	}
	r := newKillRun(t)
	r.live()
	for n := range 9 {
		r.invite(n)
	}
	r.assign()
	ctx, rest := context.WithCancel(t.Context())
	var acting sync.WaitGroup
	for _, v := range r.victims {
		acting.Go(func() { v.play(ctx) })
	}
	if *killsStorm {
		acting.Go(func() { r.storm(ctx) })
	}
	began := time.Now()
	for r.killed < *kills && (*killsFor <= 0 || time.Since(began) < *killsFor) {
		r.kill()
		r.live()
	}
	rest()
	acting.Wait()
	r.world.ClearFaults()
	r.settle()
	r.end()
	r.account()
	t.Logf("%s, in %v", r.count(), time.Since(began).Round(time.Second))
}

// entrants is how many people play in tournaments.
const entrants = 3

// assign says what everybody does: three play the bot, three each other and in tournaments, and three vote.
func (r *killRun) assign() {
	people := r.victims
	people[3].enters, people[4].enters, people[5].enters = true, true, true
	people[4].rival, people[5].rival = people[5], people[4]
	people[6].votes, people[7].votes, people[8].votes = true, true, true
	people[3].starts, people[6].starts = true, true
}

// endWithin is how long a bot that was asked to end is waited for, until it counts as one that hangs.
const endWithin = time.Minute

// A killRun is the world around the bot: Discord, the people in it, and who kills the bot.
type killRun struct {
	t      *testing.T
	world  *playground.Server
	folder string
	bot    *exec.Cmd
	stderr *os.File // of the bot
	dice   *rand.Rand

	victims                []*victim
	killed, asked, offline int
	suspended              int
	jumped                 time.Duration // by how much the clock jumped in all
	turns, rounds          int           // of votes and of tournaments, that were looked at

	mu     sync.Mutex
	storms map[string]int // faults that were caused
}

func newKillRun(t *testing.T) *killRun {
	r := &killRun{t: t, folder: t.TempDir(), dice: rand.New(rand.NewPCG(*killsSeed, 9)), storms: map[string]int{}}
	r.world = startWorld(t, playground.Options{IdentifyEvery: -1})
	r.stderr = gametest.OK(os.Create(filepath.Join(r.folder, "stderr")))(t)
	config := fmt.Sprintf("database: sqlite:%s\ndiscord:\n  api: %s\nengine:\n  endgame: \"\"\n  searches: 1\n  table_mb: 8\n",
		r.database(), r.world.URL())
	must(t, os.WriteFile(filepath.Join(r.folder, "config.yaml"), []byte(config), 0o600))
	t.Cleanup(func() {
		if r.bot != nil {
			_ = r.bot.Process.Kill() // it may be gone
			_ = r.bot.Wait()
		}
		if t.Failed() {
			text, _ := os.ReadFile(r.stderr.Name())
			t.Logf("this was -kills %d -killseed %d; the bot's last words:\n%s", *kills, *killsSeed, text[max(0, len(text)-6000):])
		}
		_ = r.stderr.Close()
	})
	return r
}

// database is the bot's file.
func (r *killRun) database() string { return filepath.Join(r.folder, "xiangqi.db") }

// program is a run of the program, by its name.
func (r *killRun) program(name string, args ...string) *exec.Cmd {
	cmd := exec.Command(name, append(args, "-config", filepath.Join(r.folder, "config.yaml"))...)
	cmd.Env = append(os.Environ(), tokenVariable+"="+r.world.Token(), aheadVariable+"="+r.aheadFile())
	cmd.Stderr = r.stderr
	return cmd
}

// live starts the bot. Now and then it is killed before it is connected.
func (r *killRun) live() {
	for {
		r.bot = r.program("xiangqi-bot-ahead", "serve")
		must(r.t, r.bot.Start())
		early := time.Hour
		if r.killed > 0 && r.dice.IntN(10) == 0 {
			early = time.Duration(r.dice.Int64N(int64(2 * time.Second)))
		}
		deadline := time.Now().Add(min(early, 2*time.Minute))
		for !r.world.Gateway().Online() {
			if time.Now().After(deadline) {
				if early == time.Hour {
					r.t.Fatal("the bot does not come")
				}
				break
			}
			<-time.After(10 * time.Millisecond)
		}
		if r.world.Gateway().Online() {
			return
		}
		r.offline++
		r.strike(syscall.SIGKILL)
	}
}

// kill ends the bot after a moment, mostly as a power failure would.
func (r *killRun) kill() {
	r.killed++
	if r.killed%5 == 0 {
		r.change()
	}
	<-time.After(time.Duration(r.dice.Int64N(int64(2500 * time.Millisecond))))
	if r.killed%2 == 0 {
		r.jump()
	}
	if r.killed%5 == 0 {
		r.suspend()
	}
	if r.killed%10 != 0 {
		r.strike(syscall.SIGKILL)
		return
	}
	r.asked++
	r.end()
}

func (r *killRun) aheadFile() string { return filepath.Join(r.folder, "ahead") }

// jump moves the clock of Discord and of the bot, which goes on meanwhile: whoever did not move in that time has lost
// it, and turns of votes close. The bot lives on for a moment: what it was doing when the clock jumped looks old to
// Discord, which no longer knows then that it had been done.
func (r *killRun) jump() {
	by := voteWindow + time.Duration(r.dice.Int64N(int64(voteWindow)))
	path := r.aheadFile()
	text := strconv.FormatInt(int64(r.world.Clock().Ahead()+by), 10)
	must(r.t, errors.Join(os.WriteFile(path+".new", []byte(text), 0o600), os.Rename(path+".new", path)))
	r.world.Advance(by)
	r.jumped += by
	<-time.After(time.Second)
}

// suspend stops the bot for up to three seconds, in which it notices nothing.
func (r *killRun) suspend() {
	must(r.t, r.bot.Process.Signal(syscall.SIGSTOP))
	<-time.After(time.Duration(r.dice.Int64N(int64(3 * time.Second))))
	must(r.t, r.bot.Process.Signal(syscall.SIGCONT))
	r.suspended++
}

// change has the server's owner choose what becomes of old boards: any way but to keep them, for then a thread shows
// more than one.
func (r *killRun) change() {
	ways := slices.DeleteFunc(panelview.BoardsNames(), func(way string) bool { return way == string(game.KeepBoard) })
	var answer struct{}
	r.post("command", map[string]any{"person": playground.AliceID, "channel": playground.XiangqiID, "name": "manage server",
		"options": map[string]any{"setting": "boards", "value": ways[r.dice.IntN(len(ways))]}}, &answer)
}

// end asks the bot to end, which it has to do well. One that hangs tells by its goroutines where.
func (r *killRun) end() {
	process := r.bot.Process
	hangs := time.AfterFunc(endWithin, func() { _ = process.Signal(syscall.SIGQUIT) })
	defer hangs.Stop()
	asked := time.Now()
	if err := r.strike(syscall.SIGTERM); err != nil {
		r.t.Errorf("the bot ends with %v", err)
	}
	r.t.Logf("asked to end, the bot took %v", time.Since(asked).Round(time.Millisecond))
}

// strike sends a signal and waits until the process is gone.
func (r *killRun) strike(signal os.Signal) error {
	if err := r.bot.Process.Signal(signal); err != nil {
		return err
	}
	err := r.bot.Wait()
	r.bot = nil
	for r.world.Gateway().Online() {
		<-time.After(time.Millisecond) // until Discord has noticed
	}
	return err
}

// storm has Discord's faults come at random until ctx ends.
func (r *killRun) storm(ctx context.Context) {
	dice := rand.New(rand.NewPCG(*killsSeed, 11))
	on := func() string {
		return []string{"", "posts", "edits", "deletions", "answers", "followups", "threads", "reads"}[dice.IntN(8)]
	}
	span := func(most time.Duration) string {
		return (time.Millisecond + time.Duration(dice.Int64N(int64(most)))).String()
	}
	for ctx.Err() == nil {
		f := []playground.Fault{
			{Kind: "limit", On: on(), Scope: "user", Wait: span(time.Second)},
			{Kind: "limit", On: on(), Scope: "shared", Wait: span(time.Second)},
			{Kind: "limit", On: on(), Scope: "global", Wait: span(time.Second)},
			{Kind: "limit", On: on(), Scope: "front", Wait: span(time.Second)},
			{Kind: "fail", On: on(), Status: 500 + dice.IntN(5), Times: 1 + dice.IntN(3)},
			{Kind: "front", On: on(), Status: 403 + dice.IntN(2)},
			{Kind: "slow", On: on(), Wait: span(2 * time.Second)},
			{Kind: "lose", On: on()},
			{Kind: "lose", On: on()},
			{Kind: "cut", On: on()},
			{Kind: "twice", On: "INTERACTION_CREATE"},
			{Kind: "swapped"},
			{Kind: "lost", On: "INTERACTION_CREATE"},
			{Kind: "late", Wait: span(time.Second)},
			{Kind: "reconnect"},
			{Kind: "drop"},
			{Kind: "drop", Code: 4000},
			{Kind: "invalidate", Resumable: dice.IntN(2) == 0},
			{Kind: "reject", On: "resume"},
			{Kind: "silent"},
		}[dice.IntN(20)]
		if err := r.world.InjectFault(f); err != nil {
			r.t.Error(err)
		}
		r.mu.Lock()
		r.storms[f.Kind]++
		r.mu.Unlock()
		select {
		case <-ctx.Done():
		case <-time.After(time.Duration(dice.Int64N(int64(time.Second)))):
		}
	}
}

// post acts by the page's API and reports the status.
func (r *killRun) post(path string, body map[string]any, answer any) int {
	status, _, err := askPage(r.t.Context(), http.MethodPost, r.world.URL(), path, body, answer)
	if err != nil {
		r.t.Error(err)
	}
	return status
}

// settle waits until nothing is owed and each thread shows what the database holds, and says what is still wrong when
// that does not come.
func (r *killRun) settle() {
	deadline := time.Now().Add(3 * time.Minute)
	for {
		wrong := r.wrong()
		if len(wrong) == 0 {
			return
		}
		if time.Now().After(deadline) {
			r.t.Errorf("at the end:\n%s", strings.Join(wrong, "\n"))
			return
		}
		<-time.After(500 * time.Millisecond)
	}
}

// wrong lists where a game waits for the bot, or a thread does not show it as it is.
func (r *killRun) wrong() (list []string) {
	games, now := r.gamesByID(), r.world.Clock().Now()
	for _, g := range games {
		if _, bot := g.turn(); g.open && bot {
			list = append(list, fmt.Sprintf("game %d waits for the bot after %d moves", g.id, len(g.moves)))
		}
		for _, late := range []string{g.overdue(now), g.late(now)} {
			if late != "" {
				list = append(list, late)
			}
		}
		if len(g.moves) == 0 {
			continue
		}
		last := g.moves[len(g.moves)-1]
		var boards []string
		for _, m := range messagesIn(r.t, r.world, g.channel) {
			if move, footer, ok := boardOf(m); ok && strings.HasPrefix(footer, fmt.Sprintf("Game %d ", g.id)) {
				boards = append(boards, move)
			}
		}
		if len(boards) != 1 || boards[0] != last {
			list = append(list, fmt.Sprintf("game %d, %s, has the last move %s; its thread shows boards of %q, newest first",
				g.id, g.state, last, boards))
		}
	}
	for _, t := range r.tournaments() {
		list = append(list, r.idle(t, games)...)
	}
	return list
}

// account compares what people were told with what the database holds, and checks the rest of it.
func (r *killRun) account() {
	games := r.gamesByID()
	for _, v := range r.victims {
		v.mu.Lock()
		tried := map[string]bool{}
		for _, d := range v.deeds {
			if d.move == "" {
				continue // somebody else's, or no move
			}
			g := games[d.game]
			tried[fmt.Sprint(d.game, " ", d.ply, " ", d.move)] = true
			if d.acknowledged && (len(g.moves) <= d.ply || g.moves[d.ply] != d.move) {
				r.t.Errorf("game %d: move %d, %s, was acknowledged to %s and is not in the database: %v",
					d.game, d.ply+1, d.move, v.id, g.moves)
			}
		}
		for _, g := range games {
			for ply, move := range g.moves {
				if mover := []string{g.red, g.black}[ply%2]; mover == string(v.id) && !tried[fmt.Sprint(g.id, " ", ply, " ", move)] {
					r.t.Errorf("game %d: %s did not play move %d, %s: %v", g.id, v.id, ply+1, move, g.moves)
				}
			}
		}
		v.mu.Unlock()
	}
	for _, g := range games {
		if g.vote != nil {
			r.countVotes(&g)
		}
	}
	r.countTournaments()
	if output, err := r.program("xiangqi-bot", "verify").Output(); err != nil {
		r.t.Errorf("verify: %v\n%s", err, output)
	}
	sound := exec.Command("go", "test", "xiangqibot/store", "-run", "^TestSound$", "-sound", "sqlite:"+r.database())
	if output, err := sound.CombinedOutput(); err != nil {
		r.t.Errorf("%v: %v\n%s", sound, err, output)
	}
}

// count says what happened.
func (r *killRun) count() string {
	acts, acknowledged, votes, counted, moves := 0, 0, 0, 0, 0
	for _, v := range r.victims {
		v.mu.Lock()
		for _, d := range v.deeds {
			if d.move != "" {
				acts++
				if d.acknowledged {
					acknowledged++
				}
			}
		}
		votes += len(v.ballots)
		for _, b := range v.ballots {
			if v.acknowledged(b) {
				counted++
			}
		}
		v.mu.Unlock()
	}
	games := r.games()
	for _, g := range games {
		moves += len(g.moves)
	}
	return fmt.Sprintf("%d kills, %d of them before the bot was connected, %d suspensions and %d requests to end; %d games with %d moves; "+
		"%d acts, %d acknowledged; %d votes, %d acknowledged, in %d turns; %d rounds of %d tournaments; the clock jumped by %v in all; faults %v",
		r.killed-r.asked+r.offline, r.offline, r.suspended, r.asked, len(games), moves,
		acts, acknowledged, votes, counted, r.turns, r.rounds, len(r.tournaments()), r.jumped.Round(time.Minute), r.storms)
}
