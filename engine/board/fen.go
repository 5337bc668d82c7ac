package board

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// FENError says what is wrong with a FEN and what was expected.
type FENError struct {
	// FEN is the text that was given.
	FEN string
	// Field is the part at fault: "placement", "side to move", "third field", "fourth field", "capture clock", "move
	// number" or "fields" for their count.
	Field string
	// Rank is 0..9 where one rank of the placement is at fault, else -1.
	Rank int
	// Problem says what was found and what was expected.
	Problem string
}

func (e *FENError) Error() string {
	where := e.Field
	if e.Rank >= 0 {
		where = fmt.Sprintf("%s, rank %d", e.Field, e.Rank)
	}
	return fmt.Sprintf("FEN %q: %s: %s", e.FEN, where, e.Problem)
}

// fenFields are the names of the fields in order. The placement and the side are required; omitted fields at the end
// have their values at the start of a game.
var fenFields = [...]string{"placement", "side to move", "third field", "fourth field", "capture clock", "move number"}

// ParseFEN parses a position: ten ranks from Black's edge down to Red's, the side to move (w or r for Red, b for
// Black), two fields that are always "-", the plies since the last capture, the move number. The last four may be
// omitted from the end. E and H are accepted for elephant and horse. The error is a *FENError.
func ParseFEN(fen string) (Position, error) {
	setup, err := ParseSetup(fen)
	if err != nil {
		return Position{}, err
	}
	p, err := NewPosition(setup)
	if err != nil {
		e := &FENError{FEN: fen, Field: fenFields[0], Rank: -1, Problem: err.Error()}
		var at *SetupError
		if errors.As(err, &at) && at.Square != NoSquare {
			e.Rank = at.Square.Rank()
		}
		return Position{}, e
	}
	return p, nil
}

// ParseSetup parses a FEN without checking that the position is legal. The error is a *FENError.
func ParseSetup(fen string) (Setup, error) {
	fault := func(field string, rank int, format string, args ...any) (Setup, error) {
		return Setup{}, &FENError{FEN: fen, Field: field, Rank: rank, Problem: fmt.Sprintf(format, args...)}
	}
	fields := strings.Fields(fen)
	if len(fields) == 0 || len(fields) > len(fenFields) {
		return fault("fields", -1, "%d of them, want 2 to 6: ranks, side, -, -, plies since the last capture, move number", len(fields))
	}
	s := Setup{MoveNumber: 1}
	ranks := strings.Split(fields[0], "/")
	if len(ranks) != Ranks {
		return fault(fenFields[0], -1, "want %d ranks with / between them, found %d", Ranks, len(ranks))
	}
	for i, text := range ranks {
		rank := Ranks - 1 - i
		if problem := s.Placement.readRank(rank, text); problem != "" {
			return fault(fenFields[0], rank, "%s", problem)
		}
	}
	if len(fields) == 1 {
		return fault(fenFields[1], -1, "missing, want w (or r) for Red or b for Black")
	}
	switch fields[1] {
	case "w", "r":
		s.SideToMove = Red
	case "b":
		s.SideToMove = Black
	default:
		return fault(fenFields[1], -1, "%q, want w (or r) for Red or b for Black", fields[1])
	}
	for i, text := range fields[2:] {
		name := fenFields[i+2]
		if i < 2 {
			if text != "-" {
				return fault(name, -1, "%q, want -", text)
			}
			continue
		}
		n, err := strconv.ParseUint(text, 10, 16)
		if err != nil || n > maxCounter {
			return fault(name, -1, "%q, want a whole number up to %d", text, maxCounter)
		}
		if i == 2 {
			s.CaptureClock = int(n)
		} else {
			s.MoveNumber = max(1, int(n)) // some programs count from 0
		}
	}
	return s, nil
}

// readRank fills one rank and returns what is wrong with its text, "" if nothing is.
func (b *Placement) readRank(rank int, text string) (problem string) {
	file := 0
	for _, letter := range []byte(text) {
		if '1' <= letter && letter <= '9' {
			file += int(letter - '0')
			continue
		}
		piece, ok := pieceOf(letter)
		if !ok {
			return fmt.Sprintf("%q is no piece, want one of KABNRCP or kabnrcp, or 1..9 empty points", letter)
		}
		if file < Files {
			b[SquareAt(file, rank)] = piece
		}
		file++
	}
	if file != Files {
		return fmt.Sprintf("%q has %d files, want %d", text, file, Files)
	}
	return ""
}

// FEN writes the position in the form that ParseFEN reads, all six fields, Red as w.
func (p *Position) FEN() string {
	setup := p.Setup()
	return setup.FEN()
}

// FEN writes the setup in the form that ParseSetup reads.
func (s *Setup) FEN() string {
	var b strings.Builder
	for rank := Ranks - 1; rank >= 0; rank-- {
		empty := 0
		for file := range Files {
			piece := s.Placement[SquareAt(file, rank)]
			if piece == NoPiece {
				empty++
				continue
			}
			if empty > 0 {
				b.WriteByte('0' + byte(empty))
				empty = 0
			}
			b.WriteByte(piece.Letter())
		}
		if empty > 0 {
			b.WriteByte('0' + byte(empty))
		}
		if rank > 0 {
			b.WriteByte('/')
		}
	}
	side := "w"
	if s.SideToMove == Black {
		side = "b"
	}
	fmt.Fprintf(&b, " %s - - %d %d", side, s.CaptureClock, s.MoveNumber)
	return b.String()
}
