package bot

import (
	"context"

	"xiangqibot/bot/solving"
	"xiangqibot/bot/view"
)

// dailies shows the puzzle of the day, in a message that only the solver sees.
type dailies struct {
	days *solving.DailyPuzzles
	view view.Puzzles
}

func (c dailies) daily(ctx context.Context, r *Request) (view.Reply, error) {
	today, err := c.days.Today(ctx, r.Viewer.Person, r.Guild)
	if err != nil {
		return view.Reply{}, err
	}
	return c.view.PuzzleOfDay(today, r.Viewer), nil
}
