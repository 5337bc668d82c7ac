package search

// MateScore is the score of a mate on the board. A mate in n plies scores MateScore-n, being mated in n plies n-MateScore.
const MateScore = 31000

// Scores are centipawns for the side to move; a pawn before the river is worth about 100 of them.
//
// Near the ends of the range a score is a fact and no longer an estimate:
//
//	MateScore-n       the side to move mates (or leaves the opponent without a move) in n plies
//	forbiddenScore-n  in n plies the opponent has repeated a position by checking all the way, which loses
const (
	infinity       = 32000
	forbiddenScore = 29000
	drawScore      = 0
	noScore        = -infinity - 1 // "not known": no node has it

	// maxPly is the deepest line that the search follows, extensions included.
	maxPly = 120
	// proven is the least score that is a fact. Evaluations stay below it.
	proven = forbiddenScore - maxPly
	// mateBound is the least score that announces a mate. The endgame tables know mates that are longer than any
	// line.
	mateBound = forbiddenScore + 1
)

// matedIn is the score of being mated after so many plies.
func matedIn(ply int) int { return ply - MateScore }

// mateIn is the score of mating after so many plies.
func mateIn(ply int) int { return MateScore - ply }

// mateMoves turns a score into the number of own moves to the mate: positive when the side to move mates, negative when
// it is mated, 0 when the score tells of no mate.
func mateMoves(score int) int {
	if score < mateBound && score > -mateBound {
		return 0
	}
	return winMoves(score)
}

// winMoves is the same for every forced win. One by a forbidden repetition counts to the move that closes the cycle.
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

// scoreToTT makes a score independent of the path: mates are counted from the node instead of from the root.
func scoreToTT(score, ply int) int {
	switch {
	case score >= proven:
		return score + ply
	case score <= -proven:
		return score - ply
	}
	return score
}

// scoreFromTT is the inverse of toTable.
func scoreFromTT(score, ply int) int {
	switch {
	case score >= proven:
		return score - ply
	case score <= -proven:
		return score + ply
	}
	return score
}

// isRepetitionScore reports whether the score rests on a forbidden repetition. Such a score belongs to the path that led to
// the node and not to the position, so it is never kept in the table.
func isRepetitionScore(score int) bool {
	return score > -mateBound && score <= -proven || score < mateBound && score >= proven
}
