package notation

import (
	"slices"

	"xiangqibot/engine/board"
)

// Explain returns why a move is illegal in the position: an *[IllegalError] with the rule and the points that show it.
// It returns nil for a legal move.
//
// The rules are tested in a fixed order: whose piece, how it moves, what is in the way, and last whether the king is
// safe. The first that forbids the move is reported.
func Explain(p *board.Position, m board.Move) error {
	if refusal := explain(p, m); refusal != nil {
		return refusal
	}
	return nil
}

func explain(p *board.Position, m board.Move) *IllegalError {
	from, to := m.From(), m.To()
	piece := p.At(from)
	refuse := func(r Reason, squares ...board.Square) *IllegalError {
		return &IllegalError{Text: m.String(), Piece: piece, Move: m, Reason: r, Squares: squares}
	}
	switch {
	case p.IsLegal(m):
		return nil
	case piece == board.NoPiece:
		return refuse(EmptySquare, from)
	case piece.Color() != p.SideToMove():
		return refuse(NotYourPiece, from)
	case from == to:
		return refuse(SameSquare, from)
	}
	if reason, at := checkShape(piece, from, to); reason != NoReason {
		return refuse(reason, at)
	}
	if reason, squares := checkPath(p, piece, from, to); reason != NoReason {
		return refuse(reason, squares...)
	}
	reason, squares := checkKingSafety(p, m)
	return refuse(reason, squares...)
}

// checkShape returns why the piece could never go from one point to the other, whatever else is on the board.
func checkShape(piece board.Piece, from, to board.Square) (Reason, board.Square) {
	c := piece.Color()
	files, ranks := distance(from.File(), to.File()), distance(from.Rank(), to.Rank())
	fits := false
	switch k := piece.Kind(); k {
	case board.King:
		fits = files+ranks == 1
	case board.Advisor, board.Elephant, board.Horse:
		fits = ranks > 0 && obliqueRanks(k, files) == ranks
	case board.Rook, board.Cannon:
		fits = files == 0 || ranks == 0
	case board.Pawn:
		switch {
		case files == 0 && ahead(c, from, to):
			return PawnBackward, from
		case ranks == 0 && files == 1 && !from.Crossed(c):
			return PawnSidewaysBeforeRiver, from
		}
		fits = files+ranks == 1
	}
	switch k := piece.Kind(); {
	case !fits:
		return WrongPieceMove, from
	case (k == board.King || k == board.Advisor) && !board.Palace(c).Has(to):
		return OutsidePalace, to
	case k == board.Elephant && to.Crossed(c):
		return ElephantCrossesRiver, to
	}
	return NoReason, 0
}

// checkPath returns what is in the way of a move of the right shape.
func checkPath(p *board.Position, piece board.Piece, from, to board.Square) (Reason, []board.Square) {
	target := p.At(to)
	if target != board.NoPiece && target.Color() == piece.Color() {
		return OwnPieceOnTarget, []board.Square{to}
	}
	switch piece.Kind() {
	case board.Horse:
		if leg, _ := board.HorseLeg(from, to); p.At(leg) != board.NoPiece {
			return BlockedLeg, []board.Square{leg}
		}
	case board.Elephant:
		if eye := halfway(from, to); p.At(eye) != board.NoPiece {
			return BlockedEye, []board.Square{eye}
		}
	case board.Rook, board.Cannon:
		between := slices.Collect(board.Between(from, to).And(p.Occupied()).All())
		if piece.Kind() == board.Cannon && target != board.NoPiece {
			switch {
			case len(between) == 0:
				return NoScreen, []board.Square{to}
			case len(between) > 1:
				return TooManyScreens, between
			}
			return NoReason, nil
		}
		switch {
		case piece.Kind() == board.Cannon && len(between) == 1:
			return CannonNeedsCapture, between
		case len(between) > 0:
			return PathBlocked, between
		}
	}
	return NoReason, nil
}

// checkKingSafety returns how a pseudo-legal but illegal move exposes the king.
func checkKingSafety(p *board.Position, m board.Move) (Reason, []board.Square) {
	side := p.SideToMove()
	after := *p
	after.Make(m)
	king, other := after.King(side), after.King(side.Opponent())
	attackers := after.AttackersTo(king, side.Opponent(), after.Occupied())
	switch {
	case attackers.Empty():
		return KingsFace, []board.Square{king, other}
	case m.To() == king:
		return KingIntoCheck, slices.Collect(attackers.All())
	case p.InCheck():
		return StaysInCheck, slices.Collect(attackers.All())
	}
	return ExposesKing, slices.Collect(attackers.All())
}

// halfway returns the eye of an elephant's move.
func halfway(from, to board.Square) board.Square {
	return board.SquareAt((from.File()+to.File())/2, (from.Rank()+to.Rank())/2)
}
