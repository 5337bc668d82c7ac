package engine

import (
	"context"
	"math"
	"math/rand/v2"
	"time"

	"xiangqibot/engine/board"
	"xiangqibot/engine/rules"
	"xiangqibot/engine/search"
)

// play searches and then decides as the profile would. The position has a legal move.
func (e *Engine) play(ctx context.Context, rec *board.Record, pr profile, limits Limits) Choice {
	if pr.haste > 0 && e.dice.Float64() < pr.haste {
		pr = pr.hasty()
	}
	nodes := pr.nodes
	if e.network != nil && pr.networkNodes > 0 {
		nodes = pr.networkNodes
	}
	l := limits
	l.Nodes, l.MoveTime, l.Depth = tighter(nodes, l.Nodes), tighter(pr.moveTime, l.MoveTime), tighter(pr.depth, l.Depth)
	l.MultiPV, l.Tables = pr.candidates, nil
	if pr.knowsEndings() {
		l.Tables = e.tables
	}
	res := e.searcherOf(pr).Run(ctx, rec, l, nil)
	best := choiceOf(res.Info)
	if pr.candidates <= 1 || len(res.Lines) <= 1 {
		return best
	}
	p := rec.Position()
	seen := e.impressions(ctx, rec, limits.Code, &p, pr, &res)
	if pr.careful {
		if best.Mate == 1 {
			return best
		}
		if i, ok := takesBack(rec, &p, seen); ok {
			return best.but(res.Lines[i])
		}
	}
	return best.but(res.Lines[pick(seen, pr, e.dice)])
}

// but is the choice of another line of the same search.
func (c Choice) but(line Info) Choice {
	c.Move, c.Score, c.Mate, c.Depth = line.PV[0], line.Score, line.Mate, line.Depth
	return c
}

// tighter is the lower of two bounds, of which 0 is none.
func tighter[T int | uint64 | time.Duration](a, b T) T {
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

// An impression is what a move looks like to a player who does not see everything.
type impression struct {
	move  board.Move
	score int
}

// impressions judges the candidates as somebody would to whom some of the opponent's pieces are not there at the
// moment. Only moves whose refutation comes from such a piece look different from what they are.
func (e *Engine) impressions(
	ctx context.Context, rec *board.Record, code rules.Code, p *board.Position, pr profile, res *Result,
) []impression {
	seen := make([]impression, len(res.Lines))
	blind := blindSpots(rec, p, pr, e.dice)
	for i, line := range res.Lines {
		seen[i] = impression{line.PV[0], line.Score}
		if len(line.PV) < 2 || !blind.Has(line.PV[1].From()) {
			continue
		}
		if pr.careful && line.Mate == -1 {
			continue // a mate in one is seen, whoever gives it
		}
		if score, ok := withoutReplies(ctx, e.searcherOf(pr), rec, code, line.PV[0], blind); ok {
			seen[i].score = max(score, line.Score)
		}
	}
	return seen
}

// blindSpots throws the dice for each piece of the opponent.
func blindSpots(rec *board.Record, p *board.Position, pr profile, dice *rand.Rand) (blind board.Bitboard) {
	if pr.overlook == 0 {
		return blind
	}
	them := p.SideToMove().Opponent()
	for b := p.ByColor(them).AndNot(board.SquareBit(p.King(them))); !b.Empty(); {
		var s board.Square
		s, b = b.Next()
		chance := pr.overlook
		if n := len(rec.Moves); n > 0 {
			chance *= distanceFactor(s, rec.Moves[n-1].To())
		}
		if dice.Float64() < chance {
			blind = blind.Or(board.SquareBit(s))
		}
	}
	return blind
}

// distanceFactor is by how much more easily a piece is overlooked for being away from the last move: half as easily for
// the piece just moved, one and a half times across the board.
func distanceFactor(a, b board.Square) float64 {
	files, ranks := math.Abs(float64(a.File()-b.File())), math.Abs(float64(a.Rank()-b.Rank()))
	const farthest = board.Files + board.Ranks - 2
	return 0.5 + (files+ranks)/farthest
}

// impressionNodes bounds each second look at a candidate.
const impressionNodes = 1500

// withoutReplies scores the move m for its own side when no answer by a piece on a blind spot is looked at.
func withoutReplies(
	ctx context.Context, s *search.Searcher, rec *board.Record, code rules.Code, m board.Move, blind board.Bitboard,
) (int, bool) {
	after := rec.Clone()
	if err := after.Play(m); err != nil {
		return 0, false
	}
	p := after.Position()
	var replies []board.Move
	for _, r := range p.LegalMoves(nil) {
		if !blind.Has(r.From()) {
			replies = append(replies, r)
		}
	}
	if len(replies) == 0 {
		return 0, false
	}
	res := s.Run(ctx, &after, Limits{Nodes: impressionNodes, Depth: 2, SearchMoves: replies, Code: code}, nil)
	return -res.Score, true
}

// takesBack finds the candidate that retakes on the point of the last capture, if that is as good as the best move or
// nearly so.
func takesBack(rec *board.Record, p *board.Position, seen []impression) (int, bool) {
	n := len(rec.Moves)
	if n == 0 {
		return 0, false
	}
	before := board.Record{Start: rec.Start, Moves: rec.Moves[:n-1]}
	last := rec.Moves[n-1]
	if q := before.Position(); q.At(last.To()) == board.NoPiece {
		return 0, false
	}
	best := bestOf(seen)
	for i := range seen {
		if m := seen[i].move; m.To() == last.To() && seen[i].score >= best-takeBackMargin && search.SEEAtLeast(p, m, 0) {
			return i, true
		}
	}
	return 0, false
}

// takeBackMargin is how much better, in centipawns, another move has to look before a player leaves a piece untaken.
const takeBackMargin = 120

// pick throws the dice among the candidates: the better a move looks, the more likely it is played.
func pick(seen []impression, pr profile, dice *rand.Rand) int {
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
	at := dice.Float64() * sum
	for i, w := range weights {
		if at -= w; at < 0 {
			return i
		}
	}
	return 0
}

// lostScore is how far behind, in centipawns, a game counts as lost.
const lostScore = 600

func bestOf(seen []impression) int {
	best := seen[0].score
	for _, im := range seen {
		best = max(best, im.score)
	}
	return best
}
