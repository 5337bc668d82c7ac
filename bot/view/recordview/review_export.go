package recordview

import (
	"cmp"
	"slices"
	"strings"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/view"
	"xiangqibot/bot/words"
	"xiangqibot/engine"
	"xiangqibot/engine/board"
	"xiangqibot/engine/gamefile"
	"xiangqibot/engine/study"
)

// Annotated is a game with what is thought of its moves beside what was there: Red's chances after each move, a mark
// for what was not good or brilliant, and for a mistake why it is one and how the game should have gone on.
func (rv *Reviewed) Annotated(w words.Words) gamefile.Game {
	sheet := rv.Sheet
	sheet.Comments, sheet.NAGs, sheet.Variations = slices.Clone(sheet.Comments), slices.Clone(sheet.NAGs), slices.Clone(sheet.Variations)
	verdicts := rv.Study.Verdicts()
	for i := range verdicts {
		v := &verdicts[i]
		lines := []string{sheet.Comments.Get(i + 1), chanceComment(v, w)}
		if v.Grade >= engine.Mistake {
			lines = append(lines, GradeName(v, w), ReasonText(v, w))
		}
		lines = slices.DeleteFunc(lines, func(line string) bool { return line == "" })
		sheet.Comments.Set(i+1, strings.Join(lines, "\n"))
		mark, ok := markOf(v)
		if !ok {
			continue
		}
		if had := sheet.NAGs.Get(i + 1); len(had) < gamefile.MaxNAGs && !slices.Contains(had, mark) {
			sheet.NAGs.Set(i+1, append(slices.Clone(had), mark))
		}
		if v.Grade < engine.Mistake || len(v.Line) == 0 {
			continue
		}
		better := gamefile.Variation{Ply: i, Line: gamefile.Line{Moves: v.Line[:min(len(v.Line), view.ReviewLine)]}}
		at, _ := slices.BinarySearchFunc(sheet.Variations, i+1, func(v gamefile.Variation, ply int) int { return cmp.Compare(v.Ply, ply) })
		sheet.Variations = slices.Insert(sheet.Variations, at, better)
	}
	return sheet
}

// chanceComment gives Red's chances after a move.
func chanceComment(v *study.Verdict, w words.Words) string {
	chance := v.After
	if v.By == board.Black {
		chance = 1 - chance
	}
	return w.Say("review.comment", words.Vars{"Percent": view.Percent(chance)})
}

// markOf is how a file marks a move, as far as there is something to mark.
func markOf(v *study.Verdict) (gamefile.NAG, bool) {
	switch {
	case v.Grade == engine.Blunder:
		return gamefile.Blunder, true
	case v.Grade == engine.Mistake:
		return gamefile.Mistake, true
	case v.Grade == engine.Inaccuracy:
		return gamefile.Dubious, true
	case v.Brilliant:
		return gamefile.Brilliant, true
	}
	return 0, false
}

// ReviewFile offers an annotated game for download.
func (rv *Reviewed) ReviewFile(data []byte, r view.Viewer) view.Reply {
	name := strings.TrimSuffix(rv.fileName(gamefile.PGN), gamefile.PGN.Extension()) + "-review" + gamefile.PGN.Extension()
	reply := view.Reply{Text: r.Words.Say("review.exported", words.Vars{"Title": rv.title(r.Words)})}
	reply.Files = []discord.File{{Name: name, Type: "text/plain; charset=utf-8", Data: data}}
	return reply
}
