package search

import (
	"slices"

	"xiangqibot/engine/board"
)

// checkInfo says which moves of a position may give check, without making them. It is computed when a node first needs
// it; after that most moves are decided by three sets.
//
// It has no false negatives: a possible check is verified by Position.GivesCheck.
type checkInfo struct {
	computed bool
	// checkSquares are, by kind, the points from which a piece attacks the king.
	checkSquares [8]board.Bitboard
	// discoverers are the points that uncover an attack if the piece there leaves, screenTargets those that become a
	// cannon's screen.
	discoverers, screenTargets board.Bitboard
}

// givesCheck reports whether a pseudo-legal move of p gives check. c must belong to p, or not be computed yet.
func (c *checkInfo) givesCheck(p *board.Position, m board.Move) bool {
	if !c.computed {
		c.compute(p)
	}
	to := board.SquareBit(m.To())
	suspect := c.checkSquares[p.At(m.From()).Kind()].Or(c.screenTargets).And(to).Or(c.discoverers.And(board.SquareBit(m.From())))
	return !suspect.Empty() && p.GivesCheck(m)
}

// quietChecks appends the pseudo-legal moves of p that give check and take nothing.
func (c *checkInfo) quietChecks(p *board.Position, dst []board.Move) []board.Move {
	if !c.computed {
		c.compute(p)
	}
	targets := board.AllSquares()
	if c.discoverers.And(p.ByColor(p.SideToMove())).Empty() {
		targets = c.screenTargets
		for _, squares := range c.checkSquares {
			targets = targets.Or(squares)
		}
	}
	quiet := p.PseudoQuiets(dst, targets)
	return slices.DeleteFunc(quiet, func(m board.Move) bool { return !c.givesCheck(p, m) })
}

func (c *checkInfo) compute(p *board.Position) {
	us := p.SideToMove()
	king := p.King(us.Opponent())
	occ := p.Occupied()
	*c = checkInfo{computed: true}
	c.checkSquares[board.Rook], c.checkSquares[board.Cannon] = board.SlideAttacks(king, occ)
	c.checkSquares[board.Horse] = board.HorsesAttacking(king, occ)
	c.checkSquares[board.Pawn] = board.PawnsAttacking(us, king)

	line := board.Line(king)
	for b := p.Pieces(us, board.Rook).And(line); !b.Empty(); {
		var from board.Square
		from, b = b.Next()
		if path := board.Between(king, from).And(occ); !path.MoreThanOne() {
			c.discoverers = c.discoverers.Or(path)
		}
	}
	for b := p.Pieces(us, board.Cannon).And(line); !b.Empty(); {
		var from board.Square
		from, b = b.Next()
		// The cannon may give check by a capture along the line.
		c.discoverers = c.discoverers.Or(board.SquareBit(from))
		path := board.Between(king, from)
		switch between := path.And(occ); between.Count() {
		case 0:
			c.screenTargets = c.screenTargets.Or(path)
		case 2:
			c.discoverers = c.discoverers.Or(between)
		}
	}
	// If the piece on a horse's leg moves, the horse may give check.
	if !board.HorsesAttacking(king, board.Bitboard{}).And(p.Pieces(us, board.Horse)).Empty() {
		c.discoverers = c.discoverers.Or(corners[king])
	}
}

// corners are the points diagonally beside a point: the legs of the horses that attack it.
var corners = func() (t [board.Squares]board.Bitboard) {
	for i := range t {
		s := board.Square(i)
		for _, d := range [...][2]int{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}} {
			file, rank := s.File()+d[0], s.Rank()+d[1]
			if file >= 0 && file < board.Files && rank >= 0 && rank < board.Ranks {
				t[i] = t[i].Or(board.SquareBit(board.SquareAt(file, rank)))
			}
		}
	}
	return t
}()
