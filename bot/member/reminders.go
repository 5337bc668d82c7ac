package member

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"xiangqibot/bot/game/clocks"
)

// day is the unit of vacations.
const day = 24 * time.Hour

// Reminders says when and where a person wants to be reminded of a move in correspondence games. The zero value is the
// default: when a fifth of the time is left and two hours before the flag falls, where the game is played, at any hour.
type Reminders struct {
	At          []Lead      `json:"at,omitempty"`    // nil: DefaultLeads
	Destination Destination `json:"where,omitempty"` // the game's channel, a direct message, or nowhere
	Quiet       QuietHours  `json:"quiet,omitzero"`  // when they are not reminded, by Settings.Zone
}

// MaxReminders is the maximum number of reminders of one move.
const MaxReminders = 5

// Lead is how long before the flag falls a reminder is sent: whole minutes, or Fifth.
type Lead time.Duration

// Fifth is a lead of a fifth of the time for the move.
const Fifth Lead = -1

// DefaultLeads returns the leads of people who have chosen none.
func DefaultLeads() []Lead { return []Lead{Fifth, Lead(2 * time.Hour)} }

// MaxLead is the longest lead.
const MaxLead = Lead(clocks.MaxPerMove)

// Destination is where reminders are sent.
type Destination string

// The destinations of reminders.
const (
	InGame  Destination = ""      // the channel or thread of the game
	ByDM    Destination = "dm"    // a direct message; if the person accepts none, the game's channel
	Nowhere Destination = "never" // no reminders
)

// QuietHours are hours of the day, from From to To, both in minutes after midnight, past midnight where To is less.
// Where they are equal there are none.
type QuietHours struct{ From, To int }

// ErrAllDay: the quiet hours cover the whole day, such as 0-24 or 8-8. People who want no reminders choose Nowhere.
var ErrAllDay = errors.New("quiet hours are the whole day: want some that are not, or none")

// String formats a lead as [ParseLead] accepts it: "fifth", "2d", "12h", "30m".
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

// ParseLead parses a lead: "fifth", or days, hours or minutes up to [MaxLead]. The error says what is accepted.
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

// ParseLeads parses several leads separated by commas or spaces and returns the longest first and Fifth last. "default"
// together with others means [DefaultLeads]; alone it gives nil, as does an empty text.
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

// MarshalText formats the lead as String does.
func (l Lead) MarshalText() ([]byte, error) { return []byte(l.String()), nil }

// UnmarshalText parses a lead as [ParseLead] does.
func (l *Lead) UnmarshalText(text []byte) (err error) {
	*l, err = ParseLead(string(text))
	return err
}

// String spells the hours as [ParseQuietHours] reads them: "22-07", "22:30-07:00"; "none".
func (h QuietHours) String() string {
	switch {
	case h.From == h.To:
		return "none"
	case h.From%60 == 0 && h.To%60 == 0:
		return fmt.Sprintf("%02d-%02d", h.From/60, h.To/60)
	}
	return fmt.Sprintf("%02d:%02d-%02d:%02d", h.From/60, h.From%60, h.To/60, h.To%60)
}

// hours are two times of the day, without blanks.
var hours = regexp.MustCompile(`^` + timeOfDay + `[-–—−~]` + timeOfDay + `$`)

const timeOfDay = `(\d{1,2})(?::([0-5]\d)|h([0-5]\d)?)?`

// ParseQuietHours reads hours of the day: "22-07", "22:30–7:00", "22h-7h30", "none". The error says what is expected;
// it is [ErrAllDay] if the hours end when they begin.
func ParseQuietHours(text string) (QuietHours, error) {
	spelled := strings.ToLower(strings.Join(strings.Fields(text), ""))
	if spelled == "none" {
		return QuietHours{}, nil
	}
	const midnight = 24 * 60
	found := hours.FindStringSubmatch(spelled)
	from, to := midnight, midnight
	if found != nil {
		from, to = minuteOf(found[1:4]), minuteOf(found[4:])
	}
	switch {
	case from >= midnight || to > midnight:
		return QuietHours{}, fmt.Errorf(
			"quiet hours %q: want when they begin and end, such as 22-07, 22:30-7:00 or 22h-7h30, or none", text)
	case from == to%midnight:
		return QuietHours{}, ErrAllDay
	}
	return QuietHours{From: from, To: to % midnight}, nil
}

// minuteOf is the minute after midnight of an hour and its minutes, which are in one of two places. All are digits.
func minuteOf(found []string) int {
	hour, _ := strconv.Atoi(found[0])
	minute, _ := strconv.Atoi(found[1] + found[2])
	return hour*60 + minute
}

// MarshalText writes the hours as String does.
func (h QuietHours) MarshalText() ([]byte, error) { return []byte(h.String()), nil }

// UnmarshalText parses hours as [ParseQuietHours] does.
func (h *QuietHours) UnmarshalText(text []byte) (err error) {
	*h, err = ParseQuietHours(string(text))
	return err
}

// around returns the start and end of the quiet hours that contain a time; ok is false if none do. When daylight saving
// time skips an hour, the next hour takes its place.
func (h QuietHours) around(at time.Time) (from, to time.Time, ok bool) {
	if h.From == h.To {
		return from, to, false
	}
	year, month, date := at.Date()
	for _, days := range []int{-1, 0} { // those that began yesterday, or today
		from = time.Date(year, month, date+days, 0, h.From, 0, 0, at.Location())
		end := date + days
		if h.To <= h.From {
			end++
		}
		to = time.Date(year, month, end, 0, h.To, 0, 0, at.Location())
		if !at.Before(from) && at.Before(to) {
			return from, to, true
		}
	}
	return from, to, false
}

// times returns the times of [Settings.RemindersFor].
//
// A reminder in quiet hours is postponed to their end. If the flag falls before that, it is sent a minute before they
// begin; if that time has passed, it is sent as planned: being woken is better than losing.
func (r Reminders) times(since, flag time.Time, local *time.Location) []time.Time {
	if r.Destination == Nowhere {
		return nil
	}
	leads := r.At
	if leads == nil {
		leads = DefaultLeads()
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
