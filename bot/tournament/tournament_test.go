package tournament_test

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"xiangqibot/bot/game"
	"xiangqibot/bot/game/clocks"
	"xiangqibot/bot/game/gametest"
	"xiangqibot/bot/tournament"
	"xiangqibot/engine/board"
)

const (
	alice game.Person = "1001"
	carol game.Person = "1003"
)

var start = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

var must, refused = gametest.Must, gametest.Refused

// player is the nth player to sign up.
func player(n int) game.Person { return game.Person(fmt.Sprintf("p%d", n)) }

// in is an act of p, who may or may not manage the server.
func in(p game.Person, manages bool) game.Act {
	return game.Act{Actor: p, Name: "name of " + string(p), Guild: "g", Channel: "c", Manages: manages}
}

// signedUp is a tournament with the given number of players.
func signedUp(t gametest.T, spec tournament.Spec, players int) *tournament.Tournament {
	t.Helper()
	spec.Time = clocks.TimeControl{PerMove: 72 * time.Hour}
	tour := &tournament.Tournament{ID: 1}
	must(t, tour.SetUp(in(alice, true), spec, "asian", start))
	for n := range players {
		must(t, tour.Join(in(player(n), false), start))
	}
	return tour
}

// arbiter plays the games of a tournament, and runs the jobs that the tournament and the games enqueue.
type arbiter struct {
	tour      *tournament.Tournament
	games     map[tournament.Fixture]*game.Game
	announced []int // rounds
	now       time.Time
}

// work does all jobs, each twice.
func (a *arbiter) work(t gametest.T) {
	t.Helper()
	for {
		jobs := a.tour.TakeJobs()
		for _, g := range a.games {
			ended := g.Outbox.TakeJobs()
			jobs = append(jobs, ended...)
		}
		if len(jobs) == 0 {
			return
		}
		for _, o := range jobs {
			switch job := o.Job.(type) {
			case tournament.AnnounceRound:
				a.announced = append(a.announced, job.Round)
				a.tour.BeginRound(job.Round, a.now)
				a.tour.BeginRound(job.Round, a.now)
			case tournament.Fixture:
				a.play(t, job)
				a.play(t, job)
			}
		}
	}
}

// play starts the game of a board and records its result.
func (a *arbiter) play(t gametest.T, f tournament.Fixture) {
	t.Helper()
	if !a.tour.Due(f) {
		return
	}
	g := a.games[f]
	if g == nil {
		g = &game.Game{ID: game.ID(len(a.games) + 1)}
		game.Arrange(g, a.tour.Game(f, game.InThread), a.now)
		a.games[f] = g
	}
	must(t, a.tour.RecordGame(f, g, a.now))
}

// finish ends the game of a board with the score wanted for Red, by resignation or agreement.
func (a *arbiter) finish(t gametest.T, f tournament.Fixture, want float64) {
	t.Helper()
	g := a.games[f]
	red, black := g.Seats[board.Red].Person, g.Seats[board.Black].Person
	switch want {
	case 0:
		must(t, game.Resign(g, red, a.now))
	case 1:
		must(t, game.Resign(g, black, a.now))
	default:
		must(t, errors.Join(game.OfferDraw(g, red, a.now), game.AcceptDraw(g, black, a.now)))
	}
}

// Every tournament ends, for all results and withdrawals. Each player has one game or bye a round, and none after
// withdrawing; no board has two games; all points are awarded; each round with games is announced once, and the table
// last.
func TestTournamentsAreDecided(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		players := rapid.IntRange(tournament.MinEntrants, 9).Draw(t, "players")
		tour := signedUp(t, tournament.Spec{
			System: rapid.SampledFrom([]tournament.System{tournament.RoundRobinSystem, tournament.SwissSystem}).Draw(t, "system"),
			Rounds: rapid.IntRange(0, 12).Draw(t, "rounds"), Rated: rapid.Bool().Draw(t, "rated"),
		}, players)
		a := &arbiter{tour: tour, games: map[tournament.Fixture]*game.Game{}, now: start}
		must(t, tour.Start(in(alice, false), nil, start))
		a.work(t)
		withdrew := map[int]int{} // in which round
		for tour.Stage != tournament.Decided {
			round := tour.Round
			if rapid.IntRange(0, 3).Draw(t, "withdraws") == 0 {
				p := rapid.IntRange(0, players-1).Draw(t, "who")
				if err := tour.Leave(in(tour.Players[p].Person, false), a.now); err == nil {
					withdrew[p] = round
				}
			}
			for i, m := range tour.Boards[round-1] {
				if m.Over {
					continue
				}
				want := rapid.SampledFrom([]float64{0, 0.5, 1}).Draw(t, "score")
				a.finish(t, tournament.Fixture{Tournament: tour.ID, Round: round, Board: i}, want)
				a.now = a.now.Add(time.Second)
				a.work(t)
				if got := tour.Boards[round-1][i]; !got.Over || got.Score != want || got.Game != m.Game {
					t.Fatalf("board %d of round %d is %+v, want the score %v in game %d", i+1, round, got, want, m.Game)
				}
			}
		}
		checkTournament(t, tour, players, withdrew)
		var want []int
		for r, boards := range tour.Boards {
			if slices.ContainsFunc(boards, func(m tournament.Board) bool { return !m.Bye() }) {
				want = append(want, r+1)
			}
		}
		if want = append(want, tour.Round+1); !slices.Equal(a.announced, want) {
			t.Fatalf("the announced rounds are %v, want %v", a.announced, want)
		}
		refused(t, tour.Join(in("late", false), a.now), tournament.TournamentOver)
	})
}

// checkTournament checks the laws of a tournament that is over.
func checkTournament(t *rapid.T, tour *tournament.Tournament, players int, withdrew map[int]int) {
	t.Helper()
	if tour.Stage != tournament.Decided || tour.Ended.IsZero() || len(tour.Boards) != tour.Round || tour.Round > len(tournament.RoundRobin(players)) {
		t.Fatalf("after all rounds it is %+v", tour)
	}
	if tour.Round < tour.Rounds && players-len(withdrew) > 1 {
		t.Fatalf("it ended after round %d of %d, with %d players of %d gone", tour.Round, tour.Rounds, len(withdrew), players)
	}
	games := map[game.ID]bool{}
	paired := map[[2]int]bool{}
	points, fixtures := 0.0, 0.0
	for r, boards := range tour.Boards {
		seen := map[int]bool{}
		for _, m := range boards {
			if satOut := m.Bye() && slices.Contains(tournament.RoundRobin(players)[r], m.Pairing); !satOut || tour.System == tournament.SwissSystem {
				points++
			}
			for _, p := range []int{m.Red, m.Black} {
				since, gone := withdrew[p]
				if p != tournament.NoOpponent && (seen[p] || gone && r+1 > since) {
					t.Fatalf("round %d: player %d is paired twice, or after they withdrew in round %d: %+v", r+1, p, since, boards)
				}
				seen[p] = true
			}
			pair := [2]int{min(m.Red, m.Black), max(m.Red, m.Black)}
			switch {
			case m.Bye():
			case games[m.Game] || m.Game == 0:
				t.Fatalf("round %d: a board has the game of another: %+v", r+1, boards)
			case paired[pair] && tour.System == tournament.RoundRobinSystem:
				t.Fatalf("round %d: they have met: %+v", r+1, m)
			}
			games[m.Game], paired[pair] = true, true
			if !m.Bye() {
				fixtures++
			}
		}
		for p := range players {
			if since, gone := withdrew[p]; !seen[p] && (!gone || r+1 <= since) {
				t.Fatalf("round %d: player %d is missing: %+v", r+1, p, boards)
			}
		}
	}
	awarded, against := 0.0, 0.0
	for _, l := range tour.Table(tour.Round) {
		awarded += l.Score
		for other := range players {
			score, met := tour.ScoreAgainst(l.Player, other, tour.Round)
			reverse, reverseMet := tour.ScoreAgainst(other, l.Player, tour.Round)
			if want := paired[[2]int{min(l.Player, other), max(l.Player, other)}]; met != want || reverseMet != want {
				t.Fatalf("players %d and %d, met %v: %v in %v, %v in %v", l.Player, other, want, score, met, reverse, reverseMet)
			}
			against += score
		}
	}
	if against != fixtures {
		t.Fatalf("the games of all pairs sum up to %v points, want %v", against, fixtures)
	}
	if math.Abs(awarded-points) > 1e-9 {
		t.Fatalf("%v of %v points awarded", awarded, points)
	}
}

// Players are seeded by rating. A Swiss tournament without a number of rounds has the base-2 logarithm of its players,
// rounded up.
func TestSeeds(t *testing.T) {
	tour := signedUp(t, tournament.Spec{System: tournament.SwissSystem}, 5)
	must(t, tour.Start(in("manager", true), map[game.Person]float64{player(3): 1800, player(0): 1500}, start))
	if tour.Rounds != 3 || tour.Players[0].Person != player(3) || tour.Players[1].Person != player(0) {
		t.Errorf("it starts as %+v", tour)
	}
}

func ok[V any](value V, err error) func(gametest.T) V { return gametest.OK(value, err) }

func errOf[V any](_ V, err error) error { return err }
