package standing_test

import (
	"context"
	"testing"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/bot/game/gametest"
	"xiangqibot/bot/glicko"
	"xiangqibot/bot/guild"
	"xiangqibot/bot/standing"
	"xiangqibot/engine/board"
)

const (
	alice game.Person = "1001"
	bob   game.Person = "1002"
)

var start = time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)

// quickMate ends a game with Black's mate on ply 6.
var quickMate = []string{"i0i1", "b7e7", "g0e2", "e7e3", "i1e1", "h7h0"}

// tenPlies are the fewest moves of a game that somebody gives up and that is rated.
var tenPlies = []string{"h2e2", "h9g7", "h0g2", "i9h9", "i0h0", "b9c7", "g3g4", "c6c5", "b0c2", "a9a8"}

var must, move = gametest.Must, gametest.Move

// played is a game of Alice, who has Red unless the spec says otherwise, in which moves were played.
func played(t testing.TB, spec game.ChallengeSpec, moves ...string) *game.Game {
	t.Helper()
	g := &game.Game{ID: 7}
	must(t, game.OfferChallenge(g, game.Act{Actor: alice, Name: "Alice", Guild: "g", Channel: "c"}, spec, game.Terms{Rules: "asian"}, start))
	if spec.Level == 0 {
		must(t, game.AcceptChallenge(g, spec.Opponent, board.Red, start))
	}
	gametest.Play(t, g, start, moves...)
	return g
}

func TestAMateRatesBothPlayers(t *testing.T) {
	g := played(t, game.ChallengeSpec{Opponent: bob, ColorChoice: game.WantRed, Rated: true}, quickMate...)
	players := map[game.Person]standing.Player{}
	if !standing.AffectsRatings(g) || standing.RatingsApplied(g) {
		t.Fatalf("rates %v, settled %v", standing.AffectsRatings(g), standing.RatingsApplied(g))
	}
	standing.Rate(g, 0, players)
	if !standing.RatingsApplied(g) {
		t.Error("the ratings are not in the game")
	}
	// The paper's formulas by hand: two newcomers, one game, 1500 ± 162.
	for c, r := range map[board.Color]float64{board.Red: 1337.8, board.Black: 1662.2} {
		if got := g.After[c].R; got < r-0.5 || got > r+0.5 {
			t.Errorf("%v is rated %.1f, want %.1f", c, got, r)
		}
	}
	if p := players[bob].Correspondence; p.Wins != 1 || p.Games() != 1 || p.Rating != g.After[board.Black] || !p.RatedAt.Equal(start) {
		t.Errorf("the winner's record: %+v", p)
	}
	if p := players[alice].Correspondence; p.Losses != 1 || p.Games() != 1 {
		t.Errorf("the loser's record: %+v", p)
	}
	if p := players[bob].InGame(g); p.Rating != g.After[board.Black] || p.Person != bob {
		t.Errorf("the game shows the winner as %+v", p)
	}
}

func TestGamesThatMoveNoRatings(t *testing.T) {
	unplayed := played(t, game.ChallengeSpec{Opponent: bob, ColorChoice: game.WantRed, Rated: true}, "h2e2")
	must(t, game.Resign(unplayed, bob, start))
	short := played(t, game.ChallengeSpec{Opponent: bob, ColorChoice: game.WantRed, Rated: true}, tenPlies[:9]...)
	must(t, game.Resign(short, bob, start))
	if !short.Counts() {
		t.Error("a short game is no result at all")
	}
	long := played(t, game.ChallengeSpec{Opponent: bob, ColorChoice: game.WantRed, Rated: true}, tenPlies...)
	must(t, game.Resign(long, bob, start))
	if !standing.AffectsRatings(long) {
		t.Error("a game of ten plies moves no ratings")
	}
	for name, g := range map[string]*game.Game{
		"given up after nine plies": short,
		"Black never moved":         unplayed,
		"casual":                    played(t, game.ChallengeSpec{Opponent: bob, ColorChoice: game.WantRed}, quickMate...),
		"not over":                  played(t, game.ChallengeSpec{Opponent: bob, ColorChoice: game.WantRed, Rated: true}, quickMate[:4]...),
	} {
		if standing.AffectsRatings(g) {
			t.Errorf("%s: it moves ratings", name)
		}
	}
}

func TestTheBotsRatingStays(t *testing.T) {
	g := played(t, game.ChallengeSpec{Level: 3, ColorChoice: game.WantBlack, Rated: true}, quickMate...)
	players := map[game.Person]standing.Player{}
	standing.Rate(g, 0, players)
	if g.Before[board.Red] != standing.BotRating(3) || g.After[board.Red] != standing.BotRating(3) {
		t.Errorf("the bot went from %+v to %+v", g.Before[board.Red], g.After[board.Red])
	}
	if won := g.After[board.Black].R - g.Before[board.Black].R; won <= 0 {
		t.Errorf("beating the bot changed Alice's rating by %v", won)
	}
	if len(players) != 1 {
		t.Errorf("players: %v", players)
	}
}

func TestDeviationGrowsWithTime(t *testing.T) {
	p := standing.Standing{Rating: glicko.Rating{R: 1500, RD: 60, Vol: 0.06}, RatedAt: start}
	if rd := p.RatingAt(start).RD; rd != 60 {
		t.Errorf("at once %v", rd)
	}
	if rd := p.RatingAt(start.AddDate(1, 0, 0)).RD; rd < 100 || rd > 115 {
		t.Errorf("after a year %v, want about 107", rd)
	}
	if rd := p.RatingAt(start.Add(-time.Hour)).RD; rd != 60 {
		t.Errorf("by a clock that went back %v", rd)
	}
}

// What one pair can win from each other is bounded, however often they play: the nth game within a week counts an nth.
func TestGainsOfOnePairFade(t *testing.T) {
	standings, met := map[game.Person]standing.Standing{}, standing.Meetings{}
	games := make([]standing.RatedGame, 18)
	var gains [2]float64
	for i := range games {
		games[i] = standing.RatedGame{
			Game: game.ID(i + 1), At: start.Add(time.Duration(i) * time.Minute), Seats: [2]game.Seat{{Person: alice}, {Person: bob}}, Score: 1,
		}
		pair, _ := standing.PairOf(games[i].Seats)
		games[i].Met = met.Meet(pair, games[i].At)
		if games[i].Met != i {
			t.Fatalf("before game %d they met %d times", i, games[i].Met)
		}
	}
	standing.Recalculate(games, standings)
	for i, g := range games {
		gains[i/9] += g.After[board.Red].R - g.Before[board.Red].R
	}
	if gains[1] > gains[0]/4 {
		t.Errorf("the first nine games won %.0f points, the next nine %.0f", gains[0], gains[1])
	}
	if r := standings[alice].Rating; !r.Provisional() {
		t.Errorf("eighteen wins against one newcomer make a settled rating: %+v", r)
	}
	pair, _ := standing.PairOf(games[0].Seats)
	if n := met.Meet(pair, games[17].At.Add(standing.FadeTime)); n != 0 {
		t.Errorf("a week later %d games count as lately", n)
	}
}

// Wherever a rating is ratings, its deviation has grown in the time since.
func TestShownRatingsIncludeIdleTime(t *testing.T) {
	p := standing.Player{Person: alice, Correspondence: standing.Standing{
		Rating: glicko.Rating{R: 1500, RD: 60, Vol: 0.06}, RatedAt: start, Tally: standing.Tally{Wins: 9},
	}}
	later := start.AddDate(1, 0, 0)
	now, want := func() time.Time { return later }, p.Correspondence.RatingAt(later)
	ratings := map[string]glicko.Rating{
		"on request": standing.NewPlayers(nil, nil, now).RatingNow(p.Correspondence),
		"in a game":  p.InGame(&game.Game{Updated: later}).Rating,
	}
	page, err := standing.NewLeaderboards(oneEntry{entry: standing.LeaderboardEntry{Player: p}}, oneEntry{}, now).
		Leaderboard(t.Context(), standing.Leaderboard{Guild: "g"}, 0, alice)
	if err != nil || len(page.Entries) != 1 || page.Own == nil {
		t.Fatalf("the leaderboard is %+v, %v", page, err)
	}
	ratings["on a leaderboard"], ratings["on one's own line"] = page.Entries[0].Rating, page.Own.Rating
	for where, got := range ratings {
		if got != want {
			t.Errorf("%s the rating is %+v, want %+v", where, got, want)
		}
	}
}

// oneEntry is a leaderboard with one entry, in a server without settings.
type oneEntry struct {
	standing.LeaderboardStore
	entry standing.LeaderboardEntry
}

func (s oneEntry) Leaderboard(context.Context, standing.LeaderboardQuery) ([]standing.LeaderboardEntry, error) {
	return []standing.LeaderboardEntry{s.entry}, nil
}

func (s oneEntry) Rank(context.Context, standing.LeaderboardQuery, game.Person) (standing.LeaderboardEntry, bool, error) {
	return s.entry, true, nil
}

func (s oneEntry) Server(context.Context, string) (guild.Settings, error) {
	return guild.Settings{}, nil
}

// An unsettled rating earns at most the first role.
func TestUnsettledRatingsEarnOneRole(t *testing.T) {
	for _, test := range []struct {
		rating glicko.Rating
		want   int
	}{
		{glicko.Rating{R: 1338, RD: 290}, 1338},
		{glicko.Rating{R: 1662, RD: 290}, 1400},
		{glicko.Rating{R: 1662, RD: glicko.SettledRD}, 1662},
	} {
		if got := standing.ForRanks(test.rating); got != test.want {
			t.Errorf("ForRanks(%+v) = %d, want %d", test.rating, got, test.want)
		}
	}
}
