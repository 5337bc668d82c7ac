package store_test

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/bot/glicko"
	"xiangqibot/bot/member"
	"xiangqibot/bot/solving"
	"xiangqibot/engine/board"
	"xiangqibot/store"
	"xiangqibot/store/storetest"
)

// BenchmarkProcesses is what communities do, by four people at once in each of one, two and three processes that share a
// database: of ten acts five are moves, and the others a challenge, its acceptance, a setting, a puzzle and a panel. It
// is measured how many there are in a second, and how long a challenge and its acceptance take.
//
//	go test ./store -run '^$' -bench Processes -benchtime 3000x
func BenchmarkProcesses(b *testing.B) {
	for _, processes := range []int{1, 2, 3} {
		b.Run(fmt.Sprint(processes), func(b *testing.B) {
			source := storetest.Postgres(b)
			const people = 4 // in each
			var wg sync.WaitGroup
			var begun atomic.Int64
			var all []*community
			for range processes {
				db := together(b, source, everything)
				for range people {
					person := game.Person(fmt.Sprint("p", len(all)))
					g := begin(b, db, "g", person, "q"+person, false)
					g, err := db.Games.Update(context.Background(), "", g.ID, func(g *game.Game) error { return shuffle(g, 60) })
					must(b, err)
					all = append(all, &community{b: b, db: db, person: person, played: g.ID})
				}
			}
			b.ResetTimer()
			for _, c := range all {
				wg.Go(func() {
					for n := begun.Add(1); n <= int64(b.N); n = begun.Add(1) {
						if err := c.act(int(n)); err != nil {
							b.Errorf("act %d: %v", n, err)
						}
					}
				})
			}
			wg.Wait()
			var took []time.Duration
			for _, c := range all {
				took = append(took, c.took...)
			}
			slices.Sort(took)
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "acts/s")
			if len(took) > 0 {
				b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "challenge-p50-ms")
				b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "challenge-p99-ms")
			}
		})
	}
}

// community is a person of BenchmarkProcesses.
type community struct {
	b       *testing.B
	db      *store.DB
	person  game.Person
	played  game.ID
	offered game.ID
	took    []time.Duration // by challenges and acceptances
}

// act carries out the nth act.
func (c *community) act(n int) error {
	ctx, key := context.Background(), fmt.Sprint("interaction ", n)
	begun := time.Now()
	switch n % 10 {
	case 0, 5:
		if c.offered != 0 {
			_, err := c.db.Games.Update(ctx, key, c.offered, func(g *game.Game) error {
				return game.AcceptChallenge(g, "q"+c.person, board.Red, start)
			})
			c.offered, c.took = 0, append(c.took, time.Since(begun))
			return err
		}
		g, err := c.db.Games.Create(ctx, key, func(g *game.Game) error {
			act := game.Act{Actor: c.person, Name: "N", Guild: "g", Channel: "c"}
			g.Admissions.Admit(func(game.Register) error { return nil }, string(c.person), "q"+string(c.person))
			spec := game.ChallengeSpec{Opponent: "q" + c.person, ColorChoice: game.WantRed}
			return game.OfferChallenge(g, act, spec, game.Terms{Rules: "asian", Life: time.Hour}, start)
		})
		if err != nil {
			return err
		}
		c.offered, c.took = g.ID, append(c.took, time.Since(begun))
		return nil
	case 1:
		_, err := c.db.Members.UpdateSettings(ctx, key, c.person, func(s *member.Settings) error {
			s.Theme = fmt.Sprint(n)
			return nil
		})
		return err
	case 3:
		try := solving.Try{Person: c.person, Guild: "g", Puzzle: fmt.Sprint(n), At: start}
		_, _, err := c.db.Puzzles.SaveTry(ctx, key, try, func(*solving.Solver, *glicko.Rating) {})
		return err
	case 7:
		_, err := c.db.Panels.KeepPanel(ctx, game.Panel{Game: c.played, Person: c.person, At: start})
		return err
	}
	_, err := c.db.Games.Update(ctx, key, c.played, func(g *game.Game) error {
		g.Record.Moves, g.MovedAt = g.Record.Moves[:60], g.MovedAt[:60]
		return shuffle(g, 1)
	})
	return err
}

// shuffle plays n quiet moves.
func shuffle(g *game.Game, n int) error {
	for range n {
		p := g.Position()
		for _, m := range p.LegalMoves(nil) {
			if p.At(m.To()) != board.NoPiece || p.GivesCheck(m) || len(g.Record.Moves) > 1 && m.To() == g.Record.Moves[len(g.Record.Moves)-2].From() {
				continue
			}
			if err := game.Play(g, g.Seats[g.Turn()].Person, m, start); err != nil {
				return err
			}
			break
		}
	}
	return nil
}
