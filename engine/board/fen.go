package board

import (
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
	// Rank is 0..9 where the text of one rank of the placement is at fault, else -1.
	Rank int
	// Given is the field or the rank at fault as it was given; empty where it is missing.
	Given string
	// Count is how many fields, ranks or points of a rank were found where there must be another number of them, else
	// 0.
	Count int
	// Problem says what was found and what was expected.
	Problem string
	// Cause is the *SetupError of a position that is well written and illegal, else nil.
	Cause error
}

func (e *FENError) Error() string {
	where := e.Field
	if e.Rank >= 0 {
		where = fmt.Sprintf("%s, rank %d", e.Field, e.Rank)
	}
	return fmt.Sprintf("FEN %q: %s: %s", e.FEN, where, e.Problem)
}

// Unwrap returns the cause.
func (e *FENError) Unwrap() error { return e.Cause }

// fenFields are the names of the fields in order. The placement and the side are required; omitted fields at the end
// have their values at the start of a game.
var fenFields = [...]string{"placement", "side to move", "third field", "fourth field", "capture clock", "move number"}

// ParseFEN parses a position: ten ranks from Black's edge down to Red's, the side to move (w or r for Red, b for
// Black), two fields that are always "-", the plies since the last capture, the move number. The last four may be
// omitted from the end. E and H are accepted for elephant and horse. The error is a *[FENError].
func ParseFEN(fen string) (Position, error) {
	setup, err := ParseSetup(fen)
	if err != nil {
		return Position{}, err
	}
	p, err := NewPosition(setup)
	if err != nil {
		return Position{}, &FENError{FEN: fen, Field: fenFields[0], Rank: -1, Problem: err.Error(), Cause: err}
	}
	return p, nil
}

// StartFEN is the start of the game.
const StartFEN = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"

// StartPosition returns the start of the game, Red to move.
func StartPosition() Position { return startPosition }

var startPosition = func() Position {
	p, err := ParseFEN(StartFEN)
	if err != nil {
		panic(err) // the constant above is wrong
	}
	return p
}()

// ParseSetup parses a FEN without checking that the position is legal. The error is a *[FENError].
func ParseSetup(fen string) (Setup, error) {
	fault := func(e FENError) (Setup, error) {
		e.FEN = fen
		return Setup{}, &e
	}
	fields := strings.Fields(fen)
	if len(fields) == 0 || len(fields) > len(fenFields) {
		return fault(FENError{Field: "fields", Rank: -1, Given: fen, Count: len(fields),
			Problem: fmt.Sprintf("%d of them, want 2 to 6: ranks, side, -, -, plies since the last capture, move number", len(fields))})
	}
	s := Setup{MoveNumber: 1}
	ranks := strings.Split(fields[0], "/")
	if len(ranks) != Ranks {
		return fault(FENError{Field: fenFields[0], Rank: -1, Given: fields[0], Count: len(ranks),
			Problem: fmt.Sprintf("want %d ranks with / between them, found %d", Ranks, len(ranks))})
	}
	for i, text := range ranks {
		rank := Ranks - 1 - i
		if points, problem := s.Placement.readRank(rank, text); problem != "" {
			return fault(FENError{Field: fenFields[0], Rank: rank, Given: text, Count: points, Problem: problem})
		}
	}
	if len(fields) == 1 {
		return fault(FENError{Field: fenFields[1], Rank: -1, Problem: "missing, want w (or r) for Red or b for Black"})
	}
	switch fields[1] {
	case "w", "r":
		s.SideToMove = Red
	case "b":
		s.SideToMove = Black
	default:
		return fault(FENError{Field: fenFields[1], Rank: -1, Given: fields[1],
			Problem: fmt.Sprintf("%q, want w (or r) for Red or b for Black", fields[1])})
	}
	for i, text := range fields[2:] {
		e := FENError{Field: fenFields[i+2], Rank: -1, Given: text}
		if i < 2 {
			if text != "-" {
				e.Problem = fmt.Sprintf("%q, want -", text)
				return fault(e)
			}
			continue
		}
		n, err := strconv.ParseUint(text, 10, 16)
		if err != nil || n > maxCounter {
			e.Problem = fmt.Sprintf("%q, want a whole number up to %d", text, maxCounter)
			return fault(e)
		}
		if i == 2 {
			s.CaptureClock = int(n)
		} else {
			s.MoveNumber = max(1, int(n)) // some programs count from 0
		}
	}
	return s, nil
}

// readRank fills one rank and returns what is wrong with its text, "" if nothing is, and how many points it has if they
// are too many or too few.
func (b *Placement) readRank(rank int, text string) (points int, problem string) {
	file := 0
	for _, letter := range []byte(text) {
		if '1' <= letter && letter <= '9' {
			file += int(letter - '0')
			continue
		}
		piece, ok := PieceOf(letter)
		if !ok {
			return 0, fmt.Sprintf("%q is not a piece, want one of KABNRCP or kabnrcp, or 1..9 empty points", letter)
		}
		if file < Files {
			b[SquareAt(file, rank)] = piece
		}
		file++
	}
	if file != Files {
		return file, fmt.Sprintf("%q has %d files, want %d", text, file, Files)
	}
	return 0, ""
}

// FEN writes the position in the form that [ParseFEN] reads, all six fields, Red as w.
func (p *Position) FEN() string {
	setup := p.Setup()
	return setup.FEN()
}

// MarshalText writes the FEN.
func (p *Position) MarshalText() ([]byte, error) { return []byte(p.FEN()), nil }

// UnmarshalText reads a FEN.
func (p *Position) UnmarshalText(text []byte) (err error) {
	*p, err = ParseFEN(string(text))
	return err
}

// FEN writes the setup in the form that [ParseSetup] reads.
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
