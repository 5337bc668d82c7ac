package recordview

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/game"
	"xiangqibot/bot/record"
	"xiangqibot/bot/review"
	"xiangqibot/bot/view"
	"xiangqibot/bot/words"
	"xiangqibot/engine"
	"xiangqibot/engine/board"
	"xiangqibot/engine/rules"
	"xiangqibot/render"
)

// AnalysisPage is an analyzed position of a game, as encoded in its buttons.
type AnalysisPage struct {
	// Exactly one of Game and Record says which game it is.
	Game   game.ID
	Record record.ID
	Ply    int // how many moves were made
	Turn   AnalysisTurn
	Black  bool // Black is at the bottom of the picture
	Owner  game.Person
}

// AnalysisTurn is what a press below an analysis asks for.
type AnalysisTurn byte

// The ways. The letters are part of custom ids: a meaning may be added, never changed.
const (
	AnalysisOpen     AnalysisTurn = 'o' // this position, in a message of its own
	analysisPrevious AnalysisTurn = 'p'
	analysisNext     AnalysisTurn = 'n'
	AnalysisPlay     AnalysisTurn = 'f' // a game against the bot from this position
)

const analysisTurns = "opnf"

// Press encodes the page as a button.
func (p AnalysisPage) Press() view.Press {
	arg := view.PageArg{Turn: byte(p.Turn), Black: p.Black, Number: p.Ply, Owner: p.Owner}
	return view.Press{Act: view.PressAnalysis, Topic: view.OfReplay(p.Game, p.Record), Arg: arg.String()}
}

// ParseAnalysisPage parses a button. It accepts exactly what [AnalysisPage.Press] writes.
func ParseAnalysisPage(press view.Press) (AnalysisPage, error) {
	a, err := view.ParsePageArg(press, analysisTurns, 16)
	p := AnalysisPage{Turn: AnalysisTurn(a.Turn), Ply: a.Number, Black: a.Black, Owner: a.Owner}
	p.Game, p.Record = press.Replay()
	if err != nil || p.Press() != press {
		return AnalysisPage{}, fmt.Errorf("%w: an analysis %q", view.ErrForeignPress, press.Arg)
	}
	return p, nil
}

// Turned returns the page to which a press on p leads, in a game of that many plies.
func (p AnalysisPage) Turned(plies int) AnalysisPage {
	switch p.Turn {
	case analysisPrevious:
		p.Ply--
	case analysisNext:
		p.Ply++
	case AnalysisOpen, AnalysisPlay:
	}
	p.Ply = min(max(p.Ply, 0), plies)
	return p
}

// analysisButton looks at the position of a page of a record, for the one who presses alone.
func analysisButton(p view.Page, r view.Viewer) discordgo.MessageComponent {
	page := AnalysisPage{Game: p.Game, Record: p.Record, Ply: p.Ply, Turn: AnalysisOpen, Black: p.Black, Owner: p.Owner}
	return view.Button(r.Words.Say("button.analysis"), discordgo.SecondaryButton, page.Press())
}

// playButton begins a game against the bot from the position of a page of a record.
func playButton(p view.Page, possible bool, r view.Viewer) discordgo.MessageComponent {
	page := AnalysisPage{Game: p.Game, Record: p.Record, Ply: p.Ply, Turn: AnalysisPlay, Black: p.Black, Owner: p.Owner}
	return view.TurnButton(r.Words.Say("button.play-from"), page.Press(), possible)
}

// Analysis shows the analysis of a position of a game.
func (v View) Analysis(rp *Replay, p AnalysisPage, a review.Analysis, r view.Viewer) view.Reply {
	rec := board.Record{Start: rp.Sheet.Start, Moves: rp.Sheet.Moves[:p.Ply]}
	reply := v.analysis(&rec, p.Black, a, r)
	reply.Embed.Title = r.Words.Say("analysis.title", words.Vars{"Title": rp.title(r.Words)})
	turn := func(label string, way AnalysisTurn, possible bool) discordgo.MessageComponent {
		p.Turn = way
		return view.TurnButton(label, p.Press(), possible)
	}
	reply.Rows = view.Rows([]discordgo.MessageComponent{
		turn(r.Words.Say("record.back"), analysisPrevious, p.Ply > 0),
		turn(r.Words.Say("record.forward"), analysisNext, p.Ply < len(rp.Sheet.Moves)),
		turn(r.Words.Say("button.play-from"), AnalysisPlay, a.Verdict.Outcome == rules.Ongoing),
	})
	return view.Shareable(reply, rp.Over, r)
}

// AnalysisOf shows the analysis of a position that belongs to no game.
func (v View) AnalysisOf(position board.Position, a review.Analysis, r view.Viewer) view.Reply {
	rec := board.Record{Start: position}
	black := r.Bottom == view.BottomBlack || r.Bottom == view.BottomOwn && position.SideToMove() == board.Black
	reply := v.analysis(&rec, black, a, r)
	reply.Embed.Title = r.Words.Say("analysis.position")
	return view.Shareable(reply, true, r)
}

// analysis is the board with its lines.
func (v View) analysis(rec *board.Record, black bool, a review.Analysis, r view.Viewer) view.Reply {
	w := r.Words
	p := rec.Position()
	var lines []string
	if n := len(rec.Moves); n > 0 {
		before := board.Record{Start: rec.Start, Moves: rec.Moves[:n-1]}
		q := before.Position()
		lines = append(lines, w.Say("analysis.last", words.Vars{
			"Move": view.Escaped(view.MoveNumber(&q) + view.MoveText(&q, rec.Moves[n-1], r)),
		}))
	}
	k := view.Sketch{Record: rec, Black: black, From: board.NoSquare}
	if a.Verdict.Outcome != rules.Ongoing {
		lines = append(lines, w.Say("analysis.over", words.Vars{"Result": view.OutcomeText(w, a.Verdict.Outcome)}))
	} else {
		lines = append(lines, view.TurnText(w, p.SideToMove()), "")
		for i, line := range a.Lines {
			lines = append(lines, analysisLine(&p, &line, i+1, r))
		}
		if len(a.Lines) > 0 && len(a.Lines[0].PV) > 0 {
			k.Arrows = []render.Arrow{{Move: a.Lines[0].PV[0], Kind: render.BestMove}}
		}
	}
	e := &discordgo.MessageEmbed{Description: discord.Cut(strings.Join(lines, "\n"), discord.DescriptionLimit), Color: view.EdgeColor(p.SideToMove())}
	if len(a.Lines) > 0 {
		e.Footer = &discordgo.MessageEmbedFooter{Text: w.Say("analysis.explain", words.Vars{"Depth": depthOf(a.Lines)})}
	}
	return view.Reply{Embed: e, Picture: k.Draw(v.View, r)}
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
		chance = r.Words.Count("analysis.mates", line.Mate)
	case line.Mate < 0:
		chance = r.Words.Count("analysis.mated", -line.Mate)
	}
	return fmt.Sprintf("`%d` **%s** · %s", number, chance, view.MovesText(p, line.PV, r))
}
