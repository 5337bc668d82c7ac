package store_test

import (
	"testing"
	"time"

	"xiangqibot/bot/fairplay"
	"xiangqibot/bot/game"
	"xiangqibot/bot/standing"
	"xiangqibot/engine/board"
	"xiangqibot/engine/book"
	"xiangqibot/engine/rules"
	"xiangqibot/engine/testcases"
	"xiangqibot/store"
)

// What was played on a server is counted by position, mirrored games with the others; what goes on is not.
func TestOpenings(t *testing.T) {
	eachDB(t, func(t *testing.T, db *store.DB) {
		playOn(t, db, begin(t, db, "g", alice, bob, true).ID, start, quickMate...)
		playOn(t, db, begin(t, db, "g", bob, alice, false).ID, start, quickMate...)
		playOn(t, db, begin(t, db, "g", bob, alice, true).ID, start, quickMate[:2]...)
		playOn(t, db, begin(t, db, "h", bob, alice, true).ID, start, quickMate...)
		opening := board.NewRecord()
		openings := standing.NewExplorer(db.Standings, fairplay.New(fairplay.Engine{}, nil))
		counts := func(e *standing.Explored) (here, own int) {
			for _, m := range e.InServer {
				here += m.Games()
			}
			for _, m := range e.Own {
				own += m.Games()
			}
			return here, own
		}
		for _, c := range []struct {
			guild              string
			actor              game.Person
			here, own, samples int
		}{{"g", alice, 2, 3, 3}, {"h", carol, 1, 0, 1}, {"i", carol, 0, 0, 0}, {"", bob, 0, 3, 3}} {
			e := ok(openings.At(t.Context(), game.Act{Actor: c.actor, Guild: c.guild}, &opening))(t)
			here, own := counts(&e)
			if here != c.here || len(e.InServer) > 1 || own != c.own || len(e.Own) > 1 || len(e.Samples) != c.samples {
				t.Errorf("%s on server %q: %+v, want %+v", c.actor, c.guild, e, c)
			}
		}
		// a game shows the position after one move, or its mirror image, once
		first := testcases.Move(t, quickMate[0])
		opening.Moves = []board.Move{book.Mirror(first)}
		e := ok(openings.At(t.Context(), game.Act{Actor: alice, Guild: "g"}, &opening))(t)
		for _, s := range e.Samples {
			if s.Ply != 1 {
				t.Errorf("game %d has the position after %d plies", s.Game, s.Ply)
			}
		}
		if len(e.Samples) != 3 || e.Samples[0].Game <= e.Samples[1].Game {
			t.Errorf("samples %+v, want three, the latest first", e.Samples)
		}
	})
}

// Games with a partner have a board of their own: by server, from a time on, the most points first. What was asked is
// kept with the game.
func TestPartnerLines(t *testing.T) {
	eachDB(t, func(t *testing.T, db *store.DB) {
		asked := game.Questions{{Spot: game.Spot{By: board.Red}, Kind: game.AskCandidates, Moves: []board.Move{1, 2, 3}}}
		over := func(guild string, partner game.PartnerKind, outcome rules.Outcome, at time.Time) {
			t.Helper()
			g := agreed(t, db, game.Act{Actor: alice, Guild: guild, Channel: "c"}, game.ChallengeSpec{Opponent: bob}, at)
			ok(db.Games.Update(t.Context(), "", g.ID, func(g *game.Game) error {
				for _, text := range []string{"h2e2", "h9g7"} {
					m := testcases.Move(t, text)
					must(t, g.Record.Play(m))
					g.MovedAt = append(g.MovedAt, at)
				}
				g.Partner, g.Questions = game.Partner{Kind: partner, Level: 7}, asked
				g.State, g.Outcome, g.End, g.Updated = game.Finished, outcome, game.ByResignation, at
				return nil
			}))(t)
			if saved, err := db.Games.Game(t.Context(), g.ID); err != nil || len(saved.Questions) != 1 || saved.Questions[0].Moves[2] != 3 {
				t.Errorf("game %d: %+v, %v", g.ID, saved.Questions, err)
			}
		}
		over("g", game.Consulting, rules.RedWins, start)
		over("g", game.Brain, rules.BlackWins, start.Add(time.Hour))
		over("g", game.Hand, rules.Draw, start.Add(2*time.Hour))
		over("g", game.Consulting, rules.RedWins, start.Add(3*time.Hour))
		over("g", game.NoPartner, rules.BlackWins, start.Add(4*time.Hour))
		over("h", game.Hand, rules.BlackWins, start)
		line := func(p game.Person, wins, draws, losses int) standing.PartnerEntry {
			return standing.PartnerEntry{Person: p, Tally: standing.Tally{Wins: wins, Draws: draws, Losses: losses}}
		}
		for _, c := range []struct {
			guild string
			since time.Time
			want  []standing.PartnerEntry
		}{
			{"g", time.Time{}, []standing.PartnerEntry{line(alice, 2, 1, 1), line(bob, 1, 1, 2)}},
			{"g", start.Add(time.Minute), []standing.PartnerEntry{line(alice, 1, 1, 1), line(bob, 1, 1, 1)}},
			{"h", time.Time{}, []standing.PartnerEntry{line(bob, 1, 0, 0), line(alice, 0, 0, 1)}},
			{"i", time.Time{}, nil},
		} {
			lines, err := db.Standings.PartnerEntries(t.Context(), c.guild, c.since, 10)
			alike(t, lines, c.want)
			must(t, err)
		}
	})
}

// Who asked about others' rated games is kept once for each game, and until some weeks after it.
func TestAskedPositions(t *testing.T) {
	each(t, func(t *testing.T, source string) {
		now := start
		db := open(t, source, store.Options{Clock: func() time.Time { return now }})
		rated, casual := begin(t, db, "g", alice, bob, true), begin(t, db, "g", alice, bob, false)
		begin(t, db, "h", alice, bob, true)
		games := ok(db.FairPlay.RatedGames(t.Context(), "g"))(t)
		if len(games) != 1 || games[0].Game != int64(rated.ID) || len(games[0].Players) != 2 {
			t.Fatalf("the rated games are %+v, want game %d", games, rated.ID)
		}
		ask := func(person string, id int64, ply int) {
			t.Helper()
			must(t, db.FairPlay.SaveAsked(t.Context(), fairplay.Asked{Person: person, Guild: "g", Game: id, Ply: ply}))
		}
		list := func(want int) []fairplay.Asked {
			t.Helper()
			all := ok(db.FairPlay.AskedIn(t.Context(), "g", 10))(t)
			if len(all) != want {
				t.Fatalf("listed are %+v, want %d", all, want)
			}
			return all
		}
		ask("3", int64(rated.ID), 20)
		now = now.Add(time.Hour)
		ask("3", int64(rated.ID), 24)
		if a := list(1)[0]; !a.First.Equal(start) || !a.Last.Equal(now) || a.Ply != 24 {
			t.Errorf("asked first at %v and last at %v, after %d moves", a.First, a.Last, a.Ply)
		}
		playOn(t, db, rated.ID, start, quickMate...)
		now = now.Add(40 * 24 * time.Hour)
		ask("4", int64(casual.ID), 1)
		if a := list(1)[0]; a.Person != "4" {
			t.Errorf("weeks after the game %+v is kept", a)
		}
	})
}
