package game

import (
	"cmp"
	"fmt"
	"time"

	"xiangqibot/engine"
	"xiangqibot/engine/board"
	"xiangqibot/engine/rules"
)

// ChallengeSpec is a challenge as it is asked for: to a person, or to the bot at a level.
type ChallengeSpec struct {
	Opponent     Person       // a person; empty to challenge the bot
	OpponentName string       // the opponent's display name, if known
	Level        engine.Level // the bot's strength when Opponent is empty, or Outside
	Wish         Wish         // AnyColor with a handicap, which says who plays what
	Rated        bool
	Start        board.Position // where an even, unrated game begins; zero: as usual
	Games        int            // 2 makes a match of two games; otherwise 0 or 1
	Life         time.Duration  // an unanswered challenge lapses after this; 0: Terms.Life

	// Conditions are given without Engine, Follows, Leg and Carried. The zero Time is Terms.Time where the game is
	// rated. With Anyone, Opponent and Level are empty.
	Conditions

	home    string // of a rematch in the thread of the game before: the channel that the thread belongs to
	reserve string // of a rematch: what only one of the two may ask for
}

// Terms are what the house adds to a challenge.
type Terms struct {
	Rules string        // text of the rules.Code by which the game is judged
	Life  time.Duration // an unanswered challenge lapses after this; 0: never
	Coin  board.Color   // the challenger's color, should it come to the lot
	Place Place         // where the game goes on: InThread where the ground allows it; otherwise where it began
	Time  TimeControl   // of a rated game for which the challenge names none: no result may be put off forever
	// Outside is the name of the outside engine that may be challenged, empty if there is none.
	Outside string
}

// Offer turns a blank game into the challenge that act asks for. Against the bot the game starts at once.
func (g *Game) Offer(act Act, spec ChallengeSpec, terms Terms, at time.Time) error {
	if err := g.mayOffer(act, spec, terms); err != nil {
		return err
	}
	g.setOut(act, terms, at)
	g.answerBy(act, at)
	if g.Vote == nil { // a channel that plays together plays where it is
		g.settleIn(terms.Place, act.Ground)
	}
	g.Home = spec.home
	if spec.reserve != "" {
		g.Reserve(spec.reserve)
	}
	g.Wish, g.Rated, g.Conditions = spec.Wish, spec.Rated, spec.Conditions
	if g.Rated && !g.Timed() {
		g.Time = terms.Time
	}
	if spec.Games == 2 {
		g.Leg = 1
	}
	if g.Handicap != Even {
		g.Wish = WantRed
		if g.OpponentGives == (g.Handicap.Giver() == board.Red) {
			g.Wish = WantBlack
		}
	}
	g.Record.Start = g.Handicap.Start()
	if spec.Start != (board.Position{}) {
		g.Record.Start = spec.Start
	}
	g.Engine = ""
	if spec.Level == Outside {
		g.Engine = terms.Outside
	}
	if spec.Level != 0 {
		g.Opponent = Seat{Level: spec.Level}
		g.start(terms.Coin, at)
		return nil
	}
	g.Opponent = Seat{Person: spec.Opponent}
	if spec.Opponent != "" {
		g.meet(spec.Opponent, spec.OpponentName, "")
	}
	g.State = Offered
	if life := cmp.Or(spec.Life, terms.Life); life > 0 {
		g.Expires = at.Add(life)
		g.Enqueue(Lapse{g.ID}, g.Expires)
	}
	g.note(Event{Kind: Challenged}, at, at.Add(AnswerTime))
	return nil
}

// setOut makes a blank game one that act begins.
func (g *Game) setOut(act Act, terms Terms, at time.Time) {
	g.Guild, g.Channel = act.Guild, act.Channel
	g.Challenger = act.Actor
	g.Rules = terms.Rules
	g.Created = at
	g.Record = board.NewRecord()
	g.meet(act.Actor, act.Name, act.Locale)
}

// mayOffer checks what a challenge asks for.
func (g *Game) mayOffer(act Act, spec ChallengeSpec, terms Terms) error {
	uneven, placed := spec.Handicap != Even, spec.Start != (board.Position{})
	botReceives := spec.Level != 0 && !spec.OpponentGives
	switch {
	case act.Actor == "":
		return g.refuse(NotYourGame)
	case spec.Opponent == act.Actor:
		return g.refuse(SelfChallenge)
	case spec.Opponent == "" && spec.Level == 0 && !spec.Anyone:
		return g.refuse(NobodyChallenged)
	case spec.Anyone && (spec.Opponent != "" || spec.Level != 0):
		return g.refuse(SomebodyNamed)
	case spec.Level == Outside && terms.Outside == "":
		return g.refuse(NoOutside)
	case spec.Level == Outside && spec.Rated:
		return g.refuse(RatedOutside)
	case spec.Opponent == "" && !spec.Anyone && spec.Level != Outside && (spec.Level < engine.LevelMin || spec.Level > engine.LevelMax):
		return g.refuse(BadLevel)
	case !spec.Handicap.Known():
		return fmt.Errorf("challenge: handicap %q: unknown; want one of %q", spec.Handicap, Handicaps())
	case uneven && placed:
		return g.refuse(TwoStarts)
	case uneven && spec.Wish != AnyColor:
		return g.refuse(ColorByHandicap)
	case (uneven || placed) && spec.Rated:
		return g.refuse(RatedUneven)
	case spec.Handicap == TwoMoves && botReceives:
		return g.refuse(BotTwoMoves)
	case placed && rules.Judge(&board.Record{Start: spec.Start}, codeOf(terms.Rules, rules.Asian())).Outcome != rules.Ongoing:
		return g.refuse(StartIsOver)
	}
	return nil
}

// Accept starts an offered game. The coin is the challenger's color if they left it to the lot.
func (g *Game) Accept(by Person, coin board.Color, at time.Time) error {
	if err := g.mayAnswer(by); err != nil {
		return err
	}
	g.Opponent.Person = by // an open seat is theirs now
	g.start(coin, at)
	return nil
}

// Decline says no to an offered game.
func (g *Game) Decline(by Person, at time.Time) error {
	if err := g.mayAnswer(by); err != nil {
		return err
	}
	if g.OpenSeat() {
		return g.refuse(NotYourGame)
	}
	g.State = Declined
	g.note(Event{Kind: DeclinedEvent}, at, at.Add(AnswerTime))
	return nil
}

// Cancel takes the challenge back; only the challenger may, and only while it waits.
func (g *Game) Cancel(by Person, at time.Time) error {
	if !g.Takes(by) {
		return g.refuse(NotYourGame)
	}
	if by != g.Challenger {
		return g.refuse(NotYourChallenge)
	}
	if err := g.mustBeOffered(); err != nil {
		return err
	}
	g.State = Cancelled
	g.note(Event{Kind: CancelledEvent}, at, at.Add(AnswerTime))
	return nil
}

// Lapse ends a challenge that nobody answered in time. It does nothing to a game that is no longer offered. Before its
// time it returns a *NotYet.
func (g *Game) Lapse(at time.Time) error {
	if g.State != Offered || g.Expires.IsZero() {
		return nil
	}
	if left := g.Expires.Sub(at); left > 0 {
		return &NotYet{After: left}
	}
	g.State = Lapsed
	g.note(Event{Kind: LapsedEvent}, at, at)
	return nil
}

// OpenSeat reports whether the game waits for anybody to take the other side.
func (g *Game) OpenSeat() bool { return g.State == Offered && g.Anyone }

// mayAnswer checks that by is the one who was challenged, or anybody else where the seat is open, and that the
// challenge still waits.
func (g *Game) mayAnswer(by Person) error {
	switch {
	case by != "" && by == g.Challenger:
		return g.refuse(OwnChallenge)
	case by == "" || by != g.Opponent.Person && !g.OpenSeat():
		if g.Anyone && g.State == Active {
			return g.refuse(SeatTaken) // somebody was quicker
		}
		return g.refuse(NotYourGame)
	}
	return g.mustBeOffered()
}

func (g *Game) mustBeOffered() error {
	switch g.State {
	case Offered:
		return nil
	case Active:
		return g.refuse(AlreadyStarted)
	default:
		return g.refuse(GameOver)
	}
}

// start seats the two sides and begins the game.
func (g *Game) start(coin board.Color, at time.Time) { g.startDue(coin, at, at.Add(AnswerTime)) }

// startDue is start with the time at which the channel must have been told.
func (g *Game) startDue(coin board.Color, at, due time.Time) {
	var c board.Color
	switch g.Wish {
	case AnyColor:
		c = coin
	case WantRed:
		c = board.Red
	case WantBlack:
		c = board.Black
	}
	g.Seats[c] = Seat{Person: g.Challenger}
	g.Seats[c.Opponent()] = g.Opponent
	g.teamUp(c)
	by := c.Opponent()
	if g.Opponent.IsBot() {
		by = c
	}
	g.State = Active
	g.wind()
	g.runClock(at)
	g.openTurn(at)
	g.note(Event{Kind: Started, By: by}, at, due)
	g.askBot(at)
}

// meet remembers what to call p and in which language. Empty strings change nothing.
func (g *Game) meet(p Person, name, locale string) {
	player := g.Players[p]
	if name != "" {
		player.Name = name
	}
	if locale != "" {
		player.Locale = locale
	}
	if player == g.Players[p] {
		return
	}
	player.Person = p
	if g.Players == nil {
		g.Players = map[Person]Player{}
	}
	g.Players[p] = player
}
