package game

import (
	"errors"
	"fmt"
	"hash/fnv"
	"slices"
	"strings"

	"xiangqibot/engine/board"
	"xiangqibot/engine/notation"
)

// Line is a sequence of conditional moves of a side: from the current position, the opponent's move, the reply, the
// opponent's next move, and so on; it ends with a reply. Only the side itself may see it.
type Line []board.Move

// The limits of a plan.
const (
	MaxLines     = 18
	MaxLinePlies = 20
)

// Key identifies the line within a plan: eight hexadecimal digits.
func (l Line) Key() string {
	sum := fnv.New32a()
	for _, m := range l {
		_, _ = sum.Write([]byte(m.String())) // a hash takes everything
	}
	return fmt.Sprintf("%08x", sum.Sum32())
}

// letters is the number of letters of a move in a text of moves.
const letters = 4

// MarshalText writes the moves without separators, as "h9g7h0g2".
func (l Line) MarshalText() ([]byte, error) {
	text := make([]byte, 0, letters*len(l))
	for _, m := range l {
		text = append(text, m.String()...)
	}
	return text, nil
}

// UnmarshalText reads what MarshalText writes.
func (l *Line) UnmarshalText(text []byte) error {
	*l = nil
	if len(text) > 0 {
		*l = make(Line, 0, len(text)/letters)
	}
	for part := range slices.Chunk(text, letters) {
		m, err := board.ParseMove(string(part))
		if err != nil {
			return fmt.Errorf("move %d: %w", len(*l)+1, err)
		}
		*l = append(*l, m)
	}
	return nil
}

// begins returns how many moves l and other have in common at the beginning, and whether l begins with all moves of
// other.
func (l Line) begins(other Line) (common int, all bool) {
	for common < len(l) && common < len(other) && l[common] == other[common] {
		common++
	}
	return common, common == len(other)
}

// Plan is the set of lines that a side has planned. They never contradict each other: after the same moves they have
// the same reply.
type Plan []Line

// Add returns the plan with one more line, which starts in pos. It replaces lines that reply to the same moves in
// another way, and lines that it extends.
//
// Errors: that of [notation.Explain] for an illegal move; Refusals [PlanIncomplete] if the last move is not the
// planner's own, [LineTooLong] and [TooManyLines] with Limit.
func (p Plan) Add(pos board.Position, line Line) (Plan, error) {
	switch {
	case len(line) == 0 || len(line)%2 != 0:
		return nil, &Refusal{Code: PlanIncomplete}
	case len(line) > MaxLinePlies:
		return nil, &Refusal{Code: LineTooLong, Limit: MaxLinePlies}
	}
	for _, m := range line {
		if !pos.IsLegal(m) {
			return nil, notation.Explain(&pos, m)
		}
		pos.Make(m)
	}
	var kept Plan
	for _, old := range p {
		common, whole := line.begins(old)
		if common == len(line) {
			return p, nil // it is planned already
		}
		if !whole && common%2 == 0 {
			kept = append(kept, old) // they differ in a move of the other side
		}
	}
	if len(kept) >= MaxLines {
		return nil, &Refusal{Code: TooManyLines, Limit: MaxLines}
	}
	return append(kept, line), nil
}

// Replace returns the plan with line instead of the line with a Key. Errors are those of Add, and [Refusal]
// [NoSuchLine].
func (p Plan) Replace(key string, pos board.Position, line Line) (Plan, error) {
	i := p.index(key)
	if i < 0 {
		return nil, &Refusal{Code: NoSuchLine}
	}
	plan, err := p.Without(key).Add(pos, line)
	if err != nil {
		return nil, err
	}
	if n := len(plan) - 1; i < n && slices.Equal(plan[n], line) { // it keeps the place of the old one
		plan = slices.Insert(slices.Delete(plan, n, n+1), i, line)
	}
	return plan, nil
}

// Without returns the plan without the line with a Key, or with key "" the empty plan.
func (p Plan) Without(key string) Plan {
	return slices.DeleteFunc(slices.Clone(p), func(l Line) bool { return key == "" || l.Key() == key })
}

// index returns the index of the line with a Key, -1 for none.
func (p Plan) index(key string) int {
	return slices.IndexFunc(p, func(l Line) bool { return l.Key() == key })
}

// Next returns the reply planned in the current position, if there is one: all lines have the same.
func (p Plan) Next() (board.Move, bool) {
	if len(p) == 0 {
		return board.NoMove, false
	}
	return p[0][0], true
}

// After returns the rest of the plan after a move, without the lines that expected another.
func (p Plan) After(m board.Move) (left Plan) {
	for _, l := range p {
		if l[0] == m && len(l) > 1 {
			left = append(left, l[1:])
		}
	}
	return left
}

// Plans are the plans of both sides, by color. Only the side itself may see its own.
type Plans [2]Plan

// follow reduces both plans to what still applies after a move.
func (p *Plans) follow(m board.Move) {
	for c, plan := range p {
		p[c] = plan.After(m)
	}
}

// LineSeparators are the characters that may separate the moves of a line.
const LineSeparators = " \t\n,;，；、→>"

// ParseLine reads moves from a position on, separated by [LineSeparators], as the writer means them; move numbers are
// skipped. A word that sounds like exactly one legal move is read as that move: the line is shown to the writer before
// it is used. An error of [notation.Dialect.Parse] comes with the moves before the one that could not be read.
func ParseLine(pos board.Position, text string, writer notation.Dialect) (line Line, err error) {
	words := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(LineSeparators, r) })
	for _, word := range words {
		if number := strings.TrimRight(word, "."); len(line)%2 == 0 && number != word && strings.Trim(number, "0123456789") == "" {
			continue // "1.", "…" as dots
		}
		if len(line) > MaxLinePlies {
			break // Plan reports that it is too long
		}
		m, err := writer.Parse(&pos, word)
		if several, ok := errors.AsType[*notation.AmbiguousError](err); ok && several.Sound && len(several.Candidates) == 1 {
			m, err = several.Candidates[0], nil
		}
		if err != nil {
			return line, err
		}
		line = append(line, m)
		pos.Make(m)
	}
	return line, nil
}
