package search

import "xiangqibot/engine/board"

// voteBase is the weight per ply, in centipawns, of the vote of the worker with the lowest score.
const voteBase = 14

// bestByVotes returns the worker whose best move is played. Each worker votes for its best move; the vote weighs more
// the deeper the move was searched and the higher its score. Among the workers that voted for the winner, the one with
// the largest weight is returned; the first worker wins ties. A proven win needs no majority: the shortest is played.
func bestByVotes(workers []*worker) *worker {
	leader := workers[0]
	least := leader.root[0].latestScore()
	for _, w := range workers[1:] {
		if w.root[0].depth > 0 { // else it was stopped before it had searched a move, and has no weight
			least = min(least, w.root[0].latestScore())
		}
	}
	weight := func(w *worker) int { return (w.root[0].latestScore() - least + voteBase) * w.root[0].depth }
	votes := func(m board.Move) (sum int) {
		for _, w := range workers {
			if w.root[0].Move == m {
				sum += weight(w)
			}
		}
		return sum
	}
	elected := leader
	for _, w := range workers[1:] {
		move, best := w.root[0].Move, elected.root[0].Move
		switch score, bestScore := w.root[0].latestScore(), elected.root[0].latestScore(); {
		case score >= proven || bestScore >= proven:
			if score > bestScore {
				elected = w
			}
		case move == best:
			if weight(w) > weight(elected) {
				elected = w
			}
		case votes(move) > votes(best):
			elected = w
		}
	}
	return elected
}

// latestScore returns the score of a root move from the last iteration in which it was searched.
func (r *rootMove) latestScore() int {
	if r.score > -infinity {
		return r.score
	}
	return r.previousScore
}
