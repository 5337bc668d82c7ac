package game_test

import (
	"errors"
	"testing"
	"time"

	"pgregory.net/rapid"

	"xiangqibot/bot/game"
	"xiangqibot/bot/game/clocks"
	"xiangqibot/bot/game/gametest"
	"xiangqibot/engine/board"
	"xiangqibot/engine/rules"
	"xiangqibot/engine/testcases"
	"xiangqibot/store"
	"xiangqibot/store/storetest"
)

// byClock is a game of Alice, Red, and Bob by the clock.
func byClock(t testing.TB, conditions game.Conditions, rated bool) *game.Game {
	t.Helper()
	g := &game.Game{ID: 9}
	spec := game.ChallengeSpec{Opponent: bob, ColorChoice: game.WantRed, Rated: rated, Conditions: conditions}
	must(t, game.OfferChallenge(g, game.Act{Actor: alice, Channel: "c"}, spec, game.Terms{Rules: "asian"}, start))
	must(t, game.AcceptChallenge(g, bob, board.Red, start))
	g.Outbox.TakeJobs()
	return g
}

func control(t testing.TB, text string) game.Conditions {
	t.Helper()
	c := ok(clocks.ParseTimeControl(text))(t)
	return game.Conditions{Time: c}
}

// Each step: after so long the side to move plays; then Red and Black have so much left.
func TestTimeLeft(t *testing.T) {
	type step struct {
		after, red, black time.Duration
	}
	hour, minute, second := time.Hour, time.Minute, time.Second
	for name, steps := range map[string][]step{
		"3d":     {{0, 3 * day, 3 * day}, {2 * day, 3 * day, 3 * day}, {day, 3 * day, 3 * day}},
		"10d+1d": {{2 * day, 9 * day, 10 * day}, {hour, 9 * day, 11*day - hour}, {9*day - hour, day + hour, 11*day - hour}},
		"15+10":  {{5 * second, 15*minute + 5*second, 15 * minute}, {minute, 15*minute + 5*second, 14*minute + 10*second}},
		"none":   {{20 * day, 0, 0}},
		// The clock of the machine is set back: nobody gains by it, and who thinks next does so from then on.
		"5+10": {{5 * second, 5*minute + 5*second, 5 * minute}, {-hour, 5*minute + 5*second, 5*minute + 10*second},
			{minute, 4*minute + 15*second, 5*minute + 10*second}},
	} {
		t.Run(name, func(t *testing.T) {
			g, now := byClock(t, control(t, name), true), start
			for i, s := range steps {
				now = now.Add(s.after)
				must(t, game.Play(g, g.Seats[g.Turn()].Person, move(t, quickMate[i]), now))
				if red, black := game.TimeLeft(g, board.Red, now), game.TimeLeft(g, board.Black, now); red != s.red || black != s.black {
					t.Errorf("move %d: Red has %v, Black %v; want %v and %v", i+1, red, black, s.red, s.black)
				}
			}
		})
	}
}

// Each step: after so long the side to move plays, or somebody's latest move is taken back; then Red and Black have so
// much left.
func TestTimeLeftAfterTakebacks(t *testing.T) {
	type step struct {
		after      time.Duration
		back       game.Person // asks to take back, and the other agrees; empty: a move
		red, black time.Duration
	}
	hour, minute, second := time.Hour, time.Minute, time.Second
	for name, steps := range map[string][]step{
		// By the move both have the whole time again: in turn each had begun to think about an answer.
		"3d": {
			{day, "", 3 * day, 3 * day}, {2 * day, alice, 3 * day, 3 * day},
			{0, "", 3 * day, 3 * day}, {day, "", 3 * day, 3 * day}, {2 * day, alice, 3 * day, 3 * day},
		},
		// The increment goes with its move, the time that was used is gone.
		"15+10": {
			{minute, "", 14*minute + 10*second, 15 * minute}, {5 * second, alice, 14 * minute, 14*minute + 55*second},
			{0, "", 14*minute + 10*second, 14*minute + 55*second}, {0, "", 14*minute + 10*second, 15*minute + 5*second},
			{4 * second, alice, 13*minute + 56*second, 14*minute + 55*second},
		},
		// One who lives on the increment keeps that much, and one who has less keeps what they have.
		"10d+1d": {
			{10*day - hour, "", day + hour, 10 * day}, {0, "", day + hour, 11 * day}, {2 * hour, alice, day - hour, 10 * day},
		},
		"5+20": {
			{5*minute - second, "", 21 * second, 5 * minute}, {0, "", 21 * second, 5*minute + 20*second},
			{second / 2, alice, 20 * second, 5 * minute},
		},
	} {
		t.Run(name, func(t *testing.T) {
			g, now := byClock(t, control(t, name), false), start
			for i, s := range steps {
				now = now.Add(s.after)
				if s.back == "" {
					must(t, game.Play(g, g.Seats[g.Turn()].Person, move(t, quickMate[g.Ply()]), now))
				} else {
					must(t, game.AskTakeback(g, s.back, now))
					must(t, game.AcceptTakeback(g, map[game.Person]game.Person{alice: bob, bob: alice}[s.back], now))
				}
				if red, black := game.TimeLeft(g, board.Red, now), game.TimeLeft(g, board.Black, now); red != s.red || black != s.black {
					t.Errorf("step %d: Red has %v, Black %v; want %v and %v", i+1, red, black, s.red, s.black)
				}
			}
		})
	}
}

func TestFlagFalls(t *testing.T) {
	bare := testcases.Position(t, "3k5/9/9/9/9/9/9/9/4A4/R3K4 b - - 0 1")
	for name, test := range map[string]struct {
		moves   int
		from    board.Position
		outcome rules.Outcome
		end     game.End
		counts  bool
	}{
		"before Red's first move":      {0, board.StartPosition(), rules.Ongoing, game.Aborted, false},
		"before Black's first move":    {1, board.StartPosition(), rules.Ongoing, game.Aborted, false},
		"Red's":                        {2, board.StartPosition(), rules.BlackWins, game.ByTime, true},
		"Black's":                      {3, board.StartPosition(), rules.RedWins, game.ByTime, true},
		"Red's, and Black cannot mate": {3, bare, rules.Draw, game.ByTime, true},
	} {
		t.Run(name, func(t *testing.T) {
			g := byClock(t, control(t, "1d"), true)
			if test.from != board.StartPosition() { // Black moves first there: bare kings run to and fro, and Red has a rook
				g = &game.Game{ID: 9}
				spec := game.ChallengeSpec{Opponent: bob, ColorChoice: game.WantRed, Rated: true, Conditions: control(t, "1d")}
				must(t, game.OfferChallenge(g, game.Act{Actor: alice}, spec, game.Terms{Rules: "asian"}, start))
				g.Record.Start = test.from
				must(t, game.AcceptChallenge(g, bob, board.Red, start))
				play(t, g, "d9d8", "a0a1", "d8d9")
			} else {
				play(t, g, quickMate[:test.moves]...)
			}
			late := g.Turn()
			if game.FallFlag(g, start.Add(day-time.Millisecond)) {
				t.Fatal("it fell too early")
			}
			refused(t, game.Play(g, g.Seats[late].Person, move(t, "h2e2"), start.Add(day)), game.FlagFell)
			refused(t, game.Resign(g, g.Seats[late.Opponent()].Person, start.Add(day)), game.FlagFell)
			refused(t, game.Resign(g, eve, start.Add(day)), game.NotYourGame)
			g.Outbox.TakeJobs()
			if !game.FallFlag(g, start.Add(day)) || g.State != game.Finished || g.Outcome != test.outcome || g.End != test.end {
				t.Fatalf("%v, %v by %v; want %v by %v", g.State, g.Outcome, g.End, test.outcome, test.end)
			}
			if g.Last.Kind != game.Ended || g.Last.By != late || g.Last.Move != board.NoMove {
				t.Errorf("last is %+v", g.Last)
			}
			queued := g.Outbox.TakeJobs()
			if len(queued) != 1 || queued[0].At != start.Add(day) {
				t.Errorf("queued are %v, want an announcement at once", queued)
			}
			if _, counts := g.Score(board.Red); counts != test.counts || g.Counts() != test.counts {
				t.Errorf("it has a score: %v, counts: %v; want %v", counts, g.Counts(), test.counts)
			}
			if game.FallFlag(g, start.Add(2*day)) {
				t.Error("it fell twice")
			}
		})
	}
}

// The bot's clock never runs: whoever waits for it loses nothing by that.
func TestBotsClockNeverRuns(t *testing.T) {
	g := &game.Game{ID: 8}
	must(t, game.OfferChallenge(g, game.Act{Actor: alice}, game.ChallengeSpec{Level: 3, ColorChoice: game.WantBlack, Conditions: control(t, "10+10")}, game.Terms{}, start))
	must(t, gametest.BotPlays(g, move(t, "h2e2"), false, start.Add(time.Hour)))
	if game.TimeLeft(g, board.Black, start.Add(time.Hour+time.Minute)) != 9*time.Minute {
		t.Errorf("Black has %v left", game.TimeLeft(g, board.Black, start.Add(time.Hour+time.Minute)))
	}
	refused(t, gametest.BotPlays(g, move(t, "h2e2"), true, start.Add(2*time.Hour)), game.Outdated)
	if !game.FallFlag(g, start.Add(2*time.Hour)) || g.End != game.Aborted {
		t.Errorf("%v by %v", g.State, g.End)
	}
}

// A weekend is Saturday and Sunday, in UTC. The games of these tests begin on a Saturday at noon.
func TestWeekendsDoNotCount(t *testing.T) {
	conditions := control(t, "3d")
	conditions.Weekends = true
	g := byClock(t, conditions, false)
	if want := time.Date(2026, 11, 26, 0, 0, 0, 0, time.UTC); !g.Clock.Flag.Equal(want) {
		t.Errorf("begun on Saturday, the flag falls on %v, want %v", g.Clock.Flag, want)
	}
	tuesday := time.Date(2026, 11, 24, 15, 0, 0, 0, time.UTC)
	must(t, game.Play(g, alice, move(t, "h2e2"), tuesday))
	if want := time.Date(2026, 11, 27, 15, 0, 0, 0, time.UTC); !g.Clock.Flag.Equal(want) {
		t.Errorf("from Tuesday, the flag falls on %v, want %v", g.Clock.Flag, want)
	}
	friday := time.Date(2026, 11, 27, 14, 0, 0, 0, time.UTC)
	must(t, game.Play(g, bob, move(t, "h9g7"), friday))
	if want := time.Date(2026, 12, 2, 14, 0, 0, 0, time.UTC); !g.Clock.Flag.Equal(want) {
		t.Errorf("from Friday, the flag falls on %v, want %v", g.Clock.Flag, want)
	}
}

// Whenever a clock starts and whatever it has: the flag falls on a weekday, when all that was left has counted and not
// before; what is left never grows, goes down one for one on weekdays, and stands on weekends.
func TestLawsOfWeekends(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		from := start.Add(time.Duration(rapid.Int64Range(0, int64(60*day/time.Millisecond)).Draw(t, "from")) * time.Millisecond)
		g := &game.Game{ID: 9}
		spec := game.ChallengeSpec{Opponent: bob, ColorChoice: game.WantRed}
		spec.Time, spec.Weekends = clocks.TimeControl{PerMove: time.Duration(rapid.IntRange(1, 14).Draw(t, "days")) * day}, true
		must(t, errors.Join(game.OfferChallenge(g, game.Act{Actor: alice}, spec, game.Terms{}, from), game.AcceptChallenge(g, bob, board.Red, from)))
		flag := g.Clock.Flag
		weekend := func(at time.Time) bool { return at.Weekday() == time.Saturday || at.Weekday() == time.Sunday }
		if weekend(flag) || game.TimeLeft(g, board.Red, flag) != 0 || flag.Sub(from) < spec.Time.PerMove {
			t.Fatalf("from %v the flag falls on %v with %v left", from, flag, game.TimeLeft(g, board.Red, flag))
		}
		at := from.Add(time.Duration(rapid.Int64Range(0, int64(flag.Sub(from)/time.Second)-1).Draw(t, "at")) * time.Second)
		used := game.TimeLeft(g, board.Red, at) - game.TimeLeft(g, board.Red, at.Add(time.Second))
		switch whole := weekend(at) == weekend(at.Add(time.Second)); {
		case whole && weekend(at) && used != 0, whole && !weekend(at) && used != time.Second, used < 0, used > time.Second:
			t.Fatalf("the second from %v (%v) cost %v", at, at.Weekday(), used)
		}
	})
}

// An act that comes after the flag is refused, and the game is over nevertheless; a second delivery of it says nothing.
func TestLateActLetsTheFlagFall(t *testing.T) {
	store, now := storetest.New(t, store.Options{}), start
	service := gametest.New(storetest.Stores(store.DB), nil, game.Options{Clock: func() time.Time { return now }})
	act := func(p game.Person, key string) game.Act {
		return game.Act{Actor: p, Guild: "g", Channel: "c", Key: key}
	}
	g := ok(service.Challenge(t.Context(), act(alice, "1"), game.ChallengeSpec{Opponent: bob, ColorChoice: game.WantRed, Rated: true}))(t)
	if g.Time.String() != "3d" {
		t.Errorf("a rated game has the time control %v", g.Time)
	}
	ok(service.Accept(t.Context(), act(bob, "2"), g.ID))(t)
	ok(service.Move(t.Context(), act(alice, "3"), g.ID, "h2e2"))(t)
	ok(service.Move(t.Context(), act(bob, "4"), g.ID, "h9g7"))(t)
	now = now.Add(3*day - time.Millisecond)
	notYet(t, service.Flag(t.Context(), game.Flag{Game: g.ID, Ply: 2}), time.Millisecond)
	must(t, service.Flag(t.Context(), game.Flag{Game: g.ID, Ply: 1}))
	must(t, service.Flag(t.Context(), game.Flag{Game: 99, Ply: 1}))
	now = now.Add(time.Millisecond)
	refused(t, errOf(service.Move(t.Context(), act(eve, "5"), g.ID, "h0g2")), game.NotYourGame)
	refused(t, errOf(service.Move(t.Context(), act(alice, "6"), g.ID, "h0g2")), game.FlagFell)
	refused(t, errOf(service.Move(t.Context(), act(alice, "6"), g.ID, "h0g2")), game.AlreadyDone)
	g = ok(service.Game(t.Context(), g.ID))(t)
	if g.State != game.Finished || g.Outcome != rules.BlackWins || g.End != game.ByTime {
		t.Errorf("%v, %v by %v", g.State, g.Outcome, g.End)
	}
	must(t, service.Flag(t.Context(), game.Flag{Game: g.ID, Ply: 2}))
}

// notYet checks that a job asks to be called again after a time.
func notYet(t *testing.T, err error, after time.Duration) {
	t.Helper()
	var early *game.NotYet
	if !errors.As(err, &early) || early.After != after {
		t.Errorf("the job returns %v, want to be called again after %v", err, after)
	}
}
