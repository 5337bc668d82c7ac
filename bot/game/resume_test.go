package game_test

import (
	"slices"
	"testing"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/engine/board"
	"xiangqibot/engine/rules"
)

// lostOnTime is a rated game that Alice, Red, has lost on time after these moves, a day after the last of them.
func lostOnTime(t testing.TB, conditions game.Conditions) *game.Game {
	t.Helper()
	g := byClock(t, conditions, true)
	play(t, g, quickMate[:2]...)
	if !game.FallFlag(g, g.Clock.Flag) {
		t.Fatal("the flag stands")
	}
	g.Outbox.TakeJobs()
	return g
}

func TestResume(t *testing.T) {
	for name, want := range map[string]time.Duration{"1d": day, "10d+1d": day, "5d+12h": day, "3d+7d": 7 * day, "10+10": time.Minute, "5+180": 3 * time.Minute} {
		g := lostOnTime(t, control(t, name))
		black := game.TimeLeft(g, board.Black, start)
		at := g.Clock.Fell.Add(day - time.Millisecond)
		refused(t, game.Resume(g, bob, at), game.NoOffer)
		refused(t, game.AskResume(g, bob, at), game.NotYoursToAsk)
		refused(t, game.AskResume(g, eve, at), game.NotYourGame)
		must(t, game.AskResume(g, alice, at))
		refused(t, game.AskResume(g, alice, at), game.AlreadyOffered)
		refused(t, game.Resume(g, alice, at), game.NoOffer)
		refused(t, game.Resume(g, bob, at.Add(time.Millisecond)), game.NotResumable)
		must(t, game.Resume(g, bob, at))
		if g.State != game.Active || g.Outcome != rules.Ongoing || g.End != game.NotEnded || g.Turn() != board.Red {
			t.Errorf("%s: %v, %v by %v, ratings %v", name, g.State, g.Outcome, g.End, g.After)
		}
		if left := game.TimeLeft(g, board.Red, at); left != want || game.TimeLeft(g, board.Black, at) != black {
			t.Errorf("%s: Red has %v, want %v; Black %v, before %v", name, left, want, game.TimeLeft(g, board.Black, at), black)
		}
		must(t, game.Play(g, alice, move(t, quickMate[2]), at))
		refused(t, game.AskResume(g, alice, at), game.NotResumable)
	}
}

// The message of a simultaneous display tells no result of a game that is played on.
func TestResumeInADisplay(t *testing.T) {
	g := lostOnTime(t, control(t, "1d"))
	g.Simul = display.ID
	must(t, game.AskResume(g, alice, g.Clock.Fell))
	g.Outbox.TakeJobs()
	must(t, game.Resume(g, bob, g.Clock.Fell))
	updatesDisplay := func(q game.QueuedJob) bool { return q.Job == game.UpdateDisplay{Simul: display.ID} }
	if queued := g.Outbox.TakeJobs(); !slices.ContainsFunc(queued, updatesDisplay) {
		t.Errorf("queued are %v", queued)
	}
}

// What was planned before the flag fell is still planned when the game goes on, unless its planner has been forgotten
// meanwhile.
func TestPlansSurviveTheFlag(t *testing.T) {
	g := byClock(t, control(t, "1d"), false)
	must(t, game.Play(g, alice, move(t, "h2e2"), start))
	must(t, game.Play(g, bob, move(t, "h9g7"), start))
	must(t, game.AddLine(g, bob, line(t, "h0g2 i9h9 i0h0 g6g5"), start))
	if !game.FallFlag(g, g.Clock.Flag) {
		t.Fatal("the flag stands")
	}
	at := g.Clock.Fell
	refused(t, game.AddLine(g, bob, line(t, "b0c2 i9h9"), at), game.GameOver)
	forgotten := clone(g)
	game.Forget(forgotten, bob)
	if len(lines(forgotten, board.Black)) != 0 {
		t.Errorf("planned by somebody forgotten: %v", lines(forgotten, board.Black))
	}
	must(t, game.AskResume(g, alice, at))
	must(t, game.Resume(g, bob, at))
	must(t, game.Play(g, alice, move(t, "h0g2"), at))
	if want := []string{"i0h0g6g5"}; g.LastMove() != move(t, "i9h9") || !slices.Equal(lines(g, board.Black), want) {
		t.Errorf("the answer was %v, planned are %v, want %v", g.LastMove(), lines(g, board.Black), want)
	}
}

func TestWhatCannotBeResumed(t *testing.T) {
	resigned := byClock(t, control(t, "1d"), true)
	play(t, resigned, quickMate[:2]...)
	must(t, game.Resign(resigned, alice, start))
	refused(t, game.AskResume(resigned, alice, start), game.NotResumable)
	calledOff := byClock(t, control(t, "1d"), true)
	game.FallFlag(calledOff, calledOff.Clock.Flag)
	refused(t, game.AskResume(calledOff, alice, calledOff.Clock.Fell), game.NotResumable)
	g := againstBot(t, game.WantBlack, false)
	refused(t, game.AskResume(g, alice, start), game.NotResumable)
	late := lostOnTime(t, control(t, "1d"))
	refused(t, game.AskResume(late, alice, late.Clock.Fell.Add(day)), game.NotResumable)
}
