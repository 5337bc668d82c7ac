package store_test

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"xiangqibot/bot/game"
	"xiangqibot/bot/shard"
	"xiangqibot/engine/board"
	"xiangqibot/store"
	"xiangqibot/store/storetest"
)

// BenchmarkUpdate is one move in a game of 60 plies, from lock to commit, with the key of its interaction, and the same
// with its answer reported as shown. A commit waits for the disk: compare with what an fsync takes.
func BenchmarkUpdate(b *testing.B) {
	for _, backend := range backends {
		b.Run(backend.name, func(b *testing.B) {
			db := open(b, backend.source(b), store.Options{})
			g := begin(b, db, "g", alice, bob, true)
			g, err := db.Games.Update(context.Background(), "", g.ID, func(g *game.Game) error { return shuffle(g, 60) })
			must(b, err)
			n := 0
			for b.Loop() {
				n++
				_, err := db.Games.Update(context.Background(), fmt.Sprint("interaction ", n), g.ID, func(g *game.Game) error {
					g.Record.Moves, g.MovedAt = g.Record.Moves[:60], g.MovedAt[:60]
					return shuffle(g, 1)
				})
				must(b, err)
			}
		})
	}
}

// BenchmarkProcesses is moves in many games, by as many people at once as there are connections, in one, two and four
// processes that share a database: what more processes bring.
//
//	go test ./store -run '^$' -bench Processes -benchtime 2000x
func BenchmarkProcesses(b *testing.B) {
	for _, processes := range []int{1, 2, 4} {
		b.Run(fmt.Sprint(processes), func(b *testing.B) {
			source := storetest.Postgres(b)
			const people = 4 // in each
			var wg sync.WaitGroup
			var begun atomic.Int64
			var games []*game.Game
			var dbs []*store.DB
			for range processes {
				db := together(b, source, everything)
				for range people {
					g := begin(b, db, "g", alice, bob, false)
					g, err := db.Games.Update(context.Background(), "", g.ID, func(g *game.Game) error { return shuffle(g, 60) })
					must(b, err)
					games, dbs = append(games, g), append(dbs, db)
				}
			}
			b.ResetTimer()
			for i, g := range games {
				wg.Go(func() {
					for n := begun.Add(1); n <= int64(b.N); n = begun.Add(1) {
						_, err := dbs[i].Games.Update(context.Background(), fmt.Sprint("interaction ", n), g.ID, func(g *game.Game) error {
							g.Record.Moves, g.MovedAt = g.Record.Moves[:60], g.MovedAt[:60]
							return shuffle(g, 1)
						})
						if err != nil {
							b.Error(err)
						}
					}
				})
			}
			wg.Wait()
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "moves/s")
		})
	}
}

// BenchmarkShards is what four processes do every second to divide the 250 shards of 250,000 servers among them, while
// something happens on each shard: one of them keeps how far its own have come.
//
//	go test ./store -run '^$' -bench Shards -benchtime 500x
func BenchmarkShards(b *testing.B) {
	const shards = 250
	source := storetest.Postgres(b)
	var dbs []*store.DB
	held := make([]map[int]shard.ResumePoint, 4)
	for range held {
		dbs = append(dbs, together(b, source, everything))
	}
	n := 0
	for b.Loop() {
		i := n % len(dbs)
		for at, mark := range held[i] {
			held[i][at] = shard.ResumePoint{Session: fmt.Sprint("session ", at), URL: "wss://gateway.example", Seq: mark.Seq + 1}
		}
		var err error
		held[i], _, err = dbs[i].Shards.Renew(b.Context(), shards, held[i])
		must(b, err)
		n++
	}
	all := 0
	for _, mine := range held {
		all += len(mine)
	}
	if n > 2*len(dbs) && all != shards {
		b.Errorf("%d of %d shards are held", all, shards)
	}
}

func BenchmarkGame(b *testing.B) {
	for _, backend := range backends {
		b.Run(backend.name, func(b *testing.B) {
			db := open(b, backend.source(b), store.Options{})
			g := begin(b, db, "g", alice, bob, true)
			_, err := db.Games.Update(context.Background(), "", g.ID, func(g *game.Game) error { return shuffle(g, 60) })
			must(b, err)
			for b.Loop() {
				_, err := db.Games.Game(context.Background(), g.ID)
				must(b, err)
			}
		})
	}
}

// shuffle plays n quiet moves.
func shuffle(g *game.Game, n int) error {
	for range n {
		p := g.Position()
		for _, m := range p.LegalMoves(nil) {
			if p.At(m.To()) != board.NoPiece || p.GivesCheck(m) || len(g.Record.Moves) > 1 && m.To() == g.Record.Moves[len(g.Record.Moves)-2].From() {
				continue
			}
			if err := g.Play(g.Seats[g.Turn()].Person, m, start); err != nil {
				return err
			}
			break
		}
	}
	return nil
}
