package game

import (
	"slices"

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
		if chosen, told := g.Answered(AskHand, board.NoMove); !told || chosen.Moves[0] != m {
			return g.Refuse(NamePiece)
		}
	case Brain:
		named, told := g.Answered(AskPiece, board.NoMove)
		p := g.Position()
		switch {
		case !told:
			return g.Refuse(PieceFirst)
		case p.At(named.Moves[0].From()).Kind() != p.At(m.From()).Kind():
			return g.Refuse(OtherPiece)
		}
	case NoPartner, Consulting:
	}
	return nil
}
