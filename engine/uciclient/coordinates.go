package uciclient

import (
	"fmt"
	"strconv"
	"strings"

	"xiangqibot/engine/board"
)

// Coordinates says how a program writes squares. The zero value is the UCI dialect of most Xiangqi programs: ranks 0 to
// 9.
type Coordinates struct {
	// FirstRank is the number of Red's edge: 0, or 1 for programs such as Fairy-Stockfish that count to 10.
	FirstRank int
}

// Format writes a move.
func (c Coordinates) Format(m board.Move) string { return c.square(m.From()) + c.square(m.To()) }

func (c Coordinates) square(s board.Square) string {
	return string(rune('a'+s.File())) + strconv.Itoa(s.Rank()+c.FirstRank)
}

// Parse parses a move. It does not check whether the move is legal.
func (c Coordinates) Parse(text string) (board.Move, error) {
	from, rest, ok := c.cut(text)
	to, rest, ok2 := c.cut(rest)
	if !ok || !ok2 || rest != "" {
		return board.NoMove, fmt.Errorf("move %q: want two squares with ranks %d to %d", text, c.FirstRank, c.FirstRank+board.Ranks-1)
	}
	return board.NewMove(from, to), nil
}

// cut parses the square at the beginning of a text.
func (c Coordinates) cut(text string) (s board.Square, rest string, ok bool) {
	if text == "" || text[0] < 'a' || text[0] > 'i' {
		return 0, "", false
	}
	digits := 1
	for digits < len(text) && strings.IndexByte("0123456789", text[digits]) >= 0 {
		digits++
	}
	rank, err := strconv.Atoi(text[1:digits])
	rank -= c.FirstRank
	if err != nil || rank < 0 || rank >= board.Ranks {
		return 0, "", false
	}
	return board.SquareAt(int(text[0]-'a'), rank), text[digits:], true
}
