package notation

import (
	"strconv"
	"strings"

	"xiangqibot/engine/board"
)

// coordinates are two points as a text gives them: files 0..8, ranks 0..10 before it is known where they count from.
type coordinates struct{ fileA, rankA, fileB, rankB int }

// coordinatesOf reads H2E2 and H2-E2, and a capture with a sign for it: H2XH9, H2:H9.
func coordinatesOf(r []rune) (c coordinates, ok bool) {
	c.fileA, c.rankA, r = coordinate(r)
	if len(r) > 0 && (r[0] == '-' || r[0] == 'X' || r[0] == ':') {
		r = r[1:]
	}
	c.fileB, c.rankB, r = coordinate(r)
	return c, c.fileA >= 0 && c.fileB >= 0 && len(r) == 0
}

// coordinate takes one point off the front; file is -1 when there is none.
func coordinate(r []rune) (file, rank int, rest []rune) {
	if len(r) < 2 || r[0] < 'A' || r[0] > 'I' || r[1] < '0' || r[1] > '9' {
		return -1, 0, r
	}
	if len(r) >= 3 && r[1] == '1' && r[2] == '0' {
		return int(r[0] - 'A'), board.Ranks, r[3:]
	}
	return int(r[0] - 'A'), int(r[1] - '0'), r[2:]
}

// explicitFirstRank returns the number of the first rank if the text itself shows it: a rank 0 means 0, a rank 10 means
// 1. If both occur, no first rank fits.
func (c coordinates) explicitFirstRank() (first int, ok bool) {
	switch {
	case c.rankA == board.Ranks || c.rankB == board.Ranks:
		return 1, true
	case c.rankA == 0 || c.rankB == 0:
		return 0, true
	}
	return 0, false
}

// FirstRank returns the number of Red's back rank, 0 or 1, if the text is coordinates that show it: a rank 0, or a rank
// 10. A reply to such a text should use the same numbers.
func FirstRank(text string) (first int, ok bool) {
	c, ok := typedCoordinates(text)
	if !ok {
		return 0, false
	}
	return c.explicitFirstRank()
}

// InCoordinates reports whether a text is a move in coordinates, whatever number its ranks count from.
func InCoordinates(text string) bool {
	_, ok := typedCoordinates(text)
	return ok
}

// typedCoordinates reads a text as coordinates, with what people put around a move in a chat.
func typedCoordinates(text string) (c coordinates, ok bool) {
	for _, t := range []string{text, unwrap(unmark(text))} {
		var s script
		if len(t) > MaxText || s.normalize(t) != "" {
			continue
		}
		s.trimAnnotations()
		if c, ok = coordinatesOf(s.move()); ok {
			return c, true
		}
	}
	return c, false
}

// move returns the move if Red's back rank has the given number. It returns false if a rank is not on the board.
func (c coordinates) move(first int) (board.Move, bool) {
	a, b := c.rankA-first, c.rankB-first
	if min(a, b) < 0 || max(a, b) >= board.Ranks {
		return board.NoMove, false
	}
	return board.NewMove(board.SquareAt(c.fileA, a), board.SquareAt(c.fileB, b)), true
}

// moveAs returns the move where ranks count as the text shows, otherwise as in style s.
func (c coordinates) moveAs(s Style) (board.Move, bool) {
	first, shown := c.explicitFirstRank()
	if !shown {
		first = s.FirstRank()
	}
	return c.move(first)
}

// AmbiguousRanks reports whether a text is a legal move both with ranks counted from 0 and from 1, as b2b4 can be.
// Parse takes the first, [ParseAs] follows the style; show such a move to people in an unambiguous notation. A text
// with a rank 0 or 10 is not ambiguous.
func AmbiguousRanks(p *board.Position, text string) bool {
	c, ok := typedCoordinates(text)
	if _, shown := c.explicitFirstRank(); !ok || shown {
		return false
	}
	from0, ok0 := c.move(0)
	from1, ok1 := c.move(1)
	return ok0 && ok1 && p.IsLegal(from0) && p.IsLegal(from1)
}

// beginsCoordinates reports whether the typed text is a prefix of the move's coordinates as a person with that style
// writes them.
func beginsCoordinates(typed []rune, m board.Move, s Style) bool {
	from, to := m.From(), m.To()
	home := min(from.Rank(), to.Rank()) == 0
	far := max(from.Rank(), to.Rank()) == board.Ranks-1
	switch {
	case (s != UCI10 || home) && beginsPoints(typed, from, to, 0):
		return true
	case s == UCI10 || far:
		return beginsPoints(typed, from, to, 1)
	}
	return false
}

func beginsPoints(typed []rune, from, to board.Square, first int) bool {
	a, b, text := pointName(from, first), pointName(to, first), string(typed)
	return strings.HasPrefix(a+b, text) || strings.HasPrefix(a+"-"+b, text)
}

// pointName is the name of a point, E10, where the first rank has the given number.
func pointName(s board.Square, first int) string {
	return string(rune('A'+s.File())) + strconv.Itoa(s.Rank()+first)
}
