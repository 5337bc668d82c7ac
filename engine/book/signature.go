package book

import (
	"fmt"
	"slices"
	"strings"

	"xiangqibot/engine/board"
)

// signature is a pattern of pieces that identifies an opening.
type signature struct {
	count     int // number of conditions
	moveCount int // of the conditions, those that are moves
	// pieces that must be on their square, and that must not
	present, vacated []placedPiece
	empty            []board.Square
	// exact requires this board and this side to move.
	exact bool
	board trackedBoard
	next  board.Color
}

// placedPiece is a piece on the square at with the start square from.
type placedPiece struct {
	at, from board.Square
	piece    board.Piece
}

// lastPly is the last ply at which the signature can match. Later the same pieces may be there for other reasons.
func (s *signature) lastPly() int {
	if s.exact {
		return s.moveCount
	}
	return 2*s.moveCount + 4
}

// matches reports whether a board matches the signature.
func (s *signature) matches(b *trackedBoard, next board.Color) bool {
	if s.exact {
		return next == s.next && b.pieces == s.board.pieces
	}
	for _, st := range s.present {
		if !b.has(st) {
			return false
		}
	}
	for _, st := range s.vacated {
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

// parseSignature parses a signature as described at the head of names.txt.
func parseSignature(text string) (signature, error) {
	start := board.StartPosition()
	var s signature
	var made [2]int
	s.board = trackBoard(&start)
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
			s.present = append(s.present, placedPiece{at, at, start.At(at)})
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
		s.moveCount++
		made[piece.Color()]++
		s.board.move(m)
		s.vacated = append(s.vacated, placedPiece{m.From(), from, piece})
		s.present = slices.DeleteFunc(s.present, func(st placedPiece) bool { return st.at == m.From() })
		s.present = append(s.present, placedPiece{m.To(), from, piece})
	}
	s.vacated = slices.DeleteFunc(s.vacated, func(st placedPiece) bool { return s.board.pieces[st.at] == st.piece })
	if made[board.Red] > made[board.Black] {
		s.next = board.Black
	}
	if s.exact && made[board.Red]-made[board.Black] != int(s.next) {
		return s, fmt.Errorf("%q: Red makes %d moves and Black %d", text, made[board.Red], made[board.Black])
	}
	return s, nil
}
