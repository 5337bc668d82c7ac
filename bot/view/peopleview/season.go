package peopleview

import (
	"strings"

	"xiangqibot/bot/standing"
	"xiangqibot/bot/view"
	"xiangqibot/bot/words"
)

// SeasonStarted announces that a season has begun.
func SeasonStarted(s standing.Season, r view.Viewer) view.Reply {
	return view.Reply{Text: r.Words.Say("season.started", words.Vars{"Season": seasonName(r.Words, s)})}
}

// SeasonClosed shows the final table of a season that has just been closed.
func SeasonClosed(s standing.Season, table []standing.LeaderboardEntry, r view.Viewer) view.Reply {
	return seasonTable(r.Words.Say("season.closed", words.Vars{"Season": seasonName(r.Words, s)}), s, table, r.Words)
}

// Season shows the table of a season.
func Season(s standing.Season, table []standing.LeaderboardEntry, r view.Viewer) view.Reply {
	w, vars := r.Words, words.Vars{
		"Season": seasonName(r.Words, s), "Since": view.Date(s.Started), "Until": view.Date(s.Closed),
	}
	if s.Closed.IsZero() {
		return seasonTable(w.Say("season.runs", vars), s, table, w)
	}
	return seasonTable(w.Say("season.over", vars), s, table, w)
}

// seasonTable lists a season's table under a heading.
func seasonTable(head string, s standing.Season, table []standing.LeaderboardEntry, w words.Words) view.Reply {
	lines, ranks := []string{head}, ranked{w: w}
	for _, l := range table {
		points := tenths(l.Value)
		if s.ByGain {
			points = view.Gain(l.Value)
		}
		lines = append(lines, ranks.line(l.Rank, l.Established, w.Say("leaderboard.line-points", words.Vars{
			"Person": view.Person(w, l.Seat.Person), "Rating": view.RatingText(l.Rating), "Points": points,
			"Wins": l.Wins, "Draws": l.Draws, "Losses": l.Losses,
		})))
	}
	if len(table) > 0 && !s.ByGain {
		lines = append(lines, "-# "+w.Say("leaderboard.points"))
	}
	if len(table) == 0 {
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
