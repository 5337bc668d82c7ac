package store

import (
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
	"xiangqibot/bot/tournament"
	"xiangqibot/engine/board"
)

// column is a column of a table: its name, and a pointer to its value or one of the types below, which convert the
// value to text or a number. The same list of columns is used for reading and writing, so that a value cannot end up in
// the wrong column.
type column struct {
	name  string
	value any
}

// names lists the names of the columns, for SELECT and INSERT.
func names(columns []column) string {
	list := make([]string, len(columns))
	for i, c := range columns {
		list[i] = c.name
	}
	return strings.Join(list, ", ")
}

// placeholders returns one placeholder for each column: "$1, $2, …".
func placeholders(columns []column) string {
	list := make([]string, len(columns))
	for i := range columns {
		list[i] = "$" + strconv.Itoa(i+1)
	}
	return strings.Join(list, ", ")
}

// values returns the values in the order of the names.
func values(columns []column) []any {
	list := make([]any, len(columns))
	for i, c := range columns {
		list[i] = c.value
	}
	return list
}

// field converts a column that does not hold the Go value itself.
type field interface {
	sql.Scanner
	driver.Valuer
}

var (
	_ field = asMillis{}
	_ field = asEnum[game.State]{}
	_ field = asColor{}
	_ field = asOffer{}
	_ field = asFEN{}
	_ field = asMoves{}
	_ field = asGaps{}
	_ field = asRatings{}
	_ field = asFixture{}
	_ field = asJSON{}
)

// text converts a text column as the driver returns it.
func text(from any) (string, error) {
	switch from := from.(type) {
	case string:
		return from, nil
	case []byte:
		return string(from), nil
	}
	return "", fmt.Errorf("column is %T; want text", from)
}

// asMillis stores a time as Unix milliseconds, 0 for the zero time.
type asMillis struct{ to *time.Time }

func (a asMillis) Value() (driver.Value, error) { return toMillis(*a.to), nil }

func (a asMillis) Scan(from any) error {
	ms, ok := from.(int64)
	if !ok {
		return fmt.Errorf("column is %T; want milliseconds", from)
	}
	*a.to = fromMillis(ms)
	return nil
}

func toMillis(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}

func fromMillis(ms int64) time.Time {
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

// asEnum stores an enum by its name; an empty name is the zero value.
type asEnum[T enum] struct{ to *T }

func asName[T enum](to *T) asEnum[T] { return asEnum[T]{to} }

func (a asEnum[T]) Value() (driver.Value, error) { return (*a.to).String(), nil }

func (a asEnum[T]) Scan(from any) error {
	name, err := text(from)
	if err != nil {
		return err
	}
	return decodeEnum(name, a.to)
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

// asColor stores a side by its name.
type asColor struct{ to *board.Color }

func (a asColor) Value() (driver.Value, error) { return a.to.String(), nil }

func (a asColor) Scan(from any) error {
	name, err := text(from)
	*a.to = board.Red
	if name == board.Black.String() {
		*a.to = board.Black
	}
	return err
}

// asOffer stores the side that makes an offer, empty for none. The plies of a takeback have a separate column.
type asOffer struct{ to *game.Offer }

func (a asOffer) Value() (driver.Value, error) {
	if !a.to.Pending {
		return "", nil
	}
	return a.to.By.String(), nil
}

func (a asOffer) Scan(from any) error {
	name, err := text(from)
	if name == "" {
		return err
	}
	a.to.Pending = true
	return asColor{&a.to.By}.Scan(name)
}

// asFEN stores a position, empty for the standard start position.
type asFEN struct{ to *board.Position }

func (a asFEN) Value() (driver.Value, error) {
	if *a.to == board.StartPosition() {
		return "", nil
	}
	return a.to.FEN(), nil
}

func (a asFEN) Scan(from any) error {
	fen, err := text(from)
	switch {
	case err != nil:
		return err
	case fen == "":
		*a.to = board.StartPosition()
	default:
		*a.to, err = board.ParseFEN(fen)
	}
	return err
}

const moveLen = 4 // letters of a move

// asMoves stores moves as concatenated text: "h2e2h9g7".
type asMoves struct{ to *[]board.Move }

func (a asMoves) Value() (driver.Value, error) {
	var b strings.Builder
	b.Grow(moveLen * len(*a.to))
	for _, m := range *a.to {
		b.WriteString(m.String())
	}
	return b.String(), nil
}

func (a asMoves) Scan(from any) error {
	letters, err := text(from)
	if err != nil {
		return err
	}
	if len(letters)%moveLen != 0 {
		return fmt.Errorf("moves: %d letters; want %d a move", len(letters), moveLen)
	}
	*a.to = nil
	if letters == "" {
		return nil
	}
	*a.to = make([]board.Move, 0, len(letters)/moveLen)
	for ; letters != ""; letters = letters[moveLen:] {
		m, err := board.ParseMove(letters[:moveLen])
		if err != nil {
			return fmt.Errorf("move %d: %w", len(*a.to)+1, err)
		}
		*a.to = append(*a.to, m)
	}
	return nil
}

// asGaps stores each time as the milliseconds since the previous one, the first since start, which must be read before.
type asGaps struct {
	start *time.Time
	to    *[]time.Time
}

func (a asGaps) Value() (driver.Value, error) {
	var b []byte
	last := *a.start
	for i, t := range *a.to {
		if i > 0 {
			b = append(b, ' ')
		}
		b = strconv.AppendInt(b, t.Sub(last).Milliseconds(), 10)
		last = t
	}
	return string(b), nil
}

func (a asGaps) Scan(from any) error {
	gaps, err := text(from)
	if err != nil {
		return err
	}
	*a.to = nil
	last := *a.start
	for gap := range strings.FieldsSeq(gaps) {
		ms, err := strconv.ParseInt(gap, 10, 64)
		if err != nil {
			return fmt.Errorf("time of move %d: %w", len(*a.to)+1, err)
		}
		last = last.Add(time.Duration(ms) * time.Millisecond)
		*a.to = append(*a.to, last)
	}
	return nil
}

// asRatings stores the rating change of a game as JSON: by color, rating, deviation and volatility before and after.
// Empty: no change.
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

// asJSON stores what to points to as JSON, empty for its zero value.
type asJSON struct{ to any }

func (a asJSON) Value() (driver.Value, error) {
	v := reflect.ValueOf(a.to).Elem()
	if v.IsZero() {
		return "", nil
	}
	data, err := json.Marshal(v.Interface())
	return string(data), err
}

func (a asJSON) Scan(from any) error {
	data, err := text(from)
	if err != nil || data == "" {
		return err
	}
	if err := json.Unmarshal([]byte(data), a.to); err != nil {
		return fmt.Errorf("column of %T: %w", a.to, err)
	}
	return nil
}

// asFixture stores one number of the fixture that is enqueued at the end of a tournament game. It is 0 in any other
// game, and no fixture has tournament 0.
type asFixture struct {
	to     *game.Job
	number func(tournament.Fixture) int64
	set    func(*tournament.Fixture, int64)
}

func (a asFixture) Value() (driver.Value, error) {
	switch job := (*a.to).(type) {
	case nil:
		return int64(0), nil
	case tournament.Fixture:
		return a.number(job), nil
	default:
		return nil, fmt.Errorf("a game arranged for a job of kind %s", job.Kind())
	}
}

func (a asFixture) Scan(from any) error {
	n, ok := from.(int64)
	if !ok {
		return fmt.Errorf("column is %T; want a number of a fixture", from)
	}
	if n == 0 {
		return nil
	}
	f, _ := (*a.to).(tournament.Fixture)
	a.set(&f, n)
	*a.to = f
	return nil
}

// fixtureColumns lists the columns of a game's fixture.
func fixtureColumns(to *game.Job) []column {
	return []column{
		{"tournament", asFixture{to,
			func(f tournament.Fixture) int64 { return int64(f.Tournament) },
			func(f *tournament.Fixture, n int64) { f.Tournament = tournament.ID(n) },
		}},
		{"round", asFixture{to,
			func(f tournament.Fixture) int64 { return int64(f.Round) },
			func(f *tournament.Fixture, n int64) { f.Round = int(n) },
		}},
		{"board", asFixture{to,
			func(f tournament.Fixture) int64 { return int64(f.Board) },
			func(f *tournament.Fixture, n int64) { f.Board = int(n) },
		}},
	}
}
