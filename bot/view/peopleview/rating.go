package peopleview

import (
	"fmt"
	"strings"

	"xiangqibot/bot/fairplay"
	"xiangqibot/bot/game"
	"xiangqibot/bot/game/clocks"
	"xiangqibot/bot/glicko"
	"xiangqibot/bot/standing"
	"xiangqibot/bot/view"
	"xiangqibot/bot/words"
)

// ratingLines are a person's ratings in each class, the settled ones first. now returns a standing's rating with the
// uncertainty that has grown since.
func ratingLines(player standing.Player, now func(standing.Standing) glicko.Rating, w words.Words) (lines []string) {
	var provisional []string
	for _, class := range []clocks.Class{clocks.Live, clocks.Correspondence} {
		s := player.In(class)
		if s.Games == 0 {
			continue
		}
		line := w.Count("rating.is", s.Games, words.Vars{
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

// RatingsUndone announces that all n results of two people against each other were taken out of the ratings.
func RatingsUndone(a, b game.Person, n int, r view.Viewer) view.Reply {
	return view.Reply{Text: r.Words.Count("rating.undone-pair", n, words.Vars{
		"Person": view.Mention(a), "Opponent": view.Mention(b),
	})}
}

// FairPlay lists for the managers of a server what they should look at, a section for each kind.
func FairPlay(pairs []standing.FarmedPair, asked []fairplay.Asked, r view.Viewer) view.Reply {
	w := r.Words
	lines := []string{w.Say("fairplay.farmed", words.Vars{
		"Days": standing.FarmedDays, "Rounds": standing.QuickPlies / 2,
	})}
	for _, p := range pairs {
		lines = append(lines, "- "+w.Count("fairplay.pair", p.Games, words.Vars{
			"Winner": view.Person(w, p.Winner), "Loser": view.Person(w, p.Loser), "Quick": p.Quick, "Gain": view.Gain(p.Gain),
		}))
	}
	if len(pairs) == 0 {
		lines = append(lines, w.Say("fairplay.none"))
	} else {
		lines = append(lines, w.Say("fairplay.farmed-advice"))
	}
	lines = append(lines, "", w.Say("fairplay.asked"))
	for _, a := range asked {
		lines = append(lines, "- "+w.Say("fairplay.asked-line", words.Vars{
			"Person": view.Person(w, game.Person(a.Person)), "Game": a.Game, "Round": a.Ply/2 + 1, "At": fmt.Sprintf("<t:%d:f>", a.Last.Unix()),
		}))
	}
	if len(asked) == 0 {
		lines = append(lines, w.Say("fairplay.none"))
	}
	return view.Private(strings.Join(lines, "\n"))
}

// RatingUndone announces that the result of a game was taken out of the ratings.
func RatingUndone(id game.ID, r view.Viewer) view.Reply {
	return view.Reply{Text: r.Words.Say("rating.undone", words.Vars{"Game": int64(id)})}
}
