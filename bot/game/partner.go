package game

import (
	"slices"
	"time"

	"xiangqibot/engine"
	"xiangqibot/engine/board"
)

// Partner is the engine that helps the people of a game, the same for both sides. The zero Partner is none.
type Partner struct {
	Kind   PartnerKind  `json:"kind,omitempty"`
	Budget int          `json:"asks,omitempty"`  // Consulting: what each side may spend on questions
	Level  engine.Level `json:"level,omitempty"` // its strength, from MinPartnerLevel to engine.LevelMax
}

// PartnerKind is how the engine takes part.
type PartnerKind string

// The kinds.
const (
	NoPartner  PartnerKind = ""
	Consulting PartnerKind = "consult" // it answers questions, as many as Budget pays for
	Brain      PartnerKind = "brain"   // it names the kind of piece that the person has to move
	Hand       PartnerKind = "hand"    // it moves a piece of the kind that the person names
)

// MinPartnerLevel is the lowest level of a partner.
const MinPartnerLevel engine.Level = 3

// QuestionBudgets lists the possible values of [Partner.Budget].
func QuestionBudgets() []int { return []int{3, 5, 10} }

// opponentLevelGap is by how many levels the bot is stronger than the partner of the person who plays it.
const opponentLevelGap = 2

// OpponentLevel returns the level at which the bot plays against a person with this partner.
func (p Partner) OpponentLevel() engine.Level { return min(p.Level+opponentLevelGap, engine.LevelMax) }

// valid reports whether there is such a partner.
func (p Partner) valid() bool {
	if p == (Partner{}) {
		return true
	}
	asks := p.Budget == 0
	if p.Kind == Consulting {
		asks = p.Budget > 0 && p.Budget <= QuestionBudgets()[len(QuestionBudgets())-1]
	}
	kind := p.Kind == Consulting || p.Kind == Brain || p.Kind == Hand
	return kind && asks && p.Level >= MinPartnerLevel && p.Level <= engine.LevelMax
}

// QuestionKind is a kind of question to a partner.
type QuestionKind string

// The kinds of question.
const (
	AskPiece      QuestionKind = "piece"      // which kind of piece to move
	AskCandidates QuestionKind = "candidates" // which moves to consider
	AskVerdict    QuestionKind = "verdict"    // how good a move of the person's own is
	AskMove       QuestionKind = "move"       // which move to play, and why
	// AskHand is not a question: it records the move that a Hand makes.
	AskHand QuestionKind = "hand"
)

// QuestionKinds lists the questions, the cheapest first.
func QuestionKinds() []QuestionKind {
	return []QuestionKind{AskPiece, AskCandidates, AskVerdict, AskMove}
}

// Cost returns what an answer costs of [Partner.Budget], 0 for an unknown kind.
func (k QuestionKind) Cost() int {
	switch k {
	case AskPiece, AskCandidates, AskVerdict:
		return 1
	case AskMove:
		return 2
	case AskHand:
	}
	return 0
}

// answers reports whether the partner answers such questions.
func (p Partner) answers(kind QuestionKind) bool {
	switch p.Kind {
	case Consulting:
		return kind.Cost() > 0
	case Brain:
		return kind == AskPiece
	case Hand:
		return kind == AskHand
	case NoPartner:
	}
	return false
}

// Question is a question to a partner in a position, and the answer. It is public once the game is over.
type Question struct {
	Spot
	Kind  QuestionKind `json:"kind"`
	About board.Move   `json:"about,omitempty"` // AskVerdict: the person's move

	// Moves is the answer: for AskPiece a move of the kind of piece; for AskCandidates the moves in random order;
	// for AskMove the move and the expected reply; for AskVerdict the partner's own choice.
	Moves []board.Move `json:"moves,omitempty"`
	// Loss is, for AskVerdict, the loss of winning chances by the move, from 0 to 1.
	Loss float64 `json:"loss,omitempty"`
	// Score and Mate are, for AskMove, those of engine.Info.
	Score int `json:"score,omitempty"`
	Mate  int `json:"mate,omitempty"`
}

// Judgment is a partner's verdict on a move.
type Judgment uint8

// The judgments.
const (
	Sound Judgment = iota
	Doubtful
	Losing // it loses something
)

// The losses of winning chances from which a move is doubtful or losing: those of a review for inaccuracies and
// mistakes.
const (
	doubtfulLoss = 0.05
	losingLoss   = 0.10
)

// Judgment classifies the Loss of a question.
func (q *Question) Judgment() Judgment {
	switch {
	case q.Loss >= losingLoss:
		return Losing
	case q.Loss >= doubtfulLoss:
		return Doubtful
	}
	return Sound
}

// Questions are the questions of a game in order.
type Questions []Question

// Spent returns what a side has spent on questions.
func (q Questions) Spent(c board.Color) (sum int) {
	for i := range q {
		if q[i].By == c {
			sum += q[i].Kind.Cost()
		}
	}
	return sum
}

// Partnering holds the acts by which people use the partner of a game.
type Partnering struct{ *Game }

// PartneringOf returns the acts about the partner of a game.
func PartneringOf(g *Game) Partnering { return Partnering{g} }

// Left returns what a side may still spend on questions.
func (g Partnering) Left(c board.Color) int { return max(g.Partner.Budget-g.Questions.Spent(c), 0) }

// Answered returns the answer to a question in the current position, false if it was not asked.
func (g Partnering) Answered(kind QuestionKind, about board.Move) (Question, bool) {
	here := g.spot()
	i := slices.IndexFunc(g.Questions, func(q Question) bool {
		return q.Spot == here && q.Kind == kind && q.About == about
	})
	if i < 0 {
		return Question{}, false
	}
	return g.Questions[i], true
}

// refuseKind returns the refusal for what the partner of the game does not do; its code says what it does:
// [PartnerAnswers], [PartnerNames], [NamePiece]; [WithoutPartner] if there is none.
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
	return g.Refuse(WithoutPartner)
}

// mayMove checks that m may be played: with a Brain it has to be a move of the kind of piece that was named, with a
// Hand the move that it has chosen.
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
func (g Partnering) RecordAnswer(by Person, answer Question, at time.Time) (Question, error) {
	if _, err := g.MayAsk(by, answer.Kind, answer.About, at); err != nil {
		return Question{}, err
	}
	if before, answered := g.Answered(answer.Kind, answer.About); answered {
		return before, nil
	}
	answer.Spot = g.spot()
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
func (g Partnering) RecordChoice(by Person, kind board.Kind, m board.Move, at time.Time) error {
	moves, err := g.PieceMoves(by, kind, at)
	switch {
	case err != nil:
		return err
	case !slices.Contains(moves, m):
		return g.Refuse(Outdated)
	}
	choice := Question{Spot: g.spot(), Kind: AskHand, Moves: []board.Move{m}}
	g.Questions = append(slices.DeleteFunc(slices.Clone(g.Questions), func(q Question) bool {
		return q.Kind == AskHand // of moves that were made
	}), choice)
	return nil
}
