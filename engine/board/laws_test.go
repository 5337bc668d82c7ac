package board_test

import (
	"testing"

	"pgregory.net/rapid"

	"xiangqibot/engine/board"
	"xiangqibot/engine/testcases"
)

// TestLaws compares every fast query of a position with the slow answer that looks at all pieces.
func TestLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		record := testcases.Playout(t, board.StartPosition(), 120)
		p := record.Position()

		fresh := testcases.Position(t, p.FEN())
		if fresh != p {
			t.Fatalf("%s is read back differently: kept key %x, fresh key %x", p.FEN(), p.Hash(), fresh.Hash())
		}

		legal := map[board.Move]bool{}
		for _, m := range p.LegalMoves(nil) {
			legal[m] = true
		}
		if p.HasLegalMove() != (len(legal) > 0) {
			t.Fatalf("%s: HasLegalMove is %v", p.FEN(), p.HasLegalMove())
		}
		if p.InCheck() != kingAttacked(&p, p.SideToMove()) || p.InCheck() == p.Checkers().Empty() {
			t.Fatalf("%s: in check %v, checkers %v", p.FEN(), p.InCheck(), p.Checkers())
		}
		captures, quiets := p.PseudoCaptures(nil), p.PseudoQuiets(nil, board.AllSquares())
		if all := p.PseudoMoves(nil); len(all) != len(captures)+len(quiets) {
			t.Fatalf("%s: %d captures and %d quiet moves of %d", p.FEN(), len(captures), len(quiets), len(all))
		}
		for _, m := range captures {
			if p.At(m.To()) == board.NoPiece {
				t.Fatalf("%s: %s captures nothing", p.FEN(), m)
			}
		}
		for from := range board.NoSquare {
			for to := range board.NoSquare {
				m := board.NewMove(from, to)
				reachable := reaches(&p, from, to)
				if p.IsPseudoLegal(m) != reachable {
					t.Fatalf("%s: %s pseudo-legal %v, by hand %v", p.FEN(), m, !reachable, reachable)
				}
				if !reachable {
					if p.IsLegal(m) {
						t.Fatalf("%s: %s legal", p.FEN(), m)
					}
					continue
				}
				before, checks := p, p.GivesCheck(m)
				undo := p.Make(m)
				safe := !kingAttacked(&p, before.SideToMove()) && !kingsFace(&p)
				if safe != legal[m] {
					t.Fatalf("%s: %s legal %v, by hand %v", before.FEN(), m, legal[m], safe)
				}
				if checks != kingAttacked(&p, p.SideToMove()) {
					t.Fatalf("%s: %s gives check %v", before.FEN(), m, checks)
				}
				p.Unmake(m, undo)
				if p != before {
					t.Fatalf("%s: %s is not taken back", before.FEN(), m)
				}
			}
		}
		if !p.InCheck() {
			before := p
			p.UnmakeNull(p.MakeNull())
			if p != before {
				t.Fatalf("%s: a null move is not taken back", before.FEN())
			}
		}
		for s := range board.NoSquare {
			for _, c := range [...]board.Color{board.Red, board.Black} {
				for from := range p.ByColor(c).All() {
					got := p.AttackersTo(s, c, p.Occupied()).Has(from)
					if want := attacks(&p, from, s); got != want {
						t.Fatalf("%s: %s attacks %s %v, by hand %v", p.FEN(), from, s, got, want)
					}
				}
			}
		}
	})
}

func kingAttacked(p *board.Position, c board.Color) bool {
	for from := range p.ByColor(c.Opponent()).All() {
		if attacks(p, from, p.King(c)) {
			return true
		}
	}
	return false
}

func kingsFace(p *board.Position) bool {
	return p.King(board.Red).File() == p.King(board.Black).File() && piecesBetween(p, p.King(board.Red), p.King(board.Black)) == 0
}

// piecesBetween counts the pieces strictly between two points of one line, -1 if they share none.
func piecesBetween(p *board.Position, a, b board.Square) int {
	df, dr := b.File()-a.File(), b.Rank()-a.Rank()
	if (df == 0) == (dr == 0) {
		return -1
	}
	n := 0
	for i := 1; i < max(abs(df), abs(dr)); i++ {
		if p.At(board.SquareAt(a.File()+i*sign(df), a.Rank()+i*sign(dr))) != board.NoPiece {
			n++
		}
	}
	return n
}

// attacks reports by the written rules whether the piece on from could capture on to.
func attacks(p *board.Position, from, to board.Square) bool {
	piece := p.At(from)
	c := piece.Color()
	df, dr := to.File()-from.File(), to.Rank()-from.Rank()
	forward := dr
	if c == board.Black {
		forward = -dr
	}
	at := func(files, ranks int) bool {
		return p.At(board.SquareAt(from.File()+files, from.Rank()+ranks)) != board.NoPiece
	}
	switch piece.Kind() {
	case board.King:
		return abs(df)+abs(dr) == 1 && board.Palace(c).Has(to)
	case board.Advisor:
		return abs(df) == 1 && abs(dr) == 1 && board.Palace(c).Has(to)
	case board.Elephant:
		return abs(df) == 2 && abs(dr) == 2 && !to.Crossed(c) && !at(df/2, dr/2)
	case board.Horse:
		return abs(df) == 1 && abs(dr) == 2 && !at(0, dr/2) || abs(df) == 2 && abs(dr) == 1 && !at(df/2, 0)
	case board.Rook:
		return piecesBetween(p, from, to) == 0
	case board.Cannon:
		return piecesBetween(p, from, to) == 1
	case board.Pawn:
		return df == 0 && forward == 1 || from.Crossed(c) && abs(df) == 1 && dr == 0
	}
	return false
}

// reaches reports whether the piece on from may go to to, whether or not its king is safe.
func reaches(p *board.Position, from, to board.Square) bool {
	piece, target := p.At(from), p.At(to)
	if piece == board.NoPiece || piece.Color() != p.SideToMove() || from == to {
		return false
	}
	if target != board.NoPiece {
		return target.Color() != piece.Color() && attacks(p, from, to)
	}
	if piece.Kind() == board.Cannon {
		return piecesBetween(p, from, to) == 0
	}
	return attacks(p, from, to)
}

func abs(n int) int { return max(n, -n) }

func sign(n int) int {
	switch {
	case n > 0:
		return 1
	case n < 0:
		return -1
	}
	return 0
}

func TestRecord(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		record := testcases.Playout(t, board.StartPosition(), 120)
		replayed := board.Record{Start: record.Start}
		if err := replayed.Play(record.Moves...); err != nil {
			t.Fatal(err)
		}
		if replayed.Position() != record.Position() {
			t.Fatal("the same moves lead to another position")
		}
		copied := record.Clone()
		last := record.Start
		for ply, p := range copied.Positions() {
			if ply > 0 && last == *p {
				t.Fatalf("nothing happened in ply %d", ply)
			}
			last = *p
		}
		if last != record.Position() {
			t.Fatal("Positions does not end with the last position")
		}
		if err := copied.Play(board.NewMove(4, 4)); err == nil || len(copied.Moves) != len(record.Moves) {
			t.Fatalf("an illegal move was taken: %v", err)
		}
	})
}
