package store_test

import (
	"bufio"
	"cmp"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"syscall"
	"time"

	"xiangqibot/bot/game"
)

// The lives of the bot in the soak: how it begins, how it is killed, and how the next one finds things.

// order tells the bot something, and whether it can still hear it.
func (s *soak) order(o order) bool {
	line, err := json.Marshal(o)
	must(s.t, err)
	_, err = s.orders.Write(append(line, '\n'))
	return err == nil
}

// hear takes the next line of the bot and books what it says; ok is false when the bot is dead and has no more to say.
func (s *soak) hear() (n news, ok bool) {
	if !s.lines.Scan() {
		return n, false
	}
	if err := json.Unmarshal(s.lines.Bytes(), &n); err != nil {
		return n, false // cut off in the middle
	}
	if n.Left == nil {
		s.excuse() // before it says anything, it has seen to that
	}
	switch {
	case n.Post != nil:
		s.post(*n.Post)
	case n.Answer != nil:
		d := s.flight[n.Answer.N]
		d.heard = append(d.heard, *n.Answer)
		if len(d.heard) == 2 || !d.twice {
			delete(s.flight, d.N)
			s.answer(d)
		}
	}
	return n, true
}

// begin starts a bot and has it look at what the last one left.
func (s *soak) begin(l inspection) {
	if s.barren++; s.barren > 30 {
		s.t.Fatalf("%v: thirty bots, one after the other, did not do what was due", s.now)
	}
	s.bot = exec.Command(os.Args[0])
	s.bot.Env = append(os.Environ(), victimEnv+"=soak "+s.source)
	s.bot.Stderr = s.t.Output()
	in, err := s.bot.StdinPipe()
	must(s.t, err)
	out, err := s.bot.StdoutPipe()
	must(s.t, err)
	s.orders, s.lines = in, bufio.NewScanner(out)
	s.lines.Buffer(nil, 1<<24)
	must(s.t, s.bot.Start())
	process := s.bot.Process
	// A busy machine gets nothing done in a short life, so lives grow longer until one of them does what is due.
	life := time.Duration(float64(s.lives) * (0.1 + rand.ExpFloat64()) * float64(s.barren))
	s.doom = time.AfterFunc(life, func() { _ = process.Kill() }) // dead already, at the end
	if s.order(order{At: s.now.UnixMilli(), Look: &l}) {
		if n, ok := s.hear(); ok && n.Left != nil {
			s.resume(*n.Left)
			return
		}
	}
	s.bury()
	s.begin(l)
}

// bury takes note of the bot's death.
func (s *soak) bury() {
	for {
		if _, ok := s.hear(); !ok {
			break
		}
	}
	s.doom.Stop()
	var exit *exec.ExitError
	if err := s.bot.Wait(); !errors.As(err, &exit) || exit.Sys().(syscall.WaitStatus).Signal() != syscall.SIGKILL {
		s.t.Fatalf("%v: the bot died by itself: %v", s.now, err)
	}
	s.kills++
}

// recover begins another bot after one was killed.
func (s *soak) recover() {
	s.bury()
	l := inspection{}
	for id, c := range s.games {
		if c.open() {
			l.Games = append(l.Games, id)
		}
	}
	slices.Sort(l.Games)
	for _, p := range s.people {
		l.People = append(l.People, p.id)
	}
	for _, d := range s.flight {
		if d.Act == toChallenge {
			l.Channels = append(l.Channels, d.Where)
		}
	}
	s.died = s.now
	switch n := s.dice.Float64() * 100; {
	case n < 10:
		s.pause(scale(50*time.Second, s.dice.Float64()))
	case n < 18:
		s.pause(scale(8*time.Hour, s.dice.Float64()))
	case n < 20:
		s.pause(scale(3*day, s.dice.Float64()))
	}
	s.begin(l)
	s.round(nil) // before people go on, it has done what was due
}

// pause is a time in which there is no bot.
func (s *soak) pause(d time.Duration) {
	s.outages++
	s.now = s.now.Add(d)
	s.away = s.now
}

// resume finds out what was done of what was under way when the last bot died.
func (s *soak) resume(found left) {
	if found.Wrong != "" {
		s.t.Fatalf("%v: after a kill: %s", s.now, found.Wrong)
	}
	if beat := time.UnixMilli(found.Beat); !beat.Equal(s.absent.to) {
		s.absent = downtime{} // the last bot died before it could take that off the clocks
	}
	s.excuse()
	seen := map[game.ID]sight{}
	where := map[string]sight{}
	for _, g := range found.Games {
		seen[g.ID], where[g.Channel] = g, g
	}
	flight := slices.SortedFunc(maps.Values(s.flight), func(a, b *deed) int { return cmp.Compare(a.N, b.N) })
	clear(s.flight)
	for _, d := range flight {
		if i := slices.IndexFunc(d.heard, func(a answer) bool { return a.Refused != game.AlreadyDone }); i >= 0 {
			d.twice, d.heard = false, d.heard[i:] // it was answered; what was cut off is that nothing is said to the second delivery
			s.answer(d)
			continue
		}
		s.cutOff++
		if d.contest == nil && d.Act != toChallenge {
			leave := found.Leaves[d.Who]
			did := d.Act == toLeave && leave.Since.Equal(d.at) || d.Act == toReturn && leave.Since.IsZero() && !s.leaves[d.Who].Since.IsZero()
			if did {
				s.wereDone++
				s.alone(d, leave)
			} else {
				s.push(plan{at: s.now.Add(time.Minute), who: d.Who, act: d.Act})
			}
			continue
		}
		if d.contest == nil {
			if g, there := where[d.Where]; there {
				s.wereDone++
				s.done(d, g, false)
			} else {
				s.push(plan{at: s.now.Add(time.Minute)}) // nothing came of it: they try again
			}
			continue
		}
		c := d.contest
		c.pending = nil
		before, revision := c.state, c.revision
		did, err := c.catchUp(seen[c.id], d, false, false, d.at)
		if err != nil {
			s.t.Fatalf("%v, game %d: after a kill during %s by %s: %v", s.now, c.id, d.Act, d.Who, err)
		}
		if did {
			s.acts++
			s.wereDone++
			if d.wrong != "" {
				s.t.Fatalf("%v, game %d: %s by %s was not refused: %s", s.now, c.id, d.Act, d.Who, d.wrong)
			}
		}
		if c.revision != revision {
			s.moved(c, before)
		} else if !did {
			s.plan(c, s.now.Add(s.moment(10*time.Minute)), d.Act)
		}
	}
	for p, leave := range s.leaves {
		if found.Leaves[p].Since.IsZero() { // it ended just before
			s.comeBack(p, s.died)
		} else if leave != found.Leaves[p] {
			s.t.Fatalf("%v: after a kill, the vacation of %s is %+v, should be %+v", s.now, p, found.Leaves[p], leave)
		}
	}
	for id, g := range seen {
		if c := s.games[id]; c != nil {
			s.see(c, g, s.died)
		}
	}
	if beat := time.UnixMilli(found.Beat).UTC(); found.Beat > 0 && s.now.Sub(beat) > time.Minute {
		s.absent = downtime{beat, s.now}
	}
}

// downtime is a time that a new bot takes off the clocks.
type downtime struct{ from, to time.Time }

// excuse books that it has done so.
func (s *soak) excuse() {
	if s.absent == (downtime{}) {
		return
	}
	for _, c := range s.games {
		if c.state == game.Active {
			c.excuse(s.absent.from, s.absent.to)
		}
	}
	s.absent = downtime{}
}

// end ends the bot, in peace or not.
func (s *soak) end(signal syscall.Signal) {
	s.doom.Stop()
	if s.bot.ProcessState != nil {
		return
	}
	if signal != 0 {
		_ = s.bot.Process.Signal(signal) // dead already
	} else if err := s.orders.(io.Closer).Close(); err != nil {
		s.t.Fatal(err)
	}
	if err := s.bot.Wait(); err != nil && signal == 0 {
		s.t.Fatalf("the bot ended with %v", err)
	}
}
