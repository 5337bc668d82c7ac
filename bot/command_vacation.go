package bot

import (
	"context"
	"time"

	"xiangqibot/bot/member"
	"xiangqibot/bot/view"
)

// vacations is a group of /settings: it stops a person's clocks in the server's correspondence games for some days.
type vacations struct {
	people *member.Service
}

// start starts a vacation of so many days, of all that are left for 0.
func (v vacations) start(ctx context.Context, r *Request, days int) (view.Reply, error) {
	begun, err := v.people.StartVacation(ctx, r.Act(), days)
	switch asked := time.Duration(days) * 24 * time.Hour; {
	case err != nil:
		return view.Reply{}, err
	case begun.Until.Sub(begun.Since) < asked:
		return v.state(ctx, r, view.VacationShortened)
	}
	return v.state(ctx, r, view.VacationStarted)
}

func (v vacations) end(ctx context.Context, r *Request) (view.Reply, error) {
	if _, err := v.people.StopVacation(ctx, r.Act()); err != nil {
		return view.Reply{}, err
	}
	return v.state(ctx, r, view.VacationEnded)
}

// state shows the person their vacation, and what has just changed.
func (v vacations) state(ctx context.Context, r *Request, done view.VacationChange) (view.Reply, error) {
	vacation, left, perYear, err := v.people.Vacation(ctx, r.Act())
	if err != nil {
		return view.Reply{}, err
	}
	return view.Vacation(done, vacation, left, perYear, r.Viewer), nil
}
