package search

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"
)

// Techniques is a set of search techniques. Each can be switched off by [Limits].Disabled, to measure what it is worth.
// The zero value is the empty set, so everything is on by default.
type Techniques uint32

// The techniques, each a set of one.
const (
	// AlphaBeta prunes what cannot change the result. Without it the search is plain minimax, and only Quiescence has
	// any effect.
	AlphaBeta Techniques = 1 << iota
	// Quiescence searches captures before it evaluates. Without it the position at the horizon is evaluated statically.
	Quiescence
	// MoveOrdering tries the likely best moves first. Without it moves come in the order of the generator.
	MoveOrdering
	// Killers tries quiet moves early that caused a cutoff in a sibling node.
	Killers
	// ButterflyHistory orders quiet moves by how often they caused a cutoff elsewhere.
	ButterflyHistory
	// ContinuationHistory orders quiet moves by history in combination with the moves one, two and four plies before.
	ContinuationHistory
	// CaptureHistory orders captures of equal victims by how often they caused a cutoff elsewhere.
	CaptureHistory
	// IterativeDeepening searches depth 1, then 2, and so on. Without it a search with a depth limit runs the last
	// iteration only.
	IterativeDeepening
	// AspirationWindows starts an iteration with a narrow window around the last score.
	AspirationWindows
	// TranspositionTable stores results of positions in the table and reuses them.
	TranspositionTable
	// PrincipalVariationSearch searches all moves but the first with a null window first. Without it no node has a null
	// window, so the techniques that need one are off too: null moves, razoring, futility, [ProbCut].
	PrincipalVariationSearch
	// NullMove lets the side to move pass, and prunes the node if that still fails high.
	NullMove
	// LateMoveReductions searches late moves at reduced depth.
	LateMoveReductions
	// HistoryReductions makes these reductions depend on a move's history.
	HistoryReductions
	// InternalIterativeReductions searches nodes without a table move at reduced depth.
	InternalIterativeReductions
	// Razoring searches positions far below alpha with the quiescence search only.
	Razoring
	// ReverseFutility prunes positions whose evaluation is far above beta.
	ReverseFutility
	// Futility skips quiet moves that will not bring the score up to alpha.
	Futility
	// LateMovePruning skips quiet moves that come very late.
	LateMovePruning
	// HistoryPruning skips quiet moves with a bad history.
	HistoryPruning
	// SEEPruning skips moves that lose material, by the static exchange evaluation; in the main search never a check.
	SEEPruning
	// ProbCut prunes nodes in which a capture beats beta by a margin at reduced depth.
	ProbCut
	// SingularExtensions extends a move that is far better than all others, and prunes nodes in which several moves
	// beat beta (multi-cut).
	SingularExtensions
	// CheckExtensions extends checks that do not lose material.
	CheckExtensions
	// Improving prunes and reduces more if the evaluation is not better than at the side's previous turn.
	Improving
	// CorrectionHistory corrects the evaluation by its average error in similar positions.
	CorrectionHistory
	// MateDistancePruning prunes nodes that cannot improve on a mate already found.
	MateDistancePruning
	// DeltaPruning skips captures in the quiescence search that cannot bring the score up to alpha.
	DeltaPruning

	allTechniques = 1<<iota - 1
)

var techniqueNames = [...]string{
	"alpha-beta", "quiescence", "ordering", "killers", "histories", "continuations", "capture-history", "deepening", "aspiration",
	"transpositions", "principal-variation", "null-move", "late-reductions", "history-reductions", "unknown-reductions", "razoring",
	"reverse-futility", "futility", "late-moves", "history-pruning", "exchange-pruning", "probcut", "singular", "check-extension",
	"improving", "correction", "mate-distance", "delta-pruning",
}

// AllTechniques returns the set of all techniques.
func AllTechniques() Techniques { return allTechniques }

// Each returns the techniques of the set one by one.
func (t Techniques) Each() []Techniques {
	var list []Techniques
	for ; t != 0; t &= t - 1 {
		list = append(list, t&-t)
	}
	return list
}

// String returns the names, separated by commas, "" for the empty set.
func (t Techniques) String() string {
	var names []string
	for _, one := range (t & allTechniques).Each() {
		names = append(names, techniqueNames[bits.TrailingZeros32(uint32(one))])
	}
	return strings.Join(names, ",")
}

// ParseTechniques parses what String returns; spaces around the names are ignored.
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
