package view

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
func (p AnalysisPage) Press() Press {
	arg := pageArg{byte(p.Turn), p.Black, p.Ply, p.Owner}
	return Press{Act: PressAnalysis, Topic: OfReplay(p.Game, p.Record), Arg: arg.String()}
}

// ParseAnalysisPage parses a button. It accepts exactly what [Press] writes.
func ParseAnalysisPage(press Press) (AnalysisPage, error) {
	a, err := parsePageArg(press, analysisTurns, 16)
	p := AnalysisPage{Turn: AnalysisTurn(a.turn), Ply: a.number, Black: a.black, Owner: a.owner}
	p.Game, p.Record = press.Replay()
	if err != nil || p.Press() != press {
		return AnalysisPage{}, fmt.Errorf("%w: an analysis %q", ErrForeignPress, press.Arg)
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
func analysisButton(p Page, r Viewer) discordgo.MessageComponent {
	page := AnalysisPage{Game: p.Game, Record: p.Record, Ply: p.Ply, Turn: AnalysisOpen, Black: p.Black, Owner: p.Owner}
	return Button(r.Words.Say("button.analysis"), discordgo.SecondaryButton, page.Press())
}

// Analysis shows the analysis of a position of a game.
func (v Studies) Analysis(rp *Replay, p AnalysisPage, a review.Analysis, r Viewer) Reply {
	rec := board.Record{Start: rp.Sheet.Start, Moves: rp.Sheet.Moves[:p.Ply]}
	reply := v.analysis(&rec, p.Black, a, r)
	reply.Embed.Title = r.Words.Say("analysis.title", words.Vars{"Title": rp.title(r.Words)})
	turn := func(label string, way AnalysisTurn, possible bool) discordgo.MessageComponent {
		p.Turn = way
		return turnButton(label, p.Press(), possible)
	}
	reply.Rows = Rows([]discordgo.MessageComponent{
		turn(r.Words.Say("record.back"), analysisPrevious, p.Ply > 0),
		turn(r.Words.Say("record.forward"), analysisNext, p.Ply < len(rp.Sheet.Moves)),
		turn(r.Words.Say("button.play-from"), AnalysisPlay, a.Verdict.Outcome == rules.Ongoing),
	})
	return reply
}

// AnalysisOf shows the analysis of a position that belongs to no game.
func (v Studies) AnalysisOf(position board.Position, a review.Analysis, r Viewer) Reply {
	rec := board.Record{Start: position}
	black := r.Bottom == BottomBlack || r.Bottom == BottomOwn && position.SideToMove() == board.Black
	reply := v.analysis(&rec, black, a, r)
	reply.Embed.Title = r.Words.Say("analysis.position")
	return reply
}

// analysis is the board with its lines.
func (v Studies) analysis(rec *board.Record, black bool, a review.Analysis, r Viewer) Reply {
	w := r.Words
	p := rec.Position()
	var lines []string
	if n := len(rec.Moves); n > 0 {
		before := board.Record{Start: rec.Start, Moves: rec.Moves[:n-1]}
		q := before.Position()
		lines = append(lines, w.Say("analysis.last", words.Vars{"Move": Escaped(moveNumber(&q) + MoveText(&q, rec.Moves[n-1], r))}))
	}
	k := sketch{record: rec, black: black, from: board.NoSquare}
	if a.Verdict.Outcome != rules.Ongoing {
		lines = append(lines, w.Say("analysis.over", words.Vars{"Result": outcomeText(w, a.Verdict.Outcome)}))
	} else {
		lines = append(lines, TurnText(w, p.SideToMove()), "")
		for i, line := range a.Lines {
			lines = append(lines, analysisLine(&p, &line, i+1, r))
		}
		if len(a.Lines) > 0 && len(a.Lines[0].PV) > 0 {
			k.arrows = []render.Arrow{{Move: a.Lines[0].PV[0], Kind: render.BestMove}}
		}
	}
	e := &discordgo.MessageEmbed{Description: discord.Cut(strings.Join(lines, "\n"), discord.DescriptionLimit), Color: edge(p.SideToMove())}
	if len(a.Lines) > 0 {
		e.Footer = &discordgo.MessageEmbedFooter{Text: w.Say("analysis.explain", words.Vars{"Depth": depthOf(a.Lines)})}
	}
	return Reply{Embed: e, Picture: k.draw(v.View, r), Private: true}
}

// depthOf returns the depth to which all lines were searched: where a search was stopped, the lower ones may be of the
// iteration before.
func depthOf(lines []engine.Info) int {
	return slices.MinFunc(lines, func(a, b engine.Info) int { return cmp.Compare(a.Depth, b.Depth) }).Depth
}

// analysisLine is a line with the chances of the side to move: "1. **62%** · 炮二平五 马8进7".
func analysisLine(p *board.Position, line *engine.Info, number int, r Viewer) string {
	chance := fmt.Sprintf("%d%%", percent(engine.WinChance(line.Score, line.Mate)))
	switch {
	case line.Mate > 0:
		chance = r.Words.Count("analysis.mates", line.Mate)
	case line.Mate < 0:
		chance = r.Words.Count("analysis.mated", -line.Mate)
	}
	return fmt.Sprintf("`%d` **%s** · %s", number, chance, movesText(p, line.PV, r))
}
