// Package grow builds an opening book around lines of theory.
//
// A [Plan] holds the settings. The engine searches every position along the lines, with several moves in each
// (MultiPV). Then it expands the replies that are nearly as good as the best, most probable positions first, until the
// book has the planned number of positions.
//
// The same plan gives the same book: every position is searched to a fixed depth with an empty transposition table.
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
	"xiangqibot/engine/search"
)

// Plan holds the settings for building a book.
type Plan struct {
	Theory []book.Line
	// Depth is how far each position is searched, in plies.
	Depth int
	// Evaluation is that of the search.
	Evaluation eval.Factory
	// Positions is the number of positions of the book.
	Positions int
	// Progress, which may be nil, is called after each position with the number done.
	Progress func(done int)
}

const (
	// lines is the number of moves compared (MultiPV), in addition to those of theory.
	lines = 5
	// playMargin and followMargin are how much worse than the best a move may be, in centipawns, to be played; and to
	// be expanded, so that the book has a reply to it. A move of theory is played and expanded up to theoryMargin.
	playMargin, followMargin, theoryMargin = 25, 60, 200
	// temperature is the softmax temperature of the weights, in centipawns: a move worse than the best by that much is
	// played about a third as often. theoryBonus is the additional weight of the main line of theory, relative to that
	// of a best move outside theory. As a search sees little of what masters know, the bonus falls to about a third
	// only for a move that is worse by theoryMargin.
	temperature, theoryBonus = 25.0, 4.0
)

// Validate reports what is wrong with the plan.
func (p *Plan) Validate() error {
	switch {
	case p.Depth < 1:
		return fmt.Errorf("grow: depth %d: want at least one", p.Depth)
	case p.Positions < 1:
		return fmt.Errorf("grow: %d positions: want at least one", p.Positions)
	}
	return nil
}

// hashMB is the size of the transposition table. Searches are short: a larger one would only take longer to clear.
const hashMB = 16

// Constants of the estimated probability of a position. It falls with every ply, since games use a book from the start;
// and players who leave theory play the best of the other moves about as often as all the rest.
const (
	plyDiscount      = 0.85
	offTheory        = 0.5
	replyTemperature = 40 // loss in centipawns at which an answer is about a third as likely
)

// Grow searches the positions of a valid plan and builds the book. If ctx ends first, it returns its error.
func (p *Plan) Grow(ctx context.Context) (*book.Book, error) {
	g := p.newGrower()
	start := board.StartPosition()
	g.frontier = []candidate{{key: book.KeyOf(&start), theory: true, probability: 1}}
	for len(g.frontier) > 0 && len(g.grown) < p.Positions {
		next := g.take()
		if g.has(next.key) {
			continue
		}
		study := g.search(ctx, next.key)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		g.grown[next.key] = study
		g.expand(next, study)
		if p.Progress != nil {
			p.Progress(len(g.grown))
		}
	}
	return g.book(), nil
}

func (p *Plan) newGrower() *grower {
	return &grower{
		plan: p, searcher: search.New(search.NewTable(hashMB), 1, p.Evaluation),
		theory: theoryOf(p.Theory), grown: map[book.Key]analysis{},
	}
}

// A theory holds for each move of a position the total weight of the lines that contain it.
type theory map[board.Move]int

// theoryOf collects the moves of the lines by position.
func theoryOf(lines []book.Line) map[book.Key]theory {
	known := make(map[book.Key]theory)
	for _, line := range lines {
		p := board.StartPosition()
		for _, m := range line.Moves {
			k, normal := book.Canonical(&p, m)
			if known[k] == nil {
				known[k] = make(theory)
			}
			known[k][normal] += line.Weight
			p.Make(m)
		}
	}
	return known
}

// missing returns the theory moves that an analysis lacks, in the order of moves.
func (t theory) missing(s analysis) []board.Move {
	return slices.DeleteFunc(slices.Sorted(maps.Keys(t)), func(m board.Move) bool {
		return slices.ContainsFunc(s, func(f book.Move) bool { return f.Move == m })
	})
}

// share is the weight of a move relative to the main line: 1 for the main line, 0 for a move outside theory.
func (t theory) share(m board.Move) float64 {
	if len(t) == 0 {
		return 0
	}
	return float64(t[m]) / float64(slices.Max(slices.Collect(maps.Values(t))))
}

// grower is the state of a run.
type grower struct {
	plan     *Plan
	searcher *search.Searcher
	theory   map[book.Key]theory
	grown    map[book.Key]analysis
	frontier []candidate // in the order in which they were seen
}

// analysis is the search result of a position: its moves without weights, the best first.
type analysis []book.Move

// candidate is a position that may be added to the book.
type candidate struct {
	key         book.Key
	theory      bool    // a line of theory goes through it: it grows before all others
	probability float64 // how likely it comes up, beside the start position with 1
}

// take removes the next candidate from the frontier and returns it: theory first, then the likeliest, then the one that
// was seen first.
func (g *grower) take() candidate {
	best := 0
	for i := range g.frontier {
		if c, b := &g.frontier[i], &g.frontier[best]; c.theory && !b.theory || c.theory == b.theory && c.probability > b.probability {
			best = i
		}
	}
	next := g.frontier[best]
	g.frontier = slices.Delete(g.frontier, best, best+1)
	return next
}

// search compares the best moves of a position, and those of theory.
func (g *grower) search(ctx context.Context, k book.Key) analysis {
	p := k.Position()
	var among []board.Move
	if k.Symmetric() { // of two mirrored moves one is enough
		among = slices.DeleteFunc(p.LegalMoves(nil), func(m board.Move) bool { return book.Mirror(m) > m })
	}
	study := g.compare(ctx, p, lines, among)
	if missing := g.theory[k].missing(study); len(missing) > 0 {
		study = append(study, g.compare(ctx, p, len(missing), missing)...)
	}
	slices.SortStableFunc(study, func(x, y book.Move) int { return y.Score - x.Score })
	return study
}

// compare scores the best moves of a position, at most so many, among the given ones, or among all if none are given.
func (g *grower) compare(ctx context.Context, p board.Position, most int, moves []board.Move) (found analysis) {
	g.searcher.Clear()
	result := g.searcher.Run(ctx, &board.Record{Start: p}, search.Limits{Depth: g.plan.Depth, MultiPV: most, SearchMoves: moves}, nil)
	for _, line := range result.Lines {
		found = append(found, book.Move{Move: line.PV[0], Score: line.Score})
	}
	return found
}

// expand adds the positions after the good moves of a position to the frontier.
func (g *grower) expand(from candidate, study analysis) {
	lore, best := g.theory[from.key], study[0].Score
	for _, f := range study {
		behind := best - f.Score
		likely := from.probability * plyDiscount
		believed := lore[f.Move] > 0 && behind <= theoryMargin
		switch {
		case believed:
		case behind <= followMargin:
			likely *= offTheory * math.Exp(-float64(behind)/replyTemperature)
		default:
			continue
		}
		p := from.key.Position()
		p.Make(f.Move)
		if k := book.KeyOf(&p); !g.has(k) && p.HasLegalMove() {
			g.frontier = append(g.frontier, candidate{k, believed, likely})
		}
	}
}

// book builds the book from the analyzed positions.
func (g *grower) book() *book.Book {
	b := book.New()
	for k, study := range g.grown {
		lore, best := g.theory[k], study[0].Score
		p := k.Position()
		var moves []book.Move
		for _, m := range study {
			behind := best - m.Score
			if behind <= playMargin || lore[m.Move] > 0 && behind <= theoryMargin {
				m.Weight = weigh(behind, lore.share(m.Move))
			} else {
				after := p
				after.Make(m.Move)
				if !g.has(book.KeyOf(&after)) {
					continue // the book has no reply
				}
			}
			moves = append(moves, m)
		}
		b.Set(&p, moves)
	}
	return b
}

// weigh returns the weight of a move that loses so many centipawns against the best and has that share of theory.
func weigh(loss int, share float64) int {
	weight := math.Exp(-float64(loss) / temperature)
	if share > 0 {
		weight += theoryBonus * share * math.Exp(-float64(loss)/theoryMargin)
	}
	return max(1, int(math.Round(fullWeight*weight)))
}

// fullWeight is the weight of a best move outside theory.
const fullWeight = 1000

func (g *grower) has(k book.Key) bool {
	_, ok := g.grown[k]
	return ok
}
