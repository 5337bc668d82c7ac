package played

import (
	"fmt"
	"regexp"

	"xiangqibot/engine/board"
	"xiangqibot/engine/book"
)

// Code is a code of the Encyclopedia of Chinese Chess Openings (ECCO), C45, or C4, a group of ten. The zero value is no
// code.
type Code string

// codedPlies is the number of plies within which positions determine the code of a game.
const codedPlies = 16

var codes = regexp.MustCompile(`^[A-E][0-9][0-9]$`)

// ParseCode reads a code: a letter and two digits.
func ParseCode(text string) (Code, error) {
	if !codes.MatchString(text) {
		return "", fmt.Errorf("played: %q is not an ECCO code, A00 to E99", text)
	}
	return Code(text), nil
}

// Single reports whether it is one code, neither a group nor none.
func (c Code) Single() bool { return len(c) == 3 }

// group is the group to which a code belongs.
func (c Code) group() Code { return c[:min(len(c), 2)] }

// String returns the code, the first and the last of a group, or "".
func (c Code) String() string {
	if c == "" || c.Single() {
		return string(c)
	}
	return string(c + "0–" + c + "9")
}

// ECCO returns the code of the opening of a game: that of the last of its first positions that the table has. Where the
// games through that position have several codes it is the group, or none.
func (t *Table) ECCO(rec *board.Record) (code Code) {
	p := rec.Start
	for _, m := range rec.Moves[:min(len(rec.Moves), codedPlies)] {
		p.Make(m)
		if at, known := t.pages[book.KeyOf(&p)]; known {
			code = at.Code
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
	return ""
}
