package review

import (
	"context"
	"slices"
	"strings"

	"xiangqibot/bot/game"
	"xiangqibot/engine"
	"xiangqibot/engine/board"
	"xiangqibot/engine/book"
	"xiangqibot/engine/rules"
)

// PositionInPlay refuses the analysis of a position that the person is playing in Game.
const PositionInPlay game.Code = "position-playing"

// GameNotOver refuses the analysis of Game because it is still in progress.
const GameNotOver game.Code = "analyze-not-over"

// Analyst analyzes single positions.
type Analyst struct {
	engine Engine
	nodes  uint64
}

// NewAnalyst returns an analyst that searches each position with the given number of nodes.
func NewAnalyst(e Engine, nodes uint64) *Analyst { return &Analyst{e, nodes} }

// analysisLines is the number of principal variations of an analysis.
const analysisLines = 3

// Analysis is the engine's evaluation of a position.
type Analysis struct {
	// Verdict says how the game ended if it is over; there are no lines then.
	Verdict rules.Verdict
	// Lines are the principal variations, the best first.
	Lines []engine.Info
}

// Analyze analyzes the last position of a record for a person.
func (a *Analyst) Analyze(ctx context.Context, p game.Person, rec *board.Record, ruleset rules.Ruleset) (Analysis, error) {
	judged := rec.Clone()
	if v := rules.Judge(&judged, ruleset); v.Outcome != rules.Ongoing {
		return Analysis{Verdict: v}, nil
	}
	key := engine.Key{Person: string(p), Game: "analysis"}
	limits := engine.Limits{Nodes: a.nodes, MultiPV: analysisLines, Ruleset: ruleset}
	res, err := engine.RetryPreempted(func() (engine.Result, error) {
		return a.engine.AnalyzeWhole(ctx, key, rec, limits, nil)
	})
	if err != nil {
		return Analysis{}, err
	}
	return Analysis{Lines: res.Lines}, nil
}

// FindAssistedOutOfBook is FindAssisted, except that positions in the opening book are always allowed.
func FindAssistedOutOfBook(p *board.Position, games []*game.Game) *game.Game {
	if len(book.Standard().AllMoves(p)) > 0 {
		return nil
	}
	return FindAssisted(p, games)
}

// FindAssisted returns the first of the games in which the analysis of a position would be engine assistance, nil if
// there is none: the current position of the game or a position one move later equals p or its mirror image, whichever
// side is to move.
func FindAssisted(p *board.Position, games []*game.Game) *game.Game {
	asked := placement(p)
	image := mirrored(asked)
	helps := func(p *board.Position) bool {
		at := placement(p)
		return at == asked || at == image
	}
	for _, g := range games {
		if g.State != game.Active {
			continue
		}
		at := g.Position()
		if helps(&at) {
			return g
		}
		for _, m := range at.LegalMoves(nil) {
			next := at
			next.Make(m)
			if helps(&next) {
				return g
			}
		}
	}
	return nil
}

// placement returns the piece placement, the first field of the FEN.
func placement(p *board.Position) string {
	pieces, _, _ := strings.Cut(p.FEN(), " ")
	return pieces
}

// mirrored returns a placement with left and right exchanged.
func mirrored(placement string) string {
	ranks := strings.Split(placement, "/")
	for i, rank := range ranks {
		letters := []byte(rank)
		slices.Reverse(letters)
		ranks[i] = string(letters)
	}
	return strings.Join(ranks, "/")
}
