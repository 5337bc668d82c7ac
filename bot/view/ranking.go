package view

import (
	"math"
	"strconv"
	"strings"

	"xiangqibot/bot/game"
	"xiangqibot/bot/words"
	"xiangqibot/render"
)

// This file puts leaderboards into words and pictures.

const chartFile = "chart.png"

// RankingTitle says which leaderboard it is.
func RankingTitle(w words.Words, b game.Board) string {
	title := w.Say("leaderboard.everywhere")
	if b.Guild != "" {
		title = w.Say("leaderboard.server")
	}
	if b.Class != game.Untimed {
		title += " · " + ClassName(w, b.Class)
	}
	switch b.Window {
	case game.ThisWeek:
		title += " · " + w.Say("leaderboard.week")
	case game.ThisMonth:
		title += " · " + w.Say("leaderboard.month")
	case game.ThisSeason:
		title += " · " + w.Say("leaderboard.season")
	case game.AllTime:
	}
	return title
}

// RankingText lists a page; below it stands the line of the one who asked, where the page does not show it.
func RankingText(w words.Words, title string, b game.Board, page game.BoardPage, asker game.Person) string {
	lines := []string{"**" + title + "**"}
	seen := page.Own == nil
	for _, l := range page.Lines {
		lines = append(lines, PlaceText(l.Place)+rankingLine(w, b, l))
		seen = seen || l.Seat.Person == asker
	}
	if len(page.Lines) == 0 && page.Page == 0 {
		lines = append(lines, w.Say("leaderboard.empty"))
	}
	if !seen {
		own := PlaceText(page.Own.Place) + rankingLine(w, b, *page.Own)
		if page.Own.Place == 0 {
			own = rankingLine(w, b, *page.Own) + " · " + w.Say("leaderboard.away")
		}
		lines = append(lines, "", w.Say("leaderboard.own"), own)
	}
	return strings.Join(lines, "\n")
}

// PlaceText numbers a line; the stroke keeps Discord from numbering anew.
func PlaceText(place int) string {
	if place > game.MaxPlaces {
		return strconv.Itoa(game.MaxPlaces) + "+ "
	}
	return strconv.Itoa(place) + "\\. "
}

func rankingLine(w words.Words, b game.Board, l game.BoardLine) string {
	if l.Seat.IsBot() {
		return w.Say("leaderboard.bot", words.Vars{"Bot": w.Say("bot.seat", words.Vars{"Level": LevelName(w, l.Seat.Level)}), "Rating": Rounded(l.Rating.R)})
	}
	key := "leaderboard.line"
	if b.Window != game.AllTime {
		key = "leaderboard.line-gain"
	}
	return trendText(l) + w.Say(key, words.Vars{
		"Person": Mention(l.Seat.Person), "Rating": RatingText(l.Rating), "Gain": Gain(l.Gain), "Wins": l.Wins, "Draws": l.Draws, "Losses": l.Losses,
	})
}

// trendText is the arrow of a line that went up or down.
func trendText(l game.BoardLine) string {
	switch trend(l) {
	case render.Up:
		return "▲ "
	case render.Down:
		return "▼ "
	case render.Level:
	}
	return ""
}

func trend(l game.BoardLine) render.Trend {
	switch points := math.Round(l.Gain); {
	case points > 0:
		return render.Up
	case points < 0:
		return render.Down
	}
	return render.Level
}

// Rounded writes points without a fraction.
func Rounded(points float64) string { return strconv.Itoa(int(math.Round(points))) }

// RankingChart draws a page. Where ratings are the order, the bars begin a little below the last of the page: all of them together would
// hardly differ.
func RankingChart(title string, b game.Board, page game.BoardPage, r Reader) render.Chart {
	c := render.Chart{Theme: r.Theme, Title: title}
	lines := page.Lines
	shown := false
	for _, l := range lines {
		shown = shown || l.Seat.Person == r.Person
	}
	if page.Own != nil && !shown {
		lines = append(lines[:len(lines):len(lines)], *page.Own)
	}
	low, high := math.Inf(1), math.Inf(-1)
	for _, l := range lines {
		v := chartValue(b, l)
		low, high = min(low, v), max(high, v)
	}
	for _, l := range lines {
		label := r.Words.Say("bot.label", words.Vars{"Number": l.Seat.Level.String()})
		value := RatingText(l.Rating)
		if !l.Seat.IsBot() {
			label = l.Player.Name
			if label == "" {
				label = string(l.Seat.Person)
			}
			if b.Window != game.AllTime {
				value = Gain(l.Value)
			}
		}
		if l.Place > 0 && l.Place <= game.MaxPlaces {
			label = strconv.Itoa(l.Place) + ". " + label
		}
		c.Rows = append(c.Rows, render.ChartRow{
			Label: label, Value: value, Share: share(chartValue(b, l), low, high, b.Window == game.AllTime), Trend: trend(l), Mark: l.Seat.Person == r.Person && r.Person != "",
		})
	}
	return c
}

func chartValue(b game.Board, l game.BoardLine) float64 {
	if b.Window == game.AllTime {
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

// Chart draws a list with bars. Without a picture the words say the same.
func (v *View) Chart(c render.Chart, w words.Words) *Picture {
	if len(c.Rows) == 0 {
		return nil
	}
	png, err := v.renderer.Chart(c)
	if err != nil {
		v.log.Error("a chart could not be drawn", "err", err)
		return nil
	}
	var lines []string
	for _, row := range c.Rows {
		lines = append(lines, row.Label+" "+row.Value)
	}
	return &Picture{Name: chartFile, PNG: png, Alt: w.Say("leaderboard.picture", words.Vars{"Lines": strings.Join(lines, "; ")})}
}
