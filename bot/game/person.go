package game

import (
	"time"

	"xiangqibot/bot/glicko"
)

// Person is a Discord user's id as a decimal string. The empty Person is nobody.
type Person string

// Player is what a game knows about one of its people.
type Player struct {
	Person Person
	Name   string        // display name when last seen; may be empty
	Locale string        // locale of their client when last seen, in Discord's form; may be empty
	Rating glicko.Rating // current rating in the class of the game; the store sets it and never saves it
	Away   time.Time     // end of their vacation in the game's server, or zero. The store sets it where vacations count
}

// ShownName returns the player's name, sanitized for use in a line; empty if none is known or nothing of it is
// visible.
func (p Player) ShownName() string { return Sanitize(p.Name) }
