package bot

import (
	"context"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/game"
	"xiangqibot/bot/review"
	"xiangqibot/bot/view"
	"xiangqibot/engine/study"
)

// gifNotOver refuses an animation of a game that goes on.
const gifNotOver game.Code = "gif-not-over"

// gifs is /gif: games that are over as animations.
type gifs struct {
	records records
	reviews *review.Service
	view    *view.View
}

func (c studyCommands) Gif() *Command { return gifs{recordsOf(c.host), c.reviews, c.view}.command() }

func (c gifs) command() *Command {
	return &Command{
		name: "gif",
		options: []commandOption{
			c.records.pick.option(), recordOption(),
			{name: "from", kind: discordgo.ApplicationCommandOptionInteger, atLeast: 1},
			{name: "to", kind: discordgo.ApplicationCommandOptionInteger, atLeast: 1},
		},
		run:      c.show,
		complete: c.records.complete,
		presses:  map[view.PressAct]handler{view.PressGIF: c.pressed},
	}
}

// show shows the animation of a game: to everybody where that disturbs nobody, as a record is shown.
func (c gifs) show(ctx context.Context, r *Request) (view.Reply, error) {
	rp, err := c.records.target(ctx, r)
	if err != nil {
		return view.Reply{}, err
	}
	from, _ := r.Number("from")
	to, _ := r.Number("to")
	reply, err := c.animation(ctx, r, rp, view.RoundRange{From: int(from), To: int(to)})
	reply.Private = !rp.Public
	return reply, err
}

// pressed gives the game of a button as an animation, to the person who pressed alone.
func (c gifs) pressed(ctx context.Context, r *Request) (view.Reply, error) {
	id, record, err := view.ParseGIF(r.Press)
	if err != nil {
		return view.Reply{}, err
	}
	rp, err := c.records.replay(ctx, r, id, record)
	if err != nil {
		return view.Reply{}, err
	}
	reply, err := c.animation(ctx, r, rp, view.RoundRange{})
	reply.Private = true
	return reply, err
}

// animation makes an animation, with the mistakes that the review of the game has found, if there is one.
func (c gifs) animation(ctx context.Context, r *Request, rp *view.Replay, part view.RoundRange) (view.Reply, error) {
	if !rp.Over {
		return view.Reply{}, &game.Refusal{Code: gifNotOver, Game: rp.Game}
	}
	rec := rp.Sheet.Record()
	var reviewed *study.Study
	found, err := c.reviews.Find(ctx, review.Subject{Game: rp.Game, Record: rp.Record}, &rec)
	if err != nil {
		return view.Reply{}, err
	}
	if found != nil {
		reviewed = found.Study
	}
	return c.view.GIF(rp, reviewed, part, r.Viewer)
}
