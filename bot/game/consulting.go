package game

import (
	"slices"
	"time"

	"xiangqibot/engine/board"
)

// Open checks that by may put a question now; about is the move that AskVerdict is about. What was answered before may
// be asked again for nothing.
//
// Refusals: as for Play, AsksSpent, and where the partner of the game answers no such question those of cannot.
func (g Partnering) MayAsk(by Person, kind QuestionKind, about board.Move, at time.Time) (board.Color, error) {
	c, err := g.mayAsk(by, kind, at)
	if err != nil {
		return c, err
	}
	if _, told := g.Answered(kind, about); !told && g.Partner.Kind == Consulting && g.Left(c) < kind.Cost() {
		return c, &Refusal{Code: BudgetSpent, Game: g.ID, Limit: g.Left(c)}
	}
	return c, nil
}

// mayAsk is Open for a question whatever it costs, and whatever move it is about.
func (g Partnering) mayAsk(by Person, kind QuestionKind, at time.Time) (board.Color, error) {
	c, err := g.mayPlay(by, at)
	switch {
	case err != nil:
		return c, err
	case kind == askHand || !g.Partner.answers(kind):
		return c, g.refuseKind()
	case c != g.Turn():
		return c, g.refuse(NotYourTurn)
	}
	return c, nil
}

// Tell keeps an answer and what it costs. An answer that was given before is given again, and costs nothing. Refusals as
// for Open.
func (g Partnering) RecordAnswer(by Person, answer Question, at time.Time) (Question, error) {
	c, err := g.MayAsk(by, answer.Kind, answer.About, at)
	if err != nil {
		return Question{}, err
	}
	if before, told := g.Answered(answer.Kind, answer.About); told {
		return before, nil
	}
	p := g.Position()
	answer.By, answer.Ply, answer.Position = c, g.Ply(), p.Hash()
	g.Questions = append(slices.Clone(g.Questions), answer)
	return answer, nil
}

// MayName checks that by may name a kind of piece now, which the partner then moves, and lists its moves.
//
// Refusals: as for Play, StuckPiece where no piece of that kind can move, and where the partner moves none those of
// cannot.
func (g Partnering) PieceMoves(by Person, kind board.Kind, at time.Time) ([]board.Move, error) {
	c, err := g.mayPlay(by, at)
	switch {
	case err != nil:
		return nil, err
	case g.Partner.Kind != Hand:
		return nil, g.refuseKind()
	case c != g.Turn():
		return nil, g.refuse(NotYourTurn)
	}
	p := g.Position()
	moves := slices.DeleteFunc(p.LegalMoves(nil), func(m board.Move) bool { return p.At(m.From()).Kind() != kind })
	if len(moves) == 0 {
		return nil, g.refuse(StuckPiece)
	}
	return moves, nil
}

// Chosen keeps that the partner has chosen m for the kind of piece that by named: by may play it then. Refusals as for
// MayName.
func (g Partnering) RecordChoice(by Person, kind board.Kind, m board.Move, at time.Time) error {
	moves, err := g.PieceMoves(by, kind, at)
	switch {
	case err != nil:
		return err
	case !slices.Contains(moves, m):
		return g.refuse(Outdated)
	}
	p := g.Position()
	told := Question{By: g.Turn(), Ply: g.Ply(), Position: p.Hash(), Kind: askHand, Moves: []board.Move{m}}
	g.Questions = append(slices.DeleteFunc(slices.Clone(g.Questions), func(q Question) bool {
		return q.Kind == askHand // of moves that were made
	}), told)
	return nil
}
