// Package wire holds what travels between Discord and a bot, and what Discord refuses.
//
// The types are the JSON objects of REST v9/v10 and the gateway, with the keys that Discord always sends always there.
// The Check methods answer one question: would Discord take this? They return nil or the very *Error that Discord
// answers with. Nothing here has state or knows a server: the same body is always judged the same way.
//
//	form, err := wire.ReadMessage(body, 10)
//	err = form.Check(wire.ForChannel, files, nil)
//
// What the checks cover: the limits of the platform's documentation and those that its OpenAPI description leaves out,
// such as 2000 characters of content, 6000 of all embeds together, custom ids that occur twice in a message, or a
// required option after an optional one.
package wire

import (
	"encoding/json"
	"fmt"
	"strconv"
	"sync"
	"time"
)

// An ID is a snowflake: a number of up to 64 bits in decimal, a string on the wire because JavaScript cannot hold it.
// Its upper bits are the milliseconds since 2015, so ids grow with time.
type ID string

// epoch is the first millisecond of 2015, where Discord begins to count.
const epoch = 1420070400000

// UnmarshalJSON takes the string form and, as Discord does, a plain number.
func (id *ID) UnmarshalJSON(b []byte) error {
	if string(b) == "null" {
		*id = ""
		return nil
	}
	if len(b) > 0 && b[0] == '"' {
		var s string
		if err := json.Unmarshal(b, &s); err != nil {
			return err
		}
		*id = ID(s)
		return nil
	}
	var n uint64
	if err := json.Unmarshal(b, &n); err != nil {
		return &json.UnmarshalTypeError{Value: string(b), Field: "snowflake"}
	}
	*id = ID(strconv.FormatUint(n, 10))
	return nil
}

// Valid reports whether the id is a number of 64 bits.
func (id ID) Valid() bool {
	_, err := strconv.ParseUint(string(id), 10, 64)
	return err == nil
}

// Number is the id as a number, 0 for one that is not Valid.
func (id ID) Number() uint64 {
	n, _ := strconv.ParseUint(string(id), 10, 64)
	return n
}

// Time is the moment in which the id was made, to the millisecond.
func (id ID) Time() time.Time {
	return time.UnixMilli(int64(id.Number()>>22) + epoch).UTC()
}

// Before orders ids by age. It compares numbers: as strings "9" would come after "10".
func (id ID) Before(other ID) bool { return id.Number() < other.Number() }

// Snowflakes makes ids that grow and never repeat, even when the clock stops or goes back. It is safe for concurrent
// use.
type Snowflakes struct {
	mu   sync.Mutex
	last uint64
}

// Next makes an id for the moment now.
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

// Seen tells of an id made earlier, by a process that ran before: Next will only make later ones.
func (s *Snowflakes) Seen(id ID) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.last = max(s.last, id.Number())
}

// Time is a moment as Discord writes it: with microseconds and "+00:00".
type Time struct{ time.Time }

// MarshalJSON writes the moment in UTC.
func (t Time) MarshalJSON() ([]byte, error) {
	return json.Marshal(t.UTC().Format("2006-01-02T15:04:05.000000-07:00"))
}

// At wraps a moment for the wire.
func At(t time.Time) Time { return Time{t} }

// An Error is what Discord answers with when it refuses. It is written as the body of the answer.
type Error struct {
	Status  int            `json:"-"`    // the HTTP status
	Code    int            `json:"code"` // Discord's own number, e.g. 10062 for an interaction that is not known or no longer alive
	Message string         `json:"message"`
	Errors  map[string]any `json:"errors,omitempty"` // of 50035: which field is wrong, nested as the body is
}

func (e *Error) Error() string {
	if e.Errors == nil {
		return fmt.Sprintf("%d: %s (code %d)", e.Status, e.Message, e.Code)
	}
	detail, _ := json.Marshal(e.Errors)
	return fmt.Sprintf("%d: %s (code %d) %s", e.Status, e.Message, e.Code, detail)
}

// Refuse makes an Error of a status, Discord's code and its words.
func Refuse(status, code int, message string) *Error {
	return &Error{Status: status, Code: code, Message: message}
}
