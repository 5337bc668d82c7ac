package handlers

import (
	"context"
	"errors"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/lesson"
	"xiangqibot/bot/member"
	"xiangqibot/bot/view"
	"xiangqibot/engine/board"
	"xiangqibot/engine/notation"
)

// lessons is /learn, the course for beginners: in an ephemeral message they play the move of a lesson, by choosing or
// by writing it.
type lessons struct {
	learned  *member.Lessons
	view     *view.View
	mistakes mistakes
}

// ownMistakes is the choice of the person's own mistakes instead of a lesson.
const ownMistakes = "mistakes"

func lessonsOf(h *Host) lessons {
	return lessons{h.Lessons, h.View, mistakes{h.Practice, view.Studies{View: h.View}}}
}

func newLearnCommand(h *Host) *Command { return lessonsOf(h).command() }

func (c lessons) command() *Command {
	names := []fixedChoice{{Key: ownMistakes, Label: view.Phrase("practice.choice")}}
	for _, l := range lesson.All() {
		names = append(names, fixedChoice{Key: string(l.Name), Label: view.LessonLabel(l)})
	}
	return &Command{
		Name: "learn", Private: true,
		Options: []commandOption{
			{Name: "lesson", Kind: discordgo.ApplicationCommandOptionString, Fixed: names},
			{Name: "move", Kind: discordgo.ApplicationCommandOptionString},
		},
		Run:     c.learn,
		Presses: map[view.PressAct]Handler{view.PressLesson: c.press, view.PressMistake: c.mistakes.press},
	}
}

// learn shows the named lesson, or the first that is not done; with a move it plays that. The person's own mistakes are
// a lesson as well.
func (c lessons) learn(ctx context.Context, r *Request) (view.Reply, error) {
	if r.Text("lesson") == ownMistakes {
		return c.mistakes.next(ctx, r, r.Text("move"))
	}
	learned, err := c.learned.Progress(ctx, r.Viewer.Person)
	if err != nil {
		return view.Reply{}, err
	}
	l, named := lesson.Find(lesson.Name(r.Text("lesson")))
	if !named {
		if l = lesson.Next("", learned.Has); l == nil {
			l = lesson.All()[0]
		}
	}
	if text := r.Text("move"); text != "" {
		return c.written(ctx, r, l, learned, text)
	}
	return c.view.Lesson(l, learned, board.NoSquare, r.Viewer), nil
}

// First shows the lesson with which the course begins: how a piece moves.
func (c lessons) first(ctx context.Context, r *Request) (view.Reply, error) {
	learned, err := c.learned.Progress(ctx, r.Viewer.Person)
	return c.view.Lesson(lesson.All()[0], learned, board.NoSquare, r.Viewer), err
}

// press handles the buttons and menus of a lesson. The answer edits the pressed message, but is a new one below the
// Public welcome.
func (c lessons) press(ctx context.Context, r *Request) (view.Reply, error) {
	arg, err := view.ParseLesson(r.Press)
	if err != nil {
		return view.Reply{}, err
	}
	learned, err := c.learned.Progress(ctx, r.Viewer.Person)
	if err != nil {
		return view.Reply{}, err
	}
	reply, err := c.pressed(ctx, r, arg, learned)
	reply.Pressed = view.ReplacedIf(r.Ephemeral)
	return reply, err
}

func (c lessons) pressed(ctx context.Context, r *Request, arg view.LessonArg, learned member.Progress) (view.Reply, error) {
	l := arg.Lesson
	switch arg.Do {
	case view.LessonList:
		if len(r.Values) == 1 {
			l, _ = lesson.Find(lesson.Name(r.Values[0]))
		}
		if l == nil {
			return view.Reply{}, r.Press.Foreign(errors.New("a menu of lessons without a choice"))
		}
	case view.LessonPiece:
		from, err := r.square()
		if err != nil {
			return view.Reply{}, err
		}
		return c.view.Lesson(l, learned, from, r.Viewer), nil
	case view.LessonTo:
		m, err := r.moveOn(l.Position(), arg.From, arg.To)
		if err != nil {
			return view.Reply{}, err
		}
		return c.play(ctx, r, l, learned, m)
	case view.LessonWrite:
		if r.Written == nil {
			return view.LessonForm(l, r.Viewer), nil
		}
		return c.written(ctx, r, l, learned, r.Written[view.LessonField])
	case view.LessonHint:
		return c.view.LessonHint(l, learned, r.Viewer), nil
	}
	return c.view.Lesson(l, learned, board.NoSquare, r.Viewer), nil
}

// Written plays what the pupil wrote, or tells why it cannot be played. Of several moves that the text can mean it is
// the one with the piece that the lesson is about.
func (c lessons) written(ctx context.Context, r *Request, l *lesson.Lesson, learned member.Progress, text string) (view.Reply, error) {
	p := l.Position()
	m, err := r.Viewer.Dialect().Parse(&p, text)
	if ambiguous := (*notation.AmbiguousError)(nil); errors.As(err, &ambiguous) && !ambiguous.Sound {
		for _, candidate := range ambiguous.Candidates {
			if candidate.From() == l.Piece {
				m, err = candidate, nil
			}
		}
	}
	if err != nil {
		if reply, said := c.view.LessonUnread(l, err, learned, r.Viewer); said {
			return reply, nil
		}
		return view.Reply{}, err
	}
	return c.play(ctx, r, l, learned, m)
}

// play judges a legal move of the pupil.
func (c lessons) play(
	ctx context.Context, r *Request, l *lesson.Lesson, learned member.Progress, m board.Move,
) (view.Reply, error) {
	if !l.Solves(m) {
		return c.view.LessonWrong(l, m, learned, r.Viewer), nil
	}
	learned, err := c.learned.Finish(ctx, r.Act(), l.Name)
	if err != nil {
		return view.Reply{}, err
	}
	return c.view.LessonSolved(l, m, learned, r.Viewer), nil
}
