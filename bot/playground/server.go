package playground

import (
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"slices"
	"sync"
	"time"

	"xiangqibot/bot/playground/wire"
)

// Options say how the make-believe Discord is set up. The zero value behaves like the real one and keeps nothing.
type Options struct {
	// Clock is the time of this world; nil means one that runs with the machine's. With Dir set it is moved to where it was left.
	Clock *Clock
	// Dir is the folder in which people, messages and files outlive the process; it is made when missing. Empty: memory only.
	// One server at a time may use a folder.
	Dir string
	// Log hears of what is worth knowing; nil means nobody does.
	Log *slog.Logger

	// OnRequest is told every REST request of the bot with its answer, once it is given. It is called from many goroutines.
	OnRequest func(Exchange)
	// Intercept may answer a REST request in the server's place, to try what a bot does when Discord is ill; it then returns true.
	Intercept func(http.ResponseWriter, *http.Request) bool

	// AnswerWithin is how long an interaction lives without an answer. 0 means Discord's 3 s.
	AnswerWithin time.Duration
	// Heartbeat is the interval that HELLO asks for. 0 means Discord's 41.25 s.
	Heartbeat time.Duration
	// IdentifyEvery is how long a bot has to wait between two IDENTIFYs. 0 means Discord's 5 s, less than 0 no time.
	IdentifyEvery time.Duration
	// Rates are the limits on REST requests. nil means DiscordRates.
	Rates *Rates
	// Privileged grants the intents that Discord grants on request only: members, presences, message content.
	Privileged bool
	// Hosts are names, besides localhost and IP addresses, under which the page may be called.
	Hosts []string
	// AttachmentBytes bounds what all files together take; the oldest go first. 0 means 256 MB on disk, 64 MB in memory.
	AttachmentBytes int64
}

// A Server is a make-believe Discord. Make one with New, Start it, Close it.
type Server struct {
	opt   Options
	clock *Clock
	log   *slog.Logger
	ids   wire.Snowflakes
	mux   *http.ServeMux
	files *fileStore
	rates *limiter
	hub   *hub

	http      *http.Server
	transport *transport
	served    chan struct{}

	mu      sync.Mutex // guards everything below; held for short pure work only, never while waiting for anybody
	world   *world
	journal *journal
	uploads map[wire.ID]upload // files that wait for their command
	gateway gatewayState
	bedtime bedtime
	base    string // http://host:port
	closed  bool
}

// New makes a server and, with Options.Dir, recalls what the one before it kept there. Nobody can reach it before Start.
func New(opt Options) (*Server, error) {
	s := &Server{opt: opt, clock: opt.Clock, log: opt.Log, served: make(chan struct{}), uploads: map[wire.ID]upload{}}
	if s.clock == nil {
		s.clock = NewClock()
	}
	if s.log == nil {
		s.log = slog.New(slog.DiscardHandler)
	}
	if s.opt.AnswerWithin == 0 {
		s.opt.AnswerWithin = 3 * time.Second
	}
	if s.opt.Heartbeat == 0 {
		s.opt.Heartbeat = 41250 * time.Millisecond
	}
	if s.opt.IdentifyEvery == 0 {
		s.opt.IdentifyEvery = 5 * time.Second
	}
	rates := DiscordRates()
	if opt.Rates != nil {
		rates = *opt.Rates
	}
	s.rates = newLimiter(rates, s.clock)
	s.hub = newHub()
	s.transport = newTransport()
	s.world = newWorld()
	var err error
	if s.files, err = newFileStore(opt.Dir, opt.AttachmentBytes); err != nil {
		return nil, err
	}
	if opt.Dir != "" {
		if s.journal, err = openJournal(opt.Dir, s.world, s.log); err != nil {
			return nil, err
		}
		s.recall()
	}
	s.mux = s.routes()
	s.http = &http.Server{Handler: s.mux, ReadHeaderTimeout: 10 * time.Second, ErrorLog: slog.NewLogLogger(s.log.Handler(), slog.LevelDebug)}
	return s, nil
}

// recall puts clock, ids and the people's unanswered acts back where they were.
func (s *Server) recall() {
	s.clock.Advance(s.world.ahead - s.clock.Ahead())
	for _, id := range s.world.everyID() {
		s.ids.Seen(id)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, x := range s.world.interactions {
		s.watch(x)
	}
	for _, ch := range s.world.channels {
		s.sleepLater(ch)
	}
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
	if s.closed {
		s.mu.Unlock()
		return nil
	}
	s.closed = true
	started := s.base != ""
	conns := slices.Clone(s.gateway.conns)
	for _, x := range s.world.interactions {
		x.unwatch()
	}
	if s.bedtime.cancel != nil {
		s.bedtime.cancel()
	}
	s.mu.Unlock()
	s.hub.close()
	err := s.http.Close()
	for _, c := range conns {
		_ = c.ws.CloseNow() // http.Server does not know of connections that became WebSockets
		<-c.done
	}
	if started {
		<-s.served
	}
	s.transport.CloseIdleConnections()
	if s.journal != nil {
		s.mu.Lock()
		err = errors.Join(err, s.journal.Close())
		s.mu.Unlock()
	}
	return err
}

// URL is where the page is, http://host:port. It is empty before Start.
func (s *Server) URL() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.base
}

// Clock is the time of this world. Move it with Server.Advance: that is remembered over a restart.
func (s *Server) Clock() *Clock { return s.clock }

// Token is the token with which the bot logs in, without "Bot ". It has the shape of a real one, its first part is the application's id.
func (s *Server) Token() string { return Token() }

// Token is the token of the make-believe application; it is the same on every server.
func Token() string {
	return base64.RawStdEncoding.EncodeToString([]byte(ApplicationID)) + ".make.believe"
}

// Transport leads requests for discord.com and for Discord's two hosts of files to this server, over real HTTP, and lets all others through.
// Put it into the http.Client of a Discord library; the gateway's address then comes from here as well.
func (s *Server) Transport() http.RoundTripper { return s.transport }

// transport rewrites the address of a request. It has connections of its own, so that Close can end them.
type transport struct {
	mu   sync.Mutex
	host string
	next *http.Transport
}

func newTransport() *transport {
	next := http.DefaultTransport.(*http.Transport).Clone()
	next.Proxy = nil
	next.MaxIdleConnsPerHost = 32
	return &transport{next: next}
}

func (t *transport) lead(host string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.host = host
}

// RoundTrip sends the request to the playground when it is meant for Discord.
func (t *transport) RoundTrip(r *http.Request) (*http.Response, error) {
	t.mu.Lock()
	host := t.host
	t.mu.Unlock()
	below := "" // the path under which the server has what is meant
	switch name := r.URL.Hostname(); name {
	case cdnHost, mediaHost:
		below = "/" + name
	case "discord.com", "discordapp.com":
	default:
		return t.next.RoundTrip(r)
	}
	if host == "" {
		closeBody(r.Body)
		return nil, errors.New("playground: the server is not started yet")
	}
	r = r.Clone(r.Context())
	r.URL.Scheme, r.URL.Host, r.Host = "http", host, host
	if r.URL.RawPath != "" {
		r.URL.RawPath = below + r.URL.RawPath
	}
	r.URL.Path = below + r.URL.Path
	return t.next.RoundTrip(r)
}

// CloseIdleConnections makes http.Client.CloseIdleConnections work through the transport.
func (t *transport) CloseIdleConnections() { t.next.CloseIdleConnections() }

func closeBody(b io.Closer) {
	if b != nil {
		_ = b.Close() // the request fails anyway
	}
}
