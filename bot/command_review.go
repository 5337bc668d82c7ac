package bot

import (
	"context"

	"xiangqibot/bot/game"
	"xiangqibot/bot/review"
	"xiangqibot/bot/view"
	"xiangqibot/engine/board"
	"xiangqibot/engine/gamefile"
	"xiangqibot/engine/gamefile/codec"
	"xiangqibot/engine/rules"
)

// reviews is /review: the review of a finished game.
type reviews struct {
	records records
	reviews *review.Service
	view    *view.View
}

// reviewsOf returns the /review command of a host.
func reviewsOf(h *host) reviews { return reviews{recordsOf(h), h.Reviews, h.view} }

func newReviewCommand(h *host) *Command { return reviewsOf(h).command() }

func (c reviews) command() *Command {
	return &Command{
		name:     "review",
		options:  []commandOption{c.records.pick.option(), recordOption()},
		run:      c.show,
		complete: c.records.complete,
		presses:  map[view.PressAct]handler{view.PressReview: c.turn},
	}
}

// show shows the review of a game, and begins it if there is none; publicly if a record would be, see replay.
func (c reviews) show(ctx context.Context, r *Request) (view.Reply, error) {
	rp, err := c.records.target(ctx, r)
	if err != nil {
		return view.Reply{}, err
	}
	rv, err := c.reviewed(ctx, r.Act(), rp, true)
	if err != nil {
		return view.Reply{}, err
	}
	reply := c.view.Review(rv, rv.FirstPage(r.Viewer), r.viewerOf(!rp.Public))
	reply.Private = !rp.Public
	return reply, nil
}

// turn turns the pages of a review: in the same message for its owner, and in an ephemeral copy for anybody else. It
// also begins a review, by the button below a finished game.
func (c reviews) turn(ctx context.Context, r *Request) (view.Reply, error) {
	p, err := view.ParseReviewPage(r.Press)
	if err != nil {
		return view.Reply{}, err
	}
	rp, err := c.records.replay(ctx, r, p.Game, p.Record)
	if err != nil {
		return view.Reply{}, err
	}
	rv, err := c.reviewed(ctx, r.Act(), rp, true)
	if err != nil {
		return view.Reply{}, err
	}
	if p.Turn == view.ReviewExport && rv.Study.Done() {
		return c.export(rv, r)
	}
	if p.Turn == view.ReviewMoments && rv.Study.Done() {
		private := r.Ephemeral || !rp.Public
		reply := view.Studies{View: c.view}.Moments(rv, p.Black, r.viewerOf(private))
		reply.Private = private
		return reply, nil
	}
	open, own := p.Open(), p.Owner == r.Viewer.Person
	if p = p.Turned(); open || !own {
		p.Black = rv.FirstPage(r.Viewer).Black
	}
	p.Owner = r.Viewer.Person
	reply := c.view.Review(rv, p, r.viewerOf(open || r.Ephemeral || !own))
	reply.Private = true
	reply.Pressed = view.ReplacedIf(!open && (r.Ephemeral || own))
	return reply, nil
}

// reviewed reads the review of a game; if there is none, it begins one if begin is set, and otherwise returns nil.
func (c reviews) reviewed(ctx context.Context, act game.Act, rp *view.Replay, begin bool) (*view.Reviewed, error) {
	if !rp.Over {
		return nil, &game.Refusal{Code: review.NotOver, Game: rp.Game}
	}
	rec := rp.Sheet.Record()
	found, err := c.find(ctx, act, rp, &rec, begin)
	if err != nil || found == nil {
		return nil, err
	}
	return &view.Reviewed{Replay: rp, Study: found.Study}, nil
}

// find reads a review, or begins it.
func (c reviews) find(ctx context.Context, act game.Act, rp *view.Replay, rec *board.Record, begin bool) (*review.Review, error) {
	of := review.Subject{Game: rp.Game, Record: rp.Record}
	if !begin {
		return c.reviews.Find(ctx, act, of, rec)
	}
	ruleset := rules.Asian()
	if rp.Ours != nil {
		ruleset = rp.Ours.Ruleset()
	}
	return c.reviews.Ask(ctx, act, of, rec, ruleset)
}

// export sends the game as a file with the comments of the review.
func (c reviews) export(rv *view.Reviewed, r *Request) (view.Reply, error) {
	sheet := rv.Annotated(r.Viewer.Words)
	if sheet.Opening == "" {
		record := sheet.Record()
		sheet.Opening = view.OpeningOf(r.Viewer.Words, &record)
	}
	data, err := codec.Write(&sheet, gamefile.PGN, exportStyle(r.Viewer.Style, gamefile.PGN))
	if err != nil {
		return view.Reply{}, err
	}
	return rv.ReviewFile(data, r.Viewer), nil
}
