package engine

import (
	"fmt"
	"math"
	"time"
)

// Level is a playing strength from [LevelMin], which a beginner can beat, to [LevelMax], the full engine.
type Level int

// The weakest and the strongest opponent.
const (
	LevelMin Level = 1
	LevelMax Level = 10
)

// Rating is the level's rating on the project's own scale; see the package's documentation. The steps between levels
// were measured by a ladder of games and rounded. The first level, meant for a player's first day, is further from its
// neighbor than any other.
func (l Level) Rating() float64 {
	if l == LevelMin {
		return weakestRating
	}
	return secondRating + ratingStep*float64(l-LevelMin-1)
}

const (
	weakestRating = 310
	secondRating  = 840
	ratingStep    = 240
)

// LevelForRating returns the level whose Rating is nearest to the given one.
func LevelForRating(rating float64) Level {
	nearest := LevelMin
	for l := LevelMin + 1; l <= LevelMax; l++ {
		if math.Abs(rating-l.Rating()) < math.Abs(rating-nearest.Rating()) {
			nearest = l
		}
	}
	return nearest
}

// String returns the number, "7".
func (l Level) String() string { return fmt.Sprint(int(l)) }

// A profile describes how a level plays. Most of its moves come from a careful search, bounded by nodes and depth. The
// others are hasty, as people's moves can be: searched two plies deep, noisy about which of two moves is better, and
// blind to some of the opponent's pieces. The lower levels differ in how often that happens, the higher ones in how far
// they search.
type profile struct {
	// nodes bounds the search, and so does moveTime if it is not 0.
	nodes    uint64
	moveTime time.Duration
	// depth bounds the search depth in plies; 0 means no limit.
	depth int
	// candidates is the number of moves compared (MultiPV). With 0 or 1 the best move is played, and temperature,
	// giveaway and overlook have no effect.
	candidates int
	// temperature is the softmax temperature in centipawns: a move that looks worse by that much is played about a
	// third as often as the best.
	temperature float64
	// giveaway is the most, in centipawns, by which the move played may look worse than the best one.
	giveaway int
	// overlook is the probability that an opponent's piece is ignored when choosing this move. Pieces far from the last
	// move are overlooked more often than those near it.
	overlook float64
	// haste is the probability of a hasty move, one that follows the profile glance.
	haste float64
	// careful levels always see a mate in one, for or against them, and always recapture, even in a hasty move.
	careful bool
	// bookPlies is how many plies the level plays from the book.
	bookPlies int
}

// glance is the profile of hasty moves.
var glance = profile{nodes: 5_000, depth: 2, candidates: 40, temperature: 110, giveaway: 300, overlook: 0.55}

// The numbers were set by ladders of games and by measuring the centipawn loss of moves; docs/engine.md has the tables.
// Level 1 never searches carefully and overlooks so much that a script is nearly its equal which takes the most
// valuable piece and otherwise moves at random; a script that takes hanging pieces and leaves none hanging beats it
// nearly always. Casual players have about the centipawn loss of level 2. Level 10 uses the full engine; its nodes are
// bounded so that it is as strong under load as it is alone.
var profiles = [LevelMax + 1]profile{
	1:  {nodes: 5_000, depth: 2, candidates: 40, temperature: 225, giveaway: 600, overlook: 0.83, bookPlies: 2},
	2:  {nodes: 1_100, haste: 0.75, bookPlies: 4},
	3:  {nodes: 1_700, haste: 0.46, careful: true, bookPlies: 6},
	4:  {nodes: 2_500, haste: 0.235, careful: true, bookPlies: 8},
	5:  {nodes: 3_400, haste: 0.10, careful: true, bookPlies: 10},
	6:  {nodes: 4_500, haste: 0.026, careful: true, bookPlies: 12},
	7:  {nodes: 6_000, careful: true, bookPlies: 14},
	8:  {nodes: 15_000, careful: true, bookPlies: 16},
	9:  {nodes: 40_000, careful: true, bookPlies: 20},
	10: {nodes: 240_000, moveTime: 1500 * time.Millisecond, careful: true, bookPlies: 30},
}

// Nodes is the maximum number of nodes that the level searches for a move; 0 for an invalid level.
func (l Level) Nodes() uint64 {
	p, _ := l.profile()
	return p.nodes
}

// knowsEndings reports whether the level uses endgame tables. Only levels that never err on purpose do.
func (p profile) knowsEndings() bool { return p.haste == 0 && p.overlook == 0 }

// hasty is the profile of the level's hasty moves.
func (p profile) hasty() profile {
	h := glance
	h.careful = p.careful
	return h
}

// profile returns the profile of a level.
func (l Level) profile() (profile, error) {
	if l < LevelMin || l > LevelMax {
		return profile{}, fmt.Errorf("engine: level %d: want %d to %d", int(l), LevelMin, LevelMax)
	}
	return profiles[l], nil
}
