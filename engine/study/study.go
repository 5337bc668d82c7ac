package study

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"xiangqibot/engine"
	"xiangqibot/engine/board"
	"xiangqibot/engine/pattern"
	"xiangqibot/engine/rules"
)

// Plan says how long a study looks. A plan with a second pass may take a little more than both passes: up to four times
// First for each mistake that is told and whose lines stop early.
type Plan struct {
	// First is how many nodes the first pass has for a position. A game of more than 161 positions has no more in all
	// than one of 161: its positions get less each.
	First uint64
	// Second is how many nodes the second pass has for a position, 0 for no second pass.
	Second uint64
	// Doubts is how many moves the second pass looks at, at most: the costliest.
	Doubts int
}

// Normal is the usual plan: under a minute of one processor for a game of 80 moves.
func Normal() Plan { return Plan{First: 100_000, Second: 300_000, Doubts: 40} }

const (
	// usualPositions is the length of a game for which a plan is made: 80 moves of each side.
	usualPositions = 161
	// doubt is the cost from which a move gets a second look.
	doubt = 0.04
	// maxLine is how many plies of a line are kept: all that a reason needs.
	maxLine = 16
	// shortLine is the number of plies below which a line explains little: it is gone on with. A search that ends in the
	// middle of an iteration often leaves a move or two.
	shortLine = 5
	// lengthenings is how often a line is gone on with, at most.
	lengthenings = 2
)

// Look is what was found in a position. Score, Mate, Depth and Line are as in engine.Info, for the side to move; Chance
// is what it can expect.
type Look struct {
	Score  int          `json:"score,omitempty"`
	Mate   int          `json:"mate,omitempty"`
	Depth  int          `json:"depth,omitempty"`
	Line   []board.Move `json:"line,omitempty"`
	Chance float64      `json:"chance"`
	// Pass is how often the position was looked at: 0 for not yet. What is certain without a search, because the game is
	// over or there is only one move, counts as seen twice when what follows from it was.
	Pass int `json:"pass,omitempty"`
}

// Study is a review under way or done.
type Study struct {
	plan  Plan
	code  rules.Code
	rec   board.Record
	looks []Look // one for each position: before each move, and the last
	// left are the positions that are still to be looked at in the pass, in this order.
	left []int
	// short are the positions whose lines are to be made longer after both passes, each as often as that may be tried.
	short []int
	pass  int // 1 or 2, and 3 when both are over
	done  int // searches so far
}

// New prepares the study of a game that is judged by a code of rules. The game must have a move.
func New(rec *board.Record, plan Plan, code rules.Code) (*Study, error) {
	if len(rec.Moves) == 0 {
		return nil, errors.New("study: the game has no move to look at")
	}
	if plan.First == 0 {
		return nil, errors.New("study: a plan without nodes for the first pass finds nothing")
	}
	if plan.Doubts < 0 {
		return nil, fmt.Errorf("study: a second look at %d moves: want 0 or more", plan.Doubts)
	}
	s := &Study{plan: plan, code: code, rec: rec.Clone(), looks: make([]Look, len(rec.Moves)+1), pass: 1}
	last := rec.Clone()
	first := len(rec.Moves)
	if verdict := rules.Judge(&last, code); verdict.Outcome != rules.Ongoing {
		end := &s.looks[first]
		end.Score, end.Chance = engine.Decided(&last, verdict.Outcome)
		end.Pass = 2
		first--
	}
	for i := first; i >= 0; i-- {
		s.left = append(s.left, i)
	}
	return s, nil
}

// Record is the game that is studied.
func (s *Study) Record() board.Record { return s.rec.Clone() }

// Code is the set of rules by which the game is judged.
func (s *Study) Code() rules.Code { return s.code }

// Found is what was found in the position before a ply: mate and score as in engine.Info, for the side to move.
func (s *Study) Found(ply int) (mate, score int) { return s.looks[ply].Mate, s.looks[ply].Score }

// Search has the last position of a game searched, as engine.Engine.Analyze does. It must return an error if it was
// cut off before it came to anything.
type Search func(ctx context.Context, rec *board.Record, limits engine.Limits) (engine.Result, error)

// Done reports whether everything has been looked at.
func (s *Study) Done() bool { return s.pass > 2 && len(s.short) == 0 }

// Progress is how many positions have been looked at, and how many there are to look at as far as is known. One whose
// line is gone on with counts again.
func (s *Study) Progress() (done, total int) { return s.done, s.done + len(s.left) + len(s.short) }

// Step looks at the next position. When search or ctx ends it with an error nothing has changed, and the step can be
// made again.
func (s *Study) Step(ctx context.Context, search Search) error {
	if s.Done() {
		return nil
	}
	var err error
	switch {
	case len(s.left) > 0:
		err = s.look(ctx, search)
	case len(s.short) > 0:
		err = s.lengthen(ctx, search)
	}
	for err == nil && s.pass <= 2 && len(s.left) == 0 {
		s.next()
	}
	return err
}

// next begins the next pass.
func (s *Study) next() {
	s.pass++
	switch {
	case s.plan.Second == 0:
	case s.pass == 2:
		s.left = s.doubts()
	default:
		s.short = s.shortLines()
	}
}

// look looks at the next position of the pass.
func (s *Study) look(ctx context.Context, search Search) error {
	i := s.left[0]
	look, forced := s.forced(i)
	if !forced {
		res, err := s.ask(ctx, search, s.rec.Moves[:i], s.nodes())
		if err != nil {
			return err
		}
		look = Look{Score: res.Score, Mate: res.Mate, Depth: res.Depth, Chance: engine.WinChance(res.Score, res.Mate), Pass: s.pass}
		if res.Depth > 0 {
			look.Line = slices.Clone(res.PV[:min(len(res.PV), maxLine)])
		}
	}
	s.looks[i] = look
	s.left, s.done = s.left[1:], s.done+1
	return nil
}

// ask has the position after some moves searched.
func (s *Study) ask(ctx context.Context, search Search, moves []board.Move, nodes uint64) (engine.Result, error) {
	at := board.Record{Start: s.rec.Start, Moves: slices.Clone(moves)}
	res, err := search(ctx, &at, engine.Limits{Nodes: nodes, Code: s.code})
	if err == nil {
		err = ctx.Err() // half a thought is none
	}
	return res, err
}

// Run makes all steps that are left. progress, which may be nil, is called after each.
func (s *Study) Run(ctx context.Context, search Search, progress func(done, total int)) error {
	for !s.Done() {
		if err := s.Step(ctx, search); err != nil {
			return err
		}
		if progress != nil {
			progress(s.Progress())
		}
	}
	return nil
}

// nodes is how many nodes a position of this pass has.
func (s *Study) nodes() uint64 {
	if s.pass == 2 {
		return s.plan.Second
	}
	return max(s.plan.First*usualPositions/uint64(max(len(s.looks), usualPositions)), 1)
}

// shortLines are the positions before and after the mistakes that are told, the last first, where the line says too
// little.
func (s *Study) shortLines() []int {
	var short []int
	for _, ply := range Lessons(s.Verdicts()) {
		for _, i := range [...]int{ply, ply + 1} {
			if s.isShort(i) && !slices.Contains(short, i) {
				short = append(short, i)
			}
		}
	}
	slices.Sort(short)
	slices.Reverse(short)
	for i := len(short) - 1; i >= 0; i-- {
		short = slices.Insert(short, i, slices.Repeat(short[i:i+1], lengthenings-1)...)
	}
	return short
}

// isShort reports whether the line of a position stops before it says much, or before the mate, while the game goes on.
func (s *Study) isShort(i int) bool {
	l := &s.looks[i]
	wanted := shortLine
	switch {
	case l.Mate > 0:
		wanted = min(2*l.Mate-1, maxLine)
	case l.Mate < 0:
		wanted = min(-2*l.Mate, maxLine)
	}
	if len(l.Line) == 0 || len(l.Line) >= wanted {
		return false
	}
	end := board.Record{Start: s.rec.Start, Moves: slices.Concat(s.rec.Moves[:i], l.Line)}
	return rules.Judge(&end, s.code).Outcome == rules.Ongoing
}

// lengthen goes on with a line where it stops.
func (s *Study) lengthen(ctx context.Context, search Search) error {
	i := s.short[0]
	l := &s.looks[i]
	res, err := s.ask(ctx, search, slices.Concat(s.rec.Moves[:i], l.Line), s.nodes())
	if err != nil {
		return err
	}
	if res.Depth > 0 {
		l.Line = slices.Concat(l.Line, res.PV[:min(len(res.PV), maxLine-len(l.Line))])
	}
	s.short, s.done = s.short[1:], s.done+1
	for len(s.short) > 0 && !s.isShort(s.short[0]) {
		s.short = s.short[1:]
	}
	return nil
}

// forced is the look at a position with only one move: it follows from the next.
func (s *Study) forced(i int) (Look, bool) {
	if !s.follows(i) || s.looks[i+1].Pass == 0 {
		return Look{}, false
	}
	next := s.looks[i+1]
	l := Look{Score: -next.Score, Mate: -next.Mate, Depth: next.Depth, Chance: 1 - next.Chance, Pass: next.Pass}
	switch over := next.Depth == 0 && next.Mate == 0; {
	case l.Mate > 0:
		l.Mate++
	case over && l.Chance == 1:
		l.Mate = 1 // the move ends the game
	case over && l.Chance == 0:
		l.Mate = -1
	}
	l.Line = append([]board.Move{s.rec.Moves[i]}, next.Line[:min(len(next.Line), maxLine-1)]...)
	return l, true
}

// follows reports whether what is thought of a position follows from the next one of the game.
func (s *Study) follows(i int) bool { return i+1 < len(s.looks) && s.legal(i) == 1 }

// legal is the number of legal moves before a ply.
func (s *Study) legal(ply int) int {
	before := board.Record{Start: s.rec.Start, Moves: s.rec.Moves[:ply]}
	p := before.Position()
	return p.CountLegal()
}

// doubts are the positions before and after the moves that need a second look, the last first: those that seem to have
// cost something, and sacrifices that seem good. Where there is only one answer to such a move, the position after that
// answer is among them, for the one before it follows from it.
func (s *Study) doubts() []int {
	type doubtful struct {
		ply  int
		cost float64
	}
	var plies []doubtful
	for ply := range s.rec.Moves {
		cost := s.cost(ply)
		if s.legal(ply) > 1 && (cost >= doubt || s.sacrifices(ply)) {
			plies = append(plies, doubtful{ply, cost})
		}
	}
	slices.SortStableFunc(plies, func(a, b doubtful) int {
		switch {
		case a.cost > b.cost:
			return -1
		case a.cost < b.cost:
			return 1
		}
		return a.ply - b.ply
	})
	var positions []int
	for _, d := range plies[:min(len(plies), s.plan.Doubts)] {
		after := d.ply + 1
		for s.follows(after) {
			after++
		}
		for i := d.ply; i <= after; i++ {
			if s.looks[i].Pass < 2 && !slices.Contains(positions, i) {
				positions = append(positions, i)
			}
		}
	}
	slices.Sort(positions)
	slices.Reverse(positions)
	return positions
}

// cost is what a move threw away, as far as is known: nothing where it was the engine's own.
func (s *Study) cost(ply int) float64 {
	before, after := &s.looks[ply], &s.looks[ply+1]
	if before.Pass == 0 || after.Pass == 0 || len(before.Line) > 0 && before.Line[0] == s.rec.Moves[ply] {
		return 0
	}
	return max(before.Chance-(1-after.Chance), 0)
}

// sacrifices reports whether a move is the engine's own and gives a piece away.
func (s *Study) sacrifices(ply int) bool {
	l := &s.looks[ply]
	return len(l.Line) > 0 && l.Line[0] == s.rec.Moves[ply] && l.Chance <= brilliantBefore &&
		slices.Contains(s.shot(ply, l.Line).Motifs, pattern.Qizi)
}

// shot is what a line comes to that begins in the position before a ply.
func (s *Study) shot(ply int, line []board.Move) pattern.Shot {
	rec := board.Record{Start: s.rec.Start, Moves: append(slices.Clone(s.rec.Moves[:ply]), line...)}
	return pattern.ShotAt(&rec, ply)
}

// stored is a study as it is written down.
type stored struct {
	Plan  Plan     `json:"plan"`
	Code  string   `json:"rules"`
	Start string   `json:"start"`
	Moves []string `json:"moves"`
	Looks []Look   `json:"looks"`
	Left  []int    `json:"left,omitempty"`
	Short []int    `json:"short,omitempty"`
	Pass  int      `json:"pass"`
	Done  int      `json:"done"`
}

// MarshalJSON writes the study down.
func (s *Study) MarshalJSON() ([]byte, error) {
	data := stored{Plan: s.plan, Code: s.code.String(), Start: s.rec.Start.FEN(), Looks: s.looks,
		Left: s.left, Short: s.short, Pass: s.pass, Done: s.done}
	for _, m := range s.rec.Moves {
		data.Moves = append(data.Moves, m.String())
	}
	return json.Marshal(data)
}

// UnmarshalJSON reads a study. What could not have been written is refused.
func (s *Study) UnmarshalJSON(text []byte) error {
	var data stored
	if err := json.Unmarshal(text, &data); err != nil {
		return fmt.Errorf("study: %w", err)
	}
	start, err := board.ParseFEN(data.Start)
	if err != nil {
		return fmt.Errorf("study: %w", err)
	}
	code, err := rules.ParseCode(data.Code)
	if err != nil {
		return fmt.Errorf("study: %w", err)
	}
	rec := board.Record{Start: start}
	for _, text := range data.Moves {
		m, err := board.ParseMove(text)
		if err == nil {
			err = rec.Play(m)
		}
		if err != nil {
			return fmt.Errorf("study: %w", err)
		}
	}
	read, err := New(&rec, data.Plan, code)
	if err != nil {
		return err
	}
	if len(data.Looks) != len(read.looks) || data.Pass < 1 || data.Pass > 3 || data.Done < 0 {
		return fmt.Errorf("study: %d looks at %d positions in pass %d", len(data.Looks), len(read.looks), data.Pass)
	}
	for i, l := range data.Looks {
		if len(l.Line) > maxLine {
			return fmt.Errorf("study: position %d: a line of %d moves", i, len(l.Line))
		}
		line := board.Record{Start: start, Moves: slices.Clone(rec.Moves[:i])}
		if err := line.Play(l.Line...); err != nil {
			return fmt.Errorf("study: position %d: %w", i, err)
		}
	}
	for _, i := range slices.Concat(data.Left, data.Short) {
		if i < 0 || i >= len(read.looks) {
			return fmt.Errorf("study: there is no position %d among %d", i, len(read.looks))
		}
	}
	read.looks, read.left, read.short, read.pass, read.done = data.Looks, data.Left, data.Short, data.Pass, data.Done
	*s = *read
	return nil
}
