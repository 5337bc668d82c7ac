package store_test

import (
	"errors"
	"sync"
	"testing"

	"xiangqibot/bot/game"
	"xiangqibot/bot/standing"
	"xiangqibot/engine/board"
	"xiangqibot/store"
)

// Fifty at once, each pressing the same button for the same ply: one move is played, 49 learn that they are late.
func TestOneOfFiftyMoves(t *testing.T) {
	each(t, func(t *testing.T, source string) {
		db := open(t, source, store.Options{})
		g := begin(t, db, "", alice, bob, false)
		late := errors.New("late")
		const many = 50
		for ply := range 4 {
			results := make(chan error, many)
			var wg sync.WaitGroup
			for range many {
				wg.Go(func() {
					_, err := db.Games.Update(t.Context(), "", g.ID, func(g *game.Game) error {
						if g.Ply() != ply {
							return late
						}
						return g.Play(g.Seats[g.Turn()].Person, anyLegal(g), start)
					})
					results <- err
				})
			}
			wg.Wait()
			close(results)
			moved := 0
			for err := range results {
				if err == nil {
					moved++
				} else if !errors.Is(err, late) {
					t.Fatal(err)
				}
			}
			if moved != 1 {
				t.Fatalf("ply %d was played %d times", ply, moved)
			}
		}
	})
}

// Many games, many readers: every update counts, none is lost.
func TestUpdatesOfManyGamesAtOnce(t *testing.T) {
	each(t, func(t *testing.T, source string) {
		db := open(t, source, store.Options{})
		const games, moves = 10, 10
		var wg sync.WaitGroup
		ids := make([]game.ID, games)
		for i := range ids {
			ids[i] = begin(t, db, "", alice, bob, false).ID
		}
		for _, id := range ids {
			wg.Go(func() {
				for range moves {
					if _, err := db.Games.Update(t.Context(), "", id, func(g *game.Game) error {
						return g.Play(g.Seats[g.Turn()].Person, anyLegal(g), start)
					}); err != nil {
						t.Error(err)
					}
				}
			})
			wg.Go(func() {
				for range moves {
					if _, err := db.Games.Games(t.Context(), game.Query{Person: alice, Open: true}); err != nil {
						t.Error(err)
					}
				}
			})
		}
		wg.Wait()
		for _, id := range ids {
			g, err := db.Games.Game(t.Context(), id)
			must(t, err)
			if g.Ply() != moves {
				t.Errorf("game %d has %d of %d moves", id, g.Ply(), moves)
			}
		}
	})
}

// A double click: one key, fifty deliveries, one act.
func TestOneKeyActsOnce(t *testing.T) {
	each(t, func(t *testing.T, source string) {
		db := open(t, source, store.Options{})
		g := begin(t, db, "", alice, bob, false)
		var wg sync.WaitGroup
		results := make(chan error, 50)
		for range 50 {
			wg.Go(func() {
				_, err := db.Games.Update(t.Context(), "interaction", g.ID, func(g *game.Game) error {
					return g.Play(g.Seats[g.Turn()].Person, anyLegal(g), start)
				})
				results <- err
			})
		}
		wg.Wait()
		close(results)
		acted := 0
		for err := range results {
			if err == nil {
				acted++
			} else {
				refused(t, err, game.AlreadyDone)
			}
		}
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
	each(t, func(t *testing.T, source string) {
		db := open(t, source, store.Options{})
		const many = 4
		race := func(late game.Code, do func() error) {
			t.Helper()
			results := make(chan error, many)
			for range many {
				go func() { results <- do() }()
			}
			done := 0
			for range many {
				if err := <-results; err == nil {
					done++
				} else if !errors.Is(err, &game.Refusal{Code: late}) {
					t.Errorf("got %v, want the refusal %s", err, late)
				}
			}
			if done != 1 {
				t.Errorf("it was done %d times", done)
			}
		}
		for range 3 {
			race(standing.SeasonRuns, func() error {
				_, err := db.Standings.StartSeason(t.Context(), "", standing.Season{Guild: "g", Started: start})
				return err
			})
			race(standing.NoSeason, func() error {
				_, err := db.Standings.CloseSeason(t.Context(), "", "g", start)
				return err
			})
		}
	})
}
