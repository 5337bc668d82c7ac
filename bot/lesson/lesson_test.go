package lesson_test

import (
	"regexp"
	"testing"

	"xiangqibot/bot/lesson"
	"xiangqibot/engine/board"
	"xiangqibot/engine/rules"
)

// Every lesson can be solved, and only by moves that reach its goal. The claims are checked move by move with the board
// and the rules alone.
func TestLessonsAreWhatTheyClaim(t *testing.T) {
	seen := map[lesson.Name]bool{}
	for _, l := range lesson.All() {
		if seen[l.Name] || !regexp.MustCompile(`^[a-z]+$`).MatchString(string(l.Name)) {
			t.Errorf("%s is no name, or comes twice", l.Name)
		}
		seen[l.Name] = true
		p := l.Position()
		if p.SideToMove() != board.Red {
			t.Errorf("%s: Red is not to move", l.Name)
		}
		if _, err := board.ParseFEN(p.FEN()); err != nil {
			t.Errorf("%s: %v", l.Name, err)
		}
		if v := rules.Judge(&l.Record, rules.ForPeople()); v.Outcome != rules.Ongoing {
			t.Errorf("%s is over before it begins: %v", l.Name, v.Reason)
		}
		solutions := 0
		for _, m := range p.LegalMoves(nil) {
			after := p
			after.Make(m)
			does := false
			switch l.Goal {
			case lesson.Take:
				does = m.From() == l.Piece && m.To() == l.Target && p.At(l.Target).Color() == board.Black && p.At(l.Target) != board.NoPiece
			case lesson.Reach:
				does = m.From() == l.Piece && m.To() == l.Target && p.At(l.Target) == board.NoPiece
			case lesson.Mate:
				does = after.InCheck() && !after.HasLegalMove()
			case lesson.Stalemate:
				does = !after.InCheck() && !after.HasLegalMove()
			case lesson.Deviate:
				record := l.Record.Clone()
				if err := record.Play(m); err != nil {
					t.Fatal(err)
				}
				v := rules.Judge(&record, rules.ForPeople())
				if does = v.Outcome != rules.BlackWins; !does && v.Reason != rules.PerpetualCheck {
					t.Errorf("%s: %v ends the game by %v", l.Name, m, v.Reason)
				}
			default:
				t.Errorf("%s: unknown goal %q", l.Name, l.Goal)
			}
			if does {
				solutions++
			}
			if l.Solves(m) != does {
				t.Errorf("%s: %v solves it: %v, want %v", l.Name, m, !does, does)
			}
		}
		switch legal := len(p.LegalMoves(nil)); {
		case l.Goal != lesson.Deviate && solutions != 1:
			t.Errorf("%s has %d solutions, want one", l.Name, solutions)
		case solutions == 0 || solutions == legal:
			t.Errorf("%s is solved by %d of %d moves: there is nothing to be learned", l.Name, solutions, legal)
		}
	}
	if len(seen) < 12 {
		t.Errorf("%d lessons, want a dozen", len(seen))
	}
}

// Every lesson shows its point: the obstacle that its title names is there.
func TestLessonsShowTheirPoint(t *testing.T) {
	at := func(name lesson.Name, move string) (*lesson.Lesson, board.Position, board.Move) {
		l, ok := lesson.Find(name)
		m, err := board.ParseMove(move)
		if !ok || err != nil {
			t.Fatal(name, move, err)
		}
		return l, l.Position(), m
	}
	for _, c := range []struct {
		name lesson.Name
		move string // has the right target, and must not be legal
	}{
		{"screens", "e2e7"},  // two screens
		{"hobbled", "c4e5"},  // a pawn stands in the way
		{"elephant", "e2c4"}, // its eye is taken
		{"facing", "e4a4"},   // it would open the file between the kings
		{"river", "g4e6"},    // elephants stay at home
		{"pawn", "e5e4"},     // never back
		{"king", "e0f1"},     // never diagonally
		{"check", "b5b9"},    // leaves the check
	} {
		if _, p, m := at(c.name, c.move); p.IsLegal(m) || p.At(m.From()) == board.NoPiece {
			t.Errorf("%s: %s is legal, or of no piece", c.name, c.move)
		}
	}
	if l, p, _ := at("check", "b5e5"); !p.InCheck() || len(p.LegalMoves(nil)) < 2 || p.At(l.Piece).Kind() != board.Rook {
		t.Error("check: no check, or no choice")
	}
	if l, p, m := at("perpetual", "a8a9"); !p.GivesCheck(m) || l.Solves(m) || l.Piece != board.NoSquare {
		t.Error("perpetual: the check that repeats does not lose")
	}
}

func TestNextLesson(t *testing.T) {
	all := lesson.All()
	done := map[lesson.Name]bool{}
	is := func(n lesson.Name) bool { return done[n] }
	if l := lesson.Next("", is); l != all[0] {
		t.Errorf("the first is %v", l)
	}
	last := all[len(all)-1].Name
	if l := lesson.Next(last, is); l != all[0] {
		t.Errorf("after the last comes %v", l)
	}
	for _, l := range all[1:] {
		done[l.Name] = true
	}
	if l := lesson.Next(all[3].Name, is); l != all[0] {
		t.Errorf("the only one left is not found, but %v", l)
	}
	done[all[0].Name] = true
	if l := lesson.Next("", is); l != nil {
		t.Errorf("all are done, and %s comes", l.Name)
	}
	if _, ok := lesson.Find("nothing"); ok {
		t.Error("a lesson that does not exist is found")
	}
}
