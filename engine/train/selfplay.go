package train

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"

	"xiangqibot/engine"
	"xiangqibot/engine/board"
	"xiangqibot/engine/rules"
)

// SelfPlay is a plan for games of the engine against itself.
//
// A game depends on nothing but the plan and its number: the same plan gives the same games on any machine with any number of workers,
// and a plan that was broken off is continued by asking for the numbers that are missing.
type SelfPlay struct {
	// Games is how many games are played, beginning with number First.
	First, Games int
	// Workers is how many games are played at once; 0 means one.
	Workers int
	// Nodes is how long each move is searched.
	Nodes uint64
	// Seed makes one series of games different from another.
	Seed uint64
	// Openings are where games start, drawn by lot; none means the start position.
	Openings []board.Position
	// RandomPlies is how many moves are drawn by lot before the engine thinks.
	RandomPlies int
	// WinScore ends a game in which one side has been ahead by so much for WinPlies plies; 0 plays all out.
	WinScore, WinPlies int
	// MaxPlies draws a longer game; 0 means 400.
	MaxPlies int
}

// hashMB is the table of each worker. Games are short searches: more would only take longer to clear.
const hashMB = 4

// Validate tells what is wrong with the plan.
func (s *SelfPlay) Validate() error {
	switch {
	case s.Games <= 0 || s.First < 0:
		return fmt.Errorf("train: %d games from number %d: want at least one", s.Games, s.First)
	case s.Nodes == 0:
		return errors.New("train: a number of nodes for each move is needed")
	case s.RandomPlies < 0 || s.WinScore < 0 || s.WinPlies < 0 || s.MaxPlies < 0:
		return errors.New("train: numbers of plies and scores must not be negative")
	case s.RandomPlies >= s.maxPlies():
		return fmt.Errorf("train: %d random plies leave nothing to think about: a game has %d plies at most", s.RandomPlies, s.maxPlies())
	}
	return nil
}

// maxPlies is where a game is drawn.
func (s *SelfPlay) maxPlies() int { return cmp.Or(s.MaxPlies, 400) }

// Run plays the games and hands them to keep in the order of their numbers. It ends early with the error of keep or of ctx.
func (s *SelfPlay) Run(ctx context.Context, keep func(Game) error) error {
	if err := s.Validate(); err != nil {
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
		for n := range s.Games {
			select {
			case numbers <- s.First + n:
			case <-ctx.Done():
				return
			}
		}
	}()
	var workers sync.WaitGroup
	for range max(1, s.Workers) {
		workers.Go(func() {
			e := engine.New(engine.Options{HashMB: hashMB})
			for n := range numbers {
				g, err := s.play(ctx, e, n)
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

	waiting, next := map[int]Game{}, s.First
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
func (s *SelfPlay) play(ctx context.Context, e *engine.Engine, number int) (Game, error) {
	dice := rand.New(rand.NewPCG(s.Seed, uint64(number)))
	start, rec, err := s.open(ctx, dice)
	if err != nil {
		return Game{}, err
	}
	g := Game{Start: start}
	for _, m := range rec.Moves {
		g.Plies = append(g.Plies, Ply{m, NoScore})
	}
	e.Clear()
	ahead := 0 // plies for which Red, or if negative Black, has been far ahead
	for {
		g.Outcome = rules.Judge(&rec, rules.Asian()).Outcome
		switch {
		case g.Outcome != rules.Ongoing:
			return g, nil
		case s.WinPlies > 0 && ahead >= s.WinPlies:
			g.Outcome = rules.RedWins
			return g, nil
		case s.WinPlies > 0 && ahead <= -s.WinPlies:
			g.Outcome = rules.BlackWins
			return g, nil
		case len(rec.Moves) >= s.maxPlies():
			g.Outcome = rules.Draw
			return g, nil
		}
		res, err := e.Analyse(ctx, &rec, engine.Limits{Nodes: s.Nodes}, nil)
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return Game{}, err
		}
		pos := rec.Position()
		red := res.Score
		if pos.SideToMove() == board.Black {
			red = -red
		}
		switch {
		case red >= s.WinScore:
			ahead = max(ahead, 0) + 1
		case red <= -s.WinScore:
			ahead = min(ahead, 0) - 1
		default:
			ahead = 0
		}
		rec.Moves = append(rec.Moves, res.Best)
		g.Plies = append(g.Plies, Ply{res.Best, int16(res.Score)})
	}
}

// open draws an opening and random moves. A game that would already be over is drawn again.
func (s *SelfPlay) open(ctx context.Context, dice *rand.Rand) (board.Position, board.Record, error) {
	const draws = 1000
	for range draws {
		if ctx.Err() != nil {
			return board.Position{}, board.Record{}, ctx.Err()
		}
		start := board.StartPosition()
		if len(s.Openings) > 0 {
			start = s.Openings[dice.IntN(len(s.Openings))]
		}
		rec, p := board.Record{Start: start}, start
		for range s.RandomPlies {
			moves := p.LegalMoves(nil)
			if len(moves) == 0 {
				break
			}
			m := moves[dice.IntN(len(moves))]
			rec.Moves = append(rec.Moves, m)
			p.Make(m)
		}
		if rules.Judge(&rec, rules.Asian()).Outcome == rules.Ongoing {
			return start, rec, nil
		}
	}
	return board.Position{}, board.Record{}, fmt.Errorf("train: of %d beginnings with %d random plies all are over: draw fewer moves by lot, or give other openings", draws, s.RandomPlies)
}
