package uciclient

import (
	"errors"
	"fmt"
	"strconv"

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
	var files [2]rune
	var ranks [2]int
	_, err := fmt.Sscanf(text, "%c%d%c%d", &files[0], &ranks[0], &files[1], &ranks[1])
	var squares [2]board.Square
	for i := range squares {
		var unread error
		squares[i], unread = board.ParseSquare(fmt.Sprintf("%c%d", files[i], ranks[i]-c.FirstRank))
		err = errors.Join(err, unread)
	}
	if m := board.NewMove(squares[0], squares[1]); err == nil && c.Format(m) == text { // nothing follows it
		return m, nil
	}
	return board.NoMove, fmt.Errorf("move %q: want two squares with ranks %d to %d", text, c.FirstRank, c.FirstRank+board.Ranks-1)
}
