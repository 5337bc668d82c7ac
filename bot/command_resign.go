package bot

import (
	"context"

	"xiangqibot/bot/game"
	"xiangqibot/bot/view"
)

// resignCommand is /resign: it asks whether that is meant, and leaves the rest to the button.
func (h *host) resignCommand() *Command {
	return &Command{
		name: "resign", private: true,
		options: []commandOption{gameOption()},
		run: func(ctx context.Context, r *Request) (view.Reply, error) {
			g, err := h.resigning(ctx, r, r.Game())
			if err != nil {
				return view.Reply{}, err
			}
			return h.view.ConfirmResign(g, r.Reader), nil
		},
		complete: h.completeGame,
	}
}

// playing is the game that the person means and can act in: one that he plays and that goes on.
func (h *host) playing(ctx context.Context, r *Request, id game.ID) (*game.Game, error) {
	g, err := h.service.Find(ctx, r.Act(), id)
	if err != nil {
		return nil, err
	}
	if g.State == game.Active {
		return g, nil
	}
	if g.State == game.Offered {
		return nil, &game.Refusal{Code: game.NotStarted, Game: g.ID}
	}
	return nil, &game.Refusal{Code: game.GameOver, Game: g.ID}
}

// resigning is the game that the person may resign: of a team only the captain may, and one without a captain votes.
func (h *host) resigning(ctx context.Context, r *Request, id game.ID) (*game.Game, error) {
	g, err := h.playing(ctx, r, id)
	if err != nil {
		return nil, err
	}
	side, plays := g.SeatOf(r.Reader.Person)
	if !plays || !g.Seats[side].Team {
		return g, nil
	}
	captain := g.Vote.CaptainOf(side)
	if captain == "" {
		return nil, &game.Refusal{Code: game.VoteToResign, Game: g.ID}
	}
	if captain != r.Reader.Person {
		return nil, &game.Refusal{Code: game.NotCaptain, Game: g.ID}
	}
	return g, nil
}

// pressResign asks the same as the command, from the button under the board.
func (h *host) pressResign(ctx context.Context, r *Request) (view.Reply, error) {
	g, err := h.resigning(ctx, r, r.Press.Game)
	if err != nil {
		return view.Reply{}, err
	}
	return h.view.ConfirmResign(g, r.Reader), nil
}

// pressResignYes resigns. The private question turns into its answer, and the channel sees the result.
func (h *host) pressResignYes(ctx context.Context, r *Request) (view.Reply, error) {
	g, err := h.service.Resign(ctx, r.Act(), r.Press.Game)
	if err != nil {
		return view.Reply{}, err
	}
	reply := view.Private(r.Reader.Words.Say("resign.done"))
	reply.InPlace = true
	reply.Also = []view.Reply{h.passed(ctx, g, r)}
	return reply, nil
}

// pressClose puts a private question away.
func (h *host) pressClose(_ context.Context, r *Request) (view.Reply, error) {
	reply := view.Private(r.Reader.Words.Say("question.closed"))
	reply.InPlace = r.Ephemeral
	return reply, nil
}
