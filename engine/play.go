package engine

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"xiangqibot/engine/board"
	"xiangqibot/engine/rules"
	"xiangqibot/engine/search"
)

// play searches and chooses a move by the profile. The position has a legal move.
func (e *Engine) play(ctx context.Context, rec *board.Record, pr profile, limits Limits) Choice {
	if pr.haste > 0 && e.rng.Float64() < pr.haste {
		pr = pr.hasty()
	}
	l := limits
	l.Nodes, l.MoveTime, l.Depth = lowerLimit(pr.nodes, l.Nodes), lowerLimit(pr.moveTime, l.MoveTime), lowerLimit(pr.depth, l.Depth)
	l.MultiPV, l.Tables = pr.candidates, nil
	if pr.knowsEndings() {
		l.Tables = e.tables
	}
	res := e.searcher.Run(ctx, rec, l, nil)
	best := choiceOf(res.Info)
	if pr.candidates <= 1 || len(res.Lines) <= 1 {
		return best
	}
	p := rec.Position()
	seen := e.impressions(ctx, rec, limits.Ruleset, &p, pr, &res)
	if pr.careful {
		if best.Mate == 1 {
			return best
		}
		if i, ok := recapture(rec, &p, seen); ok {
			return best.withLine(res.Lines[i])
		}
	}
	return best.withLine(res.Lines[pick(seen, pr, e.rng)])
}

// withLine returns the choice with the move and score of another line of the same search.
func (c Choice) withLine(line Info) Choice {
	c.Move, c.Score, c.Mate, c.Depth = line.PV[0], line.Score, line.Mate, line.Depth
	return c
}

// lowerLimit returns the lower of two limits, where 0 means no limit.
func lowerLimit[T int | uint64 | time.Duration](a, b T) T {
	if a == 0 || b > 0 && b < a {
		return b
	}
	return a
}

func choiceOf(i Info) Choice {
	return Choice{
		Move: i.PV[0], Score: i.Score, Mate: i.Mate, BestScore: i.Score, BestMate: i.Mate, Depth: i.Depth, Nodes: i.Nodes,
	}
}

// An impression is a move with its score as seen by a player who overlooks some pieces.
type impression struct {
	move  board.Move
	score int
}

// impressions scores the candidates as a player would who overlooks some of the opponent's pieces. Only moves that such
// a piece refutes get another score.
func (e *Engine) impressions(
	ctx context.Context, rec *board.Record, ruleset rules.Ruleset, p *board.Position, pr profile, res *Result,
) []impression {
	seen := make([]impression, len(res.Lines))
	blind := blindSpots(rec, p, pr, e.rng)
	for i, line := range res.Lines {
		seen[i] = impression{line.PV[0], line.Score}
		if len(line.PV) < 2 || !blind.Has(line.PV[1].From()) {
			continue
		}
		if pr.careful && line.Mate == -1 {
			continue // a mate in one is seen, whoever gives it
		}
		if score, ok := withoutReplies(ctx, e.searcher, rec, ruleset, line.PV[0], blind); ok {
			seen[i].score = max(score, line.Score)
		}
	}
	return seen
}

// blindSpots chooses at random which of the opponent's pieces are overlooked.
func blindSpots(rec *board.Record, p *board.Position, pr profile, rng *rand.Rand) (blind board.Bitboard) {
	if pr.overlook == 0 {
		return blind
	}
	them := p.SideToMove().Opponent()
	for s := range p.ByColor(them).AndNot(board.SquareBit(p.King(them))).All() {
		chance := pr.overlook
		if n := len(rec.Moves); n > 0 {
			chance *= distanceFactor(s, rec.Moves[n-1].To())
		}
		if rng.Float64() < chance {
			blind = blind.Or(board.SquareBit(s))
		}
	}
	return blind
}

// distanceFactor scales the probability of overlooking a piece by its distance from the last move: from 0.5 for the
// piece just moved to 1.5 across the board.
func distanceFactor(a, b board.Square) float64 {
	files, ranks := math.Abs(float64(a.File()-b.File())), math.Abs(float64(a.Rank()-b.Rank()))
	const farthest = board.Files + board.Ranks - 2
	return 0.5 + (files+ranks)/farthest
}

// impressionNodes bounds the search of withoutReplies.
const impressionNodes = 1500

// withoutReplies returns the score of the move m for its own side if replies by overlooked pieces are ignored.
func withoutReplies(
	ctx context.Context, s *search.Searcher, rec *board.Record, ruleset rules.Ruleset, m board.Move, blind board.Bitboard,
) (int, bool) {
	after := rec.Clone()
	if err := after.Play(m); err != nil {
		return 0, false
	}
	p := after.Position()
	replies := slices.DeleteFunc(p.LegalMoves(nil), func(r board.Move) bool { return blind.Has(r.From()) })
	if len(replies) == 0 {
		return 0, false
	}
	res := s.Run(ctx, &after, Limits{Nodes: impressionNodes, Depth: 2, SearchMoves: replies, Ruleset: ruleset}, nil)
	return -res.Score, true
}

// recapture returns the candidate that recaptures on the square of the last capture, if it is within recaptureMargin of
// the best move.
func recapture(rec *board.Record, p *board.Position, seen []impression) (int, bool) {
	n := len(rec.Moves)
	if n == 0 {
		return 0, false
	}
	last := rec.Moves[n-1]
	if q := rec.UpTo(n - 1).Position(); q.At(last.To()) == board.NoPiece {
		return 0, false
	}
	best := bestOf(seen)
	for i := range seen {
		if m := seen[i].move; m.To() == last.To() && seen[i].score >= best-recaptureMargin && search.SEEAtLeast(p, m, 0) {
			return i, true
		}
	}
	return 0, false
}

// recaptureMargin is how much better, in centipawns, another move has to look before a player declines to recapture.
const recaptureMargin = 120

// pick draws one of the candidates by softmax: the better a move looks, the more likely it is played.
func pick(seen []impression, pr profile, rng *rand.Rand) int {
	best := bestOf(seen)
	temperature := pr.temperature
	if best < -lostScore {
		temperature /= 2 // a lost game is no reason to throw more away
	}
	weights := make([]float64, len(seen))
	sum := 0.0
	for i, im := range seen {
		if behind := best - im.score; behind <= pr.giveaway {
			weights[i] = math.Exp(-float64(behind) / temperature)
			sum += weights[i]
		}
	}
	at := rng.Float64() * sum
	for i, w := range weights {
		if at -= w; at < 0 {
			return i
		}
	}
	return 0
}

// lostScore is the deficit in centipawns from which a game counts as lost.
const lostScore = 600

func bestOf(seen []impression) int {
	best := seen[0].score
	for _, im := range seen {
		best = max(best, im.score)
	}
	return best
}
