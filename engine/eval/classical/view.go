package classical

import "xiangqibot/engine/board"

// attackInfo is the scratch data of one evaluation: which pieces attack what. It is computed once a score and shared by
// all terms.
type attackInfo struct {
	p   *board.Position
	occ board.Bitboard
	own [2]board.Bitboard
	// attacks are the points that the pieces of a kind attack or protect, all kinds together at index 0.
	attacks [2][8]board.Bitboard
	// minorAttacks are the points that pawns, advisors and elephants attack: unsafe for a more valuable piece.
	minorAttacks [2]board.Bitboard
	// movers are the rooks, horses and cannons one by one, in this order. Each kind ends where the next one begins.
	movers                       [2][maxMovers]mover
	rookEnd, horseEnd, cannonEnd [2]int
	// advisors and elephants are how many there are.
	advisors, elephants [2]int
}

// maxMovers is how many rooks, horses and cannons a side can have.
const maxMovers = 6

// mover is a piece that crosses the board, with the points it can go to and the points on which it can capture. For all
// but the cannon these are the same.
type mover struct {
	kind            board.Kind
	at              board.Square
	reach, captures board.Bitboard
}

// moversOf returns all rooks, horses and cannons of a side; rooks, horses and cannons return one kind of them.
func (v *attackInfo) moversOf(c board.Color) []mover { return v.movers[c][:v.cannonEnd[c]] }
func (v *attackInfo) rooks(c board.Color) []mover    { return v.movers[c][:v.rookEnd[c]] }
func (v *attackInfo) horses(c board.Color) []mover   { return v.movers[c][v.rookEnd[c]:v.horseEnd[c]] }
func (v *attackInfo) cannons(c board.Color) []mover  { return v.movers[c][v.horseEnd[c]:v.cannonEnd[c]] }

// set writes the fields one by one. Assigning a whole mover would build it on the stack and copy it, and the copy would
// suffer failed store-to-load forwarding.
func (m *mover) set(k board.Kind, at board.Square, goes, takes board.Bitboard) {
	m.kind, m.at = k, at
	m.reach.Lo, m.reach.Hi = goes.Lo, goes.Hi
	m.captures.Lo, m.captures.Hi = takes.Lo, takes.Hi
}

// compute fills the data. All of it is rewritten: it may be reused.
func (v *attackInfo) compute(p *board.Position) {
	v.p, v.occ = p, p.Occupied()
	for c := board.Red; c <= board.Black; c++ {
		v.own[c] = p.ByColor(c)
		v.computeSide(c)
	}
}

func (v *attackInfo) computeSide(c board.Color) {
	p, occ := v.p, v.occ
	movers := &v.movers[c]
	var s board.Square
	var pawns, advisors, elephants board.Bitboard
	for s := range p.Pieces(c, board.Pawn).All() {
		pawns = pawns.Or(board.PawnAttacks(c, s))
	}
	n := 0
	for b := p.Pieces(c, board.Advisor); !b.Empty(); n++ {
		s, b = b.Next()
		advisors = advisors.Or(board.AdvisorAttacks(s))
	}
	v.advisors[c], n = n, 0
	for b := p.Pieces(c, board.Elephant); !b.Empty(); n++ {
		s, b = b.Next()
		elephants = elephants.Or(board.ElephantAttacks(s, occ))
	}
	v.elephants[c], n = n, 0

	var rooks, horses, cannons board.Bitboard
	for b := p.Pieces(c, board.Rook); !b.Empty() && n < maxMovers; n++ {
		s, b = b.Next()
		reach := board.RookAttacks(s, occ)
		rooks = rooks.Or(reach)
		movers[n].set(board.Rook, s, reach, reach)
	}
	v.rookEnd[c] = n
	for b := p.Pieces(c, board.Horse); !b.Empty() && n < maxMovers; n++ {
		s, b = b.Next()
		reach := board.HorseAttacks(s, occ)
		horses = horses.Or(reach)
		movers[n].set(board.Horse, s, reach, reach)
	}
	v.horseEnd[c] = n
	for b := p.Pieces(c, board.Cannon); !b.Empty() && n < maxMovers; n++ {
		s, b = b.Next()
		goes, takes := board.SlideAttacks(s, occ)
		cannons = cannons.Or(takes)
		movers[n].set(board.Cannon, s, goes.AndNot(occ), takes)
	}
	v.cannonEnd[c] = n

	king := board.KingAttacks(p.King(c))
	lesser := pawns.Or(advisors).Or(elephants)
	v.minorAttacks[c] = lesser
	a := &v.attacks[c]
	a[board.NoKind] = lesser.Or(king).Or(rooks).Or(horses).Or(cannons)
	a[board.King], a[board.Advisor], a[board.Elephant] = king, advisors, elephants
	a[board.Horse], a[board.Rook], a[board.Cannon], a[board.Pawn] = horses, rooks, cannons, pawns
}
