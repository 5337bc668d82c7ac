package member

import (
	"cmp"
	"context"
	"encoding"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"xiangqibot/bot/game"
)

// Reminders are when and where a person wants to be reminded of a move in correspondence games. The zero value is what
// everybody starts with: at one fifth of the time and two hours before the flag falls, where the game is played, at any
// hour.
type Reminders struct {
	At    []Lead `json:"at,omitempty"`    // nil: DefaultLeads
	Where Where  `json:"where,omitempty"` // the game's channel, a direct message, or nowhere
	Quiet Hours  `json:"quiet,omitzero"`  // in which they are not reminded, by Settings.Zone
}

// MaxReminders is how many reminders of one move a person can have.
const MaxReminders = 5

// Lead is how long before the flag falls a reminder comes: whole minutes, or Fifth.
type Lead time.Duration

// Fifth is the lead of a fifth of the time that there is for the move.
const Fifth Lead = -1

// DefaultLeads are the leads of those who chose none.
func DefaultLeads() []Lead { return []Lead{Fifth, Lead(2 * time.Hour)} }

// MaxLead is the longest lead.
const MaxLead = Lead(game.MaxPerMove)

// Where is where reminders go.
type Where string

// The places for reminders.
const (
	InGame  Where = ""      // the channel or thread of the game
	ByDM    Where = "dm"    // a direct message; where Discord refuses that, the game's channel
	Nowhere Where = "never" // there are none
)

// Hours are hours of the day, from the beginning of From to the beginning of To, past midnight where To is less. Where
// they are equal there are none.
type Hours struct{ From, To int }

// ErrAllDay: hours such as 0-24 or 8-8. Those who want no reminder at any hour choose Nowhere.
var ErrAllDay = errors.New("quiet hours are the whole day: want some that are not, or none")

// The texts of leads and hours.
var (
	_ encoding.TextMarshaler   = Lead(0)
	_ encoding.TextMarshaler   = Hours{}
	_ encoding.TextUnmarshaler = (*Lead)(nil)
	_ encoding.TextUnmarshaler = (*Hours)(nil)
)

// String spells a lead as ParseLead reads it: "fifth", "2d", "12h", "30m".
func (l Lead) String() string {
	d := time.Duration(l)
	switch {
	case l == Fifth:
		return "fifth"
	case d%day == 0:
		return fmt.Sprintf("%dd", d/day)
	case d%time.Hour == 0:
		return fmt.Sprintf("%dh", d/time.Hour)
	}
	return fmt.Sprintf("%dm", d/time.Minute)
}

// ParseLead reads a lead: "fifth", or days, hours or minutes up to MaxLead. The error tells what would be right.
func ParseLead(text string) (Lead, error) {
	text = strings.ToLower(strings.TrimSpace(text))
	if text == "fifth" {
		return Fifth, nil
	}
	units := map[byte]time.Duration{'d': day, 'h': time.Hour, 'm': time.Minute}
	if text != "" {
		n, err := strconv.ParseUint(text[:len(text)-1], 10, 16)
		lead := Lead(time.Duration(n) * units[text[len(text)-1]])
		if err == nil && lead > 0 && lead <= MaxLead {
			return lead, nil
		}
	}
	return 0, fmt.Errorf("reminder %q: want fifth, or a time before the deadline such as 2d, 12h or 30m, at most %s", text, MaxLead)
}

// ParseLeads reads several leads with commas or blanks between, the longest first and Fifth at the end. "default" beside
// others stands for DefaultLeads; alone it is nil, as is nothing.
func ParseLeads(text string) ([]Lead, error) {
	var leads []Lead
	fields := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" ,;，、", r) })
	for _, field := range fields {
		if strings.EqualFold(field, "default") {
			if len(fields) > 1 {
				leads = append(leads, DefaultLeads()...)
			}
			continue
		}
		l, err := ParseLead(field)
		if err != nil {
			return nil, err
		}
		leads = append(leads, l)
	}
	slices.SortFunc(leads, func(a, b Lead) int { return cmp.Compare(b, a) })
	leads = slices.Compact(leads)
	if len(leads) > MaxReminders {
		return nil, fmt.Errorf("%d reminders of one move: want at most %d", len(leads), MaxReminders)
	}
	return leads, nil
}

// MarshalText writes the lead as String does.
func (l Lead) MarshalText() ([]byte, error) { return []byte(l.String()), nil }

// UnmarshalText reads it as ParseLead does.
func (l *Lead) UnmarshalText(text []byte) (err error) {
	*l, err = ParseLead(string(text))
	return err
}

// String spells the hours as ParseHours reads them: "22-07"; "none".
func (h Hours) String() string {
	if h.From == h.To {
		return "none"
	}
	return fmt.Sprintf("%02d-%02d", h.From, h.To)
}

// hours are two hours of the day as people write them, without blanks.
var hours = regexp.MustCompile(`^(\d{1,2})` + hourWord + `(?:[-–—−~〜到至]|to|đến)(\d{1,2})` + hourWord + `$`)

const hourWord = `(?::00|h|h00|[点點时時]整?)?`

// ParseHours reads hours of the day: "22-07", "22:00–7:00", "22h-7h", "22点到7点", "none". The error tells what would be
// right; it is ErrAllDay where the hours end when they begin.
func ParseHours(text string) (Hours, error) {
	wrong := fmt.Errorf("quiet hours %q: want two full hours such as 22-07, or none", text)
	spelled := strings.ToLower(strings.Join(strings.Fields(text), ""))
	if spelled == "none" {
		return Hours{}, nil
	}
	found := hours.FindStringSubmatch(spelled)
	if found == nil {
		return Hours{}, wrong
	}
	first, err1 := strconv.Atoi(found[1])
	last, err2 := strconv.Atoi(found[2])
	if errors.Join(err1, err2) != nil || first > 23 || last > 24 {
		return Hours{}, wrong
	}
	h := Hours{From: first, To: last % 24}
	if h.From == h.To {
		return Hours{}, ErrAllDay
	}
	return h, nil
}

// MarshalText writes the hours as String does.
func (h Hours) MarshalText() ([]byte, error) { return []byte(h.String()), nil }

// UnmarshalText reads them as ParseHours does.
func (h *Hours) UnmarshalText(text []byte) (err error) {
	*h, err = ParseHours(string(text))
	return err
}

// around finds the quiet hours that a moment falls into, from their beginning to their end; ok is false where it falls
// into none. Where the clocks of a zone are changed, an hour that does not exist is the one after it.
func (h Hours) around(at time.Time) (from, to time.Time, ok bool) {
	if h.From == h.To {
		return from, to, false
	}
	year, month, date := at.Date()
	for _, days := range []int{-1, 0} { // those that began yesterday, or today
		from = time.Date(year, month, date+days, h.From, 0, 0, 0, at.Location())
		end := date + days
		if h.To <= h.From {
			end++
		}
		to = time.Date(year, month, end, h.To, 0, 0, 0, at.Location())
		if !at.Before(from) && at.Before(to) {
			return from, to, true
		}
	}
	return from, to, false
}

// RemindersFor lists when the person who chose this is reminded of a move for which there is the time from since to
// flag: in order, each once, all between the two.
//
// A reminder that falls into quiet hours comes when they end. Where the flag falls before that, it comes a minute
// before they begin; where that is over already, it comes when it would have: better woken than lost.
func (s Settings) RemindersFor(since, flag time.Time) []time.Time {
	r := s.Reminders
	if r.Where == Nowhere {
		return nil
	}
	leads := r.At
	if leads == nil {
		leads = DefaultLeads()
	}
	local := time.UTC
	if loc, err := time.LoadLocation(s.Zone); err == nil { // a zone that no longer exists leaves UTC
		local = loc
	}
	var planned []time.Time
	for _, lead := range leads {
		before := time.Duration(lead)
		if lead == Fifth {
			before = (flag.Sub(since) / 5).Truncate(time.Millisecond)
		}
		at := flag.Add(-before)
		if !at.After(since) {
			continue
		}
		if from, to, quiet := r.Quiet.around(at.In(local)); quiet {
			if early := from.Add(-time.Minute); to.Before(flag) {
				at = to
			} else if early.After(since) {
				at = early
			}
		}
		planned = append(planned, at.UTC())
	}
	slices.SortFunc(planned, time.Time.Compare)
	return slices.CompactFunc(planned, time.Time.Equal)
}

// Reminder finds out what a Remind job has to say: the game as it is, of which the side to move is to be reminded, and
// where; nil when there is nothing to say. There is nothing once they have moved, have been reminded of this, have gone
// on vacation, or no longer want reminders.
func (s *Service) Reminder(ctx context.Context, job game.Remind) (*game.Game, Where, error) {
	g, err := s.games.Game(ctx, job.Game)
	switch {
	case errors.Is(err, &game.Refusal{Code: game.NoSuchGame}):
		return nil, Nowhere, nil
	case err != nil:
		return nil, Nowhere, err
	case !g.Timing().Reminds(job):
		return nil, Nowhere, nil
	}
	settings, err := s.store.Settings(ctx, g.Seats[g.Turn()].Person)
	if err != nil || settings.Reminders.Where == Nowhere {
		return nil, Nowhere, err
	}
	at := s.now()
	if left := g.Clock.Reminders[job.N].Sub(at); left > 0 { // a pause has come in between, or the clock was set back
		return nil, Nowhere, &game.NotYet{After: left}
	}
	if g.Timing().FlagDown(at) {
		return nil, Nowhere, nil
	}
	return g, settings.Reminders.Where, nil
}

// Reminded notes that a reminder has been sent. Those before it, should they come late, have become pointless.
func (s *Service) Reminded(ctx context.Context, job game.Remind) error {
	return s.mark(ctx, job, func(g *game.Game) { g.Clock.Reminded = job.N + 1 })
}

// mark changes a game of whose running clock the reminder is, if it still is.
func (s *Service) mark(ctx context.Context, job game.Remind, do func(*game.Game)) error {
	outdated := &game.Refusal{Code: game.Outdated, Game: job.Game}
	_, err := s.games.Update(ctx, "", job.Game, func(g *game.Game) error {
		if !g.Timing().Reminds(job) {
			return outdated
		}
		do(g)
		return nil
	})
	if errors.Is(err, outdated) {
		return nil
	}
	return err
}
