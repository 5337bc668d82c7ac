package bot

import (
	"context"
	"time"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/game"
	"xiangqibot/bot/member"
	"xiangqibot/bot/view"
)

// vacations is /vacation: it stops a person's clocks in the server's correspondence games for some days.
type vacations struct {
	people *member.Service
}

func (c memberCommands) Vacation() *Command { return vacations{c.members}.command() }

func (v vacations) command() *Command {
	return &Command{name: "vacation", private: true, subs: []*Command{
		{
			name: "vacation start", private: true, run: v.start,
			options: []commandOption{{name: "days", kind: discordgo.ApplicationCommandOptionInteger, atLeast: 1, atMost: game.MaxVacationDays}},
		},
		{name: "vacation end", private: true, run: v.end},
		{
			name: "vacation show", private: true,
			run: func(ctx context.Context, r *Request) (view.Reply, error) {
				return v.state(ctx, r, view.VacationUnchanged)
			},
		},
	}}
}

func (v vacations) start(ctx context.Context, r *Request) (view.Reply, error) {
	days, _ := r.Number("days")
	begun, err := v.people.StartVacation(ctx, r.Act(), int(days))
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
