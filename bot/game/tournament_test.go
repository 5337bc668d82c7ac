package game_test

import (
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"xiangqibot/bot/game"
)

// player is the nth of those who sign up.
func player(n int) game.Person { return game.Person(fmt.Sprintf("p%d", n)) }

// in is an act of p with a right to manage the server, or without one.
func in(p game.Person, manages bool) game.Act {
	act := at(p, "c")
	act.Manages = manages
	return act
}

// signUp opens a tournament with so many players.
func (tb *table) signUp(t tester, spec game.TournamentSpec, players int) *game.Tournament {
	t.Helper()
	tour, err := tb.OpenTournament(t.Context(), in(alice, true), spec)
	must(t, err)
	for n := range players {
		tour, err = tb.JoinTournament(t.Context(), in(player(n), false), tour.ID)
		must(t, err)
	}
	return tour
}

// fixtures does the jobs that are owed for rounds and boards, each twice, until there are none. It returns the rounds that were told, in order.
func (tb *table) fixtures(t tester) (told []int) {
	t.Helper()
	for len(tb.store.jobs) > 0 {
		o := tb.store.jobs[0]
		tb.store.jobs = tb.store.jobs[1:]
		switch job := o.Job.(type) {
		case game.Fixture:
			if tour, err := tb.Tournament(t.Context(), job.Tournament); err != nil || tour.Boards[job.Round-1][job.Board].Game == 0 && !slices.Contains(told, job.Round) {
				t.Fatalf("board %d begins before round %d is told, or %v", job.Board+1, job.Round, err)
			}
			must(t, tb.Fixture(t.Context(), job))
			must(t, tb.Fixture(t.Context(), job))
		case game.TellRound:
			told = append(told, job.Round)
			must(t, tb.RoundTold(t.Context(), job))
			must(t, tb.RoundTold(t.Context(), job))
		}
	}
	return told
}

// A tournament is played to its end, whatever comes out of its games and whoever withdraws: each player has one game or one bye a round, and
// none after he withdrew; no board has two games; all points are dealt; the rounds in which there are games are told once each, and the table last.
func TestTournamentsAreDecided(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tb := newTable(nil)
		ctx := t.Context()
		players := rapid.IntRange(game.MinEntrants, 9).Draw(t, "players")
		spec := game.TournamentSpec{
			System: rapid.SampledFrom([]game.System{game.EachMeetsEach, game.SwissSystem}).Draw(t, "system"),
			Rounds: rapid.IntRange(0, 12).Draw(t, "rounds"), Rated: rapid.Bool().Draw(t, "rated"),
		}
		tour := tb.signUp(t, spec, players)
		_, err := tb.StartTournament(ctx, in(alice, false), tour.ID)
		must(t, err)
		told := tb.fixtures(t)
		withdrew := map[int]int{} // in which round
		for range 100 {
			tour, err = tb.Tournament(ctx, tour.ID)
			must(t, err)
			if tour.Stage == game.Decided {
				break
			}
			round := tour.Round
			if rapid.IntRange(0, 3).Draw(t, "withdraws") == 0 {
				p := rapid.IntRange(0, players-1).Draw(t, "who")
				if _, err := tb.LeaveTournament(ctx, in(tour.Players[p].Person, false), tour.ID); err == nil {
					withdrew[p] = round
				}
			}
			for i, m := range tour.Boards[round-1] {
				if m.Over {
					continue
				}
				want := rapid.SampledFrom([]float64{0, 0.5, 1}).Draw(t, "score")
				tb.finish(t, tour, m, want)
				tb.now = tb.now.Add(time.Second)
				told = append(told, tb.fixtures(t)...)
				now, err := tb.Tournament(ctx, tour.ID)
				must(t, err)
				if got := now.Boards[round-1][i]; !got.Over || got.Score != want || got.Game != m.Game {
					t.Fatalf("board %d of round %d is %+v, want the score %v in game %d", i+1, round, got, want, m.Game)
				}
			}
		}
		checkTournament(t, tour, players, withdrew)
		var want []int
		for r, boards := range tour.Boards {
			if slices.ContainsFunc(boards, func(m game.Meeting) bool { return !m.Bye() }) {
				want = append(want, r+1)
			}
		}
		if want = append(want, tour.Round+1); !slices.Equal(told, want) {
			t.Fatalf("the rounds told are %v, want %v", told, want)
		}
		_, err = tb.JoinTournament(ctx, in("late", false), tour.ID)
		refused(t, err, game.TournamentOver)
	})
}

// finish brings the game of a board to the score wanted for Red: by resignation or agreement.
func (tb *table) finish(t tester, tour *game.Tournament, m game.Meeting, want float64) {
	t.Helper()
	act := func(p int) game.Act { return in(tour.Players[p].Person, false) }
	var err error
	switch want {
	case 0:
		_, err = tb.Resign(t.Context(), act(m.Red), m.Game)
	case 1:
		_, err = tb.Resign(t.Context(), act(m.Black), m.Game)
	default:
		_, err = tb.OfferDraw(t.Context(), act(m.Red), m.Game)
		must(t, err)
		_, err = tb.AcceptDraw(t.Context(), act(m.Black), m.Game)
	}
	must(t, err)
}

// checkTournament holds the laws of a tournament that is over.
func checkTournament(t *rapid.T, tour *game.Tournament, players int, withdrew map[int]int) {
	t.Helper()
	if tour.Stage != game.Decided || tour.Ended.IsZero() || len(tour.Boards) != tour.Round || tour.Round > len(game.RoundRobin(players)) {
		t.Fatalf("after all rounds it is %+v", tour)
	}
	if tour.Round < tour.Rounds && players-len(withdrew) > 1 {
		t.Fatalf("it ended after round %d of %d, with %d players of %d gone", tour.Round, tour.Rounds, len(withdrew), players)
	}
	games := map[game.ID]bool{}
	met := map[[2]int]bool{}
	points := 0.0
	for r, boards := range tour.Boards {
		seen := map[int]bool{}
		for _, m := range boards {
			points++
			for _, p := range []int{m.Red, m.Black} {
				since, gone := withdrew[p]
				if p != game.NoOpponent && (seen[p] || gone && r+1 > since) {
					t.Fatalf("round %d: player %d is paired twice, or after he withdrew in round %d: %+v", r+1, p, since, boards)
				}
				seen[p] = true
			}
			pair := [2]int{min(m.Red, m.Black), max(m.Red, m.Black)}
			switch {
			case m.Bye():
			case games[m.Game] || m.Game == 0:
				t.Fatalf("round %d: a board has the game of another: %+v", r+1, boards)
			case met[pair] && tour.System == game.EachMeetsEach:
				t.Fatalf("round %d: they have met: %+v", r+1, m)
			}
			games[m.Game], met[pair] = true, true
		}
		for p := range players {
			if since, gone := withdrew[p]; !seen[p] && (!gone || r+1 <= since) {
				t.Fatalf("round %d: player %d is missing: %+v", r+1, p, boards)
			}
		}
	}
	dealt := 0.0
	for _, l := range tour.Table(tour.Round) {
		dealt += l.Score
	}
	if math.Abs(dealt-points) > 1e-9 {
		t.Fatalf("%v points dealt of %v", dealt, points)
	}
}

// Who never makes his first move has lost, as the tournament counts; no rating moves. The round goes on to the next without him having to
// resign.
func TestAnAbortedGameIsLostForWhoDidNotMove(t *testing.T) {
	tb := newTable(nil)
	tour := tb.signUp(t, game.TournamentSpec{System: game.EachMeetsEach, Rated: true}, 4)
	_, err := tb.StartTournament(t.Context(), in(alice, false), tour.ID)
	must(t, err)
	tb.fixtures(t)
	tour, err = tb.Tournament(t.Context(), tour.ID)
	must(t, err)
	moves, waits := tour.Boards[0][0], tour.Boards[0][1]
	_, err = tb.MoveExact(t.Context(), onBoard(tb, t, tour.Players[moves.Red].Person, moves.Game), moves.Game, move(t, "h2e2"))
	must(t, err)
	for range 2 {
		tb.now = tb.now.Add(10 * 24 * time.Hour)
		for _, m := range []game.Meeting{moves, waits} {
			g, err := tb.Game(t.Context(), m.Game)
			must(t, err)
			must(t, tb.Flag(t.Context(), game.Flag{Game: g.ID, Ply: g.Ply()}))
		}
	}
	tb.fixtures(t)
	tour, err = tb.Tournament(t.Context(), tour.ID)
	must(t, err)
	if got := tour.Boards[0]; tour.Round != 2 || got[0].Score != 1 || got[1].Score != 0 {
		t.Errorf("round %d is played, after %+v", tour.Round, got)
	}
}

func onBoard(tb *table, t *testing.T, p game.Person, id game.ID) game.Act {
	g, err := tb.Game(t.Context(), id)
	must(t, err)
	act := in(p, false)
	act.Board = g.BoardKey()
	return act
}

// The best rated are the first seeds; without rounds given, Swiss has as many as the doublings from one to all.
func TestTheStart(t *testing.T) {
	tb := newTable(nil)
	tour := tb.signUp(t, game.TournamentSpec{System: game.SwissSystem}, 5)
	strong := game.Player{Person: player(3), Correspondence: game.Standing{Rating: tb.RatingNow(game.Standing{})}}
	strong.Correspondence.Rating.R += 300
	strong.Correspondence.RatedAt = tb.now
	tb.store.players[player(3)] = strong
	tour, err := tb.StartTournament(t.Context(), in("manager", true), tour.ID)
	must(t, err)
	if tour.Rounds != 3 || tour.Players[0].Person != player(3) || tour.Players[1].Person != player(0) || tour.Time != (game.TimeControl{PerMove: 72 * time.Hour}) {
		t.Errorf("it starts as %+v", tour)
	}
}

// What cannot be is refused, each for its own reason, and changes nothing.
func TestRefusalsOfTournaments(t *testing.T) {
	tb := newTable(nil)
	ctx := t.Context()
	spec := game.TournamentSpec{System: game.EachMeetsEach, Places: 3}
	for _, bad := range []game.TournamentSpec{
		{}, {System: "knockout"}, {System: game.SwissSystem, Rounds: -1}, {System: game.SwissSystem, Rounds: 32}, {System: game.SwissSystem, Places: 2},
		{System: game.SwissSystem, Places: 33},
	} {
		_, err := tb.OpenTournament(ctx, in(alice, true), bad)
		refused(t, err, game.BadTournament)
	}
	_, err := tb.OpenTournament(ctx, game.Act{Actor: alice, Channel: "c"}, spec)
	refused(t, err, game.NotInServer)
	_, err = tb.FindTournament(ctx, in(alice, true), 0)
	refused(t, err, game.NoTournament)

	tour := tb.signUp(t, spec, 2)
	_, err = tb.JoinTournament(ctx, in(player(0), false), tour.ID)
	refused(t, err, game.SignedUp)
	_, err = tb.LeaveTournament(ctx, in(carol, false), tour.ID)
	refused(t, err, game.NotSignedUp)
	_, err = tb.StartTournament(ctx, in(player(0), false), tour.ID)
	refused(t, err, game.NotOrganiser)
	_, err = tb.StartTournament(ctx, in(alice, false), tour.ID)
	refused(t, err, game.TooFewPlayers)
	_, err = tb.JoinTournament(ctx, in(player(2), false), tour.ID)
	must(t, err)
	_, err = tb.JoinTournament(ctx, in(player(3), false), tour.ID)
	refused(t, err, game.TournamentFull)
	elsewhere := in(player(3), true)
	elsewhere.Guild = "another"
	_, err = tb.JoinTournament(ctx, elsewhere, tour.ID)
	refused(t, err, game.NoTournament)
	_, err = tb.CancelTournament(ctx, elsewhere, tour.ID)
	refused(t, err, game.NoTournament)

	_, err = tb.LeaveTournament(ctx, in(player(2), false), tour.ID)
	must(t, err)
	_, err = tb.JoinTournament(ctx, in(player(3), false), tour.ID) // his place is free
	must(t, err)
	_, err = tb.StartTournament(ctx, in(alice, false), tour.ID)
	must(t, err)
	_, err = tb.StartTournament(ctx, in(alice, false), tour.ID)
	refused(t, err, game.SignUpOver)
	_, err = tb.JoinTournament(ctx, in(player(2), false), tour.ID)
	refused(t, err, game.SignUpOver)

	// Its games go on when it is called off, and their results are nobody's any more.
	tb.fixtures(t)
	tour, err = tb.CancelTournament(ctx, in(alice, false), tour.ID)
	must(t, err)
	m := tour.Boards[0][0]
	if m.Bye() {
		m = tour.Boards[0][1]
	}
	tb.finish(t, tour, m, 1)
	if told := tb.fixtures(t); len(told) > 0 {
		t.Errorf("rounds %v are told of a tournament that was called off", told)
	}
	_, err = tb.LeaveTournament(ctx, in(player(0), false), tour.ID)
	refused(t, err, game.TournamentOver)
	_, err = tb.CancelTournament(ctx, in(alice, false), tour.ID)
	refused(t, err, game.TournamentOver)
	if found, err := tb.FindTournament(ctx, in(alice, false), 0); err != nil || found.ID != tour.ID || found.Stage != game.CalledOff {
		t.Errorf("found %+v, %v", found, err)
	}
}
