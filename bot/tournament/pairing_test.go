package tournament_test

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"xiangqibot/bot/tournament"
)

// The table of Berger for six players, as the handbook of FIDE prints it (Annex 1 of the pairing rules), players
// numbered from 1.
func TestBergerTable(t *testing.T) {
	want := []string{"1-6 2-5 3-4", "6-4 5-3 1-2", "2-6 3-1 4-5", "6-5 1-4 2-3", "3-6 4-2 5-1"}
	for r, round := range tournament.RoundRobin(6) {
		got := ""
		for i, p := range round {
			if i > 0 {
				got += " "
			}
			got += fmt.Sprintf("%d-%d", p.Red+1, p.Black+1)
		}
		if got != want[r] {
			t.Errorf("round %d is %s, want %s", r+1, got, want[r])
		}
	}
}

// Each player meets every other once and is in every round, with one bye each if their number is odd, and colors are as
// even as possible.
func TestLawsOfRoundRobin(t *testing.T) {
	for n := range 41 {
		rounds := tournament.RoundRobin(n)
		met := map[[2]int]int{}
		reds, byes := make([]int, n), make([]int, n)
		for r, round := range rounds {
			seen := make([]bool, n)
			for _, p := range round {
				for _, player := range []int{p.Red, p.Black} {
					if player == tournament.NoOpponent {
						byes[p.Red]++
						continue
					}
					if seen[player] {
						t.Fatalf("%d players, round %d: %d sits at two boards", n, r+1, player+1)
					}
					seen[player] = true
				}
				if !p.Bye() {
					met[[2]int{min(p.Red, p.Black), max(p.Red, p.Black)}]++
					reds[p.Red]++
					reds[p.Black]--
				}
			}
			if slices.Contains(seen, false) {
				t.Fatalf("%d players: somebody is missing in round %d: %v", n, r+1, round)
			}
		}
		if len(met) != n*(n-1)/2 {
			t.Errorf("%d players: %d pairs met, want %d", n, len(met), n*(n-1)/2)
		}
		for p := range n {
			if reds[p] < -1 || reds[p] > 1 {
				t.Errorf("%d players: %d has Red %d times more often than Black", n, p+1, reds[p])
			}
			if n > 1 && byes[p] != n%2 {
				t.Errorf("%d players: %d has %d byes", n, p+1, byes[p])
			}
		}
	}
}

// In a Swiss tournament of any size, with any results and withdrawals, every active player is paired once a round,
// nobody meets the same opponent again or has a second bye if that can be avoided, and color counts differ by at most
// two.
func TestLawsOfSwiss(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 40).Draw(t, "players")
		rounds := 1
		for 1<<rounds < n {
			rounds++
		}
		var met []tournament.Result
		gone := map[int]bool{}
		pairs := map[[2]int]bool{}
		byes, reds := make([]int, n), make([]int, n)
		for r := range rounds {
			if n > 8 && rapid.IntRange(0, 3).Draw(t, "leaves") == 0 && len(gone) < n/8 {
				gone[rapid.IntRange(0, n-1).Draw(t, "who")] = true
			}
			round := tournament.Swiss(n, met, func(p int) bool { return gone[p] })
			seen := map[int]bool{}
			for _, p := range round {
				for _, player := range []int{p.Red, p.Black} {
					if seen[player] || gone[player] {
						t.Fatalf("round %d: %d plays twice, or is out: %v", r+1, player, round)
					}
					seen[player] = true
				}
				m := tournament.Result{Pairing: p, Score: 1}
				if p.Bye() {
					if byes[p.Red]++; byes[p.Red] > 1 {
						t.Fatalf("round %d: a second bye for %d", r+1, p.Red)
					}
				} else {
					key := [2]int{min(p.Red, p.Black), max(p.Red, p.Black)}
					if pairs[key] {
						t.Fatalf("round %d of %d with %d players: %v meet again", r+1, rounds, n, key)
					}
					pairs[key] = true
					reds[p.Red]++
					reds[p.Black]--
					m.Score = rapid.SampledFrom([]float64{0, 0.5, 1}).Draw(t, "score")
				}
				met = append(met, m)
			}
			delete(seen, tournament.NoOpponent)
			if len(seen) != n-len(gone) {
				t.Fatalf("round %d: %d of %d play", r+1, len(seen), n-len(gone))
			}
			for p := range n {
				if reds[p] < -2 || reds[p] > 2 {
					t.Fatalf("round %d: %d has Red %d times more often than Black", r+1, p, reds[p])
				}
			}
		}
	})
}

// When everybody has met everybody, they meet again. Without players there are no pairings.
func TestSwissWithTooFewPlayers(t *testing.T) {
	met := []tournament.Result{{Pairing: tournament.Pairing{Red: 0, Black: 1}, Score: 1}}
	if round := tournament.Swiss(2, met, nil); len(round) != 1 || round[0] != (tournament.Pairing{Red: 1, Black: 0}) {
		t.Errorf("two players who have met: %v", round)
	}
	if round := tournament.Swiss(1, []tournament.Result{{Pairing: tournament.Pairing{Red: 0, Black: tournament.NoOpponent}, Score: 1}}, nil); len(round) != 1 || !round[0].Bye() {
		t.Errorf("one player: %v", round)
	}
	if round := tournament.Swiss(0, nil, nil); len(round) != 0 {
		t.Errorf("nobody: %v", round)
	}
}

// Four players, worked out by hand: A beat B and C and drew with D; B beat C and D; C beat D.
func TestStandings(t *testing.T) {
	const a, b, c, d = 0, 1, 2, 3
	table := tournament.Standings(5, []tournament.Result{
		{Pairing: tournament.Pairing{Red: a, Black: b}, Score: 1}, {Pairing: tournament.Pairing{Red: c, Black: a}, Score: 0}, {Pairing: tournament.Pairing{Red: a, Black: d}, Score: 0.5},
		{Pairing: tournament.Pairing{Red: b, Black: c}, Score: 1}, {Pairing: tournament.Pairing{Red: b, Black: d}, Score: 1}, {Pairing: tournament.Pairing{Red: d, Black: c}, Score: 0},
		{Pairing: tournament.Pairing{Red: 4, Black: tournament.NoOpponent}, Score: 1},
	})
	want := []tournament.Standing{
		{Player: a, Place: 1, Score: 2.5, Games: 3, Wins: 2, Buchholz: 3.5, SonnebornBerger: 3.25},
		{Player: b, Place: 2, Score: 2, Games: 3, Wins: 2, Buchholz: 4, SonnebornBerger: 1.5},
		{Player: c, Place: 3, Score: 1, Games: 3, Wins: 1, Buchholz: 5, SonnebornBerger: 0.5},
		{Player: 4, Place: 4, Score: 1},
		{Player: d, Place: 5, Score: 0.5, Games: 3, Buchholz: 5.5, SonnebornBerger: 1.25},
	}
	if !slices.Equal(table, want) {
		t.Errorf("the table is\n%+v, want\n%+v", table, want)
	}
	if tied := tournament.Standings(2, nil); tied[0].Place != 1 || tied[1].Place != 1 {
		t.Errorf("before the first round: %+v", tied)
	}
}
