package gameview

import (
	"slices"
	"strings"

	"xiangqibot/bot/game"
	"xiangqibot/bot/view"
	"xiangqibot/bot/words"
	"xiangqibot/engine/board"
	"xiangqibot/engine/rules"
)

// This file says what happened last in a game, what is awaited now, and how it goes on.

// Question returns the open proposal; it is not pending if there is none. If both kinds are open it returns the
// latest, so that a message about one does not have the buttons of the other.
func Question(g *game.Game) (offer game.Offer, draw bool) {
	if g.Offers.Draw.Pending && (!g.Offers.Takeback.Pending || g.Last.Kind == game.DrawOffered) {
		return g.Offers.Draw, true
	}
	return g.Offers.Takeback, false
}

// hasRematch reports whether the board of g offers the game once more.
func hasRematch(g *game.Game) bool {
	return g.State == game.Finished && g.Vote == nil && !secondFollows(g) && !g.Involves(game.Deleted)
}

// secondFollows reports whether the game is over and the second one of its match begins by itself. None does after a
// game that was called off.
func secondFollows(g *game.Game) bool {
	return g.State == game.Finished && g.Leg == 1 && !g.CalledOff() && !g.Involves(game.Deleted)
}

// ResumeAsked returns the player whom the loser of g has asked to play on. It is empty if the loser has not asked,
// or if it is too late.
func ResumeAsked(g *game.Game) game.Person {
	winner, _ := g.Winner()
	if g.Last.Kind != game.ResumeAsked || !game.Resumable(g, g.Updated) {
		return ""
	}
	return g.Seats[winner].Person
}

func startText(g *game.Game, w words.Words) string {
	vars := words.Vars{"Game": g.ID, "Red": Who(g, board.Red, w), "Black": Who(g, board.Black, w)}
	if blackBegins(g) {
		return w.Say("news.started-black", vars)
	}
	return w.Say("news.started", vars)
}

// namedPlies are the plies of the first move that moved names, and of the one that the latest event played.
func namedPlies(g *game.Game) (first, played int) {
	played = max(0, g.Ply()-1-g.Last.Planned)
	first = played
	if g.Seats[g.Last.By].IsBot() && (g.Vote != nil || g.Last.Kind != game.DrawDeclined) && first > 0 {
		first--
	}
	return first, played
}

// news says what happened last and what is awaited now, and whom that concerns. A viewer who reads it alone is not
// mentioned.
func news(g *game.Game, r view.Viewer) (text string, ping []game.Person) {
	if text, ping = newsFor(g, r); r.Private {
		return withoutMention(g, text, r), nil
	}
	return text, ping
}

func newsFor(g *game.Game, r view.Viewer) (text string, ping []game.Person) {
	if winner := ResumeAsked(g); winner != "" {
		return r.Say("news.resume-asked", words.Vars{
			"Who": Who(g, g.Last.By, r.Words), "Winner": view.Mention(winner),
		}), []game.Person{winner}
	}
	if g.State == game.Finished {
		played := ""
		if g.Ply() > 0 && g.Last.Move != board.NoMove {
			played = moved(g, r)
		}
		return r.Sentences(played, EndText(g, r), uncounted(g, r.Words), afterwards(g, r.Words)), nil
	}
	latest, open := happened(g, r), stillOpen(g, r)
	if g.Last.Kind == game.DrawOffered || g.Last.Kind == game.TakebackAsked {
		latest, open = open, latest // the question is about what was asked last
	}
	text = r.Sentences(latest, open)
	asked, question := awaited(g, r, text)
	text = r.Sentences(text, question)
	if asked != "" {
		ping = []game.Person{asked}
	}
	if game.VoteOpen(g) || asked != "" && asked == g.Seats[g.Turn()].Person {
		p := g.Position()
		text = r.Sentences(text, view.ForecastRepetitions(g).Warnings(&p, r))
	}
	return text, ping
}

// happened describes the latest event of a game that goes on.
func happened(g *game.Game, r view.Viewer) (text string) {
	last := g.Last
	by := words.Vars{"Who": Who(g, last.By, r.Words)}
	phrase := func(key string) string { return phraseFor(g, last.By, key, r) }
	switch last.Kind {
	case game.Started:
		text = startText(g, r.Words)
		if g.Vote != nil { // in short: a button shows the rest
			text = r.Sentences(text, r.Say("vote.brief", words.Vars{"Window": view.DurationText(r.Words, g.Vote.Window)}))
			text = r.Sentences(append([]string{text}, reserved(g, r.Words)...)...)
		}
		return text
	case game.VoteExtended:
		return extended(g, r.Words)
	case game.VoteMissed:
		return r.Say("vote.missed", by)
	case game.Resumed:
		return r.Say("news.resumed", by)
	case game.DrawDeclined: // the bot may do it by moving
		text = r.Say(phrase("news.draw-declined"), by)
	case game.TakebackAsked, game.TakenBack:
		return r.Count(phrase("news."+string(last.Kind)), last.Plies, by)
	case game.DrawOffered, game.DrawWithdrawn, game.TakebackWithdrawn, game.TakebackDeclined:
		return r.Say(phrase("news."+string(last.Kind)), by)
	default: // the move is the news
	}
	if last.Move != board.NoMove {
		text = r.Sentences(text, moved(g, r))
	}
	if g.Offers.Draw.Pending && g.Offers.Draw.By == last.By { // with the move
		text = r.Sentences(text, r.Say(phrase("news.draw-offered"), by))
	}
	return text
}

// stillOpen says what waits for an answer beside what the latest event asks: "do you agree?" would not say to what.
func stillOpen(g *game.Game, r view.Viewer) (text string) {
	who := func(o game.Offer) words.Vars { return words.Vars{"Who": Who(g, o.By, r.Words)} }
	withMove := g.Last.Move != board.NoMove && g.Offers.Draw.By == g.Last.By
	if o := g.Offers.Draw; o.Pending && g.Last.Kind != game.DrawOffered && !withMove {
		text = r.Say(phraseFor(g, o.By, "news.draw-open", r), who(o))
	}
	if o := g.Offers.Takeback; o.Pending && g.Last.Kind != game.TakebackAsked {
		text = r.Sentences(text, r.Count(phraseFor(g, o.By, "news.takeback-open", r), o.Plies, who(o)))
	}
	return text
}

// moved names the moves that the latest event brought, a sentence each: the one that was played, and those that had
// been planned for that case. Where the bot has replied, it also names the move before: the reply takes the place
// of the message that showed it, or came before any such message.
func moved(g *game.Game, r view.Viewer) string {
	first, played := namedPlies(g)
	var sentences []string
	if g.Ply() == 0 { // the move before the first is none of the record
		key := phraseFor(g, g.Last.By, "news.moved", r)
		sentences = append(sentences, r.Say(key, words.Vars{
			"Who": Who(g, g.Last.By, r.Words), "Move": lastMoveText(g, r),
		}))
	}
	for ply := first; ply < g.Ply(); ply++ {
		p := g.Record.UpTo(ply).Position()
		key := "news.moved"
		if ply > played {
			key = "news.planned"
		}
		sentences = append(sentences, r.Say(phraseFor(g, p.SideToMove(), key, r), words.Vars{
			"Who": Who(g, p.SideToMove(), r.Words), "Move": view.MoveText(&p, g.Record.Moves[ply], r),
		}))
	}
	if g.Last.Substitute {
		sentences = append(sentences, r.Say("news.substitute", words.Vars{"Engine": view.Plain(g.Engine)}))
	}
	return r.Sentences(sentences...)
}

// awaited names the player who has to do something now, and asks them for it: the answer to a proposal goes before the
// next move. When it is the bot's turn it names nobody. A person mentioned in text, the preceding sentences,
// is not mentioned again: between two people the card says whose move it is. Nor is a viewer who reads it alone.
func awaited(g *game.Game, r view.Viewer, text string) (game.Person, string) {
	if offer, _ := Question(g); offer.Pending {
		asked := g.Seats[offer.By.Opponent()]
		if asked.IsBot() {
			return "", r.Say("news.bot-answer")
		}
		person := asked.Person
		if asked.Team {
			person = g.Vote.CaptainOf(offer.By.Opponent())
		}
		if r.Private && person == r.Person {
			return person, r.Say("alone.your-answer")
		}
		return person, r.Say("news.your-answer", words.Vars{"Who": view.Mention(person)})
	}
	mover := g.Seats[g.Turn()]
	switch {
	case game.VoteOpen(g):
		return "", askTeam(g, r.Words)
	case mover.IsOutside():
		return "", r.Say("news.outside-turn", words.Vars{"Engine": view.Plain(g.Engine)})
	case mover.IsBot(), mover.Team:
		return "", r.Say("news.bot-turn")
	}
	vars := words.Vars{"Who": view.Mention(mover.Person)}
	p := g.Position()
	reader := r.Private && mover.Person == r.Person
	// Against the bot the player is addressed without a name, except in what other viewers read.
	mentioned := strings.Contains(text, view.Mention(mover.Person))
	alone := g.Seats[g.Turn().Opponent()].IsBot() && (!r.Private || reader)
	switch {
	case (mentioned && alone || reader) && p.InCheck():
		return mover.Person, r.Say("news.check-alone")
	case mentioned && alone, reader:
		return mover.Person, r.Say("news.turn-alone")
	case mentioned && !g.Last.Played(): // after a move it is the second one of a handicap
		return mover.Person, ""
	case p.InCheck():
		return mover.Person, r.Say("news.your-check", vars)
	}
	return mover.Person, r.Say("news.your-turn", vars)
}

// afterwards gives the score of the match at the end of a game, and says how to go on where no button does.
func afterwards(g *game.Game, w words.Words) string {
	if g.Vote != nil {
		return w.Say("vote.again")
	}
	again := ""
	if !hasRematch(g) {
		again = w.Say("news.again")
	}
	challenger, other, match := game.MatchScore(g)
	if !match || g.Leg == 1 && !secondFollows(g) {
		return again
	}
	vars := words.Vars{
		"First": view.Person(w, g.Challenger), "Score": view.PointsText(challenger),
		"Second": opponentText(g, w), "Other": view.PointsText(other),
	}
	if g.Leg == 1 {
		return w.Say("match.half", vars)
	}
	return w.Sentences(w.Say("match.over", vars), again)
}

// limitRounds are how many rounds before the natural limit a message mentions it.
var limitRounds = []int{10, 5, 3, 2, 1}

// limitText says how many rounds without a capture are left before the natural limit, once at each of limitRounds; ""
// where there is nothing to say.
func limitText(g *game.Game, w words.Words) string {
	rounds, limited := roundsLeft(g, g.Ply())
	first, _ := namedPlies(g)
	switch {
	case g.State != game.Active, g.Last.Kind != game.Started && g.Last.Move == board.NoMove:
		return ""
	case !limited, !slices.Contains(limitRounds, rounds):
		return ""
	}
	if before, _ := roundsLeft(g, first); g.Ply() > 0 && before == rounds { // the message of the move before says so
		return ""
	}
	return w.Count("foresee.limit", rounds)
}

// roundsLeft is how many rounds were left before the natural limit when so many plies had been played, one that had
// begun included. It is false where there is no limit.
func roundsLeft(g *game.Game, plies int) (rounds int, limited bool) {
	left, limited := rules.PliesToNaturalLimit(g.Record.UpTo(plies), g.Ruleset())
	return (left + 1) / 2, limited
}

// extended says that nobody has voted in time.
func extended(g *game.Game, w words.Words) string {
	vars := words.Vars{"Who": Who(g, g.Last.By, w)}
	if g.Vote.StandIn {
		return w.Say("vote.extended-engine", vars)
	}
	return w.Say("vote.extended-lose", vars)
}

func askTeam(g *game.Game, w words.Words) string {
	vars := words.Vars{"Team": TeamName(w, g.Turn())}
	if p := g.Position(); p.InCheck() {
		return w.Say("vote.ask-check", vars)
	}
	return w.Say("vote.ask", vars)
}
