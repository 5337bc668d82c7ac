package engine

import (
	"fmt"
	"strings"
	"time"
)

// Level is a strength of play from LevelMin, which a beginner can beat, to LevelMax, which holds nothing back.
type Level int

// The weakest and the strongest opponent.
const (
	LevelMin Level = 1
	LevelMax Level = 10
)

// Rating is the level's place on the bot's own scale, the one its players are rated on; a new player starts at 1500 there. It
// says nothing about any other scale. The numbers are provisional: even steps, until a ladder of games has measured them.
func (l Level) Rating() float64 { return weakestRating + ratingStep*float64(l-LevelMin) }

const (
	weakestRating = 600
	ratingStep    = 200
)

// String returns the number, "7".
func (l Level) String() string { return fmt.Sprint(int(l)) }

// Settings says in one line how the strength thinks, for the journals of the workshop; "" for a strength that is none.
func (l Level) Settings() string {
	p, err := l.profile()
	if err != nil {
		return ""
	}
	return strings.Trim(fmt.Sprintf("%+v", p), "{}")
}

// A profile says how a strength thinks. Weak players differ from strong ones in three ways: they look less far, they are less
// sure which of two moves is the better, and now and then they do not see what a piece of the opponent can do.
type profile struct {
	// nodes bounds the search, and moveTime too where it is not 0.
	nodes    uint64
	moveTime time.Duration
	// depth bounds how many plies are looked ahead; 0 means nothing but the nodes does.
	depth int
	// candidates is how many moves are weighed against each other.
	candidates int
	// temperature, in centipawns, is how much worse a move may look and still be played a third as often as the best.
	temperature float64
	// giveaway is the most, in centipawns, that is lost on purpose by not playing the move that looks best.
	giveaway int
	// overlook is the chance that one piece of the opponent is not seen in this move's thinking. Pieces far from the last
	// move are overlooked more easily than those near it.
	overlook float64
	// careful players always see a mate in one, for or against, and always take back.
	careful bool
	// bookPlies is how many plies of opening theory they know.
	bookPlies int
}

// The lower numbers were set against two yardsticks. A scripted player that takes what hangs and leaves nothing hanging scores about 70 %
// against strength 1; and strength 2 loses about as much by its moves as casual players do, by whom half the moves lose a pawn or
// more, a quarter two pawns and a tenth a piece. From there on each looks a little further and overlooks a little less.
var profiles = [LevelMax + 1]profile{
	1:  {nodes: 5_000, depth: 2, candidates: 40, temperature: 135, giveaway: 350, overlook: 0.65, bookPlies: 2},
	2:  {nodes: 6_000, depth: 2, candidates: 40, temperature: 90, giveaway: 250, overlook: 0.42, bookPlies: 4},
	3:  {nodes: 8_000, depth: 2, candidates: 40, temperature: 62, giveaway: 180, overlook: 0.27, careful: true, bookPlies: 6},
	4:  {nodes: 10_000, depth: 3, candidates: 40, temperature: 62, giveaway: 170, overlook: 0.26, careful: true, bookPlies: 8},
	5:  {nodes: 12_000, depth: 3, candidates: 30, temperature: 48, giveaway: 140, overlook: 0.16, careful: true, bookPlies: 10},
	6:  {nodes: 16_000, depth: 4, candidates: 20, temperature: 36, giveaway: 110, overlook: 0.10, careful: true, bookPlies: 12},
	7:  {nodes: 20_000, depth: 5, candidates: 12, temperature: 26, giveaway: 80, overlook: 0.06, careful: true, bookPlies: 14},
	8:  {nodes: 25_000, depth: 6, candidates: 6, temperature: 16, giveaway: 50, overlook: 0.03, careful: true, bookPlies: 16},
	9:  {nodes: 40_000, depth: 10, candidates: 2, temperature: 8, giveaway: 25, careful: true, bookPlies: 20},
	10: {nodes: 1_500_000, moveTime: 1500 * time.Millisecond, candidates: 1, careful: true, bookPlies: 30},
}

// profile looks a level up.
func (l Level) profile() (profile, error) {
	if l < LevelMin || l > LevelMax {
		return profile{}, fmt.Errorf("engine: level %d: want %d to %d", int(l), LevelMin, LevelMax)
	}
	return profiles[l], nil
}
