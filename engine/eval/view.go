package eval

import "xiangqibot/engine/board"

// view is what the terms look at: who attacks what. It is made once for each score and shared by all terms.
type view struct {
	p   *board.Position
	occ board.Bitboard
	own [2]board.Bitboard
	// attacks are the points that the pieces of a kind attack or protect, all kinds together at index 0.
	attacks [2][8]board.Bitboard
	// lesser are the points that pawns, advisors and elephants attack: no place for a better piece.
	lesser [2]board.Bitboard
	// movers are the rooks, horses and cannons one by one.
	movers [2][maxMovers]mover
	count  [2]int
}

// maxMovers is how many rooks, horses and cannons a side can have.
const maxMovers = 6

// mover is a piece that crosses the board, with the points it can go to and the points it can take on. For all but the cannon these are the same.
type mover struct {
	kind        board.Kind
	at          board.Square
	goes, takes board.Bitboard
}

// look fills the view. All of it is written anew: a view may be used again and again.
func (v *view) look(p *board.Position) {
	v.p, v.occ = p, p.Occupied()
	for c := board.Red; c <= board.Black; c++ {
		v.own[c] = p.ByColor(c)
		v.lookAt(c)
	}
}

func (v *view) lookAt(c board.Color) {
	p, occ := v.p, v.occ
	var s board.Square
	var pawns, advisors, elephants board.Bitboard
	for b := p.Pieces(c, board.Pawn); !b.Empty(); {
		s, b = b.Next()
		pawns = pawns.Or(board.PawnAttacks(c, s))
	}
	for b := p.Pieces(c, board.Advisor); !b.Empty(); {
		s, b = b.Next()
		advisors = advisors.Or(board.AdvisorAttacks(s))
	}
	for b := p.Pieces(c, board.Elephant); !b.Empty(); {
		s, b = b.Next()
		elephants = elephants.Or(board.ElephantAttacks(s, occ))
	}

	n := 0
	var rooks, horses, cannons board.Bitboard
	for b := p.Pieces(c, board.Rook); !b.Empty() && n < maxMovers; n++ {
		s, b = b.Next()
		reach := board.RookAttacks(s, occ)
		rooks = rooks.Or(reach)
		v.movers[c][n] = mover{board.Rook, s, reach, reach}
	}
	for b := p.Pieces(c, board.Horse); !b.Empty() && n < maxMovers; n++ {
		s, b = b.Next()
		reach := board.HorseAttacks(s, occ)
		horses = horses.Or(reach)
		v.movers[c][n] = mover{board.Horse, s, reach, reach}
	}
	for b := p.Pieces(c, board.Cannon); !b.Empty() && n < maxMovers; n++ {
		s, b = b.Next()
		goes, takes := board.SlideAttacks(s, occ)
		cannons = cannons.Or(takes)
		v.movers[c][n] = mover{board.Cannon, s, goes.AndNot(occ), takes}
	}
	v.count[c] = n

	king := board.KingAttacks(p.King(c))
	v.lesser[c] = pawns.Or(advisors).Or(elephants)
	v.attacks[c] = [8]board.Bitboard{
		board.NoKind: v.lesser[c].Or(king).Or(rooks).Or(horses).Or(cannons),
		board.King:   king, board.Advisor: advisors, board.Elephant: elephants,
		board.Horse: horses, board.Rook: rooks, board.Cannon: cannons, board.Pawn: pawns,
	}
}
