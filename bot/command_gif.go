package bot

import (
	"context"

	"xiangqibot/bot/game"
	"xiangqibot/bot/review"
	"xiangqibot/bot/view"
)

// gifNotOver refuses an animation of a running game.
const gifNotOver game.Code = "gif-not-over"

// gifs shows finished games as animations.
type gifs struct {
	records records
	reviews *review.Service
	view    *view.View
}

// show shows the animation of a game, publicly if a record would be, see replay.
func (c gifs) show(ctx context.Context, r *Request) (view.Reply, error) {
	rp, err := c.records.target(ctx, r)
	if err != nil {
		return view.Reply{}, err
	}
	from, _ := r.Number("from")
	to, _ := r.Number("to")
	reply, err := c.animation(ctx, r, rp, view.RoundRange{From: int(from), To: int(to)}, r.viewerOf(!rp.Public))
	reply.Private = !rp.Public
	return reply, err
}

// pressed shows the animation of a button's game as an ephemeral message.
func (c gifs) pressed(ctx context.Context, r *Request) (view.Reply, error) {
	id, record := r.Press.Replay()
	rp, err := c.records.replay(ctx, r, id, record)
	if err != nil {
		return view.Reply{}, err
	}
	reply, err := c.animation(ctx, r, rp, view.RoundRange{}, r.Viewer)
	reply.Private = true
	return reply, err
}

// animation makes an animation, with the mistakes found by the review of the game, if there is one.
func (c gifs) animation(
	ctx context.Context, r *Request, rp *view.Replay, part view.RoundRange, viewer view.Viewer,
) (view.Reply, error) {
	if !rp.Over {
		return view.Reply{}, &game.Refusal{Code: gifNotOver, Game: rp.Game}
	}
	rec := rp.Sheet.Record()
	reviewed, err := c.reviews.Marks(ctx, r.Act(), review.Subject{Game: rp.Game, Record: rp.Record}, &rec)
	if err != nil {
		return view.Reply{}, err
	}
	return c.view.GIF(rp, reviewed, part, viewer)
}
