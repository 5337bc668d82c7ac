package match

import (
	"context"
	"fmt"
	"math/rand/v2"

	"xiangqibot/engine/board"
	"xiangqibot/engine/eval"
)

// Greedy returns a scripted beginner as a contestant: it takes hanging pieces, leaves none hanging, plays a mate in
// one, and has no plan. It looks one move ahead and computes exchanges on single squares. The engine's lowest level has
// to lose to it.
//
// The same seed gives the same move in the same position after the same number of moves. It ignores budgets.
func Greedy(name string, seed uint64) Contestant {
	return scripted(name, "greedy", seed, netGain)
}

// Taker returns a scripted player on their first day as a contestant: it takes the most valuable piece it can, moves at
// random if it can take none, and finds a mate only by chance. It ignores what the opponent can take. The engine's
// lowest level has to play about as well.
//
// Seeds and budgets are as with [Greedy].
func Taker(name string, seed uint64) Contestant {
	return scripted(name, "taker", seed, func(p *board.Position, m board.Move) int { return valueAt(p, m.To()) })
}

// scripted returns a contestant that plays one of the moves of the highest value.
func scripted(name, settings string, seed uint64, value func(*board.Position, board.Move) int) Contestant {
	return Contestant{Name: name, Settings: settings, Start: func(context.Context) (Player, error) { return script{seed, value}, nil }}
}

// script is a scripted player.
type script struct {
	seed  uint64
	value func(*board.Position, board.Move) int
}

func (script) NewGame(context.Context) error { return nil }

func (script) Close() error { return nil }

// Think picks one of the moves of the highest value at random.
func (s script) Think(_ context.Context, rec *board.Record, _ Turn) (Thought, error) {
	p := rec.Position()
	var best []board.Move
	most := 0
	for _, m := range p.LegalMoves(nil) {
		switch value := s.value(&p, m); {
		case len(best) == 0 || value > most:
			best, most = append(best[:0], m), value
		case value == most:
			best = append(best, m)
		}
	}
	if len(best) == 0 {
		return Thought{}, fmt.Errorf("match: a script was asked for a move where there is none: %s", p.FEN())
	}
	rng := rand.New(rand.NewPCG(s.seed, p.Hash()+uint64(len(rec.Moves))))
	return Thought{Move: best[rng.IntN(len(best))], Score: material(&p) + most, Scored: true}, nil
}

// netGain is the value that a move captures minus the most that a reply can win by captures on one square.
func netGain(p *board.Position, m board.Move) int {
	after := *p
	after.Make(m)
	replies := after.LegalMoves(nil)
	if len(replies) == 0 {
		return MateScore
	}
	lost := 0
	for _, r := range replies {
		if after.At(r.To()) != board.NoPiece {
			lost = max(lost, after.SEE(r, func(s board.Square) int { return valueAt(&after, s) }))
		}
	}
	return valueAt(p, m.To()) - lost
}

// valueAt is the value of the piece on a square, 0 if it is empty.
func valueAt(p *board.Position, s board.Square) int { return eval.PieceValues[p.At(s).Kind()] }

// material is the material balance for the side to move.
func material(p *board.Position) int {
	sum, us := 0, p.SideToMove()
	for kind, value := range eval.PieceValues {
		kind := board.Kind(kind)
		sum += value * (p.Pieces(us, kind).Count() - p.Pieces(us.Opponent(), kind).Count())
	}
	return sum
}
