package store_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"xiangqibot/bot/fairplay"
	"xiangqibot/bot/game"
	"xiangqibot/bot/game/clocks"
	"xiangqibot/bot/glicko"
	"xiangqibot/bot/member"
	"xiangqibot/bot/record"
	"xiangqibot/bot/review"
	"xiangqibot/bot/solving"
	"xiangqibot/bot/standing"
	"xiangqibot/bot/tournament"
	"xiangqibot/bot/vote"
	"xiangqibot/engine/board"
	"xiangqibot/store"
	"xiangqibot/store/database"
)

// Ids of people as Discord deals them: no number of a game can be taken for one.
const (
	leaver game.Person = "734512890123456701"
	stays  game.Person = "734512890123456702"
	third  game.Person = "734512890123456703"
)

// Whatever a person has done, once they are erased no column of any table has their id; others' games and results stay.
func TestAnErasedPersonIsNowhere(t *testing.T) {
	alone(t)
	each(t, func(t *testing.T, source string) {
		db := open(t, source, store.Options{})
		rapid.Check(t, func(t *rapid.T) {
			now := start
			var games []game.ID
			for range rapid.IntRange(1, 6).Draw(t, "games") {
				g := drawnGame(t, db, now)
				for range rapid.IntRange(0, 12).Draw(t, "acts") {
					now = now.Add(time.Minute)
					if after, err := db.Games.Update(t.Context(), "", g.ID, func(g *game.Game) error { return anyOf(t, g, now) }); err == nil {
						g = after
					}
				}
				sentDirectly(t, db, g.ID)
				games = append(games, g.ID)
			}
			drawnBelongings(t, db, now)
			before := ok(db.Standings.Results(t.Context(), standing.ResultQuery{Person: stays}))(t)
			must(t, db.Privacy.Erase(t.Context(), "", leaver, func(g *game.Game) error { return game.Leave(g, leaver, now) }))

			if found := lookFor(t, db, leaver); len(found) > 0 {
				t.Fatalf("the id of who left is kept in %v", found)
			}
			for _, id := range games {
				g := ok(db.Games.Game(t.Context(), id))(t)
				if g.State.Open() && g.Vote == nil && g.Involves(game.Deleted) {
					t.Fatalf("game %d goes on with nobody: %v", id, g.State)
				}
			}
			after := ok(db.Standings.Results(t.Context(), standing.ResultQuery{Person: stays}))(t)
			if len(after) < len(before) {
				t.Fatalf("of %d results of another %d are left", len(before), len(after))
			}
			if p, err := db.Standings.Player(t.Context(), leaver); err != nil || p != (standing.Player{Person: leaver}) {
				t.Fatalf("who left is %+v, not a newcomer: %v", p, err)
			}
			if kept, err := db.Privacy.PersonalData(t.Context(), leaver); err != nil || len(kept.Rows)+len(kept.Games) > 0 {
				t.Fatalf("of the erased %+v is kept: %v", kept, err)
			}
		})
		sound(t, source)
	})
}

// drawnGame makes a game of one kind or another in which the leaver has a part, now and then only later.
func drawnGame(t *rapid.T, db *store.DB, now time.Time) *game.Game {
	act := game.Act{Actor: leaver, Name: "L", Guild: "g", Channel: "c"}
	terms := game.Terms{Rules: "asian", Life: time.Hour, Time: clocks.TimeControl{PerMove: 24 * time.Hour}}
	spec := game.ChallengeSpec{Rated: rapid.Bool().Draw(t, "rated")}
	other := stays
	if rapid.Bool().Draw(t, "is challenged") {
		act.Actor, other = stays, leaver
	}
	switch rapid.SampledFrom([]string{"person", "bot", "open", "vote", "teams"}).Draw(t, "kind") {
	case "person":
		spec.Opponent = other
	case "bot":
		act.Actor, spec.Level = leaver, 1
	case "open":
		spec.Anyone = true
	case "vote":
		return voteGame(t, db, act, game.VoteSpec{Level: 1}, terms, now)
	case "teams":
		return voteGame(t, db, act, game.VoteSpec{Teams: true}, terms, now)
	}
	return ok(db.Games.Create(t.Context(), "", func(g *game.Game) error { return game.OfferChallenge(g, act, spec, terms, now) }))(t)
}

// sentDirectly notes boards in the direct messages of some who have a part in a game.
func sentDirectly(t *rapid.T, db *store.DB, id game.ID) {
	must(t, db.Games.UpdateBoard(t.Context(), id, func(g *game.Game) error {
		for _, p := range g.People() {
			if rapid.Bool().Draw(t, "is shown the game in direct messages") {
				if g.Board.Direct == nil {
					g.Board.Direct = map[game.Person]game.DirectBoard{}
				}
				g.Board.Direct[p] = game.DirectBoard{MessageRef: game.MessageRef{Channel: "of " + string(p), Message: "m"}, Revision: 1}
			}
		}
		return nil
	}))
}

func voteGame(t *rapid.T, db *store.DB, act game.Act, spec game.VoteSpec, terms game.Terms, now time.Time) *game.Game {
	spec.Terms = vote.Terms{Window: time.Hour, Quorum: 1, Captain: rapid.Bool().Draw(t, "captain")}
	return ok(db.Games.Create(t.Context(), "", func(g *game.Game) error { return game.OfferVote(g, act, spec, terms, now) }))(t)
}

// anyOf does something in a game, for one of three people; most of it is refused.
func anyOf(t *rapid.T, g *game.Game, now time.Time) error {
	who := rapid.SampledFrom([]game.Person{leaver, stays, third}).Draw(t, "who")
	side := board.Color(rapid.IntRange(0, 1).Draw(t, "side"))
	switch rapid.SampledFrom([]string{"accept", "move", "move", "move", "vote", "vote", "join", "resign", "plan"}).Draw(t, "act") {
	case "accept":
		return game.AcceptChallenge(g, who, side, now)
	case "move":
		return game.Play(g, who, anyLegal(g), now)
	case "vote":
		return game.CastVote(g, who, nil, anyLegal(g), now)
	case "join":
		return game.JoinTeam(g, who, nil, side, now)
	case "resign":
		return game.Resign(g, who, now)
	}
	pos := g.Position()
	first := anyLegal(g)
	pos.Make(first)
	return game.AddLine(g, who, game.Line{first, pos.LegalMoves(nil)[0]}, now)
}

// drawnBelongings gives the leaver whatever a person can have beside games.
func drawnBelongings(t *rapid.T, db *store.DB, now time.Time) {
	ok(db.Members.UpdateSettings(t.Context(), "", stays, func(s *member.Settings) error { s.Blocked = []game.Person{third, leaver}; return nil }))(t)
	ok(db.Members.UpdateSettings(t.Context(), "", leaver, func(s *member.Settings) error { s.Blocked = []game.Person{stays}; return nil }))(t)
	ok(db.Members.UpdateVacation(t.Context(), "", leaver, "g", func(a *member.Absence) error {
		a.Vacation.Since = now
		a.Enqueue(member.VacationEnds{Person: leaver, Guild: "g"}, now.Add(time.Hour))
		a.Enqueue(member.VacationEnds{Person: leaver, Guild: "h"}, now)
		return nil
	}))(t)
	must(t, db.Members.SaveLesson(t.Context(), "", leaver, "rook", now))
	_, _, err := db.Puzzles.SaveTry(t.Context(), "", solving.Try{Person: leaver, Guild: "g", Puzzle: "abcdef", At: now},
		func(s *solving.Solver, r *glicko.Rating) {
			s.Tried, s.At, s.Rating, *r = 1, now, glicko.Initial(), glicko.Initial()
		})
	must(t, err)
	must(t, db.Puzzles.ShowPuzzle(t.Context(), leaver, "g", "ghijkl", now))
	must(t, db.FairPlay.SaveAsked(t.Context(), fairplay.Asked{Person: string(leaver), Guild: "g", Game: 1}))
	ok(db.Contests.UpdateRun(t.Context(), "", leaver, func(r *solving.Run) error { r.Best, r.Puzzle = 2, "abcdef"; return nil }))(t)
	ok(db.Contests.CreateRace(t.Context(), "", func(r *solving.Race) error {
		r.Starter, r.Racers = leaver, []solving.Racer{{Person: leaver, Points: 1}, {Person: stays}}
		return nil
	}))(t)
	must(t, db.Reviews.SaveMistake(t.Context(), "", leaver, review.Mistake{Game: 1, Ply: 3, Due: now}))
	ok(db.Records.SaveRecord(t.Context(), "", record.Saved{Owner: leaver, Channel: "c", At: now, File: []byte("x")}, plenty))(t)
	ok(db.Tournaments.CreateTournament(t.Context(), "", func(tour *tournament.Tournament) error {
		spec := tournament.Spec{System: tournament.RoundRobinSystem, Conditions: game.Conditions{Time: clocks.TimeControl{PerMove: day}}}
		err := tour.SetUp(game.Act{Actor: leaver, Guild: "g", Channel: "c"}, spec, "asian", now)
		for _, p := range []game.Person{stays, leaver, third, alice} {
			if err == nil {
				err = tour.Join(game.Act{Actor: p, Name: "N", Guild: "g"}, now)
			}
		}
		if err == nil && rapid.Bool().Draw(t, "the tournament starts") {
			err = tour.Start(game.Act{Actor: leaver, Guild: "g"}, nil, now)
		}
		return err
	}))(t)
	ok(db.Games.Mark(t.Context(), "direct messages refused by "+string(leaver), time.Time{}))(t)
	if _, err := db.Standings.StartSeason(t.Context(), "", standing.Season{Guild: "g", Started: now}); err != nil && !errors.Is(err, standing.SeasonRuns) {
		t.Fatal(err)
	}
	if rapid.Bool().Draw(t, "the season ends") {
		ok(db.Standings.CloseSeason(t.Context(), "", "g", now))(t)
	}
}

// lookFor lists the columns, of all tables there are, in which a text stands somewhere.
func lookFor(t *rapid.T, db *store.DB, p game.Person) (found []string) {
	columns := map[string][]string{}
	must(t, database.Each(t.Context(), db.SQL(), func(row database.Row) error {
		var table, column string
		err := row.Scan(&table, &column)
		columns[table] = append(columns[table], column)
		return err
	}, store.ListColumns(db)))
	if len(columns) < 15 {
		t.Fatalf("only %d tables were looked at", len(columns))
	}
	for table, names := range columns {
		var parts []string
		for _, name := range names {
			parts = append(parts, fmt.Sprintf(`COUNT(CASE WHEN CAST("%s" AS TEXT) LIKE '%%%s%%' THEN 1 END)`, name, p))
		}
		counts := make([]int, len(names))
		to := make([]any, len(names))
		for i := range counts {
			to[i] = &counts[i]
		}
		must(t, db.SQL().QueryRow(`SELECT `+strings.Join(parts, ", ")+` FROM "`+table+`"`).Scan(to...))
		for i, n := range counts {
			if n > 0 {
				found = append(found, table+"."+names[i])
			}
		}
	}
	return found
}

// An error on the way, or a key that was used, erases nothing.
func TestEraseIsAtomic(t *testing.T) {
	alone(t)
	eachDB(t, func(t *testing.T, db *store.DB) {
		g := byDay(t, db, "g")
		broken := errors.New("broken")
		if err := db.Privacy.Erase(t.Context(), "i", alice, func(*game.Game) error { return broken }); !errors.Is(err, broken) {
			t.Fatalf("got %v", err)
		}
		if g, err := db.Games.Game(t.Context(), g.ID); err != nil || !g.Involves(alice) {
			t.Errorf("after an error the game has %v: %v", g.People(), err)
		}
		leave := func(g *game.Game) error { return game.Leave(g, alice, start) }
		must(t, db.Privacy.Erase(t.Context(), "i", alice, leave))
		refused(t, db.Privacy.Erase(t.Context(), "i", alice, leave), game.AlreadyDone)
	})
}
