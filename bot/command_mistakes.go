package bot

import (
	"context"

	"xiangqibot/bot/review"
	"xiangqibot/bot/view"
	"xiangqibot/engine/board"
)

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

// written tries what the person wrote, or tells why it cannot be played.
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
