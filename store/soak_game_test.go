package store_test

import (
	"fmt"
	"slices"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/bot/member"
	"xiangqibot/engine/board"
	"xiangqibot/engine/rules"
)

// contest is a game as the soak believes it to be: it keeps an account of its own, from what people were told, and
// compares.
type contest struct {
	id         game.ID
	where      string
	challenger game.Person
	spec       game.ChallengeSpec
	state      game.State
	seats      [2]game.Seat
	record     board.Record
	movedAt    []time.Time
	revision   int
	answered   int // the channel knows it up to this event, by an answer or a post
	draw       game.Offer
	takeback   game.Offer
	planned    [2]game.Line // by color: what is played at once when it comes to that; one line at most
	outcome    rules.Outcome
	end        game.End
	updated    time.Time
	expires    time.Time
	key        game.BoardKey

	left     [2]time.Duration
	since    time.Time
	flag     time.Time // zero: the clock stands
	soak     *soak
	promised []*promise // by the clock as it runs
	fresh    bool       // it has just begun to run: nobody has heard yet what it promises

	pending *deed // under way, unanswered
	plies   int   // after so many somebody has had enough
	mates   bool  // they play the quick mate
}

func (c *contest) turn() board.Color { return board.Color(len(c.record.Moves) % 2) }

func (c *contest) open() bool { return c.state == game.Offered || c.state == game.Active }

// color is the one that p plays.
func (c *contest) color(p game.Person) board.Color {
	if c.seats[board.Red].Person == p {
		return board.Red
	}
	return board.Black
}

// apply books what a deed does that was not refused.
func (c *contest) apply(d *deed, now time.Time) error {
	if d.Act == toPlan { // in private: that is no event
		c.planned[c.color(d.Who)] = d.Line
		return nil
	}
	c.revision++
	c.updated = now
	switch d.Act {
	case toAccept:
		return nil // begin does it: the colors are not known here
	case toDecline:
		c.state = game.Declined
	case toCancel:
		c.state = game.Cancelled
	case toResign:
		c.over(game.ByResignation, lost(c.color(d.Who)), now)
	case toOfferDraw:
		if c.draw.Pending {
			c.over(game.ByAgreement, rules.Draw, now)
			return nil
		}
		c.draw = game.Offer{Pending: true, By: c.color(d.Who)}
	case toDeclineDraw:
		c.draw = game.Offer{}
	case toAskTakeback:
		plies := 1
		if c.turn() == c.color(d.Who) {
			plies = 2
		}
		c.takeback = game.Offer{Pending: true, By: c.color(d.Who), Plies: plies}
		if c.seats[c.turn()].IsBot() || c.seats[c.turn().Opponent()].IsBot() {
			c.takeBack(now)
		}
	case toAcceptTakeback:
		c.takeBack(now)
	case toDeclineTakeback:
		c.takeback = game.Offer{}
	case toMove:
		return c.play(d.Move, now)
	}
	return nil
}

func (c *contest) takeBack(now time.Time) {
	c.stop(now)
	for range c.takeback.Plies {
		n := len(c.record.Moves) - 1
		c.record.Moves, c.movedAt = c.record.Moves[:n], c.movedAt[:n]
		mover, gain := c.turn(), c.spec.Time.Increment
		switch left := &c.left[mover]; {
		case c.spec.Time.PerMove > 0:
			c.left = [2]time.Duration{c.spec.Time.PerMove, c.spec.Time.PerMove}
		case *left > 2*gain:
			*left -= gain
		case *left > gain: // one is left for the same move again
			*left = gain
		}
	}
	c.draw, c.takeback, c.planned = game.Offer{}, game.Offer{}, [2]game.Line{}
	c.run(now)
}

// play plays a move, and what was planned for that case.
func (c *contest) play(m board.Move, now time.Time) error {
	for m != board.NoMove {
		if err := c.push(m, now); err != nil {
			return err
		}
		if v := rules.Judge(&c.record, rules.ForPeople()); v.Outcome != rules.Ongoing {
			c.over(game.ByRules, v.Outcome, now)
			return nil
		}
		m = board.NoMove
		if line := c.planned[c.turn()]; len(line) > 0 && (!c.draw.Pending || c.draw.By == c.turn()) {
			m = line[0]
			c.soak.foreseen++
		}
	}
	c.run(now)
	return nil
}

func (c *contest) push(m board.Move, now time.Time) error {
	mover := c.turn()
	if err := c.record.Play(m); err != nil {
		return err
	}
	c.stopFor(mover, now)
	c.movedAt = append(c.movedAt, now)
	c.takeback = game.Offer{}
	if c.draw.By != mover {
		c.draw = game.Offer{}
	}
	if c.spec.Time.PerMove > 0 {
		c.left[mover] = c.spec.Time.PerMove
	} else {
		c.left[mover] += c.spec.Time.Increment
	}
	for side, line := range c.planned {
		c.planned[side] = nil
		if len(line) > 1 && line[0] == m {
			c.planned[side] = line[1:]
		}
	}
	return nil
}

func lost(c board.Color) rules.Outcome {
	if c == board.Red {
		return rules.BlackWins
	}
	return rules.RedWins
}

func (c *contest) over(end game.End, outcome rules.Outcome, now time.Time) {
	c.stop(now)
	c.state, c.end, c.outcome = game.Finished, end, outcome
	c.draw, c.takeback = game.Offer{}, game.Offer{}
	if end != game.ByTime { // it might be played on
		c.planned = [2]game.Line{}
	}
}

// begin starts the game, with the colors that came out.
func (c *contest) begin(seats [2]game.Seat, now time.Time) {
	c.state, c.seats = game.Active, seats
	c.left = [2]time.Duration{c.spec.Time.PerMove + c.spec.Time.Base, c.spec.Time.PerMove + c.spec.Time.Base}
	c.run(now)
}

func (c *contest) run(now time.Time) {
	who := c.seats[c.turn()].Person
	if c.spec.Time == (game.TimeControl{}) || who == "" || c.state != game.Active || !c.soak.leaves[who].Since.IsZero() && !c.spec.NoVacation {
		return
	}
	c.since, c.flag, c.fresh = now, c.later(now, c.left[c.turn()]), true
}

// excuse books that the bot was away.
func (c *contest) excuse(from, to time.Time) {
	if c.flag.IsZero() {
		return
	}
	if c.since.After(from) {
		from = c.since
	}
	side, was := c.turn(), c.flag
	c.left[side] = max(0, c.left[side]-c.spent(c.since, from))
	c.since, c.flag = to, c.later(to, c.left[side])
	for _, p := range c.promised {
		if p.kept.IsZero() {
			p.at = p.at.Add(c.flag.Sub(was))
		}
	}
	c.keep()
}

func (c *contest) stop(now time.Time) { c.stopFor(c.turn(), now) }

func (c *contest) stopFor(side board.Color, now time.Time) {
	if c.flag.IsZero() {
		return
	}
	c.left[side] = max(0, c.left[side]-c.spent(c.since, now))
	c.since, c.flag, c.promised, c.fresh = time.Time{}, time.Time{}, nil, false
}

// promise is a reminder that somebody is to get.
type promise struct {
	at   time.Time
	kept time.Time // when they got it
}

// promiseKey is by what a reminder is known.
type promiseKey struct {
	Game  game.ID
	Ply   int
	Since int64 // from when the clock runs
	N     int
}

// keep remembers what is promised for as long as the soak lasts.
func (c *contest) keep() {
	for n, p := range c.promised {
		c.soak.promises[promiseKey{c.id, len(c.record.Moves), c.since.UnixMilli(), n}] = p
		if p.kept.IsZero() {
			c.soak.plan(c, p.at, toWake)
		}
	}
	c.soak.plan(c, c.flag, toWake)
}

// promises takes down what is promised, and checks that it lies between now and the flag.
func (c *contest) promises(clock game.Clock) error {
	c.fresh = false
	for _, at := range clock.Reminders {
		if !at.After(c.since) || !at.Before(c.flag) {
			return fmt.Errorf("a reminder at %v, while the clock runs from %v to %v", at, c.since, c.flag)
		}
		c.promised = append(c.promised, &promise{at: at})
	}
	who := c.soak.person(c.seats[c.turn()].Person)
	if want := who.wants(c.since, c.flag); who.reminders.Quiet == (member.QuietHours{}) && !slices.EqualFunc(clock.Reminders, want, time.Time.Equal) {
		return fmt.Errorf("reminders at %v, should be at %v", clock.Reminders, want)
	}
	c.keep()
	return nil
}

// spent is what counts of the time between two moments, day by day.
func (c *contest) spent(from, to time.Time) (d time.Duration) {
	for from.Before(to) {
		midnight := from.Truncate(day).Add(day)
		if midnight.After(to) {
			midnight = to
		}
		if !c.rests(from) {
			d += midnight.Sub(from)
		}
		from = midnight
	}
	return d
}

// later is when so much has counted, day by day.
func (c *contest) later(from time.Time, d time.Duration) time.Time {
	for {
		midnight := from.Truncate(day).Add(day)
		switch rests := c.rests(from); {
		case !rests && d < midnight.Sub(from):
			return from.Add(d)
		case !rests:
			d -= midnight.Sub(from)
		}
		from = midnight
	}
}

func (c *contest) rests(at time.Time) bool {
	return c.spec.Weekends && (at.Weekday() == time.Saturday || at.Weekday() == time.Sunday)
}

// fall lets the flag fall.
func (c *contest) fall(now time.Time) {
	c.revision++
	c.updated = now
	attackers := 0
	late := c.turn()
	pos := c.record.Position()
	for _, kind := range []board.Kind{board.Rook, board.Horse, board.Cannon, board.Pawn} {
		attackers += pos.Pieces(late.Opponent(), kind).Count()
	}
	switch {
	case len(c.record.Moves) < 2:
		c.over(game.Aborted, rules.Ongoing, now)
	case attackers == 0:
		c.over(game.ByTime, rules.Draw, now)
	default:
		c.over(game.ByTime, lost(late), now)
	}
}

// catchUp explains what has become of the game by now: by the deed, if one was done, and by jobs. Whether the deed was
// done is known (did) or, where its answer was lost, has to be found out.
func (c *contest) catchUp(s sight, d *deed, known, did bool, now time.Time) (done bool, err error) {
	if s.Revision < c.revision {
		return false, fmt.Errorf("event %d was told, %d is the last there is", c.revision, s.Revision)
	}
	done = did
	if d != nil && !known {
		done = s.Revision > c.revision && (s.Revision > c.revision+1 || c.cameOf(s, d))
		if d.Act == toPlan {
			lines := s.Plans[c.color(d.Who)]
			done = len(lines) == 1 && slices.Equal(lines[0], d.Line)
		}
	}
	if done {
		if err := c.apply(d, now); err != nil {
			return done, err
		}
		if d.Act == toAccept {
			c.begin(s.Seats, now)
		}
	}
	for s.Revision > c.revision {
		if err := c.job(s, now); err != nil {
			return done, err
		}
	}
	if err := c.compare(s); err != nil {
		return done, err
	}
	c.key = s.Key
	if c.fresh {
		return done, c.promises(s.Clock)
	}
	return done, nil
}

// cameOf reports whether the next event can be that of the deed. What a job can do as well, it did as well.
func (c *contest) cameOf(s sight, d *deed) bool {
	switch s.Last {
	case game.LapsedEvent:
		return false
	case game.Ended:
		return s.End != game.ByTime && s.End != game.Aborted && (d.Act == toResign || d.Act == toMove || d.Act == toOfferDraw)
	case game.Moved:
		return d.Act == toMove
	}
	return d.Act != toMove
}

// job books what a job has done.
func (c *contest) job(s sight, now time.Time) error {
	switch n := len(c.record.Moves); {
	case c.state == game.Active && c.seats[c.turn()].IsBot() && len(s.Moves) > n:
		c.revision++
		c.updated = now
		c.draw = game.Offer{} // its move says no
		return c.play(s.Moves[n], now)
	case s.State == game.Lapsed && c.state == game.Offered:
		if now.Before(c.expires) {
			return fmt.Errorf("lapsed at %v, before %v", now, c.expires)
		}
		c.revision++
		c.state, c.updated = game.Lapsed, now
	case s.End == game.ByTime || s.End == game.Aborted:
		if c.flag.IsZero() || now.Before(c.flag) {
			return fmt.Errorf("the flag of %v fell at %v", c.flag, now)
		}
		c.fall(now)
	case c.state == game.Active && c.draw.Pending && c.seats[c.draw.By.Opponent()].IsBot():
		c.revision++
		c.updated = now
		if s.End == game.ByAgreement {
			c.over(game.ByAgreement, rules.Draw, now)
			return nil
		}
		c.draw = game.Offer{}
	default:
		return fmt.Errorf("nobody did what happened: %s, %d moves", s.Last, len(s.Moves))
	}
	return nil
}

// compare tells where the game is not what it is believed to be.
func (c *contest) compare(s sight) error {
	clock := s.Clock
	for _, what := range []struct {
		name      string
		got, want any
		same      bool
	}{
		{"event", s.Revision, c.revision, s.Revision == c.revision},
		{"moves", s.Moves, c.record.Moves, slices.Equal(s.Moves, c.record.Moves)},
		{"state", s.State, c.state, s.State == c.state},
		{"outcome", s.Outcome, c.outcome, s.Outcome == c.outcome},
		{"end", s.End, c.end, s.End == c.end},
		{"last event at", time.UnixMilli(s.Updated).UTC(), c.updated, s.Updated == c.updated.UnixMilli()},
		{"draw offer", s.Draw, c.draw, s.Draw == c.draw},
		{"takeback", s.Takeback, c.takeback, s.Takeback == c.takeback},
		{"plans", s.Plans, c.planned, slices.Equal(slices.Concat(s.Plans[0]...), c.planned[0]) && slices.Equal(slices.Concat(s.Plans[1]...), c.planned[1])},
		{"time left", clock.Left, c.left, clock.Left == c.left},
		{"clock since", clock.Since, c.since, clock.Since.Equal(c.since)},
		{"flag", clock.Flag, c.flag, clock.Flag.Equal(c.flag)},
	} {
		if !what.same {
			return fmt.Errorf("%s: is %v, should be %v (last event: %s; end %s, outcome %s, moves %v)", what.name, what.got, what.want, s.Last, c.end, c.outcome, c.record.Moves)
		}
	}
	for n, p := range c.promised {
		if p.kept.IsZero() && (n >= len(clock.Reminders) || !clock.Reminders[n].Equal(p.at)) {
			return fmt.Errorf("reminder %d: is at %v, should be at %v", n, clock.Reminders, p.at)
		}
	}
	return nil
}
