package game

import (
	"context"
	"fmt"
	"slices"
)

// Settings are one person's choices. The zero value is everybody's beginning: each empty field leaves the choice to the edge.
type Settings struct {
	Locale      string      `json:"locale,omitempty"`      // a Discord locale (zh-CN, zh-TW, vi, en-US …); empty: the server's, or that of his client
	Notation    string      `json:"notation,omitempty"`    // name of a way to write moves; empty: the usual one of the language
	Orientation Orientation `json:"orientation,omitempty"` // which side of the board is down
	Theme       string      `json:"theme,omitempty"`       // name of a look of the board; empty: the server's, or the usual one
	Pieces      string      `json:"pieces,omitempty"`      // name of a set of pieces; empty: the server's, or the usual one
	Zone        string      `json:"zone,omitempty"`        // time zone as the IANA names it (Asia/Shanghai); empty: UTC
	Reminders   Reminders   `json:"reminders,omitzero"`    // of his moves in games by the day
	Hidden      bool        `json:"hidden,omitempty"`      // not shown on the leaderboard of all servers
	Challenges  Challenges  `json:"challenges,omitempty"`  // whether others may challenge him
	Blocked     []Person    `json:"blocked,omitempty"`     // people who may not challenge him, the latest first
}

// Orientation tells which side a person wants at the bottom of the board.
type Orientation string

// The orientations.
const (
	OwnSideDown Orientation = ""    // his own side; Red for those who only watch
	RedDown     Orientation = "red" // always Red, as in books
)

// Challenges tells whether a person wants to be challenged.
type Challenges string

// The answers.
const (
	ChallengesUnsaid Challenges = ""    // as the server has it: Server.OptIn
	ChallengesYes    Challenges = "yes" // everywhere
	ChallengesNo     Challenges = "no"  // nowhere
)

// MaxBlocked is how many people one person can keep from challenging him.
const MaxBlocked = 200

// Blocks tells whether the person who chose this blocks p.
func (s Settings) Blocks(p Person) bool { return slices.Contains(s.Blocked, p) }

// Settings reads what p chose.
func (s *Service) Settings(ctx context.Context, p Person) (Settings, error) {
	return s.store.Settings(ctx, p)
}

// ChangeSettings lends the actor's choices to change, and keeps what it leaves; an error of change keeps nothing and is returned.
//
// Refusal: AlreadyDone.
func (s *Service) ChangeSettings(ctx context.Context, act Act, change func(*Settings) error) (Settings, error) {
	settings, err := s.store.UpdateSettings(ctx, act.Claim, act.Actor, change)
	if err != nil {
		return Settings{}, fmt.Errorf("change the settings of %s: %w", act.Actor, err)
	}
	return settings, nil
}

// Block keeps p from challenging the actor from now on. Blocking him again changes nothing.
//
// Refusals: SelfBlock, TooManyBlocked, AlreadyDone.
func (s *Service) Block(ctx context.Context, act Act, p Person) (Settings, error) {
	return s.ChangeSettings(ctx, act, func(settings *Settings) error {
		switch {
		case p == "" || p == act.Actor:
			return &Refusal{Code: SelfBlock}
		case settings.Blocks(p):
			return nil
		case len(settings.Blocked) >= MaxBlocked:
			return &Refusal{Code: TooManyBlocked, Limit: MaxBlocked}
		}
		settings.Blocked = append([]Person{p}, settings.Blocked...)
		return nil
	})
}

// Unblock lets p challenge the actor again. Refusals: NotBlocked, AlreadyDone.
func (s *Service) Unblock(ctx context.Context, act Act, p Person) (Settings, error) {
	return s.ChangeSettings(ctx, act, func(settings *Settings) error {
		if !settings.Blocks(p) {
			return &Refusal{Code: NotBlocked}
		}
		settings.Blocked = slices.DeleteFunc(settings.Blocked, func(q Person) bool { return q == p })
		return nil
	})
}
