package view

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/words"
	"xiangqibot/engine"
	"xiangqibot/engine/board"
	"xiangqibot/engine/gamefile"
	"xiangqibot/engine/rules"
	"xiangqibot/engine/study"
	"xiangqibot/render"
)

// reviewFile is the name of the picture of a review.
const reviewFile = "review.png"

// Reviewed is a game with its review.
type Reviewed struct {
	*Replay
	Study *study.Study
}

// Waiting is a review under way that a message shows: the message is changed as the review goes on.
type Waiting struct {
	Page ReviewPage
}

// Review shows a page of a review: the sums of the whole game, or one of its mistakes. One that is under way is shown
// as that, whatever the page.
func (v *View) Review(rv *Reviewed, p ReviewPage, r Viewer) Reply {
	if !rv.Study.Done() {
		return rv.underWay(p, r)
	}
	verdicts := rv.Study.Verdicts()
	faults := study.KeyMistakes(verdicts)
	if p.Number = min(max(p.Number, 0), len(faults)); p.Number > 0 {
		return rv.fault(v, p, &verdicts[faults[p.Number-1]], len(faults), r)
	}
	return rv.overview(v, p, verdicts, len(faults), r)
}

// underWay shows how far a review has come.
func (rv *Reviewed) underWay(p ReviewPage, r Viewer) Reply {
	w := r.Words
	done, total := rv.Study.Progress()
	lines := []string{
		progressBar(done, total),
		w.Say("review.progress", words.Vars{"Done": done, "Total": total}),
		w.Say("review.wait"),
	}
	p.Turn = reviewStay
	return Reply{
		Embed: &discordgo.MessageEmbed{Title: rv.reviewTitle(w), Description: strings.Join(lines, "\n"), Color: drawEdge},
		Rows:  Rows([]discordgo.MessageComponent{Button(w.Say("review.refresh"), discordgo.SecondaryButton, p.Press())}),
		Waits: &Waiting{Page: p},
	}
}

// progressBar is a bar of twenty blocks.
func progressBar(done, total int) string {
	const blocks = 20
	full := done * blocks / max(total, 1)
	return strings.Repeat("█", full) + strings.Repeat("░", blocks-full)
}

// reviewTitle names a review.
func (rv *Reviewed) reviewTitle(w words.Words) string {
	return w.Say("review.title", words.Vars{"Title": rv.title(w)})
}

// overview shows the sums of a review, with the graph of the chances.
func (rv *Reviewed) overview(v *View, p ReviewPage, verdicts []study.Verdict, faults int, r Viewer) Reply {
	w := r.Words
	var lines []string
	for _, text := range []string{rv.result(r), fromRecord(openingOfRecord(&rv.Sheet, w)), rv.turningPoint(verdicts, r)} {
		if text != "" {
			lines = append(lines, text)
		}
	}
	if faults == 0 {
		lines = append(lines, w.Say("review.no-faults"))
	}
	e := &discordgo.MessageEmbed{Title: rv.reviewTitle(w), Description: strings.Join(lines, "\n"), Color: drawEdge}
	for _, c := range []board.Color{board.Red, board.Black} {
		e.Fields = append(e.Fields, &discordgo.MessageEmbedField{
			Name:  rv.sideLabel(c, w),
			Value: strings.Join(rv.sums(verdicts, c, w), "\n"), Inline: true,
		})
	}
	e.Footer = &discordgo.MessageEmbedFooter{Text: w.Say("review.explain")}
	reply := Reply{Embed: e, Rows: p.buttons(faults, r)}

	graph := render.WinChances{Theme: r.Theme, Title: rv.chartTitle(w)}
	graph.Red, graph.Faults = chancesOf(verdicts)
	alt := w.Say("review.graph", words.Vars{
		"Title": rv.title(w), "Moves": len(verdicts), "Best": percent(slices.Max(graph.Red)), "Worst": percent(slices.Min(graph.Red)),
		"Last": percent(graph.Red[len(graph.Red)-1]),
	})
	reply.Picture = v.illustrate(reviewFile, alt, r, func() ([]byte, error) { return v.renderer.WinChances(graph) },
		"game", rv.Game, "record", rv.Record)
	return reply
}

// chartTitle says whose chances a graph shows, and in whose game if that is known.
func (rv *Reviewed) chartTitle(w words.Words) string {
	title := w.Say("review.chart")
	red, black := rv.label(board.Red, w), rv.label(board.Black, w)
	if red == capital(sideName(w, board.Red)) && black == capital(sideName(w, board.Black)) {
		return title
	}
	return title + " · " + red + " – " + black
}

// sideLabel names a side and its player without a mention, which the head of a field does not show.
func (rv *Reviewed) sideLabel(c board.Color, w words.Words) string {
	side, name := capital(sideName(w, c)), rv.label(c, w)
	if name == side {
		return disc(c) + " " + side
	}
	return w.Say("review.side", words.Vars{"Disc": disc(c), "Side": side, "Name": name})
}

// sums are the lines about one side.
func (rv *Reviewed) sums(verdicts []study.Verdict, c board.Color, w words.Words) []string {
	own := func(v *study.Verdict) bool { return v.By == c }
	t := study.TallyOf(verdicts, own)
	accuracy := w.Say("review.no-accuracy")
	if points, ok := rv.Study.Accuracy(c); ok {
		accuracy = w.Say("review.accuracy", words.Vars{"Percent": int(math.Round(points))})
	}
	lines := []string{
		accuracy,
		w.Say("review.loss", words.Vars{"Loss": lossText(t.Cost)}),
		w.Say("review.counts", words.Vars{
			"Blunders": t.Grades[engine.Blunder], "Mistakes": t.Grades[engine.Mistake], "Inaccuracies": t.Grades[engine.Inaccuracy],
		}),
	}
	for _, more := range []struct {
		key string
		n   int
	}{
		{"review.missed-wins", t.MissedWins}, {"review.missed-mates", t.MissedMates},
		{"review.brilliant", t.Brilliant}, {"review.book", t.Book},
	} {
		if more.n > 0 {
			lines = append(lines, w.Say(more.key, words.Vars{"Count": more.n}))
		}
	}
	var phases []string
	for _, part := range []struct {
		phase board.Phase
		key   string
	}{{board.Opening, "review.opening"}, {board.Middlegame, "review.middle"}, {board.Endgame, "review.ending"}} {
		of := study.TallyOf(verdicts, func(v *study.Verdict) bool { return v.By == c && v.Phase == part.phase })
		if of.Free > 0 {
			phases = append(phases, w.Say(part.key, words.Vars{"Loss": lossText(of.Cost)}))
		}
	}
	if len(phases) > 0 {
		lines = append(lines, w.Say("review.phases", words.Vars{"Phases": strings.Join(phases, " · ")}))
	}
	return lines
}

// turningPoint names the move that turned the game, "" where there is none.
func (rv *Reviewed) turningPoint(verdicts []study.Verdict, r Viewer) string {
	outcome := rules.Draw
	switch rv.Sheet.Result {
	case gamefile.RedWins:
		outcome = rules.RedWins
	case gamefile.BlackWins:
		outcome = rules.BlackWins
	case gamefile.Draw, gamefile.Unknown:
	}
	ply, ok := study.TurningPoint(verdicts, outcome)
	if !ok {
		return ""
	}
	v := &verdicts[ply]
	return r.Words.Say("review.turning", words.Vars{
		"Move": rv.numbered(v, r), "Side": sideName(r.Words, v.By), "Before": percent(v.Before), "After": percent(v.After),
	})
}

// numbered is a move with its number and its sign: "12. 车二进六??".
func (rv *Reviewed) numbered(v *study.Verdict, r Viewer) string {
	before := rv.at(v.Ply)
	p := before.Position()
	return moveNumber(&p) + MoveText(&p, v.Played, r) + gradeSign(v)
}

// at is the game up to a ply.
func (rv *Reviewed) at(ply int) *board.Record {
	return &board.Record{Start: rv.Sheet.Start, Moves: rv.Sheet.Moves[:ply]}
}

// gradeSign is what people write behind such a move.
func gradeSign(v *study.Verdict) string {
	switch {
	case v.Grade == engine.Blunder:
		return "??"
	case v.Grade == engine.Mistake:
		return "?"
	case v.Grade == engine.Inaccuracy:
		return "?!"
	case v.Brilliant:
		return "!!"
	}
	return ""
}

// chancesOf are Red's chances before the first move and after each, and the moves to be marked among them.
func chancesOf(verdicts []study.Verdict) (red []float64, faults []render.Fault) {
	share := func(c board.Color, chance float64) float64 {
		if c == board.Black {
			chance = 1 - chance
		}
		return min(max(chance, 0), 1)
	}
	red = append(red, share(verdicts[0].By, verdicts[0].Before))
	for i := range verdicts {
		v := &verdicts[i]
		red = append(red, share(v.By, v.After))
		switch v.Grade {
		case engine.Mistake:
			faults = append(faults, render.Fault{Ply: v.Ply + 1, Kind: render.Mistaken})
		case engine.Blunder:
			faults = append(faults, render.Fault{Ply: v.Ply + 1, Kind: render.Blundered})
		case engine.Ungraded, engine.Forced, engine.Best, engine.Good, engine.Inaccuracy:
		}
	}
	return red, faults
}

// percent is a chance as people read it, without the sign.
func percent(chance float64) int { return int(math.Round(100 * chance)) }

// lossText is an average loss, in hundredths of a win.
func lossText(cost float64) string { return fmt.Sprintf("%.1f", 100*cost) }
