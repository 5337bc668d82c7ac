package member

import (
	"slices"
	"time"

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
	ChallengesDefault Challenges = ""    // as the server has chosen: guild.Settings.OptIn
	ChallengesYes     Challenges = "yes" // everywhere
	ChallengesNo      Challenges = "no"  // nowhere
)

// MaxBlocked is the maximum number of people that one person can block.
const MaxBlocked = 200

// Refusal codes for blocks.
const (
	SelfBlock      game.Code = "self-block"       // people cannot block themselves
	TooManyBlocked game.Code = "too-many-blocked" // a person can block at most Limit people
	NotBlocked     game.Code = "not-blocked"      // the person is not blocked
)

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

// RemindersFor returns the times at which a person with these settings is reminded of a move for which they have the
// time from since to flag: sorted, without duplicates, all between the two.
func (s Settings) RemindersFor(since, flag time.Time) []time.Time {
	local, err := time.LoadLocation(s.Zone)
	if err != nil { // a zone that no longer exists
		local = time.UTC
	}
	return s.Reminders.times(since, flag, local)
}
