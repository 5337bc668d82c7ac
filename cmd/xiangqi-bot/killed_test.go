package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"sync"
	"testing"

	"xiangqibot/bot/playground"
	"xiangqibot/bot/playground/wire"
	"xiangqibot/store/storetest"
)

// TestKilledBetweenPostingAndMarking kills the real program (SIGKILL) at the moment when Discord has carried out a call
// of its and the program has not heard so yet: the message is there, and nothing of it is in the database. The program
// that comes after finds it: no board is there twice, and nobody is told to wait for good.
func TestKilledBetweenPostingAndMarking(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("one process after another: nothing for the race detector")
	}
	for _, test := range []struct {
		name   string
		place  string // where the game is played
		call   string // the call at which the program dies, as method and path
		begins bool   // it dies as the game begins, not at the first move
		// overtaken says that its successor may not make the call again before the next move is played.
		overtaken bool
	}{
		{"the answer to a move", "channel", `POST .*/interactions/[^/]+/[^/]+/callback`, false, false},
		{"the bot's move in the place of that", "channel", `PATCH .*/channels/\d+/messages/\d+`, false, false},
		{"the first board in a thread", "thread", `POST .*/channels/\d+/messages`, true, false},
		{"a board that is overtaken", "thread", `POST .*/channels/\d+/messages`, true, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			m := newMortal(t, test.place)
			call := regexp.MustCompile("^" + test.call + "$")
			moves := []string{"h2e2", "h0g2"}
			if test.begins {
				m.dieAt(call)
			}
			m.command("challenge", map[string]any{"strength": 1, "color": "red", "rated": false})
			if !test.begins {
				m.until("第1回合")
				m.dieAt(call)
				m.command("move", map[string]any{"move": moves[0]})
			}
			<-m.died
			if test.overtaken {
				m.limit(call)
			}
			m.start()
			if test.begins {
				m.until("第1回合")
				m.command("move", map[string]any{"move": moves[0]})
			}
			m.until("第2回合")
			m.limit(nil)
			m.command("move", map[string]any{"move": moves[1]})
			m.until("第3回合")
			m.await("the board before is retired", func() bool {
				return m.count(func(message wire.Message) bool { return len(message.Attachments) > 0 }) == 1
			})
			// Alice plays as soon as she sees the board. What was recorded after her move is late, and deleted.
			shown := map[string]bool{}
			for _, message := range m.messages() {
				if text := message.Content; strings.Contains(text, "轮到你走") {
					if shown[text] {
						t.Errorf("two messages say %q", text)
					}
					shown[text] = true
				}
			}
			if len(shown) > 3 {
				t.Errorf("%d messages show three rounds", len(shown))
			}
			if n := m.count(func(message wire.Message) bool {
				return message.Loading || strings.Contains(message.Content, "正在思考")
			}); n != 0 {
				t.Errorf("%d messages still ask somebody to wait", n)
			}
		})
	}
}

// A mortal is a bot with a line to the simulated Discord on which it can die.
type mortal struct {
	*cluster
	where wire.ID // where Alice acts

	mu      sync.Mutex
	deadly  *regexp.Regexp // the call at which the bot dies; nil: none
	limited *regexp.Regexp // calls that are answered with 429; nil: none
	died    chan struct{}
}

func newMortal(t *testing.T, place string) *mortal {
	t.Helper()
	m := &mortal{
		cluster: &cluster{t: t, source: storetest.SQLite(t), shards: 1, place: place, called: make(chan struct{}, 1)},
		where:   playground.XiangqiID, died: make(chan struct{}),
	}
	m.open(1)
	line := httptest.NewServer(m.line(m.discord.Handler()))
	t.Cleanup(line.Close)
	t.Cleanup(func() { m.kill(0) }) // first, since the line waits for its connections
	m.api = line.URL
	m.configure()
	m.start()
	m.await("the greeting, which is a call like others", func() bool { return len(m.messages()) > 0 })
	return m
}

// start starts the bot, once Discord has noticed that the one before is gone.
func (m *mortal) start() {
	m.t.Helper()
	online := func() bool { return m.discord.Gateway().Online(playground.ApplicationID) }
	m.await("the bot is gone", func() bool { return !online() })
	m.launch(0, "", "connected to Discord")
	m.await("the bot is there", online)
}

// dieAt lets the bot die at the next call of a kind.
func (m *mortal) dieAt(call *regexp.Regexp) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.deadly = call
}

// limit has Discord refuse the calls of a kind with 429, and none if that is nil.
func (m *mortal) limit(call *regexp.Regexp) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.limited = call
}

// line refuses the calls that are limited and passes on the others. At the deadly one the bot dies before it hears that
// the call was carried out.
func (m *mortal) line(discord http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		call := r.Method + " " + r.URL.Path
		m.mu.Lock()
		limited := m.limited != nil && m.limited.MatchString(call)
		deadly := m.deadly != nil && m.deadly.MatchString(call)
		if deadly {
			m.deadly = nil
		}
		m.mu.Unlock()
		switch {
		case limited:
			w.Header().Set("Content-Type", "application/json")
			w.Header().Set("X-RateLimit-Scope", "user")
			w.WriteHeader(http.StatusTooManyRequests)
			fmt.Fprint(w, `{"message":"You are being rate limited.","retry_after":0.3,"global":false}`)
		case deadly:
			discord.ServeHTTP(httptest.NewRecorder(), r)
			m.kill(0)
			close(m.died)
		default:
			discord.ServeHTTP(w, r)
		}
	})
}

// until waits for a board with a picture, controls and a text in its card. Later commands are used in its channel.
func (m *mortal) until(text string) {
	m.t.Helper()
	m.await("a board with "+text, func() bool {
		return m.count(func(message wire.Message) bool {
			found := len(message.Attachments) > 0 && len(message.Components) > 1 && len(message.Embeds) > 0 &&
				message.Embeds[0].Footer != nil && strings.Contains(message.Embeds[0].Footer.Text, text)
			if found {
				m.where = message.ChannelID
			}
			return found
		}) > 0
	})
}

// messages are all that Alice can see.
func (m *mortal) messages() (all []wire.Message) {
	m.t.Helper()
	var state struct{ Channels []struct{ ID wire.ID } }
	m.ask(http.MethodGet, "state?person="+string(playground.AliceID), nil, &state)
	for _, channel := range state.Channels {
		var some []wire.Message
		m.ask(http.MethodGet, "messages?person="+string(playground.AliceID)+"&channel="+string(channel.ID), nil, &some)
		all = append(all, some...)
	}
	return all
}

// count counts the messages that match.
func (m *mortal) count(match func(wire.Message) bool) (n int) {
	m.t.Helper()
	for _, message := range m.messages() {
		if match(message) {
			n++
		}
	}
	return n
}

// command uses a command as Alice, whose Discord speaks Chinese.
func (m *mortal) command(name string, options map[string]any) {
	m.t.Helper()
	m.act("command", map[string]any{"name": name, "options": options, "channel": m.where})
}
