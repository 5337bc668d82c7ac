package bot

import (
	"context"

	"xiangqibot/bot/view"
)

// pressResume asks to play on a game lost on time, or agrees to it.
func (h *host) pressResume(ctx context.Context, r *Request) (view.Reply, error) {
	act := h.service.AskResume
	if r.Press.Arg == view.ResumeAgree {
		act = h.service.Resume
	}
	g, err := act(ctx, r.Act(), r.Press.Game)
	if err != nil {
		return view.Reply{}, err
	}
	return h.passed(ctx, g, r), nil
}
