package assist

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"xiangqibot/bot/fairplay"
	"xiangqibot/bot/game"
	"xiangqibot/engine"
	"xiangqibot/engine/board"
)

// Partners answers people's questions to their partner, the engine.
type Partners struct{ games *game.Service }

// NewPartners returns the partners for the games of a service.
func NewPartners(games *game.Service) *Partners { return &Partners{games} }

// Ask asks the actor's partner a question; text is the move of an [game.AskVerdict], in any notation. The engine
// searches outside of any transaction, and only if the question was not asked before.
//
// Errors: those of notation.Dialect.Parse, with the game, if text names no legal move. Refusals: those of
// [game.MayAskPartner] and of the guard, and Outdated if the game went on meanwhile.
func (s *Partners) Ask(ctx context.Context, act game.Act, id game.ID, kind game.QuestionKind, text string) (*game.Game, game.Question, error) {
	g, err := s.games.Store.Game(ctx, id)
	if err != nil {
		return nil, game.Question{}, err
	}
	// The turn is checked first: NotYourTurn explains more than why a move of the wrong side does not fit.
	if _, err := game.MayAskKind(g, act.Actor, kind, s.games.Now()); err != nil {
		return g, game.Question{}, err
	}
	about := board.NoMove
	if kind == game.AskVerdict {
		p := g.Position()
		if about, err = act.Dialect.Parse(&p, text); err != nil {
			return g, game.Question{}, err
		}
	}
	c, err := game.MayAskPartner(g, act.Actor, kind, about, s.games.Now())
	if err != nil {
		return g, game.Question{}, err
	}
	cleared, err := s.games.Options.Fair.Ask(ctx, act.Question(fairplay.Advice, &g.Record, id))
	if err != nil {
		return g, game.Question{}, err
	}
	answer, known := g.Questions.Answered(g.Spot(), kind, about)
	if !known {
		answer = game.Question{Kind: kind, About: about}
		if err := s.answer(ctx, cleared, g, c, &answer); err != nil {
			return g, game.Question{}, fmt.Errorf("game %d, ply %d: the partner, asked for its %s: %w", id, g.Ply(), kind, err)
		}
	}
	act.Board = cmp.Or(act.Board, g.BoardKey())
	g, err = s.games.Act(ctx, act, id, func(g *game.Game, at time.Time) (err error) {
		answer, err = game.RecordAnswer(g, act.Actor, answer, at)
		return err
	})
	return g, answer, err
}

// MovePiece makes the actor's partner move a piece of a kind.
func (s *Partners) MovePiece(ctx context.Context, act game.Act, id game.ID, kind board.Kind) (*game.Game, error) {
	g, err := s.games.Store.Game(ctx, id)
	if err != nil {
		return nil, err
	}
	moves, err := game.PieceMoves(g, act.Actor, kind, s.games.Now())
	if err != nil {
		return g, err
	}
	cleared, err := s.games.Options.Fair.Ask(ctx, act.Question(fairplay.Advice, &g.Record, id))
	if err != nil {
		return g, err
	}
	m := moves[0]
	if len(moves) > 1 {
		lines, err := s.lines(ctx, cleared, g, g.Turn(), &g.Record, engine.Limits{SearchMoves: moves})
		if err != nil {
			return g, fmt.Errorf("game %d, ply %d: the partner's %s: %w", id, g.Ply(), kind, err)
		}
		m = lines[0].PV[0]
	}
	act.Board = cmp.Or(act.Board, g.BoardKey())
	return s.games.Act(ctx, act, id, func(g *game.Game, at time.Time) error {
		if err := game.RecordChoice(g, act.Actor, kind, m, at); err != nil {
			return err
		}
		return game.Play(g, act.Actor, m, at)
	})
}

// maxCandidates is the maximum number of moves in an answer to [game.AskCandidates].
const maxCandidates = 3

// answer finds the answer to a question of c.
func (s *Partners) answer(ctx context.Context, cleared fairplay.Clearance, g *game.Game, c board.Color, q *game.Question) error {
	choice, err := s.games.Options.Fair.Choose(ctx, cleared, queueKey(g, c.Opponent()), &g.Record, g.Ruleset(), g.Partner.Level)
	if err != nil {
		return err
	}
	q.Moves = []board.Move{choice.Move}
	switch q.Kind {
	case game.AskPiece, game.AskHand:
	case game.AskCandidates:
		lines, err := s.lines(ctx, cleared, g, c, &g.Record, engine.Limits{MultiPV: maxCandidates})
		if err != nil {
			return err
		}
		for _, line := range lines {
			if m := line.PV[0]; !slices.Contains(q.Moves, m) && len(q.Moves) < maxCandidates {
				q.Moves = append(q.Moves, m)
			}
		}
		p := g.Position()
		// The order must reveal nothing.
		rng := rand.New(rand.NewPCG(p.Hash(), uint64(g.ID)))
		rng.Shuffle(len(q.Moves), func(i, j int) { q.Moves[i], q.Moves[j] = q.Moves[j], q.Moves[i] })
	case game.AskVerdict:
		best, err := s.lines(ctx, cleared, g, c, &g.Record, engine.Limits{})
		if err != nil {
			return err
		}
		asked, err := s.lines(ctx, cleared, g, c, &g.Record, engine.Limits{SearchMoves: []board.Move{q.About}})
		if err != nil {
			return err
		}
		q.Loss = max(chanceOf(best[0])-chanceOf(asked[0]), 0)
	case game.AskMove:
		lines, err := s.lines(ctx, cleared, g, c, &g.Record, engine.Limits{SearchMoves: q.Moves})
		if err != nil {
			return err
		}
		q.Moves = slices.Clone(lines[0].PV[:min(len(lines[0].PV), 2)])
		q.Score, q.Mate = lines[0].Score, lines[0].Mate
		if len(q.Moves) == 1 {
			return s.expect(ctx, cleared, g, c, q)
		}
	}
	return nil
}

// expect adds the opponent's reply to the best move. A search that ended while it searched that move again has none.
func (s *Partners) expect(ctx context.Context, cleared fairplay.Clearance, g *game.Game, c board.Color, q *game.Question) error {
	after := g.Record.Clone()
	if err := after.Play(q.Moves...); err != nil {
		return err
	}
	lines, err := s.lines(ctx, cleared, g, c, &after, engine.Limits{})
	if errors.Is(err, engine.ErrGameOver) { // the move ends the game
		return nil
	}
	if err != nil {
		return err
	}
	q.Moves = append(q.Moves, lines[0].PV[0])
	return nil
}

func chanceOf(line engine.Info) float64 { return engine.WinChance(line.Score, line.Mate) }

// lines analyzes a position of a game for as many nodes as the partner's level searches.
func (s *Partners) lines(
	ctx context.Context, cleared fairplay.Clearance, g *game.Game, c board.Color, rec *board.Record, limits engine.Limits,
) ([]engine.Info, error) {
	limits.Nodes, limits.Ruleset = g.Partner.Level.Nodes(), g.Ruleset()
	res, err := s.games.Options.Fair.Analyze(ctx, cleared, queueKey(g, c.Opponent()), rec, limits)
	switch {
	case err != nil:
		return nil, err
	case len(res.Lines) == 0 || len(res.Lines[0].PV) == 0:
		return nil, engine.ErrGameOver
	}
	return res.Lines, nil
}
