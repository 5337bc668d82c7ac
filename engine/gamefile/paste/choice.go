package paste

import (
	"cmp"
	"slices"
)

// kind is what a word, or the words from it on, are taken for.
type kind uint8

const (
	damaged      kind = iota // a move that cannot be read
	interjection             // a comment up to the number of the next move
	remark                   // a comment up to the end of the line, or the word alone
	moveText                 // moves with their numbers and sides, or words about them
	gameEnd                  // the result
	header                   // a line that says who played
	annotation               // a NAG
	lostMove                 // what a program leaves of a move whose characters it does not have
	dots                     // a word of dots after a number, which stand for Red's move
	signs                    // what means nothing
	diagram                  // the position on the board
	nextGame                 // another position
)

// reason is why words are taken for what they are.
type reason uint8

const (
	byDefault reason = iota

	// Of a word.
	resultAlone     // 1-0
	resultOnLine    // Black resigns
	scoreOnLine     // Black lost on time 1-0
	labeledLine     // 红方：许银川
	knownSymbol     // !?
	unknownSymbol   // $0
	lostCharacters  // ????
	clockTime       // 00:12, +0.38/19
	dotsAfterNumber // 1. …
	noLetters       // ->
	samePosition
	otherPosition

	// Of words that are no move.
	legalNotation  // a move, but not a legal one
	inVariation    // no words are read there
	misspelt       // 泡二平五
	tooManyWords   // more than any record has
	numberFollows  // and now 3. R1=2
	movesOnLine    // words before moves on their line
	afterNumber    // 2. 好
	lastFragment   // 炮二, at the end of the text
	numberWithin   // words before the number of the next round
	lineOfItsOwn   // words of a line by themselves
	link           // http://
	markedAsRemark // //, #, or Chinese words after moves
	lastWords      // no move follows
)

// weights are how much each reason counts. Of all reasons that hold the heaviest decides.
var weights = [...]int{
	byDefault: 0,

	resultAlone: 100, resultOnLine: 95, scoreOnLine: 90, // a result ends the game, whatever else a word may be
	labeledLine: 80, // 红方：占优 is no side before a move
	knownSymbol: 70, unknownSymbol: 65,
	lostCharacters:  60, // ???? is a symbol elsewhere
	clockTime:       50,
	dotsAfterNumber: 45, noLetters: 40,
	samePosition: 30, otherPosition: 25,

	legalNotation: 100, inVariation: 95, misspelt: 90, tooManyWords: 85, // a move is not made a comment
	numberFollows: 80, // it shows that no move is missing
	movesOnLine:   70, // nothing says that these are not the game's
	afterNumber:   60, lastFragment: 55, numberWithin: 50,
	lineOfItsOwn: 40, link: 35, markedAsRemark: 30, lastWords: 20,
}

// rule proposes a candidate: what words are if a reason holds.
type rule struct {
	kind   kind
	reason reason
	holds  func(*passage) bool
}

// ranked sorts rules by the weights of their reasons, the heaviest first.
func ranked(rules ...rule) []rule {
	slices.SortFunc(rules, func(a, b rule) int { return cmp.Compare(weights[b.reason], weights[a.reason]) })
	return rules
}

// choose returns the candidate with the heaviest reason that holds. Lighter ones are not looked for: a line may have a
// million words.
func choose(rules []rule, p *passage) (kind, reason) {
	for _, r := range rules {
		if r.holds(p) {
			return r.kind, r.reason
		}
	}
	return rules[len(rules)-1].kind, byDefault
}

// isComplete reports whether a reading has no fault, other than too many variations. Moves that are numbered one by one
// are more than a round.
func (r *reading) isComplete() bool {
	if r.gameParser == nil || r.Fault != nil && !r.Fault.IsVariationLimit() {
		return false
	}
	return len(r.Moves) > 2 || len(r.Moves) > 0 && !r.everyMove
}

// weight is how much a reading that is not complete counts: nothing was found, the moves are numbered one by one, or
// else how many there are.
func (r *reading) weight() int {
	switch {
	case r.gameParser == nil:
		return 0
	case r.everyMove:
		return 1
	}
	return 2 + len(r.Moves)
}
