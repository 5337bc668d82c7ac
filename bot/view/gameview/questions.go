package gameview

import (
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/game"
	"xiangqibot/bot/glicko"
	"xiangqibot/bot/standing"
	"xiangqibot/bot/view"
	"xiangqibot/bot/words"
	"xiangqibot/engine/board"
)

// This file holds the messages that ask something: where a piece should go, whether to resign, whether to agree.

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
	accept := view.Button(r.Say("button.accept"), discordgo.SuccessButton, inGame(g, view.PressAccept))
	decline := view.Button(r.Say("button.decline"), discordgo.SecondaryButton, inGame(g, view.PressDecline))
	withdraw := view.Button(r.Say("button.withdraw"), discordgo.SecondaryButton, inGame(g, view.PressCancel))
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

// Picked asks where a piece of the side to move should go, after a person took it up: the board with its moves marked,
// and the moves to choose from. Nobody else sees it, so that the opponent does not learn which piece was touched. On a
// point without a piece that can move it says so and offers the others.
func Picked(v *view.View, g *game.Game, r view.Viewer, from board.Square) view.Reply {
	p := g.Position()
	moves, marks := view.Destinations(&p, from)
	reply := view.Reply{Private: true, Shows: shows(g, view.Panel, r)}
	vars := words.Vars{"Piece": view.PieceName(r.Words, p.At(from), 1), "Point": r.Point(from, p.SideToMove())}
	switch {
	case len(moves) > 0:
		points := make([]board.Square, len(moves))
		for i, m := range moves {
			points[i] = m.To()
		}
		reply.Text = view.Capital(r.Say("picked.ask", vars))
		reply.Rows = choiceIn(g, r, from).Controls(r)
		vars["Point"] = r.Exactly(from, p.SideToMove())
		vars["Points"] = strings.Join(view.NamePoints(r.Exactly, points, p.SideToMove()), r.Say("list.comma"))
		reply.Picture = Picture(v, g, r, marks)
		reply.Picture.Alt = view.Capital(r.Say("describe.targets", vars)) // where the board is in words it has been read
		if r.Layout != view.InWords {
			reply.Picture.Alt = discord.Cut(r.Sentences(describe(g, r), reply.Picture.Alt), discord.AltLimit)
		}
		return reply
	case p.At(from) != board.NoPiece && p.At(from).Color() == p.SideToMove():
		reply.Text = view.Capital(r.Say("picked.stuck", vars))
	default:
		reply.Text = view.Capital(r.Say("picked.nothing", vars))
	}
	reply.Rows = view.Rows(pieceMenu(g, r))
	return reply
}

// Played closes the question of Picked once the move is played for a team: it takes the place of that message.
func Played(g *game.Game, r view.Viewer) view.Reply {
	reply := view.Private(r.Say("picked.played", words.Vars{"Move": lastMoveText(g, r)}))
	reply.Pressed = view.Replaced
	return reply
}

// PanelNext is the Arg of a [view.PressPiece] that chooses no piece: it shows the panel as the game is now.
const PanelNext = "next"

// Panel is a person's private message beside the board of a game. Where it is their move, it has the board, what
// happened last and the pieces to choose from; where they wait, their move, and a button for when the wait is over.
// Once the game has ended it says so.
func Panel(v *view.View, g *game.Game, r view.Viewer) view.Reply {
	r = r.Alone()
	reply := view.Reply{Private: true, Shows: shows(g, view.Panel, r)}
	switch {
	case g.State != game.Active:
		reply.Text, _ = news(g, r)
	case g.IsTurnOf(r.Person):
		reply.Text, _ = news(g, r)
		buttons := view.Rows(answers(g, r.Words)...)
		reply.Rows = view.Rows(slices.Concat(view.Rows(moverMenu(g, r)), buttons, partnerButton(g, r.Words))...)
		reply.Picture = Picture(v, g, r, nil)
	default:
		reply.Text = r.Say("picked.waiting")
		if own, ok := g.SeatOf(r.Person); ok && g.Ply() > 0 && g.Turn() != own {
			reply.Text = r.Sentences(
				r.Say("picked.played", words.Vars{"Move": lastMoveText(g, r)}), reply.Text,
			)
		}
		next := onBoard(g, view.PressPiece, PanelNext)
		reply.Rows = view.Rows(view.Button(r.Say("button.next"), discordgo.SecondaryButton, next))
	}
	return reply
}

// ConfirmResign asks for confirmation of a resignation.
func ConfirmResign(g *game.Game, r view.Viewer) view.Reply {
	asked := ""
	if side, plays := g.SeatOf(r.Person); plays {
		asked = side.String()
	}
	press := func(act view.PressAct) view.Press { return view.Press{Act: act, Topic: view.OfGame(g.ID), Arg: asked} }
	return view.Private(r.Say("confirm.resign", words.Vars{"Game": g.ID}),
		view.Button(r.Say("button.resign-yes"), discordgo.DangerButton, press(view.PressResignYes)),
		view.Button(r.Say("button.play-on"), discordgo.SecondaryButton, press(view.PressClose)))
}

// Resigned is what the confirmation turns into for the person who has resigned g.
func Resigned(g *game.Game, r view.Viewer) view.Reply {
	return view.Private(r.Say("resign.done"), onward(g, r)...)
}

// Proposal announces a draw offer or a request to take back, without the board: it asks the other player, and
// says all that the channel needs. The bot is asked in a line that only the asker sees; it answers by itself.
func Proposal(g *game.Game, r view.Viewer) view.Reply {
	offer, _ := Question(g)
	private := offer.Pending && g.Seats[offer.By.Opponent()].IsBot() && !g.Seats[offer.By].Team
	if private {
		r = r.Alone()
	}
	text, ping := news(g, r)
	reply := view.Reply{Text: text, Ping: ping, Rows: view.Rows(answers(g, r.Words)...), Shows: shows(g, view.News, r)}
	switch {
	case private:
		reply.Private, reply.Shows.As = true, view.PrivateNews
	case offer.Pending:
		reply.Shows.As = view.Asking
	}
	return reply
}

// Answered shows a person privately how the bot answered their request.
func Answered(g *game.Game, r view.Viewer) view.Reply {
	text, _ := news(g, r.Alone())
	return view.Private(text)
}

// Reminder reminds the side to move.
func Reminder(g *game.Game, r view.Viewer) view.Reply {
	c := g.Turn()
	p := g.Seats[c].Person
	text := r.Say("reminder.text", words.Vars{
		"Who": view.Mention(p), "Game": g.ID, "Opponent": Who(g, c.Opponent(), r.Words), "Time": view.Timestamp(g.Clock.Flag),
	})
	if link := BoardLink(g); link != "" {
		text = r.Sentences(text, r.Say("reminder.link", words.Vars{"Link": link}))
	}
	label := r.Say("button.game", words.Vars{"Game": g.ID})
	show := view.Button(label, discordgo.PrimaryButton, inGame(g, view.PressBoard))
	return view.Reply{Text: text, Ping: []game.Person{p}, Rows: view.Rows(show)}
}
