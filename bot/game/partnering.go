package game

import (
	"slices"
	"time"

	"xiangqibot/engine/board"
)

// Partnering holds the acts by which people use the partner of a game.
type Partnering struct{ *Game }

// PartneringOf returns the acts about the partner of a game.
func PartneringOf(g *Game) Partnering { return Partnering{g} }

// Left returns what a side may still spend on questions.
func (g Partnering) Left(c board.Color) int { return max(g.Partner.Budget-g.Questions.Spent(c), 0) }

// Answered returns the answer to a question in the current position, false if it was not asked.
func (g Partnering) Answered(kind QuestionKind, about board.Move) (Question, bool) {
	p := g.Position()
	i := slices.IndexFunc(g.Questions, func(q Question) bool {
		return q.Ply == g.Ply() && q.Position == p.Hash() && q.Kind == kind && q.About == about
	})
	if i < 0 {
		return Question{}, false
	}
	return g.Questions[i], true
}

// refuseKind returns the refusal for what the partner of the game does not do; its code says what it does:
// [PartnerAnswers], [PartnerNames], [NamePiece]; [NoPartnerHere] if there is none.
func (g Partnering) refuseKind() error {
	switch g.Partner.Kind {
	case Consulting:
		return g.Refuse(PartnerAnswers)
	case Brain:
		return g.Refuse(PartnerNames)
	case Hand:
		return g.Refuse(NamePiece)
	case NoPartner:
	}
	return g.Refuse(NoPartnerHere)
}

// mayMove checks that m may be played: with a Brain it has to be a move of the kind of piece that was named, with a
// Hand the move that it has chosen. Refusals: [PieceFirst], [OtherPiece], [NamePiece].
func (g Partnering) mayMove(m board.Move) error {
	switch g.Partner.Kind {
	case Hand:
		if chosen, answered := g.Answered(AskHand, board.NoMove); !answered || chosen.Moves[0] != m {
			return g.Refuse(NamePiece)
		}
	case Brain:
		named, answered := g.Answered(AskPiece, board.NoMove)
		p := g.Position()
		switch {
		case !answered:
			return g.Refuse(PieceFirst)
		case p.At(named.Moves[0].From()).Kind() != p.At(m.From()).Kind():
			return g.Refuse(OtherPiece)
		}
	case NoPartner, Consulting:
	}
	return nil
}

// MayAsk checks that by may ask a question now; about is the move of an [AskVerdict]. A question that was answered
// before can be asked again for free.
//
// Refusals: those of Play, [BudgetSpent], and those of refuseKind if the partner does not answer such questions.
func (g Partnering) MayAsk(by Person, kind QuestionKind, about board.Move, at time.Time) (board.Color, error) {
	c, err := g.MayAskKind(by, kind, at)
	if err != nil {
		return c, err
	}
	if _, answered := g.Answered(kind, about); !answered && g.Partner.Kind == Consulting && g.Left(c) < kind.Cost() {
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
	if before, answered := g.Answered(answer.Kind, answer.About); answered {
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
	choice := Question{By: g.Turn(), Ply: g.Ply(), Position: p.Hash(), Kind: AskHand, Moves: []board.Move{m}}
	g.Questions = append(slices.DeleteFunc(slices.Clone(g.Questions), func(q Question) bool {
		return q.Kind == AskHand // of moves that were made
	}), choice)
	return nil
}
