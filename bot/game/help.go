package game

import (
	"slices"

	"xiangqibot/engine"
	"xiangqibot/engine/board"
)

// Hint is how much help a person has had with a position of their game against the bot.
type Hint struct {
	Spot
	Step  int          `json:"step"` // the latest step, from 1, the vaguest, to HintSteps
	Line  []board.Move `json:"line"` // the engine's line
	Score int          `json:"score,omitempty"`
	Mate  int          `json:"mate,omitempty"` // Score and Mate as in engine.Info
}

// The limits of hints.
const (
	HintSteps = 4 // the theme, the piece, the move, the line
	MaxHints  = 3 // positions of a game for which a side may get hints
)

// Chance returns the expected score of the side with the move of the hint, from 0 to 1.
func (h *Hint) Chance() float64 { return engine.WinChance(h.Score, h.Mate) }

// Hints are the hints of a game in order.
type Hints []Hint

// Of returns for how many positions a side got hints.
func (h Hints) Of(c board.Color) (n int) {
	for _, hint := range h {
		if hint.By == c {
			n++
		}
	}
	return n
}

// At returns the hint about a position, false if there is none.
func (h Hints) At(here Spot) (Hint, bool) {
	if i := h.index(here); i >= 0 {
		return h[i], true
	}
	return Hint{}, false
}

func (h Hints) index(here Spot) int {
	return slices.IndexFunc(h, func(hint Hint) bool { return hint.Spot == here })
}

// reveal reveals one more step of the hint about a position. The engine's result is needed only for the first step.
func (h *Hints) reveal(here Spot, found Hint) Hint {
	i := h.index(here)
	if i < 0 {
		found.Spot, found.Step = here, 0
		*h = append(slices.Clone(*h), found)
		i = len(*h) - 1
	}
	hint := &(*h)[i]
	hint.Step = min(hint.Step+1, HintSteps)
	return *hint
}

// CoachLevel is the highest level at which the bot warns its opponent.
const CoachLevel = 3

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

// does returns the code that says what the partner does, for what it does not do.
func (p Partner) does() Code {
	switch p.Kind {
	case Consulting:
		return PartnerAnswers
	case Brain:
		return PartnerNames
	case Hand:
		return NamePiece
	case NoPartner:
	}
	return WithoutPartner
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

// Left returns what a side may still spend on questions to a partner.
func (q Questions) Left(c board.Color, p Partner) int {
	left := p.Budget
	for i := range q {
		if q[i].By == c {
			left -= q[i].Kind.Cost()
		}
	}
	return max(left, 0)
}

// Answered returns the answer to a question in a position, false if it was not asked there.
func (q Questions) Answered(here Spot, kind QuestionKind, about board.Move) (Question, bool) {
	for i := range q {
		if q[i].Spot == here && q[i].Kind == kind && q[i].About == about {
			return q[i], true
		}
	}
	return Question{}, false
}

// objection returns why a person with this partner may not play m, "" if they may: with a Brain it has to be a move of
// the kind of piece that was named, with a Hand the move that it has chosen.
func (p Partner) objection(m board.Move, asked Questions, played *Moves) Code {
	switch p.Kind {
	case Hand:
		if chosen, answered := asked.Answered(played.Spot(), AskHand, board.NoMove); !answered || chosen.Moves[0] != m {
			return NamePiece
		}
	case Brain:
		named, answered := asked.Answered(played.Spot(), AskPiece, board.NoMove)
		pos := played.Position()
		switch {
		case !answered:
			return PieceFirst
		case pos.At(named.Moves[0].From()).Kind() != pos.At(m.From()).Kind():
			return OtherPiece
		}
	case NoPartner, Consulting:
	}
	return ""
}
