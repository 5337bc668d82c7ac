// Package bot is the Discord face of the games: every command, every button, and every message.
//
// How one speaks with Discord at all is the business of package discord: connection, calls, limits, files. What people do comes from there as
// an interaction and becomes a Request (request.go); the router (router.go) hands it to its command (command_*.go) or button
// (the press… methods beside them), which acts through game.Service and returns a view.Reply; package view draws and words it in the reader's
// language (package words); the router brings it back to the person in time. What no person asked for, the engine's moves above all, comes in by
// Announce (announce.go). Start there:
//
//	b, err := bot.New(bot.Config{Token: token, Service: service, Renderer: renderer})
//	fmt.Println("invite it with", b.InviteURL())
//	err = b.Run(ctx)
//
// The package decides nothing about games: who may do what is the Service's business. It keeps nothing in memory that a restart
// would miss, and knows no database.
package bot

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"strconv"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/prometheus/client_golang/prometheus"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/game"
	"xiangqibot/bot/view"
	"xiangqibot/bot/words"
	"xiangqibot/render"
)

const (
	// invitePermissions are: view channels, send messages, embed links, attach files, read the history, use external emoji,
	// open public threads and write in threads.
	invitePermissions = 309238025216
	// farewell is how long answers under way may take after the bot was told to stop.
	farewell = 5 * time.Second
)

// Config is what a Bot is made of. Token, Service and Renderer are required.
type Config struct {
	Token string
	// Transport carries every request to Discord, the gateway's included; nil is the ordinary one.
	Transport http.RoundTripper
	// Guild, a server's id, registers the commands in that server alone, where changes show at once. Empty registers them everywhere.
	Guild    string
	Service  *game.Service
	Renderer *render.Renderer
	// Log gets what happens; nil discards it.
	Log *slog.Logger
	// Metrics shows the bot's counters; nil keeps them unseen.
	Metrics prometheus.Registerer
}

// Bot is one running face of the games. Run may be called once; Announce at any time, even before.
type Bot struct {
	host     *host
	client   *discord.Client
	router   *router
	session  *discord.Session
	commands []*Command
	guild    string
	log      *slog.Logger
	counts   *counts

	greeting sync.Mutex // one server after the other is welcomed

	mu          sync.Mutex
	application string
}

// New makes a bot. It does not talk to Discord yet; a token that cannot be one is refused.
func New(config Config) (*Bot, error) {
	token, application, err := discord.ReadToken(config.Token)
	if err != nil {
		return nil, fmt.Errorf("bot: %w", err)
	}
	log := config.Log
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	phrases, err := words.Load()
	if err != nil {
		return nil, err
	}
	counts, err := newCounts(config.Metrics)
	if err != nil {
		return nil, fmt.Errorf("bot: metrics: %w", err)
	}
	client := discord.NewClient(token, config.Transport)
	b := &Bot{
		host: &host{
			service: config.Service, view: view.New(config.Renderer, log), phrases: phrases, files: discord.NewDownloads(config.Transport, log),
			outside: config.Service.Outside(),
		},
		client:      client,
		guild:       config.Guild,
		log:         log,
		counts:      counts,
		application: application,
	}
	b.commands = b.host.commands()
	b.router = newRouter(b.host, client, b.commands, log, counts)
	b.session = &discord.Session{
		Client: client, Intents: discord.IntentGuilds, Log: log, // Event comes with Run
		Connected: func(resumed bool) {
			how := "identified"
			if resumed {
				how = "resumed"
			}
			counts.gateway.WithLabelValues(how).Inc()
			log.Info("connected to Discord", "how", how)
		},
	}
	return b, nil
}

// newRouter leads every command and every button to its handler.
func newRouter(h *host, client *discord.Client, commands []*Command, log *slog.Logger, counts *counts) *router {
	byName := make(map[string]*Command)
	for _, c := range commands {
		for _, one := range c.whole() {
			byName[one.name] = one
		}
	}
	return &router{host: h, client: client, commands: byName, presses: h.presses(), within: threeSeconds, log: log, counts: counts}
}

// presses lists what each button and menu does.
func (h *host) presses() map[view.PressAct]handler {
	return map[view.PressAct]handler{
		view.PressPiece:       h.pressPiece,
		view.PressTarget:      h.pressTarget,
		view.PressPlay:        h.pressPlay,
		view.PressFlip:        h.pressFlip,
		view.PressBoard:       h.pressBoard,
		view.PressResign:      h.pressResign,
		view.PressResignYes:   h.pressResignYes,
		view.PressDraw:        h.pressDraw,
		view.PressDrawYes:     h.pressDrawYes,
		view.PressDrawNo:      h.pressDrawNo,
		view.PressTakeback:    h.pressTakeback,
		view.PressTakebackYes: h.pressTakebackYes,
		view.PressTakebackNo:  h.pressTakebackNo,
		view.PressAccept:      h.pressAccept,
		view.PressDecline:     h.pressDecline,
		view.PressCancel:      h.pressCancel,
		view.PressClose:       h.pressClose,
		view.PressPage:        h.pressPage,
		view.PressRecords:     h.pressRecords,
		view.PressRanking:     h.pressRanking,
		view.PressResume:      h.pressResume,
		view.PressUnplan:      h.pressUnplan,
		view.PressPlan:        h.pressPlan,
		view.PressWhy:         h.pressWhy,
		view.PressRematch:     h.pressRematch,
		view.PressGames:       h.pressGames,
		view.PressVote:        h.pressVote,
		view.PressSide:        h.pressSide,
		view.PressSimul:       h.pressSimul,
		view.PressTournament:  h.pressTournament,
		view.PressErase:       h.pressErase,
	}
}

// GatewayClosedError is what Run returns when Discord has ended the connection in a way that another try cannot mend.
type GatewayClosedError = discord.GatewayClosedError

// Run logs in, registers the commands and serves people until ctx ends. It then finishes the answers under way and returns nil.
// An error means that trying again would not help, and says what would.
func (b *Bot) Run(ctx context.Context) error {
	if err := discord.Persist(ctx, b.log, "logging in", b.login); err != nil {
		return stopped(ctx, err)
	}
	if err := discord.Persist(ctx, b.log, "registering the commands", b.register); err != nil {
		return stopped(ctx, err)
	}
	answering, abandon := context.WithCancel(context.WithoutCancel(ctx))
	defer abandon()
	b.session.Event = func(name string, data json.RawMessage) { b.event(answering, name, data) }
	err := b.session.Run(ctx)
	timer := time.AfterFunc(farewell, abandon)
	defer timer.Stop()
	b.router.running.Wait()
	return err
}

// event takes one event of the gateway and returns at once.
func (b *Bot) event(ctx context.Context, name string, data json.RawMessage) {
	switch name {
	case "INTERACTION_CREATE":
		var i interaction
		if err := json.Unmarshal(data, &i); err != nil {
			b.log.Error("an interaction that cannot be read", "err", err)
			return
		}
		b.router.serve(ctx, &i)
	case "CHANNEL_DELETE", "THREAD_DELETE":
		b.router.running.Go(func() { b.vanished(ctx, data) })
	case "GUILD_CREATE":
		b.router.running.Go(func() { b.welcome(ctx, data) })
	}
}

// login finds out who the bot is.
func (b *Bot) login(ctx context.Context) error {
	id, name, err := b.client.Self(ctx)
	if err != nil {
		return err
	}
	application, err := b.client.Application(ctx)
	if err != nil {
		return err
	}
	b.host.self.Store(&id)
	b.mu.Lock()
	b.application = application
	b.mu.Unlock()
	b.log.Info("logged in", "user", name, "id", id)
	return nil
}

// register makes Discord's list of the bot's commands equal to ours. An error says what to do where the bot is not in the server.
func (b *Bot) register(ctx context.Context) error {
	ours := make([]*discordgo.ApplicationCommand, 0, len(b.commands))
	for _, c := range b.commands {
		ours = append(ours, c.definition(b.host.phrases))
	}
	changed, err := b.client.SetCommands(ctx, b.applicationID(), b.guild, ours)
	if b.guild != "" && discord.HasCode(err, discord.CodeMissingAccess, discord.CodeUnknownGuild) {
		return fmt.Errorf("the bot is not in the server %s, where its commands are to be: invite it with %s, or give another server's id (%w)",
			b.guild, b.InviteURL(), err)
	}
	if err != nil {
		return err
	}
	what := "commands are registered already"
	if changed {
		what = "commands registered"
	}
	b.log.Info(what, "commands", len(ours), "guild", b.guild)
	return nil
}

// stopped makes nothing of an error that only says that the bot was told to stop.
func stopped(ctx context.Context, err error) error {
	select {
	case <-ctx.Done():
		return nil
	default:
		return err
	}
}

// InviteURL is the address at which a server's owner invites the bot, with the permissions that it uses. It is known from the token;
// once the bot has logged in it is what Discord says.
func (b *Bot) InviteURL() string {
	query := url.Values{
		"client_id":   {b.applicationID()},
		"scope":       {"bot applications.commands"},
		"permissions": {strconv.FormatInt(invitePermissions, 10)},
	}
	return "https://discord.com/oauth2/authorize?" + query.Encode()
}

func (b *Bot) applicationID() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.application
}
