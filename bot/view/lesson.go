package view

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/lesson"
	"xiangqibot/bot/member"
	"xiangqibot/bot/words"
	"xiangqibot/engine/board"
	"xiangqibot/engine/notation"
	"xiangqibot/render"
)

// lessonKeys finds the phrases of a lesson: what it is called, what it says, what it asks for, and why another move of
// the right piece does not do it.
var lessonKeys = map[lesson.Name]struct{ title, text, task, wrong string }{
	"rook":      {"lesson.rook.title", "lesson.rook.text", "lesson.rook.task", "lesson.rook.wrong"},
	"cannon":    {"lesson.cannon.title", "lesson.cannon.text", "lesson.cannon.task", "lesson.cannon.wrong"},
	"screens":   {"lesson.screens.title", "lesson.screens.text", "lesson.screens.task", "lesson.screens.wrong"},
	"horse":     {"lesson.horse.title", "lesson.horse.text", "lesson.horse.task", "lesson.horse.wrong"},
	"hobbled":   {"lesson.hobbled.title", "lesson.hobbled.text", "lesson.hobbled.task", "lesson.hobbled.wrong"},
	"elephant":  {"lesson.elephant.title", "lesson.elephant.text", "lesson.elephant.task", "lesson.elephant.wrong"},
	"advisor":   {"lesson.advisor.title", "lesson.advisor.text", "lesson.advisor.task", "lesson.advisor.wrong"},
	"king":      {"lesson.king.title", "lesson.king.text", "lesson.king.task", "lesson.king.wrong"},
	"pawn":      {"lesson.pawn.title", "lesson.pawn.text", "lesson.pawn.task", "lesson.pawn.wrong"},
	"river":     {"lesson.river.title", "lesson.river.text", "lesson.river.task", "lesson.river.wrong"},
	"facing":    {"lesson.facing.title", "lesson.facing.text", "lesson.facing.task", "lesson.facing.wrong"},
	"check":     {"lesson.check.title", "lesson.check.text", "lesson.check.task", "lesson.check.wrong"},
	"mate":      {"lesson.mate.title", "lesson.mate.text", "lesson.mate.task", "lesson.mate.wrong"},
	"stalemate": {"lesson.stalemate.title", "lesson.stalemate.text", "lesson.stalemate.task", "lesson.stalemate.wrong"},
	"perpetual": {"lesson.perpetual.title", "lesson.perpetual.text", "lesson.perpetual.task", "lesson.perpetual.wrong"},
	"notation":  {"lesson.notation.title", "lesson.notation.text", "lesson.notation.task", "lesson.notation.wrong"},
}

// The Args of [PressLesson]: a word and the name of the lesson, "show-rook".
const (
	LessonList  = "list"  // a menu of lessons
	LessonShow  = "show"  // show the lesson
	LessonPiece = "piece" // a menu of pieces to be moved
	LessonTo    = "to"    // a menu of points; after the name the piece's: "to-rook-b2"; or a move, "to-rook-b2b9"
	LessonWrite = "write" // open a form for a move, and the form itself
	LessonHint  = "hint"  // tell the move
)

// LessonField is the field of the form in which a move of a lesson is written.
const LessonField = "move"

// LessonArg is the argument of a [PressLesson].
type LessonArg struct {
	Do     string // one of LessonShow and so on
	Lesson *lesson.Lesson
	From   board.Square // LessonTo
	To     board.Square // LessonTo: of a button, NoSquare of a menu
}

// ParseLesson parses the press of a lesson. The lesson is nil for [LessonList], which names none.
func ParseLesson(p Press) (LessonArg, error) {
	do, rest, _ := strings.Cut(p.Arg, "-")
	arg := LessonArg{Do: do, From: board.NoSquare}
	if do == LessonList && rest == "" {
		return arg, nil
	}
	name, from, two := strings.Cut(rest, "-")
	var known bool
	if arg.Lesson, known = lesson.Find(lesson.Name(name)); !known || two != (do == LessonTo) {
		return arg, p.Foreign(errors.New("no such lesson"))
	}
	var err error
	if two {
		if arg.From, arg.To, err = parseFromTo(from); err != nil {
			return arg, p.Foreign(err)
		}
	}
	if !slices.Contains([]string{LessonShow, LessonPiece, LessonTo, LessonWrite, LessonHint}, do) {
		return arg, p.Foreign(errors.New("no such act of a lesson"))
	}
	return arg, nil
}

// pressLesson is a press about a lesson.
func pressLesson(do string, l *lesson.Lesson) Press {
	return Press{Act: PressLesson, Topic: ALesson, Arg: do + "-" + string(l.Name)}
}

// pressLessonTo is a press of [LessonTo], for a piece or for a move.
func pressLessonTo(l *lesson.Lesson, what string) Press {
	press := pressLesson(LessonTo, l)
	press.Arg += "-" + what
	return press
}

// LessonLabel labels a lesson.
func LessonLabel(l *lesson.Lesson) Label {
	return func(w words.Words) string { return w.Say(lessonKeys[l.Name].title) }
}

// Lesson shows a lesson to a pupil: what it teaches, what is asked, and the board on which they play the move. From is
// the piece that they have taken up, [board.NoSquare] for none.
func (v *View) Lesson(l *lesson.Lesson, learned member.Progress, from board.Square, r Viewer) Reply {
	return v.lesson(l, learned, from, "", r)
}

// lesson is Lesson with a line about what the pupil has just done.
func (v *View) lesson(l *lesson.Lesson, learned member.Progress, from board.Square, note string, r Viewer) Reply {
	w, keys, vars := r.Words, lessonKeys[l.Name], lessonVars(l, r)
	lines := []string{lessonHead(l, learned, w), w.Say(keys.text, vars), "▶ " + w.Say(keys.task, vars)}
	for _, more := range []string{lessonOwn(l, r), note} {
		if more != "" {
			lines = append(lines, more)
		}
	}
	reply := Private(strings.Join(lines, "\n"))
	p := l.Position()
	var marks []render.Mark
	if from == board.NoSquare && l.IntroducesPiece() { // the picture shows how the piece moves
		from = l.Piece
	}
	moves := inMenuOrder(&p, l.Moves(from))
	if len(moves) > 0 {
		marks = destinations(from, moves)
	} else {
		from = board.NoSquare
	}
	reply.Picture = v.position(&l.Record, false, marks, r)
	reply.Rows = []discordgo.MessageComponent{lessonMenu(l, learned, w), lessonPieces(l, &p, from, r)}
	if len(moves) > 0 {
		reply.Rows = append(reply.Rows, lessonTargets(l, &p, moves, r))
	}
	reply.Rows = append(reply.Rows, Rows([]discordgo.MessageComponent{
		Button(w.Say("button.lesson-write"), discordgo.PrimaryButton, pressLesson(LessonWrite, l)),
		Button(w.Say("button.lesson-hint"), discordgo.SecondaryButton, pressLesson(LessonHint, l)),
	})...)
	return reply
}

// LessonSolved shows that the move m was right, and leads on to what is to be learned next.
func (v *View) LessonSolved(l *lesson.Lesson, m board.Move, learned member.Progress, r Viewer) Reply {
	w := r.Words
	p := l.Position()
	lines := []string{
		lessonHead(l, learned, w),
		w.Say("lesson.right", words.Vars{"Move": MoveText(&p, m, r)}),
		w.Count("lesson.done", len(learned), words.Vars{"Total": len(lesson.All())}),
	}
	next := lesson.Next(l.Name, learned.Has)
	var buttons []discordgo.MessageComponent
	if next != nil {
		buttons = append(buttons, Button(w.Say("button.lesson-next"), discordgo.SuccessButton, pressLesson(LessonShow, next)))
	} else {
		lines = append(lines, w.Say("lesson.finished"))
		buttons = append(buttons, Button(w.Say("button.play-now"), discordgo.SuccessButton, Press{Act: PressQuick}))
	}
	after := l.Record.Clone()
	if err := after.Play(m); err != nil {
		v.log.Error("the right move of a lesson cannot be played", "lesson", l.Name, "move", m, "err", err)
	}
	reply := Private(strings.Join(lines, "\n"))
	reply.Picture = v.position(&after, false, nil, r)
	reply.Rows = append([]discordgo.MessageComponent{lessonMenu(l, learned, w)}, Rows(buttons)...)
	return reply
}

// LessonWrong says why the legal move m is not what was asked for.
func (v *View) LessonWrong(l *lesson.Lesson, m board.Move, learned member.Progress, r Viewer) Reply {
	p := l.Position()
	reason := r.Words.Say(lessonKeys[l.Name].wrong, lessonVars(l, r))
	if l.Piece != board.NoSquare && m.From() != l.Piece {
		reason = r.Words.Say("lesson.other-piece")
	}
	note := r.Words.Say("lesson.wrong", words.Vars{"Move": MoveText(&p, m, r), "Why": reason})
	return v.lesson(l, learned, board.NoSquare, note, r)
}

// LessonUnread says why what the pupil wrote is no move that may be played; it is false for an error that says nothing
// about that.
func (v *View) LessonUnread(l *lesson.Lesson, err error, learned member.Progress, r Viewer) (Reply, bool) {
	u, ok := unread(v, &l.Record, err, r)
	if !ok {
		return Reply{}, false
	}
	p, reply := l.Position(), v.lesson(l, learned, board.NoSquare, u.Note, r)
	reply.offer(&p, u.Candidates, func(m board.Move) Press { return pressLessonTo(l, m.String()) }, r)
	return reply, true
}

// LessonHint names the move, for a pupil who does not find it.
func (v *View) LessonHint(l *lesson.Lesson, learned member.Progress, r Viewer) Reply {
	p := l.Position()
	moves := p.LegalMoves(nil)
	note := ""
	if i := slices.IndexFunc(moves, l.Solves); i >= 0 {
		note = r.Words.Say("lesson.hint", words.Vars{"Move": MoveText(&p, moves[i], r)})
	}
	return v.lesson(l, learned, board.NoSquare, note, r)
}

// LessonForm opens a form in which the pupil writes the move.
func LessonForm(l *lesson.Lesson, r Viewer) Reply {
	reply := Private(r.Words.Say("lesson.late"))
	reply.Modal = &discord.Modal{
		ID: pressLesson(LessonWrite, l).ID(), Title: r.Words.Say(lessonKeys[l.Name].title),
		Fields: []discord.Field{{
			ID: LessonField, Label: r.Words.Say("lesson.field"), Placeholder: r.Words.Say("lesson.field-hint"),
			MaxLength: quotedLength, Required: true,
		}},
	}
	return reply
}

// lessonHead is the number and the name of a lesson, with a mark where it is done.
func lessonHead(l *lesson.Lesson, learned member.Progress, w words.Words) string {
	all := lesson.All()
	head := w.Say("lesson.head", words.Vars{
		"Number": slices.Index(all, l) + 1, "Total": len(all), "Title": w.Say(lessonKeys[l.Name].title),
	})
	if learned.Has(l.Name) {
		head += " ✓"
	}
	return head
}

// lessonVars fills the gaps of a lesson's phrases: the move that it asks for, in the notation that the language explains.
func lessonVars(l *lesson.Lesson, r Viewer) words.Vars {
	if l.Piece == board.NoSquare {
		return words.Vars{}
	}
	p := l.Position()
	return words.Vars{"Move": notation.Format(&p, board.NewMove(l.Piece, l.Target), StyleOf("", r.Words))}
}

// lessonOwn tells a viewer who has chosen another notation what they will see in the menus instead of the move that
// the lesson's text explains. It is empty for other viewers and lessons.
func lessonOwn(l *lesson.Lesson, r Viewer) string {
	if l.Name != "notation" {
		return ""
	}
	p := l.Position()
	own := MoveText(&p, board.NewMove(l.Piece, l.Target), r)
	if own == lessonVars(l, r)["Move"] {
		return ""
	}
	return r.Words.Say("lesson.own", words.Vars{"Move": own})
}

// lessonMenu lists the lessons, those that are done with a mark.
func lessonMenu(shown *lesson.Lesson, learned member.Progress, w words.Words) discordgo.MessageComponent {
	var options []discordgo.SelectMenuOption
	for i, l := range lesson.All() {
		label := fmt.Sprintf("%d. %s", i+1, w.Say(lessonKeys[l.Name].title))
		if learned.Has(l.Name) {
			label += " ✓"
		}
		o := menuOption(label, string(l.Name), "")
		o.Default = l == shown
		options = append(options, o)
	}
	return menu(w.Say("lesson.menu"), Press{Act: PressLesson, Topic: ALesson, Arg: LessonList}, options)
}

// lessonPieces lists the pieces that can move.
func lessonPieces(l *lesson.Lesson, p *board.Position, chosen board.Square, r Viewer) discordgo.MessageComponent {
	var options []discordgo.SelectMenuOption
	for _, kind := range byWorth {
		for _, s := range lineUp(p.Pieces(board.Red, kind), board.Red) {
			if n := len(l.Moves(s)); n > 0 {
				o := menuOption(capital(r.pieceOn(p, s)), s.String(), r.Words.Count("menu.moves", n))
				o.Default = s == chosen
				options = append(options, o)
			}
		}
	}
	return menu(r.Words.Say("lesson.choose-piece"), pressLesson(LessonPiece, l), options)
}

// lessonTargets lists where a piece can go.
func lessonTargets(l *lesson.Lesson, p *board.Position, moves []board.Move, r Viewer) discordgo.MessageComponent {
	options := targetOptions(p, moves, RepetitionForecast{}, false, r)
	return menu(r.Words.Say("lesson.choose-target"), pressLessonTo(l, moves[0].From().String()), options)
}

// armies names the pieces of both sides, a sentence each.
func armies(p *board.Position, r Viewer) []string {
	var sentences []string
	for _, c := range []board.Color{board.Red, board.Black} {
		sentences = append(sentences, capital(r.Words.Say("describe.side", words.Vars{"Side": sideName(r.Words, c), "Pieces": army(p, c, r)})))
	}
	return sentences
}
