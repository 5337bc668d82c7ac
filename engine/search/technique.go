package search

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"
)

// Techniques is a set of parts of the search. Each can be left out of a search by [Limits].Without, to see what it is
// worth; the zero value is the empty set, so everything is in use unless somebody says otherwise.
type Techniques uint32

// The techniques, each a set of one.
const (
	// AlphaBeta cuts off what can not change the result. Without it the search is plain minimax, and nothing but
	// Quiescence has any meaning.
	AlphaBeta Techniques = 1 << iota
	// Quiescence plays captures out before it evaluates. Without it the evaluation is asked at the horizon, whatever
	// hangs.
	Quiescence
	// MoveOrdering tries the likely best moves first. Without it moves come as the generator makes them.
	MoveOrdering
	// Killers are quiet moves that cut a sibling and are tried early.
	Killers
	// ButterflyHistory order quiet moves by what they did elsewhere.
	ButterflyHistory
	// ContinuationHistory are histories that know the moves one, two and four plies before.
	ContinuationHistory
	// CaptureHistory orders captures of equal victims by what they did elsewhere.
	CaptureHistory
	// IterativeDeepening searches depth 1, then 2, and so on. Without it a search with a limit on depth begins with the last
	// iteration.
	IterativeDeepening
	// AspirationWindows begins an iteration with a narrow window around the last score.
	AspirationWindows
	// TranspositionTable remembers positions in the table.
	TranspositionTable
	// PrincipalVariationSearch searches all moves but the first with a null window first. Without it no node has a null window,
	// so nothing of what needs one happens: null moves, razoring, futility, ProbCut.
	PrincipalVariationSearch
	// NullMove lets the side to move pass, and cuts if that is good enough.
	NullMove
	// LateMoveReductions search late moves less deep.
	LateMoveReductions
	// HistoryReductions make these reductions depend on a move's history.
	HistoryReductions
	// InternalIterativeReductions search nodes without a move from the table less deep (internal iterative reductions).
	InternalIterativeReductions
	// Razoring leaves positions far below alpha to the quiescence search.
	Razoring
	// ReverseFutility cuts positions far above beta.
	ReverseFutility
	// Futility skips quiet moves that will not bring the score up to alpha.
	Futility
	// LateMovePruning skips quiet moves that come very late.
	LateMovePruning
	// HistoryPruning skips quiet moves with a bad history.
	HistoryPruning
	// SEEPruning skips moves that lose material, by the static exchange evaluation; in the tree never a check.
	SEEPruning
	// ProbCut cuts where a capture beats beta by a margin at reduced depth.
	ProbCut
	// SingularExtensions extends a move that is better than all others by far, and cuts where several beat beta.
	SingularExtensions
	// CheckExtensions extends checks that do not lose material.
	CheckExtensions
	// Improving prunes and reduces more where the evaluation is no better than at the last turn of the side to move.
	Improving
	// CorrectionHistory corrects the evaluation by what it was off by in similar positions.
	CorrectionHistory
	// MateDistancePruning cuts where a shorter mate is known.
	MateDistancePruning
	// DeltaPruning skips captures in the quiescence search that will not bring the score up to alpha.
	DeltaPruning

	allTechniques = 1<<iota - 1
)

var techniqueNames = [...]string{
	"alpha-beta", "quiescence", "ordering", "killers", "histories", "continuations", "capture-history", "deepening", "aspiration",
	"transpositions", "principal-variation", "null-move", "late-reductions", "history-reductions", "unknown-reductions", "razoring",
	"reverse-futility", "futility", "late-moves", "history-pruning", "exchange-pruning", "probcut", "singular", "check-extension",
	"improving", "correction", "mate-distance", "delta-pruning",
}

// AllTechniques returns the set of all.
func AllTechniques() Techniques { return allTechniques }

// Each returns the techniques of the set one by one.
func (t Techniques) Each() []Techniques {
	var list []Techniques
	for ; t != 0; t &= t - 1 {
		list = append(list, t&-t)
	}
	return list
}

// String returns the names with commas between, "" for the empty set.
func (t Techniques) String() string {
	var names []string
	for _, one := range (t & allTechniques).Each() {
		names = append(names, techniqueNames[bits.TrailingZeros32(uint32(one))])
	}
	return strings.Join(names, ",")
}

// ParseTechniques reads what String writes; blanks around the names do not matter.
func ParseTechniques(text string) (t Techniques, err error) {
	if strings.TrimSpace(text) == "" {
		return 0, nil
	}
	for _, name := range strings.Split(text, ",") {
		i := slices.Index(techniqueNames[:], strings.TrimSpace(name))
		if i < 0 {
			return 0, fmt.Errorf("there is no technique %q, only %s", strings.TrimSpace(name), strings.Join(techniqueNames[:], ", "))
		}
		t |= 1 << i
	}
	return t, nil
}
