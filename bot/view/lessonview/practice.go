package lessonview

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/game"
	"xiangqibot/bot/review"
	"xiangqibot/bot/view"
	"xiangqibot/bot/view/gameview"
	"xiangqibot/bot/view/recordview"
	"xiangqibot/bot/words"
	"xiangqibot/engine/board"
	"xiangqibot/render"
)

// MistakeArg is the argument of a [view.PressMistake]: that of a [view.Try] with the ply of the mistake, "show-14", and
// for view.TryHint the step. [view.MistakeNext] is alone.
type MistakeArg struct {
	view.Try
	Ply  int
	Step int // of view.TryHint: the next hint, of HintSteps
}

// ParseMistake parses the press of a mistake.
func ParseMistake(p view.Press) (arg MistakeArg, err error) {
	arg.Try, err = view.ParseTry(p, map[string]int{
		view.MistakeNext: 0, view.TryShow: 1, view.TryPiece: 1, view.TryTo: 1, view.TryWrite: 1, view.TryHint: 2,
	}, 0)
	if err != nil || arg.Do == view.MistakeNext {
		return arg, err
	}
	ply, err := strconv.ParseUint(arg.Of[0], 10, 16)
	arg.Ply = int(ply)
	if err == nil && arg.Do == view.TryHint {
		if arg.Step, err = strconv.Atoi(arg.Of[1]); arg.Step < 1 || arg.Step > game.HintSteps {
			err = errors.New("no such step of a hint")
		}
	}
	if err != nil {
		return arg, p.Foreign(err)
	}
	return arg, nil
}

// MistakeTries makes the presses of a mistake.
func MistakeTries(t *review.Task) view.Tries {
	return view.NewTries(view.Press{Act: view.PressMistake, Topic: view.OfReplay(t.Game, 0)}, strconv.Itoa(t.Ply))
}

// Mistake shows a mistake to the person who made it, to be tried again. From is the piece that they have taken up,
// [board.NoSquare] for none; note is a line about what they have just done, and steps how many steps of the hint they
// have seen.
func Mistake(v *view.View, t *review.Task, from board.Square, note string, steps int, r view.Viewer) view.Reply {
	rec := t.Record()
	p := rec.Position()
	lines := []string{
		mistakeHead(t, r.Words),
		r.Say("practice.played", words.Vars{
			"Move": view.Escaped(view.MoveNumber(&p) + view.MoveText(&p, t.Verdict.Played, r)), "Grade": recordview.GradeName(&t.Verdict, r.Words),
			"Before": view.Percent(t.Verdict.Before), "After": view.Percent(t.Verdict.After),
		}),
		"▶ " + r.Say("practice.task", words.Vars{"Side": view.Capital(view.SideName(r.Words, p.SideToMove()))}),
	}
	k := view.Sketch{Record: &rec, Black: p.SideToMove() == board.Black, From: from}
	if steps > 0 {
		lines = append(lines, mistakeHint(t, &p, steps, &k, r))
	}
	lines = append(lines, view.NonEmpty(note)...)
	if t.IsDue && steps == 0 {
		lines = append(lines, "-# "+r.Say("practice.counts"))
	}
	reply := view.Private(strings.Join(lines, "\n"))
	reply.Picture = k.Draw(v, r)
	press := MistakeTries(t)
	controls := append(view.MoveControls(&p, from, press, r), view.WriteButton(press, r))
	if steps < game.HintSteps {
		label := r.Say("button.hint")
		if steps > 0 {
			label = r.Say("button.hint-more")
		}
		controls = append(controls, view.Button(label, discordgo.SecondaryButton, press(view.TryHint, strconv.Itoa(steps+1))))
	}
	if !t.IsDue {
		controls = append(controls, view.NextMistake(r.Say("button.mistake-next"), discordgo.SecondaryButton))
	}
	reply.Rows = view.Rows(controls...)
	return reply
}

// mistakeHint gives so many steps of how it would have been better.
func mistakeHint(t *review.Task, p *board.Position, steps int, k *view.Sketch, r view.Viewer) string {
	rec := t.Record()
	best := t.Verdict.Best
	switch {
	case steps >= game.HintSteps:
		k.Arrows = []render.Arrow{{Move: best, Kind: render.BestMove}}
		return "💡 " + r.Say("review.better", words.Vars{"Moves": view.MovesText(p, t.Verdict.Line, r)})
	case steps == 3:
		k.Arrows = []render.Arrow{{Move: best, Kind: render.BestMove}}
		return "💡 " + r.Say("hint.move", words.Vars{"Move": view.MoveText(p, best, r)})
	case steps == 2:
		k.Ringed = []board.Square{best.From()}
		return "💡 " + r.Say("hint.piece", words.Vars{"Piece": r.PieceOn(p, best.From())})
	}
	mate, score := t.Evaluation()
	return "💡 " + gameview.IdeaText(&rec, t.Verdict.Line, mate, score, r.Words)
}

// MistakeTried shows what came of a move: on to the next mistake, or once more.
func MistakeTried(v *view.View, t *review.Task, m board.Move, a review.Answer, r view.Viewer) view.Reply {
	rec := t.Record()
	p := rec.Position()
	vars := words.Vars{"Move": view.Escaped(view.MoveText(&p, m, r)), "Loss": recordview.LossText(a.Cost)}
	if !a.Right {
		return Mistake(v, t, board.NoSquare, r.Say("practice.wrong", vars), 0, r)
	}
	lines := []string{mistakeHead(t, r.Words), r.Say("practice.right", vars)}
	if why := recordview.ReasonText(&t.Verdict, r.Words); why != "" {
		lines = append(lines, r.Say("practice.why", words.Vars{
			"Move": view.Escaped(view.MoveText(&p, t.Verdict.Played, r)), "Why": why,
		}))
	}
	lines = append(lines, r.Say("review.better", words.Vars{"Moves": view.MovesText(&p, t.Verdict.Line, r)}))
	switch {
	case a.Counted && a.Mistake.Learned():
		lines = append(lines, "🎓 "+r.Say("practice.learned"))
	case a.Counted:
		lines = append(lines, r.Say("practice.again", words.Vars{"When": view.RelativeTime(a.Mistake.Due)}))
	}
	after := rec.Clone()
	after.Moves = append(slices.Clone(after.Moves), m)
	reply := view.Private(strings.Join(lines, "\n"), view.NextMistake(r.Say("button.mistake-next"), discordgo.SuccessButton))
	reply.Picture = view.Sketch{Record: &after, Black: p.SideToMove() == board.Black, From: board.NoSquare}.Draw(v, r)
	return reply
}

// MistakesNone says that no mistake is due for practice, and when the next one will be; due is zero if there is none.
func MistakesNone(due time.Time, r view.Viewer) view.Reply {
	if due.IsZero() {
		return view.Private(r.Say("practice.none"))
	}
	return view.Private(r.Say("practice.later", words.Vars{"When": view.RelativeTime(due)}))
}

func mistakeHead(t *review.Task, w words.Words) string {
	head := w.Say("practice.head", words.Vars{"Game": t.Game})
	if t.Left > 0 {
		head += w.Count("practice.left", t.Left)
	}
	return head
}
