package book

import "xiangqibot/engine/board"

// trackedBoard is a board that tracks the start square of each piece. Openings depend on which of two like pieces has
// moved: with the cannon of h7 on the central file Black plays same-direction cannons, with that of b7
// opposite-direction cannons, wherever the other one goes.
type trackedBoard struct {
	pieces board.Placement
	// from is the start square of the piece on each square, NoSquare if unknown.
	from [board.Squares]board.Square
}

// trackBoard returns the board of a position from which a record begins. A piece that is not on a start square of its
// kind comes from the only vacant one of these, if there is exactly one.
func trackBoard(p *board.Position) trackedBoard {
	s := trackedBoard{pieces: p.Placement()}
	start := board.StartPosition()
	home := start.Placement()
	var left [16][]board.Square // by piece: its vacant start squares
	for at, piece := range home {
		s.from[at] = board.NoSquare
		if s.pieces[at] == piece {
			s.from[at] = board.Square(at)
		} else {
			left[piece] = append(left[piece], board.Square(at))
		}
	}
	for at, piece := range s.pieces {
		if piece != board.NoPiece && piece != home[at] && len(left[piece]) == 1 {
			s.from[at] = left[piece][0]
		}
	}
	return s
}

// move makes a move.
func (s *trackedBoard) move(m board.Move) {
	from, to := m.From(), m.To()
	s.pieces[to], s.from[to] = s.pieces[from], s.from[from]
	s.pieces[from], s.from[from] = board.NoPiece, board.NoSquare
}

// mirror returns the board mirrored left to right.
func (s *trackedBoard) mirror() trackedBoard {
	image := trackedBoard{pieces: mirrorOf(&s.pieces)}
	for at, from := range s.from {
		if from != board.NoSquare {
			from = from.Mirror()
		}
		image.from[board.Square(at).Mirror()] = from
	}
	return image
}

// has reports whether a piece is on its square and can have come from its start square.
func (s *trackedBoard) has(st placedPiece) bool {
	from := s.from[st.at]
	return s.pieces[st.at] == st.piece && (from == st.from || from == board.NoSquare)
}
