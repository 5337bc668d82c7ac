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

// Schedule says where and when the puzzle of the day is posted in a server. The server's days begin at that hour.
type Schedule struct {
	Guild   string
	Channel string
	Hour    int       // from 0 to 23, in Zone
	Zone    string    // IANA name of a time zone; empty: UTC
	Next    time.Time // when the next post is due
}

// MaxHour is the last hour of a day.
const MaxHour = 23

// PostDay is the job that posts the puzzle of the day in a server, if the server's next post is still due at At.
type PostDay struct {
	Guild string    `json:"guild"`
	At    time.Time `json:"at"`
}

// Kind is "post-day".
func (PostDay) Kind() string { return "post-day" }

// zone returns the time zone of the schedule, or UTC if it is unknown.
func (p *Schedule) zone() *time.Location {
	zone, err := time.LoadLocation(p.Zone)
	if err != nil {
		return time.UTC
	}
	return zone
}

// Days are numbered from 1970. On this date, a server's day has the number of the day of UTC in which it begins; the
// numbers of all others follow from the calendar.
var firstDay = time.Date(2026, time.December, 1, 0, 0, 0, 0, time.UTC)

// dayOf returns the number of the day of UTC that contains a time.
func dayOf(t time.Time) int { return int(t.Unix() / (24 * 60 * 60)) }

// day returns the number of the server's day that contains a time, and when the next one begins. Days follow the
// server's calendar: their numbers are consecutive, whether they last 23, 24 or 25 hours.
func (p *Schedule) day(at time.Time) (number int, next time.Time) {
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

// after returns the first time after t at which a post is due.
func (p *Schedule) after(t time.Time) time.Time {
	_, next := p.day(t)
	return next
}

// ScheduleStore keeps schedules. Package store implements it on a database.
type ScheduleStore interface {
	ScheduleReader

	// UpdateSchedule passes fn the schedule of a server, without a channel if it has none. It saves the result, returns
	// it, and enqueues the PostDay of its Next, in one transaction. The key is as in game.GameStore's Create.
	UpdateSchedule(ctx context.Context, key, guild string, fn func(*Schedule) error) (Schedule, error)

	// DeleteSchedule deletes the schedule of a server. The key is as in UpdateSchedule.
	DeleteSchedule(ctx context.Context, key, guild string) error

	// MarkPosted records that the post due at p.Next was made, and enqueues the next one, unless the schedule has
	// changed meanwhile.
	MarkPosted(ctx context.Context, p Schedule, next time.Time) error

	// SolversOf lists who solved the puzzle of a day in a guild at the first try, in order of time, up to a limit.
	SolversOf(ctx context.Context, guild string, day, limit int) ([]game.Person, error)
}

// Schedules schedules the posts of the puzzle of the day.
type Schedules struct {
	store ScheduleStore
	days  *DailyPuzzles
}

// NewSchedules returns the schedules in a store.
func NewSchedules(store ScheduleStore, days *DailyPuzzles) *Schedules { return &Schedules{store, days} }

// Chosen reads the schedule of a server; ok is false if it has none.
func (s *Schedules) Chosen(ctx context.Context, guild string) (p Schedule, ok bool, err error) {
	return s.store.Schedule(ctx, guild)
}

// Choose passes choose the schedule of the actor's server, without a channel if it has none, and saves the result. The
// next post is at the next time of that hour. The caller checks whether the actor may choose.
func (s *Schedules) Choose(ctx context.Context, act game.Act, choose func(*Schedule)) (Schedule, error) {
	if act.Guild == "" {
		return Schedule{}, &game.Refusal{Code: game.NotInServer}
	}
	at := s.days.now()
	return s.store.UpdateSchedule(ctx, act.Key, act.Guild, func(p *Schedule) error {
		choose(p)
		if p.Hour < 0 || p.Hour > MaxHour {
			return fmt.Errorf("solving: hour %d of a schedule is out of range: want 0 to %d", p.Hour, MaxHour)
		}
		p.Next = p.after(at)
		return nil
	})
}

// Stop stops the posts in the actor's server.
func (s *Schedules) Stop(ctx context.Context, act game.Act) error {
	if act.Guild == "" {
		return &game.Refusal{Code: game.NotInServer}
	}
	return s.store.DeleteSchedule(ctx, act.Key, act.Guild)
}

// DailyPost is the content of a post: the puzzle of the day that begins, and the results of yesterday's.
type DailyPost struct {
	Schedule
	Day       int // its number
	Puzzle    *puzzle.Puzzle
	Yesterday *puzzle.Puzzle
	Counts                   // of yesterday's
	Best      []StreakHolder // who solved yesterday's, the longest streak first; in a tie who solved it first
}

// StreakHolder is a person with the number of consecutive days on which they have solved the puzzle of the day.
type StreakHolder struct {
	Person game.Person
	Days   int
}

const (
	// maxNamed is how many solvers are named at most.
	maxNamed = 20
	// maxCompared limits the solvers whose streaks are compared, since each takes a query.
	maxCompared = 1000
)

// Due returns the post that a job has to make; ok is false if there is none. Before its time it returns a
// *[game.NotYet].
func (s *Schedules) Due(ctx context.Context, job PostDay) (posting DailyPost, ok bool, err error) {
	p, ok, err := s.store.Schedule(ctx, job.Guild)
	if err != nil || !ok || !p.Next.Equal(job.At) {
		return DailyPost{}, false, err
	}
	now := s.days.now()
	if left := p.Next.Sub(now); left > 0 {
		return DailyPost{}, false, &game.NotYet{After: left}
	}
	day, _ := p.day(now)
	last := day - 1
	posting = DailyPost{Schedule: p, Day: day}
	if posting.Puzzle, err = s.days.puzzleOf(ctx, day); err != nil {
		return DailyPost{}, false, err
	}
	if posting.Yesterday, err = s.days.puzzleOf(ctx, last); err != nil {
		return DailyPost{}, false, err
	}
	if posting.Counts, err = s.days.counts(ctx, p.Guild, last); err != nil {
		return DailyPost{}, false, err
	}
	solvers, err := s.store.SolversOf(ctx, p.Guild, last, maxCompared)
	if err != nil {
		return DailyPost{}, false, err
	}
	for _, person := range solvers {
		days, err := s.days.store.Streak(ctx, person, last)
		if err != nil {
			return DailyPost{}, false, err
		}
		posting.Best = append(posting.Best, StreakHolder{person, max(days, 1)})
	}
	slices.SortStableFunc(posting.Best, func(a, b StreakHolder) int { return cmp.Compare(b.Days, a.Days) })
	posting.Best = posting.Best[:min(len(posting.Best), maxNamed)]
	return posting, true, nil
}

// Posted records that a post was made, and enqueues the next one.
func (s *Schedules) Posted(ctx context.Context, p DailyPost) error {
	return s.store.MarkPosted(ctx, p.Schedule, p.after(s.days.now()))
}
