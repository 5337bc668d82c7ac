package book

import "xiangqibot/engine/board"

// scene is a board of which it is known where the pieces come from. Which of two pieces alike has moved tells
// openings apart: with the cannon of h7 in the centre Black plays same-direction cannons, with that of b7
// opposite-direction cannons, wherever the other one goes.
type scene struct {
	pieces board.Placement
	// from is where the piece on each point was at the start of the game, NoSquare where that is not known.
	from [board.Squares]board.Square
}

// sceneOf returns the board of a position from which a record begins. A piece that is not where one like it
// is at the start of a game comes from the only such point that is free of them, if there is only one.
func sceneOf(p *board.Position) scene {
	s := scene{pieces: p.Placement()}
	start := board.StartPosition()
	home := start.Placement()
	var left [16][]board.Square // by piece: the points of the start where none is now
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
func (s *scene) move(m board.Move) {
	from, to := m.From(), m.To()
	s.pieces[to], s.from[to] = s.pieces[from], s.from[from]
	s.pieces[from], s.from[from] = board.NoPiece, board.NoSquare
}

// mirror returns the board with its wings exchanged.
func (s *scene) mirror() scene {
	image := scene{pieces: mirrorOf(&s.pieces)}
	for at, from := range s.from {
		if from != board.NoSquare {
			from = from.Mirror()
		}
		image.from[board.Square(at).Mirror()] = from
	}
	return image
}

// shows reports whether a piece is on a point, and is or can be the one that it should be.
func (s *scene) shows(st stone) bool {
	from := s.from[st.at]
	return s.pieces[st.at] == st.piece && (from == st.from || from == board.NoSquare)
}
