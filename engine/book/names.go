package book

import (
	_ "embed"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"xiangqibot/engine/board"
)

// Opening is a kind of beginning that players have a name for. Openings are compared by their pointers: there is one
// for each.
type Opening struct {
	// Of is the opening of which this one is a branch, nil for a system such as 中炮.
	Of    *Opening
	names [languages]string
	signs []signs // one lot is enough
}

// Language is one of the four in which openings have names.
type Language uint8

// The languages, in the order of the list.
const (
	Simplified Language = iota
	Traditional
	English
	Vietnamese
	languages = iota
)

// Name returns the name in a language.
func (o *Opening) Name(l Language) string { return o.names[l] }

// Family returns the opening that this one is a branch of, at the level at which people say what they play: system and
// defense, such as 中炮对屏风马, and not the variation within.
func (o *Opening) Family() *Opening {
	for o.Of != nil && o.Of.Of != nil {
		o = o.Of
	}
	return o
}

//go:embed names.txt
var standardNames string

// Openings returns all openings that have a name, branches after what they are a branch of.
func Openings() []*Opening { return slices.Clone(openings()) }

var openings = sync.OnceValue(func() []*Opening {
	list, err := parseNames(standardNames)
	if err != nil {
		panic(err) // a test reads the list
	}
	return list
})

// OpeningOf tells the opening of a game: of the openings whose signs are to be seen in one of its first positions the
// one with the most signs, and of equals the first. It is nil for a game that shows none. What a position shows
// depends on which piece is where in it, and on how many moves were made: the order of the moves does not matter,
// nor does the wing.
func OpeningOf(rec *board.Record) *Opening {
	var found *Opening
	most := 0
	p, s := rec.Start, sceneOf(&rec.Start)
	for ply := 0; ; ply++ {
		if o, n := openingAt(&s, plies(&p), p.SideToMove()); n > most {
			found, most = o, n
		}
		if ply >= len(rec.Moves) || plies(&p) >= longestOpening {
			return found
		}
		p.Make(rec.Moves[ply])
		s.move(rec.Moves[ply])
	}
}

// longestOpening is the number of plies after which nothing new is named.
const longestOpening = 28

// plies is how many moves were made from the start of the game, as far as the position knows.
func plies(p *board.Position) int { return 2*(p.MoveNumber()-1) + int(p.SideToMove()) }

// openingAt finds the opening with the most signs on a board after so many plies, and how many they are.
func openingAt(own *scene, made int, next board.Color) (found *Opening, most int) {
	image := own.mirror()
	for _, o := range openings() {
		for i := range o.signs {
			s := &o.signs[i]
			if s.count > most && made <= s.latest() && (s.seen(own, next) || s.seen(&image, next)) {
				found, most = o, s.count
			}
		}
	}
	return found, most
}

// parseNames reads the list of names; its head explains the form.
func parseNames(text string) ([]*Opening, error) {
	var list []*Opening
	var above []branch // the openings above the line, each further to the right than the one before
	number := 0
	for text := range strings.Lines(text) {
		number++
		content := strings.TrimSpace(text)
		if content == "" || strings.HasPrefix(content, "#") {
			continue
		}
		indent := len(text) - len(strings.TrimLeft(text, " "))
		for len(above) > 0 && above[len(above)-1].indent >= indent {
			above = above[:len(above)-1]
		}
		trunk := branch{lots: []string{""}}
		if len(above) > 0 {
			trunk = above[len(above)-1]
		}
		b, err := parseOpening(content, trunk)
		if err != nil {
			return nil, fmt.Errorf("book: names: line %d: %w", number, err)
		}
		b.indent = indent
		above = append(above, b)
		list = append(list, b.opening)
	}
	return list, nil
}

// branch is a line of the list of names.
type branch struct {
	indent  int
	opening *Opening
	lots    []string // its signs and those of all it is a branch of
}

// parseOpening reads a line that is a branch of another one.
func parseOpening(content string, trunk branch) (branch, error) {
	head, tail, ok := strings.Cut(content, ":")
	names := strings.Split(head, "|")
	if !ok || len(names) != languages {
		return branch{}, fmt.Errorf("want %d names parted by |, a colon and signs, got %q", languages, content)
	}
	o := &Opening{Of: trunk.opening}
	for i, name := range names {
		if o.names[i] = strings.TrimSpace(name); o.names[i] == "" {
			return branch{}, errors.New("a name is missing")
		}
	}
	b := branch{opening: o}
	for _, before := range trunk.lots {
		for lot := range strings.SplitSeq(tail, ";") {
			lot = strings.TrimSpace(lot)
			own, exact := strings.CutPrefix(lot, "=")
			lot = before + " " + own
			b.lots = append(b.lots, lot)
			if exact {
				lot = "=" + lot
			}
			s, err := parseSigns(lot)
			if err != nil {
				return branch{}, fmt.Errorf("%s: %w", o.names[Simplified], err)
			}
			o.signs = append(o.signs, s)
		}
	}
	return b, nil
}
