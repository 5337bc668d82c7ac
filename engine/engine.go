package engine

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"time"

	"xiangqibot/engine/board"
	"xiangqibot/engine/book"
	"xiangqibot/engine/endgame"
	"xiangqibot/engine/eval"
	"xiangqibot/engine/eval/classical"
	"xiangqibot/engine/search"
)

// Limits bounds an analysis, Info reports its progress, and Result is what it found.
type (
	Limits = search.Limits
	Info   = search.Info
	Result = search.Result
)

// Options configures an engine. The zero value is ready to use.
type Options struct {
	// HashMB is the size of the transposition table in megabytes; 0 means DefaultHashMB.
	HashMB int
	// Evaluation evaluates positions; nil means the hand-written evaluation with its standard weights. The strengths of
	// the levels were measured with the standard network.
	Evaluation eval.Factory
	// Params are the search parameters; nil means the standard ones.
	Params *search.Params
	// Tables are the endgame tables; nil means none. Tables may be added while the engine plays. Analyses use them, and
	// so do the levels that never play a hasty move.
	Tables *endgame.Tables
	// RandSource decides which of several book moves the engine plays and what a low level overlooks. The same source
	// gives the same games. Nil means an unpredictable source.
	RandSource rand.Source
}

// DefaultHashMB is the default size of the transposition table, in megabytes.
const DefaultHashMB = 64

// Choice is the move that the engine plays.
type Choice struct {
	Move board.Move
	// Score is the engine's evaluation in centipawns, from its own side. It is 0 for a book move.
	Score int
	// Mate is the number of moves in which the engine mates, negative if it is mated, 0 if no mate was found, as in
	// Info.
	Mate int
	// BestScore and BestMate are the same for the best move found, which a low level may not play.
	BestScore int
	BestMate  int
	Depth     int
	Nodes     uint64
	FromBook  bool
}

// ErrGameOver is returned for a position without a legal move.
var ErrGameOver = errors.New("engine: the side to move has no legal move")

// Engine searches one position at a time. It is not safe for concurrent use.
type Engine struct {
	searcher   *search.Searcher
	threads    int
	evaluation eval.Factory
	params     *search.Params // nil: the standard ones
	tables     *endgame.Tables
	rng        *rand.Rand
}

// New makes an engine.
func New(o Options) *Engine {
	if o.HashMB == 0 {
		o.HashMB = DefaultHashMB
	}
	if o.RandSource == nil {
		o.RandSource = rand.NewPCG(rand.Uint64(), rand.Uint64())
	}
	if o.Evaluation == nil {
		o.Evaluation = classical.NewEvaluator
	}
	e := &Engine{
		threads: 1, evaluation: o.Evaluation, params: o.Params, tables: o.Tables, rng: rand.New(o.RandSource),
	}
	e.resetSearcher(search.NewTable(o.HashMB))
	return e
}

// resetSearcher makes a new searcher with the current settings and the given table.
func (e *Engine) resetSearcher(table *search.Table) {
	e.searcher = search.New(table, e.threads, e.evaluation)
	if e.params != nil {
		e.searcher.SetParams(*e.params)
	}
}

// SetParams sets the search parameters and clears the table.
func (e *Engine) SetParams(p search.Params) {
	e.params = &p
	e.searcher.SetParams(p)
}

// SetEvaluation sets what evaluates positions; nil means the hand-written evaluation. It clears the table.
func (e *Engine) SetEvaluation(f eval.Factory) {
	if f == nil {
		f = classical.NewEvaluator
	}
	e.evaluation = f
	e.resetSearcher(e.searcher.Table())
	e.searcher.Clear()
}

// SetHash replaces the transposition table by an empty one of another size, in megabytes.
func (e *Engine) SetHash(megabytes int) {
	e.searcher = nil
	runtime.GC() // the old table may be most of the memory: without this, both would be held
	e.resetSearcher(search.NewTable(megabytes))
}

// SetThreads sets the number of threads of each search.
func (e *Engine) SetThreads(n int) {
	e.threads = max(n, 1)
	e.resetSearcher(e.searcher.Table())
}

// SetTables sets the endgame tables; nil removes them.
func (e *Engine) SetTables(t *endgame.Tables) { e.tables = t }

// Clear discards everything learned from earlier searches. The next search is then the same as a new engine's.
func (e *Engine) Clear() { e.searcher.Clear() }

// Terms returns the terms of the hand-written evaluation of p, with its standard weights. The score, in centipawns for
// the side to move, is that of the current evaluation.
func (e *Engine) Terms(p *board.Position) (score int, terms [5]classical.Term) {
	evaluator := e.evaluation()
	evaluator.Reset(p)
	return evaluator.Score(p), classical.New().Terms(p)
}

// Analyze searches the last position of the record until a limit is reached or ctx ends, and returns what it has found.
// An interrupted search is not an error; ctx has ended in that case. progress, which may be nil, is called with every
// line of every finished iteration. If the side to move has already lost, Best is NoMove.
func (e *Engine) Analyze(ctx context.Context, rec *board.Record, limits Limits, progress func(Info)) (Result, error) {
	if err := checkLegal(rec, limits.SearchMoves); err != nil {
		return Result{}, err
	}
	if limits.Tables == nil {
		limits.Tables = e.tables
	}
	return e.searcher.Run(withoutDeadline{ctx}, rec, limits, progress), nil //nolint:contextcheck // it is ctx
}

// withoutDeadline is a context that hides its deadline. A search that knows a deadline stops by the clock, possibly
// before the context has ended: on a busy machine the context's timer fires late. The caller would then take an
// interrupted search for a complete one.
type withoutDeadline struct{ context.Context }

// Deadline reports that there is none.
func (withoutDeadline) Deadline() (deadline time.Time, ok bool) { return time.Time{}, false }

// checkLegal returns an error for moves that are not legal in the last position of the record.
func checkLegal(rec *board.Record, moves []board.Move) error {
	p := rec.Position()
	for _, m := range moves {
		if !p.IsLegal(m) {
			return fmt.Errorf("engine: searchmoves: %s is not legal in %s", m, p.FEN())
		}
	}
	return nil
}

// Play returns the move that an opponent of the given level plays in the last position of the record. The limits apply
// in addition to those of the level, except MultiPV and Tables, which the level decides; all moves named in them must be
// legal. When ctx ends, Play returns the best move so far.
func (e *Engine) Play(ctx context.Context, rec *board.Record, level Level, limits Limits) (Choice, error) {
	if err := checkLegal(rec, limits.SearchMoves); err != nil {
		return Choice{}, err
	}
	profile, err := level.profile()
	if err != nil {
		return Choice{}, err
	}
	p := rec.Position()
	if !p.HasLegalMove() {
		return Choice{}, ErrGameOver
	}
	if len(limits.SearchMoves) == 0 {
		if choice, ok := fromBook(book.Standard(), rec, profile, e.rng); ok {
			return choice, nil
		}
	}
	return e.play(ctx, rec, profile, limits), nil
}

// fromBook picks a book move in the last position of the record, if the profile still uses the book at that ply. It
// skips moves that repeat a position of the game: theory never repeats positions, and only a search can decide whether
// a repetition is allowed.
func fromBook(known *book.Book, rec *board.Record, profile profile, rng *rand.Rand) (Choice, bool) {
	if len(rec.Moves) >= profile.bookPlies {
		return Choice{}, false
	}
	p := rec.Position()
	moves := known.Moves(&p)
	if len(moves) == 0 {
		return Choice{}, false
	}
	had := make(map[uint64]bool, len(rec.Moves))
	for _, q := range rec.Positions() {
		had[q.Hash()] = true
	}
	m, ok := book.PickWeighted(slices.DeleteFunc(moves, func(m book.Move) bool {
		after := p
		after.Make(m.Move)
		return had[after.Hash()]
	}), rng)
	return Choice{Move: m, FromBook: true}, ok
}
