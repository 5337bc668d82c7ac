package solving

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/engine/puzzle"
)

// Post is where and when a server has the puzzle of the day posted. Its days begin at that hour.
type Post struct {
	Guild   string
	Channel string
	Hour    int       // of the day, from 0 to 23, by Zone
	Zone    string    // a time zone as the IANA names it; empty: UTC
	Next    time.Time // when the next puzzle is due
}

// MaxHour is the last hour of a day.
const MaxHour = 23

// PostDay: the puzzle of the day is to be posted in a server, if the next one is still due at At there.
type PostDay struct {
	Guild string    `json:"guild"`
	At    time.Time `json:"at"`
}

// Kind is "post-day".
func (PostDay) Kind() string { return "post-day" }

// zone is the time zone of a post; one that is not known here is UTC.
func (p *Post) zone() *time.Location {
	zone, err := time.LoadLocation(p.Zone)
	if err != nil {
		return time.UTC
	}
	return zone
}

// Days are numbered since 1970. A server's have the numbers of those of UTC in which they begin or would begin, had the
// clocks not been changed since this date.
var firstDay = time.Date(2026, time.December, 1, 0, 0, 0, 0, time.UTC)

// dayOf is the number of the day of UTC around a time.
func dayOf(t time.Time) int { return int(t.Unix() / (24 * 60 * 60)) }

// day is the number of the server's day around a time, and when the next one begins. Days go by the server's calendar:
// each has the number after that of the one before, whether that took 23 hours, 24 or 25.
func (p *Post) day(at time.Time) (number int, next time.Time) {
	zone := p.zone()
	begins := func(date time.Time) time.Time {
		return time.Date(date.Year(), date.Month(), date.Day(), p.Hour, 0, 0, 0, zone)
	}
	local := at.In(zone)
	date := time.Date(local.Year(), local.Month(), local.Day()+1, 0, 0, 0, 0, time.UTC)
	for begins(date).After(at) {
		date = date.AddDate(0, 0, -1)
	}
	number = dayOf(begins(firstDay)) + dayOf(date) - dayOf(firstDay)
	return number, begins(date.AddDate(0, 0, 1)).UTC()
}

// after is the first time after t at which the puzzle is due.
func (p *Post) after(t time.Time) time.Time {
	_, next := p.day(t)
	return next
}

// PostStore keeps where puzzles are posted. Package store implements it on a database.
type PostStore interface {
	// Post reads what a server has chosen; ok is false where it has nothing posted.
	Post(ctx context.Context, guild string) (p Post, ok bool, err error)

	// UpdatePost passes fn what a server has chosen, without a channel where it has nothing posted. It keeps what fn
	// leaves, returns it, and enqueues the PostDay of its Next, in one transaction. The key is as in game.GameStore's
	// Create.
	UpdatePost(ctx context.Context, key, guild string, fn func(*Post) error) (Post, error)

	// DropPost forgets it. The key is as in UpdatePost.
	DropPost(ctx context.Context, key, guild string) error

	// PostedOn notes that the puzzle of p.Next was posted, and enqueues the next one, unless the server has chosen
	// something else meanwhile.
	PostedOn(ctx context.Context, p Post, next time.Time) error

	// SolversOf lists who solved the puzzle of a day in a guild at the first try, the first one first, up to a limit.
	SolversOf(ctx context.Context, guild string, day, limit int) ([]game.Person, error)
}

// Posts have the puzzle of the day posted in the channels of servers.
type Posts struct {
	store PostStore
	days  *Days
}

// NewPosts joins a store and the puzzles of days.
func NewPosts(store PostStore, days *Days) *Posts { return &Posts{store, days} }

// Chosen reads what the server has chosen; ok is false where it has nothing posted.
func (s *Posts) Chosen(ctx context.Context, guild string) (p Post, ok bool, err error) {
	return s.store.Post(ctx, guild)
}

// Choose passes choose what the actor's server has chosen, without a channel where it has nothing posted, and has the
// puzzle posted as that leaves it, from the next hour of that kind on. Whether the actor may choose is for the caller
// to check. Refusals: NotInServer, AlreadyDone.
func (s *Posts) Choose(ctx context.Context, act game.Act, choose func(*Post)) (Post, error) {
	if act.Guild == "" {
		return Post{}, &game.Refusal{Code: game.NotInServer}
	}
	at := s.days.now()
	return s.store.UpdatePost(ctx, act.Key, act.Guild, func(p *Post) error {
		choose(p)
		if p.Hour < 0 || p.Hour > MaxHour {
			return fmt.Errorf("solving: a puzzle at hour %d: want 0 to %d", p.Hour, MaxHour)
		}
		p.Next = p.after(at)
		return nil
	})
}

// Stop has nothing posted any longer in the actor's server. Refusals: NotInServer, AlreadyDone.
func (s *Posts) Stop(ctx context.Context, act game.Act) error {
	if act.Guild == "" {
		return &game.Refusal{Code: game.NotInServer}
	}
	return s.store.DropPost(ctx, act.Key, act.Guild)
}

// Posting is what a channel is to be shown: the puzzle of the day that begins, and what has become of the one before.
type Posting struct {
	Post
	Day    int // its number
	Puzzle *puzzle.Puzzle
	Before *puzzle.Puzzle
	Counts           // of the one before
	Best   []Streaky // who solved the one before, the longest streak of days first, of equals who solved it first
}

// Streaky is a person and on how many days in a row they have solved the puzzle of the day.
type Streaky struct {
	Person game.Person
	Days   int
}

const (
	// mostNamed is how many solvers are named.
	mostNamed = 20
	// mostCompared bounds those whose streaks are compared, since each of them is looked up.
	mostCompared = 1000
)

// Due is what a job has to post; ok is false where there is nothing to do. Before its time it returns a *game.NotYet.
func (s *Posts) Due(ctx context.Context, job PostDay) (posting Posting, ok bool, err error) {
	p, ok, err := s.store.Post(ctx, job.Guild)
	if err != nil || !ok || !p.Next.Equal(job.At) {
		return Posting{}, false, err
	}
	now := s.days.now()
	if left := p.Next.Sub(now); left > 0 {
		return Posting{}, false, &game.NotYet{After: left}
	}
	day, _ := p.day(now)
	last := day - 1
	posting = Posting{Post: p, Day: day}
	if posting.Puzzle, err = s.days.of(ctx, day); err != nil {
		return Posting{}, false, err
	}
	if posting.Before, err = s.days.of(ctx, last); err != nil {
		return Posting{}, false, err
	}
	if posting.Counts, err = s.days.counts(ctx, p.Guild, last); err != nil {
		return Posting{}, false, err
	}
	solvers, err := s.store.SolversOf(ctx, p.Guild, last, mostCompared)
	if err != nil {
		return Posting{}, false, err
	}
	for _, person := range solvers {
		days, err := s.days.store.Streak(ctx, person, last)
		if err != nil {
			return Posting{}, false, err
		}
		posting.Best = append(posting.Best, Streaky{person, max(days, 1)})
	}
	slices.SortStableFunc(posting.Best, func(a, b Streaky) int { return cmp.Compare(b.Days, a.Days) })
	posting.Best = posting.Best[:min(len(posting.Best), mostNamed)]
	return posting, true, nil
}

// Posted notes that a job was done, and has the next puzzle posted in time.
func (s *Posts) Posted(ctx context.Context, p Posting) error {
	return s.store.PostedOn(ctx, p.Post, p.after(s.days.now()))
}
