package view

import (
	"strings"

	"xiangqibot/bot/standing"
	"xiangqibot/bot/words"
)

// SeasonStarted announces that a season has begun.
//
// Repetitions is how often a position occurs in its games before that is judged, 3 or 4; 0 where nothing was chosen.
func SeasonStarted(s standing.Season, repetitions int, r Viewer) Reply {
	text := r.Words.Say("season.started", words.Vars{"Season": seasonName(r.Words, s)})
	switch repetitions {
	case 3:
		text += "\n" + r.Words.Say("season.third")
	case 4:
		text += "\n" + r.Words.Say("season.fourth")
	}
	return Reply{Text: text}
}

// SeasonClosed shows the final table of a season that has just been closed.
func SeasonClosed(s standing.Season, table []standing.LeaderboardEntry, r Viewer) Reply {
	return seasonTable(r.Words.Say("season.closed", words.Vars{"Season": seasonName(r.Words, s)}), s, table, r.Words)
}

// Season shows the table of a season.
func Season(s standing.Season, table []standing.LeaderboardEntry, r Viewer) Reply {
	w, vars := r.Words, words.Vars{"Season": seasonName(r.Words, s), "Since": Date(s.Started), "Until": Date(s.Closed)}
	if s.Closed.IsZero() {
		return seasonTable(w.Say("season.runs", vars), s, table, w)
	}
	return seasonTable(w.Say("season.over", vars), s, table, w)
}

// seasonTable lists a season's table under a heading.
func seasonTable(head string, s standing.Season, table []standing.LeaderboardEntry, w words.Words) Reply {
	lines, ranks := []string{head}, ranked{w: w}
	for _, l := range table {
		points := tenths(l.Value)
		if s.ByGain {
			points = gain(l.Value)
		}
		lines = append(lines, ranks.line(l.Rank, l.Established, w.Say("leaderboard.line-points", words.Vars{
			"Person": Person(w, l.Seat.Person), "Rating": ratingText(l.Rating), "Points": points,
			"Wins": l.Wins, "Draws": l.Draws, "Losses": l.Losses,
		})))
	}
	if len(table) > 0 && !s.ByGain {
		lines = append(lines, "-# "+w.Say("leaderboard.points"))
	}
	if len(table) == 0 {
		lines = append(lines, w.Say("season.empty"))
	}
	return Reply{Text: strings.Join(lines, "\n")}
}

func seasonName(w words.Words, s standing.Season) string {
	if s.Name == "" {
		return w.Say("season.unnamed", words.Vars{"Number": s.Number})
	}
	return w.Say("season.named", words.Vars{"Number": s.Number, "Name": Plain(s.Name)})
}
