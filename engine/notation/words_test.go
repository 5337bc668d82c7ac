package notation

import (
	"errors"
	"testing"

	"xiangqibot/engine/board"
	"xiangqibot/engine/testcases"
)

func TestWordsAreRead(t *testing.T) {
	start := board.StartPosition()
	for text, want := range map[string]string{
		"pao 2 ping 5": "h2e2", "Pao2Ping5": "h2e2", "pao er ping wu": "h2e2", "ma 8 jin 7": "b0c2", "ju 1 jin 1": "i0i1",
		"cannon 2=5": "h2e2", "Cannon 2 = 5": "h2e2", "horse 2+3": "h0g2", "rook 1 forward 1": "i0i1", "soldier 3 advances one": "g3g4",
		"cannon 2 to 5": "h2e2", "the horse on file 8 goes to 7": "b0c2", "elephant 3 to 5": "g0e2", "pao 8 to 5": "b2e2",
		"horse h0 to g2": "h0g2", "Rook i0 to i1": "i0i1", "h2 to e2": "h2e2", "h2 takes h9": "h2h9", "cannon on b3 to e3": "",
		"horse to g2": "h0g2", "the pawn goes to c4": "c3c4", "advisor 4 advances 5": "f0e1",
	} {
		style := UCI
		if want == "" {
			style, want = UCI10, "b2e2" // ranks from 1
		}
		if m, err := ParseAs(&start, text, style); err != nil || m.String() != want {
			t.Errorf("%q is read as %v, %v; want %s", text, m, err, want)
		}
	}
	var ambiguous *AmbiguousError
	if _, err := Parse(&start, "cannon to e2"); !errors.As(err, &ambiguous) || len(ambiguous.Candidates) != 2 {
		t.Errorf("two cannons reach e2: %v", err)
	}
	var illegal *IllegalError
	if _, err := Parse(&start, "horse to e4"); !errors.As(err, &illegal) || illegal.Text != "horse to e4" {
		t.Errorf("no horse reaches e4: %v", err)
	}
	if _, err := Parse(&start, "horse 2 to 5"); !errors.As(err, &illegal) || illegal.Text != "horse 2 to 5" {
		t.Errorf("no horse reaches file 5: %v", err)
	}
	if _, err := Parse(&start, "the horse to 3"); !errors.As(err, &ambiguous) || !ambiguous.MissingFile || len(ambiguous.Candidates) != 1 {
		t.Errorf("the file is missing: %v", err)
	}
	for _, text := range []string{"2 to 5", "cannon h0 to g2", "cannon h2 to", "b to e2", "c2 to 5", "horse", "to", "good horse 2+3", "a to e4", "the king", "king to", "horse to e4 now", "pao"} {
		if m, err := Parse(&start, text); !isSyntax(err) {
			t.Errorf("%q is read as %v, %v", text, m, err)
		}
		if LooksLikeMove(text) {
			t.Errorf("%q counts as a move", text)
		}
	}
}

func TestWordsAreCompleted(t *testing.T) {
	start := board.StartPosition()
	for typed, want := range map[string]int{
		"pao": 24, "pao 2 pi": 6, "can": 24, "cannon 2=5": 1, "cannon 2 sid": 6, "horse to g": 1, "horse 2 to": 0, "horse 2 to 3": 1, "h2 to e2": 1, "cannon h2 to e": 0, "hor": 4, "dog": 0, "pao 2 dog": 0,
	} {
		if got := CompleteAs(&start, typed, WXF); len(got) != want {
			t.Errorf("%q is completed as %v, want %d moves", typed, got, want)
		}
	}
}

// TestPointsInWords: a rank 0 or 10 shows whether ranks count from 0 or 1, and points of the tenth rank are completed.
func TestPointsInWords(t *testing.T) {
	p := testcases.Position(t, "1n1k5/9/9/9/9/9/9/9/9/R3K3R w")
	for _, style := range []Style{UCI, UCI10} {
		for text, want := range map[string]string{"rook to a10": "a0a9", "Rook to B0": "a0b0", "rook to i10": "i0i9"} {
			if m, err := ParseAs(&p, text, style); err != nil || m.String() != want {
				t.Errorf("%v: %q is read as %v, %v; want %s", style, text, m, err, want)
			}
			if got := CompleteAs(&p, text, style); len(got) != 1 || got[0].String() != want {
				t.Errorf("%v: %q is completed as %v, want %s", style, text, got, want)
			}
		}
	}
	p.MakeNull()
	for _, style := range []Style{UCI, UCI10} { // b9, or b10, is where the horse is
		if got := CompleteAs(&p, "horse to c", style); len(got) != 1 || got[0].String() != "b9c7" {
			t.Errorf("%v: the horse is completed as %v", style, got)
		}
	}
}
