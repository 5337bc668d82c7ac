package selfplay

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"sync"

	"golang.org/x/sync/errgroup"

	"xiangqibot/engine"
	"xiangqibot/engine/board"
	"xiangqibot/engine/eval/nnue"
	"xiangqibot/engine/lab/adjudicate"
	"xiangqibot/engine/rules"
)

// Plan holds the settings of a series of self-play games.
//
// A game depends only on the plan and its number: the same plan gives the same games on any machine with any number of
// workers, and an interrupted series is resumed by playing the missing numbers.
type Plan struct {
	// Games is the number of games, and First the number of the first one.
	First, Games int
	// Workers is the number of concurrent games; 0 means one.
	Workers int
	// Network is the engine's network; nil means the hand-written evaluation. NetworkName identifies it in the terms.
	Network     *nnue.Network
	NetworkName string
	// Nodes is the number of nodes searched per move. With MaxNodes it is drawn for each game between the two.
	Nodes, MaxNodes uint64
	// Seed is the random seed.
	Seed uint64
	// Start samples the openings; the zero value means the start position.
	Start OpeningSource
	// RandomPlies is the number of random moves before the engine plays. With MaxRandomPlies it is drawn for each game
	// between the two.
	RandomPlies, MaxRandomPlies int
	// MaxStartScore rejects decided openings: if the first search scores one beyond it, in centipawns, another opening
	// is drawn. 0 accepts all.
	MaxStartScore int
	// VariedPlies is the number of plies after those in which the move is sampled by softmax. The stored score is that
	// of the best move.
	VariedPlies int
	// Adjudication ends games early whose result is clear. Its MaxPlies are 400 if they are 0.
	Adjudication adjudicate.Thresholds
}

// hashMB is the size of each worker's transposition table. Searches are short: a larger one would only take longer to
// clear.
const hashMB = 4

// Validate reports what is wrong with the plan.
func (p *Plan) Validate() error {
	switch {
	case p.Nodes == 0:
		return errors.New("selfplay: a number of nodes for each move is needed")
	case min(p.RandomPlies, p.MaxRandomPlies, p.VariedPlies, p.MaxStartScore) < 0:
		return fmt.Errorf("selfplay: random plies %d to %d, %d varied plies, beginnings within %d: none may be negative",
			p.RandomPlies, p.MaxRandomPlies, p.VariedPlies, p.MaxStartScore)
	case p.MaxNodes != 0 && p.MaxNodes < p.Nodes:
		return fmt.Errorf("selfplay: nodes %d to %d: want the most to be no fewer than the least, or 0", p.Nodes, p.MaxNodes)
	case p.MaxRandomPlies != 0 && p.MaxRandomPlies < p.RandomPlies:
		return fmt.Errorf("selfplay: random plies %d to %d: want the most to be no fewer than the least, or 0", p.RandomPlies, p.MaxRandomPlies)
	case max(p.RandomPlies, p.MaxRandomPlies) >= p.maxPlies():
		return fmt.Errorf("selfplay: %d random plies leave nothing to think about: a game has %d plies at most",
			max(p.RandomPlies, p.MaxRandomPlies), p.maxPlies())
	}
	return nil
}

// maxPlies is the length at which a game is drawn.
func (p *Plan) maxPlies() int { return cmp.Or(p.Adjudication.MaxPlies, 400) }

// outcome returns the outcome of a game by the rules or by adjudication, [rules.Ongoing] if it continues.
func (p *Plan) outcome(rec *board.Record, streaks adjudicate.Streaks) rules.Outcome {
	if o := rules.Judge(rec, rules.Asian()).Outcome; o != rules.Ongoing {
		return o
	}
	pos := rec.Position()
	if o := p.Adjudication.Outcome(&pos, len(rec.Moves), streaks); o != rules.Ongoing || len(rec.Moves) < p.maxPlies() {
		return o
	}
	return rules.Draw
}

// Terms describes in one line what the games depend on besides their numbers and the engine.
func (p *Plan) Terms() string {
	adjudication := p.Adjudication
	adjudication.MaxPlies = p.maxPlies()
	terms := fmt.Sprintf("nodes %d to %d, seed %d, random plies %d to %d, varied plies %d, from %s; %v",
		p.Nodes, max(p.Nodes, p.MaxNodes), p.Seed, p.RandomPlies, max(p.RandomPlies, p.MaxRandomPlies), p.VariedPlies,
		cmp.Or(p.Start.Name, "the start position"), adjudication)
	if p.MaxStartScore > 0 {
		terms += fmt.Sprintf(", beginnings within %d", p.MaxStartScore)
	}
	terms += "; rules " + rules.Asian().String()
	if p.Network != nil {
		terms += "; network " + p.NetworkName
	}
	return terms
}

// Run plays the games of a valid plan and passes them to keep in the order of their numbers. It stops early with the
// error of keep or of ctx.
func (p *Plan) Run(ctx context.Context, keep func(Game) error) error {
	workers := max(1, p.Workers)
	idle := make(chan *engine.Engine, workers)
	for range workers {
		idle <- engine.New(engine.Options{HashMB: hashMB, Evaluation: p.Network.Evaluation()})
	}
	var mu sync.Mutex // guards waiting and next
	waiting, next := map[int]Game{}, p.First
	games, playing := errgroup.WithContext(ctx)
	games.SetLimit(workers)
	for number := p.First; number < p.First+p.Games && playing.Err() == nil; number++ {
		games.Go(func() error {
			e := <-idle
			defer func() { idle <- e }()
			g, err := p.play(playing, e, number)
			if err != nil {
				return err
			}
			mu.Lock()
			defer mu.Unlock()
			waiting[number] = g
			for g, ok := waiting[next]; ok && playing.Err() == nil; g, ok = waiting[next] {
				if err := keep(g); err != nil {
					return err
				}
				delete(waiting, next)
				next++
			}
			return nil
		})
	}
	if err := games.Wait(); err != nil {
		return err
	}
	return context.Cause(ctx)
}

// play plays the game with the given number.
func (p *Plan) play(ctx context.Context, e *engine.Engine, number int) (Game, error) {
	rng := rand.New(rand.NewPCG(p.Seed, uint64(number)))
	rec, nodes, err := p.startGame(ctx, e, rng)
	if err != nil {
		return Game{}, err
	}
	g := Game{Start: rec.Start}
	for _, m := range rec.Moves {
		g.Plies = append(g.Plies, Ply{m, NoScore})
	}
	varied := len(rec.Moves) + p.VariedPlies
	e.Clear()
	var streaks adjudicate.Streaks
	for {
		if g.Outcome = p.outcome(&rec, streaks); g.Outcome != rules.Ongoing {
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
			move = drawMove(rng, res.Lines)
		}
		red := res.Score
		if pos := rec.Position(); pos.SideToMove() == board.Black {
			red = -red
		}
		streaks.Add(p.Adjudication, red)
		rec.Moves = append(rec.Moves, move)
		g.Plies = append(g.Plies, Ply{move, int16(res.Score)})
	}
}

// startGame draws an opening within MaxStartScore, and the nodes per move of the game.
func (p *Plan) startGame(ctx context.Context, e *engine.Engine, rng *rand.Rand) (rec board.Record, nodes uint64, err error) {
	for range maxDraws {
		if rec, err = p.drawOpening(ctx, rng); err != nil {
			return rec, 0, err
		}
		nodes = uniform(rng, p.Nodes, p.MaxNodes)
		if p.MaxStartScore == 0 {
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
		if max(res.Score, -res.Score) <= p.MaxStartScore {
			return rec, nodes, nil
		}
	}
	return rec, 0, fmt.Errorf("selfplay: in %d beginnings somebody is ahead by more than %d: allow more, or play fewer random moves",
		maxDraws, p.MaxStartScore)
}

// maxDraws is the number of openings drawn for a game before giving up.
const maxDraws = 1000

// variedLines is the number of moves (MultiPV) from which drawMove chooses.
const variedLines = 4

// temperature is by how many centipawns a move is worse than the best that is drawn e times less often.
const temperature = 30

// drawMove draws one of the lines' first moves by softmax.
func drawMove(rng *rand.Rand, lines []engine.Info) board.Move {
	weights, sum := make([]float64, len(lines)), 0.0
	for i, l := range lines {
		weights[i] = math.Exp(float64(l.Score-lines[0].Score) / temperature)
		sum += weights[i]
	}
	at := rng.Float64() * sum
	for i, w := range weights {
		if at -= w; at < 0 {
			return lines[i].PV[0]
		}
	}
	return lines[0].PV[0]
}

// uniform draws a number from least to most. If most is not greater than least it returns least and draws nothing.
func uniform[T int | uint64](rng *rand.Rand, least, most T) T {
	if most <= least {
		return least
	}
	return least + T(rng.Uint64N(uint64(most-least)+1))
}

// drawOpening draws an opening and random moves, again if the game would already be over.
func (p *Plan) drawOpening(ctx context.Context, rng *rand.Rand) (board.Record, error) {
	for range maxDraws {
		if ctx.Err() != nil {
			return board.Record{}, ctx.Err()
		}
		start := board.StartPosition()
		if p.Start.Draw != nil {
			start = p.Start.Draw(rng)
		}
		rec, pos := board.Record{Start: start}, start
		for range uniform(rng, p.RandomPlies, p.MaxRandomPlies) {
			moves := pos.LegalMoves(nil)
			if len(moves) == 0 {
				break
			}
			m := moves[rng.IntN(len(moves))]
			rec.Moves = append(rec.Moves, m)
			pos.Make(m)
		}
		if p.outcome(&rec, adjudicate.Streaks{}) == rules.Ongoing {
			return rec, nil
		}
	}
	return board.Record{}, fmt.Errorf("selfplay: of %d beginnings with %d random plies all are over: play fewer random moves, or give other openings",
		maxDraws, p.RandomPlies)
}
