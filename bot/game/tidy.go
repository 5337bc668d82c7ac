package game

import (
	"slices"
	"strings"
	"unicode"
)

// The joiners hold an emoji together, or tell how letters of some scripts connect. They do so between two visible
// characters and nowhere else.
const (
	zeroWidthNonJoiner = '\u200c'
	zeroWidthJoiner    = '\u200d'
)

// blanks are characters that pass for letters, signs or marks and show nothing.
var blanks = []rune{'\u034f', '\u115f', '\u1160', '\u17b4', '\u17b5', '\u2800', '\u3164', '\uffa0'}

// Tidy makes a name, or any other text that a person chose, fit for a line with other words. What cannot be
// seen is dropped: signs that turn the direction of what follows (U+202E), characters without width, control
// characters. All space, line breaks included, becomes single blanks.
func Sanitize(text string) string {
	var kept []rune
	joiner := rune(0) // one that waits for the character behind it
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

// TidyName tidies a name and cuts what is longer than so many characters.
func SanitizeName(name string, most int) string {
	letters := []rune(Sanitize(name))
	return Sanitize(string(letters[:min(most, len(letters))]))
}
