package board_test

import (
	"errors"
	"strings"
	"testing"

	"xiangqibot/engine/board"
	"xiangqibot/engine/testcases"
)

func TestFENErrors(t *testing.T) {
	const ranks = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR"
	for _, c := range []struct {
		fen, field string
		rank       int
		says       string
	}{
		{"", "fields", -1, "0 of them"},
		{ranks, "side to move", -1, "missing"},
		{ranks + " w - - 0 1 7", "fields", -1, "7 of them"},
		{"rnbakabnr/9/9 w", "placement", -1, "want 10 ranks with / between them, found 3"},
		{strings.Replace(ranks, "1c5c1", "1c5c2", 1) + " w", "placement", 7, "10 files, want 9"},
		{strings.Replace(ranks, "1c5c1", "1c4c1", 1) + " w", "placement", 7, "8 files, want 9"},
		{strings.Replace(ranks, "1C5C1", "1X5C1", 1) + " w", "placement", 2, "'X' is not a piece"},
		{strings.Replace(ranks, "/9/", "/90/", 1) + " w", "placement", 8, "'0' is not a piece"},
		{ranks + " x", "side to move", -1, "want w (or r)"},
		{ranks + " w KQ - 0 1", "third field", -1, "want -"},
		{ranks + " w - e3 0 1", "fourth field", -1, "want -"},
		{ranks + " w - - -1 1", "capture clock", -1, "whole number"},
		{ranks + " w - - 0 99999", "move number", -1, "whole number"},
		{"9/9/9/9/9/9/9/9/9/4K4 w", "placement", -1, "no black king"},
		{"4k4/9/9/9/9/9/9/9/9/4K4 w", "placement", -1, "face each other"},
		{"4k4/9/9/9/9/9/9/9/9/3KK4 w", "placement", -1, "one red king too many"},
		{"4k4/9/9/9/4K4/9/9/9/9/9 w", "placement", -1, "red king can never be here"},
		{"4k4/9/9/9/9/9/9/9/4A4/A3K4 w", "placement", -1, "red advisor can never"},
		{"3k5/9/9/9/9/9/9/B8/9/4K3B w", "placement", -1, "red elephant can never"},
		{"3k5/9/9/9/9/9/9/9/4P4/4K4 w", "placement", -1, "red pawn can never"},
		{"3k5/9/9/9/9/9/1P7/9/9/4K4 w", "placement", -1, "red pawn can never"},
		{"3k5/9/9/9/9/P8/P8/9/9/4K4 w", "placement", -1, "second red pawn on this file"},
		{"3k5/9/9/4p4/4p4/9/9/9/9/4K4 w", "placement", -1, "second black pawn on this file"},
		{"3k5/9/9/RRR6/9/9/9/9/9/4K4 w", "placement", -1, "one red rook too many"},
		{"3k5/9/9/3R5/9/9/9/9/9/4K4 w", "placement", -1, "the black king could be taken"},
	} {
		_, err := board.ParseFEN(c.fen)
		var e *board.FENError
		if !errors.As(err, &e) {
			t.Errorf("%q: error %v, want a FENError", c.fen, err)
			continue
		}
		if e.FEN != c.fen || e.Field != c.field || e.Rank != c.rank || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%q:\n got field %q, rank %d: %v\nwant field %q, rank %d, %q", c.fen, e.Field, e.Rank, err, c.field, c.rank, c.says)
		}
	}
}

// An error quotes the invalid part of the FEN.
func TestFENErrorFields(t *testing.T) {
	const ranks = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR"
	for fen, want := range map[string]board.FENError{
		strings.Replace(ranks, "/1C5C1", "", 1) + " w":     {Given: strings.Replace(ranks, "/1C5C1", "", 1), Count: 9},
		strings.Replace(ranks, "1c5c1", "1c5c2", 1) + " w": {Given: "1c5c2", Count: 10},
		strings.Replace(ranks, "1C5C1", "1X5C1", 1) + " w": {Given: "1X5C1"},
		ranks + " red":        {Given: "red"},
		ranks + " w - e3 0 1": {Given: "e3"},
	} {
		_, err := board.ParseFEN(fen)
		var e *board.FENError
		if !errors.As(err, &e) || e.Given != want.Given || e.Count != want.Count || e.Cause != nil {
			t.Errorf("%q: %#v", fen, err)
		}
	}
	for fen, want := range map[string]board.SetupError{
		"9/9/9/9/9/9/9/9/9/4K4 w":      {Fault: board.NoKing, Square: board.NoSquare, Piece: board.MakePiece(board.Black, board.King)},
		"4k4/9/9/9/9/9/9/9/9/4K4 w":    {Fault: board.KingsFace, Square: board.NoSquare},
		"4k4/9/9/9/9/9/9/9/4A4/A3K4 w": {Fault: board.OutOfReach, Square: board.SquareAt(0, 0), Piece: board.MakePiece(board.Red, board.Advisor)},
		"3k5/9/9/9/9/P8/P8/9/9/4K4 w":  {Fault: board.SharedFile, Square: board.SquareAt(0, 4), Piece: board.MakePiece(board.Red, board.Pawn)},
		"3k5/9/9/RRR6/9/9/9/9/9/4K4 w": {Fault: board.TooMany, Square: board.SquareAt(2, 6), Piece: board.MakePiece(board.Red, board.Rook)},
		"3k5/9/9/3R5/9/9/9/9/9/4K4 w":  {Fault: board.KingCapturable, Square: board.SquareAt(3, 9), Piece: board.MakePiece(board.Black, board.King)},
	} {
		_, err := board.ParseFEN(fen)
		var e *board.SetupError
		if !errors.As(err, &e) || e.Fault != want.Fault || e.Square != want.Square || e.Piece != want.Piece {
			t.Errorf("%q: %#v", fen, err)
		}
	}
}

func TestFENLenient(t *testing.T) {
	start := board.StartPosition()
	for _, fen := range []string{
		"rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR r",
		" rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR  w  -  -  0  0 ",
	} {
		if p := testcases.Position(t, fen); p != start {
			t.Errorf("%q is read as %s", fen, p.FEN())
		}
	}
}

func FuzzParseFEN(f *testing.F) {
	f.Add(board.StartFEN)
	f.Add("r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 b - - 11 30")
	f.Add("4k4/9/9/9/9/9/9/9/9/3K5 w")
	f.Fuzz(func(t *testing.T, fen string) {
		p, err := board.ParseFEN(fen)
		if err != nil {
			var e *board.FENError
			if !errors.As(err, &e) || e.Problem == "" {
				t.Fatalf("error %#v does not say what is wrong", err)
			}
			return
		}
		again, err := board.ParseFEN(p.FEN())
		if err != nil || again != p {
			t.Fatalf("%q is written as %q and read back as %q, %v", fen, p.FEN(), again.FEN(), err)
		}
		// An accepted position can be played: no legal move loses a king.
		for _, m := range p.LegalMoves(nil) {
			next := p
			next.Make(m)
			if _, err := board.NewPosition(next.Setup()); err != nil && next.MoveNumber() < 9999 && next.CaptureClock() < 9999 {
				t.Fatalf("%s %s: %v", p.FEN(), m, err)
			}
		}
	})
}

func TestCoordinates(t *testing.T) {
	for s := range board.NoSquare {
		if got, err := board.ParseSquare(s.String()); got != s || err != nil {
			t.Errorf("%s is read as %s, %v", s, got, err)
		}
		m := board.NewMove(s, (s+31)%board.NoSquare)
		if got, err := board.ParseMove(m.String()); got != m || err != nil || got.From() != s {
			t.Errorf("%s is read as %s, %v", m, got, err)
		}
	}
	for _, text := range []string{"", "h", "j0", "a:", "a10", "ａ0"} {
		if s, err := board.ParseSquare(text); err == nil {
			t.Errorf("square %q is read as %s", text, s)
		}
	}
	for _, text := range []string{"", "h2", "h2h2", "h2e", "h2e22", "0000"} {
		if m, err := board.ParseMove(text); err == nil {
			t.Errorf("move %q is read as %s", text, m)
		}
	}
}
