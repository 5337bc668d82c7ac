package bot

import (
	"context"
)

// pressResume asks to play on a game lost on time, or agrees to it.
func (h *host) pressResume(ctx context.Context, r *Request) (Reply, error) {
	act := h.service.AskResume
	if r.Press.Arg == resumeAgree {
		act = h.service.Resume
	}
	g, err := act(ctx, r.Act(), r.Press.Game)
	if err != nil {
		return Reply{}, err
	}
	return h.passed(ctx, g, r), nil
}
