package mine

import (
	"cmp"
	"context"

	"xiangqibot/engine/board"
	"xiangqibot/engine/puzzle"
	"xiangqibot/engine/rules"
	"xiangqibot/engine/search"
	"xiangqibot/engine/study"
)

// Game is a finished game in which puzzles are looked for.
type Game struct {
	board.Record
	Outcome rules.Outcome
	// Scores has the score of the position before each move, in centipawns for the side that made it, or [NoScore]. It
	// is nil if there are none, as in games of people.
	Scores []int
}

// NoScore is the score of a move that was not searched.
const NoScore = -1 << 15

// Where candidates are searched for.
const (
	lastPlies           = 24 // of a game without scores
	quickProofPositions = 5000
	maxCandidates       = 3 // of a game
	jumpTo              = 700
	jumpFrom            = 200
	longestMate         = search.MateScore - 2*maxMoves
)

// turn is a position of a game that may be the first of a puzzle: after so many moves, with a mate or a gain.
type turn struct {
	ply  int
	mate bool
}

// Game finds one puzzle in a game, nil if there is none. The error is that of a search, or of ctx.
func (m *Miner) Game(ctx context.Context, g *Game, source puzzle.Source) (*puzzle.Puzzle, error) {
	m.failed = nil
	for _, t := range m.candidates(ctx, g) {
		earlier := board.Record{Start: g.Start, Moves: g.Moves[:t.ply-1]}
		examine := m.win
		if t.mate {
			examine = m.mate
		}
		p := examine(ctx, earlier.Position(), g.Moves[t.ply-1])
		if err := cmp.Or(m.failed, ctx.Err()); err != nil {
			return nil, err
		}
		if p != nil {
			p.Source = source
			return p, nil
		}
	}
	return nil, nil
}

// Study finds one puzzle in a game with a complete review, nil if there is none. The error is as for Game.
func (m *Miner) Study(ctx context.Context, s *study.Study, source puzzle.Source) (*puzzle.Puzzle, error) {
	g := Game{Record: s.Record()}
	for i := range g.Moves {
		mate, score := s.ScoreAt(i)
		switch {
		case mate > 0:
			score = search.MateScore - (2*mate - 1)
		case mate < 0:
			score = -search.MateScore - 2*mate
		}
		const most = longestMate - 1 // of scores without a mate, or with one too far away
		if mate == 0 || mate > maxMoves || mate < -maxMoves {
			score = min(max(score, -most), most)
		}
		g.Scores = append(g.Scores, score)
	}
	return m.Game(ctx, &g, source)
}

// candidates returns the positions of a game worth examining, the most promising first.
func (m *Miner) candidates(ctx context.Context, g *Game) []turn {
	if g.Scores == nil {
		return m.unscoredCandidates(ctx, g)
	}
	var tries []turn
	mate := false
	for i := 1; i < len(g.Scores); i++ {
		score := g.Scores[i]
		before := -jumpTo
		if i > 1 && g.Scores[i-2] != NoScore {
			before = g.Scores[i-2]
		}
		opponent := g.Scores[i-1]
		switch {
		case score >= longestMate && score < search.MateScore-2 && !mate:
			mate = true // the later ones are the same mate
			tries = append(tries, turn{i, true})
		case score >= jumpTo && score < longestMate && before <= jumpFrom && (opponent == NoScore || opponent >= -jumpFrom):
			tries = append(tries, turn{ply: i})
		}
	}
	return tries[:min(len(tries), maxCandidates)]
}

// unscoredCandidates returns the candidates of a game without scores: mates of the winner near its end, the longest
// first.
func (m *Miner) unscoredCandidates(ctx context.Context, g *Game) []turn {
	loser, won := g.Outcome.Loser()
	if !won || len(g.Moves) == 0 {
		return nil
	}
	first := max(1, len(g.Moves)-lastPlies)
	byMoves := map[int][]turn{}
	for i, pos := range g.Positions() {
		if i >= first && pos.SideToMove() != loser {
			m.proof.reset(ctx, 1, quickProofPositions)
			n := m.proof.shortest(pos, maxMoves-1)
			byMoves[n] = append(byMoves[n], turn{i, true})
		}
	}
	var tries []turn
	for n := maxMoves; n > 1; n-- {
		if len(byMoves[n]) > 0 {
			tries = append(tries, byMoves[n][0]) // the first time that it was there
		}
	}
	return tries[:min(len(tries), maxCandidates)]
}
