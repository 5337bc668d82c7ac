package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"xiangqibot/bot/playground"
	"xiangqibot/bot/playground/pageapi"
	"xiangqibot/bot/playground/wire"
	"xiangqibot/bot/view"
	"xiangqibot/engine/board"
	"xiangqibot/engine/rules"
)

type loadCommand struct {
	Page    string        `default:"http://127.0.0.1:8765" help:"Address of a running \"xiangqi-bot play\"."`
	Games   int           `default:"100" help:"Concurrent games, each between its own two simulated people."`
	For     time.Duration `default:"1m" help:"How long to measure, once all games have started."`
	Pause   time.Duration `default:"1s" help:"Average thinking time per move; 0 for none."`
	Mix     int           `help:"Visitors who do everything else: challenges, votes, puzzles, openings, settings, games against the bot. Games then are by the clock, every second one is rated, and each has a thread of its own."`
	Reviews int           `help:"Reviews that go on all the while, each of a long game and asked for by one person. With engine.review_nodes: 2000000 none ends within minutes."`
}

const (
	// unanswered is the time after which an action counts as failed.
	unanswered = 30 * time.Second
	// beginners is the number of games started concurrently, and openers of those that have threads: Discord lets the
	// bot open few threads at a time.
	beginners = 8
	openers   = 2
)

// Run simulates people who play each other with random moves on the simulated Discord of a running bot, and reports how
// long each kind of action took, from the request to the message. A failed action counts as one that took [unanswered].
// It returns an error if an action failed.
func (c *loadCommand) Run(ctx context.Context) error {
	if err := c.check(); err != nil {
		return err
	}
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.MaxIdleConnsPerHost = c.Games
	page := &pageapi.Client{URL: strings.TrimSuffix(c.Page, "/"), HTTP: &http.Client{Transport: transport}}
	defer page.HTTP.CloseIdleConnections()
	l := &load{
		page: page, mixed: c.Mix > 0, took: map[string][]time.Duration{}, shown: map[wire.ID]chan wire.Message{},
		ended: make(chan struct{}), forms: make(chan form, 1),
	}
	ctx, end := context.WithCancel(ctx)
	defer end()
	if err := l.listen(ctx, playground.AliceID); err != nil {
		return err
	}
	if err := l.awaitBot(ctx); err != nil {
		return err
	}
	visitors, err := l.prepare(ctx, c.Mix)
	if err != nil {
		return err
	}
	if err := l.review(ctx, c.Reviews); err != nil {
		return err
	}
	tables, err := l.beginAll(ctx, c.Games)
	if err != nil {
		return err
	}
	clear(l.took) // of the beginning
	playing, stop := context.WithTimeout(ctx, c.For)
	defer stop()
	began := time.Now()
	var all sync.WaitGroup
	for _, t := range tables {
		all.Go(func() { t.play(playing, c.Pause) })
	}
	for i, v := range visitors {
		all.Go(func() { v.visit(playing, c.Pause, visitors[(i+1)%len(visitors)]) })
	}
	all.Wait()
	if err := ctx.Err(); err != nil {
		return err
	}
	l.report(time.Since(began))
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
			problems = append(problems, fmt.Errorf("%s: want at least %s", flag, least))
		}
	}
	atLeast("--games", c.Games >= 1, "1")
	atLeast("--for", c.For >= time.Millisecond, "1ms")
	atLeast("--pause", c.Pause >= 0, "0s")
	atLeast("--reviews", c.Reviews >= 0, "0")
	if c.Mix < 0 || c.Mix == 1 {
		problems = append(problems, errors.New("--mix: want at least 2, who challenge each other, or 0"))
	}
	return errors.Join(problems...)
}

// load is the state of a load test: the simulated people and the times of their actions.
type load struct {
	page  *pageapi.Client
	mixed bool          // see loadCommand.Mix
	ended chan struct{} // closed when the stream of Alice's events has ended
	forms chan form     // that the bot opens for Alice

	mu      sync.Mutex
	shown   map[wire.ID]chan wire.Message // see first; nil: nobody waits any longer
	took    map[string][]time.Duration    // by kind of action
	failed  int
	problem error // the first of those that failed
}

// first returns the channel for the first message of an interaction, or the first board of a channel.
func (l *load) first(id wire.ID) chan wire.Message {
	l.mu.Lock()
	defer l.mu.Unlock()
	if _, known := l.shown[id]; !known {
		l.shown[id] = make(chan wire.Message, 1)
	}
	return l.shown[id]
}

// show passes a message on to whoever waits for the first one; later ones are dropped.
func (l *load) show(id wire.ID, m wire.Message) {
	select {
	case l.first(id) <- m:
	default:
	}
}

// listen receives the messages of a person until ctx ends: of Alice those of everybody, of others those in their direct
// messages and those that they alone see.
func (l *load) listen(ctx context.Context, person wire.ID) error {
	events, err := l.page.Follow(ctx, "events?person="+string(person))
	if err != nil {
		return fmt.Errorf("--page: %w; start \"xiangqi-bot play\" first", err)
	}
	all := person == playground.AliceID
	go func() {
		if all {
			defer close(l.ended)
		}
		for event, data := range events {
			var f form
			if all && event == "modal" && json.Unmarshal(data, &f) == nil {
				l.forms <- f
			}
			var m wire.Message
			if event != "message" || json.Unmarshal(data, &m) != nil || m.Loading {
				continue
			}
			if all && len(m.Attachments) > 0 {
				l.show(m.ChannelID, m)
			}
			if m.Metadata != nil && (all || m.Metadata.User.ID == person) {
				l.show(m.Metadata.ID, m)
			}
		}
	}()
	return nil
}

// awaitBot waits until the bot is connected and has registered its commands. The page is there before that.
func (l *load) awaitBot(ctx context.Context) error {
	for began := time.Now(); time.Since(began) < unanswered; rest(ctx, 100*time.Millisecond) {
		var state struct {
			Bot      struct{ Online bool }
			Commands []json.RawMessage
		}
		if err := l.page.Call(ctx, http.MethodGet, "state", nil, &state); err != nil {
			return err
		}
		if state.Bot.Online && len(state.Commands) > 0 {
			return nil
		}
	}
	return fmt.Errorf("the bot has not connected and registered its commands within %v", unanswered)
}

// act performs an action and waits for its message. Where body names no channel, it happens in #xiangqi.
func (l *load) act(ctx context.Context, kind, path string, body map[string]any) (wire.Message, error) {
	if body["channel"] == nil {
		body["channel"] = playground.XiangqiID
	}
	return l.measure(ctx, kind, func() (wire.ID, error) {
		var done struct{ Interaction wire.ID }
		err := l.post(ctx, path, body, &done)
		return done.Interaction, err
	})
}

// measure counts an action of a kind and waits for what it shows: do returns the id for first.
func (l *load) measure(ctx context.Context, kind string, do func() (wire.ID, error)) (m wire.Message, err error) {
	sent := time.Now()
	id, err := do()
	if err == nil {
		select {
		case m = <-l.first(id):
		case <-ctx.Done():
		case <-l.ended:
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
	took := time.Since(sent)
	l.mu.Lock()
	defer l.mu.Unlock()
	l.shown[id] = nil
	if err != nil {
		l.failed++
		l.problem = cmp.Or(l.problem, err)
		took = unanswered
	}
	l.took[kind] = append(l.took[kind], took)
	return m, err
}

// report prints how long the actions took.
func (l *load) report(over time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	fmt.Println("| act | number | p50 | p90 | p99 | most |")
	fmt.Println("| --- | --- | --- | --- | --- | --- |")
	for _, kind := range slices.Sorted(maps.Keys(l.took)) {
		took := l.took[kind]
		fmt.Printf("| %s | %d | %v | %v | %v | %v |\n", kind, len(took), share(took, 0.5), share(took, 0.9), share(took, 0.99), share(took, 1))
	}
	fmt.Printf("%.1f moves a second for %v, %d failures\n", float64(len(l.took["move"]))/over.Seconds(), over.Round(time.Second), l.failed)
}

// share is the quantile of the times of the actions.
func share(took []time.Duration, part float64) time.Duration {
	slices.Sort(took)
	return took[min(int(part*float64(len(took))), len(took)-1)].Round(time.Millisecond)
}

// post acts by the page's API.
func (l *load) post(ctx context.Context, path string, body map[string]any, answer any) error {
	return l.page.Call(ctx, http.MethodPost, path, body, answer)
}

// table is a game between two people.
type table struct {
	load   *load
	people [2]wire.ID // Red, Black
	number int
	record board.Record
	place  wire.ID // the channel in which it is played
	chance *rand.Rand
}

// begin creates two people and starts a game between them.
func (l *load) begin(ctx context.Context, n int) (*table, error) {
	t := &table{load: l, number: n, chance: rand.New(rand.NewPCG(uint64(n), 14))}
	for i, name := range []string{"Red", "Black"} {
		person, err := l.person(ctx, fmt.Sprintf("%s %d", name, n))
		if err != nil {
			return nil, err
		}
		t.people[i] = person
	}
	return t, t.again(ctx)
}

// person creates a person.
func (l *load) person(ctx context.Context, name string) (wire.ID, error) {
	var came struct{ ID wire.ID }
	err := l.post(ctx, "people", map[string]any{"name": name, "locale": "en-US"}, &came)
	return came.ID, err
}

// beginAll starts all games, a few at a time.
func (l *load) beginAll(ctx context.Context, games int) ([]*table, error) {
	tables := make([]*table, games)
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(beginners)
	if l.mixed {
		group.SetLimit(openers)
	}
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
	terms, channel := map[string]any{"opponent": t.people[1], "color": "red", "rated": false}, playground.XiangqiID
	if t.load.mixed {
		terms["rated"], terms["time"] = t.number%2 == 0, "3d"
	}
	if t.load.mixed && t.number/2%2 == 0 {
		channel = playground.GeneralID
	}
	challenge, err := t.load.act(ctx, "challenge", "command", map[string]any{
		"person": t.people[0], "channel": channel, "name": "challenge", "options": terms,
	})
	if err != nil {
		return err
	}
	t.record, t.place = board.NewRecord(), channel
	click := press(t.people[1], challenge, view.PressAccept)
	if !t.load.mixed {
		_, err = t.load.act(ctx, "accept", "click", click)
		return err
	}
	t.place = challenge.ID // a thread has the number of its message
	_, err = t.load.measure(ctx, "accept", func() (wire.ID, error) {
		return t.place, t.load.post(ctx, "click", click, nil)
	})
	return err
}

// press is a click on a button of a message.
func press(by wire.ID, on wire.Message, act view.PressAct) map[string]any {
	button := ""
	wire.Walk(on.Components, func(c *wire.Component) {
		if p, err := view.ParsePress(c.CustomID); err == nil && p.Act == act {
			button = c.CustomID
		}
	})
	return map[string]any{"person": by, "channel": on.ChannelID, "message": on.ID, "custom_id": button}
}

// rest waits for about pause.
func rest(ctx context.Context, pause time.Duration) {
	if pause <= 0 {
		return
	}
	select {
	case <-time.After(pause/2 + rand.N(pause)):
	case <-ctx.Done():
	}
}

// play plays random moves until ctx ends, and a new game after each. A move that failed may have been played or not:
// the two begin a new game.
func (t *table) play(ctx context.Context, pause time.Duration) {
	lost := false
	for rest(ctx, pause); ctx.Err() == nil; rest(ctx, pause) {
		if lost || rules.Judge(&t.record, rules.ForPeople()).Outcome != rules.Ongoing {
			if lost = t.again(ctx) != nil; lost {
				continue
			}
		}
		p := t.record.Position()
		moves := p.LegalMoves(nil)
		move := moves[t.chance.IntN(len(moves))]
		_, err := t.load.act(ctx, "move", "command", map[string]any{"person": t.people[p.SideToMove()], "name": "move",
			"channel": t.place, "options": map[string]any{"move": move.String()}})
		lost = err != nil || t.record.Play(move) != nil
	}
}
