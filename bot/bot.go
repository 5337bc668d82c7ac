// Package bot is the Discord face of the games: every command, every button, and every word that people read.
//
// A Bot keeps one connection to Discord (session.go). What people do arrives there as an interaction and becomes a Request
// (request.go); the router (router.go) hands it to its command (command_*.go) or button, which acts through game.Service and
// returns a Reply (reply.go); the view draws and words it; the router brings it back to the person in time. What no person
// asked for, the engine's moves above all, comes in by Announce (announce.go). Start there:
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
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/prometheus/client_golang/prometheus"

	"xiangqibot/bot/game"
	"xiangqibot/render"
)

const (
	// invitePermissions are: view channels, send messages, embed links, attach files, read the history, use external emoji,
	// open public threads and write in threads.
	invitePermissions = 309238025216
	// intentGuilds brings word of the servers that the bot joins. Interactions need no intent.
	intentGuilds = 1 << 0
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
	rest     *rest
	router   *router
	session  *session
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
	token := strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(config.Token)+" ", "Bot "))
	if token == "" {
		return nil, errors.New("bot: no token; make one at https://discord.com/developers/applications (your application, Bot, Reset Token) and give it in DISCORD_TOKEN")
	}
	if strings.ContainsFunc(token, func(r rune) bool { return r <= ' ' || r == 0x7F }) {
		return nil, errors.New("bot: the token has blanks in it; copy it again as one line")
	}
	application := applicationOf(token)
	if application == "" {
		return nil, errors.New("bot: what was given is no bot token: those have three parts with dots between them; " +
			"copy yours from https://discord.com/developers/applications (your application, Bot, Reset Token), not the client secret or the public key")
	}
	log := config.Log
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	phrases, err := LoadPhrases()
	if err != nil {
		return nil, err
	}
	counts, err := newCounts(config.Metrics)
	if err != nil {
		return nil, fmt.Errorf("bot: metrics: %w", err)
	}
	client := &http.Client{Transport: config.Transport}
	b := &Bot{
		host: &host{
			service: config.Service, view: newView(config.Renderer, log), phrases: phrases, files: newDownloads(config.Transport, log),
		},
		rest:        &rest{token: token, client: client, limits: newLimits()},
		guild:       config.Guild,
		log:         log,
		counts:      counts,
		application: application,
	}
	b.commands = b.host.commands()
	b.router = newRouter(b.host, b.rest, b.commands, log, counts)
	b.session = &session{
		token: token, intents: intentGuilds, client: client, log: log,
		locate: b.rest.gateway,
		connected: func(resumed bool) {
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
func newRouter(h *host, r *rest, commands []*Command, log *slog.Logger, counts *counts) *router {
	byName := make(map[string]*Command)
	for _, c := range commands {
		for _, one := range c.whole() {
			byName[one.name] = one
		}
	}
	return &router{host: h, rest: r, commands: byName, presses: h.presses(), within: threeSeconds, log: log, counts: counts}
}

// presses lists what each button and menu does.
func (h *host) presses() map[PressAct]handler {
	return map[PressAct]handler{
		PressPiece:       h.pressPiece,
		PressTarget:      h.pressTarget,
		PressPlay:        h.pressPlay,
		PressFlip:        h.pressFlip,
		PressBoard:       h.pressBoard,
		PressResign:      h.pressResign,
		PressResignYes:   h.pressResignYes,
		PressDraw:        h.pressDraw,
		PressDrawYes:     h.pressDrawYes,
		PressDrawNo:      h.pressDrawNo,
		PressTakeback:    h.pressTakeback,
		PressTakebackYes: h.pressTakebackYes,
		PressTakebackNo:  h.pressTakebackNo,
		PressAccept:      h.pressAccept,
		PressDecline:     h.pressDecline,
		PressCancel:      h.pressCancel,
		PressClose:       h.pressClose,
		PressPage:        h.pressPage,
		PressRecords:     h.pressRecords,
		PressWhy:         h.pressWhy,
	}
}

// Run logs in, registers the commands and serves people until ctx ends. It then finishes the answers under way and returns nil.
// An error means that trying again would not help, and says what would.
func (b *Bot) Run(ctx context.Context) error {
	if err := b.persist(ctx, "logging in", b.login); err != nil {
		return stopped(ctx, err)
	}
	if err := b.persist(ctx, "registering the commands", b.register); err != nil {
		return stopped(ctx, err)
	}
	answering, abandon := context.WithCancel(context.WithoutCancel(ctx))
	defer abandon()
	b.session.event = func(name string, data json.RawMessage) { b.event(answering, name, data) }
	err := b.session.run(ctx)
	timer := time.AfterFunc(farewell, abandon)
	defer timer.Stop()
	b.router.running.Wait()
	return err
}

// event takes one event of the gateway and returns at once.
func (b *Bot) event(ctx context.Context, name string, data json.RawMessage) {
	switch name {
	case "INTERACTION_CREATE":
		var i discordgo.Interaction
		if err := json.Unmarshal(data, &i); err != nil {
			b.log.Error("an interaction that cannot be read", "err", err)
			return
		}
		b.router.serve(ctx, &i)
	case "GUILD_CREATE":
		b.router.running.Go(func() { b.welcome(ctx, data) })
	}
}

// login finds out who the bot is.
func (b *Bot) login(ctx context.Context) error {
	var self struct {
		ID       string `json:"id"`
		Username string `json:"username"`
	}
	if err := b.rest.get(ctx, "/users/@me", "/users/@me", &self); err != nil {
		return err
	}
	var application struct {
		ID string `json:"id"`
	}
	if err := b.rest.get(ctx, "/applications/@me", "/applications/@me", &application); err != nil {
		return err
	}
	b.host.self.Store(&self.ID)
	b.mu.Lock()
	b.application = application.ID
	b.mu.Unlock()
	b.log.Info("logged in", "user", self.Username, "id", self.ID)
	return nil
}

// persist does one thing at the start until it works, however long Discord is away; a refusal ends it.
func (b *Bot) persist(ctx context.Context, doing string, do func(context.Context) error) error {
	for failures := 1; ; failures++ {
		err := do(ctx)
		if err == nil || ctx.Err() != nil {
			return err
		}
		if fatal := fatalError(err); fatal != nil {
			return fatal
		}
		var answer *apiError
		if errors.As(err, &answer) && answer.Status >= 400 && answer.Status < 500 && answer.Status != http.StatusTooManyRequests {
			return fmt.Errorf("%s: %w", doing, err)
		}
		pause := backoff(failures)
		b.log.Warn("Discord cannot be reached yet", "doing", doing, "err", err, "pause", pause.Round(time.Millisecond))
		if err := wait(ctx, pause); err != nil {
			return err
		}
	}
}

// stopped makes nothing of an error that only says that the bot was told to stop.
func stopped(ctx context.Context, err error) error {
	if over(ctx) {
		return nil
	}
	return err
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

// applicationOf reads the application's id out of a token, whose first part it is; empty when it is not there.
func applicationOf(token string) string {
	parts := strings.Split(token, ".")
	if len(parts) != 3 {
		return ""
	}
	id, err := base64.RawStdEncoding.DecodeString(strings.TrimRight(parts[0], "="))
	if err != nil {
		return ""
	}
	if _, err := strconv.ParseUint(string(id), 10, 64); err != nil {
		return ""
	}
	return string(id)
}
