package discord

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/coder/websocket"

	"xiangqibot/bot/discord/discordtest"
)

// gatewayTest is a session against a gateway that plays one script a connection, and the last one again for all that
// follow.
type gatewayTest struct {
	session    *Session
	mu         sync.Mutex
	opened     []time.Time // when each connection was opened
	identified []time.Time // when the bot asked for each session
	events     []string
	stop       context.CancelFunc
	ended      chan error
}

func startSession(t *testing.T, address discordgo.GatewayBotResponse, scripts ...func(*peer)) *gatewayTest {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	g := &gatewayTest{stop: stop, ended: make(chan error, 1)}
	transport := gatewayTo(t, address, func(p *peer) {
		g.mu.Lock()
		g.opened = append(g.opened, time.Now())
		script := scripts[min(len(g.opened), len(scripts))-1]
		g.mu.Unlock()
		p.seen = func(f frame) {
			if f.Op == opIdentify {
				g.mu.Lock()
				defer g.mu.Unlock()
				g.identified = append(g.identified, time.Now())
			}
		}
		script(p)
	})
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

// runSession is startSession, and the end of the session after some time.
func runSession(t *testing.T, long time.Duration, address discordgo.GatewayBotResponse, scripts ...func(*peer)) *gatewayTest {
	t.Helper()
	g := startSession(t, address, scripts...)
	time.Sleep(long)
	g.end(t)
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
		g := runSession(t, 10*time.Minute, discordgo.GatewayBotResponse{}, func(p *peer) {
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

// After a connection ends, the next one resumes the session at its own server, or where Discord has given it up, begins
// another one.
func TestSessionResumes(t *testing.T) {
	for name, test := range map[string]struct {
		end  func(*peer)
		anew bool
	}{
		"op 7":        {end: func(p *peer) { p.send(opReconnect, nil) }},
		"op 9 true":   {end: func(p *peer) { p.send(opInvalidSession, true) }},
		"close 1000":  {end: func(p *peer) { p.close(1000) }},
		"close 1001":  {end: func(p *peer) { p.close(1001) }},
		"close 1012":  {end: func(p *peer) { p.close(1012) }},
		"close 4000":  {end: func(p *peer) { p.close(4000) }},
		"close 4008":  {end: func(p *peer) { p.close(4008) }},
		"broken line": {end: func(p *peer) { _ = p.socket.CloseNow() }},
		"not JSON":    {end: func(p *peer) { _ = p.socket.Write(p.ctx, websocket.MessageText, []byte("{")) }},
		"zombie":      {end: func(*peer) { time.Sleep(2 * time.Minute) }},
		"op 9 false":  {end: func(p *peer) { p.send(opInvalidSession, false) }, anew: true},
		"close 4003":  {end: func(p *peer) { p.close(4003) }, anew: true},
		"close 4007":  {end: func(p *peer) { p.close(4007) }, anew: true},
		"close 4009":  {end: func(p *peer) { p.close(4009) }, anew: true},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var closing, second frame
				var host string
				g := runSession(t, 5*time.Minute, discordgo.GatewayBotResponse{}, func(p *peer) {
					p.ready()
					p.event(42, "INTERACTION_CREATE", nil)
					test.end(p)
					for closing = p.any(); closing.Op != -1; closing = p.any() {
					}
				}, func(p *peer) {
					host = p.host
					second = p.ready()
					p.next()
				})
				op, at, again := opResume, "resume.test", "RESUMED"
				if test.anew {
					op, at, again = opIdentify, "gateway.test", "READY"
				}
				if second.Op != op || host != at {
					t.Fatalf("the second connection to %s began with op %d, want %d at %s", host, second.Op, op, at)
				}
				if got := strings.Join(g.events, " "); got != "READY INTERACTION_CREATE "+again {
					t.Errorf("events were %q", got)
				}
				if test.anew {
					return
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
			})
		})
	}
}

// Where Discord hangs up on each resume, or says nothing to it, the session is lost. Going on with resumes would keep
// the bot away for good.
func TestSessionStartsAnewWhenResumesAreNotAnswered(t *testing.T) {
	for _, code := range []int{1000, 1001, 4000, 0} {
		t.Run(fmt.Sprint(code), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var mu sync.Mutex // a connection may begin before the one before it has ended
				var firsts []int
				runSession(t, 3*time.Minute, discordgo.GatewayBotResponse{}, func(p *peer) {
					p.hello()
					f := p.next()
					mu.Lock()
					firsts = append(firsts, f.Op)
					number := len(firsts)
					mu.Unlock()
					if f.Op == opIdentify {
						p.event(1, "READY", map[string]string{"session_id": "s1", "resume_gateway_url": "ws://resume.test"})
					}
					switch {
					case number == 1:
						p.close(4000)
					case f.Op == opResume && code != 0:
						p.close(code)
					}
					p.next()
				})
				if fmt.Sprint(firsts) != "[2 6 6 6 2]" {
					t.Errorf("the connections began with ops %v, want an identify, three resumes and an identify", firsts)
				}
			})
		})
	}
}

// A server that accepts a connection and then sends nothing is abandoned.
func TestSessionTimesOutOnASilentServer(t *testing.T) {
	for name, greets := range map[string]bool{"before HELLO": false, "after HELLO": true} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var began []string
				runSession(t, 2*time.Minute, discordgo.GatewayBotResponse{}, func(p *peer) {
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
				if fmt.Sprint(began) != "[gateway.test op 6]" {
					t.Errorf("in two minutes the session was taken up at %v, want a resume (6) at gateway.test", began)
				}
			})
		})
	}
}

// A network that was gone for so long that the session is lost does not cost another long pause.
func TestSessionIdentifiesSoonAfterALongOutage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		var back, identified time.Time
		runSession(t, 20*time.Minute, discordgo.GatewayBotResponse{}, func(p *peer) {
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
				g := runSession(t, time.Hour, discordgo.GatewayBotResponse{}, func(p *peer) {
					p.ready()
					began := time.Now()
					time.AfterFunc(stands, func() { _ = p.socket.CloseNow() })
					for p.any().Op != -1 {
						p.send(opHeartbeatAck, nil)
					}
					up.Add(int64(time.Since(began)))
				})
				if share := float64(up.Load()) / float64(time.Hour); share < 0.95 {
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
		address := discordgo.GatewayBotResponse{}
		address.SessionStartLimit.Total, address.SessionStartLimit.Remaining, address.SessionStartLimit.ResetAfter = 1000, 100, int((10 * time.Hour).Milliseconds())
		began := time.Now()
		g := runSession(t, 5*time.Hour, address, func(p *peer) {
			p.ready()
			time.AfterFunc(15*time.Second, func() { p.close(4009) })
			for p.any().Op != -1 {
				p.send(opHeartbeatAck, nil)
			}
		})
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
		"hangs up before READY":   func(p *peer) { p.hello(); p.next(); p.close(1000) },
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
				g := runSession(t, time.Hour, discordgo.GatewayBotResponse{}, mood)
				if n := len(g.opened); n < 40 || n > 130 {
					t.Errorf("%d connections in an hour, want one or two a minute", n)
				}
				for i := 2; i < len(g.opened); i++ {
					if gap := g.opened[i].Sub(g.opened[i-1]); gap < 500*time.Millisecond {
						t.Errorf("connections %d and %d are %v apart", i, i+1, gap)
					}
				}
				for i := 1; i < len(g.identified); i++ {
					if gap := g.identified[i].Sub(g.identified[i-1]); gap < 5*time.Second {
						t.Errorf("identifies %d and %d are %v apart, Discord allows one in 5 s", i, i+1, gap)
					}
				}
			})
		})
	}
}

func TestSessionWaitsForTheDailyLimit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		address := discordgo.GatewayBotResponse{}
		address.SessionStartLimit.Total, address.SessionStartLimit.ResetAfter = 1000, int((3 * time.Hour).Milliseconds())
		began := time.Now()
		g := runSession(t, 4*time.Hour, address, func(p *peer) { p.ready(); p.next() })
		if len(g.opened) != 1 || g.opened[0].Sub(began) < 3*time.Hour {
			t.Errorf("connections at %v, want one after three hours", g.opened)
		}
	})
}

func TestSessionStopsWhenTryingAgainIsPointless(t *testing.T) {
	for _, code := range []int{4004, 4010, 4011, 4012, 4013, 4014} {
		t.Run(fmt.Sprint(code), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				g := startSession(t, discordgo.GatewayBotResponse{}, func(p *peer) {
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
