package member

import (
	"context"
	"fmt"
	"slices"

	"xiangqibot/bot/game"
	"xiangqibot/bot/game/lobby"
)

// Settings are one person's settings. The zero value is the default: an empty field means the default for that field.
type Settings struct {
	Locale      string        `json:"locale,omitempty"`      // a Discord locale (zh-CN, zh-TW, vi, en-US …); empty: the server's, or that of their client
	Notation    string        `json:"notation,omitempty"`    // name of a move notation; empty: the language's default
	Orientation Orientation   `json:"orientation,omitempty"` // which side is at the bottom of the board
	Theme       string        `json:"theme,omitempty"`       // board theme; empty: the server's, or the default
	Pieces      string        `json:"pieces,omitempty"`      // piece set; empty: the server's, or the default
	Picture     string        `json:"picture,omitempty"`     // picture layout, tall or wide; empty: the server's, or the default
	Zone        string        `json:"zone,omitempty"`        // IANA time zone (Asia/Shanghai); empty: UTC
	Reminders   Reminders     `json:"reminders,omitzero"`    // of their moves in correspondence games
	Hidden      bool          `json:"hidden,omitempty"`      // not shown on the global leaderboard
	Challenges  Challenges    `json:"challenges,omitempty"`  // whether others may challenge them
	Blocked     []game.Person `json:"blocked,omitempty"`     // people who may not challenge them, the latest first
}

// Orientation says which side is at the bottom of a person's boards.
type Orientation string

// The orientations.
const (
	OwnSideDown Orientation = ""    // their own side; Red for those who only watch
	RedDown     Orientation = "red" // always Red, as in books
)

// Challenges says whether a person may be challenged.
type Challenges string

// The values of [Challenges].
const (
	ChallengesDefault Challenges = ""    // as the server has chosen: game.Server.OptIn
	ChallengesYes     Challenges = "yes" // everywhere
	ChallengesNo      Challenges = "no"  // nowhere
)

// MaxBlocked is the maximum number of people that one person can block.
const MaxBlocked = 200

// Blocks reports whether the person with these settings blocks p.
func (s Settings) Blocks(p game.Person) bool { return slices.Contains(s.Blocked, p) }

// Consent returns whether the person with these settings accepts challenges from another.
func (s Settings) Consent(from game.Person) lobby.Consent {
	switch {
	case s.Blocks(from):
		return lobby.ConsentBlocked
	case s.Challenges == ChallengesNo:
		return lobby.ConsentRefused
	case s.Challenges == ChallengesYes:
		return lobby.ConsentGiven
	}
	return lobby.ConsentUnset
}

// Settings reads the settings of p.
func (s *Service) Settings(ctx context.Context, p game.Person) (Settings, error) {
	return s.store.Settings(ctx, p)
}

// ChangeSettings passes the actor's settings to change and saves the result. If change fails, nothing is saved and its
// error is returned.
func (s *Service) ChangeSettings(ctx context.Context, act game.Act, change func(*Settings) error) (Settings, error) {
	settings, err := s.store.UpdateSettings(ctx, act.Key, act.Actor, change)
	if err != nil {
		return Settings{}, fmt.Errorf("change the settings of %s: %w", act.Actor, err)
	}
	return settings, nil
}

// Block prevents p from challenging the actor. Blocking them again changes nothing.
func (s *Service) Block(ctx context.Context, act game.Act, p game.Person) (Settings, error) {
	return s.ChangeSettings(ctx, act, func(settings *Settings) error {
		switch {
		case p == "" || p == act.Actor:
			return &game.Refusal{Code: SelfBlock}
		case settings.Blocks(p):
			return nil
		case len(settings.Blocked) >= MaxBlocked:
			return &game.Refusal{Code: TooManyBlocked, Limit: MaxBlocked}
		}
		settings.Blocked = append([]game.Person{p}, settings.Blocked...)
		return nil
	})
}

// Unblock lets p challenge the actor again.
func (s *Service) Unblock(ctx context.Context, act game.Act, p game.Person) (Settings, error) {
	return s.ChangeSettings(ctx, act, func(settings *Settings) error {
		if !settings.Blocks(p) {
			return &game.Refusal{Code: NotBlocked}
		}
		settings.Blocked = slices.DeleteFunc(settings.Blocked, func(q game.Person) bool { return q == p })
		return nil
	})
}
