package match

import (
	"context"
	"fmt"
	"math/rand/v2"

	"xiangqibot/engine/board"
)

// Greedy is a scripted beginner as a contestant: it takes what hangs, leaves nothing hanging, mates when it can at
// once, and has no plan at all. It looks one move ahead and reckons exchanges on single points. The weakest strength of
// the engine has to lose to it.
//
// The same seed gives the same move in the same position after the same number of moves. Budgets do not concern it.
func Greedy(name string, seed uint64) Contestant {
	return scripted(name, "greedy", seed, worth)
}

// Taker is a player on the first day as a contestant: it takes whatever is dearest, sees a mate only when it stumbles
// over it, and moves anywhere where nothing can be taken. What the opponent can take it never asks. The weakest strength
// of the engine has to give it a game.
//
// Seeds and budgets are as with Greedy.
func Taker(name string, seed uint64) Contestant {
	return scripted(name, "taker", seed, func(p *board.Position, m board.Move) int { return prices[p.At(m.To()).Kind()] })
}

// scripted is a contestant that plays one of the moves of most value.
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

// Think draws lots among the moves of most value.
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
	dice := rand.New(rand.NewPCG(s.seed, p.Hash()+uint64(len(rec.Moves))))
	return Thought{Move: best[dice.IntN(len(best))], Score: balance(&p) + most, Scored: true}, nil
}

// worth is what a move takes less the most that the answer to it can win on one point.
func worth(p *board.Position, m board.Move) int {
	after := *p
	after.Make(m)
	replies := after.LegalMoves(nil)
	if len(replies) == 0 {
		return MateScore
	}
	lost := 0
	var looked board.Bitboard
	for _, r := range replies {
		if to := r.To(); after.At(to) != board.NoPiece && !looked.Has(to) {
			looked = looked.Or(board.SquareBit(to))
			lost = max(lost, exchange(&after, to))
		}
	}
	return prices[p.At(m.To()).Kind()] - lost
}

// exchange is what the side to move wins on a point by taking there in turn, the cheapest piece first, as long as that
// pays.
func exchange(p *board.Position, on board.Square) int {
	taker := board.NoMove
	for _, m := range p.LegalMoves(nil) {
		if m.To() == on && (taker == board.NoMove || prices[p.At(m.From()).Kind()] < prices[p.At(taker.From()).Kind()]) {
			taker = m
		}
	}
	if taker == board.NoMove {
		return 0
	}
	after := *p
	after.Make(taker)
	return max(0, prices[p.At(on).Kind()]-exchange(&after, on))
}

// balance is what the side to move has more than the other.
func balance(p *board.Position) int {
	sum, us := 0, p.SideToMove()
	for kind, price := range prices {
		if kind := board.Kind(kind); price > 0 && kind != board.King {
			sum += price * (p.Pieces(us, kind).Count() - p.Pieces(us.Opponent(), kind).Count())
		}
	}
	return sum
}

// prices are what beginners are taught, in hundredths of a pawn.
var prices = [8]int{
	board.King: MateScore, board.Advisor: 200, board.Elephant: 200, board.Horse: 400, board.Rook: 900, board.Cannon: 450, board.Pawn: 100,
}
