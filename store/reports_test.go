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
