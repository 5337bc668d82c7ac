package game

import (
	"slices"
	"time"

	"xiangqibot/engine/board"
)

// MayAskHint checks that by may get a hint now.
func MayAskHint(g *Game, by Person, at time.Time) (board.Color, error) {
	c, err := mayBeHelped(g, by, at)
	_, hinted := g.Hints.At(g.Spot())
	switch {
	case err != nil:
		return c, err
	case c != g.Turn():
		return c, g.Refuse(NotYourTurn)
	case !hinted && g.Hints.Of(c) >= MaxHints:
		return c, &Refusal{Code: HintsSpent, Game: g.ID, Limit: MaxHints}
	}
	return c, nil
}

// mayBeHelped checks that by is playing a casual game of their own against the bot.
func mayBeHelped(g *Game, by Person, at time.Time) (board.Color, error) {
	c, err := mayPlay(g, by, at)
	switch _, bot := g.BotSeat(); {
	case err != nil:
	case !bot || g.Vote != nil:
		err = g.Refuse(HintPeople)
	case g.Partner != (Partner{}):
		err = g.Refuse(HintPartner)
	case g.Rated:
		err = g.Refuse(HintRated)
	}
	return c, err
}

// MayCoach checks that by may have the bot warn them of what it threatens: in a casual game of their own against one of
// the lower levels.
func MayCoach(g *Game, by Person, at time.Time) error {
	c, err := mayBeHelped(g, by, at)
	if err == nil && g.Seats[c.Opponent()].Level > CoachLevel {
		err = &Refusal{Code: CoachTooStrong, Game: g.ID, Limit: CoachLevel}
	}
	return err
}

// RevealHint reveals one more step of the hint about the current position. The engine's result is needed only for the
// first step; its line must begin with a legal move.
func RevealHint(g *Game, by Person, found Hint, at time.Time) (Hint, error) {
	if _, err := MayAskHint(g, by, at); err != nil {
		return Hint{}, err
	}
	return g.Hints.reveal(g.Spot(), found), nil
}

// MayAskPartner checks that by may ask their partner a question now; about is the move of an [AskVerdict]. A question
// that was answered before can be asked again for free.
//
// Refusals: those of Play; [BudgetSpent]; and if the partner does not answer such questions, what it does instead:
// [PartnerAnswers], [PartnerNames], [NamePiece], or [WithoutPartner].
func MayAskPartner(g *Game, by Person, kind QuestionKind, about board.Move, at time.Time) (board.Color, error) {
	c, err := MayAskKind(g, by, kind, at)
	if err != nil {
		return c, err
	}
	left := g.Questions.Left(c, g.Partner)
	_, answered := g.Questions.Answered(g.Spot(), kind, about)
	if !answered && g.Partner.Kind == Consulting && left < kind.Cost() {
		return c, &Refusal{Code: BudgetSpent, Game: g.ID, Limit: left}
	}
	return c, nil
}

// MayAskKind is like MayAskPartner, but does not check the cost and the move.
func MayAskKind(g *Game, by Person, kind QuestionKind, at time.Time) (board.Color, error) {
	c, err := mayPlay(g, by, at)
	switch {
	case err != nil:
		return c, err
	case kind == AskHand || !g.Partner.answers(kind):
		return c, g.Refuse(g.Partner.does())
	case c != g.Turn():
		return c, g.Refuse(NotYourTurn)
	}
	return c, nil
}

// RecordAnswer saves an answer and its cost. An answer that was given before is returned again and costs nothing.
func RecordAnswer(g *Game, by Person, answer Question, at time.Time) (Question, error) {
	if _, err := MayAskPartner(g, by, answer.Kind, answer.About, at); err != nil {
		return Question{}, err
	}
	if before, answered := g.Questions.Answered(g.Spot(), answer.Kind, answer.About); answered {
		return before, nil
	}
	answer.Spot = g.Spot()
	g.Questions = append(slices.Clone(g.Questions), answer)
	return answer, nil
}

// PieceMoves checks that by may name a kind of piece for the partner to move now, and lists its moves.
//
// Refusals: those of Play, [StuckPiece] if no piece of that kind can move, and what the partner does if it moves
// no pieces, as in MayAskPartner.
func PieceMoves(g *Game, by Person, kind board.Kind, at time.Time) ([]board.Move, error) {
	c, err := mayPlay(g, by, at)
	switch {
	case err != nil:
		return nil, err
	case g.Partner.Kind != Hand:
		return nil, g.Refuse(g.Partner.does())
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
func RecordChoice(g *Game, by Person, kind board.Kind, m board.Move, at time.Time) error {
	moves, err := PieceMoves(g, by, kind, at)
	switch {
	case err != nil:
		return err
	case !slices.Contains(moves, m):
		return g.Refuse(Outdated)
	}
	choice := Question{Spot: g.Spot(), Kind: AskHand, Moves: []board.Move{m}}
	g.Questions = append(slices.DeleteFunc(slices.Clone(g.Questions), func(q Question) bool {
		return q.Kind == AskHand // of moves that were made
	}), choice)
	return nil
}
