package store_test

import (
	"slices"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/bot/member"
	"xiangqibot/engine/board"
)

// What the bot says, what Discord makes of it, and what follows in the soak's own account.

// post is Discord's part: a nonce that it has seen within minutes makes no second message.
func (s *soak) post(p post) {
	if last, seen := s.posts[p.Nonce]; seen {
		if s.now.Sub(last) < 3*time.Minute {
			s.merged++
			return
		}
		if last.After(s.away) {
			s.t.Fatalf("%v, game %d: what was told at %v, was told again: %+v", s.now, p.Game, last, p)
		}
	}
	if p.Remind != nil {
		s.remind(p)
		return
	}
	s.posts[p.Nonce] = s.now
	s.announced++
	if c := s.games[p.Game]; c != nil {
		c.answered = max(c.answered, p.Event)
	}
}

// remind checks that a reminder was promised, and for now.
func (s *soak) remind(p post) {
	promised := s.promises[*p.Remind]
	switch {
	case promised == nil:
		s.t.Fatalf("%v: a reminder that nobody was promised: %+v", s.now, *p.Remind)
	case !promised.kept.IsZero():
		// It was sent and the bot died before it could note that; when it came back, Discord had forgotten the nonce.
		if promised.kept.After(s.away) {
			s.t.Fatalf("%v: the reminder of %v was sent again: %+v", s.now, promised.kept, *p.Remind)
		}
		s.repeated++
	case s.now.Before(promised.at) || s.now.Sub(promised.at) > time.Minute && promised.at.After(s.away):
		s.t.Fatalf("%v: the reminder of %v: %+v", s.now, promised.at, *p.Remind)
	default:
		s.reminded++
	}
	promised.kept = s.now
	s.posts[p.Nonce] = s.now
}

// answer books what came of a deed.
func (s *soak) answer(d *deed) {
	a := d.heard[0]
	if d.twice {
		// Delivered twice, it was done once, and nothing was said to the other.
		if second := d.heard[1]; second.Refused != game.AlreadyDone {
			a = second
		}
		if d.heard[0].Refused != game.AlreadyDone && d.heard[1].Refused != game.AlreadyDone {
			s.t.Fatalf("%v: %s was done twice: %+v", s.now, d.Act, d.heard)
		}
	}
	c := d.contest
	if a.Failed != "" {
		s.t.Fatalf("%v, game %d: %s by %s failed: %s", s.now, d.Game, d.Act, d.Who, a.Failed)
	}
	if c != nil {
		c.pending = nil
	}
	if a.Refused != "" {
		s.refused++
		late := c != nil && (c.state == game.Active && !c.flag.IsZero() && !d.at.Before(c.flag) || c.state == game.Offered && !d.at.Before(c.expires))
		switch {
		case late && (a.Refused == game.FlagFell || a.Refused == game.GameOver):
			return // the job, which ends it, will be seen
		case c == nil && slices.Contains([]game.Code{game.TooManyGames, game.AlreadyChallenged, game.TooSoon}, a.Refused):
			s.push(plan{at: s.now.Add(time.Hour)})
		case c == nil && slices.Contains(d.mayFail, a.Refused):
		case a.Refused == d.wrong || slices.Contains(d.mayFail, a.Refused):
			s.plan(c, s.now.Add(s.moment(10*time.Minute)), "")
		default:
			s.t.Fatalf("%v, game %d: %s by %s was refused: %s; last known: %+v", s.now, d.Game, d.Act, d.Who, a.Refused, c)
		}
		return
	}
	if d.wrong != "" {
		s.t.Fatalf("%v, game %d: %s by %s was not refused: %s", s.now, d.Game, d.Act, d.Who, d.wrong)
	}
	if a.Game == nil {
		s.alone(d, a.Leave)
		return
	}
	s.done(d, *a.Game, true)
	d.contest.answered = max(d.contest.answered, a.Game.Revision)
}

// alone books what a person did that was not about one game.
func (s *soak) alone(d *deed, leave member.Vacation) {
	s.acts++
	switch d.Act {
	case toLeave:
		s.vacations++
		s.leaves[d.Who] = leave
		s.push(plan{at: leave.Until, who: d.Who, act: toWake})
		if s.chance(40) {
			s.push(plan{at: s.now.Add(scale(leave.Until.Sub(s.now), s.dice.Float64())), who: d.Who, act: toReturn})
		}
		for _, c := range s.toMove(d.Who) {
			c.stop(d.at)
		}
	case toReturn:
		s.comeBack(d.Who, d.at)
	}
}

// comeBack ends a vacation.
func (s *soak) comeBack(p game.Person, at time.Time) {
	delete(s.leaves, p)
	for _, c := range s.toMove(p) {
		if c.flag.IsZero() {
			c.run(at)
		}
	}
}

// toMove lists the games in which it is p's move and p's vacation stops the clock.
func (s *soak) toMove(p game.Person) (found []*contest) {
	for _, c := range s.games {
		if c.state == game.Active && !c.spec.NoVacation && c.seats[c.turn()].Person == p {
			found = append(found, c)
		}
	}
	return found
}

// done books a deed that was done.
func (s *soak) done(d *deed, seen sight, known bool) {
	s.acts++
	if d.contest == nil {
		s.take(d, seen)
		return
	}
	before, revision := d.contest.state, d.contest.revision
	if _, err := d.contest.catchUp(seen, d, known, true, d.at); err != nil {
		s.t.Fatalf("%v, game %d, after %s by %s: %v", s.now, d.contest.id, d.Act, d.Who, err)
	}
	if d.contest.revision != revision {
		s.moved(d.contest, before)
	}
}

// take keeps a new game.
func (s *soak) take(d *deed, seen sight) {
	c := &contest{
		soak: s, id: seen.ID, where: d.Where, challenger: d.Who, spec: d.Spec, revision: 1, updated: d.at, key: seen.Key, record: board.NewRecord(),
		plies: 2 + int(min(120, s.dice.ExpFloat64()*24)), mates: s.chance(8),
	}
	d.contest = c
	if s.games[c.id] != nil {
		s.t.Fatalf("game %d began twice", c.id)
	}
	s.games[c.id] = c
	if d.Spec.Level > 0 {
		c.begin(seen.Seats, d.at)
	} else {
		c.expires = d.at.Add(challengeLife)
	}
	if len(seen.Moves) > 0 { // the bot has moved already
		s.see(c, seen, d.at)
		return
	}
	if _, err := c.catchUp(seen, nil, true, false, d.at); err != nil {
		s.t.Fatalf("%v, game %d, new: %v", s.now, c.id, err)
	}
	s.moved(c, game.Declined)
}

// moved plans what follows what has happened in a game.
func (s *soak) moved(c *contest, before game.State) {
	if c.state == game.Active && before != game.Active {
		s.begun++
	}
	if c.open() {
		s.think(c)
	} else if before == game.Offered { // somebody has to play instead
		s.push(plan{at: s.now.Add(time.Hour)})
	}
	if c.end == game.ByTime || c.end == game.Aborted {
		s.flags++
	}
}

// see books what jobs have done to a game.
func (s *soak) see(c *contest, seen sight, at time.Time) {
	before, revision := c.state, c.revision
	if _, err := c.catchUp(seen, nil, true, false, at); err != nil {
		s.t.Fatalf("%v, game %d: %v", s.now, c.id, err)
	}
	if c.revision != revision {
		s.moved(c, before)
	}
}

// settle looks at the games that jobs had to do with, when nothing is left to do.
func (s *soak) settle(done settled) {
	s.barren = 0
	for p, leave := range s.leaves {
		if !leave.Until.After(s.now) {
			s.comeBack(p, s.now)
		}
	}
	for _, seen := range done.Games {
		c := s.games[seen.ID]
		s.see(c, seen, s.now)
		if seen.Told != seen.Revision || c.answered < seen.Revision {
			s.t.Fatalf("%v, game %d: event %d, %s, was not told (told %d, heard of %d)", s.now, c.id, seen.Revision, seen.Last, seen.Told, c.answered)
		}
	}
	s.next = time.Time{}
	if done.Next > 0 {
		s.next = time.UnixMilli(done.Next).UTC()
	}
}
