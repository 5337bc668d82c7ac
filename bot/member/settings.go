package member

import (
	"context"
	"fmt"
	"slices"

	"xiangqibot/bot/game"
)

// Settings are one person's choices. The zero value is what everybody starts with: an empty field means the
// default.
type Settings struct {
	Locale      string        `json:"locale,omitempty"`      // a Discord locale (zh-CN, zh-TW, vi, en-US …); empty: the server's, or that of their client
	Notation    string        `json:"notation,omitempty"`    // name of a way to write moves; empty: the usual one of the language
	Orientation Orientation   `json:"orientation,omitempty"` // which side of the board is down
	Theme       string        `json:"theme,omitempty"`       // name of a look of the board; empty: the server's, or the usual one
	Pieces      string        `json:"pieces,omitempty"`      // name of a set of pieces; empty: the server's, or the usual one
	Picture     string        `json:"picture,omitempty"`     // name of a shape of pictures, tall or wide; empty: the server's, or the usual one
	Zone        string        `json:"zone,omitempty"`        // time zone as the IANA names it (Asia/Shanghai); empty: UTC
	Reminders   Reminders     `json:"reminders,omitzero"`    // of their moves in correspondence games
	Hidden      bool          `json:"hidden,omitempty"`      // not shown on the leaderboard of all servers
	Challenges  Challenges    `json:"challenges,omitempty"`  // whether others may challenge them
	Blocked     []game.Person `json:"blocked,omitempty"`     // people who may not challenge them, the latest first
}

// Orientation is which side a person has at the bottom of the board.
type Orientation string

// The orientations.
const (
	OwnSideDown Orientation = ""    // their own side; Red for those who only watch
	RedDown     Orientation = "red" // always Red, as in books
)

// Challenges is what a person has said about being challenged.
type Challenges string

// The answers.
const (
	ChallengesUnsaid Challenges = ""    // as the server has it: game.Server.OptIn
	ChallengesYes    Challenges = "yes" // everywhere
	ChallengesNo     Challenges = "no"  // nowhere
)

// MaxBlocked is how many people one person can block.
const MaxBlocked = 200

// Blocks reports whether the person who chose this blocks p.
func (s Settings) Blocks(p game.Person) bool { return slices.Contains(s.Blocked, p) }

// Consent is what the person who chose this says to challenges from another.
func (s Settings) Consent(from game.Person) game.Consent {
	switch {
	case s.Blocks(from):
		return game.ConsentBlocked
	case s.Challenges == ChallengesNo:
		return game.ConsentRefused
	case s.Challenges == ChallengesYes:
		return game.ConsentGiven
	}
	return game.ConsentUnsaid
}

// Settings reads what p chose.
func (s *Service) Settings(ctx context.Context, p game.Person) (Settings, error) {
	return s.store.Settings(ctx, p)
}

// ChangeSettings passes the actor's choices to change, and keeps what it leaves; an error of change keeps nothing and
// is returned.
//
// Refusal: AlreadyDone.
func (s *Service) ChangeSettings(ctx context.Context, act game.Act, change func(*Settings) error) (Settings, error) {
	settings, err := s.store.UpdateSettings(ctx, act.Key, act.Actor, change)
	if err != nil {
		return Settings{}, fmt.Errorf("change the settings of %s: %w", act.Actor, err)
	}
	return settings, nil
}

// Block keeps p from challenging the actor from now on. Blocking them again changes nothing.
//
// Refusals: SelfBlock, TooManyBlocked, AlreadyDone.
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

// Unblock lets p challenge the actor again. Refusals: NotBlocked, AlreadyDone.
func (s *Service) Unblock(ctx context.Context, act game.Act, p game.Person) (Settings, error) {
	return s.ChangeSettings(ctx, act, func(settings *Settings) error {
		if !settings.Blocks(p) {
			return &game.Refusal{Code: NotBlocked}
		}
		settings.Blocked = slices.DeleteFunc(settings.Blocked, func(q game.Person) bool { return q == p })
		return nil
	})
}
