package book

import (
	"fmt"
	"slices"
	"strings"

	"xiangqibot/engine/board"
)

// signs are what an opening is known by.
type signs struct {
	count int // how many they are
	moves int // and how many of them are moves
	// what is on a point, and what is not
	stands, gone []stone
	empty        []board.Square
	// exact asks for this board and this side to move.
	exact bool
	board scene
	next  board.Color
}

// stone is a piece on a point, which was on the point from at the start.
type stone struct {
	at, from board.Square
	piece    board.Piece
}

// latest is the number of plies until which the signs are looked for. Later the same pieces may be there for other
// reasons.
func (s *signs) latest() int {
	if s.exact {
		return s.moves
	}
	return 2*s.moves + 4
}

// seen reports whether a board shows the signs.
func (s *signs) seen(b *scene, next board.Color) bool {
	if s.exact {
		return next == s.next && b.pieces == s.board.pieces
	}
	for _, st := range s.stands {
		if !b.shows(st) {
			return false
		}
	}
	for _, st := range s.gone {
		if b.pieces[st.at] == st.piece {
			return false
		}
	}
	for _, at := range s.empty {
		if b.pieces[at] != board.NoPiece {
			return false
		}
	}
	return true
}

// parseSigns reads signs as the head of names.txt explains them.
func parseSigns(text string) (signs, error) {
	start := board.StartPosition()
	var s signs
	var made [2]int
	s.board = sceneOf(&start)
	text, s.exact = strings.CutPrefix(text, "=")
	for _, word := range strings.Fields(text) {
		s.count++
		if word[0] == '+' || word[0] == '-' {
			at, err := board.ParseSquare(word[1:])
			if err != nil {
				return s, err
			}
			if word[0] == '-' {
				s.empty = append(s.empty, at)
				continue
			}
			if start.At(at) == board.NoPiece {
				return s, fmt.Errorf("%s: no piece is there at the start", word)
			}
			s.stands = append(s.stands, stone{at, at, start.At(at)})
			continue
		}
		m, err := board.ParseMove(word)
		if err != nil {
			return s, err
		}
		piece, from := s.board.pieces[m.From()], s.board.from[m.From()]
		if piece == board.NoPiece {
			return s, fmt.Errorf("%s: no piece is there", word)
		}
		s.moves++
		made[piece.Color()]++
		s.board.move(m)
		s.gone = append(s.gone, stone{m.From(), from, piece})
		s.stands = slices.DeleteFunc(s.stands, func(st stone) bool { return st.at == m.From() })
		s.stands = append(s.stands, stone{m.To(), from, piece})
	}
	s.gone = slices.DeleteFunc(s.gone, func(st stone) bool { return s.board.pieces[st.at] == st.piece })
	if made[board.Red] > made[board.Black] {
		s.next = board.Black
	}
	if s.exact && made[board.Red]-made[board.Black] != int(s.next) {
		return s, fmt.Errorf("%q: Red makes %d moves and Black %d", text, made[board.Red], made[board.Black])
	}
	return s, nil
}
