package store_test

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"xiangqibot/bot/game"
	"xiangqibot/bot/standing"
	"xiangqibot/engine/board"
	"xiangqibot/store"
	"xiangqibot/store/storetest"
)

// eachCrowd runs a test on every back-end, and for several processes that share one. Each call of process gives one of
// them.
func eachCrowd(t *testing.T, test func(t *testing.T, source string, process func() *store.DB)) {
	t.Helper()
	each(t, func(t *testing.T, source string) {
		db := open(t, source, store.Options{})
		test(t, source, func() *store.DB { return db })
	})
	t.Run("processes", func(t *testing.T) {
		t.Parallel()
		source := storetest.Postgres(t)
		var crowd []*store.DB
		for range 3 {
			crowd = append(crowd, open(t, source, store.Options{Role: &everything})) // with one clock
		}
		var n atomic.Int64
		test(t, source, func() *store.DB { return crowd[n.Add(1)%3] })
	})
}

// atOnce has many do something at the same time, and returns how many of them did it. All others have to be refused.
func atOnce(t *testing.T, many int, refusal error, do func(n int) error) (done int) {
	t.Helper()
	results := make(chan error, many)
	for n := range many {
		go func() { results <- do(n) }()
	}
	for range many {
		if err := <-results; err == nil {
			done++
		} else if !errors.Is(err, refusal) {
			t.Errorf("got %v, want the refusal %v", err, refusal)
		}
	}
	return done
}

// Fifty at once, each pressing the same button for the same ply: one move is played, 49 learn that they are late.
func TestOneOfFiftyMoves(t *testing.T) {
	eachCrowd(t, func(t *testing.T, _ string, process func() *store.DB) {
		g := begin(t, process(), "", alice, bob, false)
		late := errors.New("late")
		for ply := range 4 {
			moved := atOnce(t, 50, late, func(int) error {
				_, err := process().Games.Update(t.Context(), "", g.ID, func(g *game.Game) error {
					if g.Ply() != ply {
						return late
					}
					return game.Play(g, g.Seats[g.Turn()].Person, anyLegal(g), start)
				})
				return err
			})
			if moved != 1 {
				t.Fatalf("ply %d was played %d times", ply, moved)
			}
		}
	})
}

// Rated games of the same few people end at once, in different processes, while the people are met under new names:
// every result counts, and each rating is what the results make of it.
func TestManyGamesEndAtOnce(t *testing.T) {
	eachCrowd(t, func(t *testing.T, source string, process func() *store.DB) {
		people := []game.Person{alice, bob, carol}
		const games = 12
		var wg sync.WaitGroup
		for i := range games {
			db := process()
			g := begin(t, db, "g", people[i%3], people[(i+1+i/3%2)%3], true)
			wg.Go(func() {
				for ply := range game.RatedPlies + 1 {
					_, err := db.Games.Update(t.Context(), fmt.Sprint(i, " ", ply), g.ID, func(g *game.Game) error {
						for _, p := range g.People() {
							g.Players[p] = game.Player{Name: fmt.Sprintf("%s in game %d", p, i)}
						}
						if ply == game.RatedPlies {
							return game.Resign(g, g.Seats[board.Red].Person, start)
						}
						return game.Play(g, g.Seats[g.Turn()].Person, anyLegal(g), start)
					})
					if err == nil { // readers do not wait
						_, err = db.Games.Games(t.Context(), game.Query{Person: g.Seats[board.Red].Person, Open: true})
					}
					if err != nil {
						t.Error(err)
					}
				}
			})
		}
		wg.Wait()
		counted := 0
		for _, p := range people {
			player := ok(process().Standings.Player(t.Context(), p))(t)
			counted += player.Live.Games() + player.Correspondence.Games()
		}
		if counted != 2*games {
			t.Errorf("%d of %d results count", counted, 2*games)
		}
		sound(t, source)
	})
}

// A double click: one key, fifty deliveries, one act.
func TestOneKeyActsOnce(t *testing.T) {
	eachCrowd(t, func(t *testing.T, _ string, process func() *store.DB) {
		g := begin(t, process(), "", alice, bob, false)
		acted := atOnce(t, 50, game.AlreadyDone, func(int) error {
			_, err := process().Games.Update(t.Context(), "interaction", g.ID, func(g *game.Game) error {
				return game.Play(g, g.Seats[g.Turn()].Person, anyLegal(g), start)
			})
			return err
		})
		if acted != 1 {
			t.Errorf("acted %d times", acted)
		}
	})
}

// anyLegal is a move that ends no game.
func anyLegal(g *game.Game) board.Move {
	p := g.Position()
	return p.LegalMoves(nil)[0]
}

// Two start a season at once, and then two close it: one does it each time, and the other is told that it is done.
func TestASeasonStartsAndClosesOnce(t *testing.T) {
	eachCrowd(t, func(t *testing.T, _ string, process func() *store.DB) {
		once := func(late game.Code, do func() error) {
			t.Helper()
			if done := atOnce(t, 4, late, func(int) error { return do() }); done != 1 {
				t.Errorf("it was done %d times", done)
			}
		}
		for range 3 {
			once(standing.SeasonRuns, func() error {
				_, err := process().Standings.StartSeason(t.Context(), "", standing.Season{Guild: "g", Started: start})
				return err
			})
			once(standing.NoSeason, func() error {
				_, err := process().Standings.CloseSeason(t.Context(), "", "g", start)
				return err
			})
		}
	})
}
