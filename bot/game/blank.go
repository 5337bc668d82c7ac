package game

import (
	"cmp"
	"fmt"
	"time"

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
	Rules string        // text of the rules.Ruleset by which the game is judged
	Life  time.Duration // an unanswered challenge lapses after this; 0: never
	Coin  board.Color   // the challenger's color if it is chosen at random
	Place Place         // where the game is played: InThread if the channel supports it; otherwise where it began
	Time  TimeControl   // of a rated game whose challenge names none, since a rated game must end
	// Outside is the name of the outside engine that may be challenged, empty if there is none.
	Outside string
}

// Blank is a new game that has nothing but its ID, as a store creates it. It becomes a challenge, or a game that
// begins at once.
type Blank struct{ *Game }

// Blank returns the acts that begin a game.
func (g *Game) Blank() Blank { return Blank{g} }

// Offer turns a blank game into the challenge that act and spec describe. A game against the bot starts at once.
func (g Blank) Offer(act Act, spec ChallengeSpec, terms Terms, at time.Time) error {
	if err := g.mayOffer(act, spec, terms); err != nil {
		return err
	}
	g.initialize(act, terms, at)
	g.answerBy(act, at)
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
		g.Challenge().start(terms.Coin, at)
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
	g.note(Event{Kind: Challenged}, at, at.Add(AnswerTimeout))
	return nil
}

// initialize sets what every new game has.
func (g Blank) initialize(act Act, terms Terms, at time.Time) {
	g.Guild, g.Channel = act.Guild, act.Channel
	g.Challenger = act.Actor
	g.Rules = terms.Rules
	g.Created = at
	g.Record = board.NewRecord()
	g.RememberPlayer(act.Actor, act.Name, act.Locale)
}

// mayOffer checks whether the challenge is allowed.
func (g Blank) mayOffer(act Act, spec ChallengeSpec, terms Terms) error {
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
