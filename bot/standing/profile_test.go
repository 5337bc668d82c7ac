package standing_test

import (
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"xiangqibot/bot/game"
	"xiangqibot/bot/glicko"
	"xiangqibot/bot/standing"
	"xiangqibot/engine/board"
	"xiangqibot/engine/book"
	"xiangqibot/engine/testcases"
)

// results makes results of a string, the first game first: W, D and L; each lasts 40 plies and was opened with the
// central cannon.
func results(t testing.TB, scores string) []standing.Result {
	t.Helper()
	var list []standing.Result
	for i, c := range scores {
		r := standing.Result{
			Game: game.ID(i + 1), At: start.Add(time.Duration(i) * time.Hour), Plies: 40, Opponent: game.Seat{Person: bob},
			Opening: []board.Move{move(t, "h2e2"), move(t, "h9g7")}, Score: map[rune]float64{'W': 1, 'D': 0.5, 'L': 0}[c],
		}
		list = append([]standing.Result{r}, list...)
	}
	return list
}

func TestStreaks(t *testing.T) {
	for scores, want := range map[string][2]int{
		"": {0, 0}, "W": {1, 1}, "WWW": {3, 3}, "WWL": {-1, 2}, "LL": {-2, 0}, "WWDW": {1, 2}, "LLD": {0, 0}, "WLWWWLW": {1, 3},
	} {
		p := standing.Summarize(results(t, scores))
		if p.Streak != want[0] || p.BestStreak != want[1] {
			t.Errorf("%s: streak %d, best %d; want %v", scores, p.Streak, p.BestStreak, want)
		}
	}
}

// Each achievement is earned once, in the game that brings it.
func TestAchievements(t *testing.T) {
	list := results(t, "LDWWWWWWWWWWW") // the third is the first win, the twelfth the tenth in a row
	list[0].Plies = 200                 // the thirteenth
	list[1].Rated = true                // the twelfth
	list[1].Before, list[1].Against = glicko.Rating{R: 1500}, glicko.Rating{R: 1700}
	list[2].Opponent = game.Seat{Level: 7} // the eleventh
	list[3].Opponent = game.Seat{Level: 5} // the tenth
	got := map[standing.AchievementKind]standing.Achievement{}
	for _, a := range standing.Summarize(list).Achievements {
		if _, twice := got[a.Kind]; twice {
			t.Errorf("%s was earned twice", a.Kind)
		}
		got[a.Kind] = a
	}
	for kind, id := range map[standing.AchievementKind]game.ID{
		standing.FirstWin: 3, standing.TenInARow: 12, standing.GiantKiller: 12, standing.HundredRounds: 13, standing.BeatTheMachine: 11,
	} {
		if got[kind].Game != id {
			t.Errorf("%s was earned in game %d, want %d", kind, got[kind].Game, id)
		}
	}
	if len(got) != 5 || got[standing.BeatTheMachine].Level != 7 {
		t.Errorf("achievements %+v", got)
	}
	if p := standing.Summarize(results(t, "LL")); len(p.Achievements) != 0 {
		t.Errorf("for losing: %+v", p.Achievements)
	}
}

// opening finds an opening by its name.
func opening(t *testing.T, name string) *book.Opening {
	t.Helper()
	for _, o := range book.Openings() {
		if o.Name(book.Simplified) == name {
			return o
		}
	}
	t.Fatalf("no opening is called %s", name)
	return nil
}

// Games count for the defence that was played, whatever its variation and on whichever wing; a beginning without a name
// counts too.
func TestOpeningsCountByDefence(t *testing.T) {
	list := results(t, "WLDW")
	list[0].Opening = testcases.Moves(t, "h2e2", "h9g7", "h0g2", "i9h9", "i0h0", "b9c7", "g3g4", "c6c5")
	list[1].Opening = testcases.Moves(t, "b2e2", "b9c7", "b0c2", "h9g7", "c3c4", "g6g5", "a0b0", "a9b9")
	list[2].Opening = testcases.Moves(t, "a0a2", "h9g7")
	list[3].Opening = testcases.Moves(t, "a0a2", "a9a8")
	want := []standing.OpeningRecord{
		{board.Red, opening(t, "中炮对屏风马"), standing.Tally{Wins: 1, Draws: 1}},
		{board.Red, nil, standing.Tally{Wins: 1, Losses: 1}},
	}
	if p := standing.Summarize(list); !slices.Equal(p.Openings, want) {
		t.Errorf("openings %+v, want %+v", p.Openings, want)
	}
}

func TestOpenings(t *testing.T) {
	list := results(t, "WWLD")
	list[0].Opening = []board.Move{move(t, "g0e2")}
	list[1].Opening = []board.Move{move(t, "b2e2")} // the mirror image
	list[2].Color = board.Black
	list[3].Opening = nil // from a position of its own
	p := standing.Summarize(list)
	want := []standing.OpeningRecord{
		{board.Red, opening(t, "中炮"), standing.Tally{Losses: 1}},
		{board.Red, opening(t, "飞相局"), standing.Tally{Draws: 1}},
		{board.Black, opening(t, "中炮"), standing.Tally{Wins: 1}},
	}
	if len(p.Openings) != len(want) {
		t.Fatalf("openings %+v, want %+v", p.Openings, want)
	}
	for i := range want {
		if p.Openings[i] != want[i] {
			t.Errorf("opening %d is %+v, want %+v", i, p.Openings[i], want[i])
		}
	}
}

// Whatever was played: everything is counted once, and no streak is longer than the games won.
func TestLawsOfProfiles(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		list := results(t, string(rapid.SliceOf(rapid.SampledFrom([]rune("WDL"))).Draw(rt, "scores")))
		p := standing.Summarize(list)
		won := p.Record[board.Red].Wins + p.Record[board.Black].Wins
		if n := p.Record[board.Red].Games() + p.Record[board.Black].Games(); n != len(list) {
			rt.Fatalf("%d games counted of %d", n, len(list))
		}
		if p.BestStreak > won || p.Streak > p.BestStreak || -p.Streak > len(list)-won {
			rt.Fatalf("streak %d, best %d of %d wins in %d games", p.Streak, p.BestStreak, won, len(list))
		}
		if len(p.Latest) > 0 && p.Latest[0].Game != list[0].Game {
			rt.Fatalf("the latest game is %d, want %d", p.Latest[0].Game, list[0].Game)
		}
	})
}
