package search

import "math"

// The numbers of the search. Margins are centipawns, depths are plies, histories are units of [historyLimit]. They were
// set by judgment and then by games against the version before; none is sacred.
const (
	// Time: what a move may cost of a running clock.
	expectedMoves      = 35        // moves that the clock is divided among
	clockReserve       = 100 * 1e6 // nanoseconds kept back for the way to the referee
	hardFactor         = 4         // a difficult move may take so many times its share
	nextIterationShare = 60        // per cent of the share after which no iteration is begun

	// Deepening.
	aspirationDepth  = 4   // from here on iterations begin with a narrow window
	aspirationDelta  = 14  // its half width; it grows by a third at each failure
	aspirationGiveUp = 500 // beyond this half width the window is opened altogether

	// Table replacement.
	deeperKept       = 4 // an entry of this search so much deeper is not overwritten by a bound
	generationWeight = 8 // plies of depth that one generation of age is worth
	quietDepth       = -1

	// nearLimit is how close to the natural limit scores from the table are no longer trusted.
	nearLimit = 10

	// Step 4, razoring.
	razorDepth = 3
	razorBase  = 220
	razorSlope = 120

	// Step 5, reverse futility.
	reverseFutilityDepth     = 8
	reverseFutilitySlope     = 75
	reverseFutilityImproving = 50

	// Step 6, null move.
	nullDepth            = 3
	nullSlope            = 15 // the shallower, the better the plain evaluation has to be
	nullBase             = 90
	nullReduction        = 4
	nullReductionDepth   = 4
	nullReductionEval    = 120
	nullReductionEvalMax = 3
	nullVerifyDepth      = 12

	// Step 7, ProbCut.
	probCutDepth     = 5
	probCutReduction = 4
	probCutMargin    = 160

	// Step 8.
	reduceUnknownDepth = 4

	// Step 10, pruning of late moves.
	pruneCaptureSlope = 130
	pruneHistorySlope = 3500
	pruneHistoryDepth = 3
	futilityDepth     = 7
	futilityBase      = 100
	futilitySlope     = 85
	futilityHistory   = 160 // history units for one centipawn
	pruneQuietSlope   = 22

	// Step 11, extensions.
	singularDepth       = 7
	singularMargin      = 24 // sixteenths of a centipawn for each ply
	doubleMargin        = 20
	checkExtensionDepth = 6

	// Step 12, late-move reductions.
	lateDepth   = 2
	lateBase    = 0.80
	lateDivisor = 1.85
	lateHistory = 9000
	cutsMany    = 3

	// Quiescence.
	quiescenceFutility = 140
	quiescenceExchange = 0
	quiescenceEvasions = 4

	// Move ordering.
	captureLeniency     = 24      // how far a capture with a good record may lose material and still come early
	victimWeight        = 12      // history units for one centipawn of victim
	evasionCaptureFirst = 1 << 20 // in check captures come before quiet moves

	// Learning.
	historyBonusSlope = 150
	historyBonusBase  = 60
	historyBonusMax   = 1500
	correctionGrain   = 256 // units of correction history for one centipawn
	correctionMax     = 64  // centipawns that a correction may come to
)

// lateReduction is by how many plies the n-th move is searched shallower when nothing else speaks for or against it.
func lateReduction(depth, n int) int {
	return int(lateReductions[min(depth, maxReduced-1)][min(n, maxReduced-1)])
}

const maxReduced = 64

var lateReductions = func() (t [maxReduced][maxReduced]int8) {
	for d := 1; d < maxReduced; d++ {
		for n := 1; n < maxReduced; n++ {
			t[d][n] = int8(lateBase + math.Log(float64(d))*math.Log(float64(n))/lateDivisor)
		}
	}
	return t
}()

// lateMoveLimit is the number of moves after which quiet ones are no longer tried at that depth.
func lateMoveLimit(depth int, improving bool) int {
	if improving {
		return 4 + depth*depth
	}
	return (4 + depth*depth) / 2
}

// reverseFutilityMargin is how far above beta an evaluation has to be for a cut at that depth.
func reverseFutilityMargin(depth int, improving bool) int {
	margin := reverseFutilitySlope * depth
	if improving {
		margin -= reverseFutilityImproving
	}
	return margin
}
