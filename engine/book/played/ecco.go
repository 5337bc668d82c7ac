package played

import (
	"fmt"

	"xiangqibot/engine/board"
	"xiangqibot/engine/book"
)

// Code is a code of the Encyclopedia of Chinese Chess Openings (ECCO), C45, or a group of ten, C40 to C49. The zero
// value is no code.
type Code uint16

const (
	eccoLetters = 5  // A to E
	groupCodes  = 11 // a group, and the ten codes in it
	// codedPlies is the number of plies within which positions determine the code of a game.
	codedPlies = 16
)

// ParseCode reads a code: a letter and two digits.
func ParseCode(text string) (Code, error) {
	digit := func(i int) bool { return text[i] >= '0' && text[i] <= '9' }
	if len(text) != 3 || text[0] < 'A' || text[0] >= 'A'+eccoLetters || !digit(1) || !digit(2) {
		return 0, fmt.Errorf("played: %q is not an ECCO code, A00 to E99", text)
	}
	group := 10*int(text[0]-'A') + int(text[1]-'0')
	return Code(1 + group*groupCodes + 1 + int(text[2]-'0')), nil
}

// Single reports whether it is one code, neither a group nor none.
func (c Code) Single() bool { return c != 0 && c != c.group() }

// group is the group to which a code belongs.
func (c Code) group() Code {
	if c == 0 {
		return 0
	}
	return c - (c-1)%groupCodes
}

// String returns the code, the first and the last of a group, or "".
func (c Code) String() string {
	if c == 0 {
		return ""
	}
	group, in := (c-1)/groupCodes, (c-1)%groupCodes
	name := fmt.Sprintf("%c%d", 'A'+rune(group/10), group%10)
	if in == 0 {
		return name + "0–" + name + "9"
	}
	return fmt.Sprintf("%s%d", name, in-1)
}

// ECCO returns the code of the opening of a game: that of the last of its first positions that the table has. Where the
// games through that position have several codes it is the group, or none.
func (t *Table) ECCO(rec *board.Record) (code Code) {
	p := rec.Start
	for _, m := range rec.Moves[:min(len(rec.Moves), codedPlies)] {
		p.Make(m)
		key := book.KeyOf(&p)
		if _, known := t.positions[key]; known {
			code = t.codes[key]
		}
	}
	return code
}

// agreed returns the code, or else the group, of at least four in five of the games of a position, or none.
func agreed(games map[Code]int) Code {
	all, groups := 0, map[Code]int{}
	for c, n := range games {
		all += n
		groups[c.group()] += n
	}
	for _, counts := range []map[Code]int{games, groups} {
		for c, n := range counts {
			if 5*n >= 4*all {
				return c
			}
		}
	}
	return 0
}
