package puzzle

import (
	"bytes"
	"slices"
	"testing"

	"xiangqibot/engine/board"
	"xiangqibot/engine/testcases"
)

// bolt is a puzzle with two ways to end, both with a mate on the back rank; its first move has alternatives that win
// more slowly.
func bolt(t testing.TB) Puzzle {
	return Puzzle{
		Before: testcases.Position(t, "3aka3/9/9/9/9/9/9/1RR5c/9/3K5 b - - 0 30"), Prior: testcases.Move(t, "i2i3"),
		Root: Node{
			Correct: []Branch{{Move: testcases.Move(t, "b2b8"), Reply: testcases.Move(t, "i3i5"), Next: &Node{
				Correct:     []Branch{{Move: testcases.Move(t, "c2c9")}},
				AlsoWinning: []board.Move{testcases.Move(t, "b8b9")},
			}}},
			AlsoWinning: []board.Move{testcases.Move(t, "c2c7"), testcases.Move(t, "b2b7")},
		},
		Goal: Mate, Phase: board.Endgame, Themes: []string{"shuangche"}, Rating: 1200,
	}
}

func TestTry(t *testing.T) {
	p := bolt(t)
	first := testcases.Move(t, "b2b8")
	for _, c := range []struct {
		made []board.Move
		move string
		want Answer
	}{
		{nil, "b2b8", Answer{Correct, testcases.Move(t, "i3i5")}},
		{nil, "c2c7", Answer{Verdict: AlsoWins}},
		{nil, "d0d1", Answer{}},
		{nil, "a0a1", Answer{}}, // there is no piece
		{[]board.Move{first}, "c2c9", Answer{Verdict: Solved}},
		{[]board.Move{first}, "b8b9", Answer{Verdict: AlsoWins}},
		{[]board.Move{first, testcases.Move(t, "c2c9")}, "d0d1", Answer{}}, // it is over
		{[]board.Move{testcases.Move(t, "d0d1")}, "c2c9", Answer{}},        // not a correct move
	} {
		if got := p.Try(c.made, testcases.Move(t, c.move)); got != c.want {
			t.Errorf("%v %s: %+v, want %+v", c.made, c.move, got, c.want)
		}
	}
	if got := p.Line(); len(got) != 3 || p.Moves() != 2 {
		t.Errorf("the line is %v, %d moves", got, p.Moves())
	}
}

// A mate that is not in the file solves the puzzle too.
func TestAnyMateSolves(t *testing.T) {
	p := Puzzle{
		Before: testcases.Position(t, "3k5/R8/9/9/9/9/9/1R7/9/5K3 b - - 0 1"), Prior: testcases.Move(t, "d9e9"),
		Root: Node{Correct: []Branch{{Move: testcases.Move(t, "b2b7")}}},
	}
	if got := p.Try(nil, testcases.Move(t, "a8a9")); got.Verdict != Wrong {
		t.Errorf("a check that is no mate: %v", got)
	}
	if got := p.Try(nil, testcases.Move(t, "b2b9")); got.Verdict != Solved {
		t.Errorf("a mate that is not in the file: %v", got)
	}
}

// A puzzle and its mirror image have the same ID, another puzzle has another.
func TestID(t *testing.T) {
	a, b, c := bolt(t), bolt(t), bolt(t)
	b.Before, b.Prior = testcases.Position(t, "3aka3/9/9/9/9/9/9/c5RR1/9/5K3 b - - 0 12"), testcases.Move(t, "a2a3")
	c.Prior = testcases.Move(t, "i2i4")
	if a.ID() != b.ID() || a.ID() == c.ID() || len(a.ID()) != 6 {
		t.Errorf("%s, its mirror image %s, another %s", a.ID(), b.ID(), c.ID())
	}
}

func TestFile(t *testing.T) {
	a, b := bolt(t), bolt(t)
	b.Prior, b.Goal, b.Source, b.Phase, b.Themes = testcases.Move(t, "i2i4"), Gain, Engine, board.Opening, nil
	b.Root.Correct[0].Reply = testcases.Move(t, "i4i5")
	b.Root.Correct[0].Next.AlsoWinning = nil
	want := []Puzzle{a, b}
	var file bytes.Buffer
	if err := Write(&file, want); err != nil {
		t.Fatal(err)
	}
	got, err := Read(file.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	if !slices.EqualFunc(got, want, func(a, b Puzzle) bool {
		return a.Before == b.Before && a.Prior == b.Prior && a.Goal == b.Goal && a.Phase == b.Phase && a.Source == b.Source &&
			a.Rating == b.Rating && slices.Equal(a.Themes, b.Themes) && slices.Equal(a.Line(), b.Line()) &&
			slices.Equal(a.Root.AlsoWinning, b.Root.AlsoWinning)
	}) {
		t.Errorf("read %+v\nwant %+v", got, want)
	}
	for name, invalid := range map[string]func(p *Puzzle){
		"no right move":                    func(p *Puzzle) { p.Root.Correct = nil },
		"a right move that is not legal":   func(p *Puzzle) { p.Root.Correct[0].Move = testcases.Move(t, "b2c3") },
		"a reply that is not legal":        func(p *Puzzle) { p.Root.Correct[0].Reply = testcases.Move(t, "a0a1") },
		"a reply that nothing follows":     func(p *Puzzle) { p.Root.Correct[0].Next = nil },
		"a winning move that is not legal": func(p *Puzzle) { p.Root.AlsoWinning[0] = testcases.Move(t, "a0a1") },
		"a move before that is not legal":  func(p *Puzzle) { p.Prior = testcases.Move(t, "a0a1") },
		"an unknown goal":                  func(p *Puzzle) { p.Goal = Win + 1 },
		"a rating without end":             func(p *Puzzle) { p.Rating = maxRating + 1 },
		"the same puzzle":                  func(p *Puzzle) { *p = bolt(t) },
	} {
		p := bolt(t)
		p.Before, p.Prior = b.Before, b.Prior
		invalid(&p)
		file.Reset()
		if err := Write(&file, []Puzzle{a, p}); err != nil {
			t.Fatal(err)
		}
		if _, err := Read(file.Bytes()); err == nil {
			t.Errorf("%s is read", name)
		}
	}
}

// The set that is part of the program: enough of them, and every solution does what it says.
func TestStandard(t *testing.T) {
	set := Standard()
	all := set.All()
	simple := 0
	for _, p := range all {
		if p.ForBeginners() {
			simple++
			if p.Rating < 300 || p.Rating > 900 {
				t.Errorf("%s is for beginners and rated %d, want 300 to 900", p.ID(), p.Rating)
			}
		}
	}
	if len(all) < 7900 || simple < 1500 {
		t.Errorf("%d puzzles, %d of them for beginners: want 7900 and 1500", len(all), simple)
	}
	for _, p := range all {
		if found, ok := set.Find(p.ID()); !ok || found != p {
			t.Fatalf("%s is not found", p.ID())
		}
		var made []board.Move
		line := p.Line()
		for i := 0; i < len(line); i += 2 {
			got := p.Try(made, line[i])
			if last := i == len(line)-1; last != (got.Verdict == Solved) || !last && got != (Answer{Correct, line[i+1]}) {
				t.Fatalf("%s: move %d of the solution is %+v", p.ID(), i, got)
			}
			made = append(made, line[i])
		}
		end := p.Position()
		for _, m := range line {
			end.Make(m)
		}
		if p.Goal == Mate && end.HasLegalMove() {
			t.Errorf("%s does not end with mate", p.ID())
		}
	}
}
