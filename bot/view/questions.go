package view

import (
	"fmt"
	"strings"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/game"
	"xiangqibot/bot/glicko"
	"xiangqibot/bot/standing"
	"xiangqibot/bot/words"
	"xiangqibot/engine/board"
	"xiangqibot/engine/rules"
)

// This file holds the messages that ask something: where a piece should go, whether to resign, whether to agree.

// Picked asks where a piece of the side to move should go, after a person took it up: the board with its moves marked,
// and the moves to choose from. Nobody else sees it, so that the opponent does not learn which piece was touched. On a
// point without a piece that can move it says so and offers the others.
func (v *View) Picked(g *game.Game, r Viewer, from board.Square) Reply {
	p := g.Position()
	moves := inMenuOrder(&p, movesFrom(&p, from))
	reply := Reply{Private: true, Shows: &Shows{g, Panel, r.Server.Boards}}
	vars := words.Vars{"Piece": PieceName(r.Words, p.At(from), 1), "Point": r.point(from, p.SideToMove())}
	switch {
	case len(moves) > 0:
		points := make([]board.Square, len(moves))
		for i, m := range moves {
			points[i] = m.To()
		}
		reply.Text = Capital(r.Say("picked.ask", vars))
		reply.Rows = choiceIn(g, r, from).controls(r)
		vars["Point"] = r.exactly(from, p.SideToMove())
		vars["Points"] = strings.Join(namePoints(r.exactly, points, p.SideToMove()), r.Say("list.comma"))
		reply.Picture = v.Picture(g, r, destinations(from, moves))
		reply.Picture.Alt = Capital(r.Say("describe.targets", vars)) // where the board is in words it has been read
		if r.Layout != InWords {
			reply.Picture.Alt = discord.Cut(r.Sentences(describe(g, r), reply.Picture.Alt), discord.AltLimit)
		}
		return reply
	case p.At(from) != board.NoPiece && p.At(from).Color() == p.SideToMove():
		reply.Text = Capital(r.Say("picked.stuck", vars))
	default:
		reply.Text = Capital(r.Say("picked.nothing", vars))
	}
	reply.Rows = Rows(pieceMenu(g, r))
	return reply
}

// Played closes the question of Picked once the move is played for a team: it takes the place of that message.
func (v *View) Played(g *game.Game, r Viewer) Reply {
	reply := Private(r.Say("picked.played", words.Vars{"Move": lastMoveText(g, r)}))
	reply.Pressed = Replaced
	return reply
}

// ConfirmResign asks for confirmation of a resignation.
func (v *View) ConfirmResign(g *game.Game, r Viewer) Reply {
	asked := ""
	if side, plays := g.SeatOf(r.Person); plays {
		asked = side.String()
	}
	press := func(act PressAct) Press { return Press{Act: act, Topic: OfGame(g.ID), Arg: asked} }
	return Private(r.Say("confirm.resign", words.Vars{"Game": g.ID}),
		Button(r.Say("button.resign-yes"), discordgo.DangerButton, press(PressResignYes)),
		Button(r.Say("button.play-on"), discordgo.SecondaryButton, press(PressClose)))
}

// Proposal announces a draw offer or a request to take back, without the board: it asks the other player, and
// says all that the channel needs. The bot is asked in a line that only the asker sees; it answers by itself.
func (v *View) Proposal(g *game.Game, r Viewer) Reply {
	offer, _ := Question(g)
	private := offer.Pending && g.Seats[offer.By.Opponent()].IsBot() && !g.Seats[offer.By].Team
	if private {
		r = r.Alone()
	}
	text, ping := news(g, r)
	reply := Reply{Text: text, Ping: ping, Rows: Rows(answers(g, r.Words)...), Shows: &Shows{g, News, r.Server.Boards}}
	switch {
	case private:
		reply.Private, reply.Shows.As = true, PrivateNews
	case offer.Pending:
		reply.Shows.As = Asking
	}
	return reply
}

// Answered shows a person privately how the bot answered their request.
func Answered(g *game.Game, r Viewer) Reply {
	text, _ := news(g, r.Alone())
	return Private(text)
}

// Challenge shows a challenge: with buttons while it is open, with its outcome afterwards. met is the challenger's
// results against the opponent; nil if unknown.
func (v *View) Challenge(g *game.Game, r Viewer, met *standing.Tally) Reply {
	vars := words.Vars{"Challenger": Person(r.Words, g.Challenger), "Opponent": Person(r.Words, g.Opponent.Person)}
	reply := Reply{Shows: &Shows{g, News, r.Server.Boards}}
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
	reply.Shows.As = Asking
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
		Color:       RedEdge,
		Footer:      &discordgo.MessageEmbedFooter{Text: r.Say("challenge.footer", words.Vars{"Game": g.ID})},
	}
	press := func(act PressAct) Press { return Press{Act: act, Topic: OfGame(g.ID)} }
	buttons := []discordgo.MessageComponent{Button(r.Say("button.accept"), discordgo.SuccessButton, press(PressAccept))}
	if !g.Anyone {
		buttons = append(buttons, Button(r.Say("button.decline"), discordgo.SecondaryButton, press(PressDecline)))
	}
	reply.Rows = Rows(append(buttons, Button(r.Say("button.withdraw"), discordgo.SecondaryButton, press(PressCancel)))...)
	if fromPosition(g) {
		reply.Picture = v.Picture(g, r, nil) // what is played must be seen before it is agreed to
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
		vars["Score"] = ScoreOf(*met)
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
	return RatingText(rating)
}

// challengeTerms lists what is agreed to by accepting.
func challengeTerms(g *game.Game, r Viewer, vars words.Vars) []string {
	var terms []string
	switch {
	case g.Handicap != game.Even:
		terms = append(terms, handicapTerms(g, r.Words)...)
	case blackBegins(g) && g.ColorChoice == game.WantRed:
		terms = append(terms, r.Say("challenge.wants-red-second", vars))
	case blackBegins(g) && g.ColorChoice == game.WantBlack:
		terms = append(terms, r.Say("challenge.wants-black-first", vars))
	case g.ColorChoice == game.WantRed:
		terms = append(terms, r.Say("challenge.wants-red", vars))
	case g.ColorChoice == game.WantBlack:
		terms = append(terms, r.Say("challenge.wants-black", vars))
	default:
		terms = append(terms, r.Say("challenge.any-color"))
	}
	switch from := fromPosition(g); {
	case from && blackBegins(g):
		terms = append(terms, r.Say("challenge.position-black"))
	case from:
		terms = append(terms, r.Say("challenge.position-red"))
	}
	if g.Leg == 1 {
		terms = append(terms, r.Say("challenge.two-games"))
	}
	terms = append(terms, NonEmpty(partnerTerm(g.Partner, r.Words))...)
	switch {
	case g.Rated:
		terms = append(terms, r.Say("challenge.rated"))
	case g.Vote == nil: // a vote game has terms of its own
		terms = append(terms, r.Say("challenge.casual"))
	}
	if g.Timed() {
		time := append([]string{ControlText(r.Words, g.Time)}, pauseTexts(r.Words, g.Conditions)...)
		terms = append(terms, r.Say("clock.challenge", words.Vars{"Time": strings.Join(time, " · ")}))
	} else if g.Vote == nil {
		terms = append(terms, r.Say("clock.challenge", words.Vars{"Time": ControlText(r.Words, g.Time)}))
	}
	if ruleset := g.Ruleset(); ruleset != rules.ForPeople() || differs(ruleset, r.Server) {
		terms = append(terms, r.Say("challenge.rules", words.Vars{"Rules": RulesetText(r.Words, ruleset)}))
	}
	if g.Vote != nil {
		terms = append(terms, voteTerms(g, r.Words)...)
	}
	if !g.Expires.IsZero() {
		// Discord writes the time in each viewer's own language and zone.
		terms = append(terms, r.Say("challenge.until", words.Vars{"Time": fmt.Sprintf("<t:%d:f>", g.Expires.Unix())}))
	}
	return terms
}

// differs reports whether a server has chosen other rules for new games.
func differs(ruleset rules.Ruleset, server game.Server) bool {
	chosen, err := rules.ParseRuleset(server.Rules)
	return server.Rules != "" && err == nil && chosen != ruleset
}

// Reminder reminds the side to move.
func (v *View) Reminder(g *game.Game, r Viewer) Reply {
	c := g.Turn()
	p := g.Seats[c].Person
	text := r.Say("reminder.text", words.Vars{
		"Who": Mention(p), "Game": g.ID, "Opponent": Who(g, c.Opponent(), r.Words), "Time": Timestamp(g.Clock.Flag),
	})
	if link := BoardLink(g); link != "" {
		text = r.Sentences(text, r.Say("reminder.link", words.Vars{"Link": link}))
	}
	show := Button(r.Say("button.game", words.Vars{"Game": g.ID}), discordgo.PrimaryButton, Press{
		Act: PressBoard, Topic: OfGame(g.ID),
	})
	return Reply{Text: text, Ping: []game.Person{p}, Rows: Rows(show)}
}

// Resigned is what the confirmation turns into for the person who has resigned g.
func Resigned(g *game.Game, r Viewer) Reply {
	return Private(r.Say("resign.done"), onward(g, r)...)
}

// PanelNext is the Arg of a [PressPiece] that chooses no piece: it shows the panel as the game is now.
const PanelNext = "next"

// Panel is a person's private message beside the board of a game. Where it is their move, it has the board, what
// happened last and the pieces to choose from; where they wait, their move, and a button for when the wait is over.
// Once the game has ended it says so.
func (v *View) Panel(g *game.Game, r Viewer) Reply {
	r = r.Alone()
	reply := Reply{Private: true, Shows: &Shows{g, Panel, r.Server.Boards}}
	switch {
	case g.State != game.Active:
		reply.Text, _ = news(g, r)
	case g.IsTurnOf(r.Person):
		reply.Text, _ = news(g, r)
		reply.Rows = Rows(append(append(Rows(moverMenu(g, r)), Rows(answers(g, r.Words)...)...), partnerButton(g, r.Words)...)...)
		reply.Picture = v.Picture(g, r, nil)
	default:
		reply.Text = r.Say("picked.waiting")
		if own, ok := g.SeatOf(r.Person); ok && g.Ply() > 0 && g.Turn() != own {
			reply.Text = r.Sentences(
				r.Say("picked.played", words.Vars{"Move": lastMoveText(g, r)}), reply.Text,
			)
		}
		next := Press{Act: PressPiece, Topic: OnBoard(g), Arg: PanelNext}
		reply.Rows = Rows(Button(r.Say("button.next"), discordgo.SecondaryButton, next))
	}
	return reply
}
