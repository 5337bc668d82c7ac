package board_test

import (
	"errors"
	"strings"
	"testing"

	"xiangqibot/engine/board"
	"xiangqibot/engine/testcases"
)

// TestFENErrors: an error quotes the part of the FEN that is wrong.
func TestFENErrors(t *testing.T) {
	const ranks = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR"
	for _, c := range []struct {
		fen, field string
		rank       int
		given      string
		count      int
		says       string
	}{
		{"", "fields", -1, "", 0, "0 of them"},
		{ranks, "side to move", -1, "", 0, "missing"},
		{ranks + " w - - 0 1 7", "fields", -1, ranks + " w - - 0 1 7", 7, "7 of them"},
		{"rnbakabnr/9/9 w", "placement", -1, "rnbakabnr/9/9", 3, "want 10 ranks with / between them, found 3"},
		{strings.Replace(ranks, "1c5c1", "1c5c2", 1) + " w", "placement", 7, "1c5c2", 10, "10 files, want 9"},
		{strings.Replace(ranks, "1c5c1", "1c4c1", 1) + " w", "placement", 7, "1c4c1", 8, "8 files, want 9"},
		{strings.Replace(ranks, "1C5C1", "1X5C1", 1) + " w", "placement", 2, "1X5C1", 0, "'X' is not a piece"},
		{strings.Replace(ranks, "/9/", "/90/", 1) + " w", "placement", 8, "90", 0, "'0' is not a piece"},
		{ranks + " x", "side to move", -1, "x", 0, "want w (or r)"},
		{ranks + " w KQ - 0 1", "third field", -1, "KQ", 0, "want -"},
		{ranks + " w - e3 0 1", "fourth field", -1, "e3", 0, "want -"},
		{ranks + " w - - -1 1", "capture clock", -1, "-1", 0, "whole number"},
		{ranks + " w - - 0 99999", "move number", -1, "99999", 0, "whole number"},
	} {
		_, err := board.ParseFEN(c.fen)
		var e *board.FENError
		if !errors.As(err, &e) || e.FEN != c.fen || e.Field != c.field || e.Rank != c.rank || e.Given != c.given || e.Count != c.count ||
			e.Cause != nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%q: %#v, want %+v", c.fen, err, c)
		}
	}
}

// TestSetupErrors: a FEN that is well written may be no position.
func TestSetupErrors(t *testing.T) {
	king, pawn := board.MakePiece(board.Black, board.King), board.MakePiece(board.Red, board.Pawn)
	at := func(name string) board.Square {
		s, err := board.ParseSquare(name)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	for _, c := range []struct {
		fen   string
		fault board.SetupFault
		at    board.Square
		piece board.Piece
		says  string
	}{
		{"9/9/9/9/9/9/9/9/9/4K4 w", board.NoKing, board.NoSquare, king, "no black king"},
		{"4k4/9/9/9/9/9/9/9/9/4K4 w", board.KingsFace, board.NoSquare, board.NoPiece, "face each other"},
		{"4k4/9/9/9/9/9/9/9/9/3KK4 w", board.TooMany, at("e0"), board.MakePiece(board.Red, board.King), "one red king too many"},
		{"4k4/9/9/9/4K4/9/9/9/9/9 w", board.OutOfReach, at("e5"), board.MakePiece(board.Red, board.King), "red king can never be here"},
		{"4k4/9/9/9/9/9/9/9/4A4/A3K4 w", board.OutOfReach, at("a0"), board.MakePiece(board.Red, board.Advisor), "red advisor can never"},
		{"3k5/9/9/9/9/9/9/B8/9/4K3B w", board.OutOfReach, at("i0"), board.MakePiece(board.Red, board.Elephant), "red elephant can never"},
		{"3k5/9/9/9/9/9/9/9/4P4/4K4 w", board.OutOfReach, at("e1"), pawn, "red pawn can never"},
		{"3k5/9/9/9/9/9/1P7/9/9/4K4 w", board.OutOfReach, at("b3"), pawn, "red pawn can never"},
		{"3k5/9/9/9/9/P8/P8/9/9/4K4 w", board.SharedFile, at("a4"), pawn, "second red pawn on this file"},
		{"3k5/9/9/4p4/4p4/9/9/9/9/4K4 w", board.SharedFile, at("e6"), board.MakePiece(board.Black, board.Pawn), "second black pawn on this file"},
		{"3k5/9/9/RRR6/9/9/9/9/9/4K4 w", board.TooMany, at("c6"), board.MakePiece(board.Red, board.Rook), "one red rook too many"},
		{"3k5/9/9/3R5/9/9/9/9/9/4K4 w", board.KingCapturable, at("d9"), king, "the black king could be taken"},
	} {
		_, err := board.ParseFEN(c.fen)
		var fen *board.FENError
		var e *board.SetupError
		if !errors.As(err, &fen) || fen.Field != "placement" || fen.Rank != -1 || !errors.As(err, &e) ||
			e.Fault != c.fault || e.Square != c.at || e.Piece != c.piece || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%q: %v, %#v, want %+v", c.fen, err, e, c)
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
