package store

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/engine/board"
)

// This file turns parts of a game into the text of a column and back. Everything can be read with the eye.

// enum is a small set of values that have names. The database keeps the names: numbers may be dealt anew.
type enum interface {
	~uint8
	fmt.Stringer
}

// decodeEnum finds the value that has the name. No name means the zero value.
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

// encodeStart leaves the usual start out.
func encodeStart(p board.Position) string {
	if p == board.StartPosition() {
		return ""
	}
	return p.FEN()
}

func decodeStart(fen string) (board.Position, error) {
	if fen == "" {
		return board.StartPosition(), nil
	}
	return board.ParseFEN(fen)
}

const moveLen = 4 // letters of a move

func encodeMoves(moves []board.Move) string {
	var b strings.Builder
	b.Grow(moveLen * len(moves))
	for _, m := range moves {
		b.WriteString(m.String())
	}
	return b.String()
}

func decodeMoves(text string, to *[]board.Move) error {
	if len(text)%moveLen != 0 {
		return fmt.Errorf("moves: %d letters; want %d a move", len(text), moveLen)
	}
	if text == "" {
		return nil
	}
	*to = make([]board.Move, 0, len(text)/moveLen)
	for ; text != ""; text = text[moveLen:] {
		m, err := board.ParseMove(text[:moveLen])
		if err != nil {
			return fmt.Errorf("move %d: %w", len(*to)+1, err)
		}
		*to = append(*to, m)
	}
	return nil
}

// encodeTimes writes each time as milliseconds after the one before it.
func encodeTimes(from time.Time, times []time.Time) string {
	var b []byte
	for i, t := range times {
		if i > 0 {
			b = append(b, ' ')
		}
		b = strconv.AppendInt(b, t.Sub(from).Milliseconds(), 10)
		from = t
	}
	return string(b)
}

func decodeTimes(text string, from time.Time, to *[]time.Time) error {
	for gap := range strings.FieldsSeq(text) {
		ms, err := strconv.ParseInt(gap, 10, 64)
		if err != nil {
			return fmt.Errorf("time of move %d: %w", len(*to)+1, err)
		}
		from = from.Add(time.Duration(ms) * time.Millisecond)
		*to = append(*to, from)
	}
	return nil
}

func encodeOffer(o game.Offer) string {
	if !o.Pending {
		return ""
	}
	return o.By.String()
}

func decodeOffer(by string, plies int) game.Offer {
	if by == "" {
		return game.Offer{}
	}
	o := game.Offer{Pending: true, By: board.Red, Plies: plies}
	if by == board.Black.String() {
		o.By = board.Black
	}
	return o
}

// ratings is how the column of that name keeps what a game did to ratings: by colour, rating, deviation and volatility.
type ratings struct {
	Before [2][3]float64 `json:"before"`
	After  [2][3]float64 `json:"after"`
}

func encodeRatings(g *game.Game) (string, error) {
	var r ratings
	for c := range r.Before {
		b, a := g.Before[c], g.After[c]
		r.Before[c] = [3]float64{b.R, b.RD, b.Vol}
		r.After[c] = [3]float64{a.R, a.RD, a.Vol}
	}
	return encodeJSON(r)
}

func decodeRatings(text string, g *game.Game) error {
	var r ratings
	if err := decodeJSON(text, &r); err != nil {
		return err
	}
	for c := range r.Before {
		b, a := r.Before[c], r.After[c]
		g.Before[c].R, g.Before[c].RD, g.Before[c].Vol = b[0], b[1], b[2]
		g.After[c].R, g.After[c].RD, g.After[c].Vol = a[0], a[1], a[2]
	}
	return nil
}

// encodeJSON writes the zero value as the empty text.
func encodeJSON(v any) (string, error) {
	if reflect.ValueOf(v).IsZero() {
		return "", nil
	}
	text, err := json.Marshal(v)
	return string(text), err
}

func decodeJSON(text string, to any) error {
	if text == "" {
		return nil
	}
	if err := json.Unmarshal([]byte(text), to); err != nil {
		return fmt.Errorf("column of %T: %w", to, err)
	}
	return nil
}

// deref turns pointers to column values into the values.
func deref(pointers []any) []any {
	values := make([]any, len(pointers))
	for i, p := range pointers {
		values[i] = reflect.ValueOf(p).Elem().Interface()
	}
	return values
}
