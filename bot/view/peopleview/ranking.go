package peopleview

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"xiangqibot/bot/game/clocks"
	"xiangqibot/bot/standing"
	"xiangqibot/bot/view"
	"xiangqibot/bot/words"
	"xiangqibot/render"
)

// This file puts leaderboards into words and pictures.

const chartFile = "chart.png"

// RankingPage says which page of which leaderboard is shown.
type RankingPage struct {
	standing.Leaderboard

	Number int // from 0
}

// Press encodes the page as a button: where ('h' here, 'e' everywhere), class, window, bots, page.
func (p RankingPage) Press() view.Press {
	where, bots := "e", "n"
	if p.Guild != "" {
		where = "h"
	}
	if p.Bots {
		bots = "y"
	}
	return view.Press{Act: view.PressRanking, Arg: fmt.Sprintf("%s%d%d%s%d", where, p.Class, p.Window, bots, p.Number)}
}

// ParseRankingPage parses what [RankingPage.Press] writes. A leaderboard of a server is that of the one given, in which
// the button was pressed.
func ParseRankingPage(press view.Press, guild string) (RankingPage, error) {
	arg, foreign := press.Arg, press.Foreign(errors.New("no page of a leaderboard"))
	if len(arg) < 5 {
		return RankingPage{}, foreign
	}
	number, err := strconv.Atoi(arg[4:])
	p := RankingPage{standing.Leaderboard{
		Class: clocks.Class(arg[1] - '0'), Window: standing.Window(arg[2] - '0'), Bots: arg[3] == 'y',
	}, number}
	if arg[0] == 'h' {
		p.Guild = guild
	}
	if err != nil || number < 0 || number >= standing.MaxRank/standing.PageEntries ||
		p.Class > clocks.Correspondence || p.Window > standing.ThisSeason || p.Press() != press {
		return RankingPage{}, foreign
	}
	return p, nil
}

// Leaderboard shows a page of a leaderboard, and below it the entry of the person who asked. Where a picture shows the
// table, the text has only what is below.
func Leaderboard(v *view.View, b standing.Leaderboard, page standing.LeaderboardPage, r view.Viewer) view.Reply {
	if page.Page == 0 && len(page.Entries) == 0 && page.Own == nil {
		return view.Private(r.Say("leaderboard.empty"))
	}
	title, ranks := rankingTitle(r.Words, b), ranked{w: r.Words}
	lines := []string{"**" + title + "**"}
	for _, l := range page.Entries {
		lines = append(lines, ranks.line(l.Rank, l.Established, rankingLine(r.Words, b, l)))
	}
	if len(page.Entries) == 0 && page.Page == 0 {
		lines = append(lines, r.Say("leaderboard.empty"))
	}
	var below []string
	if page.Own != nil {
		below = append(below, r.Say("leaderboard.own"), ownLine(r.Words, b, *page.Own))
	}
	absent := page.Own != nil &&
		!slices.ContainsFunc(page.Entries, func(l standing.LeaderboardEntry) bool { return l.Seat.Person == r.Person })
	if absent {
		lines = append(append(lines, ""), below...)
	}
	if b.Window != standing.AllTime && len(page.Entries) > 0 {
		note := "-# " + r.Say("leaderboard.points")
		lines, below = append(lines, note), append(below, note)
	}
	reply := view.Reply{Text: strings.Join(lines, "\n")}
	if r.Layout != view.InWords {
		reply.Picture = drawChart(v, rankingChart(title, b, page, absent, r), r)
	}
	if reply.Picture != nil {
		reply.Text, reply.Picture.Text = strings.Join(below, "\n"), reply.Text
	}
	reply.Rows = view.Pager(page.Page > 0, page.More,
		RankingPage{b, max(page.Page-1, 0)}.Press(), RankingPage{b, page.Page + 1}.Press(), r.Words)
	return reply
}

func rankingTitle(w words.Words, b standing.Leaderboard) string {
	title := w.Say("leaderboard.everywhere")
	if b.Guild != "" {
		title = w.Say("leaderboard.server")
	}
	if b.Class != clocks.Untimed {
		title += " · " + view.ClassName(w, b.Class)
	}
	if period := windowText(w, b.Window); period != "" {
		title += " · " + period
	}
	return title
}

// windowText says on which time a leaderboard looks back, "" for all.
func windowText(w words.Words, window standing.Window) string {
	switch window {
	case standing.ThisWeek:
		return w.Say("leaderboard.week")
	case standing.ThisMonth:
		return w.Say("leaderboard.month")
	case standing.ThisSeason:
		return w.Say("leaderboard.season")
	case standing.AllTime:
	}
	return ""
}

// ownLine is a person's line with their place, or with why they have none.
func ownLine(w words.Words, b standing.Leaderboard, own standing.LeaderboardEntry) string {
	line := rankingLine(w, b, own)
	switch {
	case own.Rank == 0:
		return line + " · " + w.Say("leaderboard.away")
	case !own.Established:
		return line + " · " + w.Say("leaderboard.provisional")
	}
	return view.PlaceText(own.Rank) + line
}

// ranked writes the lines of a table. Only those whose rating is settled have a place; the others stand without one
// below a line that says so.
type ranked struct {
	w     words.Words
	below bool // the line has been drawn
}

func (t *ranked) line(place int, established bool, text string) string {
	if established {
		return view.PlaceText(place) + text
	}
	if text = "– " + text; !t.below {
		t.below = true
		text = "─── " + t.w.Say("leaderboard.provisional") + "\n" + text
	}
	return text
}

func rankingLine(w words.Words, b standing.Leaderboard, l standing.LeaderboardEntry) string {
	if l.Seat.IsBot() {
		return w.Say("leaderboard.bot", words.Vars{"Bot": w.Say("bot.seat", words.Vars{
			"Level": view.LevelName(w, l.Seat.Level),
		}), "Rating": view.Rounded(l.Rating.R)})
	}
	key := "leaderboard.line"
	if b.Window != standing.AllTime {
		key = "leaderboard.line-points"
	}
	return trendSigns[trend(l)] + w.Say(key, words.Vars{
		"Person": view.Mention(l.Seat.Person), "Rating": view.RatingText(l.Rating), "Points": tenths(l.Value),
		"Wins": l.Wins, "Draws": l.Draws, "Losses": l.Losses,
	})
}

// tenths writes points for results, which need not be whole.
func tenths(points float64) string { return strconv.FormatFloat(math.Round(10*points)/10, 'f', -1, 64) }

// trendSigns are the arrows of lines that went up or down.
var trendSigns = map[render.Trend]string{render.Up: "▲ ", render.Down: "▼ "}

func trend(l standing.LeaderboardEntry) render.Trend {
	switch points := math.Round(l.Gain); {
	case points > 0:
		return render.Up
	case points < 0:
		return render.Down
	}
	return render.Unchanged
}

// rankingChart draws a page, with the entry of the person who asked where that is absent. Where ratings are the order,
// the bars begin a little below the last of the page: all of them together would hardly differ.
func rankingChart(
	title string, b standing.Leaderboard, page standing.LeaderboardPage, absent bool, r view.Viewer,
) render.Chart {
	c := render.Chart{Theme: r.Theme, Title: title}
	lines := page.Entries
	if absent {
		lines = append(lines[:len(lines):len(lines)], *page.Own)
	}
	low, high := math.Inf(1), math.Inf(-1)
	for _, l := range lines {
		v := chartValue(b, l)
		low, high = min(low, v), max(high, v)
	}
	for _, l := range lines {
		label := r.Say("bot.label", words.Vars{"Number": l.Seat.Level.String()})
		value := view.RatingText(l.Rating)
		if !l.Seat.IsBot() {
			label = l.Player.ShownName()
			if label == "" {
				label = string(l.Seat.Person)
			}
			if b.Window != standing.AllTime {
				value = tenths(l.Value)
			}
			value += fmt.Sprintf(" · +%d =%d −%d", l.Wins, l.Draws, l.Losses)
		}
		if l.Established && l.Rank > 0 && l.Rank <= standing.MaxRank {
			label = strconv.Itoa(l.Rank) + ". " + label
		}
		c.Rows = append(c.Rows, render.ChartRow{
			Label: label, Value: value, Share: share(chartValue(b, l), low, high, b.Window == standing.AllTime),
			Trend: trend(l), Mark: l.Seat.Person == r.Person && r.Person != "",
		})
	}
	return c
}

func chartValue(b standing.Leaderboard, l standing.LeaderboardEntry) float64 {
	if b.Window == standing.AllTime {
		return l.Rating.R
	}
	return l.Value
}

// share is the length of a bar. Ratings are measured from a little below the lowest, points from zero.
func share(v, low, high float64, ratings bool) float64 {
	if ratings {
		floor := low - max(50, (high-low)/4)
		return (v - floor) / (high - floor)
	}
	most := max(math.Abs(low), math.Abs(high))
	if most == 0 {
		return 0
	}
	return v / most
}

// drawChart draws a list with bars. Without a picture the words say the same.
func drawChart(v *view.View, c render.Chart, r view.Viewer) *view.Picture {
	if len(c.Rows) == 0 {
		return nil
	}
	var lines []string
	for _, row := range c.Rows {
		lines = append(lines, row.Label+" "+row.Value)
	}
	alt := r.Say("leaderboard.picture", words.Vars{"Title": c.Title, "Lines": strings.Join(lines, "; ")})
	return v.Illustrate(chartFile, alt, r, func() []byte { return v.Renderer.Chart(c) })
}

// PartnerBoard is the leaderboard of those who play with a partner.
func PartnerBoard(lines []standing.PartnerEntry, window standing.Window, r view.Viewer) view.Reply {
	title := r.Say("partner.board")
	if period := windowText(r.Words, window); period != "" {
		title += " · " + period
	}
	text, ranks := []string{"**" + title + "**"}, ranked{w: r.Words}
	for i, l := range lines {
		text = append(text, ranks.line(i+1, l.Established, r.Count("partner.board-line", l.Games(), words.Vars{
			"Person": view.Mention(l.Person), "Points": view.PointsText(l.Points()), "Wins": l.Wins, "Draws": l.Draws, "Losses": l.Losses,
		})))
	}
	if len(lines) == 0 {
		text = append(text, r.Say("partner.board-empty"))
	}
	return view.Reply{Text: strings.Join(text, "\n")}
}

// SeasonStarted announces that a season has begun.
func SeasonStarted(s standing.Season, r view.Viewer) view.Reply {
	return view.Reply{Text: r.Say("season.started", words.Vars{"Season": seasonName(r.Words, s)})}
}

// SeasonClosed shows the final table of a season that has just been closed.
func SeasonClosed(s standing.Season, table []standing.LeaderboardEntry, r view.Viewer) view.Reply {
	return seasonTable(r.Say("season.closed", words.Vars{"Season": seasonName(r.Words, s)}), table, r.Words)
}

// Season shows the table of a season.
func Season(s standing.Season, table []standing.LeaderboardEntry, r view.Viewer) view.Reply {
	vars := words.Vars{
		"Season": seasonName(r.Words, s), "Since": view.Date(s.Started), "Until": view.Date(s.Closed),
	}
	if s.Closed.IsZero() {
		return seasonTable(r.Say("season.runs", vars), table, r.Words)
	}
	return seasonTable(r.Say("season.over", vars), table, r.Words)
}

func seasonTable(head string, table []standing.LeaderboardEntry, w words.Words) view.Reply {
	lines, ranks := []string{head}, ranked{w: w}
	for _, l := range table {
		lines = append(lines, ranks.line(l.Rank, l.Established, w.Say("leaderboard.line-points", words.Vars{
			"Person": view.Person(w, l.Seat.Person), "Rating": view.RatingText(l.Rating), "Points": tenths(l.Value),
			"Wins": l.Wins, "Draws": l.Draws, "Losses": l.Losses,
		})))
	}
	if len(table) > 0 {
		lines = append(lines, "-# "+w.Say("leaderboard.points"))
	} else {
		lines = append(lines, w.Say("season.empty"))
	}
	return view.Reply{Text: strings.Join(lines, "\n")}
}

func seasonName(w words.Words, s standing.Season) string {
	if s.Name == "" {
		return w.Say("season.unnamed", words.Vars{"Number": s.Number})
	}
	return w.Say("season.named", words.Vars{"Number": s.Number, "Name": view.Plain(s.Name)})
}
