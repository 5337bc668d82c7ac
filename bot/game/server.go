package game

import (
	"context"
	"fmt"
	"slices"
	"time"

	"xiangqibot/bot/game/clocks"
	"xiangqibot/engine"
	"xiangqibot/engine/rules"
)

// ServerReader reads the settings of Discord servers. It is a *lobby.Servers, or the store itself.
type ServerReader interface {
	// Server reads the settings of a server; the zero Server if there are none.
	Server(ctx context.Context, guild string) (Server, error)
}

// Server holds the settings of a Discord server. In the zero value, which every server begins with, each empty field
// means the bot's default. That is [Options.Time] for Time, the whole range for the levels, and [Options.MaxGames] in
// all servers together for [MaxOpenGames]. For the numbers of seconds and days it is [DefaultCooldown],
// [DefaultVacation] and [DefaultInactive]; Disabled turns each of these three off. Without SeekRole no role is pinged.
type Server struct {
	Rules    string `json:"rules,omitempty"`    // for new games: a text for rules.ParseRuleset; empty: Options.Rules
	Language string `json:"language,omitempty"` // a Discord locale, for members who chose none; empty: their client's
	Locale   string `json:"locale,omitempty"`   // the server's locale in Discord; empty: unknown or English
	Theme    string `json:"theme,omitempty"`    // board theme, for members who chose none; empty: the default
	Pieces   string `json:"pieces,omitempty"`   // name of a piece set, for the same members
	Picture  string `json:"picture,omitempty"`  // layout of pictures, tall or wide, for the same members

	Channels []string    `json:"channels,omitempty"` // games begin only in these and their threads; empty: everywhere
	Place    Place       `json:"place,omitempty"`    // where a game is played that began in a channel
	Results  string      `json:"results,omitempty"`  // channel in which results are posted; empty: none
	Boards   BoardPolicy `json:"boards,omitempty"`   // what happens to the previous board when there is a new one

	Time           clocks.TimeControl `json:"time,omitzero"`             // of rated challenges and tournaments without one
	Casual         bool               `json:"casual,omitempty"`          // no rated games here
	WeakestLevel   engine.Level       `json:"weakest-level,omitempty"`   // lowest level of the bot that may be challenged
	StrongestLevel engine.Level       `json:"strongest-level,omitempty"` // highest level of the bot that may be challenged
	UnratedBot     bool               `json:"unrated-bot,omitempty"`     // games against the bot are not rated here
	MaxOpenGames   int                `json:"most-open,omitempty"`       // open games per person here
	Cooldown       int                `json:"cooldown,omitempty"`        // seconds between two challenges of one person
	OptIn          bool               `json:"opt-in,omitempty"`          // only people who opted in may be challenged
	SeekRole       string             `json:"seek-role,omitempty"`       // id of the role that is pinged by a seek
	VacationDays   int                `json:"vacation-days,omitempty"`   // per person and calendar year
	InactiveDays   int                `json:"inactive-days,omitempty"`   // days until the leaderboard hides an inactive person
	Puzzles        bool               `json:"puzzles,omitempty"`         // puzzles may be made of reviewed games played here
	Ranks          Ranks              `json:"ranks,omitzero"`            // roles that members earn
}

// Disabled is the value of a number in [Server] that turns a feature off, where 0 means the default.
const Disabled = -1

// The defaults of a server's settings.
const (
	DefaultCooldown = 10 * time.Second
	DefaultVacation = 30 // days a year
	DefaultInactive = 90 // days
)

// The limits of a server's settings.
const (
	MaxOpenGames    = 50 // per person; also the limit in all servers together, unless Options.MaxGames sets another
	MaxChannels     = 25
	MaxCooldown     = time.Hour
	MaxVacationDays = 365
	MaxInactiveDays = 3650
)

// Vacation returns how many days a year a person may be on vacation here; 0: none.
func (s Server) Vacation() int { return orDefault(s.VacationDays, DefaultVacation) }

// Inactive returns after how many days without a rated game the leaderboard hides a person; 0: never.
func (s Server) Inactive() int { return orDefault(s.InactiveDays, DefaultInactive) }

// ChallengeCooldown is the minimum time between two challenges of one person.
func (s Server) ChallengeCooldown() time.Duration {
	return time.Duration(orDefault(s.Cooldown, int(DefaultCooldown/time.Second))) * time.Second
}

// Levels returns the range of the bot's levels that may be challenged here.
func (s Server) Levels() (weakest, strongest engine.Level) {
	weakest, strongest = engine.LevelMin, engine.LevelMax
	if s.WeakestLevel != 0 {
		weakest = s.WeakestLevel
	}
	if s.StrongestLevel != 0 {
		strongest = s.StrongestLevel
	}
	return weakest, strongest
}

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
func (s *Server) Check() error {
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
		return &Refusal{Code: TooManyChannels, Limit: MaxChannels}
	}
	if len(s.Ranks.Roles) > MaxRanks {
		return &Refusal{Code: TooManyRanks, Limit: MaxRanks}
	}
	for _, level := range []engine.Level{s.WeakestLevel, s.StrongestLevel} {
		if level != 0 && (level < engine.LevelMin || level > engine.LevelMax) {
			return &Refusal{Code: BadLevel}
		}
	}
	if weakest, strongest := s.Levels(); weakest > strongest {
		return &Refusal{Code: NoLevelLeft}
	}
	for _, n := range []struct {
		name        string
		value, most int
	}{
		{"open games", s.MaxOpenGames, MaxOpenGames},
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
func (s Server) CheckChannel(channel, parent string) error {
	if len(s.Channels) > 0 && !slices.Contains(s.Channels, channel) && !slices.Contains(s.Channels, parent) {
		return &Refusal{Code: OtherChannelsOnly, Channels: s.Channels}
	}
	return nil
}

// AllowsRated reports whether a game here may be rated, against the bot or between people.
func (s Server) AllowsRated(bot bool) bool { return !s.Casual && (!bot || !s.UnratedBot) }

// Ranks are the roles that a server gives to its members: the first one at the first step, and so on. A member has the
// highest role that they have earned, and none of the others.
type Ranks struct {
	By    RankBy   `json:"by,omitempty"`
	Roles []string `json:"roles,omitempty"` // their ids at Discord, the lowest rank first; at most MaxRanks
}

// RankBy says what roles are given for.
type RankBy string

// The values of [RankBy].
const (
	NoRanks       RankBy = ""       // nothing
	RanksByRating RankBy = "rating" // the rating after a rated game
	RanksByDays   RankBy = "days"   // consecutive days on which the puzzle of the day was solved
)

// MaxRanks is how many roles a server can give.
const MaxRanks = 6

// Steps returns what the roles are given from, as many as there can be: ratings, or days.
func (by RankBy) Steps() []int {
	switch by {
	case RanksByRating:
		return []int{1400, 1550, 1700, 1850, 2000, 2150}
	case RanksByDays:
		return []int{3, 7, 14, 30, 60, 100}
	default:
		return nil
	}
}

// Earned splits the roles for a rating or a number of days: the one that is earned, "" for none, and the others. Both
// are empty if the server gives its roles for something else.
func (r Ranks) Earned(by RankBy, value int) (role string, others []string) {
	if by != r.By {
		return "", nil
	}
	for n, step := range by.Steps()[:min(len(r.Roles), MaxRanks)] {
		if value >= step {
			role = r.Roles[n]
		}
	}
	return role, slices.DeleteFunc(slices.Clone(r.Roles), func(other string) bool { return other == role })
}
