package game_test

import (
	"testing"
	"time"

	"xiangqibot/bot/game"
)

// reminded is a game by the clock whose side to move is reminded a day and two hours before the flag falls.
func reminded(t *testing.T, conditions game.Conditions) *game.Game {
	t.Helper()
	g := byClock(t, conditions, false)
	g.Clock.Reminders = []time.Time{g.Clock.Flag.Add(-day), g.Clock.Flag.Add(-2 * time.Hour)}
	g.Outbox.TakeJobs()
	g.Board.Announced = g.Revision
	return g
}

// The time in which the bot was not running does not count: the flag and the reminders come later by as much, and those
// that were sent are not sent again.
func TestExcludeDowntime(t *testing.T) {
	conditions := control(t, "3d")
	g := reminded(t, conditions)
	before := g.Clock
	g.Clock.Reminded = 1
	from := start.Add(2 * day)
	game.ExcludeDowntime(g, from, from.Add(5*time.Hour))
	if g.Clock.Flag != before.Flag.Add(5*time.Hour) || game.TimeLeft(g, g.Turn(), from.Add(6*time.Hour)) != 23*time.Hour {
		t.Errorf("%+v", g.Clock)
	}
	if r := g.Clock.Reminders; len(r) != 2 || r[0] != before.Reminders[0] || r[1] != before.Reminders[1].Add(5*time.Hour) || g.Clock.Reminded != 1 {
		t.Errorf("reminders %v, sent %d; before %v", r, g.Clock.Reminded, before.Reminders)
	}
	if next := g.Next(); !next.Equal(game.QueuedJob{Job: game.Remind{Game: g.ID, N: 1}, At: before.Reminders[1].Add(5 * time.Hour)}) {
		t.Errorf("next is %v", next)
	}
	// Where a part of the downtime did not count anyway, as on a weekend, the reminders move with the flag.
	resting := conditions
	resting.Weekends = true
	rests := reminded(t, resting) // from Saturday noon: until Wednesday midnight
	before = rests.Clock
	monday := time.Date(2026, 11, 23, 0, 0, 0, 0, time.UTC)
	game.ExcludeDowntime(rests, monday.Add(-10*time.Hour), monday.Add(2*time.Hour))
	if r := rests.Clock.Reminders; rests.Clock.Flag != before.Flag.Add(2*time.Hour) || r[0] != before.Reminders[0].Add(2*time.Hour) || r[1] != before.Reminders[1].Add(2*time.Hour) {
		t.Errorf("on a weekend: flag %v, reminders %v; before %v, %v", rests.Clock.Flag, r, before.Flag, before.Reminders)
	}
	// A clock that was started during the downtime, and one that is stopped.
	late := reminded(t, conditions)
	game.ExcludeDowntime(late, start.Add(-time.Hour), start.Add(time.Hour))
	if late.Clock.Flag != start.Add(3*day+time.Hour) {
		t.Errorf("started during the downtime: %+v", late.Clock)
	}
	untimed := active(t, false)
	untimed.Outbox.TakeJobs()
	game.ExcludeDowntime(untimed, start, start.Add(day))
	if queued := untimed.Outbox.TakeJobs(); len(queued) > 0 || untimed.Next().Job != nil || !untimed.Clock.Since.IsZero() {
		t.Errorf("without a clock: %+v, queued %v, next %v", untimed.Clock, queued, untimed.Next())
	}
}
