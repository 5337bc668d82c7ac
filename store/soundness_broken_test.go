package store_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/bot/game/gametest"
	"xiangqibot/bot/tournament"
	"xiangqibot/store"
	"xiangqibot/store/database"
	"xiangqibot/store/storetest"
)

// playTournament plays the first of three rounds, and begins the second. No jobs are done: the test does them.
func playTournament(t *testing.T, db *store.DB) {
	t.Helper()
	service := gametest.New(storetest.Stores(db), nil, game.Options{Clock: func() time.Time { return start }})
	tournaments := tournament.New(db.Tournaments, db.Standings, service.Servers, service.Now)
	tour := organize(t, tournaments)
	for _, p := range []game.Person{alice, bob, carol} {
		_, err := tournaments.Join(t.Context(), game.Act{Actor: p, Guild: "g"}, tour.ID)
		must(t, err)
	}
	_, err := tournaments.Start(t.Context(), game.Act{Actor: alice, Guild: "g"}, tour.ID)
	must(t, err)
	for round := 1; round <= 2; round++ {
		must(t, tournaments.RoundAnnounced(t.Context(), tournament.AnnounceRound{Tournament: tour.ID, Round: round}))
		tour, err = tournaments.Tournament(t.Context(), tour.ID)
		must(t, err)
		board := slices.IndexFunc(tour.Boards[round-1], func(m tournament.Board) bool { return !m.Bye() })
		fixture := tournament.Fixture{Tournament: tour.ID, Round: round, Board: board}
		must(t, tournaments.Fixture(t.Context(), fixture))
		if round == 2 {
			return
		}
		tour, err = tournaments.Tournament(t.Context(), tour.ID)
		must(t, err)
		m := tour.Boards[0][board]
		_, err = service.Decide(t.Context(), game.Act{Actor: tour.Players[m.Black].Person, Guild: "g"}, m.Game, game.Resign)
		must(t, err)
		must(t, tournaments.Fixture(t.Context(), fixture))
	}
}

// A tournament that is played is sound, and what can be wrong in it is found.
func TestFindsWhatIsWrongInATournament(t *testing.T) {
	each(t, func(t *testing.T, source string) {
		playTournament(t, open(t, source, store.Options{}))
		sound(t, source)
	})

	source := backends[0].source(t)
	db := open(t, source, store.Options{})
	playTournament(t, db)
	backup := filepath.Join(t.TempDir(), "backup.db")
	_, err := database.Backup(t.Context(), source, backup)
	must(t, err)
	whole, err := os.ReadFile(backup)
	must(t, err)
	for statement, want := range map[string]string{
		`UPDATE tournaments SET data = 'Cup'`:                                         "tournament 1: sql: Scan error",
		`UPDATE tournaments SET data = json_set(data, '$.players[1].person', '1001')`: "tournament 1 has 1001 twice",
		`UPDATE tournaments SET data = json_set(data, '$.round', 3)`:                  "tournament 1 is in round 3, and 2 rounds have boards",
		`UPDATE tournaments SET data = json_set(data, '$.stage', 'sign-up')`:          "tournament 1 is still open to players, and is in round 2",
		`UPDATE tournaments SET data = json_set(data, '$.rounds', 1)`:                 "tournament 1 is in round 2 of 1",
		`UPDATE tournaments SET data = json_set(data, '$.stage', 'decided')`:          "has gone on after round 2, and not all its boards are over",
		`UPDATE tournaments SET data = replace(data, '"over":true', '"over":false')`:  "has gone on after round 1, and not all its boards are over",
		`UPDATE tournaments SET data = replace(data, '"Red":1', '"Red":7')`:           "is of player 8, and there are 3",
		`UPDATE tournaments SET data = replace(data, '"Black":-1', '"Black":1')`:      "sits at two boards",
		`UPDATE tournaments SET data = replace(data, '"score":1', '"score":0.7')`:     "0.7",
		`DELETE FROM tournament_people WHERE person = '1002'`:                         "organize it or play in it, and [1001 1003] are listed",
		`UPDATE games SET round = 3 WHERE id = 1`:                                     "has game 1, which is not of this board",
		`UPDATE games SET red = black, black = red WHERE id = 1`:                      "in round 1 of tournament 1 is",
		`UPDATE games SET state = 'finished' WHERE id = 2`:                            `in round 2 of tournament 1 waits for the job "fixture", and there is none`,
	} {
		t.Run(statement, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "copy.db")
			must(t, os.WriteFile(path, whole, 0o600))
			// The jobs that this test did itself are still there, which a bot at work has done.
			execute(t, path, `DELETE FROM river_job WHERE kind IN ('fixture', 'tell-round')`)
			execute(t, path, statement)
			list := faults(t, "sqlite:"+path)
			if !slices.ContainsFunc(list, func(fault string) bool { return strings.Contains(fault, want) }) {
				t.Errorf("found %q; want one with %q", list, want)
			}
		})
	}
}
