package store_test

import (
	"fmt"
	"math"
	"slices"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/bot/member"
	"xiangqibot/engine/board"
)

// The acts of people.
const (
	toChallenge       = "challenge"
	toAccept          = "accept"
	toDecline         = "decline"
	toCancel          = "cancel"
	toMove            = "move"
	toResign          = "resign"
	toOfferDraw       = "offer draw"
	toDeclineDraw     = "decline draw"
	toAskTakeback     = "ask takeback"
	toAcceptTakeback  = "accept takeback"
	toDeclineTakeback = "decline takeback"

	toPlan   = "plan moves"
	toChoose = "choose reminders"
	toLeave  = "go on vacation"
	toReturn = "come back"
)

// person is one of the people: how quickly they answer, and where on earth they sleep.
type person struct {
	id   game.Person
	slow float64 // what share of their time they take, about
	zone time.Duration

	reminders member.Reminders
}

// wants says when they are to be reminded by a clock that runs from since to flag, if they have no quiet hours.
func (p person) wants(since, flag time.Time) (at []time.Time) {
	leads := p.reminders.At
	if leads == nil {
		leads = member.DefaultLeads()
	}
	for _, lead := range leads {
		before := time.Duration(lead)
		if lead == member.Fifth {
			before = (flag.Sub(since) / 5).Truncate(time.Millisecond)
		}
		if r := flag.Add(-before); r.After(since) && p.reminders.Destination != member.Nowhere {
			at = append(at, r)
		}
	}
	slices.SortFunc(at, time.Time.Compare)
	return slices.CompactFunc(at, time.Time.Equal)
}

// somebody is a person with habits of their own.
func (s *soak) somebody(n int) person {
	p := person{
		id: game.Person(fmt.Sprint(1001 + n)), slow: 0.03 + 0.2*s.dice.Float64(), zone: time.Duration(s.dice.IntN(24)-12) * time.Hour,
	}
	if s.chance(50) {
		return p
	}
	if s.chance(25) {
		p.reminders.Destination = member.Nowhere
	} else if s.chance(25) {
		p.reminders.Destination = member.ByDM
	}
	if s.chance(50) {
		leads := []member.Lead{member.Lead(2 * day), member.Lead(day), member.Lead(12 * time.Hour), member.Lead(2 * time.Hour), member.Fifth}
		p.reminders.At = leads[s.dice.IntN(3):]
	}
	if s.chance(50) {
		p.reminders.Quiet = member.QuietHours{From: 22 * 60, To: 7 * 60}
	}
	return p
}

// plan is something that somebody means to do. It is dropped where the contest has moved on.
type plan struct {
	at       time.Time
	who      game.Person // whose plan it is, where it is not about one contest
	contest  *contest    // nil, and nobody's plan: somebody begins one
	revision int         // of the contest when it was planned
	act      string      // what, where that is settled already; toWake: nobody acts, a clock does
}

const toWake = "wake"

// plans is a heap, the earliest on top.
type plans []plan

func (p plans) Len() int           { return len(p) }
func (p plans) Less(i, j int) bool { return p[i].at.Before(p[j].at) }
func (p plans) Swap(i, j int)      { p[i], p[j] = p[j], p[i] }
func (p *plans) Push(x any)        { *p = append(*p, x.(plan)) }
func (p *plans) Pop() any {
	last := (*p)[len(*p)-1]
	*p = (*p)[:len(*p)-1]
	return last
}

const (
	challengeLife = 2 * day
	begins        = 300 * day // in so many days all games begin
	enough        = 345 * day // after so many nobody wants to play on
)

// controls are the clocks of the games.
var controls = []string{"1d", "2d", "3d", "3d", "5d", "7d", "14d", "3d+12h", "10d+1d", "none"}

// chance tells yes in so many of a hundred cases.
func (s *soak) chance(percent float64) bool { return s.dice.Float64()*100 < percent }

// offer thinks of a challenge.
func (s *soak) offer() *deed {
	i := s.dice.IntN(len(s.people))
	who, other := s.people[i], s.people[(i+1+s.dice.IntN(len(s.people)-1))%len(s.people)]
	control, err := game.ParseTimeControl(controls[s.dice.IntN(len(controls))])
	must(s.t, err)
	spec := game.ChallengeSpec{Opponent: other.id, ColorChoice: game.ColorChoice(s.dice.IntN(3))}
	spec.Time, spec.Weekends, spec.NoVacation = control, s.chance(25), s.chance(25)
	spec.Rated = spec.Time != game.TimeControl{} && s.chance(50)
	if s.chance(10) {
		spec.Opponent, spec.Level = "", 1
	}
	return &deed{Act: toChallenge, Who: who.id, Spec: spec}
}

// think plans what the one who is awaited does next.
func (s *soak) think(c *contest) {
	switch c.state {
	case game.Offered:
		s.plan(c, c.expires, toWake)
		switch n := s.dice.Float64() * 100; {
		case n < 3: // they never answer
		case n < 5:
			s.plan(c, s.now.Add(s.moment(day)), toCancel)
		case n < 8:
			s.plan(c, s.now.Add(s.moment(day)), toDecline)
		case n < 9:
			s.plan(c, c.expires.Add(s.about(45*time.Second)), toAccept)
		default:
			s.plan(c, s.awake(c.spec.Opponent, s.now.Add(s.moment(12*time.Hour))), toAccept)
		}
	case game.Active:
		who := c.seats[c.turn()].Person
		if who == "" { // the bot will move in a moment
			return
		}
		if s.chance(15) {
			s.plan(c, s.now.Add(s.moment(time.Hour)), toPlan)
		}
		if c.flag.IsZero() {
			s.plan(c, s.awake(who, s.now.Add(s.moment(2*day))), "") // without a clock, or on vacation
			return
		}
		switch {
		case s.chance(0.7): // they have forgotten it
		case s.chance(2):
			s.plan(c, c.flag.Add(s.about(45*time.Second)), "")
		default:
			share := s.person(who).slow * math.Exp(0.8*s.dice.NormFloat64())
			at := c.later(s.now, scale(c.left[c.turn()], min(share, 0.97)))
			if later := s.awake(who, at); later.Before(c.flag) {
				at = later
			}
			s.plan(c, at, "")
		}
	}
}

func scale(d time.Duration, by float64) time.Duration {
	return time.Duration(float64(d) * by).Truncate(time.Millisecond)
}

// moment is a while, mostly shorter than a typical one.
func (s *soak) moment(typical time.Duration) time.Duration {
	return scale(typical, min(4, s.dice.ExpFloat64()))
}

// about is at most so much, before or after.
func (s *soak) about(most time.Duration) time.Duration { return scale(most, 2*s.dice.Float64()-1) }

// awake is when p, who meant to do it at night, has got up.
func (s *soak) awake(p game.Person, at time.Time) time.Time {
	local := at.Add(s.person(p).zone)
	if wakes := local.Truncate(day).Add(8 * time.Hour); local.Before(wakes) {
		return wakes.Add(s.moment(time.Hour) - s.person(p).zone)
	}
	return at
}

func (s *soak) person(p game.Person) person {
	return s.people[slices.IndexFunc(s.people, func(one person) bool { return one.id == p })]
}

// decide is what a plan comes to when its time has come; nil: nothing.
func (s *soak) decide(p plan) *deed {
	c := p.contest
	if c.revision != p.revision || p.act == toWake {
		return nil
	}
	if c.pending != nil { // the other is just at it: this one waits, lest a game without a clock that only had moves planned never goes on
		s.plan(c, s.now.Add(s.moment(10*time.Minute)), p.act)
		return nil
	}
	d := &deed{Act: p.act, Game: c.id, Where: c.where}
	if c.state == game.Offered {
		if d.Who = c.spec.Opponent; d.Act == toCancel {
			d.Who = c.challenger
		}
		return d
	}
	d.Who, d.Board = c.seats[c.turn()].Person, c.key
	other := c.seats[c.turn().Opponent()].Person
	switch {
	case d.Act == toPlan:
		if d.Who = other; other == "" || len(c.planned[c.turn().Opponent()]) > 0 {
			return nil
		}
		d.Line = s.foresee(c)
		if d.Line == nil {
			return nil
		}
	case c.takeback.Pending && s.chance(80):
		d.Who = c.seats[c.takeback.By.Opponent()].Person
		d.Act = pick(s, toAcceptTakeback, toAcceptTakeback, toDeclineTakeback)
	case c.draw.Pending && c.seats[c.draw.By.Opponent()].Person != "" && s.chance(70):
		d.Who = c.seats[c.draw.By.Opponent()].Person
		d.Act = pick(s, toOfferDraw, toDeclineDraw, toDeclineDraw) // to offer one as well is to accept
	case len(c.record.Moves) >= c.plies, s.now.Sub(start) > enough:
		d.Act = pick(s, toResign, toResign, toOfferDraw)
		if c.draw.Pending {
			d.Act = toResign
		}
	case other != "" && s.chance(1):
		d.Who, d.Act = other, pick(s, toResign, toOfferDraw)
		if c.draw.Pending {
			d.Act = toResign
		}
	case other != "" && s.chance(1):
		d.Who, d.Act, d.Move, d.wrong = other, toMove, s.choose(c), game.NotYourTurn
	case s.chance(1):
		d.Act, d.Move, d.Board, d.wrong = toMove, s.choose(c), d.Board^2, game.Outdated
	case !c.spec.Rated && len(c.record.Moves) >= 2 && !c.takeback.Pending && s.chance(2):
		d.Act = toAskTakeback
	default:
		d.Act, d.Move = toMove, s.choose(c)
	}
	if d.Act == toOfferDraw && !c.draw.Pending {
		d.mayFail = []game.Code{game.OfferedTooSoon}
	}
	return d
}

func pick(s *soak, acts ...string) string { return acts[s.dice.IntN(len(acts))] }

// choose is a move: a mate in three where the plan is that, else any.
func (s *soak) choose(c *contest) board.Move {
	pos := c.record.Position()
	if n := len(c.record.Moves); c.mates && n < len(quickMate) {
		if m, err := board.ParseMove(quickMate[n]); err == nil && pos.IsLegal(m) {
			return m
		}
	}
	if line := c.planned[c.turn().Opponent()]; len(line) > 0 && s.chance(50) {
		return line[0] // just what the other has foreseen
	}
	legal := pos.LegalMoves(nil)
	return legal[s.dice.IntN(len(legal))]
}

// foresee is what the side that waits plans for a case: two or four moves; nil where the game would be over before.
func (s *soak) foresee(c *contest) (line game.Line) {
	pos := c.record.Position()
	for range 2 + 2*s.dice.IntN(2) {
		legal := pos.LegalMoves(nil)
		if len(legal) == 0 {
			return nil
		}
		m := legal[s.dice.IntN(len(legal))]
		line = append(line, m)
		pos.Make(m)
	}
	return line
}

func (s *soak) plan(c *contest, at time.Time, act string) {
	s.push(plan{at: at, contest: c, revision: c.revision, act: act})
}
