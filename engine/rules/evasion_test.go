package rules_test

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"xiangqibot/engine/board"
	"xiangqibot/engine/rules"
	"xiangqibot/engine/testcases"
)

// TestEvasion: an attack that existed already and was merely illegal, because of a check or a pin, is not new when it
// becomes legal again. A threat that a king's move makes is new.
func TestEvasion(t *testing.T) {
	for _, c := range []struct {
		name, fen, cycle string
		article          string
		kinds            string // of the cycle, as in TestChase
	}{
		{"an elephant's attack, while its king is in check or the cannon pins it",
			"2ba5/C3ak3/4N4/5N3/9/2P1P1Pn1/2n5p/4B4/4A3c/4KAB2 b - - 0 1", "f8f9 a8a9 f9f8 a9a8", "R6", "ici+"},
		{"an advisor's attack, while the horse pins it or gives check",
			"Cc1C1k3/4an3/1r2N4/2R6/3N5/P3n4/8P/4B4/4A4/4KAB2 b - - 0 1", "f9e9 e7c8 e9f9 c8e7", "R6", "i+ii"},
		{"an advisor's attack on a pawn, while the cannon pins it or gives check",
			"4c4/4a4/3k5/9/9/9/6N2/5p3/4A4/3AK4 w - - 0 1", "e0f0 e9f9 f0e0 f9e9", "R6", "i+ii"},
		{"a rook's attack, while the horse parries the check",
			"5k3/8r/2P2aR1b/9/2b6/4N4/9/4KA3/9/9 w - - 0 1", "e4g5 i8e8 g5e4 e8i8", "R6", "i+ii"},
		{"a horse's attack that is pinned again and again",
			"5a3/9/4k4/9/9/5cn2/9/3KN1r1c/9/9 w - - 0 1", "d2d1 g4f2 d1d2 f2g4", "R6", "iiic"},
		{"a king that gets out of check and is the cannon's screen makes a threat",
			"4c4/4k4/3a5/9/6P2/4C4/9/4BC3/3K5/3A5 b - - 0 1", "e8d8 e4d4 d8e8 d4e4", "R3", "c+cx"},
		{"a horse that is freed from a pin keeps up a chase that the king's other step makes",
			"4k4/9/4n4/9/3c5/9/4N4/9/9/3K5 w - - 0 1", "d0e0 e7c8 e0d0 c8e7", "R3", "cici"},
	} {
		t.Run(c.name, func(t *testing.T) {
			record := *testcases.Record(t, c.fen, strings.Fields(c.cycle+" "+c.cycle)...)
			v := rules.Judge(&record, rules.Asian())
			if v.Article.String() != c.article || kinds(v) != c.kinds+c.kinds {
				t.Errorf("%v by %v, kinds %s; want %s, %s twice", v.Outcome, v.Article, kinds(v), c.article, c.kinds)
			}
		})
	}
}

// TestEvasionLaw: in a cycle with checks, a piece that a move chases was not attacked before by the same piece, or it
// was protected.
func TestEvasionLaw(t *testing.T) {
	cycles, chases := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		start := fewPieces(t)
		for _, cycle := range shuttles(&start) {
			record := board.Record{Start: start, Moves: append(cycle, cycle...)}
			v := rules.Judge(&record, rules.Asian())
			if !strings.Contains(kinds(v), "+") {
				continue
			}
			cycles++
			p := start
			for i, d := range v.CycleMoves {
				m := record.Moves[i]
				for _, threat := range d.Threats {
					if d.Kind != rules.Chasing || threat.AttackerPiece.Kind() == threat.VictimPiece.Kind() {
						continue
					}
					chases++
					from := threat.Attacker
					if from == m.To() {
						from = m.From()
					}
					if gains(&p, board.NewMove(from, threat.Victim)) {
						t.Fatalf("%s %v: after %v the attack of %c on %c is called new, but it was there before", start.FEN(),
							cycle, m, threat.AttackerPiece.Letter(), threat.VictimPiece.Letter())
					}
				}
				p.Make(m)
			}
		}
	})
	if cycles == 0 || chases == 0 {
		t.Errorf("%d cycles with checks, %d chases in them: nothing was tested", cycles, chases)
	}
}

// TestIgnoredLaw: the owner of a piece that a move chases did not ignore the threats before: there were none after the
// chasing side's last move, or the reply removed one.
func TestIgnoredLaw(t *testing.T) {
	chases := 0
	rapid.Check(t, func(t *rapid.T) {
		start := fewPieces(t)
		for _, cycle := range shuttles(&start) {
			record := board.Record{Start: start, Moves: slices.Repeat(cycle, 2)}
			v := rules.Judge(&record, rules.Asian())
			for i, d := range v.CycleMoves {
				if d.Kind != rules.Chasing || strings.Contains(kinds(v), "+") {
					continue
				}
				earlier, reply := start, cycle[(i+3)%4]
				for _, m := range record.Moves[:(i+3)%4] {
					earlier.Make(m)
				}
				now := earlier
				now.Make(reply)
				earlier.MakeNull()
				for _, threat := range d.Threats {
					origin := threat.Victim
					if origin == reply.To() {
						origin = reply.From()
					}
					before, after := threatened(&earlier, origin), threatened(&now, threat.Victim)
					if chases++; len(before) > 0 && !slices.ContainsFunc(before, func(a board.Square) bool { return !slices.Contains(after, a) }) {
						t.Fatalf("%s %v: %v counts as a chase of %c, whose owner had ignored threats by %v before", start.FEN(), cycle,
							record.Moves[i], threat.VictimPiece.Letter(), before)
					}
				}
			}
		}
	})
	if chases == 0 {
		t.Error("no chase was tested")
	}
}

// fewPieces draws a position with few pieces, most of them near the kings.
func fewPieces(t *rapid.T) board.Position {
	for {
		var s board.Setup
		s.MoveNumber = 1
		s.SideToMove = board.Color(rapid.IntRange(0, 1).Draw(t, "side"))
		put := func(c board.Color, k board.Kind, file, rank int) {
			at := board.SquareAt(file, rank)
			if c == board.Black {
				at = at.Flip()
			}
			if s.Placement[at] == board.NoPiece {
				s.Placement[at] = board.MakePiece(c, k)
			}
		}
		for _, c := range [...]board.Color{board.Red, board.Black} {
			put(c, board.King, rapid.IntRange(3, 5).Draw(t, "file"), rapid.IntRange(0, 2).Draw(t, "rank"))
			put(c, board.Advisor, 4, 1)
			put(c, board.Elephant, 4, 2)
			for range rapid.IntRange(1, 3).Draw(t, "attackers") {
				k := rapid.SampledFrom([]board.Kind{board.Rook, board.Horse, board.Cannon}).Draw(t, "kind")
				put(c, k, rapid.IntRange(0, 8).Draw(t, "file"), rapid.IntRange(0, 9).Draw(t, "rank"))
			}
		}
		if p, err := board.NewPosition(s); err == nil {
			return p
		}
	}
}

// shuttles lists the cycles in which each side moves a piece to an empty point and back.
func shuttles(start *board.Position) (cycles [][]board.Move) {
	quiet := func(p *board.Position) (moves []board.Move) {
		for _, m := range p.LegalMoves(nil) {
			if p.At(m.To()) == board.NoPiece {
				moves = append(moves, m)
			}
		}
		return moves
	}
	back := func(m board.Move) board.Move { return board.NewMove(m.To(), m.From()) }
	for _, m := range quiet(start) {
		p := *start
		p.Make(m)
		for _, reply := range quiet(&p) {
			q := p
			q.Make(reply)
			if !q.IsLegal(back(m)) {
				continue
			}
			q.Make(back(m))
			if q.IsLegal(back(reply)) {
				cycles = append(cycles, []board.Move{m, reply, back(m), back(reply)})
			}
		}
	}
	return cycles
}

// threatened lists from where the side to move could win the piece on a point.
func threatened(p *board.Position, victim board.Square) (from []board.Square) {
	for _, m := range p.LegalMoves(nil) {
		k := p.At(m.From()).Kind()
		if m.To() == victim && k != board.King && k != board.Pawn && k != p.At(victim).Kind() && gains(p, m) {
			from = append(from, m.From())
		}
	}
	return from
}

// gains reports, by making the capture, whether it would win something if one's own king were out of danger.
func gains(p *board.Position, capture board.Move) bool {
	if !p.IsPseudoLegal(capture) {
		return false
	}
	a, v := p.At(capture.From()).Kind(), p.At(capture.To()).Kind()
	switch {
	case (a == board.Horse || a == board.Cannon) && v == board.Rook:
		return true
	case (a == board.Advisor || a == board.Elephant) && (v == board.Rook || v == board.Horse || v == board.Cannon):
		return true
	}
	after := *p
	after.Make(capture)
	for _, m := range after.LegalMoves(nil) {
		if m.To() == capture.To() {
			return false
		}
	}
	return true
}
