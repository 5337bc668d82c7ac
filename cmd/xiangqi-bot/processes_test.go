package main

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/bot/playground"
	"xiangqibot/bot/playground/wire"
	"xiangqibot/store"
	"xiangqibot/store/storetest"
)

var (
	takeovers = flag.Int("takeovers", 3, "how often TestKilledProcessIsMissedByNobody kills one")
	within    = flag.Duration("within", takeover, "how long somebody may then wait for the answer to a move")
)

// takeover is how long nobody may wait in vain for a process that was killed, on a machine that has other work.
const takeover = 30 * time.Second

// A fleet is several bots on one database and one simulated Discord.
type fleet struct {
	t       *testing.T
	source  string
	config  string
	discord *playground.Server
	called  chan struct{} // has something after a call of a bot
	ships   []*exec.Cmd
	db      *store.DB // a process that only looks
}

// TestKilledProcessIsMissedByNobody plays games against the bot, which is three processes, and kills one after the other
// with kill -9 just before somebody moves, or after one of the calls to Discord that the move leads to. Every move is
// played once, answered, and told by one message.
//
//	go test ./cmd/xiangqi-bot -run Killed -takeovers 100 -within 5s -timeout 30m -v
func TestKilledProcessIsMissedByNobody(t *testing.T) {
	if testing.Short() {
		t.Skip("the processes are not built for the race detector")
	}
	t.Parallel()
	f := &fleet{t: t, source: storetest.Postgres(t), called: make(chan struct{}, 1)}
	f.sail(3)
	g, games, turns := f.challenge(), 1, 1
	chance := rand.New(rand.NewPCG(14, 4))
	var latest time.Duration
	for n := range *takeovers {
		victim, calls := n%len(f.ships), chance.IntN(5)
		if calls == 0 {
			f.kill(victim)
		}
		began := time.Now()
		p, plies := g.Position(), g.Ply()
		moves := p.LegalMoves(nil)
		f.act("command", map[string]any{"name": "move", "options": map[string]any{"move": moves[chance.IntN(len(moves))].String()}})
		for range calls {
			f.call()
		}
		f.kill(victim)
		f.await("the answer to a move", func() bool {
			var err error
			if g, err = f.db.Games.Game(t.Context(), g.ID); err != nil {
				t.Fatal(err)
			}
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
		f.launch(victim, "logged in")
		if g.State == game.Finished {
			g, games, turns = f.challenge(), games+1, turns+1
		}
	}
	t.Logf("%d turns; the longest that a move and its answer took was %v", turns, latest.Round(time.Millisecond))
	var told, pictures int
	defer func() {
		if t.Failed() {
			t.Logf("%d messages tell of %d turns, %d of them with a picture", told, turns, pictures)
		}
	}()
	f.await("one message for each turn, the latest of each game alone with a picture", func() bool {
		told, pictures = f.told()
		if told > turns {
			t.Fatal("something was said twice")
		}
		return told == turns && pictures == games
	})
}

// challenge begins a game, in which Alice moves first.
func (f *fleet) challenge() (g *game.Game) {
	f.t.Helper()
	f.act("command", map[string]any{"name": "challenge", "options": map[string]any{"strength": 1, "color": "red", "rated": false}})
	f.await("a game", func() bool {
		games, err := f.db.Games.Games(f.t.Context(), game.Query{Channel: string(playground.XiangqiID), Open: true})
		if err != nil {
			f.t.Fatal(err)
		}
		if len(games) == 0 {
			return false
		}
		g = games[0]
		return g.State == game.Active && g.Board.Announced == g.Revision
	})
	return g
}

// told counts the messages that name Alice, which say whose turn it is or how a game ended, and those with a picture.
func (f *fleet) told() (messages, pictures int) {
	f.t.Helper()
	for before := ""; ; {
		var page []wire.Message
		f.ask(http.MethodGet, "messages?limit=100&person="+string(playground.AliceID)+"&channel="+string(playground.XiangqiID)+before, nil, &page)
		for _, said := range page {
			if strings.Contains(said.Content, string(playground.AliceID)) {
				messages++
			}
			if len(said.Attachments) > 0 {
				pictures++
			}
			before = "&before=" + string(said.ID)
		}
		if len(page) == 0 {
			return messages, pictures
		}
	}
}

// sail starts a Discord and bots.
func (f *fleet) sail(n int) {
	t := f.t
	var err error
	const shards = 2
	f.discord, err = playground.New(playground.Options{Shards: shards, IdentifyEvery: -1, OnRequest: func(playground.Exchange) {
		select {
		case f.called <- struct{}{}:
		default:
		}
	}})
	if err != nil {
		t.Fatal(err)
	}
	if err := f.discord.Start(nil); err != nil {
		t.Fatal(err)
	}
	f.config = filepath.Join(t.TempDir(), "config.yaml")
	config := fmt.Sprintf("database: %q\ndiscord: {api: %q}\nengine: {endgame: \"\", searches: 1}\ngames: {place: channel}\n",
		f.source, f.discord.URL())
	if err := os.WriteFile(f.config, []byte(config), 0o600); err != nil {
		t.Fatal(err)
	}
	f.ships = make([]*exec.Cmd, n)
	t.Cleanup(func() {
		for i := range f.ships {
			f.kill(i)
		}
		if err := f.discord.Close(); err != nil {
			t.Error(err)
		}
	})
	for i := range n {
		// What a person does while a shard goes from one process to the next, before it has a session, reaches nobody.
		logs := "connected to Discord"
		if i >= shards {
			logs = "logged in"
		}
		f.launch(i, logs)
	}
	if f.db, err = store.Open(t.Context(), f.source, store.Options{Share: &store.Share{}}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := f.db.Close(); err != nil {
			t.Error(err)
		}
	})
}

// launch starts a bot and waits until it logs something.
func (f *fleet) launch(i int, logs string) {
	f.t.Helper()
	cmd := exec.Command("xiangqi-bot", "serve", "-config", f.config, "-role", "gateway,engine,jobs")
	cmd.Env = append(os.Environ(), tokenVariable+"="+f.discord.Token())
	log, err := cmd.StderrPipe()
	if err != nil {
		f.t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		f.t.Fatal(err)
	}
	f.ships[i] = cmd
	ready := make(chan bool, 1)
	go func() {
		said := &tail{found: ready, want: logs}
		_, _ = io.Copy(said, log) // it ends with the process
		ready <- false
		f.t.Output().Write(said.last)
	}()
	select {
	case ok := <-ready:
		if !ok {
			f.t.Fatalf("process %d ended at once", i)
		}
	case <-time.After(time.Minute):
		f.t.Fatalf("process %d does not say %q", i, logs)
	}
}

// tail keeps the end of what was written and tells when it has seen a text.
type tail struct {
	found chan<- bool
	want  string
	last  []byte
}

func (w *tail) Write(text []byte) (int, error) {
	w.last = append(w.last, text...)
	if w.want != "" && bytes.Contains(w.last, []byte(w.want)) {
		w.want = ""
		w.found <- true
	}
	if extra := len(w.last) - 64<<10; extra > 0 {
		w.last = w.last[extra:]
	}
	return len(text), nil
}

// kill ends a bot without a word.
func (f *fleet) kill(i int) {
	if cmd := f.ships[i]; cmd != nil {
		_ = cmd.Process.Kill() // it may be gone
		_ = cmd.Wait()
		f.ships[i] = nil
	}
}

// call waits for a call of a bot, or until there seems to come none.
func (f *fleet) call() {
	select {
	case <-f.called:
	case <-time.After(time.Second):
	}
}

// await waits until something holds, which is looked at after each call of a bot, and once in a while for what a bot
// notes after its call.
func (f *fleet) await(what string, holds func() bool) {
	f.t.Helper()
	timeout := time.After(takeover)
	look := time.NewTicker(50 * time.Millisecond)
	defer look.Stop()
	for !holds() {
		select {
		case <-f.called:
		case <-look.C:
		case <-timeout:
			f.t.Fatalf("waited %v in vain: %s", takeover, what)
		}
	}
}

// act has Alice do something. A Discord to which no bot is connected refuses that: she tries again when one is.
func (f *fleet) act(kind string, body map[string]any) {
	f.t.Helper()
	body["person"], body["channel"] = playground.AliceID, playground.XiangqiID
	f.await("a bot is connected and knows its commands", func() bool {
		status, text := f.ask(http.MethodPost, kind, body, nil)
		switch {
		case status == http.StatusOK:
			return true
		case status == http.StatusServiceUnavailable, strings.Contains(text, "no command"):
			return false
		}
		f.t.Fatalf("%s %s: %d %s", kind, body, status, text)
		return false
	})
}

// ask asks something of the page's API, whose answer is read into answer, if that is not nil.
func (f *fleet) ask(method, path string, body map[string]any, answer any) (status int, text string) {
	f.t.Helper()
	data, err := json.Marshal(body)
	if err != nil {
		f.t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(f.t.Context(), takeover)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, method, f.discord.URL()+"/playground/"+path, bytes.NewReader(data))
	if err != nil {
		f.t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	got, err := http.DefaultClient.Do(request)
	if err != nil {
		f.t.Fatal(err)
	}
	defer got.Body.Close()
	said, err := io.ReadAll(got.Body)
	if err == nil && answer != nil {
		err = json.Unmarshal(said, answer)
	}
	if err != nil {
		f.t.Fatalf("%s: %d %s: %v", path, got.StatusCode, said, err)
	}
	return got.StatusCode, string(said)
}
