// Package grow makes an opening book around lines of theory.
//
// A [Plan] says how. The engine searches every position along the lines, both sides' moves, and compares several moves
// in each; then it follows the answers that are nearly as good as the best, the likeliest first, until the book has as
// many positions as planned. What a search finds goes into a [Journal] at once, and an interrupted plan continues from
// there.
//
//	journal, err := grow.OpenJournal("book.journal")
//	b, err := plan.Grow(ctx, journal)
//
// The same plan and journal give the same book: every position is searched to a fixed depth with a table that knows
// nothing. What the journal knows is taken as it is if it has at least the effort that is asked for; so lines may be
// added and weights changed without searching anything twice, and a book may be grown first and deepened later, the
// likeliest positions first.
package grow

import (
	"context"
	"fmt"
	"maps"
	"math"
	"slices"

	"xiangqibot/engine/board"
	"xiangqibot/engine/book"
	"xiangqibot/engine/eval"
	"xiangqibot/engine/eval/classical"
	"xiangqibot/engine/search"
)

// Effort is what is spent on a position.
type Effort struct {
	// Depth is how far each position is searched, in plies.
	Depth int `json:"depth"`
	// Lines is how many moves are compared in each, besides those of theory.
	Lines int `json:"lines"`
	// Eval names what judges the positions: a network by its file and checksum. Empty is the hand-written evaluation.
	Eval string `json:"eval,omitempty"`
}

// covers reports whether what was found with an effort is at least what another one would find.
func (e Effort) covers(other Effort) bool {
	return e.Depth >= other.Depth && e.Lines >= other.Lines && e.Eval == other.Eval
}

// Plan says how a book is grown.
type Plan struct {
	Theory []book.Line
	Effort Effort
	// Evaluation is what Effort.Eval names; nil is the hand-written evaluation.
	Evaluation eval.Factory
	// Positions is how many positions the book is to have.
	Positions int
	// Play, Follow and Believe are how far behind the best move another one may be, in centipawns: to be played; to be
	// followed as an answer to which the book has a reply; and to be played because theory does.
	Play, Follow, Believe int
	// Softness, in centipawns, is how far behind a move is that is played about a third as often as the best. Faith is how
	// much more than that the main line of theory weighs. A search sees little of what masters know: faith in a move of
	// theory shrinks to about a third only where it is Believe behind.
	Softness, Faith float64
	// Progress, which may be nil, is called after each position with how many are done, and how many of them the journal
	// knew.
	Progress func(done, known int)
}

// Standard is the plan of the book that is part of the program.
func Standard() Plan {
	return Plan{
		Theory: book.Theory(), Effort: Effort{Depth: 9, Lines: 5}, Positions: 4000,
		Play: 25, Follow: 60, Believe: 200, Softness: 25, Faith: 4,
	}
}

// Validate tells what is wrong with the plan.
func (p *Plan) Validate() error {
	switch {
	case p.Effort.Depth < 1 || p.Effort.Lines < 1:
		return fmt.Errorf("grow: depth %d and %d lines: want one of each at least", p.Effort.Depth, p.Effort.Lines)
	case p.Positions < 1:
		return fmt.Errorf("grow: %d positions: want one at least", p.Positions)
	case p.Play < 0 || p.Follow < p.Play || p.Believe < 0:
		return fmt.Errorf("grow: moves up to %d behind are played, up to %d followed, up to %d believed: want 0 or more, and to follow what is played", p.Play, p.Follow, p.Believe)
	case p.Softness <= 0 || p.Faith < 0:
		return fmt.Errorf("grow: softness %g and faith %g: want more than 0, and 0 or more", p.Softness, p.Faith)
	}
	return nil
}

// hashMB is the table of a search. The searches are short: a larger one would only take longer to clear.
const hashMB = 16

// What growing thinks of how likely a position is. A book is used from the start on, so what lies deeper is worth less;
// and players who leave theory play the best of the other moves about as often as all the rest.
const (
	perPly  = 0.85
	offPath = 0.5
	spread  = 40 // centipawns behind at which an answer is about a third as likely
)

// Grow searches what the journal lacks and makes the book. If ctx ends first, it returns its error; what was found is
// in the journal.
func (p *Plan) Grow(ctx context.Context, j *Journal) (*book.Book, error) {
	if err := p.Validate(); err != nil {
		return nil, err
	}
	evaluation := p.Evaluation
	if evaluation == nil {
		evaluation = classical.NewEvaluator
	}
	g := &grower{
		plan: p, searcher: search.New(search.NewTable(hashMB), 1, evaluation), theory: theoryOf(p.Theory), grown: make(map[book.Key]Study),
	}
	start := board.StartPosition()
	g.frontier.add(bud{key: book.KeyOf(&start), theory: true, likely: 1})
	for known := 0; len(g.frontier) > 0 && len(g.grown) < p.Positions; {
		next := g.frontier.take()
		if g.has(next.key) {
			continue
		}
		study, searched := g.search(ctx, next.key, j.studies[next.key])
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if !searched {
			known++
		} else if err := j.keep(next.key, study); err != nil {
			return nil, err
		}
		g.grown[next.key] = study
		g.follow(next, study)
		if p.Progress != nil {
			p.Progress(len(g.grown), known)
		}
	}
	return g.book(), nil
}

// A theory says how much the lines weigh that go through the moves of a position.
type theory map[board.Move]int

// theoryOf gathers the lines by positions.
func theoryOf(lines []book.Line) map[book.Key]theory {
	known := make(map[book.Key]theory)
	for _, line := range lines {
		p := board.StartPosition()
		for _, m := range line.Moves {
			k, normal := book.Normal(&p, m)
			if known[k] == nil {
				known[k] = make(theory)
			}
			known[k][normal] += line.Weight
			p.Make(m)
		}
	}
	return known
}

// missing lists the moves of theory about which a study says nothing, in the order of moves.
func (t theory) missing(s Study) []board.Move {
	var moves []board.Move
	for _, m := range slices.Sorted(maps.Keys(t)) {
		if _, ok := s.of(m); !ok {
			moves = append(moves, m)
		}
	}
	return moves
}

// share is how much of the theory of a position a move is: 1 for the main line, 0 for a move outside theory.
func (t theory) share(m board.Move) float64 {
	if len(t) == 0 {
		return 0
	}
	return float64(t[m]) / float64(slices.Max(slices.Collect(maps.Values(t))))
}

// grower is a book as it grows.
type grower struct {
	plan     *Plan
	searcher *search.Searcher
	theory   map[book.Key]theory
	grown    map[book.Key]Study
	frontier frontier
	buds     int // how many have been on the frontier
}

// search adds to a study what the plan asks for and it lacks: the best moves of a position, and those of theory. It
// reports whether it had to search.
func (g *grower) search(ctx context.Context, k book.Key, study Study) (_ Study, searched bool) {
	p := k.Position()
	if !study.covers(g.plan.Effort) {
		var among []board.Move
		if k.Symmetric() { // of two mirrored moves one is enough
			among = slices.DeleteFunc(p.LegalMoves(nil), func(m board.Move) bool { return book.Mirror(m) > m })
		}
		study = Study{g.plan.Effort, g.compare(ctx, p, g.plan.Effort, among)}
		searched = true
	}
	if missing := g.theory[k].missing(study); len(missing) > 0 {
		study.Findings = append(slices.Clip(study.Findings), g.compare(ctx, p, Effort{Depth: study.Depth, Lines: len(missing)}, missing)...)
		searched = true
	}
	slices.SortStableFunc(study.Findings, func(x, y Finding) int { return y.Score - x.Score })
	return study, searched
}

// compare scores the best moves of a position, as many as the effort says; it looks at no others than those given, or
// at all if none are.
func (g *grower) compare(ctx context.Context, p board.Position, effort Effort, moves []board.Move) []Finding {
	g.searcher.Clear()
	result := g.searcher.Run(ctx, &board.Record{Start: p}, search.Limits{Depth: effort.Depth, MultiPV: effort.Lines, SearchMoves: moves}, nil)
	var found []Finding
	for _, line := range result.Lines {
		found = append(found, Finding{line.PV[0], line.Score})
	}
	return found
}

// follow puts the positions behind the good moves of a position on the frontier.
func (g *grower) follow(from bud, study Study) {
	lore, best := g.theory[from.key], study.Findings[0].Score
	for _, f := range study.Findings {
		behind := best - f.Score
		likely := from.likely * perPly
		believed := lore[f.Move] > 0 && behind <= g.plan.Believe
		switch {
		case believed:
		case behind <= g.plan.Follow:
			likely *= offPath * math.Exp(-float64(behind)/spread)
		default:
			continue
		}
		p := from.key.Position()
		p.Make(f.Move)
		if k := book.KeyOf(&p); !g.has(k) && p.HasLegalMove() {
			g.buds++
			g.frontier.add(bud{k, believed, likely, g.buds})
		}
	}
}

// book makes the book of what has grown.
func (g *grower) book() *book.Book {
	b := book.New()
	for k, study := range g.grown {
		lore, best := g.theory[k], study.Findings[0].Score
		p := k.Position()
		var moves []book.Move
		for _, f := range study.Findings {
			behind := best - f.Score
			m := book.Move{Move: f.Move, Score: f.Score}
			if behind <= g.plan.Play || lore[f.Move] > 0 && behind <= g.plan.Believe {
				m.Weight = g.weigh(behind, lore.share(f.Move))
			} else if q := p; !g.replies(&q, f.Move) {
				continue
			}
			moves = append(moves, m)
		}
		b.Set(&p, moves)
	}
	return b
}

// weigh is how often a move is played that is so far behind the best, of which theory has that share.
func (g *grower) weigh(behind int, share float64) int {
	weight := math.Exp(-float64(behind) / g.plan.Softness)
	if share > 0 {
		weight += g.plan.Faith * share * math.Exp(-float64(behind)/float64(max(g.plan.Believe, 1)))
	}
	return max(1, int(math.Round(fullWeight*weight)))
}

// fullWeight is the weight of a best move outside theory.
const fullWeight = 1000

// replies reports whether the book has a reply to a move.
func (g *grower) replies(p *board.Position, m board.Move) bool {
	p.Make(m)
	return g.has(book.KeyOf(p))
}

func (g *grower) has(k book.Key) bool {
	_, ok := g.grown[k]
	return ok
}
