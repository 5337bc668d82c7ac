package discord

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"sync/atomic"
	"time"

	"xiangqibot/bot/shard"
)

const (
	// identifyPause keeps two identifies of one bot apart: Discord allows one in five seconds, and a thousand a day,
	// and takes the token away from a bot that goes on regardless.
	identifyPause = 5*time.Second + 200*time.Millisecond
	// backoffFirst and backoffMost bound the wait before a new connection when the last one did not hold.
	backoffFirst = time.Second
	backoffMost  = time.Minute
	// settling is about how long a connection has to last before its first heartbeat proves that it holds.
	settling = 4 * time.Second
	// resumesMost bounds the resumes in a row of which nothing comes. Then the session is taken for lost.
	resumesMost = 3
	// helloPatience is how long a fresh connection may say nothing useful before it is given up.
	helloPatience = 20 * time.Second
)

// Session is the bot's one standing connection to Discord's gateway, kept up over any number of WebSocket connections.
//
// It resumes where it can, so that nothing sent meanwhile is lost, and identifies where it must. It waits longer after
// each connection that did not hold. A connection holds once it got READY or RESUMED and then the answer to a
// heartbeat. The session stops for good when Discord says that trying again is pointless, and has no goroutine left
// once Run has returned. Its fields have to be set before Run.
type Session struct {
	Client *Client
	// Intents are the bits of the events that the bot is to get, see IntentGuilds.
	Intents int
	// Event gets each dispatch in order, between two frames: it must not wait for anything. READY and RESUMED are among
	// them.
	Event func(name string, data json.RawMessage)
	// Connected is called each time Discord has taken the session up, fresh or resumed; it must not wait either.
	Connected func(resumed bool)
	// Lost is called when a connection has ended, also one that never was taken up; it must not wait either. It may be
	// nil, other than the fields above.
	Lost func()
	Log  *slog.Logger

	// What Shards sets of one of several.
	shard *[2]int // which one, and of how many; nil: there is one
	keep  bool    // the session outlives Run
	gate  func(ctx context.Context, apart time.Duration) (wait time.Duration, err error)
	mark  atomic.Pointer[shard.Mark] // how far the session has come; nil: not at all yet
	began func()                     // told of a new session, whose mark is to be kept at once

	id         string // empty: no session to resume
	resumeURL  string
	seq        int64 // the last event seen
	identified time.Time
	greeted    bool // this connection got HELLO
	ready      bool // and READY or RESUMED
	held       bool // and a heartbeat sent after that was answered
	resumes    int  // tried since the last READY or RESUMED
}

// gatewayAddress is Discord's answer to "where do I connect".
type gatewayAddress struct {
	URL    string `json:"url"`
	Shards int    `json:"shards"`
	Limit  struct {
		Total      int   `json:"total"`
		Remaining  int   `json:"remaining"`
		ResetAfter int64 `json:"reset_after"` // milliseconds
		// MaxConcurrency is in how many groups shards identify at the same time.
		MaxConcurrency int `json:"max_concurrency"`
	} `json:"session_start_limit"`
}

// gateway asks where the gateway is and how many identifies are left today.
func (c *Client) gateway(ctx context.Context) (gatewayAddress, error) {
	var address gatewayAddress
	err := c.get(ctx, "/gateway/bot", "/gateway/bot", &address)
	return address, err
}

// GatewayClosedError tells that Discord ended the session in a way that another try cannot mend.
type GatewayClosedError struct {
	// Code is the WebSocket close code, 4004 and the like.
	Code int
	// Cure says what has to be changed before the bot is started again.
	Cure string
}

func (e *GatewayClosedError) Error() string {
	return fmt.Sprintf("discord closed the gateway for good (close code %d): %s", e.Code, e.Cure)
}

// tokenCure is what to do about a token that Discord does not take, by REST or by the gateway.
const tokenCure = "the bot token is not accepted; make a new one at https://discord.com/developers/applications " +
	"(your application, Bot, Reset Token) and give it in DISCORD_TOKEN, without the word \"Bot\""

// fatalClose reports whether no reconnecting helps after a close code, and what does.
func fatalClose(code int) (cure string, fatal bool) {
	switch code {
	case 4004:
		return tokenCure, true
	case 4010:
		return "Discord does not know the shard that was asked for; this is a fault of the bot, please report it", true
	case 4011:
		return "the bot is in more servers than one connection may carry (2500); run it on PostgreSQL with \"serve -role\", see docs/operating.md", true
	case 4012:
		return "Discord no longer speaks version 10 of its gateway; a newer version of the bot is needed", true
	case 4013:
		return "Discord does not know the intents that were asked for; this is a fault of the bot, please report it", true
	case 4014:
		return "Discord does not show this application what people write in channels: switch on \"Message Content Intent\" " +
			"at https://discord.com/developers/applications (your application, Bot, Privileged Gateway Intents), " +
			"or set discord.message_content to false", true
	}
	return "", false
}

// Run keeps the session up until ctx ends (nil) or Discord refuses it for good (an error saying why and what to do, a
// *GatewayClosedError where the gateway did). It may be called once.
func (s *Session) Run(ctx context.Context) error {
	failures := 0
	pause := time.Duration(0)
	away := false // Discord could not be reached the last time
	for wait(ctx, pause) == nil {
		began := time.Now()
		err := s.connect(ctx)
		if s.Lost != nil {
			s.Lost()
		}
		if over(ctx) {
			break
		}
		if fatal := fatalError(err); fatal != nil {
			return fatal
		}
		// A connection that held has earned an instant new try; one that keeps falling over right after READY has not. So
		// has one on which Discord answers again at last, be it that the session is lost by now.
		if s.held || s.greeted && away {
			failures = 0
		}
		away = !s.greeted
		pause = backoff(failures)
		failures++
		s.Log.Warn("gateway connection ended", "err", err, "stood", time.Since(began).Round(time.Millisecond),
			"resumable", s.id != "", "pause", pause.Round(time.Millisecond))
	}
	return nil
}

// connect opens one connection and serves it to its end. The error says why it ended; it is never nil.
func (s *Session) connect(ctx context.Context) error {
	s.greeted, s.ready, s.held = false, false, false
	url := s.resumeURL
	if s.id == "" || url == "" {
		address, err := s.Client.gateway(ctx)
		if err != nil {
			return err
		}
		url = address.URL
		if s.id == "" {
			if err := s.mayIdentify(ctx, address); err != nil {
				return err
			}
		}
	}
	connection, err := dialGateway(ctx, s.Client.http, url)
	if err != nil {
		// The address of the session's own server may be what is broken: ask again next time.
		s.resumeURL = ""
		return err
	}
	err = s.serve(ctx, connection)
	connection.close(ctx.Err() != nil && !s.keep)
	if errors.Is(err, errSilent) {
		s.resumeURL = "" // likewise
	}
	if !s.ready && s.resumes >= resumesMost {
		s.forget()
	}
	return err
}

// mayIdentify waits until Discord allows a new session.
func (s *Session) mayIdentify(ctx context.Context, address gatewayAddress) error {
	if address.Shards > 1 && s.shard == nil {
		s.Log.Warn("Discord recommends sharding; this bot runs on one connection and will be refused above 2500 servers, see -role", "shards", address.Shards)
	}
	left := address.Limit
	untilReset := time.Duration(left.ResetAfter) * time.Millisecond
	apart := identifyPause
	if left.Remaining > 0 && left.Remaining < left.Total/2 {
		// Sessions are lost again and again. The rest is spread over the day: running out would mean hours offline.
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
	if err := wait(ctx, pause); err != nil || s.gate == nil {
		return err
	}
	for { // the other shards of the group, wherever they are
		pause, err := s.gate(ctx, apart)
		if err != nil || pause <= 0 {
			return err
		}
		if err := wait(ctx, pause); err != nil {
			return err
		}
	}
}

// forget drops the session: the next connection identifies again.
func (s *Session) forget() { s.id, s.resumeURL, s.seq, s.resumes = "", "", 0, 0 }

// backoff is the pause after so many connections in a row that did not hold: doubling, with half of it left to chance,
// so that bots which were thrown out together do not come back together.
func backoff(failures int) time.Duration {
	if failures == 0 {
		return time.Duration(rand.Int64N(int64(100 * time.Millisecond)))
	}
	most := min(backoffFirst<<min(failures-1, 10), backoffMost)
	return most/2 + time.Duration(rand.Int64N(int64(most/2)))
}

// fatalError picks out the errors that end the bot: a close code that says so, or a token refused by REST.
func fatalError(err error) error {
	var closed *GatewayClosedError
	if errors.As(err, &closed) {
		return closed
	}
	var answer *Error
	if errors.As(err, &answer) && answer.Status == http.StatusUnauthorized {
		return tokenError("discord: " + tokenCure)
	}
	return nil
}
