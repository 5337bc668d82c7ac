package bot

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"slices"
	"strconv"
	"sync"
	"time"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/game"
	"xiangqibot/bot/guild"
	"xiangqibot/bot/handlers"
	"xiangqibot/bot/view/gameview"
	"xiangqibot/bot/words"
	"xiangqibot/engine/fairqueue"
)

// guildCreate is what the bot reads of a server that it is in, or has just joined.
type guildCreate struct {
	ID            string         `json:"id"`
	Name          string         `json:"name"`
	Unavailable   bool           `json:"unavailable"`
	Locale        string         `json:"preferred_locale"`
	SystemChannel string         `json:"system_channel_id"`
	Channels      []guildChannel `json:"channels"`
}

type guildChannel struct {
	ID       string `json:"id"`
	Type     int    `json:"type"`
	Position int    `json:"position"` // from the top
}

// readGuild decodes a server once: with many members it is megabytes. ok is false if it cannot be decoded, or is
// unavailable: it then has an outage, and comes back by itself.
func readGuild(data json.RawMessage) (guild guildCreate, ok bool) {
	err := json.Unmarshal(data, &guild)
	return guild, err == nil && guild.ID != "" && !guild.Unavailable
}

const (
	textChannel = 0
	// maxWelcomeTries is how many channels are tried for the welcome message.
	maxWelcomeTries = 5
	// welcomeTimeout is how long one server may delay the others.
	welcomeTimeout = time.Minute
)

// welcomeChannels lists the channels for the welcome message: first the system channel, then from the top.
func (g guildCreate) welcomeChannels() []string {
	channels := slices.Clone(g.Channels)
	slices.SortStableFunc(channels, func(a, b guildChannel) int { return cmp.Compare(a.Position, b.Position) })
	var ids []string
	if g.SystemChannel != "" {
		ids = append(ids, g.SystemChannel)
	}
	for _, c := range channels {
		if c.Type == textChannel && c.ID != g.SystemChannel {
			ids = append(ids, c.ID)
		}
	}
	return ids[:min(len(ids), maxWelcomeTries)]
}

// servers records in which servers the bot is and what they are called, and welcomes new ones.
type servers struct {
	host         *handlers.Host
	client       *discord.Client
	registration *registration
	running      *sync.WaitGroup
	log          *slog.Logger

	turns    *fairqueue.Semaphore // for reading and saving
	welcomes *fairqueue.Semaphore // for welcoming
	fetched  sync.Map             // the ids of the servers that were fetched
}

// maxServerReaders is how many servers are processed at the same time. When the bot logs in it receives all of them, up
// to 2,500 over one connection; more at once would not help the database or the processors.
const maxServerReaders = 4

// event handles an event about one server or all of them, in the background.
func (s *servers) event(ctx context.Context, name string, data json.RawMessage) {
	s.inTurn(s.turns, func() {
		if name == "READY" {
			s.compareWithReady(ctx, data)
			return
		}
		guild, ok := readGuild(data)
		if name == "GUILD_CREATE" { // with an outage too
			s.registration.joined(guild.ID)
		}
		switch {
		case !ok:
		case name == "GUILD_DELETE":
			s.endGames(ctx, guild.ID)
		case name == "GUILD_UPDATE":
			s.saveDetails(ctx, guild)
		case s.recordJoined(ctx, guild.ID):
			s.saveDetails(ctx, guild)
			s.inTurn(s.welcomes, func() { s.welcome(ctx, guild) })
		}
	})
}

// inTurn does work in the background, in its turn.
func (s *servers) inTurn(turns *fairqueue.Semaphore, work func()) {
	s.running.Go(func() { turns.Do(fairqueue.Key{}, work) })
}

// recordJoined records that the bot is in a server. It leaves one that is blocked, and then reports false.
func (s *servers) recordJoined(ctx context.Context, id string) bool {
	if s.host.Operator == nil {
		return true
	}
	welcome, err := s.host.Operator.ServerBack(ctx, id)
	if err != nil {
		s.log.Warn("could not record that the bot is in a server", "guild", id, "err", err)
		return true
	}
	if !welcome {
		err := discord.LeaveServer(ctx, s.client, id)
		s.log.Info("the bot leaves a server that is blocked", "guild", id, "err", err)
	}
	return welcome
}

// endGames ends what is played in a server that the bot is no longer in.
func (s *servers) endGames(ctx context.Context, id string) {
	if s.host.Operator == nil {
		return
	}
	if err := s.host.Operator.ServerLeft(ctx, id); err != nil {
		s.log.Error("the games of a server that the bot was removed from are not ended", "guild", id, "err", err)
		return
	}
	s.log.Info("the bot is no longer in a server: its games are ended", "guild", id)
}

// compareWithReady ends what is played in the servers that removed the bot while it was not connected. READY, which begins a
// session, lists all servers of its shard that the bot is in, unavailable ones too. Where it lists none that the
// database knows, the token may be another application's, and nothing is ended.
func (s *servers) compareWithReady(ctx context.Context, data json.RawMessage) {
	var ready struct {
		Guilds []guildCreate `json:"guilds"`
		Shard  []uint64      `json:"shard"` // which one, and of how many; missing: there is one
	}
	err := json.Unmarshal(data, &ready)
	if err != nil || ready.Guilds == nil || s.host.Operator == nil {
		return
	}
	shard, shards := uint64(0), uint64(1)
	if len(ready.Shard) == 2 && ready.Shard[1] > 0 {
		shard, shards = ready.Shard[0], ready.Shard[1]
	}
	known, err := s.host.Operator.Present(ctx)
	if err != nil {
		s.log.Warn("servers that removed the bot while it was off are not noticed until its next login", "err", err)
		return
	}
	listed := make(map[string]bool, len(ready.Guilds))
	for _, guild := range ready.Guilds {
		listed[guild.ID] = true
	}
	var gone []string
	for _, id := range known {
		// A server belongs to the shard that its id determines, as Discord documents it.
		number, err := strconv.ParseUint(id, 10, 64)
		if err == nil && number>>22%shards == shard && !listed[id] {
			gone = append(gone, id)
		}
	}
	if len(gone) > 0 && !slices.ContainsFunc(known, func(id string) bool { return listed[id] }) {
		s.log.Warn("the bot is in none of the servers that the database knows: is this another application's token? No game is ended",
			"servers", len(gone))
		return
	}
	for _, id := range gone {
		s.endGames(ctx, id)
	}
}

// saveDetails saves the name of a server, and its locale in Discord. Most servers have English, which is not saved.
func (s *servers) saveDetails(ctx context.Context, created guildCreate) {
	s.host.Names.Note(created.ID, created.Name)
	if created.Locale == "" {
		return
	}
	server, err := s.host.Servers.Server(ctx, created.ID)
	if err == nil && s.languageOf(server.Locale) != s.languageOf(created.Locale) {
		_, err = s.host.Servers.ChangeServer(ctx, game.Act{Guild: created.ID}, func(server *guild.Settings) error {
			server.Locale = created.Locale
			return nil
		})
	}
	if err != nil {
		s.log.Warn("could not save the language of a server", "guild", created.ID, "locale", created.Locale, "err", err)
	}
}

// languageOf returns the bot's language for a locale of Discord.
func (s *servers) languageOf(locale string) words.Language {
	return s.host.Phrases.For(locale).Language()
}

// welcome posts the welcome message once per server: a short text that says what to type. After login all servers
// arrive at once, so they are welcomed one after the other. The message names commands: it waits until they have been
// registered, or rejected.
func (s *servers) welcome(ctx context.Context, guild guildCreate) {
	select {
	case <-s.registration.tried:
	case <-ctx.Done():
		return
	}
	ctx, cancel := context.WithTimeout(ctx, welcomeTimeout)
	defer cancel()
	err := s.host.Games.Once(ctx, "welcome:"+guild.ID, 0, func() error { return s.greet(ctx, guild) })
	if err != nil && !errors.Is(err, game.AlreadyDone) {
		s.log.Warn("the welcome message was not posted; it is tried again when the server is next announced", "guild", guild.ID, "err", err)
	}
}

// greet posts the welcome message. If no channel accepts it there is none; an error means that a retry may help.
func (s *servers) greet(ctx context.Context, guild guildCreate) error {
	greeting := gameview.Welcome(s.host.Phrases, s.languageOf(guild.Locale))
	for _, channel := range guild.welcomeChannels() {
		_, err := s.client.Post(ctx, channel, greeting.Message(), "welcome "+guild.ID)
		if err == nil {
			s.log.Info("welcomed a server", "guild", guild.ID, "channel", channel)
			return nil
		}
		s.log.Debug("could not post the welcome message in this channel", "guild", guild.ID, "channel", channel, "err", err)
		if discord.PermanentFailure(err) == "" {
			return err
		}
	}
	s.log.Info("no welcome message: the bot may write in none of the channels tried", "guild", guild.ID)
	return nil
}

// fetch fetches the server of the first interaction from there: at the endpoint servers do not announce themselves as
// they do over the gateway.
func (s *servers) fetch(ctx context.Context, id string) {
	if id == "" {
		return
	}
	if _, known := s.fetched.LoadOrStore(id, true); known {
		return
	}
	s.running.Go(func() {
		data, err := discord.Guild(ctx, s.client, id)
		if err != nil {
			s.fetched.Delete(id) // retried at the next interaction
			s.log.Info("cannot fetch the name of a server", "guild", id, "err", err)
			return
		}
		if guild, ok := readGuild(data); ok {
			s.saveDetails(ctx, guild)
		}
	})
}
