package search

import "xiangqibot/engine/board"

// checkInfo knows which moves of a position may give check, without playing them. It is worked out once, when a node
// first asks; after that most moves are settled by looking into three sets.
//
// It never misses a check. Where it suspects one it asks the board.
type checkInfo struct {
	computed bool
	// checkSquares are, by kind, the points from which a piece attacks the king.
	checkSquares [8]board.Bitboard
	// discoverers are the points that uncover an attack when the piece there leaves them, targets those that become a screen
	// for a cannon.
	discoverers, screenTargets board.Bitboard
}

// givesCheck reports whether a pseudo-legal move of p gives check. The sense must belong to p, or be empty.
func (s *checkInfo) givesCheck(p *board.Position, m board.Move) bool {
	if !s.computed {
		s.compute(p)
	}
	to := board.SquareBit(m.To())
	suspect := s.checkSquares[p.At(m.From()).Kind()].Or(s.screenTargets).And(to).Or(s.discoverers.And(board.SquareBit(m.From())))
	return !suspect.Empty() && p.GivesCheck(m)
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
		// The cannon's own move along the line may jump its way to a check.
		s.discoverers = s.discoverers.Or(board.SquareBit(from))
		path := board.Between(king, from)
		switch between := path.And(occ); between.Count() {
		case 0:
			s.screenTargets = s.screenTargets.Or(path)
		case 2:
			s.discoverers = s.discoverers.Or(between)
		}
	}
	// A horse that attacks but for its leg is set free when the piece on the leg moves.
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
