package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"xiangqibot/bot/playground"
	"xiangqibot/bot/playground/wire"
	"xiangqibot/engine/board"
	"xiangqibot/engine/rules"
)

// BenchmarkCrowd has 30 people play the bot at its weakest, each in a thread of their own, on the way that "xiangqi-bot
// play" goes, and measures how long each waits for the bot's move: from sending a move to the message that shows the
// bot's. Discord's rate limits hold. People take about a second and a half for a move, so that nobody asks for more
// than the limit of a channel allows.
//
//	go test -run '^$' -bench Crowd -benchtime 20x ./cmd/xiangqi-bot
//
// Each plays as many moves as -benchtime says. The numbers are seconds: half of the bot's moves came within p50-s, nine
// of ten within p90-s, all within max-s. No number fails the benchmark.
func BenchmarkCrowd(b *testing.B) {
	const people = 30
	t := sitDown(b)
	c := &crowd{duel: t, threads: map[wire.ID]chan wire.Message{}}
	go c.hear()
	var sitters []*sitter
	for n := range people {
		sitters = append(sitters, c.invite(n))
	}
	b.ResetTimer()
	var mu sync.Mutex
	var took []time.Duration
	var all sync.WaitGroup
	for _, g := range sitters {
		all.Go(func() {
			for range b.N {
				waited, over := g.turn()
				if over {
					return
				}
				mu.Lock()
				took = append(took, waited)
				mu.Unlock()
			}
		})
	}
	all.Wait()
	b.StopTimer()
	slices.Sort(took)
	within := func(share float64) float64 {
		return took[int(math.Ceil(share*float64(len(took))))-1].Seconds()
	}
	b.ReportMetric(within(0.50), "p50-s")
	b.ReportMetric(within(0.90), "p90-s")
	b.ReportMetric(within(1), "max-s")
	b.ReportMetric(float64(len(took)), "moves")
}

// A crowd is many people in one channel, of whom Alice's page sees all that is public.
type crowd struct {
	*duel
	mu      sync.Mutex
	threads map[wire.ID]chan wire.Message // by thread; a message that comes before somebody asks for it waits
}

// thread is what is said in a thread.
func (c *crowd) thread(id wire.ID) chan wire.Message {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.threads[id] == nil {
		c.threads[id] = make(chan wire.Message, 4096)
	}
	return c.threads[id]
}

// hear hands out what Alice's page is told.
func (c *crowd) hear() {
	for h := range c.heard {
		var m wire.Message
		if h.event == "message" && json.Unmarshal(h.data, &m) == nil && !m.Loading {
			c.thread(m.ChannelID) <- m
		}
	}
}

// A sitter plays the bot, as Red, in a thread.
type sitter struct {
	c      *crowd
	id     wire.ID
	thread wire.ID
	record board.Record
	seen   map[wire.ID]bool
	chance *rand.Rand
}

// invite brings somebody who begins a game, and waits for its thread.
func (c *crowd) invite(n int) *sitter {
	var came struct{ ID wire.ID }
	c.post("people", map[string]any{"name": fmt.Sprint("Guest ", n), "locale": "en-US"}, &came)
	g := &sitter{c: c, id: came.ID, record: board.NewRecord(), seen: map[wire.ID]bool{}, chance: rand.New(rand.NewPCG(uint64(n), 30))}
	c.act("command", g.id, map[string]any{"name": "challenge", "options": map[string]any{"strength": 1, "color": "red", "rated": false}})
	for m := range c.thread(playground.XiangqiID) {
		if strings.Contains(m.Content, string(g.id)) {
			g.thread = m.ID
			break
		}
	}
	for m := range c.thread(g.thread) {
		if len(m.Attachments) > 0 {
			return g
		}
	}
	return nil
}

// lastMove is the move of which a message tells.
var lastMove = regexp.MustCompile(`\(([a-i]\d[a-i]\d)\)`)

// turn plays a move and tells how long the bot's took, or that the game is over.
func (g *sitter) turn() (waited time.Duration, over bool) {
	<-time.After(time.Second + rand.N(time.Second))
	p := g.record.Position()
	moves := p.LegalMoves(nil)
	if rules.Judge(&g.record, rules.Asian()).Outcome != rules.Ongoing {
		return 0, true
	}
	m := moves[g.chance.IntN(len(moves))]
	if err := g.record.Play(m); err != nil {
		panic(err)
	}
	if rules.Judge(&g.record, rules.Asian()).Outcome != rules.Ongoing {
		return 0, true
	}
	sent := time.Now()
	var answer struct{ Interaction wire.ID }
	g.c.post("command", map[string]any{
		"person": g.id, "channel": g.thread, "name": "move", "options": map[string]any{"move": m.String()},
	}, &answer)
	for said := range g.c.thread(g.thread) {
		if len(said.Embeds) == 0 || len(said.Attachments) == 0 {
			continue
		}
		if g.seen[said.ID] {
			continue // an old board that is retired
		}
		g.seen[said.ID] = true
		text, _ := json.Marshal(said.Embeds)
		found := lastMove.FindSubmatch(text)
		if found == nil {
			continue
		}
		reply, err := board.ParseMove(string(found[1]))
		if p := g.record.Position(); err != nil || said.Metadata != nil || !p.IsLegal(reply) {
			continue
		}
		if g.record.Play(reply) == nil {
			return time.Since(sent), false
		}
	}
	return 0, true
}

// post does something by the page's API.
func (c *crowd) post(path string, body map[string]any, answer any) {
	sent, err := json.Marshal(body)
	if err != nil {
		panic(err)
	}
	request, err := http.NewRequestWithContext(c.ctx, http.MethodPost, c.url+"/playground/"+path, bytes.NewReader(sent))
	if err != nil {
		panic(err)
	}
	request.Header.Set("Content-Type", "application/json")
	got, err := http.DefaultClient.Do(request)
	if err != nil {
		panic(err)
	}
	defer got.Body.Close()
	text, err := io.ReadAll(got.Body)
	if err = cmp.Or(err, json.Unmarshal(text, answer)); err != nil || got.StatusCode >= 300 {
		panic(fmt.Sprintf("%s: %s %s", path, got.Status, text))
	}
}
