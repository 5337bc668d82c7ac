package game

import (
	"cmp"
	"time"

	"xiangqibot/engine/board"
)

// BeginSecond turns a blank game into the second game of a match.
func (g Blank) BeginSecond(first *Game, at time.Time) {
	c, _ := first.SeatOf(first.Challenger)
	g.Guild, g.Channel = first.Guild, cmp.Or(first.Home, first.Channel)
	g.Board.ThreadWanted = first.Home != ""
	g.Challenger, g.Opponent = first.Challenger, first.Opponent
	g.Rated, g.Rules, g.Conditions = first.Rated, first.Rules, first.Conditions
	g.Follows, g.Leg, g.Carried = first.ID, 2, first.score(c)
	g.ColorChoice = first.ColorChoice
	if g.Handicap == Even {
		g.ColorChoice = WantRed
		if c == board.Red {
			g.ColorChoice = WantBlack
		}
	}
	g.Created = at
	g.Record = board.Record{Start: first.Record.Start}
	if g.Handicap != Even {
		g.Record.Start = g.Handicap.Start()
	}
	g.Challenge().startDue(c, at, at)
}

// MatchScore returns the score of a match of two games so far; ok is false outside matches.
func (g *Game) MatchScore() (challenger, other float64, ok bool) {
	if g.Leg == 0 {
		return 0, 0, false
	}
	if g.Leg == 2 {
		challenger, other = g.Carried, 1-g.Carried
	}
	c, _ := g.SeatOf(g.Challenger)
	if score, over := g.Score(c); over {
		challenger, other = challenger+score, other+1-score
	}
	return challenger, other, true
}
