package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"xiangqibot/bot/playground"
	"xiangqibot/bot/playground/wire"
	"xiangqibot/bot/view"
	"xiangqibot/engine/board"
	"xiangqibot/engine/rules"
)

type loadCommand struct {
	Page  string        `default:"http://127.0.0.1:8765" help:"Address of a running \"xiangqi-bot play\"."`
	Games int           `default:"100" help:"Concurrent games, each between its own two simulated people."`
	For   time.Duration `default:"1m" help:"How long to measure, once all games have started."`
	Pause time.Duration `default:"1s" help:"Average thinking time per move; 0 for none."`
	Every time.Duration `default:"1m" help:"How often a line is printed; 0 for none."`
	PID   int           `help:"ID of the process whose memory use is reported (Linux)."`
	Debug string        `help:"Its debug.address, as in http://127.0.0.1:6060: goroutines and heap are reported, too."`
}

const (
	// unanswered is the time after which an action counts as failed.
	unanswered = 30 * time.Second
	// beginners is the number of games started concurrently.
	beginners = 8
)

// Run simulates people who play each other with random moves on the simulated Discord of a running bot, and reports how
// long each kind of action took, from the request to the public message. It returns an error if an action failed.
func (c *loadCommand) Run(ctx context.Context) error {
	if err := c.check(); err != nil {
		return err
	}
	l := &load{page: strings.TrimSuffix(c.Page, "/"), took: map[string][]time.Duration{},
		waiting: map[wire.ID]chan wire.Message{}, early: map[wire.ID]wire.Message{},
		deaf: make(chan struct{})}
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.MaxIdleConnsPerHost = c.Games
	l.client = &http.Client{Transport: transport}
	defer l.client.CloseIdleConnections()
	ctx, end := context.WithCancel(ctx)
	defer end()
	if err := l.listen(ctx); err != nil {
		return err
	}
	place := map[string]any{"person": playground.AliceID, "text": "/manage server setting:place value:channel"}
	if _, err := l.act(ctx, "settings", "command", place); err != nil {
		return err
	}
	tables, err := l.beginAll(ctx, c.Games)
	if err != nil {
		return err
	}
	target := process{c.PID, c.Debug}
	playing, stop := context.WithTimeout(ctx, c.For)
	defer stop()
	began := time.Now()
	var all sync.WaitGroup
	for _, t := range tables {
		all.Go(func() { t.play(playing, c.Pause) })
	}
	if c.Every > 0 {
		if err := l.follow(playing, c.Every, target); err != nil {
			stop()
			all.Wait()
			return err
		}
	}
	all.Wait()
	if err := ctx.Err(); err != nil {
		return err
	}
	l.report(time.Since(began))
	if err := target.most(ctx); err != nil {
		return err
	}
	if l.failed > 0 {
		return fmt.Errorf("%d acts failed, the first of them: %w", l.failed, l.problem)
	}
	return nil
}

// check returns an error for each flag that is out of range.
func (c *loadCommand) check() error {
	var problems []error
	atLeast := func(flag string, ok bool, least string) {
		if !ok {
			problems = append(problems, fmt.Errorf("%s: want %s at least", flag, least))
		}
	}
	atLeast("--games", c.Games >= 1, "1")
	atLeast("--for", c.For >= time.Millisecond, "1ms")
	atLeast("--pause", c.Pause >= 0, "0s")
	atLeast("--every", c.Every >= 0, "0s")
	atLeast("--pid", c.PID >= 0, "0")
	return errors.Join(problems...)
}

// load is the state of a load test: the simulated people and the times of their actions.
type load struct {
	page   string
	client *http.Client
	deaf   chan struct{} // closed when the event stream has ended

	mu      sync.Mutex
	waiting map[wire.ID]chan wire.Message // by interaction, for its message
	early   map[wire.ID]wire.Message      // messages that arrived while some action did not know its interaction yet
	asking  int                           // number of such actions
	took    map[string][]time.Duration    // by kind of action
	failed  int
	problem error // the first of those that failed
}

// hear passes a message to the action that waits for it. Later edits of the message are dropped.
func (l *load) hear(m wire.Message) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if waiting := l.waiting[m.Metadata.ID]; waiting != nil {
		select {
		case waiting <- m:
		default: // it has changed since
		}
		return
	}
	if _, had := l.early[m.Metadata.ID]; l.asking > 0 && !had {
		l.early[m.Metadata.ID] = m
	}
}

// ask performs an action and returns its interaction and the channel for the resulting message.
func (l *load) ask(ctx context.Context, path string, body map[string]any) (id wire.ID, answer chan wire.Message, err error) {
	l.mu.Lock()
	l.asking++
	l.mu.Unlock()
	var done struct{ Interaction wire.ID }
	err = l.post(ctx, path, body, &done)
	l.mu.Lock()
	defer l.mu.Unlock()
	if err == nil {
		answer = make(chan wire.Message, 1)
		if m, had := l.early[done.Interaction]; had {
			answer <- m
		}
		l.waiting[done.Interaction] = answer
	}
	if l.asking--; l.asking == 0 {
		clear(l.early)
	}
	return done.Interaction, answer, err
}

// listen receives the public messages until ctx ends.
func (l *load) listen(ctx context.Context) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, l.page+"/playground/events?person="+string(playground.AliceID), nil)
	if err != nil {
		return err
	}
	stream, err := l.client.Do(request) //nolint:bodyclose // closed by the goroutine that reads it
	if err != nil {
		return fmt.Errorf("--page: %w; start \"xiangqi-bot play\" first", err)
	}
	if stream.StatusCode != http.StatusOK {
		return errors.Join(fmt.Errorf("--page: its events answer %s", stream.Status), stream.Body.Close())
	}
	heard := make(chan struct{})
	go func() {
		defer close(l.deaf)
		defer stream.Body.Close() // the stream has ended or is no longer read
		var once sync.Once
		begun := func() { once.Do(func() { close(heard) }) }
		defer begun()
		for event, data := range playground.Events(stream.Body) {
			begun()
			var m wire.Message
			if event != "message" || json.Unmarshal(data, &m) != nil || m.Metadata == nil || m.Loading {
				continue
			}
			l.hear(m)
		}
	}()
	select {
	case <-heard: // from here on no message is missed
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// act performs an action and waits for its public message.
func (l *load) act(ctx context.Context, kind, path string, body map[string]any) (wire.Message, error) {
	sent := time.Now()
	body["channel"] = playground.XiangqiID
	id, answer, err := l.ask(ctx, path, body)
	var m wire.Message
	if err == nil {
		select {
		case m = <-answer:
		case <-ctx.Done():
			return m, ctx.Err()
		case <-l.deaf:
			err = fmt.Errorf("%s: the page's events have ended; it lets go of who reads them too slowly", kind)
		case <-time.After(unanswered):
			err = fmt.Errorf("%s: no answer within %v", kind, unanswered)
		}
	}
	if ctx.Err() != nil {
		return m, ctx.Err()
	}
	if err == nil && kind == "move" && len(m.Attachments) == 0 {
		err = fmt.Errorf("%s: an answer without a picture: %s", kind, m.Content)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.waiting, id)
	if err != nil {
		l.failed++
		if l.problem == nil {
			l.problem = err
		}
		return m, err
	}
	l.took[kind] = append(l.took[kind], time.Since(sent))
	return m, nil
}

func (l *load) post(ctx context.Context, path string, body map[string]any, answer any) error {
	data, err := json.Marshal(body)
	if err != nil {
		return err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, l.page+"/playground/"+path, bytes.NewReader(data))
	if err != nil {
		return err
	}
	request.Header.Set("Content-Type", "application/json")
	got, err := l.client.Do(request)
	if err != nil {
		return err
	}
	defer got.Body.Close() // it is read below
	text, err := io.ReadAll(got.Body)
	switch {
	case err != nil:
		return err
	case got.StatusCode != http.StatusOK:
		return fmt.Errorf("%s: %s %s", path, got.Status, text)
	}
	return json.Unmarshal(text, answer)
}

// table is a game between two people.
type table struct {
	load   *load
	people [2]wire.ID // Red, Black
	record board.Record
	chance *rand.Rand
}

// begin creates two people and starts a game between them.
func (l *load) begin(ctx context.Context, n int) (*table, error) {
	t := &table{load: l, chance: rand.New(rand.NewPCG(uint64(n), 14))}
	for i, name := range []string{"Red", "Black"} {
		var came struct{ ID wire.ID }
		if err := l.post(ctx, "people", map[string]any{"name": fmt.Sprintf("%s %d", name, n), "locale": "en-US"}, &came); err != nil {
			return nil, err
		}
		t.people[i] = came.ID
	}
	return t, t.again(ctx)
}

// beginAll starts all games, a few at a time.
func (l *load) beginAll(ctx context.Context, games int) ([]*table, error) {
	tables := make([]*table, games)
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(beginners)
	for n := range games {
		group.Go(func() (err error) {
			tables[n], err = l.begin(ctx, n)
			return err
		})
	}
	return tables, group.Wait()
}

// again starts a new game between the two.
func (t *table) again(ctx context.Context) error {
	challenge, err := t.load.act(ctx, "challenge", "command", map[string]any{"person": t.people[0], "name": "challenge",
		"options": map[string]any{"opponent": t.people[1], "color": "red", "rated": false}})
	if err != nil {
		return err
	}
	accept := ""
	wire.Walk(challenge.Components, func(c *wire.Component) {
		if p, err := view.ParsePress(c.CustomID); err == nil && p.Act == view.PressAccept {
			accept = c.CustomID
		}
	})
	_, err = t.load.act(ctx, "accept", "click", map[string]any{"person": t.people[1], "message": challenge.ID, "custom_id": accept})
	t.record = board.NewRecord()
	return err
}

// play plays random moves until ctx ends, and a new game after each.
func (t *table) play(ctx context.Context, pause time.Duration) {
	for ctx.Err() == nil {
		if pause > 0 {
			timer := time.NewTimer(pause/2 + rand.N(pause))
			select {
			case <-timer.C:
			case <-ctx.Done():
				timer.Stop()
				return
			}
		}
		if rules.Judge(&t.record, rules.ForPeople()).Outcome != rules.Ongoing {
			if t.again(ctx) != nil {
				return
			}
		}
		p := t.record.Position()
		moves := p.LegalMoves(nil)
		move := moves[t.chance.IntN(len(moves))]
		_, err := t.load.act(ctx, "move", "command", map[string]any{"person": t.people[p.SideToMove()], "name": "move",
			"options": map[string]any{"move": move.String()}})
		if err != nil || t.record.Play(move) != nil {
			return
		}
	}
}
