// Package gameview makes the messages about games that are played: what happened last, the board and its controls,
// challenges, questions, hints, votes, plans, refusals, lists of games, and how to begin. Like all messages they depend
// on nothing but what is shown and the [view.Viewer]. Start with:
//
//	v := view.New(render.New(), log, nil)
//	reply := gameview.Turn(v, g, viewer) // the current board, the latest event, and the possible actions
//	message := reply.Message()           // as it is sent to Discord
//
// The messages are built to stay within Discord's limits: a side has at most sixteen pieces, a piece at most
// seventeen moves, and no phrase is near the maximum length. The tests check this with random games.
package gameview

import (
	"fmt"
	"math"
	"strings"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/game"
	"xiangqibot/bot/glicko"
	"xiangqibot/bot/tournament"
	"xiangqibot/bot/view"
	"xiangqibot/bot/words"
	"xiangqibot/engine/board"
	"xiangqibot/engine/rules"
)

// Turn shows a game that is being played or is over: what happened last, the board, and the controls that make sense
// now.
func Turn(v *view.View, g *game.Game, r view.Viewer) view.Reply {
	reply := TurnAsText(g, r)
	reply.Picture = Picture(v, g, r, nil)
	return reply
}

// TurnAsText is like Turn, without the picture.
func TurnAsText(g *game.Game, r view.Viewer) view.Reply {
	text, ping := news(g, r)
	small := view.NonEmpty(coachText(g, r), limitText(g, r.Words))
	if why, elsewhere := placeReasons[g.Board.Why]; elsewhere {
		small = append(small, r.Say(why))
	}
	for _, line := range small {
		text += "\n-# " + line
	}
	return view.Reply{
		Text: text, Ping: ping, Embed: card(g, r), Rows: controls(g, r), Shows: shows(g, view.Board, r),
	}
}

// TurnInWords says what happened last in a game, for somebody who sees its board in another message. When the game is
// over it has the buttons for what comes next, since that board may be far above.
func TurnInWords(g *game.Game, r view.Viewer) view.Reply {
	reply := TurnAsText(g, r)
	reply.Embed, reply.Rows = nil, view.Rows(onward(g, r)...)
	return reply
}

// placeReasons are the phrases that explain why a game is not where people would look for it.
var placeReasons = map[game.PlaceReason]string{
	game.ReasonThreadForbidden: "place.barred", game.ReasonNestedThread: "place.in-thread",
	game.ReasonDirect: "place.direct", game.ReasonOther: "place.no-thread", game.ReasonThreadGone: "place.thread-gone",
	game.ReasonChannelGone: "place.channel-gone", game.ReasonChannelForbidden: "place.channel-shut",
}

// namedOpening is from how many moves on a board says which opening it is: before that most names are still open.
const namedOpening = 6

// card is the embed around the board: who plays, the last move, check or the result, and at the end of a rated game the
// ratings.
func card(g *game.Game, r view.Viewer) *discordgo.MessageEmbed {
	lines := []string{seatLine(g, board.Red, r.Words), seatLine(g, board.Black, r.Words)}
	if g.Ply() > 0 {
		before := g.LastPosition()
		lines = append(lines, r.Say("board.last", words.Vars{"Move": view.MoveTextBoth(&before, g.LastMove(), r)}))
	}
	lines = append(lines, clockText(g, r.Words)...)
	kind := r.Say("board.casual")
	if g.Rated {
		kind = r.Say("board.rated")
	}
	if ruleset := g.Ruleset(); ruleset.Name != rules.Asian().Name { // what everybody expects goes without saying
		kind += " · " + view.RulesetName(r.Words, ruleset)
	}
	if g.Timed() {
		kind = strings.Join(append([]string{kind}, timeTexts(g, r.Words)...), " · ")
	}
	kind = strings.Join(append([]string{kind}, oddsTexts(g, r.Words)...), " · ")
	if f, ok := g.AtEnd.(tournament.Fixture); ok {
		kind += " · " + r.Say("tournament.fixture", words.Vars{"Number": f.Tournament, "Stage": f.Round})
	}
	if g.State == game.Finished || g.Ply() >= namedOpening {
		if name := view.OpeningOf(r.Words, &g.Record); name != "" {
			kind += " · " + name
		}
	}
	p := g.Position()
	e := &discordgo.MessageEmbed{
		Title: view.TurnText(r.Words, g.Turn()),
		Color: view.EdgeColor(g.Turn()),
		Footer: &discordgo.MessageEmbedFooter{Text: r.Say("board.footer", words.Vars{
			"Game": g.ID, "Kind": kind, "Round": Round(g),
		})},
	}
	if g.State == game.Finished {
		e.Title = view.OutcomeText(r.Words, g.Outcome)
		e.Color = view.ResultColor(g.Outcome)
		changes := ratingChanges(g, r.Words)
		if changes == "" && g.Rated && game.TooShort(g) {
			changes = r.Count("rating.too-short", game.RatedPlies/2)
		}
		if changes != "" {
			e.Fields = []*discordgo.MessageEmbedField{{Name: r.Say("board.ratings"), Value: changes}}
		}
	} else if p.InCheck() {
		lines = append(lines, r.Say("board.check"))
	}
	e.Description = strings.Join(lines, "\n")
	e.Fields = append(e.Fields, voteFields(g, r)...)
	return e
}

// seatLine names a player with side and, where ratings are at stake, rating; in a game with a bank of time, also what
// is left of it.
func seatLine(g *game.Game, c board.Color, w words.Words) string {
	vars := words.Vars{"Disc": view.Disc(c), "Side": view.Capital(view.SideName(w, c)), "Seat": SeatText(g, c, w)}
	rating := ""
	if g.Rated {
		rating = seatRating(g, c)
	}
	if rating == "" {
		return w.Say("board.seat", vars) + leftText(g, c, w)
	}
	vars["Rating"] = rating
	return w.Say("board.seat-rated", vars) + leftText(g, c, w)
}

// ratingChanges lists what a rated game did to the ratings of its people, "" when it did nothing.
func ratingChanges(g *game.Game, w words.Words) string {
	var lines []string
	for _, c := range []board.Color{board.Red, board.Black} {
		before, after := g.Before[c], g.After[c]
		if g.Seats[c].IsBot() || (after == glicko.Rating{}) {
			continue
		}
		change := view.Gain(math.Round(after.R) - math.Round(before.R))
		from, to := view.RatingText(before), view.RatingText(after)
		lines = append(lines, fmt.Sprintf("%s %s → %s (%s)", Who(g, c, w), from, to, change))
	}
	return strings.Join(lines, "\n")
}
