package bot

import (
	"context"

	"xiangqibot/bot/game"
)

// The Args of PressResume.
const (
	resumeAsk   = "ask"   // the loser asks to play on
	resumeAgree = "agree" // the winner lets him
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

// resumeAsked is whom the loser of g asks to play on; empty where he has not asked, or it is too late.
func resumeAsked(g *game.Game) game.Person {
	winner, _ := g.Winner()
	if g.Last.Kind != game.ResumeAsked || !g.Resumable(g.Updated) {
		return ""
	}
	return g.Seats[winner].Person
}
