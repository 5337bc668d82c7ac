package selfplay

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"sync"

	"xiangqibot/engine"
	"xiangqibot/engine/board"
	"xiangqibot/engine/endgame"
	"xiangqibot/engine/eval/nnue"
	"xiangqibot/engine/rules"
)

// Plan describes a series of self-play games: games of the engine against itself.
//
// A game depends on nothing but the plan and its number: the same plan gives the same games on any machine with any
// number of workers, and a plan that was interrupted is continued by asking for the numbers that are missing.
type Plan struct {
	// Games is how many games are played, beginning with number First.
	First, Games int
	// Workers is how many games are played at once; 0 means one.
	Workers int
	// Network is what the engine judges positions by; nil means the hand-written evaluation. NetworkName tells it from
	// others in the terms.
	Network     *nnue.Network
	NetworkName string
	// Nodes is how long each move is searched. With MostNodes it is drawn for each game, between the two.
	Nodes, MostNodes uint64
	// Seed makes one series of games different from another.
	Seed uint64
	// Start is where games start; the zero value means the start position.
	Start Start
	// RandomPlies is how many moves are chosen at random before the engine thinks. With MostRandomPlies it is drawn
	// for each game, between the two.
	RandomPlies, MostRandomPlies int
	// MostAhead leaves beginnings out that are decided: where the first search says that a side is ahead by more
	// centipawns, another beginning is drawn. 0 takes all.
	MostAhead int
	// VariedPlies is for how many plies after those the engine also plays moves that it thinks a little worse than the
	// best: one that is Temperature centipawns worse is played 2.7 times less often. The score that is stored is that of
	// the best move.
	VariedPlies, Temperature int
	// Adjudication ends games before their end by the rules.
	Adjudication Adjudication
}

// hashMB is the table of each worker. Games are short searches: more would only take longer to clear.
const hashMB = 4

// Validate reports what is wrong with the plan.
func (p *Plan) Validate() error {
	a := &p.Adjudication
	switch {
	case p.Games <= 0 || p.First < 0:
		return fmt.Errorf("selfplay: %d games from number %d: want at least one", p.Games, p.First)
	case p.Nodes == 0:
		return errors.New("selfplay: a number of nodes for each move is needed")
	case min(p.RandomPlies, p.MostRandomPlies, p.VariedPlies, p.Temperature, p.MostAhead) < 0:
		return fmt.Errorf("selfplay: random plies %d to %d, %d varied plies at a temperature of %d, beginnings within %d: none may be negative",
			p.RandomPlies, p.MostRandomPlies, p.VariedPlies, p.Temperature, p.MostAhead)
	case min(a.WinScore, a.WinPlies, a.DrawScore, a.DrawPlies, a.DrawFrom, a.MaxPlies) < 0:
		return fmt.Errorf("selfplay: won at %d for %d plies, drawn at %d for %d plies from ply %d, at most %d plies: none may be negative",
			a.WinScore, a.WinPlies, a.DrawScore, a.DrawPlies, a.DrawFrom, a.MaxPlies)
	case p.MostNodes != 0 && p.MostNodes < p.Nodes:
		return fmt.Errorf("selfplay: nodes %d to %d: want the most to be no fewer than the least, or 0", p.Nodes, p.MostNodes)
	case p.MostRandomPlies != 0 && p.MostRandomPlies < p.RandomPlies:
		return fmt.Errorf("selfplay: random plies %d to %d: want the most to be no fewer than the least, or 0", p.RandomPlies, p.MostRandomPlies)
	case p.VariedPlies > 0 && p.Temperature == 0:
		return fmt.Errorf("selfplay: %d varied plies at a temperature of 0: want 1 at least", p.VariedPlies)
	case max(p.RandomPlies, p.MostRandomPlies) >= a.maxPlies():
		return fmt.Errorf("selfplay: %d random plies leave nothing to think about: a game has %d plies at most",
			max(p.RandomPlies, p.MostRandomPlies), a.maxPlies())
	}
	return nil
}

// Terms says in a line what the games depend on besides their numbers and the engine.
func (p *Plan) Terms() string {
	a := &p.Adjudication
	terms := fmt.Sprintf("nodes %d to %d, seed %d, random plies %d to %d, varied plies %d at %d, from %s; "+
		"won at %d for %d plies, drawn at %d for %d plies from ply %d, at most %d plies",
		p.Nodes, max(p.Nodes, p.MostNodes), p.Seed, p.RandomPlies, max(p.RandomPlies, p.MostRandomPlies), p.VariedPlies, p.Temperature,
		cmp.Or(p.Start.Name, "the start position"), a.WinScore, a.WinPlies, a.DrawScore, a.DrawPlies, a.DrawFrom, a.maxPlies())
	if p.MostAhead > 0 {
		terms += fmt.Sprintf(", beginnings within %d", p.MostAhead)
	}
	terms += "; rules " + rules.Asian().String()
	if a.Tables != nil {
		terms += ", with " + tablesText(a.Tables.Len(), len(endgame.Standard()))
	}
	if p.Network != nil {
		terms += "; network " + p.NetworkName
	}
	return terms
}

// tablesText says how many tables there are of all. Files with all of them have always said "tables".
func tablesText(have, all int) string {
	if have >= all {
		return "tables"
	}
	return fmt.Sprintf("%d of %d tables", have, all)
}

// Run plays the games and hands them to keep in the order of their numbers. It ends early with the error of keep or of
// ctx.
func (p *Plan) Run(ctx context.Context, keep func(Game) error) error {
	if err := p.Validate(); err != nil {
		return err
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	type finished struct {
		number int
		game   Game
	}
	numbers, done := make(chan int), make(chan finished)
	go func() {
		defer close(numbers)
		for n := range p.Games {
			select {
			case numbers <- p.First + n:
			case <-ctx.Done():
				return
			}
		}
	}()
	var workers sync.WaitGroup
	for range max(1, p.Workers) {
		workers.Go(func() {
			e := engine.New(engine.Options{HashMB: hashMB, Network: p.Network})
			for n := range numbers {
				g, err := p.play(ctx, e, n)
				if err != nil {
					cancel(err)
					return
				}
				done <- finished{n, g}
			}
		})
	}
	go func() {
		workers.Wait()
		close(done)
	}()

	waiting, next := map[int]Game{}, p.First
	for f := range done {
		waiting[f.number] = f.game
		for g, ok := waiting[next]; ok && ctx.Err() == nil; g, ok = waiting[next] {
			if err := keep(g); err != nil {
				cancel(err)
				break
			}
			delete(waiting, next)
			next++
		}
	}
	return context.Cause(ctx)
}

// play plays the game of a number.
func (p *Plan) play(ctx context.Context, e *engine.Engine, number int) (Game, error) {
	dice := rand.New(rand.NewPCG(p.Seed, uint64(number)))
	rec, nodes, err := p.begin(ctx, e, dice)
	if err != nil {
		return Game{}, err
	}
	g := Game{Start: rec.Start}
	for _, m := range rec.Moves {
		g.Plies = append(g.Plies, Ply{m, NoScore})
	}
	varied := len(rec.Moves) + p.VariedPlies
	e.Clear()
	var so agreement
	for {
		if g.Outcome = p.Adjudication.outcome(&rec, so); g.Outcome != rules.Ongoing {
			return g, nil
		}
		limits := engine.Limits{Nodes: nodes}
		if len(rec.Moves) < varied {
			limits.MultiPV = variedLines
		}
		res, err := e.Analyze(ctx, &rec, limits, nil)
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return Game{}, err
		}
		move := res.Best
		if len(rec.Moves) < varied {
			move = vary(dice, res.Lines, p.Temperature)
		}
		pos := rec.Position()
		so.add(&p.Adjudication, &pos, res.Score)
		rec.Moves = append(rec.Moves, move)
		g.Plies = append(g.Plies, Ply{move, int16(res.Score)})
	}
}

// begin draws an opening in which nobody is too far ahead, and the nodes for each move of the game.
func (p *Plan) begin(ctx context.Context, e *engine.Engine, dice *rand.Rand) (rec board.Record, nodes uint64, err error) {
	for range mostDraws {
		if rec, err = p.open(ctx, dice); err != nil {
			return rec, 0, err
		}
		nodes = between(dice, p.Nodes, p.MostNodes)
		if p.MostAhead == 0 {
			return rec, nodes, nil
		}
		e.Clear()
		res, err := e.Analyze(ctx, &rec, engine.Limits{Nodes: nodes}, nil)
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return rec, 0, err
		}
		if max(res.Score, -res.Score) <= p.MostAhead {
			return rec, nodes, nil
		}
	}
	return rec, 0, fmt.Errorf("selfplay: in %d beginnings somebody is ahead by more than %d: allow more, or play fewer random moves",
		mostDraws, p.MostAhead)
}

// mostDraws is how many beginnings are drawn for a game before it is given up.
const mostDraws = 1000

// variedLines is how many moves are compared where the best one is not always played.
const variedLines = 4

// vary draws one of the moves that lines begin with, the better ones more often.
func vary(dice *rand.Rand, lines []engine.Info, temperature int) board.Move {
	weights, sum := make([]float64, len(lines)), 0.0
	for i, l := range lines {
		weights[i] = math.Exp(float64(l.Score-lines[0].Score) / float64(temperature))
		sum += weights[i]
	}
	at := dice.Float64() * sum
	for i, w := range weights {
		if at -= w; at < 0 {
			return lines[i].PV[0]
		}
	}
	return lines[0].PV[0]
}

// between draws a number from least to most; a smaller most counts as least, and nothing is drawn where they are equal.
func between[T int | uint64](dice *rand.Rand, least, most T) T {
	if most <= least {
		return least
	}
	return least + T(dice.Uint64N(uint64(most-least)+1))
}

// open draws an opening and random moves. A game that would already be over is drawn again.
func (p *Plan) open(ctx context.Context, dice *rand.Rand) (board.Record, error) {
	for range mostDraws {
		if ctx.Err() != nil {
			return board.Record{}, ctx.Err()
		}
		start := board.StartPosition()
		if p.Start.Draw != nil {
			start = p.Start.Draw(dice)
		}
		rec, pos := board.Record{Start: start}, start
		for range between(dice, p.RandomPlies, p.MostRandomPlies) {
			moves := pos.LegalMoves(nil)
			if len(moves) == 0 {
				break
			}
			m := moves[dice.IntN(len(moves))]
			rec.Moves = append(rec.Moves, m)
			pos.Make(m)
		}
		if p.Adjudication.outcome(&rec, agreement{}) == rules.Ongoing {
			return rec, nil
		}
	}
	return board.Record{}, fmt.Errorf("selfplay: of %d beginnings with %d random plies all are over: play fewer random moves, or give other openings",
		mostDraws, p.RandomPlies)
}
