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
	maxCandidates       = 3                             // of a game
	minMateScore        = search.MateScore - 2*maxMoves // of the longest mate that may be a puzzle
)

// Find finds puzzles in a game, at most one of each kind, a long mate first. The error is that of a search, or of ctx.
func (m *Miner) Find(ctx context.Context, g *Game, source puzzle.Source) (found []puzzle.Puzzle, err error) {
	m.failed = nil
	if p := m.longMate(ctx, g, source); p != nil {
		found = append(found, *p)
	}
	found = append(found, m.scan(ctx, g, source, scanTries)...)
	return found, cmp.Or(m.failed, ctx.Err())
}

// longMate finds a mate in two moves or more, nil if there is none.
func (m *Miner) longMate(ctx context.Context, g *Game, source puzzle.Source) *puzzle.Puzzle {
	for _, ply := range m.candidates(ctx, g) {
		earlier := board.Record{Start: g.Start, Moves: g.Moves[:ply-1]}
		if p := m.mate(ctx, earlier.Position(), g.Moves[ply-1]); p != nil {
			p.Source = source
			return p
		}
	}
	return nil
}

// Study finds one puzzle in a game with a complete review, nil if there is none: a long mate, or the hardest other one.
// The error is as for Find.
func (m *Miner) Study(ctx context.Context, s *study.Study, source puzzle.Source) (*puzzle.Puzzle, error) {
	m.failed = nil
	g := Game{Record: s.Record()}
	for i := range g.Moves {
		mate, score := s.Evals[i].Mate, s.Evals[i].Score
		switch {
		case mate > 0:
			score = search.MateScore - (2*mate - 1)
		case mate < 0:
			score = -search.MateScore - 2*mate
		}
		const most = minMateScore - 1 // of scores without a mate, or with one too far away
		if mate == 0 || mate > maxMoves || mate < -maxMoves {
			score = min(max(score, -most), most)
		}
		g.Scores = append(g.Scores, score)
	}
	p := m.longMate(ctx, &g, source)
	if p == nil {
		for _, other := range m.scan(ctx, &g, source, reviewTries) {
			if p == nil || other.Rating > p.Rating {
				p = &other
			}
		}
	}
	if err := cmp.Or(m.failed, ctx.Err()); err != nil {
		return nil, err
	}
	return p, nil
}

// candidates returns the positions of a game that may have a long mate, the most promising first.
func (m *Miner) candidates(ctx context.Context, g *Game) []int {
	if g.Scores == nil {
		return m.unscoredCandidates(ctx, g)
	}
	for i, score := range g.Scores {
		if i > 0 && score >= minMateScore && score < search.MateScore-2 {
			return []int{i} // later ones are the same mate
		}
	}
	return nil
}

// unscoredCandidates returns the candidates of a game without scores: mates of the winner near its end, the longest
// first.
func (m *Miner) unscoredCandidates(ctx context.Context, g *Game) []int {
	loser, won := g.Outcome.Loser()
	if !won || len(g.Moves) == 0 {
		return nil
	}
	first := max(1, len(g.Moves)-lastPlies)
	byMoves := map[int][]int{}
	for i, pos := range g.Positions() {
		if i >= first && pos.SideToMove() != loser {
			m.proof.reset(ctx, 1, quickProofPositions)
			n := m.proof.shortest(pos, maxMoves-1)
			byMoves[n] = append(byMoves[n], i)
		}
	}
	var tries []int
	for n := maxMoves; n > 1; n-- {
		if len(byMoves[n]) > 0 {
			tries = append(tries, byMoves[n][0]) // the first time that it was there
		}
	}
	return tries[:min(len(tries), maxCandidates)]
}
