package search

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"xiangqibot/engine/board"
)

// Constants that are not tuned by games at fixed nodes.
const (
	// Time management.
	expectedMoves      = 35 // moves that the clock is divided among
	hardFactor         = 4  // a difficult move may take this many times its share
	nextIterationShare = 60 // percent of the share, times the factor of pace, after which no iteration is begun

	// Deepening.
	aspirationDepth  = 4   // first depth with an aspiration window
	aspirationGiveUp = 500 // beyond this half width the window is opened fully

	// Table replacement.
	deeperKept       = 4 // an entry of this search that is deeper by more than this is not overwritten by a bound
	generationWeight = 8 // plies of depth that one generation of age counts for
	quiescenceDepth  = -1

	// nearLimit is the number of plies before the natural limit within which scores depend on the plies left. Such
	// scores have table keys of their own and do not update the correction history.
	nearLimit = 32

	evasionCaptureBonus = 1 << 20 // in check captures come before quiet moves
	correctionGrain     = 256     // units of correction history for one centipawn
)

// Params are the tunable parameters of the search, set in matches and by SPSA ([xiangqibot/engine/lab/tune.SPSA]). Margins
// are centipawns, depths are plies, histories are units of 1/16384. The values were first set by hand, then by games
// against the previous version; those with a step were tuned with the network in tens of thousands of games.
//
// The tag of each holds its default, its range and the step of the tuning. Depths have no step: one ply more is another
// search.
type Params struct {
	AspirationDelta int `param:"14 4..60 3"` // half the first window of an iteration; it grows by a third at each failure

	// Step 4, reverse futility.
	ReverseFutilityDepth     int `param:"8 0..20 0"`
	ReverseFutilitySlope     int `param:"83 10..250 8"`
	ReverseFutilityImproving int `param:"35 0..200 10"`

	// Step 5, null move.
	NullDepth            int `param:"3 1..10 0"`
	NullSlope            int `param:"13 0..60 3"` // the evaluation must reach beta + NullBase - NullSlope * depth
	NullBase             int `param:"109 -100..400 20"`
	NullReduction        int `param:"450 100..800 30"` // hundredths of a ply
	NullReductionDepth   int `param:"33 0..60 3"`      // hundredths for each ply of depth
	NullReductionEval    int `param:"102 30..500 20"`  // centipawns above beta for each ply
	NullReductionEvalMax int `param:"239 0..800 30"`   // hundredths of a ply
	NullVerifyDepth      int `param:"12 6..40 0"`

	// Step 6.
	ReduceUnknownDepth int `param:"4 2..12 0"`

	// Step 8, pruning of late moves.
	LateMoveBase      int `param:"541 100..1200 40"` // hundredths of a move
	LateMoveSlope     int `param:"149 20..300 8"`    // hundredths of a move for the square of the depth
	PruneCaptureSlope int `param:"164 30..400 15"`
	PruneHistorySlope int `param:"3180 500..12000 400"`
	PruneHistoryDepth int `param:"3 0..10 0"`
	FutilityDepth     int `param:"7 0..15 0"`
	FutilityBase      int `param:"85 -50..400 15"`
	FutilitySlope     int `param:"75 20..300 10"`
	FutilityHistory   int `param:"141 40..800 20"` // history units for one centipawn
	PruneQuietSlope   int `param:"25 4..100 4"`
	// Futility for captures, which adds the value of the victim.
	CaptureFutilityBase    int `param:"200 -50..600 25"`
	CaptureFutilitySlope   int `param:"150 30..500 15"`
	CaptureFutilityHistory int `param:"100 40..800 20"`

	// Step 9, singular extensions.
	SingularDepth  int `param:"7 4..12 0"`
	SingularMargin int `param:"22 4..96 4"` // sixteenths of a centipawn for each ply
	DoubleMargin   int `param:"33 0..100 5"`

	// Step 10, late-move reductions.
	LateDepth   int `param:"2 1..5 0"`
	LateBase    int `param:"71 0..200 10"`         // hundredths of a ply
	LateDivisor int `param:"195 80..500 12"`       // hundredths; ln(depth) * ln(move number) is divided by it
	LateHistory int `param:"8365 2000..30000 800"` // history units for one ply
	CutsMany    int `param:"3 0..12 0"`

	// Adjustments of a reduction, in hundredths of a ply: the first five add to it, the others subtract from it.
	LateCut          int `param:"95 0..300 20"` // a node that is expected to fail high
	LateNoTableMove  int `param:"80 0..300 20"` // such a node without a table move
	LateNotImproving int `param:"115 0..300 20"`
	LateTableCapture int `param:"108 0..300 20"` // a quiet move where the table's move is a capture
	LateCutsMany     int `param:"63 0..300 20"`  // more than CutsMany replies to the move searched before it were refuted
	LatePrincipal    int `param:"98 0..300 20"`  // a position that was on a principal variation
	LateTableScore   int `param:"60 0..200 15"`  // such a position with a table score above alpha, and one with a deep entry
	LateCheck        int `param:"220 0..400 30"` // a move that gives check
	LateEvasion      int `param:"77 0..300 20"`  // a move out of check
	LateKiller       int `param:"152 0..300 20"`
	LateWindow       int `param:"60 0..200 15"` // an open window, times its share of the root's window

	// The search after a reduction: a ply deeper if its score beats the best by DeeperMargin, a ply less deep if by less
	// than ShallowerMargin, in centipawns.
	DeeperMargin    int `param:"45 0..200 10"`
	ShallowerMargin int `param:"5 0..50 2"`

	RaisedDepth int `param:"14 0..20 0"` // below that the moves after one that raised alpha are searched a ply less deep

	// Quiescence.
	QuiescenceFutility int `param:"185 0..500 20"`
	QuiescenceExchange int `param:"-18 -200..200 15"` // the least static exchange value of a move that is searched
	QuiescenceEvasions int `param:"4 1..20 0"`        // moves in check after which the quiet ones are skipped
	QuiescenceMoves    int `param:"3 1..40 0"`        // captures that are tried, besides checks and those of the piece that moved last

	// Move ordering.
	CaptureLeniency int `param:"25 5..100 3"`       // a capture is put off if it loses more than its ordering score divided by this
	VictimWeight    int `param:"9 2..50 2"`         // history units for one centipawn of victim
	ThreatWeight    int `param:"8895 0..40000 800"` // history units for a rook that leaves the reach of a lesser piece

	// Histories: a bonus is min(HistoryBonusSlope * depth - HistoryBonusBase, HistoryBonusMax).
	HistoryBonusSlope int `param:"203 20..500 20"`
	HistoryBonusBase  int `param:"29 0..400 20"`
	HistoryBonusMax   int `param:"1377 300..4000 150"`
	HistoryMalus      int `param:"150 50..300 15"` // of a move before the one that caused the cutoff, in percent of the bonus
	RefutedMalus      int `param:"50 0..200 10"`   // of an early quiet move that is refuted, in percent of the bonus
	GainedBonus       int `param:"10 0..30 2"`     // history units for a centipawn that the evaluation gained by a quiet move
	CorrectionMax     int `param:"32 16..120 8"`   // centipawns that each part of a correction may come to

	// Time management: how much, in percent, the factor of pace changes the share of a move. With 0 all shares are
	// equal.
	Pace int `param:"100 0..200 0"`

	// Threads: with 1 they vote on the move, with 0 the first thread decides.
	Voting int `param:"1 0..1 0"`

	// Piece values of the static exchange evaluation (SEE).
	ExchangeAdvisor  int `param:"223 50..500 20"`
	ExchangeElephant int `param:"196 50..500 20"`
	ExchangeHorse    int `param:"418 200..900 25"`
	ExchangeRook     int `param:"1035 500..2000 50"`
	ExchangeCannon   int `param:"452 200..900 25"`
	ExchangePawn     int `param:"83 30..400 15"`

	// The switches: 1 for a technique that is used, 0 for one that is not, to measure what it is worth.

	// AlphaBeta prunes what cannot change the result. Without it the search is plain minimax, and only Quiescence has
	// any effect.
	AlphaBeta int `param:"1 0..1 0"`
	// Quiescence searches captures before it evaluates. Without it the position at the horizon is evaluated statically.
	Quiescence int `param:"1 0..1 0"`
	// QuietChecks searches quiet moves that give check in the first ply of the quiescence search.
	QuietChecks int `param:"1 0..1 0"`
	// MoveOrdering tries the likely best moves first. Without it moves come in the order of the generator.
	MoveOrdering int `param:"1 0..1 0"`
	// Killers tries quiet moves early that caused a cutoff in a sibling node.
	Killers int `param:"1 0..1 0"`
	// ButterflyHistory orders quiet moves by how often they caused a cutoff in other nodes.
	ButterflyHistory int `param:"1 0..1 0"`
	// ContinuationHistory orders quiet moves by history in combination with the moves one, two and four plies before.
	ContinuationHistory int `param:"1 0..1 0"`
	// PawnHistory orders quiet moves by history in combination with the pawns of both sides.
	PawnHistory int `param:"1 0..1 0"`
	// CaptureHistory orders captures of equal victims by how often they caused a cutoff in other nodes.
	CaptureHistory int `param:"1 0..1 0"`
	// IterativeDeepening searches depth 1, then 2, and so on. Without it a search with a depth limit runs the last
	// iteration only.
	IterativeDeepening int `param:"1 0..1 0"`
	// AspirationWindows starts an iteration with a narrow window around the last score.
	AspirationWindows int `param:"1 0..1 0"`
	// TranspositionTable stores results of positions in the table and reuses them.
	TranspositionTable int `param:"1 0..1 0"`
	// PrincipalVariationSearch searches all moves but the first with a null window first. Without it no node has a null
	// window, so the techniques that need one are off too: null moves and reverse futility.
	PrincipalVariationSearch int `param:"1 0..1 0"`
	// NullMove lets the side to move pass, and prunes the node if that still fails high.
	NullMove int `param:"1 0..1 0"`
	// LateMoveReductions searches late moves at reduced depth.
	LateMoveReductions int `param:"1 0..1 0"`
	// HistoryReductions makes these reductions depend on a move's history.
	HistoryReductions int `param:"1 0..1 0"`
	// InternalIterativeReductions searches nodes without a table move at reduced depth.
	InternalIterativeReductions int `param:"1 0..1 0"`
	// ReverseFutility prunes positions whose evaluation is far above beta.
	ReverseFutility int `param:"1 0..1 0"`
	// Futility skips quiet moves that will not bring the score up to alpha.
	Futility int `param:"1 0..1 0"`
	// LateMovePruning skips quiet moves that come very late.
	LateMovePruning int `param:"1 0..1 0"`
	// HistoryPruning skips quiet moves with a bad history.
	HistoryPruning int `param:"1 0..1 0"`
	// SEEPruning skips moves that lose material, by the static exchange evaluation; in the main search never a check.
	SEEPruning int `param:"1 0..1 0"`
	// SingularExtensions extends a move that is far better than all others, and prunes nodes in which several moves
	// beat beta (multi-cut).
	SingularExtensions int `param:"1 0..1 0"`
	// Improving prunes and reduces more if the evaluation is not better than at the side's previous turn.
	Improving int `param:"1 0..1 0"`
	// CorrectionHistory corrects the evaluation by its average error in similar positions.
	CorrectionHistory int `param:"1 0..1 0"`
	// MateDistancePruning prunes nodes that cannot improve on a mate already found.
	MateDistancePruning int `param:"1 0..1 0"`
	// DeltaPruning skips captures in the quiescence search that cannot bring the score up to alpha.
	DeltaPruning int `param:"1 0..1 0"`
}

// Param describes one of the parameters.
type Param struct {
	Name string
	// Default is the value in use unless another is set; every value lies between Min and Max.
	Default, Min, Max int
	// Step is the initial step of the tuning, 0 if the parameter is not tuned.
	Step int
}

// paramList are the parameters in the order of their fields.
var paramList = func() (list []Param) {
	fields := reflect.TypeFor[Params]()
	for i := range fields.NumField() {
		p := Param{Name: fields.Field(i).Name}
		tag := fields.Field(i).Tag.Get("param")
		if _, err := fmt.Sscanf(tag, "%d %d..%d %d", &p.Default, &p.Min, &p.Max, &p.Step); err != nil {
			panic("search: " + p.Name + " has no standard, range and step") // it is defined above
		}
		list = append(list, p)
	}
	return list
}()

// AllParams describes all parameters, in a fixed order.
func AllParams() []Param { return slices.Clone(paramList) }

// DefaultParams returns the default parameters.
func DefaultParams() (p Params) {
	for i, value := 0, reflect.ValueOf(&p).Elem(); i < len(paramList); i++ {
		value.Field(i).SetInt(int64(paramList[i].Default))
	}
	return p
}

// Set sets a parameter by name. The error lists the valid names or the valid range.
func (p *Params) Set(name string, value int) error {
	i := slices.IndexFunc(paramList, func(p Param) bool { return p.Name == name })
	if i < 0 {
		var names []string
		for _, p := range paramList {
			names = append(names, p.Name)
		}
		return fmt.Errorf("there is no parameter %q, only %s", name, strings.Join(names, ", "))
	}
	if one := &paramList[i]; value < one.Min || value > one.Max {
		return fmt.Errorf("%s %d: want %d to %d", name, value, one.Min, one.Max)
	}
	reflect.ValueOf(p).Elem().Field(i).SetInt(int64(value))
	return nil
}

// ParseParams returns the default parameters changed by settings of the form "FutilityBase=240".
func ParseParams(settings []string) (Params, error) {
	p := DefaultParams()
	for _, text := range settings {
		name, value, ok := strings.Cut(text, "=")
		n, err := strconv.Atoi(value)
		if !ok || err != nil {
			return p, fmt.Errorf("%q: want NAME=NUMBER", text)
		}
		if err := p.Set(name, n); err != nil {
			return p, err
		}
	}
	return p, nil
}

// parameters are the [Params] with the values derived from them.
type parameters struct {
	Params
	see                seeValues
	lateMoveReductions [maxReduced][maxReduced]int16
}

// defaultParameters have the default values; they are never modified.
var defaultParameters = newParameters(DefaultParams())

func newParameters(p Params) *parameters {
	params := &parameters{Params: p, see: seeValues{
		board.King: seeKingValue, board.Advisor: p.ExchangeAdvisor, board.Elephant: p.ExchangeElephant, board.Horse: p.ExchangeHorse,
		board.Rook: p.ExchangeRook, board.Cannon: p.ExchangeCannon, board.Pawn: p.ExchangePawn,
	}}
	base, divisor := float64(p.LateBase)/100, float64(p.LateDivisor)/100
	for depth := 1; depth < maxReduced; depth++ {
		for count := 1; count < maxReduced; count++ {
			r := base + math.Log(float64(depth))*math.Log(float64(count))/divisor
			params.lateMoveReductions[depth][count] = int16(onePly * r)
		}
	}
	return params
}

const maxReduced = 64

// onePly is the unit of reductions: they are added up in hundredths of a ply.
const onePly = 100

// lateMoveReduction returns the base reduction of the n-th move, in hundredths of a ply.
func (p *parameters) lateMoveReduction(depth, count int) int {
	return int(p.lateMoveReductions[min(depth, maxReduced-1)][min(count, maxReduced-1)])
}

// deeper returns the plies by which a move is searched deeper, or less deep, than a full depth after its reduced search
// beat the best score by lead.
func (p *parameters) deeper(lead int) int {
	switch {
	case lead > p.DeeperMargin:
		return 1
	case lead < p.ShallowerMargin:
		return -1
	}
	return 0
}

// lateMoveLimit returns the number of moves after which quiet moves are pruned at that depth.
func (p *parameters) lateMoveLimit(depth int, improving bool) int {
	limit := p.LateMoveBase + p.LateMoveSlope*depth*depth
	if !improving {
		limit /= 2
	}
	return limit / 100
}

// nullReduction returns the reduction after a null move, in plies. above is the evaluation minus beta, in centipawns.
func (p *parameters) nullReduction(depth, above int) int {
	return (p.NullReduction + p.NullReductionDepth*depth + min(onePly*above/p.NullReductionEval, p.NullReductionEvalMax)) / onePly
}

// reverseFutilityMargin returns how far above beta the evaluation must be to prune a node at that depth.
func (p *parameters) reverseFutilityMargin(depth int, improving bool) int {
	margin := p.ReverseFutilitySlope * depth
	if improving {
		margin -= p.ReverseFutilityImproving
	}
	return margin
}

// captureReach returns the most by which a capture that does not check is expected to raise the evaluation, if it is
// searched to depth left. history is its history score.
func (p *parameters) captureReach(left int, victim board.Piece, history int) int {
	return p.CaptureFutilityBase + p.CaptureFutilitySlope*left + p.see[victim.Kind()] + history/p.CaptureFutilityHistory
}

// historyBonus returns the bonus of a cutoff at that depth.
func (p *parameters) historyBonus(depth int) int {
	return min(p.HistoryBonusSlope*depth-p.HistoryBonusBase, p.HistoryBonusMax)
}
