package discord

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/coder/websocket"

	"xiangqibot/bot/discord/discordtest"
)

// gatewayTest is a session against a gateway that plays one script a connection, and the last one again for all that
// follow.
type gatewayTest struct {
	session *Session
	mu      sync.Mutex
	opened  []time.Time // when each connection was opened
	events  []string
	stop    context.CancelFunc
	ended   chan error
}

func startSession(t *testing.T, address gatewayAddress, scripts ...func(*peer)) *gatewayTest {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	if address.URL == "" {
		address.URL = "ws://gateway.test"
	}
	g := &gatewayTest{stop: stop, ended: make(chan error, 1)}
	transport := discordtest.Serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/api/v10/gateway/bot" {
			_ = json.NewEncoder(w).Encode(address) // the session may be told to end just now
			return
		}
		socket, err := websocket.Accept(w, r, nil)
		if err != nil {
			t.Error(err)
			return
		}
		defer func() { _ = socket.CloseNow() }()
		if r.URL.Query().Get("v") != "10" || r.URL.Query().Get("encoding") != "json" {
			t.Errorf("the bot asked for %s, version 10 in JSON was expected", r.URL)
		}
		g.mu.Lock()
		g.opened = append(g.opened, time.Now())
		script := scripts[min(len(g.opened), len(scripts))-1]
		g.mu.Unlock()
		script(&peer{t: t, ctx: r.Context(), socket: socket, host: r.Host})
	}))
	g.session = &Session{
		Client:    NewClient("secret", transport, nil),
		Intents:   1,
		Event:     func(name string, _ json.RawMessage) { g.events = append(g.events, name) },
		Connected: func(bool) {},
		Log:       discordtest.Log(t),
	}
	go func() { g.ended <- g.session.Run(ctx) }()
	t.Cleanup(func() {
		stop()
		synctest.Wait()
	})
	return g
}

func (g *gatewayTest) end(t *testing.T) {
	t.Helper()
	g.stop()
	if err := <-g.ended; err != nil {
		t.Errorf("run returned %v after its context ended, want nil", err)
	}
	synctest.Wait() // the other end has seen it too
}

func TestSessionIdentifiesHeartbeatsAndCloses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var identify, last frame
		var beats []string
		g := startSession(t, gatewayAddress{}, func(p *peer) {
			identify = p.ready()
			p.event(7, "INTERACTION_CREATE", map[string]string{"id": "1"})
			for {
				last = p.any()
				if last.Op != opHeartbeat {
					return
				}
				beats = append(beats, string(last.Data))
				p.send(opHeartbeatAck, nil)
			}
		})
		time.Sleep(10 * time.Minute)
		g.end(t)
		var sent struct {
			Token      string            `json:"token"`
			Intents    int               `json:"intents"`
			Properties map[string]string `json:"properties"`
		}
		if err := json.Unmarshal(identify.Data, &sent); err != nil || identify.Op != opIdentify || sent.Token != "secret" || sent.Intents != 1 || sent.Properties["os"] == "" {
			t.Errorf("identify was op %d %s (%v)", identify.Op, identify.Data, err)
		}
		if got := strings.Join(g.events, " "); got != "READY INTERACTION_CREATE" {
			t.Errorf("events were %q", got)
		}
		if len(beats) < 14 || len(beats) > 16 || beats[3] != "7" {
			t.Errorf("in ten minutes there were %d heartbeats %q, want 15 of the last sequence number 7", len(beats), beats)
		}
		if last.Op != -1 || last.Name != "1000" {
			t.Errorf("the bot ended with %d %s, want close code 1000", last.Op, last.Name)
		}
		if len(g.opened) != 1 {
			t.Errorf("%d connections were opened", len(g.opened))
		}
	})
}

func TestSessionResumes(t *testing.T) {
	ends := map[string]func(*peer){
		"op 7":          func(p *peer) { p.send(opReconnect, nil) },
		"op 9 true":     func(p *peer) { p.send(opInvalidSession, true) },
		"close 1000":    func(p *peer) { p.close(1000) },
		"close 1001":    func(p *peer) { p.close(1001) },
		"close 1012":    func(p *peer) { p.close(1012) },
		"close 4000":    func(p *peer) { p.close(4000) },
		"close 4008":    func(p *peer) { p.close(4008) },
		"broken line":   func(p *peer) { _ = p.socket.CloseNow() },
		"not JSON":      func(p *peer) { _ = p.socket.Write(p.ctx, websocket.MessageText, []byte("{")) },
		"zombie (deaf)": func(p *peer) { time.Sleep(2 * time.Minute) },
	}
	for name, end := range ends {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var closing, second frame
				var host string
				g := startSession(t, gatewayAddress{}, func(p *peer) {
					p.ready()
					p.event(42, "INTERACTION_CREATE", nil)
					end(p)
					for closing = p.any(); closing.Op != -1; closing = p.any() {
					}
				}, func(p *peer) {
					host = p.host
					second = p.ready()
					p.next()
				})
				time.Sleep(5 * time.Minute)
				g.end(t)
				if second.Op != opResume || host != "resume.test" {
					t.Fatalf("the second connection to %s began with op %d, want a resume (6) at resume.test", host, second.Op)
				}
				var resume struct {
					Token   string `json:"token"`
					Session string `json:"session_id"`
					Seq     int64  `json:"seq"`
				}
				if err := json.Unmarshal(second.Data, &resume); err != nil || resume.Seq != 42 || resume.Session != "s1" || resume.Token != "secret" {
					t.Errorf("resume was %s (%v)", second.Data, err)
				}
				if closing.Name == "1000" || closing.Name == "1001" {
					t.Errorf("the bot closed with %s, which throws the session away", closing.Name)
				}
				if got := strings.Join(g.events, " "); got != "READY INTERACTION_CREATE RESUMED" {
					t.Errorf("events were %q", got)
				}
			})
		})
	}
}

func TestSessionStartsAnewWhenItCannotResume(t *testing.T) {
	ends := map[string]func(*peer){
		"op 9 false": func(p *peer) { p.send(opInvalidSession, false) },
		"close 4007": func(p *peer) { p.close(4007) },
		"close 4009": func(p *peer) { p.close(4009) },
		"close 4003": func(p *peer) { p.close(4003) },
	}
	for name, end := range ends {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var second frame
				var host string
				g := startSession(t, gatewayAddress{}, func(p *peer) {
					p.ready()
					end(p)
					p.next()
				}, func(p *peer) {
					host = p.host
					second = p.ready()
					p.next()
				})
				time.Sleep(time.Minute)
				g.end(t)
				if second.Op != opIdentify || host != "gateway.test" {
					t.Errorf("the second connection to %s began with op %d, want an identify (2) at gateway.test", host, second.Op)
				}
			})
		})
	}
}

// Where Discord hangs up on each resume, the session is lost. Going on with resumes would keep the bot away for good.
func TestSessionStartsAnewWhenResumesAreNotAnswered(t *testing.T) {
	for _, code := range []int{1000, 1001, 4000} {
		t.Run(fmt.Sprint(code), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var firsts []int
				lost := false
				g := startSession(t, gatewayAddress{}, func(p *peer) {
					p.hello()
					f := p.next()
					firsts = append(firsts, f.Op)
					if f.Op == opIdentify {
						p.event(1, "READY", map[string]string{"session_id": "s1", "resume_gateway_url": "ws://resume.test"})
					}
					if f.Op == opResume || !lost {
						lost = true
						p.close(code)
					}
					p.next()
				})
				time.Sleep(2 * time.Minute)
				g.end(t)
				if fmt.Sprint(firsts) != "[2 6 6 6 2]" {
					t.Errorf("the connections began with ops %v, want an identify, three resumes and an identify", firsts)
				}
			})
		})
	}
}

// A server that accepts a connection and then sends nothing is abandoned, and so is a session that cannot be resumed.
func TestSessionTimesOutOnASilentServer(t *testing.T) {
	for name, greets := range map[string]bool{"before HELLO": false, "after HELLO": true} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var began []string
				g := startSession(t, gatewayAddress{}, func(p *peer) {
					p.ready()
					p.close(4000)
					p.next()
				}, func(p *peer) {
					if p.host == "resume.test" {
						if greets {
							p.hello()
						}
						for p.next().Op >= 0 { // it says nothing to whatever comes
						}
						return
					}
					began = append(began, fmt.Sprint(p.host, " op ", p.ready().Op))
					p.next()
				})
				time.Sleep(2 * time.Minute)
				g.end(t)
				if fmt.Sprint(began) != "[gateway.test op 6]" {
					t.Errorf("in two minutes the session was taken up at %v, want a resume (6) at gateway.test", began)
				}
			})
		})
	}
	t.Run("at no server", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			var resumes, identifies atomic.Int32
			g := startSession(t, gatewayAddress{}, func(p *peer) {
				p.ready()
				p.close(4000)
				p.next()
			}, func(p *peer) {
				p.hello()
				switch p.next().Op {
				case opResume:
					resumes.Add(1) // and says nothing
				case opIdentify:
					identifies.Add(1)
					p.event(1, "READY", map[string]string{"session_id": "s2", "resume_gateway_url": "ws://resume.test"})
				}
				p.next()
			})
			time.Sleep(5 * time.Minute)
			g.end(t)
			if resumes.Load() != maxResumes || identifies.Load() != 1 {
				t.Errorf("%d resumes and %d identifies, want %d and 1", resumes.Load(), identifies.Load(), maxResumes)
			}
		})
	})
}

// A network that was gone for so long that the session is lost does not cost another long pause.
func TestSessionIdentifiesSoonAfterALongOutage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		var back, identified time.Time
		g := startSession(t, gatewayAddress{}, func(p *peer) {
			p.ready()
			_ = p.socket.CloseNow()
		}, func(p *peer) {
			if time.Since(began) < 15*time.Minute {
				_ = p.socket.CloseNow()
				return
			}
			if back.IsZero() {
				back = time.Now()
			}
			p.hello()
			if f := p.next(); f.Op == opResume {
				p.send(opInvalidSession, false)
			} else {
				identified = time.Now()
				p.event(1, "READY", map[string]string{"session_id": "s2", "resume_gateway_url": "ws://resume.test"})
			}
			p.next()
		})
		time.Sleep(20 * time.Minute)
		g.end(t)
		if took := identified.Sub(back); identified.IsZero() || took > 2*identifyPause {
			t.Errorf("the bot came back at %v and identified at %v", back, identified)
		}
	})
}

// A link that drops again and again, each time after the connection was taken up, keeps the bot away only for the
// moments between.
func TestSessionComesBackAtOnceOnALinkThatDrops(t *testing.T) {
	for _, stands := range []time.Duration{8 * time.Second, 15 * time.Second, 50 * time.Second} {
		t.Run(stands.String(), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var up atomic.Int64 // nanoseconds
				g := startSession(t, gatewayAddress{}, func(p *peer) {
					p.ready()
					began := time.Now()
					time.AfterFunc(stands, func() { _ = p.socket.CloseNow() })
					for p.any().Op != -1 {
						p.send(opHeartbeatAck, nil)
					}
					up.Add(int64(time.Since(began)))
				})
				began := time.Now()
				time.Sleep(time.Hour)
				g.end(t)
				if share := float64(up.Load()) / float64(time.Since(began)); share < 0.95 {
					t.Errorf("the bot was there %.0f %% of the time, in %d connections", 100*share, len(g.opened))
				}
			})
		})
	}
}

// Each session is lost a quarter of a minute after its start. The thousand identifies of a day have to last for the
// day.
func TestSessionSpreadsTheIdentifiesThatAreLeft(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		address := gatewayAddress{}
		address.Limit.Total, address.Limit.Remaining, address.Limit.ResetAfter = 1000, 100, (10 * time.Hour).Milliseconds()
		began := time.Now()
		g := startSession(t, address, func(p *peer) {
			p.ready()
			time.AfterFunc(15*time.Second, func() { p.close(4009) })
			for p.any().Op != -1 {
				p.send(opHeartbeatAck, nil)
			}
		})
		time.Sleep(5 * time.Hour)
		g.end(t)
		if n := len(g.opened); n < 45 || n > 52 {
			t.Errorf("%d identifies in five hours, want 50: half of what was left for ten", n)
		}
		if g.opened[0].Sub(began) > time.Second {
			t.Errorf("the first identify came after %v", g.opened[0].Sub(began))
		}
	})
}

// Discord takes the token away from a bot that identifies too often. Whatever the gateway does instead of READY, for an
// hour.
func TestSessionBoundsItsConnections(t *testing.T) {
	moods := map[string]func(*peer){
		"op 9 for ever":           func(p *peer) { p.hello(); p.next(); p.send(opInvalidSession, false); p.next() },
		"op 9 instead of HELLO":   func(p *peer) { p.send(opInvalidSession, false); p.next() },
		"op 7 instead of HELLO":   func(p *peer) { p.send(opReconnect, nil); p.next() },
		"op 7 instead of READY":   func(p *peer) { p.hello(); p.next(); p.send(opReconnect, nil); p.next() },
		"hangs up before HELLO":   func(p *peer) { p.close(1000) },
		"READY, then hangs up":    func(p *peer) { p.ready(); p.close(1000) },
		"READY, then 4009":        func(p *peer) { p.ready(); p.close(4009) },
		"READY, then line breaks": func(p *peer) { p.ready(); time.Sleep(time.Second); _ = p.socket.CloseNow() },
		"silent before HELLO":     func(p *peer) { p.next() },
		"silent instead of READY": func(p *peer) { p.hello(); p.next(); p.next() },
	}
	for name, mood := range moods {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				g := startSession(t, gatewayAddress{}, mood)
				time.Sleep(time.Hour)
				g.end(t)
				if n := len(g.opened); n < 40 || n > 130 {
					t.Errorf("%d connections in an hour, want one or two a minute", n)
				}
				for i := 2; i < len(g.opened); i++ {
					if gap := g.opened[i].Sub(g.opened[i-1]); gap < 500*time.Millisecond {
						t.Errorf("connections %d and %d are %v apart", i, i+1, gap)
					}
				}
			})
		})
	}
}

func TestSessionPacesIdentifies(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var identifies []time.Time
		g := startSession(t, gatewayAddress{}, func(p *peer) {
			p.hello()
			if p.next().Op == opIdentify {
				identifies = append(identifies, time.Now())
			}
			p.close(1000)
		})
		time.Sleep(time.Hour)
		g.end(t)
		for i := 1; i < len(identifies); i++ {
			if gap := identifies[i].Sub(identifies[i-1]); gap < 5*time.Second {
				t.Errorf("identifies %d and %d are %v apart, Discord allows one in 5 s", i, i+1, gap)
			}
		}
		if len(identifies) < 40 {
			t.Errorf("only %d identifies in an hour", len(identifies))
		}
	})
}

func TestSessionWaitsForTheDailyLimit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		address := gatewayAddress{}
		address.Limit.Total, address.Limit.ResetAfter = 1000, (3 * time.Hour).Milliseconds()
		began := time.Now()
		g := startSession(t, address, func(p *peer) { p.ready(); p.next() })
		time.Sleep(4 * time.Hour)
		g.end(t)
		if len(g.opened) != 1 || g.opened[0].Sub(began) < 3*time.Hour {
			t.Errorf("connections at %v, want one after three hours", g.opened)
		}
	})
}

func TestSessionRecoversFromALongSilence(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var down atomic.Bool
		down.Store(true)
		g := startSession(t, gatewayAddress{}, func(p *peer) {
			if down.Load() {
				p.close(1001)
				return
			}
			p.ready()
			p.next()
		})
		time.Sleep(3 * time.Hour)
		down.Store(false)
		time.Sleep(2 * time.Minute)
		g.end(t)
		if !g.session.ready {
			t.Error("two minutes after the gateway came back the session is still down")
		}
	})
}

func TestSessionStopsWhenTryingAgainIsPointless(t *testing.T) {
	for _, code := range []int{4004, 4010, 4011, 4012, 4013, 4014} {
		t.Run(fmt.Sprint(code), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				g := startSession(t, gatewayAddress{}, func(p *peer) {
					p.hello()
					p.next()
					p.close(code)
				})
				err := <-g.ended
				var closed *GatewayClosedError
				if !errors.As(err, &closed) || closed.Code != code || closed.Cure == "" {
					t.Errorf("run returned %v, want a GatewayClosedError with a cure", err)
				}
				if code == 4004 && !strings.Contains(err.Error(), "https://discord.com/developers/applications") {
					t.Errorf("%q does not say where to get a token", err)
				}
				if len(g.opened) != 1 {
					t.Errorf("%d connections were tried", len(g.opened))
				}
			})
		})
	}
}
