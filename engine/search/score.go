package search

// MateScore is the score of a mate on the board. A mate in n plies scores MateScore-n, being mated in n plies
// n-MateScore.
const MateScore = 31000

// Scores are centipawns for the side to move; a pawn before the river is worth about 100 of them.
//
// Near the ends of the range a score is proven and not an estimate:
//
//	MateScore-n       the side to move mates (or leaves the opponent without a move) in n plies
//	forbiddenScore-n  in n plies the opponent has repeated a position by checking all the way, which loses
const (
	infinity       = 32000
	forbiddenScore = 29000
	drawScore      = 0
	noScore        = -infinity - 1 // unknown: no node has this score

	// maxPly is the deepest line that the search follows, extensions included.
	maxPly = 120
	// proven is the lowest score of a proven win. Evaluations stay below it.
	proven = forbiddenScore - maxPly
	// mateBound is the lowest score that means a mate. The mates of the endgame tables can be longer than maxPly.
	mateBound = forbiddenScore + 1
)

// matedIn is the score of being mated in ply plies.
func matedIn(ply int) int { return ply - MateScore }

// mateIn is the score of mating in ply plies.
func mateIn(ply int) int { return MateScore - ply }

// mateMoves returns the number of own moves to the mate: positive if the side to move mates, negative if it is mated, 0
// if the score is not a mate.
func mateMoves(score int) int {
	if score < mateBound && score > -mateBound {
		return 0
	}
	return winMoves(score)
}

// winMoves is mateMoves for every forced win: a win by a forbidden repetition is counted to the move that closes the
// cycle.
func winMoves(score int) int {
	switch {
	case score >= mateBound:
		return (MateScore - score + 1) / 2
	case score >= proven:
		return (forbiddenScore - score + 1) / 2
	case score <= -mateBound:
		return -(MateScore + score + 1) / 2
	case score <= -proven:
		return -(forbiddenScore + score + 1) / 2 // at ply 1 the loser's own move ends the game
	}
	return 0
}

// scoreToTT converts a score for the transposition table: mates are counted from the node instead of from the root.
func scoreToTT(score, ply int) int {
	switch {
	case score >= proven:
		return score + ply
	case score <= -proven:
		return score - ply
	}
	return score
}

// scoreFromTT is the inverse of [scoreToTT].
func scoreFromTT(score, ply int) int { return scoreToTT(score, -ply) }

// isRepetitionScore reports whether the score is due to a forbidden repetition. Such a score depends on the path to the
// node and not on the position alone, so it is never stored in the table.
func isRepetitionScore(score int) bool {
	return score > -mateBound && score <= -proven || score < mateBound && score >= proven
}
