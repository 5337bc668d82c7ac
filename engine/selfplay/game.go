package selfplay

import (
	"errors"
	"fmt"
	"iter"

	"xiangqibot/engine/board"
	"xiangqibot/engine/rules"
)

// Game is one finished game.
type Game struct {
	Start   board.Position
	Outcome rules.Outcome
	Plies   []Ply
}

// Ply is a move and what the side that made it thought of its position, in centipawns for itself.
type Ply struct {
	Move  board.Move
	Score int16
}

// NoScore is the score of a move that was not thought about, such as a random one in the opening.
const NoScore = -1 << 15

// Sample is one position of a game.
type Sample struct {
	// Position is lent to the loop: copy what you keep.
	Position *board.Position
	Move     board.Move
	// Score is in centipawns for the side to move, NoScore if there is none.
	Score int
	// Result is what the side to move got out of the game in the end: 1, 0.5 or 0.
	Result float64
	// Ply counts from 0.
	Ply int
}

// Samples yields the positions in which a move was made. The game must be sound, as those of a Reader are.
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

// Validate tells what makes the game unsound: no outcome, or a move that is not legal in its turn.
func (g *Game) Validate() error {
	if _, err := outcomeByte(g.Outcome); err != nil {
		return err
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

// outcomes gives each outcome its byte. The bytes never change: files are full of them.
var outcomes = [...]rules.Outcome{rules.Draw, rules.RedWins, rules.BlackWins}

func outcomeByte(o rules.Outcome) (byte, error) {
	for b, known := range outcomes {
		if o == known {
			return byte(b), nil
		}
	}
	return 0, errors.New("selfplay: a game without an outcome teaches nothing")
}
