package grow_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"xiangqibot/engine/board"
	"xiangqibot/engine/book"
	"xiangqibot/engine/eval"
	"xiangqibot/engine/eval/nnue"
	"xiangqibot/engine/lab/grow"
)

// small is a plan that is done in no time.
func small(t *testing.T) grow.Plan {
	t.Helper()
	theory, err := book.ParseTheory("顺炮 3: h2e2 h7e7 h0g2 h9g7\n飞相局 1: g0e2 h9g7\n")
	if err != nil {
		t.Fatal(err)
	}
	plan := grow.Standard()
	plan.Theory, plan.Effort, plan.Positions = theory, grow.Effort{Depth: 2, Lines: 3}, 40
	return plan
}

func open(t *testing.T, path string) *grow.Journal {
	t.Helper()
	j, err := grow.OpenJournal(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { j.Close() })
	return j
}

func grown(t *testing.T, plan grow.Plan, j *grow.Journal) []byte {
	t.Helper()
	b, err := plan.Grow(t.Context(), j)
	if err != nil {
		t.Fatal(err)
	}
	if b.Len() != plan.Positions {
		t.Errorf("%d positions, want %d", b.Len(), plan.Positions)
	}
	var file bytes.Buffer
	if err := b.Write(&file); err != nil {
		t.Fatal(err)
	}
	if again, err := book.Read(bytes.NewReader(file.Bytes())); err != nil || again.Len() != b.Len() {
		t.Errorf("not all of the book can be reached: %v", err)
	}
	return file.Bytes()
}

// What another evaluation found is searched anew.
func TestGrowByAnotherEvaluation(t *testing.T) {
	plan, path := small(t), filepath.Join(t.TempDir(), "journal")
	j := open(t, path)
	byHand := grown(t, plan, j)
	plan.Effort.Eval, plan.Evaluation = "standard", func() eval.Evaluator { return nnue.New(nnue.Standard()) }
	knew := -1
	plan.Progress = func(_, known int) { knew = known }
	if byNetwork := grown(t, plan, j); knew != 0 || bytes.Equal(byHand, byNetwork) {
		t.Errorf("the network took over %d studies of the other evaluation; the same book: %t", knew, bytes.Equal(byHand, byNetwork))
	}
	j.Close()
	grown(t, plan, open(t, path))
	if knew != plan.Positions {
		t.Errorf("of its own %d studies it took over %d", plan.Positions, knew)
	}
}

// A plan that is broken off any number of times gives the same book as one that is not, even if a crash tears the last
// line of its journal, and nothing is searched twice.
func TestGrowGoesOn(t *testing.T) {
	plan, dir := small(t), t.TempDir()
	whole := grown(t, plan, open(t, filepath.Join(dir, "whole")))

	path := filepath.Join(dir, "parts")
	for stops := 0; ; stops++ {
		j := open(t, path)
		ctx, cancel := context.WithCancel(t.Context())
		plan.Progress = func(done, known int) {
			if done-known == 7 {
				cancel()
			}
			if known != min(done, 7*stops) {
				t.Fatalf("of %d positions the journal knew %d after %d stops", done, known, stops)
			}
		}
		_, err := plan.Grow(ctx, j)
		cancel()
		j.Close()
		if err == nil {
			break
		}
		file, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := file.WriteString(`{"fen":"rnba`); err != nil {
			t.Fatal(err)
		}
		file.Close()
	}
	plan.Progress = nil
	if parts := grown(t, plan, open(t, path)); !bytes.Equal(parts, whole) {
		t.Error("the book that was grown in parts is another one")
	}
}

// Theory is in the book on both wings, with both sides' moves, and weighs more than other moves of its score; answers
// beside it get a reply.
func TestGrowFollowsTheory(t *testing.T) {
	plan := small(t)
	plan.TheoryMargin = 1000 // a search of two plies is no judge
	b, err := plan.Grow(t.Context(), open(t, filepath.Join(t.TempDir(), "journal")))
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range plan.Theory {
		p, image := board.StartPosition(), board.StartPosition()
		for _, m := range line.Moves {
			if !plays(b, &p, m) || !plays(b, &image, book.Mirror(m)) {
				t.Errorf("%s: %s is not played in %s, or not on the other wing", line.Name, m, p.FEN())
			}
			p.Make(m)
			image.Make(book.Mirror(m))
		}
	}
	replies := 0
	for page := range b.Entries() {
		if len(page.Path) > 4 {
			replies++
		}
		best := page.Moves[0].Score
		for _, m := range page.Moves {
			best = max(best, m.Score)
		}
		for _, m := range page.Moves {
			after := page.Position
			after.Make(m.Move)
			switch {
			case m.Weight > 0 && best-m.Score > plan.TheoryMargin:
				t.Errorf("%s: %s weighs %d and is %d behind", page.Position.FEN(), m.Move, m.Weight, best-m.Score)
			case m.Weight == 0 && len(b.AllMoves(&after)) == 0:
				t.Errorf("%s: %s is not played, and the book has no reply to it", page.Position.FEN(), m.Move)
			}
		}
	}
	if replies == 0 {
		t.Error("nothing is followed beyond theory")
	}
}

// Of two moves of the same score the one of theory weighs more, and theory is played where its score alone would not
// do. The scores are those of a journal, so that no change of the search moves them.
func TestTheoryWeighsMore(t *testing.T) {
	plan := small(t)
	plan.Positions = 1
	path := studied(t, `{"move":"h0g2","score":30},{"move":"h2e2","score":30},{"move":"g0e2","score":-70}`)
	weights := func() map[string]int {
		j := open(t, path)
		defer j.Close()
		b, err := plan.Grow(t.Context(), j)
		if err != nil {
			t.Fatal(err)
		}
		p, weights := board.StartPosition(), map[string]int{}
		for _, m := range b.AllMoves(&p) {
			weights[m.Move.String()] = m.Weight
		}
		return weights
	}
	with := weights()
	plan.Theory = nil
	without := weights()
	const horse, cannon, elephant = "h0g2", "h2e2", "g0e2"
	if with[horse] == 0 || with[horse] != without[horse] || without[cannon] != without[horse] || with[cannon] <= with[horse] {
		t.Errorf("the weights are %v with theory and %v without", with, without)
	}
	if with[elephant] == 0 || with[elephant] >= with[cannon] || without[elephant] != 0 {
		t.Errorf("%s weighs %d with theory and %d without", elephant, with[elephant], without[elephant])
	}
}

// An answer is followed as far behind the best as the plan says, and no farther.
func TestGrowFollowsWhatIsClose(t *testing.T) {
	plan := small(t)
	plan.Theory = nil
	for score, follows := range map[string]bool{"-30": true, "-31": false} {
		path := studied(t, `{"move":"h2e2","score":30},{"move":"g0e2","score":`+score+`}`)
		b, err := plan.Grow(t.Context(), open(t, path))
		if err != nil {
			t.Fatal(err)
		}
		after := board.StartPosition()
		after.Make(board.NewMove(board.SquareAt(6, 0), board.SquareAt(4, 2)))
		if replies := b.AllMoves(&after); len(replies) > 0 != follows {
			t.Errorf("g0e2 with %s instead of 30 has the replies %v, want some: %t", score, replies, follows)
		}
	}
}

// studied is a journal in which the start position has these moves.
func studied(t *testing.T, moves string) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "journal")
	const start = `{"fen":"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1","depth":2,"lines":3,"moves":[`
	if err := os.WriteFile(path, []byte(start+moves+"]}\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

func plays(b *book.Book, p *board.Position, m board.Move) bool {
	return slices.ContainsFunc(b.Moves(p), func(k book.Move) bool { return k.Move == m })
}

// A journal is taken as it is where it is deep enough; what is shallower is searched again.
func TestGrowDeepens(t *testing.T) {
	plan, path := small(t), filepath.Join(t.TempDir(), "journal")
	plan.Positions = 5
	searches := func(depth int) (n int) {
		j := open(t, path)
		defer j.Close()
		plan.Effort.Depth = depth
		plan.Progress = func(done, known int) { n = done - known }
		grown(t, plan, j)
		return n
	}
	searches(2)
	if same, deeper, shallower := searches(2), searches(3), searches(1); same != 0 || deeper != 5 || shallower != 0 {
		t.Errorf("%d searches for the same depth, %d for a deeper one, %d for a shallower one", same, deeper, shallower)
	}
}

func TestGrowRefuses(t *testing.T) {
	j := open(t, filepath.Join(t.TempDir(), "journal"))
	for want, spoil := range map[string]func(*grow.Plan){
		"depth 0":     func(p *grow.Plan) { p.Effort.Depth = 0 },
		"0 lines":     func(p *grow.Plan) { p.Effort.Lines = 0 },
		"0 positions": func(p *grow.Plan) { p.Positions = 0 },
		"up to 10":    func(p *grow.Plan) { p.FollowMargin = 10 },
		"softness 0":  func(p *grow.Plan) { p.Temperature = 0 },
	} {
		plan := small(t)
		spoil(&plan)
		if _, err := plan.Grow(t.Context(), j); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one that says %q", err, want)
		}
	}
	for want, line := range map[string]string{
		"is it the journal of a book": "what?",
		"not legal":                   `{"fen":"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1","moves":[{"move":"h2h8"}]}`,
		"no moves":                    `{"fen":"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1","moves":[]}`,
		"placement":                   `{"fen":"9/9 w","moves":[]}`,
	} {
		path := filepath.Join(t.TempDir(), "journal")
		if err := os.WriteFile(path, []byte(line+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := grow.OpenJournal(path); err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "line 1") {
			t.Errorf("error %v, want one that says %q", err, want)
		}
	}
}

// TestJournalLeavesOthersAlone names files that are no journals, and one that is in use.
func TestJournalLeavesOthersAlone(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal")
	for _, text := range []string{"notes without a line's end", `{"game":0`, "notes\n"} {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := grow.OpenJournal(path); err == nil || !strings.Contains(err.Error(), "is it ") {
			t.Errorf("%q is taken for a journal: %v", text, err)
		}
		if left, err := os.ReadFile(path); err != nil || string(left) != text {
			t.Errorf("of %q there is %q left (%v)", text, left, err)
		}
	}
	for _, torn := range []string{"", "{", `{"fen":"rnb`, "\x00\x00"} {
		if err := os.WriteFile(path, []byte(torn), 0o644); err != nil {
			t.Fatal(err)
		}
		if err := open(t, path).Close(); err != nil {
			t.Error(err)
		}
	}
}
