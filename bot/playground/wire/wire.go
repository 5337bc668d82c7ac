// Package wire holds the payloads of Discord's API and their validation.
//
// The types are the JSON objects of REST v10 and the gateway, as far as this bot uses them; keys that Discord always sends
// are always present. The Check methods answer one question: would Discord accept this? They return nil or the *[Error]
// that Discord would respond with. Nothing here has state or depends on a server: the same body always gets the same
// result.
//
// The limits of single fields are their tags: limit:"1-100". The checks are for the rest, including what Discord's OpenAPI
// description leaves out, such as 6000 characters in all embeds together, duplicate custom ids in a message, or a
// required option after an optional one.
package wire

import (
	"encoding/json"
	"fmt"
	"strconv"
	"sync"
	"time"
)

// An ID is a snowflake: a 64-bit number in decimal, sent as a string because JavaScript cannot represent it. Its upper
// bits are the milliseconds since 2015, so ids increase with time.
type ID string

// epoch is Discord's epoch, the first millisecond of 2015, in Unix milliseconds.
const epoch = 1420070400000

// Valid reports whether the id is an unsigned 64-bit number.
func (id ID) Valid() bool {
	_, err := strconv.ParseUint(string(id), 10, 64)
	return err == nil
}

// Number returns the id as a number, or 0 if it is not valid.
func (id ID) Number() uint64 {
	n, _ := strconv.ParseUint(string(id), 10, 64)
	return n
}

// Time returns the time at which the id was created, to the millisecond.
func (id ID) Time() time.Time {
	return time.UnixMilli(int64(id.Number()>>22) + epoch).UTC()
}

// Before reports whether the id is older than other. It compares numbers: as strings, "9" would come after "10".
func (id ID) Before(other ID) bool { return id.Number() < other.Number() }

// Snowflakes generates ids that increase and never repeat, even if the clock stops or goes back. It is safe for
// concurrent use.
type Snowflakes struct {
	mu   sync.Mutex
	last uint64
}

// Next generates an id for the time now.
func (s *Snowflakes) Next(now time.Time) ID {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := uint64(max(now.UnixMilli()-epoch, 0)) << 22
	if n <= s.last {
		n = s.last + 1
	}
	s.last = n
	return ID(strconv.FormatUint(n, 10))
}

// Observe registers an id that an earlier process generated: Next only returns larger ones.
func (s *Snowflakes) Observe(id ID) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.last = max(s.last, id.Number())
}

// Time is a time in Discord's format: with microseconds and "+00:00".
type Time time.Time

// MarshalJSON writes the time in UTC.
func (t Time) MarshalJSON() ([]byte, error) {
	return json.Marshal(time.Time(t).UTC().Format("2006-01-02T15:04:05.000000-07:00"))
}

// UnmarshalJSON reads a time.
func (t *Time) UnmarshalJSON(text []byte) error { return (*time.Time)(t).UnmarshalJSON(text) }

// An Error is an error response of Discord. Its JSON is the body of the response.
type Error struct {
	Status  int            `json:"-"`    // the HTTP status
	Code    int            `json:"code"` // Discord's error code, e.g. 10062 for an unknown or expired interaction
	Message string         `json:"message"`
	Errors  map[string]any `json:"errors,omitempty"` // of 50035: the errors by field, nested like the body
}

func (e *Error) Error() string { return fmt.Sprintf("%d %s", e.Status, JSON(e)) }

// NewError returns an [Error] with an HTTP status, Discord's code and message.
func NewError(status, code int, message string) *Error {
	return &Error{Status: status, Code: code, Message: message}
}

// JSON returns a value as JSON, or null if that is impossible.
func JSON(v any) json.RawMessage {
	b, err := json.Marshal(v)
	if err != nil {
		return json.RawMessage("null")
	}
	return b
}

// Clone returns a deep copy of a payload.
func Clone[T any](v *T) *T {
	out := new(T)
	if err := json.Unmarshal(JSON(v), out); err != nil {
		panic(err) // what was encoded can be decoded
	}
	return out
}

// Deref returns what a pointer points to, or the zero value if it is nil.
func Deref[T any](p *T) T {
	if p == nil {
		var zero T
		return zero
	}
	return *p
}
