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
	"xiangqibot/store"
	"xiangqibot/store/storetest"
)

var takeovers = flag.Int("takeovers", 3, "how often TestKilledProcessIsMissedByNobody kills one")

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

// TestKilledProcessIsMissedByNobody plays a game against the bot, which is three processes, and kills one after the
// other with kill -9 just before somebody moves. Every move is played once, and answered.
//
//	go test ./cmd/xiangqi-bot -run Killed -takeovers 100 -timeout 30m -v
func TestKilledProcessIsMissedByNobody(t *testing.T) {
	if testing.Short() {
		t.Skip("the processes are not built for the race detector")
	}
	t.Parallel()
	f := &fleet{t: t, source: storetest.Postgres(t), called: make(chan struct{}, 1)}
	f.sail(3)
	f.act("command", map[string]any{"name": "challenge", "options": map[string]any{"strength": 1, "color": "red", "rated": false}})
	var g *game.Game
	f.await("a game", func() bool {
		games, err := f.db.Games.Games(t.Context(), game.Query{Channel: string(playground.XiangqiID)})
		if err != nil {
			t.Fatal(err)
		}
		if len(games) == 0 {
			return false
		}
		g = games[0]
		return g.State == game.Active
	})
	chance := rand.New(rand.NewPCG(14, 4))
	var latest time.Duration
	for n := range *takeovers {
		f.kill(n % len(f.ships))
		began := time.Now()
		p, plies := g.Position(), g.Ply()
		moves := p.LegalMoves(nil)
		f.act("command", map[string]any{"name": "move", "options": map[string]any{"move": moves[chance.IntN(len(moves))].String()}})
		f.await("the answer to a move", func() bool {
			var err error
			if g, err = f.db.Games.Game(t.Context(), g.ID); err != nil {
				t.Fatal(err)
			}
			return g.Ply() >= plies+2 || g.State == game.Finished
		})
		latest = max(latest, time.Since(began))
		if g.State != game.Finished && g.Ply() != plies+2 {
			t.Fatalf("after a move and its answer there are %d plies, and there were %d", g.Ply(), plies)
		}
		f.launch(n % len(f.ships))
		if g.State == game.Finished {
			break
		}
	}
	t.Logf("%d plies; the longest that a move and its answer took was %v", g.Ply(), latest.Round(time.Millisecond))
}

// sail starts a Discord and bots.
func (f *fleet) sail(n int) {
	t := f.t
	var err error
	f.discord, err = playground.New(playground.Options{Shards: 2, IdentifyEvery: -1, OnRequest: func(playground.Exchange) {
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
		f.launch(i)
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

// launch starts a bot and waits until it is logged in.
func (f *fleet) launch(i int) {
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
		said := &tail{found: ready, want: "logged in"}
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
		f.t.Fatalf("process %d does not log in", i)
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
	if extra := len(w.last) - 8<<10; extra > 0 {
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

// await waits until something holds, which is looked at after each call of a bot.
func (f *fleet) await(what string, holds func() bool) {
	f.t.Helper()
	timeout := time.After(takeover)
	for !holds() {
		select {
		case <-f.called:
		case <-timeout:
			f.t.Fatalf("waited %v in vain: %s", takeover, what)
		}
	}
}

// act has Alice do something. A Discord to which no bot is connected refuses that: she tries again when one is.
func (f *fleet) act(kind string, body map[string]any) {
	f.t.Helper()
	body["person"], body["channel"] = playground.AliceID, playground.XiangqiID
	data, err := json.Marshal(body)
	if err != nil {
		f.t.Fatal(err)
	}
	f.await("a bot is connected and knows its commands", func() bool {
		ctx, cancel := context.WithTimeout(f.t.Context(), takeover)
		defer cancel()
		request, err := http.NewRequestWithContext(ctx, http.MethodPost, f.discord.URL()+"/playground/"+kind, bytes.NewReader(data))
		if err != nil {
			f.t.Fatal(err)
		}
		request.Header.Set("Content-Type", "application/json")
		answer, err := http.DefaultClient.Do(request)
		if err != nil {
			f.t.Fatal(err)
		}
		defer answer.Body.Close()
		text, err := io.ReadAll(answer.Body)
		if err != nil {
			f.t.Fatal(err)
		}
		switch {
		case answer.StatusCode == http.StatusOK:
			return true
		case answer.StatusCode == http.StatusServiceUnavailable, strings.Contains(string(text), "no command"):
			return false
		}
		f.t.Fatalf("%s %s: %s %s", kind, data, answer.Status, text)
		return false
	})
}
