package gameview

import (
	"xiangqibot/bot/game"
	"xiangqibot/bot/glicko"
	"xiangqibot/bot/view"
	"xiangqibot/bot/words"
	"xiangqibot/engine/board"
)

// This file names the people, bots and teams of a game, and says what one of them did to whoever reads it.

// Who names a player in a sentence: a mention, the bot without its level, an outside engine by its name, or the
// team.
func Who(g *game.Game, c board.Color, w words.Words) string {
	switch s := g.Seats[c]; {
	case s.IsOutside():
		return view.Plain(g.Engine)
	case s.IsBot():
		return w.Say("bot.name")
	case s.Team:
		return TeamName(w, c)
	default:
		return view.Person(w, s.Person)
	}
}

// SeatText names a player as a list does: a mention, or the bot with its strength.
func SeatText(g *game.Game, c board.Color, w words.Words) string {
	if s := g.Seats[c]; s.IsBot() {
		return w.Say("bot.seat", words.Vars{"Level": seatLevel(g, s, w)})
	} else if s.Team {
		return teamText(g, c, w)
	}
	return view.Person(w, g.Seats[c].Person)
}

// SeatLabel names a player in a picture, where mentions do not work.
func SeatLabel(g *game.Game, c board.Color, w words.Words) string {
	s := g.Seats[c]
	if s.IsOutside() {
		return g.Engine
	}
	if s.IsBot() {
		return w.Say("bot.label", words.Vars{"Number": s.Level.String()})
	}
	if s.Team {
		return TeamName(w, c)
	}
	if g.Players[s.Person].ShownName() != "" || s.Person == game.Deleted {
		return view.PersonName(g, s.Person, w)
	}
	return view.Capital(view.SideName(w, c))
}

// seatLevel names the level of the bot in a seat of g, or the outside engine that plays there.
func seatLevel(g *game.Game, s game.Seat, w words.Words) string {
	if s.IsOutside() {
		return view.OutsideName(g.Engine, w)
	}
	return view.LevelName(w, s.Level)
}

// seatRating is the rating of a player; in a game that is over, the one it left them with. Of a person who was deleted
// nothing is known, and it is empty.
func seatRating(g *game.Game, c board.Color) string {
	s := g.Seats[c]
	switch {
	case s.IsBot():
		return view.Rounded(s.Level.Rating())
	case g.After[c] != glicko.Rating{}:
		return view.RatingText(g.After[c])
	case s.Person == game.Deleted:
		return ""
	}
	return view.RatingText(g.Players[s.Person].Rating)
}

// TeamName names the team that plays a side.
func TeamName(w words.Words, c board.Color) string {
	return w.Say("vote.team-" + c.String())
}

// teamText names a team as a list does, with the number of its members.
func teamText(g *game.Game, c board.Color, w words.Words) string {
	return w.Count("vote.team", len(g.Vote.Members[c]), words.Vars{"Team": TeamName(w, c)})
}

// Round returns the round that a list or a board of g shows: that of the next move, and once g is over that of its
// last move.
func Round(g *game.Game) int {
	p := g.Position()
	if !g.State.Open() && g.Ply() > 0 {
		p = g.LastPosition()
	}
	return p.MoveNumber()
}

// lastMoveText writes the last move of the game in the viewer's notation, "" before the first.
func lastMoveText(g *game.Game, r view.Viewer) string {
	m := g.LastMove()
	if m == board.NoMove {
		m = g.Last.Move // the move before the first is none of the record
	}
	if m == board.NoMove {
		return ""
	}
	p := g.LastPosition()
	return view.MoveText(&p, m, r)
}

// ownPhrases maps the phrase that describes an act to everybody to the one that describes it to the person who did it.
var ownPhrases = map[string]string{
	"news.moved":              "picked.played",
	"news.planned":            "alone.planned",
	"news.draw-offered":       "alone.draw-offered",
	"news.draw-declined":      "alone.draw-declined",
	"news.draw-withdrawn":     "alone.draw-withdrawn",
	"news.takeback-asked":     "alone.takeback-asked",
	"news.takeback-declined":  "alone.takeback-declined",
	"news.takeback-withdrawn": "alone.takeback-withdrawn",
	"news.taken-back":         "alone.taken-back",
	"news.draw-open":          "alone.draw-open",
	"news.takeback-open":      "alone.takeback-open",
	"end.resignation":         "resign.done",
}

// phraseFor is the phrase that describes what a side of g did for this viewer, where key describes it for everybody.
func phraseFor(g *game.Game, by board.Color, key string, r view.Viewer) string {
	if seat := g.Seats[by]; r.Private && !seat.IsBot() && !seat.Team && seat.Person == r.Person {
		return ownPhrases[key]
	}
	return key
}

// withoutMention is a text about g in which the viewer, who alone reads it, is named and not mentioned.
func withoutMention(g *game.Game, text string, r view.Viewer) string {
	if c, plays := g.SeatOf(r.Person); plays {
		return view.WithName(text, r.Person, SeatLabel(g, c, r.Words))
	}
	return text
}

// shows says that a message shows g, and as what.
func shows(g *game.Game, as view.Subject, r view.Viewer) *view.Shows {
	return &view.Shows{Game: g, As: as, Boards: r.Server.Boards}
}

// onBoard is a press that is made for the present board of g; inGame acts in g whatever its board is by then.
func onBoard(g *game.Game, act view.PressAct, arg string) view.Press {
	return view.Press{Act: act, Topic: view.OnBoard(g), Arg: arg}
}

func inGame(g *game.Game, act view.PressAct) view.Press {
	return view.Press{Act: act, Topic: view.OfGame(g.ID)}
}
