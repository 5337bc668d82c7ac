package uciclient

import (
	"fmt"
	"strconv"
	"strings"

	"xiangqibot/engine/board"
)

// FormatMove writes a move as programs do that give Red's edge the number firstRank: see [Options.FirstRank].
func FormatMove(m board.Move, firstRank int) string {
	return square(m.From(), firstRank) + square(m.To(), firstRank)
}

func square(s board.Square, firstRank int) string {
	return string(rune('a'+s.File())) + strconv.Itoa(s.Rank()+firstRank)
}

// ParseMove parses such a move. It does not check whether the move is legal.
func ParseMove(text string, firstRank int) (board.Move, error) {
	for from := range board.NoSquare {
		rest, found := strings.CutPrefix(text, square(from, firstRank))
		for to := range board.NoSquare {
			if found && rest == square(to, firstRank) {
				return board.NewMove(from, to), nil
			}
		}
	}
	return board.NoMove, fmt.Errorf("move %q: want two squares with ranks %d to %d", text, firstRank, firstRank+board.Ranks-1)
}
