package game

import (
	"slices"
	"strconv"

	"xiangqibot/engine/board"
	"xiangqibot/engine/gamefile"
	"xiangqibot/engine/rules"
)

// Export converts a running or finished game for a file: who played and when, every move, how it ended and by which
// rules. It contains the last known names of people, never their ids. The caller adds other tags, such as [Event] and
// Site.
func Export(g *Game) gamefile.Game {
	file := gamefile.Game{
		Date: g.began(g.Created).Format("2006.01.02"),
		Red:  g.exportName(board.Red, g.Engine), Black: g.exportName(board.Black, g.Engine),
		Result: exportResult(g.Outcome),
		Start:  g.Record.Start,
		Line:   gamefile.Line{Moves: slices.Clone(g.Record.Moves)},
	}
	ending := g.End.String()
	if g.End == ByRules {
		ending = g.Rule.String()
	}
	if g.End != NotEnded {
		file.Tags = append(file.Tags, gamefile.Tag{Name: "Termination", Value: ending})
	}
	file.Tags = append(file.Tags, gamefile.Tag{Name: "Rules", Value: g.Ruleset().String()})
	if n := len(g.Hints); n > 0 {
		file.Tags = append(file.Tags, gamefile.Tag{Name: "Hints", Value: strconv.Itoa(n)})
	}
	if g.Partner != (Partner{}) {
		file.Tags = append(file.Tags, g.Partner.tag())
	}
	return file
}

// tag returns the tag for the partner: [Consultation "3, strength 7"], [HandAndBrain "brain, strength 7"].
func (p Partner) tag() gamefile.Tag {
	name, value := "HandAndBrain", string(p.Kind)
	if p.Kind == Consulting {
		name, value = "Consultation", strconv.Itoa(p.Budget)
	}
	return gamefile.Tag{Name: name, Value: value + ", strength " + p.Level.String()}
}

// exportName returns the name of a side for a file, empty if unknown. The outside engine has a name of its own.
func (s *Sides) exportName(c board.Color, outside string) string {
	if seat := s.Seats[c]; seat.Person == Deleted {
		return "deleted player"
	} else if !seat.IsBot() {
		return s.Players[seat.Person].ShownName()
	}
	if s.Seats[c].IsOutside() {
		return outside
	}
	return "xiangqi-bot level " + s.Seats[c].Level.String()
}

func exportResult(o rules.Outcome) gamefile.Result {
	switch o {
	case rules.RedWins:
		return gamefile.RedWins
	case rules.BlackWins:
		return gamefile.BlackWins
	case rules.Draw:
		return gamefile.Draw
	default:
		return gamefile.Unknown
	}
}
