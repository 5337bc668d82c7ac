package handlers

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

// Reviews is /review: the review of a finished game.
type Reviews struct {
	Records records
	reviews *review.Service
	View    *view.View
}

// ReviewsOf returns the /review command of a host.
func ReviewsOf(h *Host) Reviews { return Reviews{recordsOf(h), h.Reviews, h.View} }

func newReviewCommand(h *Host) *Command { return ReviewsOf(h).command() }

func (c Reviews) command() *Command {
	return &Command{
		Name:     "review",
		Options:  []commandOption{c.Records.pick.option(), recordOption()},
		Run:      c.show,
		Complete: c.Records.complete,
		Presses:  map[view.PressAct]Handler{view.PressReview: c.turn},
	}
}

// show shows the review of a game, and begins it if there is none; publicly if a record would be, see replay.
func (c Reviews) show(ctx context.Context, r *Request) (view.Reply, error) {
	rp, err := c.Records.target(ctx, r)
	if err != nil {
		return view.Reply{}, err
	}
	rv, err := c.Reviewed(ctx, r.Act(), rp, true)
	if err != nil {
		return view.Reply{}, err
	}
	reply := c.View.Review(rv, rv.FirstPage(r.Viewer), r.viewerOf(!rp.Public))
	reply.Private = !rp.Public
	return reply, nil
}

// turn turns the pages of a review: in the same message for its owner, and in an ephemeral copy for anybody else. It
// also begins a review, by the button below a finished game.
func (c Reviews) turn(ctx context.Context, r *Request) (view.Reply, error) {
	p, err := view.ParseReviewPage(r.Press)
	if err != nil {
		return view.Reply{}, err
	}
	rp, err := c.Records.replay(ctx, r, p.Game, p.Record)
	if err != nil {
		return view.Reply{}, err
	}
	rv, err := c.Reviewed(ctx, r.Act(), rp, true)
	if err != nil {
		return view.Reply{}, err
	}
	if p.Turn == view.ReviewExport && rv.Study.Done() {
		return c.export(rv, r)
	}
	if p.Turn == view.ReviewMoments && rv.Study.Done() {
		private := r.Ephemeral || !rp.Public
		reply := view.Studies{View: c.View}.Moments(rv, p.Black, r.viewerOf(private))
		reply.Private = private
		return reply, nil
	}
	open, own := p.Open(), p.Owner == r.Viewer.Person
	if p = p.Turned(); open || !own {
		p.Black = rv.FirstPage(r.Viewer).Black
	}
	p.Owner = r.Viewer.Person
	reply := c.View.Review(rv, p, r.viewerOf(open || r.Ephemeral || !own))
	reply.Private = true
	reply.Pressed = view.ReplacedIf(!open && (r.Ephemeral || own))
	return reply, nil
}

// Reviewed reads the review of a game; if there is none, it begins one if begin is set, and otherwise returns nil.
func (c Reviews) Reviewed(ctx context.Context, act game.Act, rp *view.Replay, begin bool) (*view.Reviewed, error) {
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
func (c Reviews) find(ctx context.Context, act game.Act, rp *view.Replay, rec *board.Record, begin bool) (*review.Review, error) {
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
func (c Reviews) export(rv *view.Reviewed, r *Request) (view.Reply, error) {
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

// mistakes is the part of /learn with the person's own mistakes, tried again on a board of their own.
type mistakes struct {
	practice *review.Practice
	view     view.Studies
}

// next shows the current mistake; text, if any, is its answer.
func (c mistakes) next(ctx context.Context, r *Request, text string) (view.Reply, error) {
	t, due, err := c.practice.Next(ctx, r.Act())
	switch {
	case err != nil:
		return view.Reply{}, err
	case t == nil:
		return view.MistakesNone(due, r.Viewer), nil
	}
	if text != "" {
		return c.written(ctx, r, t, text)
	}
	return c.view.Mistake(t, board.NoSquare, "", 0, r.Viewer), nil
}

// press does what a button or a menu of a mistake says. The answer takes the place of the message pressed. A review
// stays, above it: who asked for it alone would not find it again.
func (c mistakes) press(ctx context.Context, r *Request) (view.Reply, error) {
	arg, err := view.ParseMistake(r.Press)
	if err != nil {
		return view.Reply{}, err
	}
	reply, err := c.pressed(ctx, r, arg)
	isReview := r.others(view.PressReview) != nil
	reply.Pressed = view.ReplacedIf(r.Ephemeral && !isReview)
	return reply, err
}

func (c mistakes) pressed(ctx context.Context, r *Request, arg view.MistakeArg) (view.Reply, error) {
	if arg.Do == view.MistakeNext {
		return c.next(ctx, r, "")
	}
	id, _ := r.Press.Replay()
	t, err := c.practice.Find(ctx, r.Act(), id, arg.Ply)
	switch {
	case err != nil:
		return view.Reply{}, err
	case t == nil:
		return view.MistakeGone(r.Viewer), nil
	}
	switch arg.Do {
	case view.MistakePiece:
		from, err := r.square()
		if err != nil {
			return view.Reply{}, err
		}
		return c.view.Mistake(t, from, "", 0, r.Viewer), nil
	case view.MistakeTo:
		rec := t.Record()
		m, err := r.moveOn(rec.Position(), arg.From, arg.To)
		if err != nil {
			return view.Reply{}, err
		}
		return c.try(ctx, r, t, m)
	case view.MistakeWrite:
		if r.Written == nil {
			return view.MistakeForm(t, r.Viewer), nil
		}
		return c.written(ctx, r, t, r.Written[view.PuzzleField])
	case view.MistakeHint:
		if _, err := c.practice.Help(ctx, r.Act(), t); err != nil {
			return view.Reply{}, err
		}
		return c.view.Mistake(t, board.NoSquare, "", arg.Step, r.Viewer), nil
	}
	return c.view.Mistake(t, board.NoSquare, "", 0, r.Viewer), nil
}

// Written tries what the person wrote, or tells why it cannot be played.
func (c mistakes) written(ctx context.Context, r *Request, t *review.Task, text string) (view.Reply, error) {
	rec := t.Record()
	p := rec.Position()
	m, err := r.Viewer.Dialect().Parse(&p, text)
	if err != nil {
		if reply, said := c.view.MistakeUnread(t, err, r.Viewer); said {
			return reply, nil
		}
		return view.Reply{}, err
	}
	return c.try(ctx, r, t, m)
}

// try judges a legal move.
func (c mistakes) try(ctx context.Context, r *Request, t *review.Task, m board.Move) (view.Reply, error) {
	answer, err := c.practice.Try(ctx, r.Act(), t, m)
	if err != nil {
		return view.Reply{}, err
	}
	return c.view.MistakeTried(t, m, answer, r.Viewer), nil
}
