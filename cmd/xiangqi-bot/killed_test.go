package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"xiangqibot/bot/playground"
	"xiangqibot/bot/playground/wire"
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
			died := m.diesAt(test.call, test.begins)
			moves := []string{"h2e2", "h0g2"}
			m.command("challenge", map[string]any{"strength": 1, "color": "red", "rated": false})
			if !test.begins {
				m.until("第1回合")
				died = m.diesAt(test.call, true)
				m.command("move", map[string]any{"move": moves[0]})
			}
			<-died
			m.limits(test.call, test.overtaken)
			m.start()
			if test.begins {
				m.until("第1回合")
				m.command("move", map[string]any{"move": moves[0]})
			}
			m.until("第2回合")
			m.limits(test.call, false)
			m.command("move", map[string]any{"move": moves[1]})
			m.until("第3回合")
			m.wait(func() bool { return m.count(pictured) == 1 }) // the board before has to be retired yet
			// Alice plays as soon as she sees the board. What was recorded after her move is late, and deleted.
			told := map[string]bool{}
			for _, said := range m.messages() {
				if text := said.Content; strings.Contains(text, "轮到你走") {
					if told[text] {
						t.Errorf("two messages say %q", text)
					}
					told[text] = true
				}
			}
			if len(told) > 3 {
				t.Errorf("%d messages tell of three rounds", len(told))
			}
			if n := m.count(func(said wire.Message) bool {
				return said.Loading || strings.Contains(said.Content, "正在思考")
			}); n != 0 {
				t.Errorf("%d messages still tell somebody to wait", n)
			}
		})
	}
}

// A mortal is the program, the simulated Discord that outlives it, and a line between the two on which it can die.
type mortal struct {
	t      *testing.T
	page   string // where the simulated Discord is
	events *bufio.Scanner
	config string
	token  string
	where  wire.ID // where Alice acts

	folder string
	starts int // how often the program was started

	mu      sync.Mutex
	proc    *exec.Cmd
	deadly  *regexp.Regexp
	died    chan struct{}
	limited *regexp.Regexp // calls that are answered with 429; nil: none
}

func newMortal(t *testing.T, place string) *mortal {
	t.Helper()
	m := &mortal{t: t, where: playground.XiangqiID}
	ctx, stop := context.WithCancel(context.Background())
	read, write := io.Pipe()
	ended := make(chan error, 1)
	folder := t.TempDir()
	m.folder = folder
	go func() {
		world := filepath.Join(folder, "world")
		ended <- run(ctx, []string{"playground", "-addr", "127.0.0.1:0", "-data", world}, write, io.Discard)
	}()
	t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	var api string
	if _, err := fmt.Fscanf(read, "page %s\napi %s\ntoken %s Xiangqi\n", &m.page, &api, &m.token); err != nil {
		t.Fatal(err)
	}
	to, err := url.Parse(m.page)
	if err != nil {
		t.Fatal(err)
	}
	line := httptest.NewServer(m.front(&httputil.ReverseProxy{
		Rewrite:        func(r *httputil.ProxyRequest) { r.SetURL(to); r.Out.Host = r.In.Host },
		ModifyResponse: m.carried,
		ErrorHandler:   func(w http.ResponseWriter, _ *http.Request, _ error) { w.WriteHeader(http.StatusBadGateway) },
	}))
	t.Cleanup(line.Close)
	m.config = filepath.Join(folder, "config.yaml")
	const settings = "database: sqlite:%s\ndiscord:\n  api: %s\ngames:\n  place: %s\n" +
		"engine:\n  endgame: \"\"\nlog:\n  level: debug\n"
	text := fmt.Sprintf(settings, filepath.Join(folder, "xiangqi.db"), line.URL, place)
	if err := os.WriteFile(m.config, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	patience, giveUp := context.WithTimeout(t.Context(), 2*time.Minute)
	t.Cleanup(giveUp)
	events := m.page + "/playground/events?person=" + string(playground.AliceID)
	request, err := http.NewRequestWithContext(patience, http.MethodGet, events, nil)
	if err != nil {
		t.Fatal(err)
	}
	stream, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { stream.Body.Close() })
	m.events = bufio.NewScanner(stream.Body)
	m.events.Buffer(nil, 1<<22)
	t.Cleanup(m.kill)
	t.Cleanup(func() {
		if t.Failed() {
			m.print()
		}
	})
	m.start()
	m.wait(func() bool { return len(m.messages()) > 0 }) // the greeting is a call like others
	return m
}

// online waits until the program is connected and has its commands, or is no longer connected.
func (m *mortal) online(is bool) {
	m.t.Helper()
	m.wait(func() bool {
		var state struct {
			Bots     []struct{ Online bool }
			Commands []json.RawMessage
		}
		m.ask(http.MethodGet, "state?person="+string(playground.AliceID), nil, &state)
		return state.Bots[0].Online == is && (!is || len(state.Commands) > 0)
	})
}

// start starts the program, once nothing of the one before is left.
func (m *mortal) start() {
	m.t.Helper()
	m.online(false)
	proc := exec.Command("xiangqi-bot", "serve", "-config", m.config) //nolint:noctx // it dies by the test or its cleanup
	proc.Env = append(os.Environ(), tokenVariable+"="+m.token)
	m.starts++
	log, err := os.Create(m.log(m.starts))
	if err != nil {
		m.t.Fatal(err)
	}
	defer log.Close()
	proc.Stderr = log
	if err := proc.Start(); err != nil {
		m.t.Fatal(err)
	}
	m.mu.Lock()
	m.proc = proc
	m.mu.Unlock()
	m.online(true)
}

// log is the file that the program writes its log to when it is started for the n-th time.
func (m *mortal) log(n int) string { return filepath.Join(m.folder, fmt.Sprintf("%d.log", n)) }

func (m *mortal) kill() {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.proc != nil {
		_ = m.proc.Process.Kill()
		_ = m.proc.Wait()
		m.proc = nil
	}
}

// diesAt lets the program die at the next call of a kind that it begins, if now is set; the channel tells when it has.
func (m *mortal) diesAt(call string, now bool) <-chan struct{} {
	m.mu.Lock()
	defer m.mu.Unlock()
	if now {
		m.deadly, m.died = regexp.MustCompile("^"+call+"$"), make(chan struct{})
	}
	return m.died
}

// limits has Discord refuse the calls of a kind with 429, if now is set, and take them again otherwise.
func (m *mortal) limits(call string, now bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.limited = nil
	if now {
		m.limited = regexp.MustCompile("^" + call + "$")
	}
}

// deadlyCall marks the context of the call at which the program dies.
type deadlyCall struct{}

// front refuses the calls that are limited, passes on the others, and marks the one at which the program dies.
func (m *mortal) front(line http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		call := r.Method + " " + r.URL.Path
		m.mu.Lock()
		limited := m.limited != nil && m.limited.MatchString(call)
		if m.deadly != nil && m.deadly.MatchString(call) {
			m.deadly = nil
			r = r.WithContext(context.WithValue(r.Context(), deadlyCall{}, true))
		}
		m.mu.Unlock()
		if !limited {
			line.ServeHTTP(w, r)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("X-RateLimit-Scope", "user")
		w.WriteHeader(http.StatusTooManyRequests)
		fmt.Fprint(w, `{"message":"You are being rate limited.","retry_after":0.3,"global":false}`)
	})
}

// carried sees an answer on its way back to the program.
func (m *mortal) carried(r *http.Response) error {
	if r.Request.Context().Value(deadlyCall{}) == nil {
		return nil
	}
	m.kill()
	close(m.died)
	return fmt.Errorf("the program is dead")
}

// wait looks at each event whether something is so by now.
func (m *mortal) wait(so func() bool) {
	m.t.Helper()
	for !so() {
		if !m.events.Scan() {
			m.t.Fatalf("the events end: %v", m.events.Err())
		}
	}
}

// until waits for a board with a picture, controls and a text in its card, and goes where it is.
func (m *mortal) until(text string) {
	m.t.Helper()
	m.wait(func() bool {
		for _, said := range m.messages() {
			if len(said.Attachments) > 0 && len(said.Components) > 1 && len(said.Embeds) > 0 &&
				said.Embeds[0].Footer != nil && strings.Contains(said.Embeds[0].Footer.Text, text) {
				m.where = said.ChannelID
				return true
			}
		}
		return false
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

// print logs all that Alice sees, a message a line, and what the program has logged.
func (m *mortal) print() {
	for _, said := range m.messages() {
		footer := ""
		if len(said.Embeds) > 0 && said.Embeds[0].Footer != nil {
			footer = said.Embeds[0].Footer.Text
		}
		m.t.Logf("%s in %s: %q, %q, %d rows, %d files, loading %t",
			said.ID, said.ChannelID, said.Content, footer, len(said.Components), len(said.Attachments), said.Loading)
	}
	for n := range m.starts {
		text, err := os.ReadFile(m.log(n + 1))
		m.t.Logf("the log of start %d (%v):\n%s", n+1, err, text)
	}
}

// count is how many messages are so.
func (m *mortal) count(so func(wire.Message) bool) (n int) {
	m.t.Helper()
	for _, said := range m.messages() {
		if so(said) {
			n++
		}
	}
	return n
}

func pictured(said wire.Message) bool { return len(said.Attachments) > 0 }

// command uses a command as Alice, whose Discord speaks Chinese.
func (m *mortal) command(name string, options map[string]any) {
	m.t.Helper()
	m.ask(http.MethodPost, "command", map[string]any{
		"person": playground.AliceID, "channel": m.where, "name": name, "options": options,
	}, nil)
}

// ask asks something of the page's API.
func (m *mortal) ask(method, path string, body map[string]any, answer any) {
	m.t.Helper()
	sent, err := json.Marshal(body)
	if err != nil {
		m.t.Fatal(err)
	}
	ctx := context.WithoutCancel(m.t.Context()) // print asks after the end of the test
	request, err := http.NewRequestWithContext(ctx, method, m.page+"/playground/"+path, bytes.NewReader(sent))
	if err != nil {
		m.t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	got, err := http.DefaultClient.Do(request)
	if err != nil {
		m.t.Fatal(err)
	}
	defer got.Body.Close()
	text, err := io.ReadAll(got.Body)
	if err != nil || got.StatusCode != http.StatusOK {
		m.t.Fatalf("%s: %s %s %v", path, got.Status, text, err)
	}
	if answer == nil {
		return
	}
	if err := json.Unmarshal(text, answer); err != nil {
		m.t.Fatalf("%s: %v", path, err)
	}
}
