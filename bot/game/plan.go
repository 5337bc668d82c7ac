package game

import (
	"context"
	"fmt"
	"hash/fnv"
	"slices"
	"strings"
	"time"

	"xiangqibot/engine/board"
	"xiangqibot/engine/notation"
)

// Line is what a side has planned for the case that the other plays certain moves: from the position as it is, the other's move, one's own
// answer, the other's next move, and so on; the last is one's own. Nobody but the side itself gets to see it.
//
// The lines of a side never contradict each other: after the same moves they have the same answer.
type Line []board.Move

// The limits of a plan.
const (
	MaxLines     = 18
	MaxLinePlies = 20
)

// Key tells the lines of a plan apart: eight letters or digits.
func (l Line) Key() string {
	sum := fnv.New32a()
	for _, m := range l {
		_, _ = sum.Write([]byte(m.String())) // a hash takes everything
	}
	return fmt.Sprintf("%08x", sum.Sum32())
}

// MarshalText writes the moves one after the other, as "h9g7h0g2".
func (l Line) MarshalText() ([]byte, error) {
	var text []byte
	for _, m := range l {
		text = append(text, m.String()...)
	}
	return text, nil
}

// UnmarshalText reads what MarshalText writes.
func (l *Line) UnmarshalText(text []byte) error {
	const letters = 4 // of a move
	*l = nil
	for part := range slices.Chunk(text, letters) {
		m, err := board.ParseMove(string(part))
		if err != nil {
			return fmt.Errorf("planned move %d: %w", len(*l)+1, err)
		}
		*l = append(*l, m)
	}
	return nil
}

// begins tells whether l begins with the moves of other, and how many moves the two have in common at least.
func (l Line) begins(other Line) (common int, all bool) {
	for common < len(l) && common < len(other) && l[common] == other[common] {
		common++
	}
	return common, common == len(other)
}

// Plan adds a line of moves to what by has planned. It takes the place of lines that answer the same moves in another way, and of those
// that it goes on from. What is planned is played at once when the other side plays into it, also before an offer of the planner's own is
// answered, but not while he has one of the other's to answer.
//
// Moves must be legal one after the other: otherwise the error is that of notation.Explain. Refusals, beside those of every move: PlanOnTurn
// where by is to move, PlanIncomplete where the last move is not by's own, LineTooLong and TooManyLines with Limit.
func (g *Game) Plan(by Person, line Line, at time.Time) error {
	c, err := g.mayPlan(by, at)
	if err != nil {
		return err
	}
	switch {
	case len(line) == 0 || len(line)%2 != 0:
		return g.refuse(PlanIncomplete)
	case len(line) > MaxLinePlies:
		return &Refusal{Code: LineTooLong, Game: g.ID, Limit: MaxLinePlies}
	}
	pos := g.Position()
	for _, m := range line {
		if !pos.IsLegal(m) {
			return notation.Explain(&pos, m)
		}
		pos.Make(m)
	}
	var kept []Line
	for _, old := range g.Plans[c] {
		common, whole := line.begins(old)
		if common == len(line) {
			return nil // it is planned already
		}
		if !whole && common%2 == 0 {
			kept = append(kept, old) // they part with a move of the other side
		}
	}
	if len(kept) >= MaxLines {
		return &Refusal{Code: TooManyLines, Game: g.ID, Limit: MaxLines}
	}
	g.Plans[c] = append(kept, line)
	return nil
}

// Replan puts a line in the place of one, told by its Key, that by has planned: unlike Plan it can make a line shorter. Where the new line is
// refused the old one stays. Errors as Plan has them, and NoSuchLine.
func (g *Game) Replan(by Person, key string, line Line, at time.Time) error {
	c, err := g.mayPlan(by, at)
	if err != nil {
		return err
	}
	was := g.Plans[c]
	i := slices.IndexFunc(was, func(l Line) bool { return l.Key() == key })
	if i < 0 {
		return g.refuse(NoSuchLine)
	}
	g.Plans[c] = slices.Delete(slices.Clone(was), i, i+1)
	if err := g.Plan(by, line, at); err != nil {
		g.Plans[c] = was
		return err
	}
	if n := len(g.Plans[c]) - 1; i < n && slices.Equal(g.Plans[c][n], line) { // it stands where the old one stood
		g.Plans[c] = slices.Insert(slices.Delete(g.Plans[c], n, n+1), i, line)
	}
	return nil
}

// Unplan drops a line, by its Key, of what by has planned; with key "" all. Refusal NoSuchLine where there is none.
func (g *Game) Unplan(by Person, key string, at time.Time) error {
	c, err := g.mayPlay(by, at)
	if err != nil {
		return err
	}
	kept := slices.DeleteFunc(slices.Clone(g.Plans[c]), func(l Line) bool { return key == "" || l.Key() == key })
	if len(kept) == len(g.Plans[c]) {
		return g.refuse(NoSuchLine)
	}
	g.Plans[c] = kept
	return nil
}

// Planned is the line with that Key of those that by has planned. Refusals: NotYourGame, NoSuchLine.
func (g *Game) Planned(by Person, key string) (Line, error) {
	c, ok := g.SeatOf(by)
	if !ok {
		return nil, g.refuse(NotYourGame)
	}
	for _, l := range g.Plans[c] {
		if l.Key() == key {
			return l, nil
		}
	}
	return nil, g.refuse(NoSuchLine)
}

// mayPlan checks that by may plan now, and tells his colour.
func (g *Game) mayPlan(by Person, at time.Time) (board.Color, error) {
	c, err := g.mayPlay(by, at)
	switch {
	case err != nil:
	case g.Seats[c].Team: // nobody plans for all
		err = g.refuse(PutToVote)
	case c == g.Turn():
		err = g.refuse(PlanOnTurn)
	}
	return c, err
}

// follow brings the plans of both sides past a move: lines that expected another are gone.
func (g *Game) follow(m board.Move) {
	for c, lines := range g.Plans {
		var left []Line
		for _, l := range lines {
			if l[0] == m && len(l) > 1 {
				left = append(left, l[1:])
			}
		}
		g.Plans[c] = left
	}
}

// planned is the move that the side to move has planned for the position, if it has one and nothing to answer first.
func (g *Game) planned() (board.Move, bool) {
	c := g.Turn()
	if len(g.Plans[c]) == 0 || g.DrawOffer.Pending && g.DrawOffer.By != c {
		return board.NoMove, false
	}
	return g.Plans[c][0][0], true // all his lines have the same answer to one position
}

// ReadLine reads moves with blanks or commas between, numbers of moves left out, as someone means them who writes in a style, from a position
// on. An error of notation.ParseAs comes with the moves before the one that could not be read.
func ReadLine(pos board.Position, text string, style notation.Style) (line Line, err error) {
	words := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" \t\n,;，；、→>", r) })
	for _, word := range words {
		if number := strings.TrimRight(word, "."); len(line)%2 == 0 && number != word && strings.Trim(number, "0123456789") == "" {
			continue // "1.", "…" as dots
		}
		if len(line) > MaxLinePlies {
			break // too long is told by Plan
		}
		m, err := notation.ParseAs(&pos, word, style)
		if err != nil {
			return line, err
		}
		line = append(line, m)
		pos.Make(m)
	}
	return line, nil
}

// Plan adds the line that a text tells to what the actor has planned in the game. Errors and refusals as Game.Plan has them.
//
// An error of notation.ParseAs comes with a game that has been played on to the board on which the text could not be read: on another one it
// could not be explained. That game is not saved.
func (s *Service) Plan(ctx context.Context, act Act, id ID, text string) (*Game, error) {
	return s.plan(ctx, act, id, text, func(g *Game, line Line, at time.Time) error { return g.Plan(act.Actor, line, at) })
}

// Replan puts the line that a text tells in the place of the one with a Key. Errors and refusals as Game.Replan has them; one of
// notation.ParseAs comes with a game as in Plan.
func (s *Service) Replan(ctx context.Context, act Act, id ID, key, text string) (*Game, error) {
	return s.plan(ctx, act, id, text, func(g *Game, line Line, at time.Time) error { return g.Replan(act.Actor, key, line, at) })
}

// Plannable is the game, if the actor may plan in it now. Refusals as Game.Plan has them before it looks at the line.
func (s *Service) Plannable(ctx context.Context, act Act, id ID) (*Game, error) {
	g, err := s.store.Game(ctx, id)
	if err != nil {
		return nil, err
	}
	if _, err := g.mayPlan(act.Actor, s.now()); err != nil {
		return nil, err
	}
	return g, nil
}

// plan reads a line and does with it what is to be done.
func (s *Service) plan(ctx context.Context, act Act, id ID, text string, keep func(*Game, Line, time.Time) error) (*Game, error) {
	var unread *Game
	g, err := s.act(ctx, act, id, func(g *Game, at time.Time) error {
		if _, err := g.mayPlan(act.Actor, at); err != nil {
			return err
		}
		line, err := ReadLine(g.Position(), text, act.Style)
		if err != nil {
			imagined := *g
			imagined.Record = g.Record.Clone()
			for _, m := range line {
				if err := imagined.Record.Play(m); err != nil {
					return err
				}
			}
			unread = &imagined
			return err
		}
		return keep(g, line, at)
	})
	if err != nil {
		return unread, err
	}
	return g, nil
}

// Unplan drops a line, by its Key, of what the actor has planned in the game; with key "" all. Refusals: as for Resign, and NoSuchLine.
func (s *Service) Unplan(ctx context.Context, act Act, id ID, key string) (*Game, error) {
	return s.act(ctx, act, id, func(g *Game, at time.Time) error { return g.Unplan(act.Actor, key, at) })
}
