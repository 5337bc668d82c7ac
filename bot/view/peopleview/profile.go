// Package peopleview makes the messages about people and what they have done: profiles, leaderboards, seasons,
// tournaments and simultaneous displays. Like package view it changes nothing: a message depends only on what is shown
// and on the [view.Viewer].
package peopleview

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/fairplay"
	"xiangqibot/bot/game"
	"xiangqibot/bot/game/clocks"
	"xiangqibot/bot/glicko"
	"xiangqibot/bot/standing"
	"xiangqibot/bot/view"
	"xiangqibot/bot/words"
	"xiangqibot/engine/board"
	"xiangqibot/render"
)

const graphFile = "rating.png"

// Profile sums up a person's games, with a graph of their ratings.
func Profile(v *view.View, p standing.Profile, now func(standing.Standing) glicko.Rating, r view.Viewer) view.Reply {
	if len(p.Latest) == 0 {
		return view.Private(r.Say("profile.none", words.Vars{"Person": view.Mention(p.Player.Person)}))
	}
	return view.Shareable(view.Reply{Embed: profileCard(p, now, r.Words), Picture: ratingGraph(v, p, r)}, true, r)
}

// Versus shows the results of two people against each other.
func Versus(p standing.Profile, person, opponent game.Person, r view.Viewer) view.Reply {
	if len(p.Latest) == 0 {
		return view.Private(r.Say("profile.never-met", words.Vars{
			"Person": view.Mention(person), "Opponent": view.Mention(opponent),
		}))
	}
	all := p.Total()
	lines := []string{
		r.Say("profile.versus", words.Vars{
			"Person": view.Mention(person), "Opponent": view.Mention(opponent), "Score": view.ScoreOf(all),
		}),
		tallyText(all, r.Words),
	}
	lines = slices.Concat(lines, recordLines(p, r.Words), latestLines(p.Latest, r.Words))
	return view.Shareable(view.Reply{Text: strings.Join(lines, "\n")}, true, r)
}

// profileCard sums up a person. now returns a standing's rating with the uncertainty that has grown since.
func profileCard(p standing.Profile, now func(standing.Standing) glicko.Rating, w words.Words) *discordgo.MessageEmbed {
	card := &discordgo.MessageEmbed{Description: strings.Join(append([]string{w.Say("profile.of", words.Vars{
		"Person": view.Mention(p.Player.Person),
	})}, ratingLines(p.Player, now, w)...), "\n")}
	field := func(key string, lines []string) {
		if len(lines) > 0 {
			card.Fields = append(card.Fields, &discordgo.MessageEmbedField{Name: w.Say(key), Value: strings.Join(lines, "\n")})
		}
	}
	field("profile.record", recordLines(p, w))
	field("profile.openings", openingLines(p, w))
	field("profile.achievements", achievementLines(p, w))
	field("profile.latest", latestLines(p.Latest, w))
	return card
}

// recordLines give the record of each side, and the streaks.
func recordLines(p standing.Profile, w words.Words) []string {
	var lines []string
	for _, c := range []board.Color{board.Red, board.Black} {
		if t := p.Record[c]; t.Games() > 0 {
			lines = append(lines, view.Disc(c)+" "+w.Say("profile.side", words.Vars{
				"Side": view.Capital(view.SideName(w, c)), "Tally": tallyText(t, w),
			}))
		}
	}
	switch {
	case p.Streak > 1:
		lines = append(lines, w.Count("profile.winning", p.Streak))
	case p.Streak < -1:
		lines = append(lines, w.Count("profile.losing", -p.Streak))
	}
	if p.BestStreak > 1 && p.BestStreak != p.Streak {
		lines = append(lines, w.Count("profile.best-streak", p.BestStreak))
	}
	return lines
}

func tallyText(t standing.Tally, w words.Words) string {
	return w.Count("profile.tally", t.Games(), words.Vars{"Wins": t.Wins, "Draws": t.Draws, "Losses": t.Losses})
}

// openingLines say what the person plays, and what is played against them.
func openingLines(p standing.Profile, w words.Words) []string {
	var lines []string
	for _, o := range p.Openings {
		lines = append(lines, view.Disc(o.Color)+" "+w.Say("profile.opening", words.Vars{
			"Opening": cmp.Or(view.OpeningName(w, o.Opening), w.Say("opening.unnamed")), "Tally": tallyText(o.Tally, w),
		}))
	}
	return lines
}

func achievementLines(p standing.Profile, w words.Words) []string {
	var lines []string
	for _, a := range p.Achievements {
		lines = append(lines, "🏅 "+w.Say("achievement."+string(a.Kind), words.Vars{"Level": a.Level.String()})+" · "+w.Say("profile.in-game", words.Vars{
			"Game": int64(a.Game),
		})+" · "+view.Date(a.At))
	}
	return lines
}

func latestLines(results []standing.Result, w words.Words) []string {
	var lines []string
	for _, r := range results {
		opponent := w.Say("person.deleted")
		switch {
		case r.Opponent.IsBot():
			opponent = w.Say("bot.seat", words.Vars{"Level": view.LevelName(w, r.Opponent.Level)})
		case r.Opponent.Person != "":
			opponent = view.Mention(r.Opponent.Person)
		}
		line := view.Disc(r.Color) + " " + w.Say("profile.result", words.Vars{
			"Game": int64(r.Game), "Result": scoreText(w, r.Score), "Opponent": opponent,
		})
		if r.Rated {
			line += " (" + view.Gain(r.Gain()) + ")"
		}
		lines = append(lines, line)
	}
	return lines
}

// ratingGraph draws how a person's ratings went, up to now; nil where nothing was rated.
func ratingGraph(v *view.View, p standing.Profile, r view.Viewer) *view.Picture {
	g := render.Graph{Theme: r.Theme, Title: p.Player.ShownName()}
	for _, class := range []clocks.Class{clocks.Live, clocks.Correspondence} {
		var line render.GraphLine
		// The latest first.
		results := slices.DeleteFunc(slices.Clone(p.History), func(r standing.Result) bool { return r.Class != class })
		for i, result := range slices.Backward(results) {
			if i == len(results)-1 { // the rating before the first game, a little to the left of it
				before := max(time.Minute, results[0].At.Sub(result.At)/20)
				line.Points = append(line.Points, render.GraphPoint{
					At: result.At.Add(-before), Value: result.Before.R, Band: 2 * result.Before.RD,
				})
			}
			line.Points = append(line.Points, render.GraphPoint{At: result.At, Value: result.After.R, Band: 2 * result.After.RD})
		}
		if len(line.Points) > 0 {
			line.Name = view.ClassName(r.Words, class) + " " + view.RatingText(p.Player.In(class).Rating)
			g.Lines = append(g.Lines, line)
		}
	}
	if len(g.Lines) == 0 {
		return nil
	}
	var lines []string
	for _, line := range g.Lines {
		lines = append(lines, line.Name)
	}
	alt := r.Say("profile.graph", words.Vars{"Person": p.Player.ShownName(), "Lines": strings.Join(lines, "; ")})
	return v.Illustrate(graphFile, alt, r, func() []byte { return v.Renderer.Graph(g) })
}

// scoreText says what a score means: won, drawn or lost.
func scoreText(w words.Words, score float64) string {
	switch score {
	case 1:
		return w.Say("rating.won")
	case 0:
		return w.Say("rating.lost")
	}
	return w.Say("rating.drawn")
}

// ratingLines are a person's ratings in each class, the settled ones first. now returns a standing's rating with the
// uncertainty that has grown since.
func ratingLines(player standing.Player, now func(standing.Standing) glicko.Rating, w words.Words) (lines []string) {
	var provisional []string
	for _, class := range []clocks.Class{clocks.Live, clocks.Correspondence} {
		s := player.In(class)
		if s.Games() == 0 {
			continue
		}
		line := w.Count("rating.is", s.Games(), words.Vars{
			"Class": view.ClassName(w, class), "Rating": view.RatingText(now(s)), "Deviation": view.DeviationText(now(s)),
			"Wins": s.Wins, "Draws": s.Draws, "Losses": s.Losses,
		})
		if now(s).Provisional() {
			provisional = append(provisional, line)
		} else {
			lines = append(lines, line)
		}
	}
	if len(lines)+len(provisional) == 0 {
		return []string{w.Say("rating.none")}
	}
	if len(provisional) > 0 {
		lines = append(append(lines, "─── "+w.Say("leaderboard.provisional")), provisional...)
	}
	return lines
}

// FairPlay lists for the managers of a server what they should look at, a section for each kind.
func FairPlay(pairs []standing.FarmedPair, asked []fairplay.Asked, r view.Viewer) view.Reply {
	lines := []string{r.Say("fairplay.farmed", words.Vars{
		"Days": standing.FarmedDays, "Rounds": standing.QuickPlies / 2,
	})}
	for _, p := range pairs {
		lines = append(lines, "- "+r.Count("fairplay.pair", p.Games, words.Vars{
			"Winner": view.Person(r.Words, p.Winner), "Loser": view.Person(r.Words, p.Loser),
			"Quick": p.Quick, "Gain": view.Gain(p.Gain),
		}))
	}
	if len(pairs) == 0 {
		lines = append(lines, r.Say("fairplay.none"))
	} else {
		lines = append(lines, r.Say("fairplay.farmed-advice"))
	}
	lines = append(lines, "", r.Say("fairplay.asked"))
	for _, a := range asked {
		lines = append(lines, "- "+r.Say("fairplay.asked-line", words.Vars{
			"Person": view.Person(r.Words, game.Person(a.Person)), "Game": a.Game, "Round": a.Ply/2 + 1, "At": fmt.Sprintf("<t:%d:f>", a.Last.Unix()),
		}))
	}
	if len(asked) == 0 {
		lines = append(lines, r.Say("fairplay.none"))
	}
	return view.Private(strings.Join(lines, "\n"))
}
