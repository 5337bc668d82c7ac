package rules

import (
	"fmt"
	"slices"

	"xiangqibot/engine/board"
)

// Outcome is the result of a game so far.
type Outcome uint8

// The outcomes.
const (
	Ongoing Outcome = iota
	RedWins
	BlackWins
	Draw
)

var outcomeNames = [...]string{"ongoing", "red wins", "black wins", "draw"}

// String returns "ongoing", "red wins", "black wins" or "draw". The words never change: games are stored with them.
func (o Outcome) String() string { return name(outcomeNames[:], o) }

// Loser returns the side that lost; ok is false if none did.
func (o Outcome) Loser() (c board.Color, ok bool) {
	switch o {
	case RedWins:
		return board.Black, true
	case BlackWins:
		return board.Red, true
	default:
		return 0, false
	}
}

// lostBy returns the outcome of a game that c has lost.
func lostBy(c board.Color) Outcome {
	if c == board.Red {
		return BlackWins
	}
	return RedWins
}

// Reason is the rule that ended a game.
type Reason uint8

// The reasons. NoReason goes with Ongoing only.
const (
	NoReason       Reason = iota
	Checkmate             // 将死: in check without a legal move
	Stalemate             // 困毙: not in check, without a legal move; a loss as well
	NaturalLimit          // 自然限着: too long without a capture
	BareMaterial          // nothing is left that could win
	PerpetualCheck        // 长将: one side repeated the position by checking with every move
	Repetition            // the position occurred often enough, and no side broke a rule
	PerpetualChase        // 长捉: one side repeated the position by chasing one piece with every move
)

var reasonNames = [...]string{
	"none", "checkmate", "stalemate", "natural limit", "bare material", "perpetual check", "repetition", "perpetual chase",
}

// String returns the English name of the rule. The words never change: games are stored with them.
func (r Reason) String() string { return name(reasonNames[:], r) }

func name[T ~uint8](names []string, v T) string {
	if int(v) < len(names) {
		return names[v]
	}
	return fmt.Sprintf("%T(%d)", v, uint8(v))
}

// Article is the article of docs/rules.md that decided. It is more specific than the [Reason]: a repetition can be a
// draw for several reasons.
type Article uint8

// The articles.
const (
	NoArticle     Article = iota
	ArtCheckmate          // E1: checkmate loses
	ArtStalemate          // E2: no legal move loses
	ArtBare               // E3: bare material is a draw
	ArtLimit              // E4: the natural limit is a draw
	ArtCheck              // R1: perpetual check of one side loses
	ArtBothCheck          // R2: both checked with every move: a draw
	ArtChase              // R3: perpetual chase of one side loses
	ArtBothChase          // R4: both chased with every move: a draw
	ArtPinnedRook         // R5: both chased, and the side that chased a rook which its own horse pins loses
	ArtTolerated          // R6: neither did either: a draw
)

var articleNames = [...]string{"", "E1", "E2", "E3", "E4", "R1", "R2", "R3", "R4", "R5", "R6"}

// String returns the number of the article in docs/rules.md, "R1", and "" for [NoArticle].
func (a Article) String() string { return name(articleNames[:], a) }

// Verdict is the result of a game so far, and why.
type Verdict struct {
	Outcome Outcome
	Reason  Reason
	Article Article
	// FirstPly and LastPly delimit the cycle if a repetition decided: the moves from FirstPly up to LastPly lead from
	// the first occurrence of the position to the last. Otherwise both are the number of moves played.
	FirstPly, LastPly int
	// CycleMoves classifies each move of the cycle if a repetition decided, and is nil otherwise. CycleMoves[i] belongs
	// to the move at FirstPly+i of the record.
	CycleMoves []CycleMove
}

// Chased returns the chasing pieces, each once, and the chased piece if a perpetual chase lost the game. If several
// pieces were chased, it returns the most valuable.
func (v Verdict) Chased() (attackers []board.Piece, victim board.Piece, ok bool) {
	loser, lost := v.Outcome.Loser()
	if !lost || v.Reason != PerpetualChase {
		return nil, board.NoPiece, false
	}
	var common map[board.Square]board.Piece // victims of all chases so far, by identity
	for _, d := range v.CycleMoves {
		if d.By != loser {
			continue
		}
		now := map[board.Square]board.Piece{}
		for _, c := range d.Threats {
			if _, still := common[c.victim]; common == nil || still {
				now[c.victim] = c.VictimPiece
			}
		}
		common = now
	}
	which := board.NoSquare
	for id, piece := range common {
		worth, most := chaseWorth[piece.Kind()], chaseWorth[victim.Kind()]
		if which == board.NoSquare || worth > most || worth == most && id < which {
			which, victim = id, piece
		}
	}
	var seen []board.Square
	for _, d := range v.CycleMoves {
		for _, c := range d.Threats {
			if d.By == loser && c.victim == which && !slices.Contains(seen, c.attacker) {
				seen = append(seen, c.attacker)
				attackers = append(attackers, c.AttackerPiece)
			}
		}
	}
	return attackers, victim, which != board.NoSquare
}

// chaseWorth orders victims for Chased, by the piece values of the Chinese rules.
var chaseWorth = [...]int{board.Rook: 5, board.Cannon: 4, board.Horse: 4, board.Pawn: 2, board.Elephant: 1, board.Advisor: 1}
