package bot

import (
	"context"
	"time"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/game"
	"xiangqibot/bot/view"
	"xiangqibot/bot/words"
)

// vacationCommand is /vacation: a person's clocks in the server's games by the day stand for some days.
func (h *host) vacationCommand() *Command {
	return &Command{name: "vacation", private: true, subs: []*Command{
		{
			name: "vacation start", private: true, run: h.startVacation,
			options: []commandOption{{name: "days", kind: discordgo.ApplicationCommandOptionInteger, atLeast: 1, atMost: game.MaxVacationDays}},
		},
		{name: "vacation end", private: true, run: h.stopVacation},
		{name: "vacation show", private: true, run: h.showVacation},
	}}
}

func (h *host) startVacation(ctx context.Context, r *Request) (view.Reply, error) {
	days, _ := r.Number("days")
	if _, err := h.service.StartVacation(ctx, r.Act(), int(days)); err != nil {
		return view.Reply{}, err
	}
	return h.vacationText(ctx, r, "vacation.started")
}

func (h *host) stopVacation(ctx context.Context, r *Request) (view.Reply, error) {
	if _, err := h.service.StopVacation(ctx, r.Act()); err != nil {
		return view.Reply{}, err
	}
	return h.vacationText(ctx, r, "vacation.ended")
}

func (h *host) showVacation(ctx context.Context, r *Request) (view.Reply, error) {
	return h.vacationText(ctx, r, "")
}

// vacationText tells what was done, if anything, and how it stands with the person's vacation.
func (h *host) vacationText(ctx context.Context, r *Request, done string) (view.Reply, error) {
	v, left, perYear, err := h.service.Vacation(ctx, r.Act())
	if err != nil {
		return view.Reply{}, err
	}
	w := r.Reader.Words
	var said []string
	if done != "" {
		said = append(said, w.Say(done))
	}
	if !v.Since.IsZero() {
		said = append(said, w.Say("vacation.on", words.Vars{"Time": view.Moment(v.Until)}))
	}
	if perYear == 0 {
		said = append(said, w.Say("vacation.none"))
	} else {
		said = append(said, w.Count("vacation.left", perYear, words.Vars{"Left": view.DurationText(w, left.Round(time.Minute))}))
	}
	return view.Private(w.Sentences(said)), nil
}
