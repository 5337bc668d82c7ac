package engine

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"time"

	"xiangqibot/engine/board"
	"xiangqibot/engine/book"
	"xiangqibot/engine/endgame"
	"xiangqibot/engine/eval"
	"xiangqibot/engine/eval/classical"
	"xiangqibot/engine/eval/nnue"
	"xiangqibot/engine/rules"
	"xiangqibot/engine/search"
)

// Limits says how much an analysis may search, Info how far it has come, and Result what it found.
type (
	Limits = search.Limits
	Info   = search.Info
	Result = search.Result
)

// Options says what an engine is made of. The zero value is fine.
type Options struct {
	// HashMB is the size of the table in megabytes; 0 means DefaultHashMB. With a network there is a second one of a
	// quarter of that, once a strength is asked for that judges by hand.
	HashMB int
	// Threads is the number of threads of one search; 0 means one.
	Threads int
	// Evaluation is what the engine judges positions by; nil means the hand-written one with its standard weights.
	Evaluation eval.Factory
	// Network takes the place of Evaluation in analyses and where [Level.JudgesByNetwork]; nil means none. The strengths
	// below always judge by hand: they were measured so.
	Network *nnue.Network
	// Params are the numbers of its search; nil means the standard ones.
	Params *search.Params
	// Tables are the endings that the engine knows for certain. More may be added to them while it plays. Nil means none.
	// Analyses use them, and the strengths that are never hasty.
	Tables *endgame.Tables
	// Chance is where the engine takes its dice from: which of several book moves it plays, and what a weak strength
	// overlooks. The same source gives the same games. Nil means an unpredictable source.
	Chance rand.Source
}

// DefaultHashMB is the size of the table when nothing is said, in megabytes.
const DefaultHashMB = 64

// Choice is the move that the engine plays.
type Choice struct {
	Move board.Move
	// Score is what the engine thinks of its position, in centipawns for its own side. It is 0 for a move from the book.
	Score int
	// Mate is the number of moves in which the engine mates, negative if it is mated, 0 if no mate is in sight, as in
	// Info.
	Mate int
	// BestScore and BestMate are the same for the best move that was found, which a weak strength need not play.
	BestScore int
	BestMate  int
	Depth     int
	Nodes     uint64
	FromBook  bool
}

// ErrGameOver is returned when a move is asked for and there is none.
var ErrGameOver = errors.New("engine: the side to move has no legal move")

// Engine thinks about one position at a time. Its methods may be called from several goroutines; they wait for each
// other.
type Engine struct {
	mu       sync.Mutex
	searcher *search.Searcher
	// lower is the searcher of the strengths that judge by hand where there is a network, nil until it is needed.
	lower   *search.Searcher
	threads int
	eval    eval.Factory
	network *nnue.Network
	params  *search.Params // nil: the standard ones
	tables  *endgame.Tables
	dice    *rand.Rand
	book    *book.Book
}

// New makes an engine.
func New(o Options) *Engine {
	if o.HashMB == 0 {
		o.HashMB = DefaultHashMB
	}
	if o.Chance == nil {
		o.Chance = rand.NewPCG(rand.Uint64(), rand.Uint64())
	}
	if o.Evaluation == nil {
		o.Evaluation = classical.NewEvaluator
	}
	e := &Engine{
		threads: max(o.Threads, 1), eval: o.Evaluation, network: o.Network, params: o.Params, tables: o.Tables,
		dice: rand.New(o.Chance), book: book.Standard(),
	}
	e.renew(search.NewTable(o.HashMB))
	return e
}

// evaluator makes an evaluator of the evaluation that is set.
func (e *Engine) evaluator() eval.Evaluator {
	if e.network != nil {
		return nnue.New(e.network)
	}
	return e.eval()
}

// renew makes a new searcher with what is set and that table.
func (e *Engine) renew(table *search.Table) {
	e.searcher, e.lower = e.newSearcher(table, e.evaluator), nil
}

// newSearcher makes a searcher with the numbers that are set.
func (e *Engine) newSearcher(table *search.Table, evaluator eval.Factory) *search.Searcher {
	s := search.New(table, e.threads, evaluator)
	if e.params != nil {
		s.SetParams(*e.params)
	}
	return s
}

// searcherOf returns the searcher that a strength thinks with.
func (e *Engine) searcherOf(pr profile) *search.Searcher {
	if e.network == nil || pr.networkNodes > 0 {
		return e.searcher
	}
	if e.lower == nil {
		// A table of its own: scores of one evaluation mean nothing to the other.
		e.lower = e.newSearcher(search.NewTable(e.searcher.Table().Megabytes()/4), e.eval)
	}
	return e.lower
}

// Network is the network that the engine judges by, nil if there is none.
func (e *Engine) Network() *nnue.Network {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.network
}

// SetParams gives the search other numbers. What was learned with the old ones is lost.
func (e *Engine) SetParams(p search.Params) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.params, e.lower = &p, nil
	e.searcher.SetParams(p)
}

// SetNetwork gives the engine another network, or with nil the evaluation that it was made with. What was learned with
// another evaluation is lost.
func (e *Engine) SetNetwork(n *nnue.Network) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.network = n
	e.renew(e.searcher.Table())
	e.searcher.Clear()
}

// SetHash gives the engine a table of another size, in megabytes. What the old one knew is lost.
func (e *Engine) SetHash(megabytes int) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.searcher, e.lower = nil, nil
	runtime.GC() // the old table may be most of the memory: without this both would be held
	e.renew(search.NewTable(megabytes))
}

// SetThreads gives each search another number of threads.
func (e *Engine) SetThreads(n int) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.threads = max(n, 1)
	e.renew(e.searcher.Table())
}

// SetTables gives the engine other endgame tables; nil removes them.
func (e *Engine) SetTables(t *endgame.Tables) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.tables = t
}

// Clear forgets all that was learned from earlier searches. The next one is then the same as a new engine's.
func (e *Engine) Clear() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.searcher.Clear()
	if e.lower != nil {
		e.lower.Clear()
	}
}

// Analyze searches the last position of the record until a limit is met or ctx ends, and tells what it found by then;
// being cut off is no error, but ctx has ended then. progress, which may be nil, is called with every line of every
// finished iteration. In a position that is lost already, Best is NoMove.
func (e *Engine) Analyze(ctx context.Context, rec *board.Record, limits Limits, progress func(Info)) (Result, error) {
	if err := mustBeLegal(rec, limits.SearchMoves); err != nil {
		return Result{}, err
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if limits.Tables == nil {
		limits.Tables = e.tables
	}
	return e.searcher.Run(undated{ctx}, rec, limits, progress), nil //nolint:contextcheck // it is ctx
}

// undated is a context that keeps its deadline to itself. A search that knows a deadline ends by the clock, which may be
// before the context has ended: its timer comes late where the processors are busy. What was cut off would pass for whole.
type undated struct{ context.Context }

// Deadline tells of none.
func (undated) Deadline() (deadline time.Time, ok bool) { return time.Time{}, false }

// mustBeLegal refuses moves that cannot be played in the last position of the record.
func mustBeLegal(rec *board.Record, moves []board.Move) error {
	p := rec.Position()
	for _, m := range moves {
		if !p.IsLegal(m) {
			return fmt.Errorf("engine: searchmoves: %s is not legal in %s", m, p.FEN())
		}
	}
	return nil
}

// Choose picks the move that an opponent of that strength plays in the last position of the record, in a game that is
// judged by the code; its zero value means rules.Asian. Its work is bounded by the strength, and by ctx: a deadline
// makes it answer with what it has, a cancellation makes it return the context's error.
func (e *Engine) Choose(ctx context.Context, rec *board.Record, code rules.Code, level Level) (Choice, error) {
	return e.choose(ctx, rec, level, Limits{Code: code})
}

// Play is Choose for a program that keeps the time: the limits hold beside what bounds the strength, but for Lines and
// Tables, which the strength decides, and a cancellation makes it answer with what it has. Where the limits name moves,
// each must be legal.
func (e *Engine) Play(ctx context.Context, rec *board.Record, level Level, limits Limits) (Choice, error) {
	if err := mustBeLegal(rec, limits.SearchMoves); err != nil {
		return Choice{}, err
	}
	profile, err := level.profile()
	if err != nil {
		return Choice{}, err
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.chooseNow(ctx, rec, profile, limits)
}

// choose is Choose with limits that go below those of the strength.
func (e *Engine) choose(ctx context.Context, rec *board.Record, level Level, limits Limits) (Choice, error) {
	profile, err := level.profile()
	if err != nil {
		return Choice{}, err
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if errors.Is(ctx.Err(), context.Canceled) {
		return Choice{}, ctx.Err()
	}
	choice, err := e.chooseNow(ctx, rec, profile, limits)
	if err == nil && !choice.FromBook && errors.Is(ctx.Err(), context.Canceled) {
		return Choice{}, ctx.Err()
	}
	return choice, err
}

// chooseNow takes a move from the book or searches for one; e is locked.
func (e *Engine) chooseNow(ctx context.Context, rec *board.Record, profile profile, limits Limits) (Choice, error) {
	p := rec.Position()
	if !p.HasLegalMove() {
		return Choice{}, ErrGameOver
	}
	if len(limits.SearchMoves) == 0 {
		if choice, ok := fromBook(e.book, rec, profile, e.dice); ok {
			return choice, nil
		}
	}
	return e.play(ctx, rec, profile, limits), nil
}

// fromBook draws a move that the book knows in the last position of the record, if the strength still plays by the book
// there. A move that repeats a position of the game is left out: theory never goes in cycles, and whether a cycle is
// allowed only a search can judge.
func fromBook(known *book.Book, rec *board.Record, profile profile, dice *rand.Rand) (Choice, bool) {
	if len(rec.Moves) >= profile.bookPlies {
		return Choice{}, false
	}
	p := rec.Position()
	moves := known.Moves(&p)
	if len(moves) == 0 {
		return Choice{}, false
	}
	had := make(map[uint64]bool, len(rec.Moves))
	q := rec.Start
	for _, m := range rec.Moves {
		had[q.Hash()] = true
		q.Make(m)
	}
	m, ok := book.Draw(slices.DeleteFunc(moves, func(m book.Move) bool {
		after := p
		after.Make(m.Move)
		return had[after.Hash()]
	}), dice)
	return Choice{Move: m, FromBook: true}, ok
}
