package store_test

import (
	"bufio"
	"cmp"
	"container/heap"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"syscall"
	"testing"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/engine/board"
	"xiangqibot/engine/rules"
	"xiangqibot/store"
)

// The soak: people play correspondence games through a year, while the bot is killed again and again.
//
//	go test ./store -run Soak -soak 2000 -timeout 30m -v
//
// A seed fixes what people mean to do; the moments of the kills are chance. The bot is a process of its own, this program once more, with
// the store and the service as they are and an edge that posts to this process, which is Discord, the people and the clock. The clock stands
// until nothing is left to do, then goes on to when the next thing happens, and lumps together what happens within less than a minute.
//
// This process keeps an account of its own of every game, from what people were told (soak_game_test.go), and compares it with each
// look at the game: what was acknowledged is there, once, with its time; the clocks show what they should; a deed whose answer was cut off was
// done wholly or not at all; a flag falls within the minute, and not before its time; what happens is told, and announced once.
var (
	soakGames = flag.Int("soak", 25, "how many games the soak plays")
	soakSeed  = flag.Uint64("soakseed", 1, "what the people of the soak do")
	soakLives = flag.Duration("soaklives", 0, "how long the bot of the soak lives until it is killed, on average (default: 3s, or 700ms where it plays few games)")
)

func TestSoak(t *testing.T) {
	each(t, func(t *testing.T, source string) {
		if testing.Short() && *soakGames == 25 {
			*soakGames = 8
		}
		if *soakLives == 0 {
			*soakLives = 3 * time.Second
			if *soakGames < 100 {
				*soakLives = 700 * time.Millisecond
			}
		}
		s := &soak{
			t: t, source: source, dice: rand.New(rand.NewPCG(*soakSeed, 2000)), now: start,
			games: map[game.ID]*contest{}, flight: map[int]*deed{}, posts: map[string]time.Time{},
			leaves: map[game.Person]game.Vacation{}, promises: map[promiseKey]*promise{},
		}
		for n := range max(8, *soakGames/25) {
			p := s.somebody(n)
			s.people = append(s.people, p)
			s.push(plan{at: start, who: p.id, act: toChoose})
			for range 3 {
				s.push(plan{at: start.Add(scale(begins, s.dice.Float64())), who: p.id, act: toLeave})
			}
		}
		for range *soakGames {
			s.push(plan{at: start.Add(time.Hour + scale(begins, s.dice.Float64()))})
		}
		began := time.Now()
		s.play()
		s.audit()
		t.Logf("%s, in %v", s.count(), time.Since(began).Round(time.Second))
	})
}

// soak is the world around the bot.
type soak struct {
	t      *testing.T
	source string
	dice   *rand.Rand
	now    time.Time
	people []person
	plans  plans
	next   time.Time // when the bot has something to do, by its own account

	games  map[game.ID]*contest
	flight map[int]*deed // what has not been answered
	posts  map[string]time.Time
	leaves map[game.Person]game.Vacation // who is on vacation
	deeds  int

	promises map[promiseKey]*promise

	bot    *exec.Cmd
	orders io.Writer
	lines  *bufio.Scanner
	doom   *time.Timer
	died   time.Time
	lives  int
	barren int       // lives since everything that was due was done
	away   time.Time // until when the bot was away for more than a moment, last

	begun, acts, refused, kills, outages, cutOff, wereDone, flags, vacations int
	announced, reminded, merged, repeated, foreseen                          int
}

func (s *soak) push(p plan) { heap.Push(&s.plans, p) }

// play lets the year pass.
func (s *soak) play() {
	s.t.Cleanup(func() { s.end(syscall.SIGKILL) })
	s.begin(look{})
	for len(s.plans) > 0 || !s.next.IsZero() {
		next := s.next
		if len(s.plans) > 0 && (next.IsZero() || s.plans[0].at.Before(next)) {
			next = s.plans[0].at
		}
		if next.After(s.now) {
			s.now = next.Add(time.Duration(s.dice.Int64N(50_000)) * time.Millisecond)
		}
		due := s.due()
		var deeds []*deed
		for _, p := range due {
			d := s.offerOr(p)
			if d == nil {
				continue
			}
			if d.contest = p.contest; d.contest != nil {
				d.contest.pending = d
			}
			deeds = append(deeds, d)
		}
		s.round(deeds)
		for _, p := range due {
			s.onTime(p)
		}
	}
	if s.doom.Stop() {
		s.end(0)
	}
}

// due takes the plans whose time has come. A vacation, which changes many games at once, begins and ends while nobody else acts: in which
// order two acts of one moment were done, nobody here could tell.
func (s *soak) due() (due []plan) {
	for len(s.plans) > 0 && !s.plans[0].at.After(s.now) {
		due = append(due, heap.Pop(&s.plans).(plan))
	}
	alone := slices.IndexFunc(due, func(p plan) bool { return p.who != "" && p.act != toChoose })
	if alone < 0 {
		return due
	}
	var now []plan
	for i, p := range due {
		if i == alone || p.act == toWake {
			now = append(now, p)
		} else {
			s.push(p)
		}
	}
	return now
}

// offerOr is the deed that a plan comes to; nil: none.
func (s *soak) offerOr(p plan) *deed {
	switch {
	case p.contest != nil:
		return s.decide(p)
	case p.who == "":
		return s.offer()
	case p.act == toChoose:
		return &deed{Act: toChoose, Who: p.who, Habit: s.person(p.who).reminders}
	case p.act == toLeave:
		return &deed{Act: toLeave, Who: p.who, Days: 1 + s.dice.IntN(12), mayFail: []game.Code{game.OnVacation, game.NoVacationLeft, game.VacationTooLate}}
	case p.act == toReturn:
		return &deed{Act: toReturn, Who: p.who, mayFail: []game.Code{game.NotOnVacation}}
	}
	return nil
}

// onTime checks that what was due by a plan has happened.
func (s *soak) onTime(p plan) {
	c := p.contest
	switch {
	case p.act != toWake:
	case c == nil:
		if leave := s.leaves[p.who]; !leave.Since.IsZero() && !leave.Until.After(s.now) {
			s.t.Fatalf("%v: the vacation of %s has not ended at %v", s.now, p.who, leave.Until)
		}
	case c.state == game.Active && !c.flag.IsZero() && !c.flag.After(s.now):
		s.t.Fatalf("%v, game %d: the flag of %v has not fallen", s.now, c.id, c.flag)
	case c.state == game.Offered && !c.expires.After(s.now):
		s.t.Fatalf("%v, game %d: the challenge that expired at %v has not lapsed", s.now, c.id, c.expires)
	case !c.flag.IsZero():
		for n, p := range c.promised {
			if p.kept.IsZero() && !p.at.After(s.now) {
				s.t.Fatalf("%v, game %d: reminder %d of %v was not sent", s.now, c.id, n, p.at)
			}
		}
	}
}

// round lets people act and the bot do what is due, all at once, until nothing is left.
func (s *soak) round(deeds []*deed) {
	alive := s.order(order{At: s.now.UnixMilli()})
	for _, d := range deeds {
		s.deeds++
		d.N, d.Claim, d.at = s.deeds, fmt.Sprint("interaction ", s.deeds), s.now
		d.twice = d.Act != toChallenge && s.chance(1)
		if d.Act == toChallenge {
			d.Where = fmt.Sprint("channel ", d.N) // by which the game is found, should the answer be lost
		}
		s.flight[d.N] = d
		alive = alive && s.order(order{Deed: d})
		if d.twice {
			alive = alive && s.order(order{Deed: d})
		}
	}
	for alive && len(s.flight) > 0 {
		_, alive = s.hear()
	}
	for alive = alive && s.order(order{Settle: true}); alive; {
		var n news
		if n, alive = s.hear(); n.Settled != nil {
			s.settle(*n.Settled)
			return
		}
	}
	s.recover()
}

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
func (s *soak) alone(d *deed, leave game.Vacation) {
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

// toMove lists the games in which it is p's move and his vacation stops the clock.
func (s *soak) toMove(p game.Person) (his []*contest) {
	for _, c := range s.games {
		if c.state == game.Active && !c.spec.NoVacation && c.seats[c.turn()].Person == p {
			his = append(his, c)
		}
	}
	return his
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

// begin starts a bot and has it look at what the last one left.
func (s *soak) begin(l look) {
	s.lives++
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
	s.doom = time.AfterFunc(time.Duration(float64(*soakLives)*(0.1+rand.ExpFloat64())), func() { _ = process.Kill() }) // dead already, at the end
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
	l := look{}
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
				s.push(plan{at: s.now.Add(time.Minute)}) // nothing came of it: he tries again
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
		for _, c := range s.games {
			if c.state == game.Active {
				c.excuse(beat, s.now)
			}
		}
	}
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

// audit looks at everything once more when all is over.
func (s *soak) audit() {
	if s.begun != *soakGames {
		s.t.Errorf("%d games were begun, of %d", s.begun, *soakGames)
	}
	db := open(s.t, s.source, store.Options{})
	rated := map[game.Person]int{}
	for id, c := range s.games {
		g, err := db.Game(s.t.Context(), id)
		must(s.t, err)
		if c.open() {
			s.t.Errorf("game %d is not over: %s", id, c.state)
		}
		if err := c.compare(sightOf(g)); err != nil {
			s.t.Errorf("game %d, at the end: %v", id, err)
		}
		if !slices.EqualFunc(g.MovedAt, c.movedAt, time.Time.Equal) {
			s.t.Errorf("game %d: moves were played at %v, should be %v", id, g.MovedAt, c.movedAt)
		}
		if g.Told != g.Revision || c.answered != g.Revision {
			s.t.Errorf("game %d: event %d was not told (told %d, heard of %d)", id, g.Revision, g.Told, c.answered)
		}
		if c.spec.Rated && c.outcome != rules.Ongoing && len(c.record.Moves) >= 2 {
			for _, seat := range c.seats {
				rated[seat.Person]++
			}
		}
	}
	for _, p := range s.people {
		player, err := db.Player(s.t.Context(), p.id)
		must(s.t, err)
		if n := player.Correspondence; n.Games != rated[p.id] || n.Wins+n.Draws+n.Losses != n.Games {
			s.t.Errorf("%s has played %d rated games, counted are %+v", p.id, rated[p.id], n)
		}
	}
	if n := count(s.t, db, `SELECT count(*) FROM games`); n != len(s.games) {
		s.t.Errorf("%d games are there, %d were heard of", n, len(s.games))
	}
	if n := count(s.t, db, `SELECT (SELECT count(*) FROM due) + (SELECT count(*) FROM river_job WHERE state <> 'completed')`); n != 0 {
		s.t.Errorf("%d jobs are left", n)
	}
	var verdict string
	must(s.t, db.SQL().QueryRow(`PRAGMA integrity_check`).Scan(&verdict))
	if verdict != "ok" {
		s.t.Errorf("integrity_check: %s", verdict)
	}
	if wrong, err := halfDone(db); err != nil || wrong != "" {
		s.t.Errorf("at the end: %s, %v", wrong, err)
	}
	s.end(0)
}

func (s *soak) count() string {
	moves := 0
	for _, c := range s.games {
		moves += len(c.record.Moves)
	}
	return fmt.Sprintf("%d games of %d people in %d days: %d acts done and %d refused, %d moves on the boards (%d of them foreseen); %d flags fell, %d vacations, %d reminders (%d twice, "+
		"after an outage), %d announcements; %d kills, %d of them with a longer outage, cut off %d acts, of which %d were done, and had %d messages sent again",
		s.begun, len(s.people), s.now.Sub(start)/day, s.acts, s.refused, moves, s.foreseen, s.flags, s.vacations, s.reminded, s.repeated, s.announced, s.kills, s.outages,
		s.cutOff, s.wereDone, s.merged)
}
