package view

import (
	"errors"
	"strconv"
	"strings"

	"xiangqibot/bot/game"
	"xiangqibot/bot/words"
)

// The letters of a display's argument.
const (
	simulRated, simulCasual = 'r', 'c'
	simulOpen, simulShut    = 'o', 's'
	simulBase               = 36 // of numbers
)

// What stands for a wish and for a language there.
var (
	simulWishes    = map[game.Wish]byte{game.AnyColor: 'x', game.WantRed: 'r', game.WantBlack: 'b'}
	simulLanguages = map[words.Language]byte{words.English: 'e', words.Simplified: 's', words.Traditional: 't', words.Vietnamese: 'v'}
)

// simulArg writes a display into the argument of a button: "o", host, boards, the host's colour with rated or casual and his language, and the
// time control with '-' for '+'. It has 32 bytes at most: 1 + 13 + 2 + 3 + 7, and four dashes.
func simulArg(s game.Simul, lang words.Language, act byte) string {
	host, _ := strconv.ParseUint(string(s.Host), 10, 64)
	kind := byte(simulCasual)
	if s.Rated {
		kind = simulRated
	}
	return strings.Join([]string{
		string(act), strconv.FormatUint(host, simulBase), strconv.FormatInt(int64(s.Boards), simulBase),
		string([]byte{simulWishes[s.Wish], kind, simulLanguages[lang]}), strings.ReplaceAll(s.Time.String(), "+", "-"),
	}, "-")
}

// ParseSimulArg reads what simulArg writes, and whether the button is there to close the display.
func ParseSimulArg(arg string) (s game.Simul, lang words.Language, shut bool, err error) {
	wrong := errors.New("view: a button of a display with the argument " + strconv.Quote(arg))
	parts := strings.SplitN(arg, "-", 5)
	if len(parts) != 5 || len(parts[3]) != 3 {
		return s, "", false, wrong
	}
	host, err := strconv.ParseUint(parts[1], simulBase, 64)
	if err != nil {
		return s, "", false, wrong
	}
	boards, err := strconv.ParseInt(parts[2], simulBase, 16)
	if err != nil {
		return s, "", false, wrong
	}
	wish, knownWish := meant(simulWishes, parts[3][0])
	lang, knownLang := meant(simulLanguages, parts[3][2])
	if !knownWish || !knownLang {
		return s, "", false, wrong
	}
	s.Wish, s.Host, s.Boards, s.Rated = wish, game.Person(strconv.FormatUint(host, 10)), int(boards), parts[3][1] == simulRated
	s.Time, err = game.ParseTimeControl(strings.ReplaceAll(parts[4], "-", "+"))
	return s, lang, parts[0] == string(rune(simulShut)), err
}

// meant is what a letter stands for.
func meant[T comparable](letters map[T]byte, letter byte) (meaning T, known bool) {
	for meaning, l := range letters {
		if l == letter {
			return meaning, true
		}
	}
	return meaning, false
}
