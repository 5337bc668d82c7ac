package endgame

import "xiangqibot/engine/board"

// retroAttacks returns from where a piece of Red's can have come to an empty point without a capture.
func retroAttacks(k board.Kind, to board.Square, occupied board.Bitboard) board.Bitboard {
	if k == board.Cannon {
		k = board.Rook
	}
	return threats(k, to, occupied)
}

// threats returns from where a piece of Red's attacks a point, occupied points included.
func threats(k board.Kind, target board.Square, occupied board.Bitboard) board.Bitboard {
	switch k {
	case board.Horse:
		return board.HorsesAttacking(target, occupied)
	case board.Pawn:
		return board.PawnsAttacking(board.Red, target)
	case board.Cannon:
		return board.CannonAttacks(target, occupied)
	default:
		return board.RookAttacks(target, occupied)
	}
}

// attackMask returns where a further piece may be so that a piece of Red's on from attacks target: nowhere,
// anywhere, only in its way (a cannon's screen) or anywhere but there.
func attackMask(k board.Kind, from, target board.Square, occupied board.Bitboard) board.Bitboard {
	switch k {
	case board.Pawn:
		if board.PawnAttacks(board.Red, from).Has(target) {
			return board.AllSquares()
		}
	case board.Horse:
		if leg, ok := board.HorseLeg(from, target); ok && !occupied.Has(leg) {
			return board.SquareBit(leg).Not()
		}
	case board.Rook, board.Cannon:
		if !board.Line(from).Has(target) {
			break
		}
		way := board.Between(from, target)
		switch screens := way.And(occupied).Count(); {
		case k == board.Rook && screens == 0 || k == board.Cannon && screens == 1:
			return way.Not()
		case k == board.Cannon && screens == 0:
			return way
		}
	}
	return board.Bitboard{}
}

// A step is one move without a capture that a piece of Red's can make on an empty board, and where nothing may be
// for it.
type step struct {
	to  board.Square
	way board.Bitboard // without the target
}

// steps lists the moves of a piece from a point, those of one direction one after another.
func steps(k board.Kind, from board.Square) (list []step) {
	var to board.Bitboard
	switch k {
	case board.Pawn:
		to = board.PawnAttacks(board.Red, from)
	case board.Horse:
		to = board.HorseAttacks(from, board.Bitboard{})
	default:
		to = board.Line(from)
	}
	for s := range to.All() {
		st := step{to: s}
		switch k {
		case board.Pawn:
		case board.Horse:
			leg, _ := board.HorseLeg(from, s)
			st.way = board.SquareBit(leg)
		default:
			st.way = board.Between(from, s)
		}
		list = append(list, st)
	}
	return list
}
