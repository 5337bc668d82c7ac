package engine

import (
	"fmt"
	"math"
	"strings"
	"time"
)

// Level is a strength of play from LevelMin, which a beginner can beat, to LevelMax, the full engine.
type Level int

// The weakest and the strongest opponent.
const (
	LevelMin Level = 1
	LevelMax Level = 10
)

// Rating is the level's place on the bot's own scale, the one its players are rated on; a new player starts at 1500
// there. It says nothing about any other scale. The steps are those that a ladder of games has shown, rounded: from the
// first strength, which is for the first day, it is further than from any other.
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

// LevelRated is the strength whose rating is nearest to one on the scale of Level.Rating.
func LevelRated(rating float64) Level {
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

// Settings says in one line how the strength thinks, for the journals of xiangqi-lab; "" for a strength that is none.
func (l Level) Settings() string {
	p, err := l.profile()
	if err != nil {
		return ""
	}
	text := strings.Trim(fmt.Sprintf("%+v", p), "{}")
	if p.haste > 0 {
		text += fmt.Sprintf("; at first sight %+v", p.hasty())
	}
	return text
}

// A profile says how a strength thinks. Most of its moves come from a careful look, bounded by nodes and depth; the
// others are made at first sight, as people make them: two plies deep, unsure which of two moves is the better, and
// without seeing what this or that piece of the opponent can do. How often that happens is what tells the lower
// strengths apart; the higher ones differ in how far they look.
type profile struct {
	// nodes bounds the search, and moveTime too where it is not 0.
	nodes    uint64
	moveTime time.Duration
	// depth bounds how many plies are looked ahead; 0 means nothing but the nodes does.
	depth int
	// candidates is how many moves are weighed against each other; with 0 or 1 the best is played, and the next three say
	// nothing.
	candidates int
	// temperature, in centipawns, is how much worse a move may look and still be played a third as often as the best.
	temperature float64
	// giveaway is the most, in centipawns, that is lost on purpose by not playing the move that looks best.
	giveaway int
	// overlook is the chance that one piece of the opponent is not seen in this move's thinking. Pieces far from the last
	// move are overlooked more easily than those near it.
	overlook float64
	// haste is the chance that a move is made at first sight, that is by the profile glance.
	haste float64
	// careful players always see a mate in one, for or against, and always take back, also at first sight.
	careful bool
	// networkNodes takes the place of nodes where the engine has a network, by which the strength then judges; with 0 it
	// judges by hand in any case.
	networkNodes uint64
	// bookPlies is how many plies of opening theory they know.
	bookPlies int
}

// glance is how a move is found at first sight.
var glance = profile{nodes: 5_000, depth: 2, candidates: 40, temperature: 110, giveaway: 300, overlook: 0.55}

// The numbers were set by ladders of games and by a judge of single moves; docs/engine.md has the tables. Strength 1
// never takes a second look and sees so little that a script that takes whatever is dearest and else moves anywhere is
// nearly its equal; one that takes what hangs and leaves nothing hanging beats it nearly always. Casual players lose by
// their moves about as much as strength 2 does. Strength 10 does all the engine can; its nodes are bounded so that it
// is as strong while others play as it is alone.
var profiles = [LevelMax + 1]profile{
	1:  {nodes: 5_000, depth: 2, candidates: 40, temperature: 225, giveaway: 600, overlook: 0.83, bookPlies: 2},
	2:  {nodes: 3_000, haste: 0.75, bookPlies: 4},
	3:  {nodes: 4_500, haste: 0.46, careful: true, bookPlies: 6},
	4:  {nodes: 6_500, haste: 0.235, careful: true, bookPlies: 8},
	5:  {nodes: 9_000, haste: 0.10, careful: true, bookPlies: 10},
	6:  {nodes: 12_000, haste: 0.026, careful: true, bookPlies: 12},
	7:  {nodes: 18_000, careful: true, bookPlies: 14},
	8:  {nodes: 43_000, careful: true, bookPlies: 16},
	9:  {nodes: 100_000, networkNodes: 40_000, careful: true, bookPlies: 20},
	10: {nodes: 240_000, networkNodes: 240_000, moveTime: 1500 * time.Millisecond, careful: true, bookPlies: 30},
}

// Nodes is how many positions the strength looks at for a move, at most; 0 for a strength that is none. By a network it
// may look at fewer.
func (l Level) Nodes() uint64 {
	p, err := l.profile()
	if err != nil {
		return 0
	}
	return p.nodes
}

// JudgesByNetwork reports whether the strength judges positions by a network, where the engine has one.
func (l Level) JudgesByNetwork() bool {
	p, err := l.profile()
	return err == nil && p.networkNodes > 0
}

// knowsEndings reports whether the strength plays endings from tables: who errs in no other way does not err there.
func (p profile) knowsEndings() bool { return p.haste == 0 && p.overlook == 0 }

// hasty is how the strength looks at a position when it moves at first sight.
func (p profile) hasty() profile {
	h := glance
	h.careful = p.careful
	return h
}

// profile looks a level up.
func (l Level) profile() (profile, error) {
	if l < LevelMin || l > LevelMax {
		return profile{}, fmt.Errorf("engine: level %d: want %d to %d", int(l), LevelMin, LevelMax)
	}
	return profiles[l], nil
}
