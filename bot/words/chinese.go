package words

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Chinese phrases have a space beside a placeholder for a mention or a Latin name: "{{.Who}} 认输". Where the placeholder
// is filled with Chinese words (电脑, 已删除的棋手, the name of a Chinese person), that space is a stray one. The value is
// marked, so that spaces within it, and other spaces of the phrase, stay. A single character is not a word: 车 一路.

// mark is a private-use character that occurs in no text.
const mark = '\uE000'

var straySpaces = regexp.MustCompile(`(\p{Han}|）)(?: \x{E000}|\x{E000} \x{E000}?)(\p{Han})`)

// markWords marks Chinese values for a Chinese phrase, and reports whether there are any.
func (w Words) markWords(data any) (_ any, marked bool) {
	vars, ok := data.(Vars)
	if !ok || w.language != Simplified && w.language != Traditional {
		return data, false
	}
	all := make(Vars, len(vars))
	for placeholder, value := range vars {
		if text, isText := value.(string); isText && utf8.RuneCountInString(text) > 1 && touchesHan(text) {
			value, marked = string(mark)+text+string(mark), true
		}
		all[placeholder] = value
	}
	return all, marked
}

// touchesHan reports whether a text begins or ends with a Chinese character.
func touchesHan(text string) bool {
	first, _ := utf8.DecodeRuneInString(text)
	last, _ := utf8.DecodeLastRuneInString(text)
	return unicode.Is(unicode.Han, first) || unicode.Is(unicode.Han, last) || last == '）'
}

// unmarkWords removes the stray spaces beside marked values, and the marks.
func unmarkWords(text string) string {
	return strings.ReplaceAll(straySpaces.ReplaceAllString(text, "$1$2"), string(mark), "")
}
