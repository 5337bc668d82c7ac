// Package lessonview makes the messages of those who learn: lessons, endings, puzzles, streaks and races, and mistakes
// that are tried again. Like package view it changes nothing: a message depends only on what is shown and on the
// [view.Viewer].
package lessonview

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/lesson"
	"xiangqibot/bot/member"
	"xiangqibot/bot/solving"
	"xiangqibot/bot/view"
	"xiangqibot/bot/view/gameview"
	"xiangqibot/bot/words"
	"xiangqibot/engine/board"
	"xiangqibot/engine/notation"
)

// phraseKey is the key of a phrase of a lesson: of its "title", its "text", its "task", or with "wrong" of why another
// move of the right piece does not do it.
func phraseKey(l *lesson.Lesson, part string) string { return "lesson." + string(l.Name) + "." + part }

// LessonArg is the argument of a [view.PressLesson]: that of a [view.Try] with the name of the lesson, "show-rook".
type LessonArg struct {
	view.Try
	Lesson *lesson.Lesson
}

// ParseLesson parses the press of a lesson. The lesson is nil for [gameview.LessonList] and [gameview.LessonNext].
func ParseLesson(p view.Press) (arg LessonArg, err error) {
	arg.Try, err = view.ParseTry(p, map[string]int{
		gameview.LessonList: 0, gameview.LessonNext: 0,
		view.TryShow: 1, view.TryPiece: 1, view.TryTo: 1, view.TryWrite: 1, view.TryHint: 1,
	}, 0)
	if err != nil || len(arg.Of) == 0 {
		return arg, err
	}
	var known bool
	if arg.Lesson, known = lesson.Find(lesson.Name(arg.Of[0])); !known {
		return arg, p.Foreign(errors.New("no such lesson"))
	}
	return arg, nil
}

// LessonTries makes the presses of a lesson.
func LessonTries(l *lesson.Lesson) view.Tries {
	return view.NewTries(view.Press{Act: view.PressLesson, Topic: view.ALesson}, string(l.Name))
}

// LessonLabel labels a lesson.
func LessonLabel(l *lesson.Lesson) view.Label {
	return func(w words.Words) string { return w.Say(phraseKey(l, "title")) }
}

// Lesson shows a lesson to a pupil: what it teaches, what is asked, and the board on which they play the move. From is
// the piece that they have taken up, [board.NoSquare] for none. Typed has a line about what they have just done, and the
// moves that they can have meant, which get buttons of their own.
func Lesson(
	v *view.View, l *lesson.Lesson, learned member.Progress, from board.Square, typed view.Wrong, r view.Viewer,
) view.Reply {
	vars := lessonVars(l, r)
	lines := []string{lessonHead(l, learned, r.Words), r.Say(phraseKey(l, "text"), vars), "▶ " + r.Say(phraseKey(l, "task"), vars)}
	lines = append(lines, lessonOwn(l, r), typed.Text)
	reply := view.Private(strings.Join(view.NonEmpty(lines...), "\n"))
	p, press := l.Position(), LessonTries(l)
	if from == board.NoSquare && l.IntroducesPiece() && len(typed.Candidates) == 0 { // the picture shows how it moves
		from = l.Piece
	}
	if len(l.Moves(from)) == 0 {
		from = board.NoSquare
	}
	r.Newcomer = true // whoever takes a lesson reads words more easily than notation
	reply.Picture = view.Sketch{Record: &l.Record, From: from}.Draw(v, r)
	reply.Rows = view.Rows(append(view.MoveControls(&p, from, press, r),
		lessonMenu(l, learned, r.Words),
		view.WriteButton(press, r),
		view.Button(r.Say("button.lesson-hint"), discordgo.SecondaryButton, press(view.TryHint)),
		gameview.HelpButton(r.Words),
	)...)
	return reply
}

// LessonSolved shows that the move m was right, and leads on to the next lesson.
func LessonSolved(v *view.View, l *lesson.Lesson, m board.Move, learned member.Progress, r view.Viewer) view.Reply {
	p := l.Position()
	lines := []string{
		lessonHead(l, learned, r.Words),
		r.Say("lesson.right", words.Vars{"Move": view.MoveText(&p, m, r)}),
		r.Count("lesson.done", len(learned), words.Vars{"Total": len(lesson.All())}),
	}
	next := lesson.Next(l.Name, learned.Has)
	controls := []discordgo.MessageComponent{lessonMenu(l, learned, r.Words)}
	if next != nil {
		controls = append(controls, view.Button(r.Say("button.lesson-next"), discordgo.SuccessButton, LessonTries(next)(view.TryShow)))
	} else {
		lines = append(lines, r.Say("lesson.finished"))
		controls = append(controls, view.Button(r.Say("button.play-now"), discordgo.SuccessButton, view.Press{Act: view.PressQuick}))
		for _, theme := range []string{solving.ThemeMate1, solving.ThemeTake, solving.ThemeCheck} {
			controls = append(controls, view.Button(r.Say("button.first-puzzle", words.Vars{
				"Theme": ThemeLabel(theme)(r.Words),
			}), discordgo.PrimaryButton, puzzlePress(PuzzleNext, theme)))
		}
	}
	controls = append(controls, gameview.HelpButton(r.Words))
	after := l.Record.Clone()
	if err := after.Play(m); err != nil {
		v.Log.Error("the right move of a lesson cannot be played", "lesson", l.Name, "move", m, "err", err)
	}
	reply := view.Private(strings.Join(lines, "\n"), controls...)
	reply.Picture = v.Position(&after, false, nil, r)
	return reply
}

// LessonWrong says why the legal move m is not what was asked for.
func LessonWrong(v *view.View, l *lesson.Lesson, m board.Move, learned member.Progress, r view.Viewer) view.Reply {
	p := l.Position()
	reason := r.Say(phraseKey(l, "wrong"), lessonVars(l, r))
	if l.Piece != board.NoSquare && m.From() != l.Piece {
		reason = r.Say("lesson.other-piece")
	}
	note := r.Say("lesson.wrong", words.Vars{"Move": view.MoveText(&p, m, r), "Why": reason})
	return Lesson(v, l, learned, board.NoSquare, view.Wrong{Text: note}, r)
}

// LessonHint names the move, for a pupil who does not find it.
func LessonHint(v *view.View, l *lesson.Lesson, learned member.Progress, r view.Viewer) view.Reply {
	p := l.Position()
	moves := p.LegalMoves(nil)
	note := ""
	if i := slices.IndexFunc(moves, l.Solves); i >= 0 {
		note = r.Say("lesson.hint", words.Vars{"Move": view.MoveText(&p, moves[i], r)})
	}
	return Lesson(v, l, learned, board.NoSquare, view.Wrong{Text: note}, r)
}

// lessonHead is the number and the name of a lesson, with a mark where it is done.
func lessonHead(l *lesson.Lesson, learned member.Progress, w words.Words) string {
	all := lesson.All()
	head := w.Say("lesson.head", words.Vars{
		"Number": slices.Index(all, l) + 1, "Total": len(all), "Title": w.Say(phraseKey(l, "title")),
	})
	if learned.Has(l.Name) {
		head += " ✓"
	}
	return head
}

// lessonVars fills the gaps of a lesson's phrases: the move that it asks for, in the notation that the language
// explains.
func lessonVars(l *lesson.Lesson, r view.Viewer) words.Vars {
	if l.Piece == board.NoSquare {
		return words.Vars{}
	}
	p := l.Position()
	return words.Vars{"Move": notation.Format(&p, board.NewMove(l.Piece, l.Target), view.StyleOf("", r.Words))}
}

// lessonOwn says to a viewer with another notation what they will see at the board instead of the move that
// the lesson's text explains. It is empty for other viewers and lessons.
func lessonOwn(l *lesson.Lesson, r view.Viewer) string {
	if l.Name != "notation" {
		return ""
	}
	p := l.Position()
	own := view.MoveText(&p, board.NewMove(l.Piece, l.Target), r)
	if own == lessonVars(l, r)["Move"] {
		return ""
	}
	return r.Say("lesson.own", words.Vars{"Move": own})
}

// lessonMenu lists the lessons, those that are done with a mark.
func lessonMenu(shown *lesson.Lesson, learned member.Progress, w words.Words) discordgo.MessageComponent {
	var options []discordgo.SelectMenuOption
	for i, l := range lesson.All() {
		label := fmt.Sprintf("%d. %s", i+1, w.Say(phraseKey(l, "title")))
		if learned.Has(l.Name) {
			label += " ✓"
		}
		options = append(options, view.MenuChoice(label, string(l.Name), l == shown))
	}
	return view.Menu(w.Say("lesson.menu"), view.Press{Act: view.PressLesson, Topic: view.ALesson, Arg: gameview.LessonList}, options)
}

// Drills lists the endings, those that were won with a mark, with a menu that begins one.
func Drills(won member.Progress, r view.Viewer) view.Reply {
	all := lesson.Drills()
	lines := []string{r.Say("endgame.head", words.Vars{"Won": len(won), "Total": len(all)})}
	var options []discordgo.SelectMenuOption
	for _, d := range all {
		name, mark := r.Say("endgame."+string(d.Name)), "▫️"
		if won.Has(d.Name) {
			mark = "✅"
		}
		lines = append(lines, mark+" "+name)
		options = append(options, view.MenuOption(name, string(d.Name), ""))
	}
	lines = append(lines, "-# "+r.Say("endgame.explain"))
	return view.Private(strings.Join(lines, "\n"), view.Menu(r.Say("endgame.menu"), view.Press{Act: view.PressDrill}, options))
}
