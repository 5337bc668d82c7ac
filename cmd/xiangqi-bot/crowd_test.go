package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"net/http"
	"regexp"
	"slices"
	"sync"
	"testing"
	"time"

	"xiangqibot/bot/playground"
	"xiangqibot/bot/playground/wire"
	"xiangqibot/engine/board"
	"xiangqibot/engine/rules"
)

// BenchmarkCrowd has 30 people, with -short four, play the bot at its weakest, each in a thread of their own, on the
// way that "xiangqi-bot play" goes. Discord's rate limits hold. People take about a second and a half for a move, so
// that nobody asks for more than the limit of a channel allows.
//
//	go test -run '^$' -bench Crowd -benchtime 20x -timeout 20m ./cmd/xiangqi-bot
//
// Each plays as many moves as -benchtime says, in as many games as that takes. A move has been acknowledged when Alice,
// who plays no game, has the message with its board: half of them within p50-ms, 90 and 99 of 100 within p90-ms and
// p99-ms. The bot's reply to it was on the board within reply-p50-ms and reply-p99-ms. moves/s counts the people's moves
// alone. No number fails the benchmark; only a message that does not come within crowdPatience does.
func BenchmarkCrowd(b *testing.B) {
	people := 30
	if testing.Short() {
		people = 4
	}
	c := gather(b, people)
	b.ResetTimer()
	began := time.Now()
	own, replies := c.play(b.N, func() time.Duration { return time.Second + rand.N(time.Second) })
	b.StopTimer()
	b.ReportMetric(float64(len(own))/time.Since(began).Seconds(), "moves/s")
	for _, share := range []float64{0.50, 0.90, 0.99} {
		b.ReportMetric(quantile(own, share), fmt.Sprintf("p%.0f-ms", 100*share))
	}
	b.ReportMetric(quantile(replies, 0.50), "reply-p50-ms")
	b.ReportMetric(quantile(replies, 0.99), "reply-p99-ms")
}

// TestCrowd has two people play two moves as in BenchmarkCrowd.
func TestCrowd(t *testing.T) {
	t.Parallel()
	own, replies := gather(t, 2).play(2, func() time.Duration { return 0 })
	if len(own) != 4 || len(replies) != 4 || quantile(own, 0) <= 0 || quantile(replies, 0) < quantile(own, 0) {
		t.Errorf("own moves took %v and replies %v, want four each, the replies not sooner", own, replies)
	}
}

// quantile is the time, in milliseconds, in which a share of what took so long was done.
func quantile(took []time.Duration, share float64) float64 {
	slices.Sort(took)
	last := max(int(math.Ceil(share*float64(len(took))))-1, 0)
	return float64(took[last].Microseconds()) / 1000
}

// crowdPatience is how long a sitter waits for a message.
const crowdPatience = 30 * time.Second

// A crowd is many people, of whose games Alice's page sees all.
type crowd struct {
	*duel
	sitters []*sitter

	mu     sync.Mutex
	queues map[string]chan wire.Message // by interaction or thread; what comes before somebody waits for it is kept
}

// gather runs the program, brings people, and has each of them begin a game.
func gather(tb testing.TB, people int) *crowd {
	tb.Helper()
	c := &crowd{duel: sitDown(tb, fastPeople), queues: map[string]chan wire.Message{}}
	go c.hear()
	for n := range people {
		var came struct{ ID wire.ID }
		if err := c.post("people", map[string]any{"name": fmt.Sprint("Guest ", n), "locale": "en-US"}, &came); err != nil {
			tb.Fatal(err)
		}
		s := &sitter{crowd: c, id: came.ID, chance: rand.New(rand.NewPCG(uint64(n), 30))}
		if err := s.begin(); err != nil {
			tb.Fatalf("guest %d: %v", n, err)
		}
		c.sitters = append(c.sitters, s)
	}
	return c
}

// play has each of the crowd play so many moves and tells how long these took, and the replies to them, a reply less
// for each game that ended with somebody's own move. The first fault ends it, and the test.
func (c *crowd) play(moves int, pause func() time.Duration) (own, replies []time.Duration) {
	c.b.Helper()
	var mu sync.Mutex
	var problem error
	var all sync.WaitGroup
	ctx, stop := context.WithCancel(c.ctx)
	defer stop()
	for n, s := range c.sitters {
		all.Go(func() {
			for range moves {
				select {
				case <-time.After(pause()):
				case <-ctx.Done():
					return
				}
				acknowledged, replied, err := s.turn()
				mu.Lock()
				switch {
				case err == nil:
					own = append(own, acknowledged)
					if replied > 0 {
						replies = append(replies, replied)
					}
				case problem == nil:
					problem = fmt.Errorf("guest %d, after %d moves of both sides: %w", n, len(s.record.Moves), err)
					stop()
				}
				mu.Unlock()
			}
		})
	}
	all.Wait()
	if problem != nil {
		c.b.Fatal(problem)
	}
	return own, replies
}

// hear hands out what Alice's page is told: what begins a game under the interaction that brought it, and boards under
// their thread.
func (c *crowd) hear() {
	for h := range c.heard {
		var m wire.Message
		if h.event != "message" || json.Unmarshal(h.data, &m) != nil || m.Loading {
			continue
		}
		if len(m.Attachments) > 0 {
			c.hand(string(m.ChannelID), m)
		} else if m.Metadata != nil && m.ChannelID == playground.XiangqiID {
			c.hand(string(m.Metadata.ID), m)
		}
	}
}

// hand puts a message into a queue. A queue that is full belongs to somebody who has stopped to look.
func (c *crowd) hand(queue string, m wire.Message) {
	select {
	case c.queue(queue) <- m:
	default:
	}
}

func (c *crowd) queue(name string) chan wire.Message {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.queues[name] == nil {
		c.queues[name] = make(chan wire.Message, 32)
	}
	return c.queues[name]
}

// await waits for a message in a queue that will do.
func (c *crowd) await(queue, what string, will func(*wire.Message) bool) (wire.Message, error) {
	late := time.After(crowdPatience)
	last := "there was none at all"
	for {
		select {
		case m := <-c.queue(queue):
			if will(&m) {
				return m, nil
			}
			last = "the last one was: " + m.Content
		case <-late:
			return wire.Message{}, fmt.Errorf("no message with %s within %v; %s", what, crowdPatience, last)
		case <-c.ctx.Done():
			return wire.Message{}, c.ctx.Err()
		}
	}
}

// A sitter plays the bot, as Red, in a thread.
type sitter struct {
	*crowd
	id     wire.ID
	thread wire.ID
	record board.Record
	chance *rand.Rand
}

// do uses a command and returns the interaction that came of it.
func (s *sitter) do(channel wire.ID, name string, options map[string]any) (interaction string, err error) {
	var answer struct{ Interaction wire.ID }
	act := map[string]any{"person": s.id, "channel": channel, "name": name, "options": options}
	err = s.post("command", act, &answer)
	return string(answer.Interaction), err
}

// begin begins a game and waits for the board in its thread.
func (s *sitter) begin() error {
	asked, err := s.do(playground.XiangqiID, "challenge", map[string]any{"strength": 1, "color": "red", "rated": false})
	if err != nil {
		return err
	}
	starter, err := s.await(asked, "a new game", func(*wire.Message) bool { return true })
	if err != nil {
		return err
	}
	s.thread = starter.ID // a thread has the id of the message under which it is
	s.record = board.NewRecord()
	_, err = s.await(string(s.thread), "the first board", func(*wire.Message) bool { return true })
	return err
}

// turn plays a move and tells how long it took until its board was seen, and until the bot's reply was, 0 if the move
// ended the game.
func (s *sitter) turn() (acknowledged, replied time.Duration, err error) {
	if s.over() {
		if err := s.begin(); err != nil {
			return 0, 0, err
		}
	}
	p := s.record.Position()
	moves := p.LegalMoves(nil)
	m := moves[s.chance.IntN(len(moves))]
	if err := s.record.Play(m); err != nil {
		return 0, 0, err
	}
	sent := time.Now()
	if _, err := s.do(s.thread, "move", map[string]any{"move": m.String()}); err != nil {
		return 0, 0, err
	}
	shown, err := s.shown("the board after "+m.String(), func(last board.Move) bool { return last == m || s.legal(last) })
	if err != nil {
		return 0, 0, err
	}
	acknowledged = time.Since(sent)
	if s.over() {
		return acknowledged, 0, nil
	}
	if shown == m {
		if shown, err = s.shown("the bot's reply to "+m.String(), s.legal); err != nil {
			return 0, 0, err
		}
	}
	return acknowledged, time.Since(sent), s.record.Play(shown)
}

// shown waits until a board in the thread shows a last move that will do: as the answer to a command, or as a message of
// the bot's own, as where the answer came too late for Discord.
func (s *sitter) shown(what string, will func(last board.Move) bool) (last board.Move, err error) {
	_, err = s.await(string(s.thread), what, func(m *wire.Message) bool {
		text, _, ok := boardOf(m)
		if !ok {
			return false
		}
		last, err = board.ParseMove(text)
		return err == nil && will(last)
	})
	return last, err
}

// legal reports whether the side to move can play a move.
func (s *sitter) legal(m board.Move) bool {
	p := s.record.Position()
	return p.IsLegal(m)
}

func (s *sitter) over() bool {
	return rules.Judge(&s.record, rules.ForPeople()).Outcome != rules.Ongoing
}

// lastMove is the move of which a message tells.
var lastMove = regexp.MustCompile(`\(([a-i]\d[a-i]\d)\)`)

// post does something by the page's API.
func (c *crowd) post(path string, body map[string]any, answer any) error {
	status, text, err := askPage(c.ctx, http.MethodPost, c.url+"/playground/"+path, body, answer)
	if err == nil && status != http.StatusOK {
		err = errors.New(http.StatusText(status))
	}
	if err != nil {
		return fmt.Errorf("%s: %w: %s", path, err, text)
	}
	return nil
}
