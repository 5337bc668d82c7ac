package game

import (
	"time"

	"xiangqibot/bot/glicko"
)

// Person is a Discord user, by their id as a decimal string. The empty Person is nobody.
type Person string

// Player is what a game knows of one of its people.
type Player struct {
	Person Person
	Name   string        // display name when last seen; may be empty
	Locale string        // language of their client when last seen, as Discord names it; may be empty
	Rating glicko.Rating // in the class of the game, when it was last updated; the store fills it in and never saves it
	Away   time.Time     // on vacation in the game's server until then, or zero. The store fills it in where it counts
}

// ShownName is the player's name as it can be put among other words; empty where none is known or nothing of it can be
// seen.
func (p Player) ShownName() string { return Sanitize(p.Name) }
