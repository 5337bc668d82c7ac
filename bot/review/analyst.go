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

// Same refuses what the engine thinks of a position that the person plays in Game.
const Same game.Code = "position-playing"

// NotYet refuses the analysis of Game, which is still being played.
const NotYet game.Code = "analyze-not-over"

// Analyst has single positions looked at.
type Analyst struct {
	engine Engine
	nodes  uint64
}

// NewAnalyst lets an engine look at so many nodes of a position.
func NewAnalyst(e Engine, nodes uint64) *Analyst { return &Analyst{e, nodes} }

// analysisLines is how many lines an analysis has.
const analysisLines = 3

// Analysis is what the engine thinks of a position.
type Analysis struct {
	// Verdict says how the game ended, where it was over; there are no lines then.
	Verdict rules.Verdict
	// Lines are the best moves with what follows, the best first.
	Lines []engine.Info
}

// Analyze has the last position of a record looked at, for a person.
func (a *Analyst) Analyze(ctx context.Context, p game.Person, rec *board.Record, code rules.Code) (Analysis, error) {
	judged := rec.Clone()
	if v := rules.Judge(&judged, code); v.Outcome != rules.Ongoing {
		return Analysis{Verdict: v}, nil
	}
	key := engine.Key{Person: string(p), Game: "analysis"}
	limits := engine.Limits{Nodes: a.nodes, Lines: analysisLines, Code: code}
	res, err := engine.RetryCutShort(func() (engine.Result, error) {
		return a.engine.AnalyzeWhole(ctx, key, rec, limits, nil)
	})
	if err != nil {
		return Analysis{}, err
	}
	return Analysis{Lines: res.Lines}, nil
}

// AskedBeyondBook is Asked, but positions that the opening book knows are no secret.
func AskedBeyondBook(p *board.Position, games []*game.Game) *game.Game {
	if len(book.Standard().Known(p)) > 0 {
		return nil
	}
	return Asked(p, games)
}

// Asked returns the first of the games that a question about a position would help with, nil if there is none: it is
// the position on the board, whoever is to move there, its mirror image, or one move further.
func Asked(p *board.Position, games []*game.Game) *game.Game {
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

// placement says where the pieces are, as the first field of a FEN does.
func placement(p *board.Position) string {
	pieces, _, _ := strings.Cut(p.FEN(), " ")
	return pieces
}

// mirrored is a placement with left and right exchanged.
func mirrored(placement string) string {
	ranks := strings.Split(placement, "/")
	for i, rank := range ranks {
		letters := []byte(rank)
		slices.Reverse(letters)
		ranks[i] = string(letters)
	}
	return strings.Join(ranks, "/")
}
