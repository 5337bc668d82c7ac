package uci

import (
	"context"
	"fmt"
	"strings"

	"xiangqibot/engine"
	"xiangqibot/engine/board"
)

// strength is the playing strength set by the options.
type strength struct {
	skill         engine.Level // Skill Level; LevelMax is no limit beside those of go
	limitStrength bool         // UCI_LimitStrength: elo counts instead
	elo           int          // UCI_Elo
}

// The range of UCI_Elo is that of the ten strengths, on the bot's own scale.
var (
	minElo = int(engine.LevelMin.Rating())
	maxElo = int(engine.LevelMax.Rating())
)

func fullStrength() strength { return strength{skill: engine.LevelMax, elo: minElo} }

// level returns the level at which the engine plays, if its strength is limited.
func (s strength) level() (level engine.Level, limited bool) {
	if s.limitStrength {
		return engine.LevelForRating(float64(s.elo)), true
	}
	return s.skill, s.skill < engine.LevelMax
}

// playAt plays a move at a level. It prints a single info line.
func (s *Session) playAt(
	ctx context.Context, record *board.Record, level engine.Level, limits engine.Limits, say func(string, ...any),
) (engine.Result, error) {
	choice, err := s.engine.Play(ctx, record, level, limits)
	if err != nil {
		return engine.Result{}, err
	}
	if choice.FromBook {
		say("info string the opening book knows this position")
	}
	score := fmt.Sprintf("cp %d", choice.Score)
	if choice.Mate != 0 {
		score = fmt.Sprintf("mate %d", choice.Mate)
	}
	say("info depth %d score %s nodes %d pv %v", choice.Depth, score, choice.Nodes, choice.Move)
	return engine.Result{Best: choice.Move}, nil
}

// eval answers the command eval: the static evaluation of the position, in centipawns. It prints the terms of the
// hand-written evaluation and then the value of each piece by the current evaluation.
func (s *Session) eval() {
	p := s.record.Position()
	score, terms := s.engine.Terms(&p)
	s.say("%-14s %6s %6s %6s", "term", "red", "black", "lead")
	for _, t := range terms {
		s.say("%-14s %6d %6d %6d", t.Name, t.Red, t.Black, t.Red-t.Black)
	}
	worths := map[board.Square]int{}
	for _, w := range s.engine.PieceValues(&p) {
		worths[w.Square] = w.Centipawns
	}
	for rank := board.Ranks - 1; rank >= 0; rank-- {
		var row strings.Builder
		for file := range board.Files {
			at := board.SquareAt(file, rank)
			cell := ""
			if centipawns, ok := worths[at]; ok {
				cell = fmt.Sprintf("%c %d", p.At(at).Letter(), centipawns)
			} else if p.At(at) != board.NoPiece {
				cell = string(p.At(at).Letter())
			}
			fmt.Fprintf(&row, "%-7s", cell)
		}
		s.say("%d  %s", rank, strings.TrimRight(row.String(), " "))
	}
	s.say("   %-7s%-7s%-7s%-7s%-7s%-7s%-7s%-7s%s", "a", "b", "c", "d", "e", "f", "g", "h", "i")
	s.say("score %d for %v, to move, with the value of the move and what is left to win with", score, p.SideToMove())
}
