package standing

import (
	"cmp"
	"slices"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/engine"
	"xiangqibot/engine/board"
	"xiangqibot/engine/book"
)

// Profile summarizes a person's games, both rated and casual.
type Profile struct {
	Player Player
	Record [2]Tally // by their color

	Streak     int // current winning streak; negative: losing streak
	BestStreak int // longest winning streak

	Openings     []OpeningRecord // the most frequent ones by color, the most frequent first
	Achievements []Achievement   // in the order in which they were earned
	Latest       []Result        // the latest first
	History      []Result        // rated results, the latest first
}

// Total is the record of both colors.
func (p Profile) Total() Tally {
	red, black := p.Record[board.Red], p.Record[board.Black]
	return Tally{Wins: red.Wins + black.Wins, Draws: red.Draws + black.Draws, Losses: red.Losses + black.Losses}
}

// OpeningRecord is a person's record in an opening: a system with a defense; nil for openings without a name.
type OpeningRecord struct {
	Color   board.Color
	Opening *book.Opening
	Tally
}

// Achievement is something that a person has achieved in a game.
type Achievement struct {
	Kind  AchievementKind
	Game  game.ID      // in which it was earned
	At    time.Time    // when
	Level engine.Level // BeatTheMachine: the strength beaten
}

// AchievementKind names an achievement.
type AchievementKind string

// The achievements.
const (
	FirstWin       AchievementKind = "first-win"
	GiantKiller    AchievementKind = "giant-killer"     // won a rated game against somebody surely 200 points stronger
	HundredRounds  AchievementKind = "hundred-rounds"   // did not lose a game of 100 rounds or more
	TenInARow      AchievementKind = "ten-in-a-row"     // won ten games in a row
	HundredGames   AchievementKind = "hundred-games"    // played a hundred games
	BeatTheMachine AchievementKind = "beat-the-machine" // won against the bot at strength 5 or more, by the strongest
	FirstVoteGame  AchievementKind = "first-vote-game"  // voted in a game that a channel played together
)

// What it takes.
const (
	giantPoints   = 200
	hundredRounds = 200 // plies
	machineLevel  = 5
)

// The sizes of a [Profile].
const (
	maxProfileResults = 5000 // results of a person older than that many are not looked at
	latestShown       = 5
	openingsShown     = 4
)

// Summarize summarizes results, which must be ordered latest first.
func Summarize(results []Result) Profile {
	var p Profile
	openings := map[OpeningRecord]Tally{}
	earned := map[AchievementKind]int{} // index in p.Achievements, from 1
	earn := func(kind AchievementKind, r Result) {
		if earned[kind] == 0 {
			p.Achievements = append(p.Achievements, Achievement{Kind: kind, Game: r.Game, At: r.At})
			earned[kind] = len(p.Achievements)
		}
	}
	games := 0
	for _, r := range slices.Backward(results) {
		games++
		p.Record[r.Color].Add(r.Score, 1)
		p.streak(r.Score)
		if len(r.Opening) > 0 {
			key := OpeningRecord{Color: r.Color, Opening: openingOf(r.Opening)}
			tally := openings[key]
			tally.Add(r.Score, 1)
			openings[key] = tally
		}
		if r.Score == 1 {
			earn(FirstWin, r)
			if r.Rated && !r.Against.Provisional() && r.Against.R >= r.Before.R+giantPoints {
				earn(GiantKiller, r)
			}
			if r.Opponent.Level >= machineLevel && !r.Opponent.IsOutside() { // those vary in strength
				earn(BeatTheMachine, r)
				if best := &p.Achievements[earned[BeatTheMachine]-1]; r.Opponent.Level > best.Level {
					best.Level, best.Game, best.At = r.Opponent.Level, r.Game, r.At
				}
			}
		}
		if r.Score > 0 && r.Plies >= hundredRounds {
			earn(HundredRounds, r)
		}
		if p.Streak == 10 {
			earn(TenInARow, r)
		}
		if games == 100 {
			earn(HundredGames, r)
		}
		if r.Rated {
			p.History = append(p.History, r)
		}
	}
	slices.Reverse(p.History)
	for key, tally := range openings {
		key.Tally = tally
		p.Openings = append(p.Openings, key)
	}
	rank := make(map[*book.Opening]int) // of two equally frequent ones, the better known comes first
	for i, o := range book.Openings() {
		rank[o] = i - len(book.Openings())
	}
	slices.SortFunc(p.Openings, func(a, b OpeningRecord) int {
		return cmp.Or(cmp.Compare(b.Games(), a.Games()), cmp.Compare(a.Color, b.Color), cmp.Compare(rank[a.Opening], rank[b.Opening]))
	})
	p.Openings = p.Openings[:min(len(p.Openings), openingsShown)]
	p.Latest = results[:min(len(results), latestShown)]
	return p
}

// openingOf returns the opening of a game that began with these moves from the start position.
func openingOf(moves []board.Move) *book.Opening {
	o := book.OpeningOf(&board.Record{Start: board.StartPosition(), Moves: moves})
	if o == nil {
		return nil
	}
	return o.Family()
}

// streak counts one more result.
func (p *Profile) streak(score float64) {
	switch score {
	case 1:
		p.Streak = max(0, p.Streak) + 1
	case 0:
		p.Streak = min(0, p.Streak) - 1
	default:
		p.Streak = 0
	}
	p.BestStreak = max(p.BestStreak, p.Streak)
}
