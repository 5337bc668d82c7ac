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

// Position is the position on the board now.
func (m *Moves) Position() board.Position { return m.Record.Position() }

// Ply counts the moves played so far; it is also the index that the next move will have.
func (m *Moves) Ply() int { return len(m.Record.Moves) }

// BoardKey names the board as it is now.
func (m *Moves) BoardKey() BoardKey {
	pos := m.Position()
	mixed := (pos.Hash() + uint64(m.Ply())) * 0x9E37_79B9_7F4A_7C15 // the same position comes again in one game
	return BoardKey(mixed>>32) | 1
}

// Turn is the side to move. In a game that is over it is the side that would be.
func (m *Moves) Turn() board.Color {
	if m.Ply()%2 == 1 {
		return m.Record.Start.SideToMove().Opponent()
	}
	return m.Record.Start.SideToMove()
}

// LastMove is the move that led to the position now, board.NoMove before the first.
func (m *Moves) LastMove() board.Move {
	if n := m.Ply(); n > 0 {
		return m.Record.Moves[n-1]
	}
	return board.NoMove
}

// began is when the first move was played; before that, when the game was created.
func (m *Moves) began(created time.Time) time.Time {
	if len(m.MovedAt) > 0 {
		return m.MovedAt[0]
	}
	return created
}

// LatestMove counts the moves on the board since the latest one of c, that one counted; false where c has not
// moved yet.
func (m *Moves) PliesSinceMove(c board.Color) (plies int, moved bool) {
	plies = 1
	if m.Turn() == c {
		plies = 2
	}
	return plies, m.Ply() >= plies
}

// takeOff takes the last plies off.
func (m *Moves) removeLast(plies int) {
	left := m.Ply() - plies
	m.Record.Moves, m.MovedAt = m.Record.Moves[:left], m.MovedAt[:left]
}
