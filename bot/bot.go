// Package bot is the Discord bot: it answers every command and button, and posts every message.
//
// Package discord is the connection: gateway, calls, limits, files. What a person does arrives as an interaction and
// becomes a [handlers.Request]. The router (router.go) passes it to a command or to the handler of
// a button, which acts through the services of package game and returns a [view.Reply]; package view makes its picture
// and its text in the viewer's language (package words). The router sends it in time. Package publish posts what a
// channel is to see of a game apart from that answer, such as the engine's moves. Start with:
//
//	b, err := bot.New(bot.Config{Token: token, Service: service, …, Renderer: renderer})
//	fmt.Println("invite it with", b.InviteURL())
//	err = b.Run(ctx)
//
// The package makes no decisions about games: the services decide who may do what. It keeps no state in memory that
// must survive a restart, and does not use the database.
package bot

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/prometheus/client_golang/prometheus"

	"xiangqibot/bot/audience"
	"xiangqibot/bot/discord"
	"xiangqibot/bot/game"
	"xiangqibot/bot/handlers"
	"xiangqibot/bot/publish"
	"xiangqibot/bot/review"
	"xiangqibot/bot/services"
	"xiangqibot/bot/shard"
	"xiangqibot/bot/view"
	"xiangqibot/bot/words"
	"xiangqibot/engine/fairqueue"
	"xiangqibot/render"
)

// tokenRecheckDelay is how long after a 401 the token is checked. A proxy that had lost its connection to Discord may
// have recovered by then.
const tokenRecheckDelay = 10 * time.Second

// Config configures a Bot. Token, the services and Renderer are required.
type Config struct {
	services.Set
	// Version of the program, which /help shows; empty: none.
	Version string
	Token   string
	// Transport carries every request to Discord, including the gateway's; nil means the default.
	Transport http.RoundTripper
	// Endpoint, if not nil, receives interactions by HTTP instead of the gateway. The bot then receives no other
	// events: no messages, no servers that it joins, no deleted channels.
	Endpoint *Endpoint
	// Shards, if not nil, divides the gateway connections among several processes.
	Shards shard.Store
	// Retry, if not nil, makes failed jobs due at once when Discord can be reached again after an outage.
	Retry func(context.Context) error
	// JobsOnly means that other processes receive interactions: Run then only serves jobs.
	JobsOnly bool
	// Shared means that other processes do the same work at the same time.
	Shared bool
	// AnswerWithin is how long Discord waits for the first answer to an interaction; 0 means its three seconds.
	AnswerWithin time.Duration
	// Clock is Discord's, by which its rate limits go; nil means the machine's.
	Clock func() time.Time
	// Guild, a server's id, registers the commands in that server alone, where changes show at once. Empty registers
	// them globally.
	Guild string
	// Messages says which messages the bot reads. Default: [ReadMentions].
	Messages Messages
	// Limits are the rate limits of people and servers.
	Limits   Limits
	Pages    handlers.Pages // of games on the web; nil: they have none
	Renderer *render.Renderer
	// Log receives the log; nil discards it.
	Log *slog.Logger
	// Metrics registers the bot's metrics; nil registers none.
	Metrics prometheus.Registerer
}

// Bot is a running bot. Run may be called once; the Publisher works at any time, even before.
type Bot struct {
	config       Config
	host         *handlers.Host
	client       *discord.Client
	publisher    *publish.Publisher
	router       *router
	reviewing    *reviewing
	emojis       *emojis
	listener     *listener
	servers      *servers
	registration *registration
	receiver     *receiver
	log          *slog.Logger
	metrics      *metrics

	loops        eventLoops
	unauthorized chan struct{}                       // gets a value when Discord has answered 401
	application  atomic.Pointer[discord.Application] // has only its ID before login
}

// New makes a bot. It does not call Discord yet. A malformed token is a *[TokenError].
func New(config Config) (*Bot, error) {
	phrases, err := words.Load()
	if err != nil {
		return nil, err
	}
	return newBot(config, phrases)
}

// newBot is like [New], with the given phrases.
func newBot(config Config, phrases *words.Phrases) (*Bot, error) {
	token, application, err := discord.ReadToken(config.Token)
	if err != nil {
		return nil, fmt.Errorf("bot: %w", err)
	}
	log := config.Log
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	metrics := newMetrics(config.Metrics)
	// Pictures are drawn on all processors. A file takes longer to read, and must leave processors for pictures. While
	// files are fetched one is read; all of these are in memory, with up to gamefile.MaxSize bytes each.
	drawing := runtime.GOMAXPROCS(0)
	reading := max(1, drawing/2)
	fetching := 2 + reading
	var b *Bot
	client := discord.NewClient(token, config.Transport, config.Clock)
	client.Simplified = func(ctx context.Context, err error) {
		metrics.simplified.Inc()
		log.ErrorContext(ctx, "Discord rejects a message; only its text is sent", "err", err)
		if discord.EmojiRejected(err) {
			b.emojis.drop()
		}
	}
	client.AttemptFailed = func(ctx context.Context, m discord.FailedAttempt) { metrics.failedAttempt(ctx, log, m) }
	b = &Bot{
		host: &handlers.Host{
			Set:      config.Set,
			Version:  config.Version,
			Viewers:  audience.New(config.Members, config.Servers, phrases),
			View:     view.New(config.Renderer, log, metrics.slots(drawing, "draw").Do),
			Phrases:  phrases,
			Files:    discord.NewDownloads(config.Transport, log),
			Outside:  config.Games.Outside(),
			Reading:  metrics.slots(reading, "read"),
			Fetching: metrics.slots(fetching, "fetch"),
		},
		config:       config,
		client:       client,
		unauthorized: make(chan struct{}, 1),
		log:          log,
		metrics:      metrics,
	}
	b.application.Store(&discord.Application{ID: application})
	if config.Pages != nil {
		b.host.Pages, b.host.Viewers.Pages = config.Pages, true
	}
	client.Recovered = b.reconnected
	client.Unauthorized = b.refusedToken
	commands := handlers.Commands(b.host)
	b.publisher = publish.New(publish.Config{
		Set:  config.Set,
		View: b.host.View, Viewers: b.host.Viewers, Phrases: phrases, Client: client,
		Application: b.applicationID, Self: b.host.SelfID, Log: log, Shared: config.Shared,
		Seated:  b.seated,
		Outcome: func(event, outcome string) { metrics.announced.WithLabelValues(event, outcome).Inc() },
	})
	b.reviewing = &reviewing{b.host, client.NoWait(), b.applicationID, log}
	b.emojis = &emojis{client, config.Renderer, b.host.Viewers, log}
	b.router = &router{
		host: b.host, client: client, log: log, metrics: metrics, within: discordDeadlines,
		delivery: delivery{host: b.host, publisher: b.publisher, reviewing: b.reviewing, log: log},
		limits:   newLimiter(config.Limits, config.Games.Now),
	}
	b.router.route(commands)
	if config.AnswerWithin > 0 {
		b.router.within = deadlinesFor(config.AnswerWithin - (3*time.Second - discord.FirstResponseTimeout))
	}
	b.listener = &listener{router: b.router, readsBareMoves: config.Messages == ReadAll}
	b.registration = &registration{
		commands: commands, phrases: phrases, client: client, guild: config.Guild, log: log,
		application: func() discord.Application { return *b.application.Load() },
		announced:   make(chan struct{}, 1), tried: make(chan struct{}),
	}
	b.servers = &servers{
		host: b.host, client: client, registration: b.registration, running: &b.router.running, log: log,
		turns: fairqueue.NewSemaphore(maxServerReaders), welcomes: fairqueue.NewSemaphore(1),
	}
	b.receiver = &receiver{
		endpoint: config.Endpoint, shards: config.Shards, jobsOnly: config.JobsOnly, intents: config.Messages.intents(),
		client: client, running: &b.router.running, metrics: metrics, log: log,
	}
	return b, nil
}

// reconnected retries at once what failed while Discord could not be reached.
func (b *Bot) reconnected(ctx context.Context, silent time.Duration) {
	b.log.Info("Discord answers again", "silent", silent.Round(time.Second))
	if b.config.Retry == nil {
		return
	}
	b.router.running.Go(func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), handlers.HandlerTimeout)
		defer cancel()
		if err := b.config.Retry(ctx); err != nil {
			b.log.Warn("failed jobs could not be made due at once; each is retried at its own time", "err", err)
		}
	})
}

// TokenError is returned by [New] for a malformed token, and by Run for one that Discord rejects.
type TokenError = discord.TokenError

// GatewayClosedError is returned by Run if Discord has closed the connection for a reason that a retry cannot fix.
type GatewayClosedError = discord.GatewayClosedError

// Run logs in and serves until ctx ends. It then finishes the answers in flight and returns nil. It registers the
// commands meanwhile; those registered before already work. An error means that a retry would not help, and says what
// would.
func (b *Bot) Run(ctx context.Context) error {
	var application discord.Application
	login := func(ctx context.Context) (err error) { application, err = b.login(ctx); return err }
	if err := discord.RetryWhileUnreachable(ctx, b.log, "logging in", login); err != nil {
		if ctx.Err() != nil {
			return nil
		}
		return err
	}
	var background sync.WaitGroup
	defer background.Wait()
	ctx, end := context.WithCancelCause(ctx)
	defer end(nil)
	background.Go(func() { b.watchToken(ctx, end) })
	loaded := b.BeginJob()
	background.Go(func() {
		defer loaded()
		b.emojis.load(ctx, application.ID)
	})
	if !b.config.JobsOnly {
		background.Go(func() { b.registration.keep(ctx) })
	}
	answerCtx, abandon := context.WithCancel(context.WithoutCancel(ctx))
	defer abandon()
	event := func(name string, data json.RawMessage) {
		defer b.loops.begin()()
		b.event(answerCtx, name, data)
	}
	b.router.running.Go(func() {
		if err := b.publisher.Recovery.TakeOver(answerCtx, game.TakeOver{}); err != nil {
			b.log.Warn("the deferred answers of an earlier process were not delivered", "err", err)
		}
	})
	err := b.receiver.run(ctx, application, event)
	timer := time.AfterFunc(shutdownTimeout, abandon)
	defer timer.Stop()
	end(nil)
	b.router.running.Wait()
	if cause := context.Cause(ctx); revoked(cause) {
		return cause
	}
	return err
}

// refusedToken records that Discord has answered a call with 401, and returns at once.
func (b *Bot) refusedToken() {
	select {
	case b.unauthorized <- struct{}{}:
	default: // it is known
	}
}

// watchToken calls end once Discord no longer accepts the token. The gateway closes the session then. A process without
// one learns it only from its calls, and its jobs would be retried for days. Since the end is final, a single 401 is
// not enough: the bot then requests its own user, which only checks the token.
func (b *Bot) watchToken(ctx context.Context, end context.CancelCauseFunc) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-b.unauthorized:
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(tokenRecheckDelay):
		}
		select {
		case <-b.unauthorized: // from a call before this check
		default:
		}
		err := discord.RetryWhileUnreachable(ctx, b.log, "checking the token", func(ctx context.Context) error {
			_, _, err := discord.Self(ctx, b.client)
			return err
		})
		if revoked(err) {
			b.log.Error("Discord no longer accepts the bot's token: it was reset or revoked. The bot ends; what is left to do "+
				"is done when it is started with the new token", "err", err)
			end(err)
			return
		}
		if ctx.Err() == nil {
			b.log.Warn("Discord answered a call with 401, although the token is valid", "err", err)
		}
	}
}

// revoked reports whether an error says that Discord does not accept the token.
func revoked(err error) bool { return errors.As(err, new(*TokenError)) }

// Busy reports whether requests are being answered.
func (b *Bot) Busy() bool { return b.router.underway.any(anyRequest) }

// BeginJob records that a job is in progress, until done is called.
func (b *Bot) BeginJob() (done func()) { return b.router.underway.begin(anyJob) }

// WaitIdle waits until the bot has registered its commands, or they were rejected, and has its emojis; then for a moment
// without requests in flight, and then for one without jobs in progress, or until ctx ends.
func (b *Bot) WaitIdle(ctx context.Context) {
	select {
	case <-b.registration.tried:
	case <-ctx.Done():
	}
	b.router.underway.wait(ctx, anyRequest)
	b.router.underway.wait(ctx, anyJob)
}

// event handles one gateway event and returns at once.
func (b *Bot) event(ctx context.Context, name string, data json.RawMessage) {
	switch name {
	case "INTERACTION_CREATE":
		var i handlers.Interaction
		if err := json.Unmarshal(data, &i); err != nil {
			b.log.Error("cannot decode an interaction", "err", err)
			return
		}
		b.router.serve(ctx, &i)
		if b.config.Endpoint != nil {
			b.servers.fetch(ctx, i.GuildID)
		}
	case "MESSAGE_CREATE":
		b.listener.receive(ctx, data)
	case "CHANNEL_DELETE", "THREAD_DELETE":
		b.router.running.Go(func() { b.channelDeleted(ctx, data) })
	case "READY", "GUILD_CREATE", "GUILD_UPDATE", "GUILD_DELETE":
		b.servers.event(ctx, name, data)
	}
}

// channelDeleted moves the games out of a deleted channel or thread.
func (b *Bot) channelDeleted(ctx context.Context, data json.RawMessage) {
	var gone struct {
		ID string `json:"id"`
	}
	if err := json.Unmarshal(data, &gone); err != nil || gone.ID == "" {
		b.log.Warn("cannot decode the event of a deleted channel", "err", err)
		return
	}
	if err := b.host.Boards.ChannelDeleted(ctx, gone.ID); err != nil {
		b.log.Warn("the games of a deleted channel are not moved until their next event", "channel", gone.ID, "err", err)
	}
}

// login fetches the bot's application and user.
func (b *Bot) login(ctx context.Context) (discord.Application, error) {
	id, name, err := discord.Self(ctx, b.client)
	if err != nil {
		return discord.Application{}, err
	}
	application, err := discord.FetchApplication(ctx, b.client)
	if err != nil {
		return discord.Application{}, err
	}
	b.host.Self.Store(&id)
	b.application.Store(&application)
	b.log.Info("logged in", "user", name, "id", id)
	return application, nil
}

// Connected reports whether the bot receives interactions: its gateway session is established, or Discord calls its
// endpoint.
func (b *Bot) Connected() bool { return b.receiver.connected.Load() }

// Stalled returns for how long a loop that reads events from Discord has been busy with one event. That takes no time
// unless the loop hangs.
func (b *Bot) Stalled() time.Duration { return b.loops.longest() }

// Admit counts what a person does in a server on a page. If it is too much, or they are blocked, it returns an error
// that [gameview.Refusal] explains.
func (b *Bot) Admit(ctx context.Context, guild string, p game.Person) error {
	if over := b.router.exceeds(guild, p); over != nil {
		return over.problem()
	}
	return b.router.checkBlocked(ctx, guild, p)
}

// Show brings the current state of a game to its channel, after people have acted on a page. A *[game.NotYet] says when
// to call it again.
func (b *Bot) Show(ctx context.Context, id game.ID) error { return b.publisher.Show(ctx, id) }

// Live does what commands and buttons do, for pages.
func (b *Bot) Live() handlers.Live { return handlers.Live{Host: b.host} }

// Review runs a job: it continues a review, and shows its progress to everybody who waits for it. If a message that
// it is done fails temporarily, it is retried as long as the message can be edited.
func (b *Bot) Review(ctx context.Context, job review.Job) error { return b.reviewing.work(ctx, job) }

func (b *Bot) seated(ctx context.Context, g *game.Game) bool {
	return b.host.Pages != nil && b.host.Pages.Seated(ctx, g)
}

// Publisher returns the publisher, which runs the jobs that show games in channels.
func (b *Bot) Publisher() *publish.Publisher { return b.publisher }

// InviteURL returns the URL by which a server's owner invites the bot, with the permissions that it uses. It is
// derived from the token; after login it is built from the application that Discord reports.
func (b *Bot) InviteURL() string { return inviteURL(b.applicationID()) }

func (b *Bot) applicationID() string { return b.application.Load().ID }

// PostNotice posts a text in channels, such as a notice of maintenance, and returns how many have it. The error names
// the channels that do not. The same notice posted again within some minutes does not appear twice.
func (b *Bot) PostNotice(ctx context.Context, channels []string, text string) (posted int, err error) {
	var errs []error
	sum := sha256.Sum256([]byte(text))
	for _, channel := range channels {
		nonce := hex.EncodeToString(sum[:8])
		if _, err := b.client.Post(ctx, channel, discord.Message{Text: text}, nonce); err != nil {
			errs = append(errs, fmt.Errorf("channel %s: %w", channel, err))
			continue
		}
		posted++
	}
	return posted, errors.Join(errs...)
}

// Servers returns the servers that the bot is in, the first 200 of them.
func (b *Bot) Servers(ctx context.Context) ([]discordgo.UserGuild, error) {
	return discord.Servers(ctx, b.client)
}

// LeaveServer makes the bot leave a server.
func (b *Bot) LeaveServer(ctx context.Context, guild string) error {
	return discord.LeaveServer(ctx, b.client, guild)
}
