package discord

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"runtime"
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/coder/websocket"

	"xiangqibot/bot/shard"
)

const (
	// identifyPause is the minimum time between two identifies of one bot: Discord allows one in five seconds and a
	// thousand a day, and revokes the token of a bot that exceeds this.
	identifyPause = 5*time.Second + 200*time.Millisecond
	// settling is about how long a connection has to last before its first heartbeat proves that it is stable.
	settling = 4 * time.Second
	// maxResumes bounds the consecutive resumes that fail; then the session is considered lost.
	maxResumes = 3
)

// Session is the bot's permanent connection to Discord's gateway, maintained over any number of WebSocket connections.
//
// It resumes where it can, so that no event is lost in between, and identifies where it must. It waits longer after
// each connection that was not stable. A connection is stable once it has received READY or RESUMED and then the
// acknowledgement of a heartbeat. The session stops for good when Discord says that retrying is pointless. No goroutine
// is left after Run has returned. Its fields must be set before Run.
type Session struct {
	Client *Client
	// Intents select the events to receive; interactions need none. The text of messages is included in direct messages
	// and in messages that mention the bot; for all others the owner of the application has to enable it at Discord.
	Intents discordgo.Intent
	// Event receives each dispatch in order, including READY and RESUMED. It must not block.
	Event func(name string, data json.RawMessage)
	// Connected is called each time a session was started or resumed. It must not block.
	Connected func(resumed bool)
	// Lost is called when a connection has ended, even one that never became ready. It must not block. Unlike the
	// fields above it may be nil.
	Lost func()
	Log  *slog.Logger

	// Set by Shards for one of several.
	shard        *[2]int // which one, and of how many; nil: there is one
	outlivesRun  bool    // the session outlives Run
	identifyGate func(ctx context.Context, apart time.Duration) (wait time.Duration, err error)
	resumePoint  atomic.Pointer[shard.ResumePoint] // the position of the session; nil: none yet
	began        func()                            // called for a new session, whose position must be stored at once

	at         shard.ResumePoint // the latest; zero: there is no session to resume
	identified time.Time
	greeted    bool // this connection got HELLO
	ready      bool // and READY or RESUMED
	proven     bool // and a heartbeat sent after that was answered
	resumes    int  // tried since the last READY or RESUMED
}

// gatewayAddress fetches the address of the gateway and how many identifies are left today.
func gatewayAddress(ctx context.Context, c *Client) (address discordgo.GatewayBotResponse, err error) {
	err = c.get(ctx, "/gateway/bot", &address)
	return address, err
}

// Reasons for which a connection ends without Discord closing it.
var (
	errZombie         = errors.New("no heartbeat acknowledgement")
	errNoReady        = errors.New("the gateway did not become ready in time")
	errReconnect      = errors.New("the gateway requested a reconnect")
	errInvalidSession = errors.New("session not accepted")
)

// fatalCloses are the close codes that rule out reconnecting, and what to do then.
var fatalCloses = map[int]string{
	4004: tokenCure,
	4010: "Discord rejects the requested shard; this is a bug in the bot, please report it",
	4011: "the bot is in more servers than one connection may carry (2500); run it on PostgreSQL with \"serve -role\", " +
		"see docs/operating.md",
	4012: "Discord no longer supports version 10 of its gateway; a newer version of the bot is needed",
	4013: "Discord rejects the requested intents; this is a bug in the bot, please report it",
	4014: "Discord does not show this application what people write in channels: switch on \"Message Content Intent\" " +
		"at https://discord.com/developers/applications (your application, Bot, Privileged Gateway Intents), " +
		"or set discord.messages to mentions",
}

// Run maintains the session until ctx ends (nil) or Discord refuses it for good. The error then says why and what to
// do; it is a *[GatewayClosedError] if the gateway refused. Run may be called once.
func (s *Session) Run(ctx context.Context) error {
	failures := 0
	pause := time.Duration(0)
	away := false // Discord could not be reached the last time
	for sleep(ctx, pause) == nil {
		began := time.Now()
		err := s.connect(ctx)
		if s.Lost != nil {
			s.Lost()
		}
		if ctx.Err() != nil {
			return nil //nolint:nilerr // Run was told to end
		}
		if fatal := fatalError(err); fatal != nil {
			return fatal
		}
		// After a stable connection the next attempt is immediate, but not after one that fails right after READY. It
		// is also immediate if Discord responds for the first time after an outage, even if the session is lost by now.
		if s.proven || s.greeted && away {
			failures = 0
		}
		away = !s.greeted
		pause = backoff(failures)
		failures++
		s.Log.Warn("gateway connection ended", "err", err, "lasted", time.Since(began).Round(time.Millisecond),
			"resumable", s.at.Session != "", "pause", pause.Round(time.Millisecond))
	}
	return nil
}

// connect opens one connection and serves it to its end. The error says why it ended; it is never nil.
func (s *Session) connect(ctx context.Context) error {
	s.greeted, s.ready, s.proven = false, false, false
	url := s.at.URL
	if s.at.Session == "" || url == "" {
		address, err := gatewayAddress(ctx, s.Client)
		if err != nil {
			return err
		}
		url = address.URL
		if s.at.Session == "" {
			if err := s.waitToIdentify(ctx, address); err != nil {
				return err
			}
		}
	}
	connection, err := dialGateway(ctx, s.Client.http, url)
	if err != nil {
		// The session's own server may be the one that failed: request a new address next time.
		s.at.URL = ""
		return err
	}
	err = s.serve(ctx, connection)
	connection.close(ctx.Err() != nil && !s.outlivesRun)
	if errors.Is(err, errNoReady) {
		s.at.URL = "" // likewise
	}
	if !s.ready && s.resumes >= maxResumes {
		s.forget()
	}
	return err
}

// waitToIdentify waits until Discord allows a new session.
func (s *Session) waitToIdentify(ctx context.Context, address discordgo.GatewayBotResponse) error {
	if address.Shards > 1 && s.shard == nil {
		s.Log.Warn("Discord recommends sharding; this bot runs on one connection and will be refused above 2500 servers, "+
			"see -role", "shards", address.Shards)
	}
	left := address.SessionStartLimit
	untilReset := time.Duration(left.ResetAfter) * time.Millisecond
	apart := identifyPause
	if left.Remaining > 0 && left.Remaining < left.Total/2 {
		// Sessions are lost repeatedly. Spread the remaining starts over the day: running out would mean hours offline.
		apart = max(apart, untilReset/time.Duration(left.Remaining))
	}
	pause := time.Duration(0)
	if !s.identified.IsZero() {
		pause = time.Until(s.identified.Add(apart))
	}
	if left.Total > 0 && left.Remaining <= 0 {
		pause = max(pause, untilReset)
		s.Log.Error("no session starts are left today; waiting until Discord allows one", "wait", pause.Round(time.Second))
	}
	if err := sleep(ctx, pause); err != nil || s.identifyGate == nil {
		return err
	}
	for { // coordinate with the other shards of the group, in whatever process
		pause, err := s.identifyGate(ctx, apart)
		if err != nil || pause <= 0 {
			return err
		}
		if err := sleep(ctx, pause); err != nil {
			return err
		}
	}
}

// forget drops the session: the next connection identifies again.
func (s *Session) forget() { s.at, s.resumes = shard.ResumePoint{}, 0 }

// serve runs the protocol on one connection until it ends. The error says why; it is never nil.
func (s *Session) serve(ctx context.Context, c *connection) error {
	greeting := time.NewTimer(handshakeTimeout)
	defer greeting.Stop()
	beat := time.NewTimer(time.Hour) // set by HELLO
	beat.Stop()
	defer beat.Stop()
	var interval time.Duration
	var next time.Time // of the next beat
	answered := true
	proof := false // the pending beat was sent after READY or RESUMED
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-greeting.C:
			if !s.ready {
				return errNoReady
			}
		case <-beat.C:
			if !answered {
				return errZombie
			}
			answered, proof = false, s.ready
			beat.Reset(interval)
			if err := s.heartbeat(ctx, c); err != nil {
				return err
			}
		case f, open := <-c.frames:
			if !open {
				return s.closed(c.err)
			}
			switch f.Op {
			case opHello:
				var hello struct {
					Interval int64 `json:"heartbeat_interval"` // milliseconds
				}
				if err := json.Unmarshal(f.Data, &hello); err != nil || hello.Interval <= 0 {
					return fmt.Errorf("gateway: HELLO without a heartbeat interval: %s", f.Data)
				}
				interval = time.Duration(hello.Interval) * time.Millisecond
				s.greeted = true
				// The first beat comes at a random moment of the interval, so that bots that reconnect together do not
				// beat together.
				first := rand.N(interval)
				next = time.Now().Add(first)
				beat.Reset(first)
				if err := s.identifyOrResume(ctx, c); err != nil {
					return err
				}
			case opHeartbeatAck:
				answered = true
				s.proven = s.proven || proof
			case opHeartbeat:
				if err := s.heartbeat(ctx, c); err != nil {
					return err
				}
			case opReconnect:
				return errReconnect
			case opInvalidSession:
				return s.invalid(ctx, f.Data)
			case opDispatch:
				wasReady := s.ready
				if err := s.dispatch(ctx, f); err != nil {
					return err
				}
				if soon := settling/2 + rand.N(settling); s.ready && !wasReady && interval > 0 && time.Until(next) > soon {
					// The first beat comes early: its acknowledgement proves that the connection is stable.
					beat.Reset(soon)
				}
			}
		}
	}
}

func (s *Session) heartbeat(ctx context.Context, c *connection) error {
	if s.at.Session == "" {
		return c.send(ctx, opHeartbeat, nil)
	}
	return c.send(ctx, opHeartbeat, s.at.Seq)
}

// identifyOrResume answers HELLO: it resumes the current session, or starts one.
func (s *Session) identifyOrResume(ctx context.Context, c *connection) error {
	if s.at.Session != "" {
		s.resumes++
		return c.send(ctx, opResume, map[string]any{"token": s.Client.token, "session_id": s.at.Session, "seq": s.at.Seq})
	}
	s.identified = time.Now()
	identify := map[string]any{
		"token":      s.Client.token,
		"intents":    s.Intents,
		"properties": map[string]string{"os": runtime.GOOS, "browser": "xiangqibot", "device": "xiangqibot"},
	}
	if s.shard != nil {
		identify["shard"] = s.shard
	}
	return c.send(ctx, opIdentify, identify)
}

// invalid handles opcode 9: the session cannot be resumed. Discord asks for a random pause of one to five seconds
// before the next attempt; waitToIdentify waits longer if the limit on identifies requires it.
func (s *Session) invalid(ctx context.Context, data json.RawMessage) error {
	var resumable bool
	if json.Unmarshal(data, &resumable) != nil || !resumable {
		s.forget()
	}
	if err := sleep(ctx, time.Second+rand.N(4*time.Second)); err != nil {
		return err
	}
	return errInvalidSession
}

func (s *Session) dispatch(ctx context.Context, f frame) error {
	if f.Seq != nil {
		s.at.Seq = *f.Seq
	}
	switch f.Name {
	case "READY":
		var ready struct {
			SessionID string `json:"session_id"`
			ResumeURL string `json:"resume_gateway_url"`
		}
		if err := json.Unmarshal(f.Data, &ready); err != nil {
			return fmt.Errorf("gateway: READY: %w", err)
		}
		s.at.Session, s.at.URL, s.ready, s.resumes = ready.SessionID, ready.ResumeURL, true, 0
		s.Client.responded(ctx)
		s.Connected(false)
	case "RESUMED":
		s.ready, s.resumes = true, 0
		s.Client.responded(ctx)
		s.Connected(true)
	}
	s.Event(f.Name, f.Data)
	if s.outlivesRun {
		at := s.at
		s.resumePoint.Store(&at)
		if f.Name == "READY" {
			s.began()
		}
	}
	return nil
}

// closed turns the end of a WebSocket into an error and forgets a session that Discord will not resume. A close with
// 1000 or 1001 ends the session only if the bot sends it. From Discord it means that a server restarts.
func (s *Session) closed(err error) error {
	code := int(websocket.CloseStatus(err))
	if cure, fatal := fatalCloses[code]; fatal {
		return &GatewayClosedError{Code: code, Cure: cure}
	}
	switch code {
	case 4003, 4007, 4009: // not authenticated, wrong sequence number, session timed out
		s.forget()
	}
	return fmt.Errorf("gateway: %w", err)
}
