package lessonview

import (
	"slices"
	"strings"
	"unicode"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/view"
	"xiangqibot/engine/board"
	"xiangqibot/engine/puzzle"
)

// LivePuzzle returns what a page shows of a message with a puzzle, which answers what was asked: the position in which
// the solver is to move, or the solution, and the message's buttons. Find returns the puzzle of an id.
func LivePuzzle(
	reply view.Reply, asked PuzzleArg, find func(id string) (*puzzle.Puzzle, bool), r view.Viewer,
) *view.Live {
	acts, solves, hinted := []view.LiveAct{}, false, asked.Do == view.TryHint
	for _, button := range view.ButtonsOf(reply.Rows...) {
		press, err := view.ParsePress(button.CustomID)
		if err != nil || press.Act != view.PressPuzzle {
			continue
		}
		arg, err := ParsePuzzle(press, find)
		switch {
		case err != nil:
		case arg.Do == view.TryWrite:
			asked, solves = arg, true
		case slices.Contains([]string{view.TryTo, PuzzleTheme, view.TryHint, PuzzleGive, PuzzleNext}, arg.Do):
			act := view.LiveAct{Act: view.PressAct(press.Arg), Label: button.Label}
			if button.Style == discordgo.DangerButton {
				act.Style = "danger"
			}
			acts = append(acts, act)
		}
	}
	p := asked.Puzzle
	if p == nil { // there is none left
		start := board.NewRecord()
		l := view.LiveRecord(&start, r)
		l.Status = view.PlainText(nil, reply.Text, r.Words)
		return l
	}
	rec, node, _ := p.Walk(asked.Made)
	if !solves {
		rec.Moves = append(rec.Moves[:1], p.Line()...)
	}
	l := view.LiveRecord(&rec, r.Alone())
	start := p.Position()
	l.Over, l.You, l.Flipped, l.Acts = !solves, start.SideToMove().String(), start.SideToMove() == board.Black, acts
	l.Puzzle = strings.Join(strings.Split(Puzzles{}.Tries(p, asked.Made)(view.TryWrite).Arg, "-")[1:], "-")
	if solves {
		l.SetLegal(rec.Position())
		if hinted {
			l.Picked = node.Correct[0].Move.From().String()
		}
	}
	for _, c := range []board.Color{board.Red, board.Black} {
		l.Players[c.String()] = view.LivePlayer{Name: view.Capital(view.SideName(r.Words, c)), Left: -1, Taken: view.TakenCodes(&rec, c)}
	}
	lines := strings.Split(view.PlainText(nil, reply.Text, r.Words), "\n")
	l.Status = strings.TrimSpace(strings.TrimPrefix(strings.Join(lines[1:], "\n"), "▶"))
	l.Title = strings.TrimLeftFunc(lines[0], func(c rune) bool { return !unicode.IsLetter(c) })
	return l
}
