package store

import (
	"context"
	"slices"

	"xiangqibot/bot/game"
	"xiangqibot/bot/tournament"
	"xiangqibot/store/database"
)

const (
	everyGameOfTournaments = `SELECT id, tournament, round, board, red, black, state FROM games WHERE tournament <> 0 ORDER BY id`
	everyTournamentPerson  = `SELECT tournament, person FROM tournament_people ORDER BY tournament, person`
)

// seated is a game of a tournament: its board, its players, and whether it is over.
type seated struct {
	at         tournament.Fixture
	red, black game.Person
	over       bool
}

// played checks that tournaments agree with their games, know their people, and can continue.
func (v *soundness) played(ctx context.Context) error {
	games := map[game.ID]seated{} // at most one per board, as an index ensures
	err := v.each(ctx, everyGameOfTournaments, func(row database.Row) error {
		var id game.ID
		var g seated
		var state string
		err := row.Scan(&id, &g.at.Tournament, &g.at.Round, &g.at.Board, &g.red, &g.black, &state)
		g.over = state == game.Finished.String()
		games[id] = g
		return err
	})
	if err != nil {
		return err
	}
	people := map[tournament.ID][]game.Person{}
	err = v.each(ctx, everyTournamentPerson, func(row database.Row) error {
		var id tournament.ID
		var p game.Person
		err := row.Scan(&id, &p)
		people[id] = append(people[id], p)
		return err
	})
	if err != nil {
		return err
	}
	return v.each(ctx, everyTournament, func(row database.Row) error {
		t, err := scanTournament(row)
		if err != nil {
			return nil //nolint:nilerr // Verify has reported it
		}
		if want := peopleIn(t); !slices.Equal(want, people[t.ID]) {
			v.fault("tournament %d: %v organize it or play in it, and %v are listed", t.ID, want, people[t.ID])
		}
		v.boardsOf(t, games)
		return nil
	})
}

// boardsOf checks the games of a tournament, and that it has the jobs to continue.
func (v *soundness) boardsOf(t *tournament.Tournament, games map[game.ID]seated) {
	for i, boards := range t.Boards {
		for n, m := range boards {
			if m.Game == 0 || m.Bye() || max(m.Red, m.Black) >= len(t.Players) || min(m.Red, m.Black) < 0 {
				continue // nobody plays, or Contradictions has reported it
			}
			at := tournament.Fixture{Tournament: t.ID, Round: i + 1, Board: n}
			g, there := games[m.Game]
			switch {
			case !there || g.at != at:
				v.fault("board %d in round %d of tournament %d has game %d, which is not of this board", n+1, i+1, t.ID, m.Game)
			case g.red != t.Players[m.Red].Person || g.black != t.Players[m.Black].Person:
				v.fault("board %d in round %d of tournament %d is %s against %s, and game %d is %s against %s",
					n+1, i+1, t.ID, t.Players[m.Red].Person, t.Players[m.Black].Person, m.Game, g.red, g.black)
			}
		}
	}
	over := func(id game.ID) bool { return games[id].over }
	announces := v.owes(tournament.AnnounceRound{Tournament: t.ID, Round: t.Round})
	for _, f := range t.Waits(over) {
		begun := t.Boards[f.Round-1][f.Board].Game != 0
		if !v.owes(f) && (begun || !announces) {
			v.fault("board %d in round %d of tournament %d waits for the job %q, and there is none",
				f.Board+1, f.Round, t.ID, f.Kind())
		}
	}
}
