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

// givesCheck reports whether a pseudo-legal move of p gives check. s must belong to p, or not be computed yet.
func (s *checkInfo) givesCheck(p *board.Position, m board.Move) bool {
	if !s.computed {
		s.compute(p)
	}
	to := board.SquareBit(m.To())
	suspect := s.checkSquares[p.At(m.From()).Kind()].Or(s.screenTargets).And(to).Or(s.discoverers.And(board.SquareBit(m.From())))
	return !suspect.Empty() && p.GivesCheck(m)
}

// quietChecks appends the pseudo-legal moves of p that give check and take nothing.
func (s *checkInfo) quietChecks(p *board.Position, dst []board.Move) []board.Move {
	if !s.computed {
		s.compute(p)
	}
	targets := board.AllSquares()
	if s.discoverers.And(p.ByColor(p.SideToMove())).Empty() {
		targets = s.screenTargets
		for _, squares := range s.checkSquares {
			targets = targets.Or(squares)
		}
	}
	quiet := p.PseudoQuiets(dst, targets)
	return slices.DeleteFunc(quiet, func(m board.Move) bool { return !s.givesCheck(p, m) })
}

func (s *checkInfo) compute(p *board.Position) {
	us := p.SideToMove()
	king := p.King(us.Opponent())
	occ := p.Occupied()
	*s = checkInfo{computed: true}
	s.checkSquares[board.Rook], s.checkSquares[board.Cannon] = board.SlideAttacks(king, occ)
	s.checkSquares[board.Horse] = board.HorsesAttacking(king, occ)
	s.checkSquares[board.Pawn] = board.PawnsAttacking(us, king)

	line := board.Line(king)
	for b := p.Pieces(us, board.Rook).And(line); !b.Empty(); {
		var from board.Square
		from, b = b.Next()
		if path := board.Between(king, from).And(occ); !path.MoreThanOne() {
			s.discoverers = s.discoverers.Or(path)
		}
	}
	for b := p.Pieces(us, board.Cannon).And(line); !b.Empty(); {
		var from board.Square
		from, b = b.Next()
		// The cannon may give check by a capture along the line.
		s.discoverers = s.discoverers.Or(board.SquareBit(from))
		path := board.Between(king, from)
		switch between := path.And(occ); between.Count() {
		case 0:
			s.screenTargets = s.screenTargets.Or(path)
		case 2:
			s.discoverers = s.discoverers.Or(between)
		}
	}
	// If the piece on a horse's leg moves, the horse may give check.
	if !board.HorsesAttacking(king, board.Bitboard{}).And(p.Pieces(us, board.Horse)).Empty() {
		s.discoverers = s.discoverers.Or(corners[king])
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
