package playground

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"xiangqibot/bot/playground/attachments"
	"xiangqibot/bot/playground/gateway"
	"xiangqibot/bot/playground/ratelimit"
	"xiangqibot/bot/playground/simclock"
	"xiangqibot/bot/playground/wire"
)

// Options configure the simulated Discord. The zero value behaves like the real one and stores nothing on disk.
type Options struct {
	// Clock is the simulated clock; nil means one that runs with the system clock. If Dir is set, it is advanced to
	// where the previous process left it.
	Clock *simclock.Clock
	// Dir is the folder in which people, messages and files are stored; it is created if missing. Empty: memory only.
	// Only one server at a time may use a folder.
	Dir string
	// Log is the logger; nil discards all logs.
	Log *slog.Logger

	// OnRequest is called with every REST request of the bot and its response. It is called concurrently.
	OnRequest func(Exchange)

	// AnswerWithin is the time limit of the first answer to an interaction, and of the response to a request with one. 0
	// means Discord's 3 s.
	AnswerWithin time.Duration
	// Heartbeat is the interval that HELLO asks for. 0 means Discord's 41.25 s.
	Heartbeat time.Duration
	// IdentifyEvery is the minimum time between two IDENTIFYs. 0 means Discord's 5 s, negative no limit.
	IdentifyEvery time.Duration
	// Shards is the recommended number of shards, all of which may identify at the same time. 0 means 1.
	Shards int
	// Rates are the limits on REST requests. nil means DiscordRates.
	Rates *ratelimit.Rates
	// Privileged grants the privileged intent: message content.
	Privileged bool
	// AttachmentBytes limits the total size of all files; the oldest are evicted. 0 means 256 MiB on disk, 64 MiB in
	// memory.
	AttachmentBytes int64
}

// A Server is a simulated Discord. Make one with [New], Start it, Close it.
type Server struct {
	core         *core
	app          *application
	guild        *guild
	channels     *channels
	messages     *messages
	commands     *commands
	interactions *interactions
	uploads      *attachments.Uploads

	log         *slog.Logger
	http        *http.Server
	url         atomic.Pointer[url.URL] // nil before Start
	connections *http.Transport         // to this server, so that Close can close them
	served      chan struct{}
}

// New creates a server and, with [Options.Dir], loads the state of the previous process. It accepts no connections
// before Start.
func New(opt Options) (*Server, error) {
	opt = opt.withDefaults()
	files, err := attachments.NewStore(opt.Dir, opt.AttachmentBytes)
	if err != nil {
		return nil, err
	}
	core := &core{clock: opt.Clock, hub: newHub()}
	if opt.Dir != "" {
		if core.db, err = openDatabase(opt.Dir, opt.Log); err != nil {
			return nil, err
		}
	}
	app := &application{core: core, endpoint: newEndpoint(opt.Log, opt.AnswerWithin)}
	guild := &guild{core: core, app: app}
	channels := &channels{core: core, guild: guild, app: app}
	messages := &messages{core: core, guild: guild, channels: channels, files: files,
		in: map[wire.ID][]*wire.Message{}}
	s := &Server{
		core: core, app: app, guild: guild, channels: channels, messages: messages,
		commands: &commands{core: core, list: map[wire.ID][]wire.Command{}},
		interactions: &interactions{core: core, app: app, guild: guild, channels: channels, messages: messages,
			answerWithin: opt.AnswerWithin, byID: map[wire.ID]*interaction{}},
		uploads: attachments.NewUploads(files, ApplicationID),
		log:     opt.Log, connections: http.DefaultTransport.(*http.Transport).Clone(), served: make(chan struct{}),
	}
	s.connections.Proxy, s.connections.MaxIdleConnsPerHost = nil, 32
	core.gateway = gateway.New(gateway.Options{Guild: GuildID, Heartbeat: opt.Heartbeat, IdentifyInterval: opt.IdentifyEvery,
		Privileged: opt.Privileged, Token: Token(), Welcome: s.welcome, Online: s.online, Faults: &core.faults,
		URL: s.gatewayURL})
	if err := s.load(); err != nil {
		return nil, fmt.Errorf("playground: %s: %w; move the folder away to begin anew", opt.Dir,
			errors.Join(err, core.db.Close()))
	}
	s.http = &http.Server{Handler: s.handler(opt, files), ReadHeaderTimeout: 10 * time.Second,
		ErrorLog: slog.NewLogLogger(opt.Log.Handler(), slog.LevelError)}
	return s, nil
}

// handler returns the routes of bots and of people.
func (s *Server) handler(opt Options, files *attachments.Store) http.Handler {
	mux := http.NewServeMux()
	rest := &restAPI{core: s.core, rates: ratelimit.NewLimiter(opt.Clock, opt.Rates.Global), log: opt.Log,
		onRequest: opt.OnRequest}
	rest.register(mux, routes(*opt.Rates,
		&applicationAPI{core: s.core, app: s.app, guild: s.guild, commands: s.commands,
			gatewayURL: s.gatewayURL, shards: opt.Shards, privileged: opt.Privileged},
		&guildAPI{app: s.app, guild: s.guild, channels: s.channels, messages: s.messages},
		&answerAPI{interactions: s.interactions, messages: s.messages}))
	mux.Handle("GET /gateway", s.core.gateway)
	mux.Handle("GET /gateway/", s.core.gateway)
	registerPage(mux,
		&pageAPI{core: s.core, app: s.app, guild: s.guild, channels: s.channels, messages: s.messages,
			commands: s.commands, uploads: s.uploads},
		&actAPI{core: s.core, guild: s.guild, channels: s.channels, messages: s.messages, commands: s.commands,
			interactions: s.interactions, uploads: s.uploads},
		&simulationAPI{core: s.core, app: s.app, guild: s.guild, channels: s.channels, messages: s.messages,
			interactions: s.interactions})
	files.Register(mux, guard)
	s.app.registerEmojis(mux, guard)
	return mux
}

// withDefaults sets the defaults, which are Discord's values.
func (o Options) withDefaults() Options {
	if o.Clock == nil {
		o.Clock = simclock.New()
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	o.AnswerWithin = cmp.Or(o.AnswerWithin, 3*time.Second)
	o.Heartbeat = cmp.Or(o.Heartbeat, 41250*time.Millisecond)
	o.Shards = cmp.Or(o.Shards, 1)
	o.IdentifyEvery = cmp.Or(o.IdentifyEvery, 5*time.Second)
	if o.Rates == nil {
		rates := ratelimit.DiscordRates()
		o.Rates = &rates
	}
	return o
}

// load loads the state of an earlier process, part by part: each part relies on those before it.
func (s *Server) load() error {
	s.core.lock.Lock()
	defer s.core.lock.Unlock()
	for _, load := range []func() error{s.core.load, s.app.load, s.guild.load, s.channels.load, s.messages.load,
		s.commands.load, s.interactions.load} {
		if err := load(); err != nil {
			return err
		}
	}
	for _, ch := range s.channels.list {
		s.channels.archiveLater(ch)
	}
	return nil
}

// welcome passes the guild for a new session to begin, with the state locked, so that the session misses no event.
func (s *Server) welcome(begin func(guild any)) {
	s.core.lock.Lock()
	defer s.core.lock.Unlock()
	shown := s.guild.object()
	shown["channels"] = s.channels.ofGuild()
	begin(shown)
}

// online sends the bot's online status to the pages.
func (s *Server) online(here bool) {
	s.core.hub.publish(all, "bot", map[string]any{"online": here || s.app.endpoint.on()})
}

// gatewayURL returns the gateway's URL, without a query.
func (s *Server) gatewayURL() string {
	return "ws://" + strings.TrimPrefix(s.URL(), "http://") + "/gateway"
}

// Start serves on a listener in the background until Close, which closes the listener. A nil listener means a free port
// on 127.0.0.1.
func (s *Server) Start(l net.Listener) error {
	if l == nil {
		var err error
		if l, err = net.Listen("tcp", "127.0.0.1:0"); err != nil {
			return fmt.Errorf("playground: %w", err)
		}
	}
	if !s.url.CompareAndSwap(nil, &url.URL{Scheme: "http", Host: l.Addr().String()}) {
		return errors.Join(errors.New("playground: a server can be started only once"), l.Close())
	}
	go func() {
		defer close(s.served)
		if err := s.http.Serve(l); !errors.Is(err, http.ErrServerClosed) {
			s.log.Error("the playground has stopped serving", "err", err)
		}
	}()
	return nil
}

// Close closes every connection and stops serving. All state is already on disk.
func (s *Server) Close() error {
	s.core.lock.Lock()
	ended := s.core.closed
	s.core.closed = true
	s.interactions.stop()
	s.channels.stop()
	s.core.lock.Unlock()
	if ended {
		return nil
	}
	s.core.hub.close()
	s.app.endpoint.close()
	err := s.http.Close()
	s.core.gateway.Close() // http.Server does not close WebSocket connections
	if s.URL() != "" {
		<-s.served
	}
	s.connections.CloseIdleConnections()
	s.core.lock.Lock()
	defer s.core.lock.Unlock()
	return errors.Join(err, s.core.db.Close())
}

// URL returns the URL of the page, http://host:port. It is empty before Start.
func (s *Server) URL() string {
	if at := s.url.Load(); at != nil {
		return at.String()
	}
	return ""
}

// Clock returns the simulated clock. Advance it with [Server.Advance], which persists across restarts.
func (s *Server) Clock() *simclock.Clock { return s.core.clock }

// Advance advances the clock, runs what falls due, and saves the offset.
func (s *Server) Advance(d time.Duration) { s.core.advance(d) }

// SetSettle sets a function that waits until the bot has finished its answers and the jobs in progress, or until its
// context is done. The page calls it before it advances the clock.
func (s *Server) SetSettle(wait func(context.Context)) { s.core.settle.Store(&wait) }

// Gateway returns the gateway.
func (s *Server) Gateway() *gateway.Gateway { return s.core.gateway }

// InjectFault injects a fault, which happens now or at the next matching requests or events. The error says what is
// wrong with the fault.
func (s *Server) InjectFault(f Fault) error { return s.core.injectFault(f) }

// ClearFaults removes the pending faults.
func (s *Server) ClearFaults() { s.core.gateway.ClearFaults() }

// Token returns the bot's token, without "Bot ".
func (s *Server) Token() string { return Token() }

// Transport returns a transport that sends requests for Discord's hosts to this server, which must have been started.
// Use it in the [http.Client] of a Discord library, which then also gets the gateway's URL from this server.
func (s *Server) Transport() http.RoundTripper { return &Redirect{s.url.Load(), s.connections} }

// A Redirect is a transport that sends requests for discord.com and for Discord's host of files to another server, such
// as a playground, and passes all others on.
type Redirect struct {
	To   *url.URL // only its scheme and its host are used
	Next http.RoundTripper
}

// RoundTrip keeps the name of the host that was called: a playground recognizes requests for files by it.
func (t *Redirect) RoundTrip(r *http.Request) (*http.Response, error) {
	switch r.URL.Hostname() {
	case attachments.CDNHost, "discord.com":
		r = r.Clone(r.Context())
		r.Host = r.URL.Hostname()
		r.URL.Scheme, r.URL.Host = t.To.Scheme, t.To.Host
	}
	return t.Next.RoundTrip(r)
}

// Further methods for tests in the same process: adding people and channels with chosen ids, creating interactions
// without a gateway connection, and reading the whole state.

// AddPerson adds a person with the given ids to the server; dm is their DM channel. If the person exists, they are
// changed.
func (s *Server) AddPerson(id, dm wire.ID, name, locale string) {
	s.core.lock.Lock()
	defer s.core.lock.Unlock()
	p := &person{ID: id, DM: dm, Name: name, Username: usernameOf(name, id), Locale: locale, Joined: s.core.now()}
	s.guild.put(p)
	if s.channels.get(dm) == nil {
		s.channels.openDM(p)
	}
}

// AddChannel adds a text channel with the given id to the server.
func (s *Server) AddChannel(id wire.ID, name string) {
	s.core.lock.Lock()
	defer s.core.lock.Unlock()
	s.channels.add(id, name)
}

// Upload stores a file for an option of a person's command, and returns it as in "resolved".
func (s *Server) Upload(person wire.ID, name string, data []byte) (wire.Attachment, error) {
	s.core.lock.Lock()
	defer s.core.lock.Unlock()
	return s.uploads.Take(person, s.core.newID(), name, data)
}

// Handler returns the HTTP handler that Start serves.
func (s *Server) Handler() http.Handler { return s.http.Handler }

// An Act is a person's act as it arrives at Discord. It is not validated: a modified client could send anything.
type Act struct {
	Person, Channel wire.ID
	Type            int     // one of wire's types of interactions
	Message         wire.ID // whose component was used; empty: none
	Data            any
}

// Do creates an interaction for an act, and returns the data of INTERACTION_CREATE. It is also dispatched to the bot,
// which need not be connected.
func (s *Server) Do(a Act) (json.RawMessage, error) {
	s.core.lock.Lock()
	defer s.core.lock.Unlock()
	p, err := s.guild.lookup(a.Person)
	if err != nil {
		return nil, err
	}
	ch := s.channels.get(a.Channel)
	if ch == nil {
		return nil, unknownChannel
	}
	opt := actOptions{message: s.messages.find(ch.ID, a.Message)}
	_, payload := s.interactions.create(p, ch, a.Type, a.Data, opt)
	return payload, nil
}

// Messages returns all messages of all channels, oldest first, including ephemeral ones.
func (s *Server) Messages() []*wire.Message {
	s.core.lock.Lock()
	defer s.core.lock.Unlock()
	list := slices.Concat(slices.Collect(maps.Values(s.messages.in))...)
	slices.SortFunc(list, func(a, b *wire.Message) int { return cmp.Compare(a.ID.Number(), b.ID.Number()) })
	return list
}

// Channel returns the channel or thread with an id, and false if there is none.
func (s *Server) Channel(id wire.ID) (c wire.Channel, ok bool) {
	s.core.lock.Lock()
	defer s.core.lock.Unlock()
	if ch := s.channels.get(id); ch != nil {
		return ch.Channel, true
	}
	return c, false
}

// File returns the content of an attachment, or fs.ErrNotExist.
func (s *Server) File(id wire.ID) ([]byte, error) { return s.messages.files.Get(id) }
