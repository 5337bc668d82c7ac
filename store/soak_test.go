package store_test

import (
	"bufio"
	"container/heap"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os/exec"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/bot/member"
	"xiangqibot/engine/rules"
	"xiangqibot/store"
)

// The soak: people play correspondence games through a year, while the bot is killed again and again.
//
//	go test ./store -run Soak -soak 2000 -timeout 30m -v
//
// Its people throw dice, which -soakseed sets; the moments of the kills are chance, so that no two runs are alike. The
// bot is a process of its own, this program once more, with the store and the service as they are and an edge that
// posts to this process, which is Discord, the people and the clock. The clock stands until nothing is left to do, then
// goes on to when the next thing happens, and lumps together what happens within less than a minute.
//
// This process keeps an account of its own of every game, from what people were told (soak_game_test.go), and compares
// it with each look at the game: what was acknowledged is there, once, with its time; the clocks show what they should;
// a deed whose answer was cut off was done wholly or not at all; a flag falls within the minute, and not before its
// time; what happens is told, and announced once; each reminder that a clock promises comes once, within the minute.
// What a message is, Discord decides: of two with one nonce within minutes it shows one. After a longer outage it has
// forgotten the nonce: a message that was sent, and then not noted because of the kill, comes again. That is counted.
var (
	soakGames = flag.Int("soak", 10, "how many games the soak plays")
	soakSeed  = flag.Uint64("soakseed", 1, "what the people of the soak do")
	soakLives = flag.Duration("soaklives", 0, "how long the bot of the soak lives until it is killed, on average (default: 3s, or 700ms where it plays few games, or 12s with -short)")
)

func TestSoak(t *testing.T) {
	each(t, func(t *testing.T, source string) {
		if testing.Short() && onPostgres(source) {
			t.Skip("the race detector has seen all of it on SQLite")
		}
		games, lives := *soakGames, *soakLives
		if games == 10 && (testing.Short() || onPostgres(source)) { // one long run is enough
			games = 5
		}
		if lives == 0 {
			switch {
			case testing.Short(): // what the race detector runs, under which a bot takes seconds to begin
				lives = 12 * time.Second
			case games < 100:
				lives = 700 * time.Millisecond
			default:
				lives = 3 * time.Second
			}
		}
		s := &soak{
			t: t, source: source, wanted: games, lives: lives, dice: rand.New(rand.NewPCG(*soakSeed, 2000)), now: start,
			games: map[game.ID]*contest{}, flight: map[int]*deed{}, posts: map[string]time.Time{},
			leaves: map[game.Person]member.Vacation{}, promises: map[promiseKey]*promise{},
		}
		for n := range max(8, games/25) {
			p := s.somebody(n)
			s.people = append(s.people, p)
			s.push(plan{at: start, who: p.id, act: toChoose})
			for range 3 {
				s.push(plan{at: start.Add(scale(begins, s.dice.Float64())), who: p.id, act: toLeave})
			}
		}
		for range games {
			s.push(plan{at: start.Add(time.Hour + scale(begins, s.dice.Float64()))})
		}
		t.Cleanup(func() {
			if t.Failed() {
				t.Logf("this was -soak %d -soakseed %d -soaklives %v", games, *soakSeed, lives)
			}
		})
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
	wanted int           // how many games are to be played
	lives  time.Duration // of the bot, until it is killed, on average
	dice   *rand.Rand
	now    time.Time
	people []person
	plans  plans
	next   time.Time // when the bot has something to do, by its own account

	games    map[game.ID]*contest
	leaves   map[game.Person]member.Vacation // who is on vacation
	flight   map[int]*deed                   // what has not been answered, by its number
	deeds    int                             // so many have been given a number
	posts    map[string]time.Time            // nonces, and when they were seen last
	promises map[promiseKey]*promise         // all reminders that were ever promised

	bot    *exec.Cmd
	orders io.Writer      // its standard input
	lines  *bufio.Scanner // its standard output
	doom   *time.Timer    // kills it
	barren int            // how many bots have died since one did all that was due
	died   time.Time      // when the last one did
	absent downtime       // what the bot that has just begun is about to take off the clocks
	away   time.Time      // until when there was no bot for more than a moment, last

	// What is counted.
	begun, acts, refused, kills, outages, cutOff, wereDone, flags, vacations int
	announced, reminded, merged, repeated, foreseen                          int
}

func (s *soak) push(p plan) { heap.Push(&s.plans, p) }

// play lets the year pass.
func (s *soak) play() {
	s.t.Cleanup(func() { s.end(syscall.SIGKILL) })
	s.begin(inspection{})
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

// due takes the plans whose time has come. A vacation, which changes many games at once, begins and ends while nobody
// else acts: in which order two acts of one moment were done, nobody here could tell.
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
		return &deed{Act: toLeave, Who: p.who, Days: 1 + s.dice.IntN(12), mayFail: []game.Code{member.OnVacation, member.NoVacationLeft, game.VacationTooLate}}
	case p.act == toReturn:
		return &deed{Act: toReturn, Who: p.who, mayFail: []game.Code{member.NotOnVacation}}
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
		d.N, d.Key, d.at = s.deeds, fmt.Sprint("interaction ", s.deeds), s.now
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

// audit looks at everything once more when all is over.
func (s *soak) audit() {
	if s.begun != s.wanted {
		s.t.Errorf("%d games were begun, of %d", s.begun, s.wanted)
	}
	db := open(s.t, s.source, store.Options{})
	rated := map[game.Person]int{}
	for id, c := range s.games {
		g, err := db.Games.Game(s.t.Context(), id)
		must(s.t, err)
		if c.open() {
			s.t.Errorf("game %d is not over: %s", id, s.standing(c))
		}
		if err := c.compare(sightOf(g)); err != nil {
			s.t.Errorf("game %d, at the end: %v", id, err)
		}
		if !slices.EqualFunc(g.MovedAt, c.movedAt, time.Time.Equal) {
			s.t.Errorf("game %d: moves were played at %v, should be %v", id, g.MovedAt, c.movedAt)
		}
		if g.Board.Announced != g.Revision || c.answered != g.Revision {
			s.t.Errorf("game %d: event %d was not told (told %d, heard of %d)", id, g.Revision, g.Board.Announced, c.answered)
		}
		if c.spec.Rated && c.outcome != rules.Ongoing && (len(c.record.Moves) >= game.RatedPlies || c.end == game.ByRules) {
			for _, seat := range c.seats {
				rated[seat.Person]++
			}
		}
	}
	for _, p := range s.people {
		player, err := db.Standings.Player(s.t.Context(), p.id)
		must(s.t, err)
		if n := player.Correspondence; n.Games != rated[p.id] || n.Wins+n.Draws+n.Losses != n.Games {
			s.t.Errorf("%s has played %d rated games, counted are %+v", p.id, rated[p.id], n)
		}
	}
	if n := count(s.t, db, `SELECT count(*) FROM games`); n != len(s.games) {
		s.t.Errorf("%d games are there, %d were heard of", n, len(s.games))
	}
	if n := count(s.t, db, `SELECT count(*) FROM river_job WHERE state <> 'completed' AND scheduled_at <= $1`, s.now.UTC().Format(time.DateTime)); n != 0 {
		s.t.Errorf("%d jobs are due and not done", n)
	}
	list, found := faults(s.t, s.source)
	for _, fault := range list {
		if !strings.HasPrefix(fault, "message message ") { // the channels of this test have one message for all
			s.t.Error(fault)
		}
	}
	if found.Games != len(s.games) {
		s.t.Errorf("%d games were verified, of %d", found.Games, len(s.games))
	}
	if wrong, err := halfDone(db); err != nil || wrong != "" {
		s.t.Errorf("at the end: %s, %v", wrong, err)
	}
	s.end(0)
}

// standing tells of a game what one wants to know where it does not go on.
func (s *soak) standing(c *contest) string {
	clock := "stands"
	if !c.flag.IsZero() {
		clock = fmt.Sprintf("runs from %v to %v", c.since, c.flag)
	}
	return fmt.Sprintf("%s since event %d at %v, %v to move after %d moves; seats %+v, time %v (weekends off %v, no vacation %v), the clock %s, left are %v; draw offer %+v, takeback %+v; on vacation: %+v",
		c.state, c.revision, c.updated, c.turn(), len(c.record.Moves), c.seats, c.spec.Time, c.spec.Weekends, c.spec.NoVacation, clock, c.left, c.draw, c.takeback, s.leaves)
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
