// Package guild holds what the managers of a Discord server have chosen there: its [Settings] and the [Ranks] that it
// gives. Discord's API calls a server a guild. Package lobby keeps the settings, and checks games against them.
package guild

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/bot/game/clocks"
	"xiangqibot/engine"
	"xiangqibot/engine/rules"
)

// Reader reads the settings of servers. It is a *lobby.Servers, or the store itself.
type Reader interface {
	// Server reads the settings of a server; the zero Settings if there are none.
	Server(ctx context.Context, id string) (Settings, error)
}

// Settings are the settings of a server. Every server begins with the zero Settings. An empty field means the bot's
// default: for Rules, Time and Place that of [game.Options], for the levels the whole range. MaxOpenGames has none:
// [game.Options.MaxGames] limits a person's games in all servers together. For the numbers of seconds and days it is
// [DefaultCooldown], [DefaultVacation] and [DefaultInactive]; [Disabled] turns each of these three off.
type Settings struct {
	Rules    string `json:"rules,omitempty"`    // of new games, in the form of rules.ParseRuleset
	Language string `json:"language,omitempty"` // a Discord locale, for members who chose none; empty: their client's
	Locale   string `json:"locale,omitempty"`   // the server's locale in Discord; empty: unknown or English
	Theme    string `json:"theme,omitempty"`    // board theme, for members who chose none; empty: the default
	Pieces   string `json:"pieces,omitempty"`   // name of a piece set, for the same members
	Picture  string `json:"picture,omitempty"`  // layout of pictures, tall or wide, for the same members

	Channels []string         `json:"channels,omitempty"` // where games begin, and in their threads; empty: everywhere
	Place    game.Place       `json:"place,omitempty"`    // where a game is played that began in a channel
	Results  string           `json:"results,omitempty"`  // channel in which results are posted; empty: none
	Boards   game.BoardPolicy `json:"boards,omitempty"`   // what happens to the previous board when there is a new one

	Time           clocks.TimeControl `json:"time,omitzero"`             // of rated challenges and tournaments without one
	Casual         bool               `json:"casual,omitempty"`          // no rated games here
	WeakestLevel   engine.Level       `json:"weakest-level,omitempty"`   // lowest level of the bot that may be challenged
	StrongestLevel engine.Level       `json:"strongest-level,omitempty"` // highest level of the bot that may be challenged
	UnratedBot     bool               `json:"unrated-bot,omitempty"`     // games against the bot are not rated here
	MaxOpenGames   int                `json:"most-open,omitempty"`       // open games per person here
	Cooldown       int                `json:"cooldown,omitempty"`        // seconds between two challenges of one person
	OptIn          bool               `json:"opt-in,omitempty"`          // only people who opted in may be challenged
	SeekRole       string             `json:"seek-role,omitempty"`       // role that a seek pings; empty: none
	VacationDays   int                `json:"vacation-days,omitempty"`   // per person and calendar year
	InactiveDays   int                `json:"inactive-days,omitempty"`   // days until the leaderboard hides an inactive person
	Puzzles        bool               `json:"puzzles,omitempty"`         // puzzles may be made of reviewed games played here
	Ranks          Ranks              `json:"ranks,omitzero"`            // roles that members earn
}

// Disabled is the value of a number in [Settings] that turns a feature off, where 0 means the default.
const Disabled = -1

// The defaults of a server's settings.
const (
	DefaultCooldown = 10 * time.Second
	DefaultVacation = 30 // days a year
	DefaultInactive = 90 // days
)

// The limits of a server's settings, besides [game.MaxOpenGames].
const (
	MaxChannels     = 25
	MaxCooldown     = time.Hour
	MaxVacationDays = 365
	MaxInactiveDays = 3650
)

// Vacation returns how many days a year a person may be on vacation here; 0: none.
func (s Settings) Vacation() int { return orDefault(s.VacationDays, DefaultVacation) }

// Inactive returns after how many days without a rated game the leaderboard hides a person; 0: never.
func (s Settings) Inactive() int { return orDefault(s.InactiveDays, DefaultInactive) }

// ChallengeCooldown is the minimum time between two challenges of one person.
func (s Settings) ChallengeCooldown() time.Duration {
	return time.Duration(orDefault(s.Cooldown, int(DefaultCooldown/time.Second))) * time.Second
}

// Levels returns the range of the bot's levels that may be challenged here.
func (s Settings) Levels() (weakest, strongest engine.Level) {
	return cmp.Or(s.WeakestLevel, engine.LevelMin), cmp.Or(s.StrongestLevel, engine.LevelMax)
}

// orDefault returns what a chosen number means: 0 the usual one, Disabled 0.
func orDefault(chosen, usual int) int {
	switch chosen {
	case 0:
		return usual
	case Disabled:
		return 0
	}
	return chosen
}

// Check validates the settings and puts them into the form in which they are saved.
func (s *Settings) Check() error {
	if s.Rules != "" {
		ruleset, err := rules.ParseRuleset(s.Rules)
		if err != nil {
			return err
		}
		s.Rules = ruleset.String()
	}
	slices.Sort(s.Channels)
	s.Channels = slices.Compact(s.Channels)
	if len(s.Channels) > MaxChannels {
		return &game.Refusal{Code: game.TooManyChannels, Limit: MaxChannels}
	}
	if len(s.Ranks.Roles) > MaxRanks {
		return &game.Refusal{Code: game.TooManyRanks, Limit: MaxRanks}
	}
	for _, level := range []engine.Level{s.WeakestLevel, s.StrongestLevel} {
		if level != 0 && (level < engine.LevelMin || level > engine.LevelMax) {
			return &game.Refusal{Code: game.BadLevel}
		}
	}
	if weakest, strongest := s.Levels(); weakest > strongest {
		return &game.Refusal{Code: game.NoLevelLeft}
	}
	for _, n := range []struct {
		name        string
		value, most int
	}{
		{"open games", s.MaxOpenGames, game.MaxOpenGames},
		{"seconds between challenges", s.Cooldown, int(MaxCooldown / time.Second)},
		{"vacation days", s.VacationDays, MaxVacationDays},
		{"days until inactive", s.InactiveDays, MaxInactiveDays},
	} {
		if n.value < Disabled || n.value > n.most {
			return fmt.Errorf("%s: %d; want at most %d, 0 for the default or %d for none", n.name, n.value, n.most, Disabled)
		}
	}
	if s.MaxOpenGames < 0 {
		return fmt.Errorf("open games: %d; want at least 1, or 0 for the default", s.MaxOpenGames)
	}
	return nil
}

// CheckChannel checks that games may begin in a channel, or in a thread of the channel parent.
func (s Settings) CheckChannel(channel, parent string) error {
	if len(s.Channels) > 0 && !slices.Contains(s.Channels, channel) && !slices.Contains(s.Channels, parent) {
		return &game.Refusal{Code: game.OtherChannelsOnly, Channels: s.Channels}
	}
	return nil
}

// AllowsRated reports whether a game here may be rated, against the bot or between people.
func (s Settings) AllowsRated(bot bool) bool { return !s.Casual && (!bot || !s.UnratedBot) }
