package recordview

import (
	"strings"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/game"
	"xiangqibot/bot/review"
	"xiangqibot/bot/standing"
	"xiangqibot/bot/view"
	"xiangqibot/bot/words"
	"xiangqibot/engine"
	"xiangqibot/engine/board"
)

// This file says what a page shows of what is over: records, and the reviews of games.

// LiveReplayOf returns what a page shows of a record, and its look.
func LiveReplayOf(rp *Replay, r view.Viewer) (*view.Live, view.LiveLook) {
	r = r.Alone()
	rec := rp.Sheet.Record()
	l := view.LiveRecord(&rec, r)
	for _, c := range []board.Color{board.Red, board.Black} {
		l.Players[c.String()] = view.LivePlayer{Name: rp.label(c, r.Words), Left: -1, Taken: view.TakenCodes(&rec, c), Online: true}
	}
	for i := range l.Moves {
		l.Moves[i].Note = discord.Cut(game.Sanitize(rp.Sheet.Comments.Get(i+1)), recordComment)
	}
	lines := []string{rp.eventText(r.Words), rp.result(r)}
	if rp.Broken != nil {
		lines = append(lines, r.Say("record.broken")+": "+BrokenText(rp.Broken, r))
	}
	l.Status = view.PlainText(nil, strings.Join(view.NonEmpty(lines...), "\n"), r.Words)
	if rp.Over && len(l.Moves) > 0 {
		l.Acts = append(l.Acts, view.ReviewActs(r.Words)...)
	}
	return l, view.LiveLookOf(rp.title(r.Words), board.Red, r)
}

// LiveOpening is what a page shows beside a position of a replay of what people have played in it.
type LiveOpening struct {
	Lines  []string `json:"lines"`
	Source string   `json:"source"`
}

// LiveOpeningOf returns what people have played at the end of a record.
func LiveOpeningOf(rec board.Record, explored standing.Explored, r view.Viewer) LiveOpening {
	e := OpeningPath{Record: rec, Explored: explored}
	l := LiveOpening{Source: r.Say("explore.source")}
	for _, line := range e.lines(e.Moves(), r) {
		l.Lines = append(l.Lines, view.PlainText(nil, line, r.Words))
	}
	return l
}

// LiveBestLine answers a page with the best lines in the last position of a record, and the move to draw.
func LiveBestLine(v *view.View, rec *board.Record, a review.Analysis, r view.Viewer) view.LiveAnswer {
	r.Layout = view.InWords // pages draw their boards themselves
	answer := view.LiveAnswer{Notice: view.PlainText(nil, analysis(v, rec, false, a, r).Embed.Description, r.Words)}
	if len(a.Lines) > 0 {
		answer.Better = a.Lines[0].PV[0].String()
	}
	return answer
}

// LiveReview is the review of a game as a page shows it. While it goes on there is only Wait, which says how far it is.
type LiveReview struct {
	Wait    string           `json:"wait,omitempty"`
	Title   string           `json:"title"`   // of the graph
	Text    string           `json:"text"`    // the graph in words
	Chances []float64        `json:"chances"` // Red's from 0 to 1, before the first move and after each
	Sums    []LiveSums       `json:"sums"`    // of Red and of Black
	Notes   map[int]LiveNote `json:"notes"`   // by the number of the move, from 1
}

// liveSums is how many lines say how well a side played: the accuracy, the average loss and the counts of mistakes.
const liveSums = 3

// LiveSums is how well a side played, line by line.
type LiveSums struct {
	Side  string   `json:"side"`
	Lines []string `json:"lines"`
}

// LiveNote is what a review thinks of a move: its sign, and of a mistake why and the better move.
type LiveNote struct {
	Sign  string `json:"sign"`
	Text  string `json:"text,omitempty"`
	Best  string `json:"best,omitempty"`
	Grave bool   `json:"grave,omitempty"`
}

// LiveReviewOf returns what a page shows of a review.
func LiveReviewOf(rv *Reviewed, r view.Viewer) LiveReview {
	if !rv.Study.Done() {
		done, total := rv.Study.Progress()
		return LiveReview{Wait: r.Say("review.progress", words.Vars{"Done": done, "Total": total})}
	}
	verdicts := rv.Study.Verdicts()
	red, _ := chancesOf(verdicts)
	l := LiveReview{Title: r.Say("review.chart"), Text: rv.graphText(red, r), Chances: red, Notes: make(map[int]LiveNote)}
	for _, c := range []board.Color{board.Red, board.Black} {
		sums := LiveSums{Side: rv.label(c, r.Words)}
		for _, line := range rv.sums(verdicts, c, r.Words)[:liveSums] {
			sums.Lines = append(sums.Lines, view.PlainText(rv.Ours, line, r.Words))
		}
		l.Sums = append(l.Sums, sums)
	}
	for i := range verdicts {
		v := &verdicts[i]
		mark, _ := markOf(v)
		note := LiveNote{Sign: mark.sign, Grave: v.Grade == engine.Blunder}
		if v.Grade >= engine.Mistake {
			lines := view.NonEmpty(rv.faultLines(v, r)...)
			note.Text = strings.TrimPrefix(view.PlainText(rv.Ours, strings.Join(lines, "\n"), r.Words), view.Disc(v.By)+" ")
			if v.Best != board.NoMove && v.Best != v.Played {
				note.Best = v.Best.String()
			}
		}
		if note.Sign != "" {
			l.Notes[i+1] = note
		}
	}
	return l
}

// LiveLinks is the private answer to somebody who wants the page of a game or a record: a button that leads there. Rp
// is nil for a puzzle.
func LiveLinks(rp *Replay, r view.Viewer, url string) view.Reply {
	key, title := "live.open", r.Say("live.puzzle")
	if rp != nil {
		title = rp.title(r.Words)
	}
	if rp != nil && rp.Ours != nil && !rp.Ours.Involves(r.Person) {
		key = "live.watch"
	}
	return view.Private(r.Say(key, words.Vars{"Title": title}),
		discordgo.Button{Label: r.Say("live.go"), Style: discordgo.LinkButton, URL: url})
}
