package playground

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"xiangqibot/bot/playground/gateway"
	"xiangqibot/bot/playground/wire"
)

// Options say how the simulated Discord is set up. The zero value behaves like the real one and keeps nothing.
type Options struct {
	// Clock is the simulated time; nil means one that runs with the machine's. With Dir set it is moved to where it was
	// left.
	Clock *Clock
	// Dir is the folder in which people, messages and files outlive the process; it is made when missing. Empty: memory
	// only. One server at a time may use a folder.
	Dir string
	// Log is told what is worth knowing; nil discards it.
	Log *slog.Logger

	// OnRequest is told every REST request of the bot with its answer, once it is given. It is called from many
	// goroutines.
	OnRequest func(Exchange)
	// Intercept may answer a REST request in the server's place, to try what a bot does when Discord is ill; it then
	// returns true.
	Intercept func(http.ResponseWriter, *http.Request) bool

	// AnswerWithin is how long an interaction lives without an answer. 0 means Discord's 3 s.
	AnswerWithin time.Duration
	// Heartbeat is the interval that HELLO asks for. 0 means Discord's 41.25 s.
	Heartbeat time.Duration
	// IdentifyEvery is how long a bot has to wait between two IDENTIFYs. 0 means Discord's 5 s, less than 0 no time.
	IdentifyEvery time.Duration
	// Shards is into how many connections Discord advises bots to divide the servers, all of which may begin at the same
	// time. 0 means 1.
	Shards int
	// Rates are the limits on REST requests. nil means DiscordRates.
	Rates *Rates
	// Privileged grants the intents that Discord grants on request only: members, presences, message content.
	Privileged bool
	// Hosts are names, besides localhost and IP addresses, under which the page may be called.
	Hosts []string
	// AttachmentBytes bounds what all files together take; the oldest go first. 0 means 256 MB on disk, 64 MB in memory.
	AttachmentBytes int64
}

// A Server is a simulated Discord. Make one with New, Start it, Close it.
type Server struct {
	core         *core
	apps         *applications
	guild        *guild
	channels     *channels
	messages     *messages
	interactions *interactions
	uploads      *uploads
	log          *slog.Logger
	http         *http.Server
	transport    *transport
	served       chan struct{}

	mu     sync.Mutex // guards what follows; it is held for no other work
	base   string     // http://host:port
	closed bool
}

// New makes a server and, with Options.Dir, recalls what the one before it kept there. Nobody can reach it before
// Start.
func New(opt Options) (*Server, error) {
	opt = opt.withDefaults()
	files, err := newFileStore(opt.Dir, opt.AttachmentBytes)
	if err != nil {
		return nil, err
	}
	core := &core{clock: opt.Clock, hub: newHub()}
	if opt.Dir != "" {
		if core.db, err = openDatabase(opt.Dir, opt.Log); err != nil {
			return nil, err
		}
	}
	links := &links{opt.Clock}
	apps := newApplications(core)
	guild := &guild{core: core, apps: apps}
	channels := &channels{core: core, guild: guild, apps: apps}
	messages := &messages{core: core, guild: guild, channels: channels, files: files, links: links,
		in: map[wire.ID][]*wire.Message{}}
	commands := &commands{core: core, apps: apps, list: map[scope][]wire.Command{}}
	courier := newCourier(core, opt.Log)
	interactions := &interactions{core: core, apps: apps, guild: guild, channels: channels, messages: messages,
		courier: courier, answerWithin: opt.AnswerWithin,
		byID: map[wire.ID]*interaction{}, last: map[wire.ID]*interaction{}}
	uploads := &uploads{core: core, files: files, waiting: map[wire.ID]upload{}}

	s := &Server{core: core, apps: apps, guild: guild, channels: channels, messages: messages,
		interactions: interactions, uploads: uploads, log: opt.Log,
		transport: newTransport(), served: make(chan struct{})}
	core.gateway = gateway.New(gateway.Options{Guild: GuildID, Heartbeat: opt.Heartbeat, Every: opt.IdentifyEvery,
		Privileged: opt.Privileged, Bot: s.botOf, Welcome: s.welcome, Members: s.members,
		Online: s.online, URL: s.gatewayURL})
	if err := s.recall(apps.load, guild.load, channels.load, messages.load, commands.load, interactions.load); err != nil {
		return nil, fmt.Errorf("playground: %s: %w; move the folder away to begin anew", opt.Dir,
			errors.Join(err, core.db.Close()))
	}

	mux := http.NewServeMux()
	rest := &rest{core: core, apps: apps, rates: newLimiter(opt.Clock, opt.Rates.Global), log: opt.Log,
		onRequest: opt.OnRequest, intercept: opt.Intercept}
	rest.register(mux, slices.Concat(
		(&restGuild{core, guild, channels, s.gatewayURL, courier, opt.Shards}).routes(*opt.Rates),
		(&restChannels{core, guild, channels, messages}).routes(*opt.Rates),
		(&restMessages{core, channels, messages}).routes(*opt.Rates),
		(&restCommands{commands}).routes(*opt.Rates),
		(&restInteractions{core, apps, messages, interactions}).routes(*opt.Rates),
	))
	mux.Handle("GET /gateway", core.gateway)
	mux.Handle("GET /gateway/", core.gateway)
	acts := &acts{core, apps, guild, channels, messages, commands, interactions, uploads, links}
	page := &page{core, apps, guild, channels, messages, commands, uploads, acts, opt.Hosts}
	page.register(mux)
	(&fileServer{files, links}).register(mux, page.guard)
	s.http = &http.Server{Handler: mux, ReadHeaderTimeout: 10 * time.Second,
		ErrorLog: slog.NewLogLogger(opt.Log.Handler(), slog.LevelDebug)}
	return s, nil
}

// withDefaults puts Discord's own values where none are given.
func (o Options) withDefaults() Options {
	if o.Clock == nil {
		o.Clock = NewClock()
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	o.AnswerWithin = cmp.Or(o.AnswerWithin, 3*time.Second)
	o.Heartbeat = cmp.Or(o.Heartbeat, 41250*time.Millisecond)
	o.Shards = cmp.Or(o.Shards, 1)
	o.IdentifyEvery = cmp.Or(o.IdentifyEvery, 5*time.Second)
	if o.Rates == nil {
		rates := DiscordRates()
		o.Rates = &rates
	}
	return o
}

// recall loads what an earlier process has left, part by part: a later one relies on those before it.
func (s *Server) recall(load ...func() error) error {
	s.core.lock.Lock()
	defer s.core.lock.Unlock()
	if err := s.core.load(); err != nil {
		return err
	}
	for _, part := range load {
		if err := part(); err != nil {
			return err
		}
	}
	for _, ch := range s.channels.list {
		s.channels.archiveLater(ch)
	}
	return nil
}

// botOf is the application whose token that is, "" for nobody's.
func (s *Server) botOf(token string) wire.ID {
	if a := s.apps.byToken(token); a != nil {
		return a.ID
	}
	return ""
}

// welcome begins a session of a bot at the gateway, which from then on misses nothing.
func (s *Server) welcome(bot wire.ID, begin func(gateway.Welcome)) {
	s.core.lock.Lock()
	defer s.core.lock.Unlock()
	a := s.apps.get(bot)
	shown, members := s.guild.object(), s.guild.members()
	maps.Copy(shown, map[string]any{"joined_at": a.member().JoinedAt, "large": false, "unavailable": false,
		"member_count": len(members),
		"voice_states": []any{}, "members": members, "channels": s.channels.ofGuild(),
		"threads":   s.channels.activeThreads(a),
		"presences": []any{}, "stage_instances": []any{}, "guild_scheduled_events": []any{}, "soundboard_sounds": []any{}})
	begin(gateway.Welcome{User: a.user(), Guild: shown})
}

// members answers the gateway's question.
func (s *Server) members(q gateway.MemberQuery) []*wire.Member {
	s.core.lock.Lock()
	defer s.core.lock.Unlock()
	return s.guild.membersLike(q)
}

// online shows the pages that a bot came or went.
func (s *Server) online(bot wire.ID, here bool) {
	s.core.hub.publish(all, "bot", map[string]any{"id": bot, "online": here || s.apps.get(bot).endpoint.on()})
}

// gatewayURL is where the gateway is, without the query.
func (s *Server) gatewayURL() string {
	return "ws://" + strings.TrimPrefix(s.URL(), "http://") + "/gateway"
}

// Start serves on the listener, in the background, until Close. nil means a free port of 127.0.0.1.
func (s *Server) Start(l net.Listener) error {
	if l == nil {
		var err error
		if l, err = net.Listen("tcp", "127.0.0.1:0"); err != nil {
			return fmt.Errorf("playground: %w", err)
		}
	}
	s.mu.Lock()
	if s.base != "" || s.closed {
		s.mu.Unlock()
		return errors.New("playground: a server starts once")
	}
	s.base = "http://" + l.Addr().String()
	s.transport.lead(l.Addr().String())
	s.mu.Unlock()
	go func() {
		defer close(s.served)
		if err := s.http.Serve(l); !errors.Is(err, http.ErrServerClosed) {
			s.log.Error("the playground no longer serves", "err", err)
		}
	}()
	return nil
}

// Close ends every connection and stops serving. What has happened is already on disk.
func (s *Server) Close() error {
	s.mu.Lock()
	started, closed := s.base != "", s.closed
	s.closed = true
	s.mu.Unlock()
	if closed {
		return nil
	}
	s.core.stop(s.interactions.stop, s.channels.idle.stop)
	s.core.hub.close()
	s.interactions.courier.close()
	err := s.http.Close()
	s.core.gateway.Close() // http.Server does not know of connections that became WebSockets
	if started {
		<-s.served
	}
	s.transport.CloseIdleConnections()
	s.core.lock.Lock()
	defer s.core.lock.Unlock()
	return errors.Join(err, s.core.db.Close())
}

// URL is where the page is, http://host:port. It is empty before Start.
func (s *Server) URL() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.base
}

// Clock is the simulated time. Move it with Server.Advance: that is remembered over a restart.
func (s *Server) Clock() *Clock { return s.core.clock }

// Advance moves the clock forward, after all that was to happen by then, and remembers that it did.
func (s *Server) Advance(d time.Duration) { s.core.advance(d) }

// Settle says how to wait until the bot has finished its answers and the jobs in progress, for at most as long as a
// context. The page waits for it before it moves the clock.
func (s *Server) Settle(wait func(context.Context)) { s.core.settle.Store(&wait) }

// Gateway is the WebSocket side, on which faults of connections can be caused.
func (s *Server) Gateway() *gateway.Gateway { return s.core.gateway }

// Cause makes something go wrong for the bot, now or at the next requests or events it is about. The error says what is
// wrong with the fault.
func (s *Server) Cause(f Fault) error { return s.core.cause(f) }

// Heal lifts the faults that wait for requests and events to come.
func (s *Server) Heal() {
	s.core.faults.heal()
	s.core.gateway.Heal()
}

// Permit sets what the first application's bot may do in a text channel (permission bits as Discord's), whatever its role
// allows elsewhere. Threads follow their channel.
func (s *Server) Permit(channel wire.ID, permissions uint64) {
	s.core.lock.Lock()
	defer s.core.lock.Unlock()
	if ch := s.channels.get(channel); ch != nil && ch.Type == wire.TextChannel {
		s.channels.permit(s.apps.first(), ch, permissions)
	}
}

// Token is the token with which the first application's bot logs in, without "Bot ". It has the shape of a real one, its
// first part is the application's id.
func (s *Server) Token() string { return Token() }

// Transport leads requests for discord.com and for Discord's two hosts of files to this server, over real HTTP, and
// lets all others through. Put it into the http.Client of a Discord library; the gateway's address then comes from here
// as well.
func (s *Server) Transport() http.RoundTripper { return s.transport }
