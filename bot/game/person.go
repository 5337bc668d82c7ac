package game

import (
	"slices"
	"strings"
	"time"
	"unicode"

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

// The joiners combine emoji, or control how letters of some scripts connect. They do so between two visible
// characters and nowhere else.
const (
	zeroWidthNonJoiner = '\u200c'
	zeroWidthJoiner    = '\u200d'
)

// blanks are characters of visible categories that show nothing.
var blanks = []rune{'\u034f', '\u115f', '\u1160', '\u17b4', '\u17b5', '\u2800', '\u3164', '\uffa0'}

// Sanitize prepares a name, or other text that a person chose, for use in a line. It drops what is invisible:
// bidirectional controls (such as U+202E), zero-width characters, control characters. Each run of white space, line
// breaks included, becomes one space.
func Sanitize(text string) string {
	var kept []rune
	joiner := rune(0) // one that waits for the next character
	for _, r := range text {
		visible := len(kept) > 0 && kept[len(kept)-1] != ' '
		switch {
		case unicode.IsSpace(r):
			if visible {
				kept = append(kept, ' ')
			}
			joiner = 0
		case r == zeroWidthJoiner, r == zeroWidthNonJoiner:
			if visible && joiner == 0 {
				joiner = r
			}
		case unicode.Is(unicode.C, r), slices.Contains(blanks, r):
		default:
			if joiner != 0 {
				kept = append(kept, joiner)
				joiner = 0
			}
			kept = append(kept, r)
		}
	}
	return strings.TrimSuffix(string(kept), " ")
}

// SanitizeName sanitizes a name and truncates it to a maximum number of characters.
func SanitizeName(name string, most int) string {
	letters := []rune(Sanitize(name))
	return Sanitize(string(letters[:min(most, len(letters))]))
}
