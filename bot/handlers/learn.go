package handlers

import (
	"context"
	"errors"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/lesson"
	"xiangqibot/bot/member"
	"xiangqibot/bot/review"
	"xiangqibot/bot/view"
	"xiangqibot/bot/view/gameview"
	"xiangqibot/bot/view/lessonview"
	"xiangqibot/engine/board"
)

// lessons is /learn, the course for beginners: in an ephemeral message they play the move of a lesson, by choosing or
// by writing it.
type lessons struct{ *Host }

// ownMistakes is the choice of the person's own mistakes instead of a lesson.
const ownMistakes = "mistakes"

func newLearnCommand(h *Host) *Command {
	c := lessons{h}
	names := []fixedChoice{{Key: ownMistakes, Label: view.Phrase("practice.choice")}}
	for _, l := range lesson.All() {
		names = append(names, fixedChoice{Key: string(l.Name), Label: lessonview.LessonLabel(l)})
	}
	return &Command{
		Name: "learn", Private: true, userInstall: true,
		Options: []commandOption{
			{Name: "lesson", Kind: discordgo.ApplicationCommandOptionString, Fixed: names},
			{Name: "move", Kind: discordgo.ApplicationCommandOptionString},
		},
		Run:     c.learn,
		Presses: map[view.PressAct]Handler{view.PressLesson: inPlace(c.press), view.PressMistake: mistakes{h}.press},
	}
}

// learn shows the named lesson, or the first that is not done; with a move it plays that. The person's own mistakes are
// a lesson as well.
func (c lessons) learn(ctx context.Context, r *Request) (view.Reply, error) {
	if r.text("lesson") == ownMistakes {
		return mistakes(c).next(ctx, r, r.text("move"))
	}
	learned, err := c.Lessons.Progress(ctx, r.Viewer.Person)
	if err != nil {
		return view.Reply{}, err
	}
	l, named := lesson.Find(lesson.Name(r.text("lesson")))
	if !named {
		l = nextLesson(learned)
	}
	if text := r.text("move"); text != "" {
		return c.trial(ctx, r, l, learned).written(r, text)
	}
	return lessonview.Lesson(c.View, l, learned, board.NoSquare, view.Wrong{}, r.Viewer), nil
}

// nextLesson is the first lesson that is not done; the first of all once all are.
func nextLesson(learned member.Progress) *lesson.Lesson {
	if l := lesson.Next("", learned.Has); l != nil {
		return l
	}
	return lesson.All()[0]
}

func (c lessons) next(ctx context.Context, r *Request) (view.Reply, error) {
	learned, err := c.Lessons.Progress(ctx, r.Viewer.Person)
	return lessonview.Lesson(c.View, nextLesson(learned), learned, board.NoSquare, view.Wrong{}, r.Viewer), err
}

func (c lessons) press(ctx context.Context, r *Request) (view.Reply, error) {
	arg, err := lessonview.ParseLesson(r.Press)
	if err != nil {
		return view.Reply{}, err
	}
	learned, err := c.Lessons.Progress(ctx, r.Viewer.Person)
	if err != nil {
		return view.Reply{}, err
	}
	l := arg.Lesson
	switch arg.Do {
	case gameview.LessonNext:
		l = nextLesson(learned)
	case gameview.LessonList:
		if l, _ = lesson.Find(lesson.Name(r.Value)); l == nil {
			return view.Reply{}, r.Press.Foreign(errors.New("a menu of lessons without a choice"))
		}
	case view.TryHint:
		return lessonview.LessonHint(c.View, l, learned, r.Viewer), nil
	}
	return r.try(c.trial(ctx, r, l, learned), arg.Try)
}

// trial is the board of a lesson. Of several moves that a text can mean it is the one with the piece that the lesson is
// about.
func (c lessons) trial(ctx context.Context, r *Request, l *lesson.Lesson, learned member.Progress) trial {
	return trial{
		record: l.Record, press: lessonview.LessonTries(l), prefer: l.Piece,
		title: lessonview.LessonLabel(l)(r.Viewer.Words),
		show: func(from board.Square, u view.Wrong) (view.Reply, error) {
			return lessonview.Lesson(c.View, l, learned, from, u, r.Viewer), nil
		},
		play: func(m board.Move) (view.Reply, error) { return c.play(ctx, r, l, learned, m) },
	}
}

func (c lessons) play(
	ctx context.Context, r *Request, l *lesson.Lesson, learned member.Progress, m board.Move,
) (view.Reply, error) {
	if !l.Solves(m) {
		return lessonview.LessonWrong(c.View, l, m, learned, r.Viewer), nil
	}
	learned, err := c.Lessons.Finish(ctx, r.Act(), l.Name)
	if err != nil {
		return view.Reply{}, err
	}
	return lessonview.LessonSolved(c.View, l, m, learned, r.Viewer), nil
}

// mistakes is the part of /learn with the person's own mistakes, tried again on a board of their own.
type mistakes struct{ *Host }

// next shows the current mistake; text, if any, is its answer.
func (c mistakes) next(ctx context.Context, r *Request, text string) (view.Reply, error) {
	t, due, err := c.Practice.Next(ctx, r.Act())
	switch {
	case err != nil:
		return view.Reply{}, err
	case t == nil:
		return lessonview.MistakesNone(due, r.Viewer), nil
	}
	if text != "" {
		return c.trial(ctx, r, t).written(r, text)
	}
	return lessonview.Mistake(c.View, t, board.NoSquare, "", 0, r.Viewer), nil
}

// press does what a button or a menu of a mistake says. The answer takes the place of the pressed message, unless that
// is a review: it stays above the answer, because its only reader would not find it again.
func (c mistakes) press(ctx context.Context, r *Request) (view.Reply, error) {
	arg, err := lessonview.ParseMistake(r.Press)
	if err != nil {
		return view.Reply{}, err
	}
	reply, err := c.pressed(ctx, r, arg)
	isReview := r.buttonsFor(view.PressReview) != nil
	reply.Pressed = view.ReplacedIf(r.Ephemeral && !isReview)
	return reply, err
}

func (c mistakes) pressed(ctx context.Context, r *Request, arg lessonview.MistakeArg) (view.Reply, error) {
	if arg.Do == view.MistakeNext {
		return c.next(ctx, r, "")
	}
	w := r.Viewer.Words
	id, _ := r.Press.Replay()
	t, err := c.Practice.Find(ctx, r.Act(), id, arg.Ply)
	switch {
	case err != nil:
		return view.Reply{}, err
	case t == nil:
		return view.Private(w.Say("practice.gone"),
			view.NextMistake(w.Say("button.mistake-next"), discordgo.SuccessButton)), nil
	}
	if arg.Do == view.TryHint {
		_, err := c.Practice.Help(ctx, r.Act(), t)
		return lessonview.Mistake(c.View, t, board.NoSquare, "", arg.Step, r.Viewer), err
	}
	return r.try(c.trial(ctx, r, t), arg.Try)
}

func (c mistakes) trial(ctx context.Context, r *Request, t *review.Task) trial {
	return trial{
		record: t.Record(), press: lessonview.MistakeTries(t), prefer: board.NoSquare,
		title: r.Viewer.Say("practice.form"),
		show: func(from board.Square, u view.Wrong) (view.Reply, error) {
			return lessonview.Mistake(c.View, t, from, u.Text, 0, r.Viewer), nil
		},
		play: func(m board.Move) (view.Reply, error) { return c.try(ctx, r, t, m) },
	}
}

func (c mistakes) try(ctx context.Context, r *Request, t *review.Task, m board.Move) (view.Reply, error) {
	answer, err := c.Practice.Try(ctx, r.Act(), t, m)
	if err != nil {
		return view.Reply{}, err
	}
	return lessonview.MistakeTried(c.View, t, m, answer, r.Viewer), nil
}
