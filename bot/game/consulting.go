package game

import (
	"slices"
	"time"

	"xiangqibot/engine/board"
)

// MayAsk checks that by may ask a question now; about is the move of an [AskVerdict]. A question that was answered
// before can be asked again for free.
//
// Refusals: those of Play, [BudgetSpent], and those of refuseKind if the partner does not answer such questions.
func (g Partnering) MayAsk(by Person, kind QuestionKind, about board.Move, at time.Time) (board.Color, error) {
	c, err := g.MayAskKind(by, kind, at)
	if err != nil {
		return c, err
	}
	if _, told := g.Answered(kind, about); !told && g.Partner.Kind == Consulting && g.Left(c) < kind.Cost() {
		return c, &Refusal{Code: BudgetSpent, Game: g.ID, Limit: g.Left(c)}
	}
	return c, nil
}

// MayAskKind is like MayAsk, but does not check the cost and the move.
func (g Partnering) MayAskKind(by Person, kind QuestionKind, at time.Time) (board.Color, error) {
	c, err := g.mayPlay(by, at)
	switch {
	case err != nil:
		return c, err
	case kind == AskHand || !g.Partner.answers(kind):
		return c, g.refuseKind()
	case c != g.Turn():
		return c, g.Refuse(NotYourTurn)
	}
	return c, nil
}

// RecordAnswer saves an answer and its cost. An answer that was given before is returned again and costs nothing.
// Refusals are those of MayAsk.
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

// PieceMoves checks that by may name a kind of piece for the partner to move now, and lists its moves.
//
// Refusals: those of Play, [StuckPiece] if no piece of that kind can move, and those of refuseKind if the partner
// moves no pieces.
func (g Partnering) PieceMoves(by Person, kind board.Kind, at time.Time) ([]board.Move, error) {
	c, err := g.mayPlay(by, at)
	switch {
	case err != nil:
		return nil, err
	case g.Partner.Kind != Hand:
		return nil, g.refuseKind()
	case c != g.Turn():
		return nil, g.Refuse(NotYourTurn)
	}
	p := g.Position()
	moves := slices.DeleteFunc(p.LegalMoves(nil), func(m board.Move) bool { return p.At(m.From()).Kind() != kind })
	if len(moves) == 0 {
		return nil, g.Refuse(StuckPiece)
	}
	return moves, nil
}

// RecordChoice saves that the partner has chosen m for the kind of piece that by named: by may then play it.
// Refusals are those of PieceMoves.
func (g Partnering) RecordChoice(by Person, kind board.Kind, m board.Move, at time.Time) error {
	moves, err := g.PieceMoves(by, kind, at)
	switch {
	case err != nil:
		return err
	case !slices.Contains(moves, m):
		return g.Refuse(Outdated)
	}
	p := g.Position()
	told := Question{By: g.Turn(), Ply: g.Ply(), Position: p.Hash(), Kind: AskHand, Moves: []board.Move{m}}
	g.Questions = append(slices.DeleteFunc(slices.Clone(g.Questions), func(q Question) bool {
		return q.Kind == AskHand // of moves that were made
	}), told)
	return nil
}
