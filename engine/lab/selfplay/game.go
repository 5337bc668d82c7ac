package selfplay

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"iter"

	"xiangqibot/engine/board"
	"xiangqibot/engine/rules"
)

// Game is one finished game.
type Game struct {
	Start   board.Position
	Outcome rules.Outcome
	Plies   []Ply
	// ECCO is the code that a record gives to its opening, "" if none.
	ECCO string
}

// Ply is a move and the score of the position before it, in centipawns for the side that made it.
type Ply struct {
	Move  board.Move
	Score int16
}

// NoScore is the score of a move that was not searched, such as a random one in the opening.
const NoScore = -1 << 15

// Sample is one position of a game.
type Sample struct {
	// Position is valid only until the next iteration: copy it to keep it.
	Position *board.Position
	Move     board.Move
	// Score is in centipawns for the side to move, NoScore if there is none.
	Score int
	// Result is the result of the game for the side to move: 1, 0.5 or 0.
	Result float64
	// Ply counts from 0.
	Ply int
}

// Usable reports whether a static evaluation can learn from the position: it has a score of at most maxScore for either
// side, which does not decide the game, and it is quiet. The side to move is not in check then, and the move is neither a
// capture nor a check.
func (s *Sample) Usable(maxScore int) bool {
	if s.Score == NoScore || s.Score > maxScore || s.Score < -maxScore {
		return false
	}
	p := s.Position
	return p.At(s.Move.To()) == board.NoPiece && !p.InCheck() && !p.GivesCheck(s.Move)
}

// HeldOut reports whether the game is among the share, 0 to 1, that is held out for validation. It depends only on the
// moves, not on a seed or the file: so every copy of the game is held out too, also in a run that starts from the
// weights of another one.
func (g *Game) HeldOut(share float64) bool {
	moves := binary.LittleEndian.AppendUint64(nil, g.Start.Hash())
	for _, p := range g.Plies {
		moves = binary.LittleEndian.AppendUint16(moves, uint16(p.Move))
	}
	return float64(crc32.ChecksumIEEE(moves)) < share*(1<<32)
}

// Samples yields the positions before each move. The game must be valid, as those of [Games] are.
func (g *Game) Samples() iter.Seq[Sample] {
	return func(yield func(Sample) bool) {
		p := g.Start
		for i, ply := range g.Plies {
			result := 0.5
			if loser, ok := g.Outcome.Loser(); ok {
				result = 1
				if loser == p.SideToMove() {
					result = 0
				}
			}
			if !yield(Sample{&p, ply.Move, int(ply.Score), result, i}) {
				return
			}
			p.Make(ply.Move)
		}
	}
}

// Validate returns an error for a game without an outcome or with an illegal move.
func (g *Game) Validate() error {
	if g.Outcome == rules.Ongoing {
		return errors.New("selfplay: the game has no outcome")
	}
	p := g.Start
	for i, ply := range g.Plies {
		if ply.Move.From() >= board.NoSquare || ply.Move.To() >= board.NoSquare || !p.IsLegal(ply.Move) {
			return fmt.Errorf("selfplay: ply %d, %s, is not legal in %s", i, ply.Move, p.FEN())
		}
		p.Make(ply.Move)
	}
	return nil
}
