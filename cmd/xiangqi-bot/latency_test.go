package main

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"math"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"sync"
	"testing"
	"time"

	"xiangqibot/bot/playground"
	"xiangqibot/bot/playground/wire"
	"xiangqibot/bot/view"
	"xiangqibot/engine/board"
	"xiangqibot/engine/notation"
	"xiangqibot/engine/rules"
)

// BenchmarkMove measures how long a person waits for the answer to /move: from sending it to the message with the
// picture, on the way that "xiangqi-bot play" goes. The page's API, the gateway, the database on disk, the renderer,
// REST and the event stream are all the real ones, in one process, over a loopback port. Alice plays Bob, so no engine
// is asked. Bob's moves, and what it takes to begin and to end games, are outside of the measured time.
//
//	go test -run '^$' -bench Move -benchtime 500x ./cmd/xiangqi-bot
//
// The numbers are milliseconds: half of the answers came within p50-ms, 99 of 100 within p99-ms, all within max-ms.
// p99-ms should be at most 150. No number fails the benchmark; only an answer that comes too late for Discord, after
// three seconds, does.
//
// The figures lean to the careful side. Alice moves as soon as Bob's board is there, while the bot still saves that the
// channel has seen it: her move often waits for the disk twice.
//
// Discord's rate limits hold. They do not touch an answer: the callback of an interaction is free of them. They do
// touch the edit that takes the buttons off the board before, one a second in a channel. These edits come after the
// answers, and at the pace of this benchmark, which is nobody's, most of them are given up after five seconds: hence
// the seconds that the benchmark takes to end.
func BenchmarkMove(b *testing.B) {
	t := sitDown(b, fastPeople)
	var took []time.Duration
	for b.Loop() {
		b.StopTimer()
		move := t.alicesMove()
		b.StartTimer()
		took = append(took, t.play(playground.AliceID, move, notation.Chinese))
	}
	b.ReportMetric(quantile(took, 0.50), "p50-ms")
	b.ReportMetric(quantile(took, 0.99), "p99-ms")
	b.ReportMetric(quantile(took, 1), "max-ms")
}

// quantile is the time, in milliseconds, in which a share of what took so long was done.
func quantile(took []time.Duration, share float64) float64 {
	slices.Sort(took)
	last := max(int(math.Ceil(share*float64(len(took))))-1, 0)
	return float64(took[last].Microseconds()) / 1000
}

// longGame is after how many moves of both sides Alice has had enough of a game.
const longGame = 160

// A duel is Alice and Bob, who play one game after the other, each in its thread below #xiangqi, and what Alice's page
// shows her.
type duel struct {
	b      testing.TB
	shown  wire.Message // the newest board
	url    string
	ctx    context.Context
	leave  func() // ends the program before the test does
	heard  <-chan heard
	chance *rand.Rand

	games  int
	where  wire.ID      // where they act: the channel, and then the thread of their game
	record board.Record // the game being played
	red    wire.ID      // who has Red
}

// heard is an event of the stream, and when it came.
type heard struct {
	event string
	data  []byte
	at    time.Time
}

// fastPeople is a configuration for people who play as fast as they can, on a machine that makes no tables meanwhile.
const fastPeople = `
limits: {person: 0, server: 0}
engine: {endgame: ""}
`

// sitDown runs the program in an empty folder, with the text of a configuration, and opens Alice's page.
func sitDown(b testing.TB, config string) *duel {
	b.Helper()
	ctx, cancel := context.WithCancel(b.Context())
	output, stdout := io.Pipe()
	ended := make(chan error, 1)
	folder := b.TempDir()
	file := filepath.Join(folder, "config.yaml")
	if err := os.WriteFile(file, []byte(config), 0o600); err != nil {
		b.Fatal(err)
	}
	go func() {
		err := play(ctx, playOptions{addr: "127.0.0.1:0", data: folder, config: file}, stdout)
		stdout.CloseWithError(err)
		ended <- err
	}()
	leave := sync.OnceFunc(func() {
		cancel()
		if err := <-ended; err != nil {
			b.Errorf("the program ends with %v", err)
		}
	})
	b.Cleanup(leave)
	lines := bufio.NewReader(output)
	line, err := lines.ReadString('\n')
	if err != nil {
		b.Fatalf("the program does not say where its page is: %v", err)
	}
	go func() { _, _ = io.Copy(io.Discard, lines) }() // so that the program can go on printing
	t := &duel{b: b, ctx: ctx, leave: leave, url: regexp.MustCompile(`http://\S+`).FindString(line), chance: rand.New(rand.NewPCG(2, 150))}
	t.listen(playground.AliceID)
	// A game of random moves may be over before the next challenge is allowed.
	t.where = playground.XiangqiID
	t.message(t.act("command", playground.AliceID, map[string]any{
		"name": "manage server", "options": map[string]any{"setting": "cooldown", "value": "0"},
	}))
	return t
}

// listen opens the event stream of a person and waits until the bot is there.
func (t *duel) listen(person wire.ID) {
	stream := t.get("/playground/events?person=" + string(person))
	t.b.Cleanup(func() { stream.Close() })
	events := make(chan heard, 1024) // so that an event is not late because nobody takes the one before
	go func() {
		defer close(events)
		for event, data := range playground.Events(stream) {
			events <- heard{event, data, time.Now()}
		}
	}()
	t.heard = events
	t.next("hello") // from here on nothing is missed
	for !t.ready() {
		if _, more := <-t.heard; !more {
			t.b.Fatal("the event stream has ended")
		}
	}
}

// ready reports whether the bot is there, with its commands.
func (t *duel) ready() bool {
	var state struct {
		Bots     []struct{ Online bool }
		Commands []json.RawMessage
	}
	about := t.get("/playground/state")
	defer about.Close()
	if err := json.NewDecoder(about).Decode(&state); err != nil {
		t.b.Fatal(err)
	}
	return state.Bots[0].Online && len(state.Commands) > 0
}

func (t *duel) get(path string) io.ReadCloser {
	request, err := http.NewRequestWithContext(t.ctx, http.MethodGet, t.url+path, nil)
	if err != nil {
		t.b.Fatal(err)
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		t.b.Fatal(err)
	}
	if answer.StatusCode != http.StatusOK {
		t.b.Fatalf("GET %s: %s", path, answer.Status)
	}
	return answer.Body
}

// next waits for an event of that name. That the bot lets an act die ends the benchmark.
func (t *duel) next(name string) heard {
	for h := range t.heard {
		switch h.event {
		case name:
			return h
		case "failed":
			t.b.Fatalf("the bot did not answer: %s", h.data)
		}
	}
	t.b.Fatal("the event stream has ended")
	return heard{}
}

// act does something by the page's API, where they are, and returns the interaction that came of it.
func (t *duel) act(kind string, person wire.ID, act map[string]any) wire.ID {
	act["person"], act["channel"] = person, t.where
	var started struct{ Interaction wire.ID }
	status, text, err := askPage(t.ctx, http.MethodPost, t.url+"/playground/"+kind, act, &started)
	if err != nil || started.Interaction == "" {
		t.b.Fatalf("%s %v: %d %s %v", kind, act, status, text, err)
	}
	return started.Interaction
}

// message waits for a message that the interaction brought forth, and tells when it came. That the bot is thinking is
// no message.
func (t *duel) message(interaction wire.ID) (wire.Message, time.Time) {
	for {
		h := t.next("message")
		var m wire.Message
		if err := json.Unmarshal(h.data, &m); err != nil {
			t.b.Fatal(err)
		}
		if m.Metadata != nil && m.Metadata.ID == interaction && !m.Loading {
			return m, h.at
		}
	}
}

// board waits for the message with the board.
func (t *duel) board(interaction wire.ID) time.Time {
	m, at := t.message(interaction)
	if len(m.Attachments) != 1 || m.Attachments[0].ContentType != "image/png" || m.Attachments[0].Size == 0 {
		t.b.Fatalf("a message without the board: %s", m.Content)
	}
	t.shown = m
	return at
}

// press uses the button of a message that does the act.
func (t *duel) press(person wire.ID, m wire.Message, act view.PressAct) wire.ID {
	id := ""
	wire.Walk(m.Components, func(c *wire.Component) {
		if p, err := view.ParsePress(c.CustomID); err == nil && p.Act == act {
			id = c.CustomID
		}
	})
	if id == "" {
		t.b.Fatalf("no button %q under: %s", act, m.Content)
	}
	return t.act("click", person, map[string]any{"message": m.ID, "custom_id": id})
}

// alicesMove brings the duel to where Alice is to move and returns the move she will play.
func (t *duel) alicesMove() board.Move {
	for {
		p := t.record.Position()
		switch over := t.games == 0 || rules.Judge(&t.record, rules.ForPeople()).Outcome != rules.Ongoing; {
		case !over && len(t.record.Moves) >= longGame:
			t.resign()
			t.begin()
		case over:
			t.begin()
		case t.mover() != playground.AliceID:
			t.play(playground.BobID, t.any(&p), notation.UCI)
		default:
			return t.any(&p)
		}
	}
}

func (t *duel) mover() wire.ID {
	p := t.record.Position()
	if (p.SideToMove() == board.Red) == (t.red == playground.AliceID) {
		return playground.AliceID
	}
	return playground.BobID
}

func (t *duel) any(p *board.Position) board.Move {
	moves := p.LegalMoves(nil)
	return moves[t.chance.IntN(len(moves))]
}

// play makes a move of the person whose turn it is and tells how long it took until the board was there.
func (t *duel) play(person wire.ID, m board.Move, style notation.Style) time.Duration {
	p := t.record.Position()
	text := notation.Format(&p, m, style)
	sent := time.Now()
	seen := t.board(t.act("command", person, map[string]any{"name": "move", "options": map[string]any{"move": text}}))
	if err := t.record.Play(m); err != nil {
		t.b.Fatal(err)
	}
	return seen.Sub(sent)
}

// begin starts the next game. Alice has Red in every other one.
func (t *duel) begin() {
	color := "red"
	t.red = playground.AliceID
	if t.games%2 == 1 {
		color, t.red = "black", playground.BobID
	}
	t.games++
	t.where = playground.XiangqiID
	challenge, _ := t.message(t.act("command", playground.AliceID, map[string]any{"name": "challenge",
		"options": map[string]any{"opponent": playground.BobID, "color": color, "rated": false}}))
	t.press(playground.BobID, challenge, view.PressAccept)
	for {
		var m wire.Message
		if err := json.Unmarshal(t.next("message").data, &m); err != nil {
			t.b.Fatal(err)
		}
		if m.ChannelID != t.where && len(m.Attachments) > 0 && len(m.Components) > 0 {
			t.where = m.ChannelID
			break
		}
	}
	t.record = board.NewRecord()
}

// resign ends the game.
func (t *duel) resign() {
	question, _ := t.message(t.press(playground.AliceID, t.shown, view.PressResign))
	t.board(t.press(playground.AliceID, question, view.PressResignYes))
}
