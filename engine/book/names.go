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

// Opening is a named opening. Openings are compared by pointer: each exists once.
type Opening struct {
	// Parent is the opening of which this one is a variation, nil for a system such as 中炮.
	Parent     *Opening
	names      [languages]string
	signatures []signature // any of them identifies the opening
}

// Language is one of the four languages of opening names.
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

// Family returns the opening at the level of system and defense to which this one belongs, such as 中炮对屏风马, without the
// variation.
func (o *Opening) Family() *Opening {
	for o.Parent != nil && o.Parent.Parent != nil {
		o = o.Parent
	}
	return o
}

//go:embed names.txt
var standardNames string

// Openings returns all named openings, each after its parent.
func Openings() []*Opening { return slices.Clone(openings()) }

var openings = sync.OnceValue(func() []*Opening {
	list, err := parseNames(standardNames)
	if err != nil {
		panic(err) // a test reads the list
	}
	return list
})

// OpeningOf classifies the opening of a game: of the openings with a signature that matches one of its first positions,
// the one with the most conditions, and of equals the first; nil if none matches. A match depends on which piece is on
// which square and on the number of moves made, but not on their order, nor on the wing.
func OpeningOf(rec *board.Record) *Opening {
	var found *Opening
	most := 0
	p, s := rec.Start, trackBoard(&rec.Start)
	for ply := 0; ; ply++ {
		if o, n := openingAt(&s, plies(&p), p.SideToMove()); n > most {
			found, most = o, n
		}
		if ply >= len(rec.Moves) || plies(&p) >= maxOpeningPlies {
			return found
		}
		p.Make(rec.Moves[ply])
		s.move(rec.Moves[ply])
	}
}

// maxOpeningPlies is the number of plies after which the opening no longer changes.
const maxOpeningPlies = 28

// plies is the number of plies since the start of the game, by the position's move number.
func plies(p *board.Position) int { return 2*(p.MoveNumber()-1) + int(p.SideToMove()) }

// openingAt returns the opening that matches a board after so many plies with the most conditions, and their number.
func openingAt(own *trackedBoard, made int, next board.Color) (found *Opening, most int) {
	image := own.mirror()
	for _, o := range openings() {
		for i := range o.signatures {
			s := &o.signatures[i]
			if s.count > most && made <= s.lastPly() && (s.matches(own, next) || s.matches(&image, next)) {
				found, most = o, s.count
			}
		}
	}
	return found, most
}

// parseNames parses the list of names; its head describes the format.
func parseNames(text string) ([]*Opening, error) {
	var list []*Opening
	var above []branch // the ancestors of the line, each indented further than the one before
	for number, line := range contentLines(text) {
		content := strings.TrimLeft(line, " ")
		indent := len(line) - len(content)
		for len(above) > 0 && above[len(above)-1].indent >= indent {
			above = above[:len(above)-1]
		}
		parent := branch{signatures: []string{""}}
		if len(above) > 0 {
			parent = above[len(above)-1]
		}
		b, err := parseOpening(content, parent)
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
	indent     int
	opening    *Opening
	signatures []string // its own, combined with those of its ancestors
}

// parseOpening parses a line below its parent.
func parseOpening(content string, parent branch) (branch, error) {
	head, tail, ok := strings.Cut(content, ":")
	names := strings.Split(head, "|")
	if !ok || len(names) != languages {
		return branch{}, fmt.Errorf("want %d names separated by |, a colon and signatures, got %q", languages, content)
	}
	o := &Opening{Parent: parent.opening}
	for i, name := range names {
		if o.names[i] = strings.TrimSpace(name); o.names[i] == "" {
			return branch{}, errors.New("a name is missing")
		}
	}
	b := branch{opening: o}
	for _, before := range parent.signatures {
		for text := range strings.SplitSeq(tail, ";") {
			text = strings.TrimSpace(text)
			own, exact := strings.CutPrefix(text, "=")
			text = before + " " + own
			b.signatures = append(b.signatures, text)
			if exact {
				text = "=" + text
			}
			s, err := parseSignature(text)
			if err != nil {
				return branch{}, fmt.Errorf("%s: %w", o.names[Simplified], err)
			}
			o.signatures = append(o.signatures, s)
		}
	}
	return b, nil
}
