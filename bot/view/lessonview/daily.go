package lessonview

import (
	"strings"

	"xiangqibot/bot/solving"
	"xiangqibot/bot/view"
	"xiangqibot/bot/words"
	"xiangqibot/engine/board"
)

// PuzzleOfDay shows the puzzle of the day to a solver, with their streak, what the server has done of it, and the
// solution of yesterday's.
func (v Puzzles) PuzzleOfDay(t solving.Today, r view.Viewer) view.Reply {
	w := r.Words
	lines := []string{w.Count("daily.head", t.Streak)}
	switch {
	case t.Solved:
		lines = append(lines, w.Say("daily.solved"))
	case t.Tried:
		lines = append(lines, w.Say("daily.missed"))
	}
	if t.Counts.Tried > 0 {
		lines = append(lines, w.Say("daily.here", words.Vars{"Solved": t.Counts.Solved, "Tried": t.Counts.Tried}))
	}
	before := w.Say("daily.before", words.Vars{"ID": t.Yesterday.ID(), "Line": puzzleLine(t.Yesterday, r)})
	if t.YesterdayCounts.Tried > 0 {
		there := w.Say("daily.here", words.Vars{"Solved": t.YesterdayCounts.Solved, "Tried": t.YesterdayCounts.Tried})
		before = w.Sentences([]string{before, there})
	}
	next := view.RelativeTime(t.Next)
	lines = append(lines, "-# "+before, "-# "+w.Say("daily.next", words.Vars{"When": next}))
	reply := v.Puzzle(t.Puzzle, nil, board.NoSquare, "", r)
	reply.Text = strings.Join(lines, "\n") + "\n" + reply.Text
	return reply
}
