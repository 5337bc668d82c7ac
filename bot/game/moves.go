package game

import (
	"time"

	"xiangqibot/engine/board"
)

// Moves are what has been played in a game.
type Moves struct {
	Record  board.Record
	MovedAt []time.Time // when each move of Record was played
}

// Position returns the current position.
func (m *Moves) Position() board.Position { return m.Record.Position() }

// Ply returns the number of moves played, which is also the index of the next move.
func (m *Moves) Ply() int { return len(m.Record.Moves) }

// BoardKey identifies the current board.
func (m *Moves) BoardKey() BoardKey {
	pos := m.Position()
	mixed := (pos.Hash() + uint64(m.Ply())) * 0x9E37_79B9_7F4A_7C15 // a position can repeat within a game
	return BoardKey(mixed>>32) | 1
}

// Turn returns the side to move. In a game that is over it is the side that would be.
func (m *Moves) Turn() board.Color {
	if m.Ply()%2 == 1 {
		return m.Record.Start.SideToMove().Opponent()
	}
	return m.Record.Start.SideToMove()
}

// LastMove returns the latest move, [board.NoMove] before the first.
func (m *Moves) LastMove() board.Move {
	if n := m.Ply(); n > 0 {
		return m.Record.Moves[n-1]
	}
	return board.NoMove
}

// PliesSinceMove returns how many moves have been played since the latest one of c, that one included; false if c
// has not moved yet.
func (m *Moves) PliesSinceMove(c board.Color) (plies int, moved bool) {
	plies = 1
	if m.Turn() == c {
		plies = 2
	}
	return plies, m.Ply() >= plies
}

// removeLast removes the last move.
func (m *Moves) removeLast() {
	left := m.Ply() - 1
	m.Record.Moves, m.MovedAt = m.Record.Moves[:left], m.MovedAt[:left]
}

// Spot is a position of a game in which a side was to move and was helped.
type Spot struct {
	By       board.Color `json:"by"`
	Ply      int         `json:"ply"`      // after which the position came
	Position uint64      `json:"position"` // its hash: after a takeback another position may occur at that ply
}

// Spot returns the current position.
func (m *Moves) Spot() Spot {
	p := m.Position()
	return Spot{By: m.Turn(), Ply: m.Ply(), Position: p.Hash()}
}

// ID identifies a game. IDs start at 1 and are never reused; 0 means no game.
type ID int64

// SimulID identifies a simultaneous display; 0 means none. It is chosen by whoever announces the display, and never
// reused.
type SimulID int64

// BoardKey identifies a position at a ply of a game. It changes with each move, and with moves that replace others
// that were taken back. It is never 0. Two boards of a game have the same key by chance once in 2³¹.
type BoardKey uint32
