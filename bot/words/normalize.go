package words

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Normalize converts typed text for comparison with words: letters in lower case without accents, and digits, without
// spaces and punctuation. A text of punctuation alone ("?") stays unchanged.
func Normalize(text string) string {
	var kept strings.Builder
	for _, r := range norm.NFD.String(strings.ToLower(text)) {
		switch {
		case r == 'đ':
			kept.WriteRune('d')
		case unicode.IsLetter(r), unicode.IsDigit(r):
			kept.WriteRune(r)
		}
	}
	if kept.Len() == 0 {
		return strings.TrimSpace(text)
	}
	return kept.String()
}
