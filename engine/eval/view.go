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

func (v *view) look(p *board.Position) {
	v.p, v.occ = p, p.Occupied()
	for c := board.Red; c <= board.Black; c++ {
		v.own[c] = p.ByColor(c)
		v.lookAt(c)
	}
}

func (v *view) lookAt(c board.Color) {
	p, by := v.p, &v.attacks[c]
	var s board.Square
	for b := p.Pieces(c, board.Pawn); !b.Empty(); {
		s, b = b.Next()
		by[board.Pawn] = by[board.Pawn].Or(board.PawnAttacks(c, s))
	}
	for b := p.Pieces(c, board.Advisor); !b.Empty(); {
		s, b = b.Next()
		by[board.Advisor] = by[board.Advisor].Or(board.AdvisorAttacks(s))
	}
	for b := p.Pieces(c, board.Elephant); !b.Empty(); {
		s, b = b.Next()
		by[board.Elephant] = by[board.Elephant].Or(board.ElephantAttacks(s, v.occ))
	}
	by[board.King] = board.KingAttacks(p.King(c))
	v.lesser[c] = by[board.Pawn].Or(by[board.Advisor]).Or(by[board.Elephant])

	for b := p.Pieces(c, board.Rook); !b.Empty(); {
		s, b = b.Next()
		reach := board.RookAttacks(s, v.occ)
		v.add(c, mover{board.Rook, s, reach, reach})
	}
	for b := p.Pieces(c, board.Horse); !b.Empty(); {
		s, b = b.Next()
		reach := board.HorseAttacks(s, v.occ)
		v.add(c, mover{board.Horse, s, reach, reach})
	}
	for b := p.Pieces(c, board.Cannon); !b.Empty(); {
		s, b = b.Next()
		goes, takes := board.SlideAttacks(s, v.occ)
		v.add(c, mover{board.Cannon, s, goes.AndNot(v.occ), takes})
	}
	by[0] = v.lesser[c].Or(by[board.King]).Or(by[board.Rook]).Or(by[board.Horse]).Or(by[board.Cannon])
}

func (v *view) add(c board.Color, m mover) {
	v.attacks[c][m.kind] = v.attacks[c][m.kind].Or(m.takes)
	if v.count[c] < maxMovers {
		v.movers[c][v.count[c]] = m
		v.count[c]++
	}
}
