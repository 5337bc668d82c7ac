package view

import (
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/words"
	"xiangqibot/engine"
	"xiangqibot/engine/board"
	"xiangqibot/engine/pattern"
	"xiangqibot/engine/study"
	"xiangqibot/render"
)

const (
	// reviewLine is how many moves of a line a page shows, and mostReviewLine how many where a reason needs more.
	reviewLine, mostReviewLine = 5, 11
)

// fault shows a mistake: the board before it with what was played and what was better, the chances and why.
func (rv *Reviewed) fault(v *View, p ReviewPage, verdict *study.Verdict, faults int, r Viewer) Reply {
	w := r.Words
	record := rv.at(verdict.Ply)
	position := record.Position()
	lines := []string{
		w.Say("review.fault", words.Vars{"Disc": disc(verdict.By), "Move": "**" + Escaped(rv.numbered(verdict, r)) + "**", "Grade": gradeName(verdict, w)}),
		w.Say("review.chances", words.Vars{
			"Side": sideName(w, verdict.By), "Before": percent(verdict.Before), "After": percent(verdict.After),
		}),
	}
	if why := reasonText(verdict, w); why != "" {
		lines = append(lines, "**"+why+"**")
	}
	if said := rv.Sheet.Comments.Get(verdict.Ply + 1); said != "" {
		lines = append(lines, commentText(said))
	}
	after := position
	after.Make(verdict.Played)
	better, follows := reviewLine, reviewLine
	switch verdict.Reason.Kind {
	case study.MissesMate, study.MissesMaterial, study.MissesThreat:
		better = bearing(&position, verdict.Line, &verdict.Reason)
	case study.AllowsMate, study.LosesMaterial, study.AllowsThreat:
		follows = bearing(&after, verdict.Refutation, &verdict.Reason)
	default:
	}
	lines = append(lines, "", w.Say("review.better", words.Vars{"Moves": firstMoves(&position, verdict.Line, better, r)}))
	if len(verdict.Refutation) > 0 {
		lines = append(lines, w.Say("review.follows", words.Vars{"Moves": firstMoves(&after, verdict.Refutation, follows, r)}))
	}
	text := strings.Join(lines, "\n")
	reply := Reply{
		Embed: &discordgo.MessageEmbed{
			Title:       w.Say("review.page", words.Vars{"Title": rv.title(w), "Number": p.Number, "Count": faults}),
			Description: text, Color: edge(verdict.By),
		},
		Rows: p.buttons(faults, r),
	}
	s := render.Scene{
		Position: position, Flipped: p.Black, Check: board.NoSquare, Theme: r.Theme, Pieces: r.Pieces, Coordinates: r.edge(),
		Arrows: []render.Arrow{{Move: verdict.Played, Kind: render.PlayedMove}},
		Marks:  []render.Mark{{Square: verdict.Played.To(), Kind: badgeOf(verdict)}},
	}
	if verdict.Best != board.NoMove && verdict.Best != verdict.Played {
		s.Arrows = append(s.Arrows, render.Arrow{Move: verdict.Best, Kind: render.BestMove})
	}
	if position.InCheck() {
		s.Check = position.King(position.SideToMove())
	}
	if r.Wide {
		s.Wide, s.RedName, s.BlackName = true, rv.label(board.Red, w), rv.label(board.Black, w)
		fillPanel(&s, record, r)
	}
	alt := discord.Cut(w.Sentences([]string{
		w.Say("review.board", words.Vars{
			"Title": rv.title(w), "Played": MoveText(&position, verdict.Played, r), "Best": movesText(&position, verdict.Line[:min(len(verdict.Line), 1)], r),
		}),
		describeRecord(rv.Replay, Page{Game: rv.Game, Record: rv.Record, Ply: verdict.Ply}, &position, r),
	}), discord.AltLimit)
	reply.Picture = v.illustrate(BoardFile, alt, r, func() ([]byte, error) { return v.renderer.PNG(s) },
		"game", rv.Game, "record", rv.Record, "ply", verdict.Ply)
	if reply.Picture == nil {
		reply.Embed.Description = discord.Cut(text+"\n\n"+alt, discord.DescriptionLimit)
	}
	return reply
}

// badgeOf is the badge of a move.
func badgeOf(v *study.Verdict) render.MarkKind {
	if v.Grade == engine.Blunder {
		return render.Blunder
	}
	return render.Mistake
}

// gradeName is what players call such a move: 失误, 漏杀.
func gradeName(v *study.Verdict, w words.Words) string {
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
			return max(i+1, reviewLine)
		}
		at.Make(m)
	}
	return reviewLine
}

// movesText writes the first moves of a line in the viewer's notation.
func movesText(p *board.Position, line []board.Move, r Viewer) string {
	return firstMoves(p, line, reviewLine, r)
}

// firstMoves writes at most so many moves of a line.
func firstMoves(p *board.Position, line []board.Move, most int, r Viewer) string {
	at := *p
	var moves []string
	for i, m := range line {
		if i == most {
			moves = append(moves, "…")
			break
		}
		text := MoveText(&at, m, r)
		if i == 0 || at.SideToMove() == board.Red {
			text = moveNumber(&at) + text
		}
		moves = append(moves, Escaped(text))
		at.Make(m)
	}
	return strings.Join(moves, " ")
}

// moveNumber is what is written before a move: "12. ", and before one of Black's "12… ".
func moveNumber(p *board.Position) string {
	if p.SideToMove() == board.Black {
		return strconv.Itoa(p.MoveNumber()) + "… "
	}
	return strconv.Itoa(p.MoveNumber()) + ". "
}

// reasonKeys finds the phrase for a reason. A mate, a motif and what a piece costs have phrases of their own.
var reasonKeys = map[study.ReasonKind]struct{ plain, mate, named, motif, paid string }{
	study.AllowsMate:     {plain: "review.allows-mate", named: "review.allows-named-mate"},
	study.MissesMate:     {plain: "review.misses-mate", named: "review.misses-named-mate"},
	study.LosesMaterial:  {plain: "review.loses", motif: "review.loses-by", paid: "review.loses-for"},
	study.MissesMaterial: {plain: "review.misses", motif: "review.misses-by", paid: "review.misses-for"},
	study.AllowsThreat:   {plain: "review.allows-threat", mate: "review.allows-mate-threat"},
	study.MissesThreat:   {plain: "review.misses-threat", mate: "review.misses-mate-threat"},
	study.LosesWin:       {plain: "review.loses-win"},
	study.AllowsHollow:   {plain: "review.allows-hollow"},
	study.MissesHollow:   {plain: "review.misses-hollow"},
	study.AllowsPin:      {plain: "review.allows-pin"},
	study.LosesTime:      {plain: "review.loses-time"},
	study.KeepsLess:      {plain: "review.keeps-less"},
}

// reasonText says why a move is a mistake, "" if the review does not know.
func reasonText(v *study.Verdict, w words.Words) string {
	reason := v.Reason
	vars := words.Vars{
		"Moves": reason.Moves, "Names": mateNames(reason.Names, w), "Piece": pieceName(w, reason.Piece, 1),
		"For": pieceName(w, reason.For, 1), "Motif": MotifName(w, reason.Motif),
	}
	keys, known := reasonKeys[reason.Kind]
	switch {
	case !known:
		return ""
	case keys.named != "" && vars["Names"] != "":
		return w.Say(keys.named, vars)
	case keys.mate != "" && reason.Moves > 0:
		return w.Say(keys.mate, vars)
	case keys.paid != "" && reason.For != board.NoPiece:
		return w.Say(keys.paid, vars)
	case keys.motif != "" && vars["Motif"] != "":
		return w.Say(keys.motif, vars)
	}
	return w.Say(keys.plain, vars)
}

// mateNames are what players call a mate, "" for one without a name.
func mateNames(names []pattern.Name, w words.Words) string {
	var said []string
	for _, n := range names[:min(len(names), mostNames)] {
		said = append(said, MateName(w, n))
	}
	return strings.Join(said, " · ")
}
