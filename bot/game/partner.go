package game

import (
	"xiangqibot/engine"
	"xiangqibot/engine/board"
)

// Partner is the engine at the side of the people of a game, the same for both. The zero Partner is none.
type Partner struct {
	Kind   PartnerKind  `json:"kind,omitempty"`
	Budget int          `json:"asks,omitempty"`  // Consulting: what each side may spend on questions
	Level  engine.Level `json:"level,omitempty"` // how strong it is, from WeakestPartner to engine.LevelMax
}

// PartnerKind is how the engine takes part.
type PartnerKind string

// The kinds.
const (
	NoPartner  PartnerKind = ""
	Consulting PartnerKind = "consult" // it answers questions, as many as Asks pays for
	Brain      PartnerKind = "brain"   // it names the kind of piece that the person has to move
	Hand       PartnerKind = "hand"    // it moves a piece of the kind that the person names
)

// WeakestPartner is the least that a partner has to know.
const MinPartnerLevel engine.Level = 3

// PartnerAsks lists what each side may be given to spend on questions.
func QuestionBudgets() []int { return []int{3, 5, 10} }

// above is by how many strengths the bot is stronger than the partner of the person who plays it.
const opponentLevelGap = 2

// Rival is the strength at which the bot plays somebody who has the partner.
func (p Partner) OpponentLevel() engine.Level { return min(p.Level+opponentLevelGap, engine.LevelMax) }

// known reports whether there is such a partner.
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

// QuestionKind is what a partner is asked.
type QuestionKind string

// The kinds of question.
const (
	AskPiece      QuestionKind = "piece"      // which kind of piece to move
	AskCandidates QuestionKind = "candidates" // which moves come into question
	AskVerdict    QuestionKind = "verdict"    // what it thinks of a move of the person's own
	AskMove       QuestionKind = "move"       // which move to play, and why
	// askHand is no question, but what a Hand is told: the move is the one that it makes.
	askHand QuestionKind = "hand"
)

// QuestionKinds lists the questions, the cheap ones first.
func QuestionKinds() []QuestionKind {
	return []QuestionKind{AskPiece, AskCandidates, AskVerdict, AskMove}
}

// Cost is what an answer costs of Partner.Asks, 0 for a kind that there is not.
func (k QuestionKind) Cost() int {
	switch k {
	case AskPiece, AskCandidates, AskVerdict:
		return 1
	case AskMove:
		return 2
	case askHand:
	}
	return 0
}

// answers reports whether the partner is asked such questions.
func (p Partner) answers(kind QuestionKind) bool {
	switch p.Kind {
	case Consulting:
		return kind.Cost() > 0
	case Brain:
		return kind == AskPiece
	case Hand:
		return kind == askHand
	case NoPartner:
	}
	return false
}

// Question is what a person asked their partner in a position, and the answer. It is public once the game is over.
type Question struct {
	By       board.Color  `json:"by"`
	Ply      int          `json:"ply"`      // after which the position came
	Position uint64       `json:"position"` // its hash: after a takeback another one may come at that ply
	Kind     QuestionKind `json:"kind"`
	About    board.Move   `json:"about,omitempty"` // AskVerdict: the person's move

	// Moves is the answer: of AskPiece a move of the kind of piece, of AskCandidates the moves in no order, of AskMove the
	// move and what is to be expected then. Of AskVerdict it is what the partner would have played.
	Moves []board.Move `json:"moves,omitempty"`
	// Loss is, of AskVerdict, what the move costs of the chances to win, from 0 to 1.
	Loss float64 `json:"loss,omitempty"`
	// Score and Mate, of AskMove, as in engine.Info.
	Score int `json:"score,omitempty"`
	Mate  int `json:"mate,omitempty"`
}

// Judgment is what a partner says of a move, by what it costs.
type Judgment uint8

// The judgments.
const (
	Sound Judgment = iota
	Doubtful
	Losing // it loses something
)

// What a move costs of the chances to win from which on it is doubtful, and from which on it loses something: the limits
// of a review for inaccuracies and mistakes.
const (
	doubtfulLoss = 0.05
	losingLoss   = 0.10
)

// Judgment says in a word what the Loss of a question means.
func (q *Question) Judgment() Judgment {
	switch {
	case q.Loss >= losingLoss:
		return Losing
	case q.Loss >= doubtfulLoss:
		return Doubtful
	}
	return Sound
}

// Questions are those of a game, in their order.
type Questions []Question

// Spent is what a side has spent on questions.
func (q Questions) Spent(c board.Color) (sum int) {
	for i := range q {
		if q[i].By == c {
			sum += q[i].Kind.Cost()
		}
	}
	return sum
}
