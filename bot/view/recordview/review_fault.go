package recordview

import (
	"strings"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/view"
	"xiangqibot/bot/words"
	"xiangqibot/engine"
	"xiangqibot/engine/board"
	"xiangqibot/engine/study"
	"xiangqibot/render"
)

// mostReviewLine is how many moves of a line a page shows at most, where a reason needs more than [view.ReviewLine].
const mostReviewLine = 11

// fault shows a mistake: the board before it with what was played and what was better, the chances and why.
func (rv *Reviewed) fault(
	v *view.View, p view.Page, verdict *study.Verdict, faults int, r view.Viewer,
) view.Reply {
	position := rv.at(verdict.Ply).Position()
	text := strings.Join(rv.faultLines(verdict, r), "\n")
	page := p
	page.Number = verdict.Ply
	reply := view.Reply{
		Embed: &discordgo.MessageEmbed{
			Title:       r.Say("review.page", words.Vars{"Title": rv.title(r.Words), "Number": p.Number, "Count": faults}),
			Description: text, Color: view.EdgeColor(verdict.By),
		},
		Rows: reviewButtons(p, faults, r, analysisButton(page, r), playButton(page, true, r)),
	}
	s := rv.scene(verdict.Ply, p.Black, r)
	s.LastMove = board.NoMove // the arrows are what matters
	s.Arrows = []render.Arrow{{Move: verdict.Played, Kind: render.PlayedMove}}
	s.Marks = []render.Mark{{Square: verdict.Played.To(), Kind: gradeMarks[verdict.Grade].badge}}
	if verdict.Best != board.NoMove && verdict.Best != verdict.Played {
		s.Arrows = append(s.Arrows, render.Arrow{Move: verdict.Best, Kind: render.BestMove})
	}
	alt := discord.Cut(r.Sentences(
		r.Say("review.board", words.Vars{
			"Title": rv.title(r.Words), "Played": view.MoveText(&position, verdict.Played, r), "Best": view.MovesText(&position, verdict.Line[:min(len(verdict.Line), 1)], r),
		}),
		describeRecord(rv.Replay, page, r),
	), discord.AltLimit)
	reply.Picture = v.Board(s, alt, r)
	return reply
}

func (rv *Reviewed) faultLines(verdict *study.Verdict, r view.Viewer) []string {
	record := rv.at(verdict.Ply)
	position := record.Position()
	lines := []string{
		r.Say("review.fault", words.Vars{
			"Disc": view.Disc(verdict.By), "Move": "**" + view.Escaped(rv.numbered(verdict, r)) + "**", "Grade": GradeName(verdict, r.Words),
		}),
		r.Say("review.chances", words.Vars{
			"Side":   view.SideName(r.Words, verdict.By),
			"Before": view.Percent(verdict.Before), "After": view.Percent(verdict.After),
		}),
	}
	if why := ReasonText(verdict, r.Words); why != "" {
		lines = append(lines, "**"+why+"**")
	}
	lines = append(lines, view.NonEmpty(commentText(rv.Sheet.Comments.Get(verdict.Ply+1)))...)
	after := position
	after.Make(verdict.Played)
	better, follows := view.ReviewLine, view.ReviewLine
	switch verdict.Reason.Kind {
	case study.MissesMate, study.MissesMaterial:
		better = bearing(&position, verdict.Line, &verdict.Reason)
	case study.AllowsMate, study.LosesMaterial:
		follows = bearing(&after, verdict.Refutation, &verdict.Reason)
	default:
	}
	lines = append(lines, "", r.Say("review.better", words.Vars{
		"Moves": view.FirstMoves(&position, verdict.Line, better, r),
	}))
	if len(verdict.Refutation) > 0 {
		lines = append(lines, r.Say("review.follows", words.Vars{
			"Moves": view.FirstMoves(&after, verdict.Refutation, follows, r),
		}))
	}
	return lines
}

// GradeName is what players call a move of a grade: 失误, 漏杀.
func GradeName(v *study.Verdict, w words.Words) string {
	switch {
	case v.MissedMate:
		return w.Say("review.missed-mate")
	case v.MissedWin:
		return w.Say("review.missed-win")
	case v.Grade == engine.Blunder:
		return w.Say("review.blunder")
	}
	return w.Say("review.mistake")
}

// bearing is how many moves of a line show what a reason says of it: those up to the mate, or until the piece is taken.
func bearing(p *board.Position, line []board.Move, reason *study.Reason) int {
	if reason.Moves > 0 {
		return mostReviewLine
	}
	at := *p
	for i, m := range line[:min(len(line), mostReviewLine)] {
		if at.At(m.To()) == reason.Piece {
			return max(i+1, view.ReviewLine)
		}
		at.Make(m)
	}
	return view.ReviewLine
}

// reasonKeys finds the phrase for a reason. A mate, a motif and what a piece costs have phrases of their own.
var reasonKeys = map[study.ReasonKind]struct{ plain, named, motif, paid string }{
	study.AllowsMate:       {plain: "review.allows-mate", named: "review.allows-named-mate"},
	study.MissesMate:       {plain: "review.misses-mate", named: "review.misses-named-mate"},
	study.Forfeits:         {plain: "review.forfeits"},
	study.AllowsRepetition: {plain: "review.allows-repetition"},
	study.MissesRepetition: {plain: "review.misses-repetition"},
	study.LosesMaterial:    {plain: "review.loses", motif: "review.loses-by", paid: "review.loses-for"},
	study.MissesMaterial:   {plain: "review.misses", motif: "review.misses-by", paid: "review.misses-for"},
	study.KeepsLess:        {plain: "review.keeps-less"},
}

// ReasonText says why a move is a mistake, "" if the review does not know.
func ReasonText(v *study.Verdict, w words.Words) string {
	reason := v.Reason
	vars := words.Vars{
		"Moves": reason.Moves, "Names": view.MateNames(w, reason.Names), "Piece": view.PieceName(w, reason.Piece, 1),
		"For": view.PieceName(w, reason.For, 1), "Motif": view.MotifName(w, reason.Motif),
	}
	keys, known := reasonKeys[reason.Kind]
	switch {
	case !known:
		return ""
	case keys.named != "" && vars["Names"] != "":
		return w.Say(keys.named, vars)
	case keys.paid != "" && reason.For != board.NoPiece:
		return w.Say(keys.paid, vars)
	case keys.motif != "" && vars["Motif"] != "":
		return w.Say(keys.motif, vars)
	}
	return w.Say(keys.plain, vars)
}
