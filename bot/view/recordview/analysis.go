package recordview

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/review"
	"xiangqibot/bot/view"
	"xiangqibot/bot/words"
	"xiangqibot/engine"
	"xiangqibot/engine/board"
	"xiangqibot/engine/rules"
	"xiangqibot/render"
)

// Analysis shows the analysis of a position of a game.
func Analysis(v *view.View, rp *Replay, p view.Page, a review.Analysis, r view.Viewer) view.Reply {
	reply := analysis(v, rp.at(p.Number), p.Black, a, r)
	reply.Embed.Title = r.Say("analysis.title", words.Vars{"Title": rp.title(r.Words)})
	reply.Rows = view.Rows(
		p.TurnButton(view.PressAnalysis, r.Say("record.back"), view.TurnBack, p.Number > 0),
		p.TurnButton(view.PressAnalysis, r.Say("record.forward"), view.TurnForward, p.Number < len(rp.Sheet.Moves)),
		playButton(p, a.Verdict.Outcome == rules.Ongoing, r),
	)
	return view.Shareable(reply, rp.Over, r)
}

// AnalysisOf shows the analysis of a position that belongs to no game.
func AnalysisOf(v *view.View, position board.Position, a review.Analysis, r view.Viewer) view.Reply {
	rec := board.Record{Start: position}
	black := r.Bottom == view.BottomBlack || r.Bottom == view.BottomOwn && position.SideToMove() == board.Black
	reply := analysis(v, &rec, black, a, r)
	reply.Embed.Title = r.Say("analysis.position")
	return view.Shareable(reply, true, r)
}

func analysis(v *view.View, rec *board.Record, black bool, a review.Analysis, r view.Viewer) view.Reply {
	p := rec.Position()
	var lines []string
	if n := len(rec.Moves); n > 0 {
		q := rec.UpTo(n - 1).Position()
		lines = append(lines, r.Say("analysis.last", words.Vars{
			"Move": view.Escaped(view.MoveNumber(&q) + view.MoveText(&q, rec.Moves[n-1], r)),
		}))
	}
	k := view.Sketch{Record: rec, Black: black, From: board.NoSquare}
	if a.Verdict.Outcome != rules.Ongoing {
		lines = append(lines, r.Say("analysis.over", words.Vars{"Result": view.OutcomeText(r.Words, a.Verdict.Outcome)}))
	} else {
		lines = append(lines, view.TurnText(r.Words, p.SideToMove()), "")
		for i, line := range a.Lines {
			lines = append(lines, analysisLine(&p, &line, i+1, r))
		}
		if len(a.Lines) > 0 && len(a.Lines[0].PV) > 0 {
			k.Arrows = []render.Arrow{{Move: a.Lines[0].PV[0], Kind: render.BestMove}}
		}
	}
	e := &discordgo.MessageEmbed{Description: discord.Cut(strings.Join(lines, "\n"), discord.DescriptionLimit), Color: view.EdgeColor(p.SideToMove())}
	if len(a.Lines) > 0 {
		e.Footer = &discordgo.MessageEmbedFooter{Text: r.Say("analysis.explain", words.Vars{"Depth": depthOf(a.Lines)})}
	}
	return view.Reply{Embed: e, Picture: k.Draw(v, r)}
}

// depthOf returns the depth to which all lines were searched: where a search was stopped, the lower ones may be of the
// iteration before.
func depthOf(lines []engine.Info) int {
	return slices.MinFunc(lines, func(a, b engine.Info) int { return cmp.Compare(a.Depth, b.Depth) }).Depth
}

// analysisLine is a line with the chances of the side to move: "1. **62%** · 炮二平五 马8进7".
func analysisLine(p *board.Position, line *engine.Info, number int, r view.Viewer) string {
	chance := fmt.Sprintf("%d%%", view.Percent(engine.WinChance(line.Score, line.Mate)))
	switch {
	case line.Mate > 0:
		chance = r.Count("analysis.mates", line.Mate)
	case line.Mate < 0:
		chance = r.Count("analysis.mated", -line.Mate)
	}
	return fmt.Sprintf("`%d` **%s** · %s", number, chance, view.MovesText(p, line.PV, r))
}
