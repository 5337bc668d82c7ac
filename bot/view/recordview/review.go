package recordview

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/view"
	"xiangqibot/bot/words"
	"xiangqibot/engine"
	"xiangqibot/engine/board"
	"xiangqibot/engine/gamefile"
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

// Review shows the page of a review to which p leads: the sums of the whole game, or one of its mistakes. One that is
// under way is shown as that, whatever the page.
func Review(v *view.View, rv *Reviewed, p view.Page, r view.Viewer) view.Reply {
	if !rv.Study.Done() {
		return rv.underWay(p, r)
	}
	verdicts := rv.Study.Verdicts()
	faults := study.KeyMistakes(verdicts)
	if p = p.Turned(len(faults)); p.Number > 0 {
		return rv.fault(v, p, &verdicts[faults[p.Number-1]], len(faults), r)
	}
	return rv.overview(v, p, verdicts, len(faults), r)
}

func (rv *Reviewed) underWay(p view.Page, r view.Viewer) view.Reply {
	done, total := rv.Study.Progress()
	lines := []string{
		progressBar(done, total),
		r.Say("review.progress", words.Vars{"Done": done, "Total": total}),
		r.Say("review.wait"),
	}
	p.Turn = view.TurnStay
	return view.Reply{
		Embed: &discordgo.MessageEmbed{Title: rv.reviewTitle(r), Description: strings.Join(lines, "\n"), Color: view.DrawEdge},
		Rows:  view.Rows(view.Button(r.Say("review.refresh"), discordgo.SecondaryButton, p.Press(view.PressReview))),
		Waits: &p,
	}
}

func progressBar(done, total int) string {
	const blocks = 20
	full := done * blocks / max(total, 1)
	return strings.Repeat("█", full) + strings.Repeat("░", blocks-full)
}

func (rv *Reviewed) reviewTitle(r view.Viewer) string {
	return r.Say("review.title", words.Vars{"Title": rv.title(r.Words)})
}

// overview shows the sums of a review, with the graph of the chances.
func (rv *Reviewed) overview(
	v *view.View, p view.Page, verdicts []study.Verdict, faults int, r view.Viewer,
) view.Reply {
	lines := view.NonEmpty(rv.result(r), fromRecord(openingOfRecord(&rv.Sheet, r.Words)), rv.turningPoint(verdicts, r))
	if faults == 0 {
		lines = append(lines, r.Say("review.no-faults"))
	}
	e := &discordgo.MessageEmbed{Title: rv.reviewTitle(r), Description: strings.Join(lines, "\n"), Color: view.DrawEdge}
	for _, c := range []board.Color{board.Red, board.Black} {
		e.Fields = append(e.Fields, &discordgo.MessageEmbedField{
			Name:  rv.sideLabel(c, r.Words),
			Value: strings.Join(rv.sums(verdicts, c, r.Words), "\n"), Inline: true,
		})
	}
	e.Footer = &discordgo.MessageEmbedFooter{Text: r.Say("review.explain")}
	reply := view.Reply{Embed: e, Rows: reviewButtons(p, faults, r)}

	graph := render.WinChances{Theme: r.Theme, Title: rv.chartTitle(r.Words)}
	graph.Red, graph.Faults = chancesOf(verdicts)
	rv.nameWorst(graph.Faults, verdicts, r)
	alt := rv.graphText(graph.Red, r)
	reply.Picture = v.Illustrate(reviewFile, alt, r, func() []byte { return v.Renderer.WinChances(graph) })
	return reply
}

func (rv *Reviewed) graphText(red []float64, r view.Viewer) string {
	return r.Say("review.graph", words.Vars{
		"Title": rv.title(r.Words), "Moves": len(red) - 1, "Best": view.Percent(slices.Max(red)), "Worst": view.Percent(slices.Min(red)),
		"Last": view.Percent(red[len(red)-1]),
	})
}

// chartTitle says whose chances a graph shows, and in whose game if that is known.
func (rv *Reviewed) chartTitle(w words.Words) string {
	title := w.Say("review.chart")
	red, black := rv.label(board.Red, w), rv.label(board.Black, w)
	if red == view.Capital(view.SideName(w, board.Red)) && black == view.Capital(view.SideName(w, board.Black)) {
		return title
	}
	return title + " · " + red + " – " + black
}

// sideLabel names a side and its player without a mention, which the head of a field does not show.
func (rv *Reviewed) sideLabel(c board.Color, w words.Words) string {
	side, name := view.Capital(view.SideName(w, c)), rv.label(c, w)
	if name == side {
		return view.Disc(c) + " " + side
	}
	return w.Say("review.side", words.Vars{"Disc": view.Disc(c), "Side": side, "Name": name})
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
		w.Say("review.loss", words.Vars{"Loss": LossText(t.Cost)}),
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
			phases = append(phases, w.Say(part.key, words.Vars{"Loss": LossText(of.Cost)}))
		}
	}
	if len(phases) > 0 {
		lines = append(lines, w.Say("review.phases", words.Vars{"Phases": strings.Join(phases, " · ")}))
	}
	return lines
}

// turningPoint names the move that turned the game, "" where there is none.
func (rv *Reviewed) turningPoint(verdicts []study.Verdict, r view.Viewer) string {
	ply, ok := study.TurningPoint(verdicts, outcomes[rv.Sheet.Result])
	if !ok {
		return ""
	}
	v := &verdicts[ply]
	return r.Say("review.turning", words.Vars{
		"Move": rv.numbered(v, r), "Side": view.SideName(r.Words, v.By), "Before": view.Percent(v.Before), "After": view.Percent(v.After),
	})
}

// numbered is a move with its number and its sign: "12. 车二进六??".
func (rv *Reviewed) numbered(v *study.Verdict, r view.Viewer) string {
	before := rv.at(v.Ply)
	p := before.Position()
	mark, _ := markOf(v)
	return view.MoveNumber(&p) + view.MoveText(&p, v.Played, r) + mark.sign
}

// gradeMark is how a move of a grade is marked: after it, in a file, on the board, and in the graph of the chances.
type gradeMark struct {
	sign  string
	nag   gamefile.NAG
	badge render.MarkKind
}

// gradeMarks are the marks of moves that are not good. Moves of other grades have none, unless they are brilliant.
var gradeMarks = map[engine.Grade]gradeMark{
	engine.Blunder:    {"??", gamefile.Blunder, render.Blunder},
	engine.Mistake:    {"?", gamefile.Mistake, render.Mistake},
	engine.Inaccuracy: {sign: "?!", nag: gamefile.Dubious},
}

func markOf(v *study.Verdict) (mark gradeMark, marked bool) {
	if mark, marked = gradeMarks[v.Grade]; !marked && v.Brilliant {
		return gradeMark{sign: "!!", nag: gamefile.Brilliant}, true
	}
	return mark, marked
}

// redChance is Red's chance, where it is that of a side.
func redChance(c board.Color, chance float64) float64 {
	if c == board.Black {
		chance = 1 - chance
	}
	return min(max(chance, 0), 1)
}

// chancesOf are Red's chances before the first move and after each, and the moves to be marked among them.
func chancesOf(verdicts []study.Verdict) (red []float64, faults []render.Fault) {
	red = append(red, redChance(verdicts[0].By, verdicts[0].Before))
	for i := range verdicts {
		v := &verdicts[i]
		red = append(red, redChance(v.By, v.After))
		if v.Grade >= engine.Mistake {
			faults = append(faults, render.Fault{Ply: v.Ply + 1, Kind: gradeMarks[v.Grade].badge})
		}
	}
	return red, faults
}

// nameWorst gives the two costliest of the marked moves their names.
func (rv *Reviewed) nameWorst(faults []render.Fault, verdicts []study.Verdict, r view.Viewer) {
	of := func(i int) *study.Verdict { return &verdicts[faults[i].Ply-1] }
	worst := make([]int, len(faults))
	for i := range worst {
		worst[i] = i
	}
	slices.SortStableFunc(worst, func(a, b int) int { return cmp.Compare(of(b).Cost, of(a).Cost) })
	for _, i := range worst[:min(len(worst), 2)] {
		faults[i].Name = rv.numbered(of(i), r)
	}
}

// LossText is an average loss, in hundredths of a win.
func LossText(cost float64) string { return fmt.Sprintf("%.1f", 100*cost) }

// reviewButtons are those below a page of a review with so many mistakes.
func reviewButtons(
	p view.Page, faults int, r view.Viewer, more ...discordgo.MessageComponent,
) []discordgo.MessageComponent {
	var buttons []discordgo.MessageComponent
	if p.Number == 0 {
		if faults > 0 {
			p.Turn = view.TurnForward
			buttons = append(buttons, view.Button(r.Say("review.faults"), discordgo.PrimaryButton, p.Press(view.PressReview)))
			if p.Game != 0 {
				buttons = append(buttons, view.NextMistake(r.Say("button.mistakes"), discordgo.SecondaryButton))
			}
		}
	} else {
		buttons = append(buttons,
			p.TurnButton(view.PressReview, r.Say("list.previous"), view.TurnBack, p.Number > 1),
			p.TurnButton(view.PressReview, r.Say("list.next"), view.TurnForward, p.Number < faults),
			p.TurnButton(view.PressReview, r.Say("review.sums"), view.TurnFirst, true))
	}
	buttons = append(buttons, more...)
	buttons = append(buttons, p.TurnButton(view.PressReview, r.Say("review.export"), view.TurnExport, true))
	if p.Number == 0 {
		buttons = append(buttons, p.TurnButton(view.PressReview, r.Say("review.moments"), view.TurnMoments, true))
	}
	buttons = append(append(buttons, view.GifButton(p.Game, p.Record, r)), view.LiveButton(view.Press{Topic: view.OfReplay(p.Game, p.Record)}, r)...)
	return view.Rows(buttons...)
}

// Annotated is a game with what is thought of its moves beside what was there: Red's chances after each move, a mark
// for what was not good or brilliant, and for a mistake why it is one and how the game should have gone on.
func (rv *Reviewed) Annotated(w words.Words) gamefile.Game {
	sheet := rv.Sheet
	sheet.Comments, sheet.NAGs, sheet.Variations = slices.Clone(sheet.Comments), slices.Clone(sheet.NAGs), slices.Clone(sheet.Variations)
	verdicts := rv.Study.Verdicts()
	for i := range verdicts {
		v := &verdicts[i]
		chance := w.Say("review.comment", words.Vars{"Percent": view.Percent(redChance(v.By, v.After))})
		lines := []string{sheet.Comments.Get(i + 1), chance}
		if v.Grade >= engine.Mistake {
			lines = append(lines, GradeName(v, w), ReasonText(v, w))
		}
		sheet.Comments.Set(i+1, strings.Join(view.NonEmpty(lines...), "\n"))
		mark, marked := markOf(v)
		if !marked {
			continue
		}
		if had := sheet.NAGs.Get(i + 1); len(had) < gamefile.MaxNAGs && !slices.Contains(had, mark.nag) {
			sheet.NAGs.Set(i+1, append(slices.Clone(had), mark.nag))
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

// ReviewFile offers an annotated game for download.
func (rv *Reviewed) ReviewFile(data []byte, r view.Viewer) view.Reply {
	name := rv.fileName() + "-review" + gamefile.PGN.Extension()
	reply := view.Reply{Text: r.Say("review.exported", words.Vars{"Title": rv.title(r.Words)})}
	reply.Files = []discord.File{{Name: name, Type: "text/plain; charset=utf-8", Data: data}}
	return reply
}

// maxReviewLine is how many moves of a line a page shows at most, where a reason needs more than [view.ReviewLine].
const maxReviewLine = 11

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
			"Title": rv.title(r.Words), "Played": view.MoveText(&position, verdict.Played, r),
			"Best": view.MovesText(&position, verdict.Line[:min(len(verdict.Line), 1)], r),
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
		return maxReviewLine
	}
	at := *p
	for i, m := range line[:min(len(line), maxReviewLine)] {
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
