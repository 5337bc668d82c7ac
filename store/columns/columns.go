// Package columns converts between the columns of tables, which hold text and numbers, and the values of the bot. A
// [Field] is made for a pointer; it is read from a row and given as an argument alike, so that both use one form:
//
//	found, err := database.One(ctx, q, []any{columns.Millis(&at)}, `SELECT at FROM beat`)
package columns

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"encoding/json"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/bot/glicko"
	"xiangqibot/engine/board"
	"xiangqibot/store/database"
)

// Field converts a column that does not hold the Go value itself, in both directions.
type Field interface {
	sql.Scanner
	driver.Valuer
}

// Text converts a text column as the driver returns it: a string on SQLite, bytes on PostgreSQL.
func Text(from any) (string, error) {
	switch from := from.(type) {
	case string:
		return from, nil
	case []byte:
		return string(from), nil
	}
	return "", fmt.Errorf("column is %T; want text", from)
}

// asText converts a text column with two functions.
type asText[T any] struct {
	to    *T
	write func(*T) string
	read  func(string, *T) error
}

func (a asText[T]) Value() (driver.Value, error) { return a.write(a.to), nil }

func (a asText[T]) Scan(from any) error {
	text, err := Text(from)
	if err != nil {
		return err
	}
	return a.read(text, a.to)
}

// Millis stores a time as Unix milliseconds, 0 for the zero time.
func Millis(to *time.Time) Field { return asMillis{to} }

type asMillis struct{ to *time.Time }

func (a asMillis) Value() (driver.Value, error) { return ToMillis(*a.to), nil }

func (a asMillis) Scan(from any) error {
	ms, ok := from.(int64)
	if !ok {
		return fmt.Errorf("column is %T; want milliseconds", from)
	}
	*a.to = FromMillis(ms)
	return nil
}

// Times reads the times that a query of one column selects.
func Times(ctx context.Context, q database.Querier, query string, args ...any) ([]time.Time, error) {
	return database.All(ctx, q, func(at *time.Time) []any { return []any{asMillis{at}} }, query, args...)
}

// ToMillis returns the Unix milliseconds of a time, 0 for the zero time.
func ToMillis(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}

// FromMillis returns the time in UTC of Unix milliseconds, the zero time for 0.
func FromMillis(ms int64) time.Time {
	if ms == 0 {
		return time.Time{}
	}
	return time.UnixMilli(ms).UTC()
}

// enum is an enumeration with names. The database stores the names, since the numbers may change.
type enum interface {
	~uint8
	fmt.Stringer
}

// Enum stores an enumeration by its name; an empty name is the zero value.
func Enum[T enum](to *T) Field {
	return asText[T]{to, func(v *T) string { return (*v).String() }, decodeEnum[T]}
}

// decodeEnum sets to to the value with the name.
func decodeEnum[T enum](name string, to *T) error {
	if name == "" {
		*to = 0
		return nil
	}
	for v := range 256 {
		if T(v).String() == name {
			*to = T(v)
			return nil
		}
	}
	return fmt.Errorf("%T has no value %q", *to, name)
}

// Offer stores the side that makes an offer, empty for none. The plies of a takeback have a separate column.
func Offer(to *game.Offer) Field {
	return asText[game.Offer]{to, func(o *game.Offer) string {
		if !o.Pending {
			return ""
		}
		return o.By.String()
	}, func(name string, o *game.Offer) error {
		if name == "" {
			return nil
		}
		o.Pending = true
		return decodeEnum(name, &o.By)
	}}
}

// FEN stores a position, empty for the standard start position.
func FEN(to *board.Position) Field {
	return asText[board.Position]{to, func(p *board.Position) string {
		if *p == board.StartPosition() {
			return ""
		}
		return p.FEN()
	}, func(fen string, p *board.Position) (err error) {
		if fen == "" {
			*p = board.StartPosition()
			return nil
		}
		*p, err = board.ParseFEN(fen)
		return err
	}}
}

// MoveLetters is the number of letters of a move in [Moves].
const MoveLetters = 4

// Moves stores moves as concatenated text: "h2e2h9g7".
func Moves(to *[]board.Move) Field {
	return asText[[]board.Move]{to, func(moves *[]board.Move) string {
		text, _ := game.Line(*moves).MarshalText() // which cannot fail
		return string(text)
	}, func(letters string, moves *[]board.Move) error {
		return (*game.Line)(moves).UnmarshalText([]byte(letters))
	}}
}

// Gaps stores each time as the milliseconds since the previous one, the first since start, which must be read before.
func Gaps(start *time.Time, to *[]time.Time) Field {
	return asText[[]time.Time]{to, func(times *[]time.Time) string {
		var b []byte
		last := *start
		for i, t := range *times {
			if i > 0 {
				b = append(b, ' ')
			}
			b = strconv.AppendInt(b, t.Sub(last).Milliseconds(), 10)
			last = t
		}
		return string(b)
	}, func(gaps string, times *[]time.Time) error {
		*times = nil
		last := *start
		for gap := range strings.FieldsSeq(gaps) {
			ms, err := strconv.ParseInt(gap, 10, 64)
			if err != nil {
				return fmt.Errorf("time of move %d: %w", len(*times)+1, err)
			}
			last = last.Add(time.Duration(ms) * time.Millisecond)
			*times = append(*times, last)
		}
		return nil
	}}
}

// Ratings stores the rating change of a game as JSON: by color, rating, deviation and volatility before and after.
// Empty: no change.
func Ratings(before, after *[2]glicko.Rating) Field { return asRatings{before, after} }

type asRatings struct{ before, after *[2]glicko.Rating }

type ratings struct {
	Before [2][3]float64 `json:"before"`
	After  [2][3]float64 `json:"after"`
}

func (a asRatings) Value() (driver.Value, error) {
	var r ratings
	for c := range r.Before {
		before, after := a.before[c], a.after[c]
		r.Before[c] = [3]float64{before.R, before.RD, before.Vol}
		r.After[c] = [3]float64{after.R, after.RD, after.Vol}
	}
	return asJSON{&r}.Value()
}

func (a asRatings) Scan(from any) error {
	var r ratings
	if err := (asJSON{&r}).Scan(from); err != nil {
		return err
	}
	for c := range r.Before {
		before, after := r.Before[c], r.After[c]
		a.before[c] = glicko.Rating{R: before[0], RD: before[1], Vol: before[2]}
		a.after[c] = glicko.Rating{R: after[0], RD: after[1], Vol: after[2]}
	}
	return nil
}

// JSON stores what to points to as JSON, empty for its zero value.
func JSON(to any) Field { return asJSON{to} }

type asJSON struct{ to any }

func (a asJSON) Value() (driver.Value, error) {
	v := reflect.ValueOf(a.to).Elem()
	if v.IsZero() {
		return "", nil
	}
	data, err := json.Marshal(a.to)
	return string(data), err
}

func (a asJSON) Scan(from any) error {
	data, err := Text(from)
	if err != nil || data == "" {
		return err
	}
	if err := json.Unmarshal([]byte(data), a.to); err != nil {
		return fmt.Errorf("column of %T: %w", a.to, err)
	}
	return nil
}
