package view

import (
	"strconv"
	"strings"

	"xiangqibot/bot/game"
	"xiangqibot/bot/words"
)

// This file describes what else was agreed: who gives whom what, and how many games are played.

// handicapName names a handicap: "Left horse (让左马)". An even game has none.
func handicapName(w words.Words, h game.Handicap) string {
	return w.Say("command.challenge.handicap." + string(h))
}

// handicapTerms say what a handicap means, for those who are to agree to it.
func handicapTerms(g *game.Game, w words.Words) []string {
	giver, taker := Person(w, g.Challenger), opponentText(g, w)
	if g.OpponentGives {
		giver, taker = taker, giver
	}
	vars := words.Vars{"Giver": giver, "Taker": taker}
	rule := ""
	switch g.Handicap {
	case game.FirstMove:
		rule = w.Say("handicap.first-move", vars)
	case game.TwoMoves:
		rule = w.Say("handicap.two-moves", vars)
	default:
		rule = w.Say("handicap.pieces", vars)
	}
	return []string{w.Say("handicap.term", words.Vars{"Handicap": handicapName(w, g.Handicap)}), rule}
}

// opponentText names whoever was challenged.
func opponentText(g *game.Game, w words.Words) string {
	switch {
	case g.Opponent.IsOutside():
		return Plain(g.Engine)
	case g.Opponent.IsBot():
		return w.Say("bot.name")
	case g.Opponent.Person == "":
		return w.Say("handicap.whoever")
	}
	return Person(w, g.Opponent.Person)
}

// oddsTexts name in a few words what is special about a game that goes on or is over, for the line below its board.
func oddsTexts(g *game.Game, w words.Words) []string {
	var texts []string
	switch {
	case g.Handicap != game.Even:
		texts = append(texts, handicapName(w, g.Handicap))
	case fromPosition(g):
		texts = append(texts, w.Say("board.position"))
	}
	if g.Leg > 0 {
		texts = append(texts, w.Say("board.leg", words.Vars{"Leg": g.Leg}))
	}
	if text := partnerText(g, w); text != "" {
		texts = append(texts, text)
	}
	if n := len(g.Hints); n > 0 {
		texts = append(texts, w.Count("board.hints", n))
	}
	return texts
}

// afterwards gives the score of the match at the end of a game, and says how to go on where no button does.
func afterwards(g *game.Game, w words.Words) []string {
	if g.Vote != nil {
		return []string{w.Say("vote.again")}
	}
	var again []string
	if !hasRematch(g) {
		again = []string{w.Say("news.again")}
	}
	challenger, other, match := g.MatchScore()
	if !match || g.Leg == 1 && !secondFollows(g) {
		return again
	}
	vars := words.Vars{
		"First": Person(w, g.Challenger), "Second": opponentText(g, w), "Score": pointsText(challenger), "Other": pointsText(other),
	}
	if g.Leg == 1 {
		return []string{w.Say("match.half", vars)}
	}
	return append([]string{w.Say("match.over", vars)}, again...)
}

// pointsText writes points with halves: "1½".
func pointsText(points float64) string {
	whole := strconv.Itoa(int(points))
	if points == float64(int(points)) {
		return whole
	}
	return strings.TrimPrefix(whole, "0") + "½"
}
