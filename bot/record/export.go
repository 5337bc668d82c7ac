package record

import (
	"slices"
	"strconv"

	"xiangqibot/bot/game"
	"xiangqibot/engine/board"
	"xiangqibot/engine/gamefile"
	"xiangqibot/engine/rules"
)

// Export converts a running or finished game for a file: who played and when, every move, how it ended and by which
// rules. It contains the last known names of people, never their ids. The caller adds other tags, such as Event and
// Site.
func Export(g *game.Game) gamefile.Game {
	began := g.Created
	if len(g.MovedAt) > 0 {
		began = g.MovedAt[0]
	}
	file := gamefile.Game{
		Date: began.Format("2006.01.02"),
		Red:  exportName(g, board.Red), Black: exportName(g, board.Black),
		Result: results[g.Outcome],
		Start:  g.Record.Start,
		Line:   gamefile.Line{Moves: slices.Clone(g.Record.Moves)},
	}
	ending := g.End.String()
	if g.End == game.ByRules {
		ending = g.Rule.String()
	}
	if g.End != game.NotEnded {
		file.Tags = append(file.Tags, gamefile.Tag{Name: "Termination", Value: ending})
	}
	file.Tags = append(file.Tags, gamefile.Tag{Name: "Rules", Value: g.Ruleset().String()})
	if n := len(g.Hints); n > 0 {
		file.Tags = append(file.Tags, gamefile.Tag{Name: "Hints", Value: strconv.Itoa(n)})
	}
	if g.Partner != (game.Partner{}) {
		file.Tags = append(file.Tags, partnerTag(g.Partner))
	}
	return file
}

// partnerTag returns the tag for the partner: [Consultation "3, strength 7"], [HandAndBrain "brain, strength 7"].
func partnerTag(p game.Partner) gamefile.Tag {
	name, value := "HandAndBrain", string(p.Kind)
	if p.Kind == game.Consulting {
		name, value = "Consultation", strconv.Itoa(p.Budget)
	}
	return gamefile.Tag{Name: name, Value: value + ", strength " + p.Level.String()}
}

// exportName returns the name of a side for a file, empty if unknown. The outside engine has a name of its own.
func exportName(g *game.Game, c board.Color) string {
	switch seat := g.Seats[c]; {
	case seat.Person == game.Deleted:
		return "deleted player"
	case !seat.IsBot():
		return g.Players[seat.Person].ShownName()
	case seat.IsOutside():
		return g.Engine
	default:
		return "xiangqi-bot level " + seat.Level.String()
	}
}

// results are how outcomes are written in files. A game that goes on has the zero Result.
var results = map[rules.Outcome]gamefile.Result{
	rules.RedWins: gamefile.RedWins, rules.BlackWins: gamefile.BlackWins, rules.Draw: gamefile.Draw,
}
