package handlers

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/lesson"
	"xiangqibot/bot/member"
	"xiangqibot/bot/view"
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
	if r.Text("lesson") == ownMistakes {
		return mistakes(c).next(ctx, r, r.Text("move"))
	}
	learned, err := c.Lessons.Progress(ctx, r.Viewer.Person)
	if err != nil {
		return view.Reply{}, err
	}
	l, named := lesson.Find(lesson.Name(r.Text("lesson")))
	if !named {
		l = nextOf(learned)
	}
	if text := r.Text("move"); text != "" {
		return c.trial(ctx, r, l, learned).written(r, text)
	}
	return lessonview.Lesson(c.View, l, learned, board.NoSquare, view.Unread{}, r.Viewer), nil
}

// nextOf is the first lesson that is not done; the first of all once all are.
func nextOf(learned member.Progress) *lesson.Lesson {
	if l := lesson.Next("", learned.Has); l != nil {
		return l
	}
	return lesson.All()[0]
}

func (c lessons) next(ctx context.Context, r *Request) (view.Reply, error) {
	learned, err := c.Lessons.Progress(ctx, r.Viewer.Person)
	return lessonview.Lesson(c.View, nextOf(learned), learned, board.NoSquare, view.Unread{}, r.Viewer), err
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
	case view.LessonNext:
		l = nextOf(learned)
	case view.LessonList:
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
		show: func(from board.Square, u view.Unread) (view.Reply, error) {
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

// helps is /help: six lines on how to begin, and a menu of topics, which together name all commands.
type helps struct {
	*Host
	others []*Command
}

func (c helps) command() *Command {
	help := &Command{Name: "help", Private: true, userInstall: true}
	all := append(c.others[:len(c.others):len(c.others)], help)
	help.Run = func(_ context.Context, r *Request) (view.Reply, error) { return view.Help(r.Viewer, c.Version), nil }
	topic := inPlace(c.topic)
	help.Presses = map[view.PressAct]Handler{view.PressHelp: func(ctx context.Context, r *Request) (view.Reply, error) {
		if name, ok := strings.CutPrefix(r.Press.Arg, view.HelpRun); ok {
			return run(ctx, r, all, name)
		}
		return topic(ctx, r)
	}}
	return help
}

// run uses the command of a button, without options.
func run(ctx context.Context, r *Request, all []*Command, name string) (view.Reply, error) {
	for _, c := range all {
		for _, one := range c.Runnable() {
			if strings.ReplaceAll(one.Name, " ", "-") == name && one.withoutOptions() {
				r.Press = view.Press{}
				return one.Handle(ctx, r)
			}
		}
	}
	return view.Reply{}, r.Press.Foreign(errors.New("no command to be run by a button"))
}

// withoutOptions reports whether the command can be used without any option.
func (c *Command) withoutOptions() bool {
	return c.Menu == 0 && !slices.ContainsFunc(c.Options, func(o commandOption) bool { return o.Required })
}

// topic shows the chosen topic, or help itself, in the same message.
func (c helps) topic(ctx context.Context, r *Request) (view.Reply, error) {
	if r.Press.Arg == view.HelpTop {
		return view.Help(r.Viewer, c.Version), nil
	}
	topic := view.HelpTopic(r.Value)
	if topic == view.HelpPieces {
		return lessons{c.Host}.next(ctx, r)
	}
	reply, known := view.HelpAbout(topic, r.Viewer)
	if !known {
		return view.Reply{}, r.Press.Foreign(errors.New("no such topic"))
	}
	return reply, nil
}
