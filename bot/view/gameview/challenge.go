package gameview

import (
	"strings"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/game"
	"xiangqibot/bot/glicko"
	"xiangqibot/bot/standing"
	"xiangqibot/bot/view"
	"xiangqibot/bot/words"
)

// Challenge shows a challenge: with buttons while it is open, with its outcome afterwards. met is the challenger's
// results against the opponent; nil if unknown.
func Challenge(v *view.View, g *game.Game, r view.Viewer, met *standing.Tally) view.Reply {
	vars := words.Vars{
		"Challenger": view.Person(r.Words, g.Challenger), "Opponent": view.Person(r.Words, g.Opponent.Person),
	}
	reply := view.Reply{Shows: shows(g, view.News, r)}
	ended := map[game.State]string{
		game.Declined: "challenge.declined", game.Cancelled: "challenge.cancelled", game.Lapsed: "challenge.lapsed",
	}
	if g.Anyone {
		ended[game.Cancelled], ended[game.Lapsed] = "challenge.open-cancelled", "challenge.open-lapsed"
	}
	if key := ended[g.State]; key != "" {
		reply.Text = r.Say(key, vars)
		return reply
	}
	reply.Shows.As = view.Asking
	reply.Text = r.Say("challenge.asked", vars)
	reply.Ping = []game.Person{g.Opponent.Person}
	switch {
	case g.Vote != nil:
		reply.Text = r.Say("vote.asked", vars)
	case g.Anyone:
		reply.Text, reply.Ping = r.Say("challenge.open", vars), nil
	case g.Follows != 0:
		vars["Game"] = g.Follows
		reply.Text = r.Say("challenge.rematch", vars)
		if g.Leg == 1 {
			reply.Text = r.Say("challenge.rematch-match", vars)
		}
	}
	reply.Embed = &discordgo.MessageEmbed{
		Title:       r.Say("challenge.title"),
		Description: strings.Join(append(rivals(g, met, r.Words, vars), challengeTerms(g, r, vars)...), "\n"),
		Color:       view.RedEdge,
		Footer:      &discordgo.MessageEmbedFooter{Text: r.Say("challenge.footer", words.Vars{"Game": g.ID})},
	}
	press := func(act view.PressAct) view.Press { return view.Press{Act: act, Topic: view.OfGame(g.ID)} }
	accept := view.Button(r.Say("button.accept"), discordgo.SuccessButton, press(view.PressAccept))
	decline := view.Button(r.Say("button.decline"), discordgo.SecondaryButton, press(view.PressDecline))
	withdraw := view.Button(r.Say("button.withdraw"), discordgo.SecondaryButton, press(view.PressCancel))
	if reply.Rows = view.Rows(accept, decline, withdraw); g.Anyone {
		reply.Rows = view.Rows(accept, withdraw)
	}
	if fromPosition(g) {
		reply.Picture = Picture(v, g, r, nil) // what is played must be seen before it is agreed to
	}
	return reply
}

// rivals says how strong the players of a challenge are, and how they have scored against each other.
func rivals(g *game.Game, met *standing.Tally, w words.Words, vars words.Vars) []string {
	if g.Vote != nil {
		return nil
	}
	vars["Own"], vars["Other"] = rivalRating(g, g.Challenger), rivalRating(g, g.Opponent.Person)
	if g.Anyone || g.Opponent.Person == "" {
		return []string{w.Say("challenge.rating", vars)}
	}
	lines := []string{w.Say("challenge.ratings", vars)}
	switch {
	case met == nil:
	case met.Games() == 0:
		lines = append(lines, w.Say("challenge.never-met", vars))
	default:
		vars["Score"] = view.ScoreOf(*met)
		lines = append(lines, w.Say("challenge.met", vars))
	}
	return lines
}

// rivalRating is the rating of somebody whom a challenge is about: a newcomer's where they have none.
func rivalRating(g *game.Game, p game.Person) string {
	rating := g.Players[p].Rating
	if rating == (glicko.Rating{}) {
		rating = glicko.Initial()
	}
	return view.RatingText(rating)
}
