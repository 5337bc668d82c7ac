package game

import (
	"cmp"
	"fmt"
	"time"

	"xiangqibot/bot/game/clocks"
	"xiangqibot/engine"
	"xiangqibot/engine/board"
	"xiangqibot/engine/rules"
)

// ChallengeSpec describes a challenge: to a person, to anyone, or to the bot at a level.
type ChallengeSpec struct {
	Opponent     Person       // a person; empty to challenge the bot
	OpponentName string       // the opponent's display name, if known
	Level        engine.Level // the bot's strength when Opponent is empty, or LevelOutside
	ColorChoice  ColorChoice  // RandomColor with a handicap, which decides the colors
	Rated        bool
	Start        board.Position // start position of an even, unrated game; zero: the usual one
	Games        int            // 2 makes a match of two games; otherwise 0 or 1
	Life         time.Duration  // an unanswered challenge lapses after this; 0: Terms.Life

	// Conditions are given without Engine, Follows, Leg and Carried. If Time is zero, a rated game gets Terms.Time.
	// With Anyone, Opponent and Level are empty.
	Conditions

	Home string // of a rematch in the thread of the previous game: the thread's parent channel
}

// Terms are what the server and the bot's operator add to a challenge.
type Terms struct {
	Rules string             // text of the rules.Ruleset by which the game is judged
	Life  time.Duration      // an unanswered challenge lapses after this; 0: never
	Coin  board.Color        // the challenger's color if it is chosen at random
	Place Place              // where the game is played: InThread if the channel supports it; otherwise where it began
	Time  clocks.TimeControl // of a rated game whose challenge names none, since a rated game must end
	// Outside is the name of the outside engine that may be challenged, empty if there is none.
	Outside string
}

// OfferChallenge turns a blank game, which has nothing but its ID, into the challenge that act and spec describe. A
// game against the bot starts at once.
func OfferChallenge(g *Game, act Act, spec ChallengeSpec, terms Terms, at time.Time) error {
	if err := mayOffer(g, act, spec, terms); err != nil {
		return err
	}
	initialize(g, act, terms, at)
	g.Outbox.answerBy(act, at)
	if g.Vote == nil { // a vote game is played in its channel
		g.Board.choosePlace(terms.Place, act.ThreadSupport)
	}
	g.Home = spec.Home
	g.ColorChoice, g.Rated, g.Conditions = spec.ColorChoice, spec.Rated, spec.Conditions
	if g.Rated && !g.Timed() {
		g.Time = terms.Time
	}
	if spec.Games == 2 {
		g.Leg = 1
	}
	if g.Handicap != Even {
		g.ColorChoice = WantRed
		if g.OpponentGives == (g.Handicap.Giver() == board.Red) {
			g.ColorChoice = WantBlack
		}
	}
	g.Record.Start = g.Handicap.Start()
	if spec.Start != (board.Position{}) {
		g.Record.Start = spec.Start
	}
	g.Engine = ""
	if spec.Level == LevelOutside {
		g.Engine = terms.Outside
	}
	if spec.Level != 0 {
		g.Opponent = Seat{Level: spec.Level}
		start(g, terms.Coin, at, at.Add(AnswerTimeout))
		return nil
	}
	g.Opponent = Seat{Person: spec.Opponent}
	if spec.Opponent != "" {
		g.RememberPlayer(spec.Opponent, spec.OpponentName, "")
	}
	g.State = Offered
	if life := cmp.Or(spec.Life, terms.Life); life > 0 {
		g.Expires = at.Add(life)
	}
	note(g, Event{Kind: Challenged}, at, at.Add(AnswerTimeout))
	return nil
}

// initialize sets what every new game has.
func initialize(g *Game, act Act, terms Terms, at time.Time) {
	g.Guild, g.Channel = act.Guild, act.Channel
	g.Challenger = act.Actor
	g.Rules = terms.Rules
	g.Created = at
	g.Record = board.NewRecord()
	g.RememberPlayer(act.Actor, act.Name, act.Locale)
}

// mayOffer checks whether the challenge is allowed.
func mayOffer(g *Game, act Act, spec ChallengeSpec, terms Terms) error {
	uneven, placed := spec.Handicap != Even, spec.Start != (board.Position{})
	botReceives := spec.Level != 0 && !spec.OpponentGives
	switch {
	case act.Actor == "":
		return g.Refuse(NotYourGame)
	case spec.Opponent == act.Actor:
		return g.Refuse(SelfChallenge)
	case spec.Opponent == "" && spec.Level == 0 && !spec.Anyone:
		return g.Refuse(NobodyChallenged)
	case spec.Anyone && (spec.Opponent != "" || spec.Level != 0):
		return g.Refuse(OpponentNamed)
	case spec.Level == LevelOutside && terms.Outside == "":
		return g.Refuse(NoOutside)
	case spec.Level == LevelOutside && spec.Rated:
		return g.Refuse(RatedOutside)
	case spec.Opponent == "" && !spec.Anyone && spec.Level != LevelOutside && (spec.Level < engine.LevelMin || spec.Level > engine.LevelMax):
		return g.Refuse(BadLevel)
	case !spec.Handicap.Known():
		return fmt.Errorf("challenge: handicap %q: unknown; want one of %q", spec.Handicap, Handicaps())
	case !spec.Partner.valid() || spec.Partner != (Partner{}) && spec.Level == LevelOutside:
		return g.Refuse(BadPartner)
	case spec.Partner != (Partner{}) && spec.Rated:
		return g.Refuse(RatedPartner)
	case uneven && placed:
		return g.Refuse(TwoStarts)
	case uneven && spec.ColorChoice != RandomColor:
		return g.Refuse(ColorByHandicap)
	case (uneven || placed) && spec.Rated:
		return g.Refuse(RatedUneven)
	case spec.Handicap == TwoMoves && botReceives:
		return g.Refuse(BotTwoMoves)
	case placed && rules.Judge(&board.Record{Start: spec.Start}, RulesetOf(terms.Rules, rules.Asian())).Outcome != rules.Ongoing:
		return g.Refuse(StartIsOver)
	}
	return nil
}

// AcceptChallenge starts an offered game. The coin is the challenger's color if that is chosen at random.
func AcceptChallenge(g *Game, by Person, coin board.Color, at time.Time) error {
	if err := mayAnswer(g, by); err != nil {
		return err
	}
	g.Opponent.Person = by // takes an open seat
	start(g, coin, at, at.Add(AnswerTimeout))
	return nil
}

// DeclineChallenge declines an offered game.
func DeclineChallenge(g *Game, by Person, at time.Time) error {
	if err := mayAnswer(g, by); err != nil {
		return err
	}
	if g.OpenSeat() {
		return g.Refuse(NotYourGame)
	}
	g.State = Declined
	note(g, Event{Kind: DeclinedEvent}, at, at.Add(AnswerTimeout))
	return nil
}

// CancelChallenge withdraws the challenge. Only the challenger can, and only before it is answered.
func CancelChallenge(g *Game, by Person, at time.Time) error {
	if !g.Involves(by) {
		return g.Refuse(NotYourGame)
	}
	if by != g.Challenger {
		return g.Refuse(NotYourChallenge)
	}
	if err := checkOffered(g); err != nil {
		return err
	}
	g.State = Cancelled
	note(g, Event{Kind: CancelledEvent}, at, at.Add(AnswerTimeout))
	return nil
}

// LapseChallenge ends a challenge that nobody answered in time. It does nothing to a game that is no longer offered.
// Before the time is over it returns a *[NotYet].
func LapseChallenge(g *Game, at time.Time) error {
	if g.State != Offered || g.Expires.IsZero() {
		return nil
	}
	if left := g.Expires.Sub(at); left > 0 {
		return &NotYet{After: left}
	}
	g.State = Lapsed
	note(g, Event{Kind: LapsedEvent}, at, at)
	return nil
}

// OpenSeat reports whether anybody may take the other side.
func (g *Game) OpenSeat() bool { return g.State == Offered && g.Anyone }

// mayAnswer checks that by is the one who was challenged, or anybody else if the seat is open, and that the
// challenge is still unanswered.
func mayAnswer(g *Game, by Person) error {
	switch {
	case by != "" && by == g.Challenger:
		return g.Refuse(OwnChallenge)
	case by == "" || by != g.Opponent.Person && !g.OpenSeat():
		if g.Anyone && g.State == Active {
			return g.Refuse(SeatTaken) // somebody was quicker
		}
		return g.Refuse(NotYourGame)
	}
	return checkOffered(g)
}

// checkOffered checks that the challenge is still unanswered.
func checkOffered(g *Game) error {
	switch g.State {
	case Offered:
		return nil
	case Active:
		return g.Refuse(AlreadyStarted)
	default:
		return g.Refuse(GameOver)
	}
}

// start seats the two sides and begins the game. Due is when that is announced unless an answer has announced it.
func start(g *Game, coin board.Color, at, due time.Time) {
	var c board.Color
	switch g.ColorChoice {
	case RandomColor:
		c = coin
	case WantRed:
		c = board.Red
	case WantBlack:
		c = board.Black
	}
	g.Seats[c] = Seat{Person: g.Challenger}
	g.Seats[c.Opponent()] = g.Opponent
	g.seatTeam(c)
	by := c.Opponent()
	if g.Opponent.IsBot() {
		by = c
	}
	g.State = Active
	g.Clock.Reset(g.Time)
	if g.Home != "" { // a rematch goes on in the thread of the game before it
		g.Outbox.Enqueue(NameThread{g.ID}, at)
	}
	beginTurn(g, Event{Kind: Started, By: by}, at, due)
}

// BeginSecond turns a blank game into the second game of a match.
func BeginSecond(g, first *Game, at time.Time) {
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
	start(g, c, at, at)
}

// MatchScore returns the score of a match of two games so far; ok is false outside matches.
func MatchScore(g *Game) (challenger, other float64, ok bool) {
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

// Arrangement is a game that others, such as a tournament, have paired. Nobody has to accept it.
type Arrangement struct {
	Guild, Channel string
	ThreadSupport  ThreadSupport // whether Channel can have threads
	Place          Place         // where games that begin there are played
	Red, Black     Person        // Deleted loses at once, by resignation
	Rated          bool
	Conditions     Conditions
	Rules          string // text of the rules.Ruleset by which the game is judged
	AtEnd          Job    // enqueued when the game is over
}

// Arrange turns a blank game into an arranged one, which begins at once.
func Arrange(g *Game, a Arrangement, at time.Time) {
	initialize(g, Act{Actor: a.Red, Guild: a.Guild, Channel: a.Channel}, Terms{Rules: a.Rules}, at)
	g.Board.choosePlace(a.Place, a.ThreadSupport)
	g.AtEnd = a.AtEnd
	g.Opponent = Seat{Person: a.Black}
	g.ColorChoice, g.Rated, g.Conditions = WantRed, a.Rated, a.Conditions
	start(g, board.Red, at, at.Add(AnswerTimeout))
	for c, seat := range g.Seats {
		if side := board.Color(c); seat.Person == Deleted && g.State == Active {
			finish(g, Event{Kind: Ended, By: side}, lossOf(side), ByResignation, at, at)
		}
	}
	Reannounce(g, at) // no answer to a person's act announces it
}
