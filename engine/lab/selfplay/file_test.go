package selfplay

import (
	"bytes"
	"errors"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"xiangqibot/engine/board"
	"xiangqibot/engine/checkedfile"
	"xiangqibot/engine/lab/adjudicate"
	"xiangqibot/engine/rules"
	"xiangqibot/engine/testcases"
)

// written keeps games in a file in memory.
func written(t *testing.T, games []Game) []byte {
	t.Helper()
	var file bytes.Buffer
	w, err := NewWriter(&file, "terms")
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range games {
		if err := w.Write(g); err != nil {
			t.Fatal(err)
		}
	}
	return file.Bytes()
}

// readAll reads games until an error.
func readAll(t *testing.T, data []byte) ([]Game, error) {
	t.Helper()
	r, err := NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	var games []Game
	for {
		g, err := r.Next()
		if err != nil {
			return games, err
		}
		games = append(games, g)
	}
}

// TestFile writes games and reads them back, whole and cut off at every byte.
func TestFile(t *testing.T) {
	games := played(t, plan())
	other := testcases.Position(t, "3k5/9/9/9/9/9/9/9/4R4/4K4 w - - 7 30")
	m, _ := board.ParseMove("e1e9")
	games = append(games, Game{Start: other, Outcome: rules.RedWins, Plies: []Ply{{m, 31000 - 9}}}, Game{Start: other, Outcome: rules.Draw})
	data := written(t, games)
	got, err := readAll(t, data)
	if !errors.Is(err, io.EOF) {
		t.Fatal(err)
	}
	if diff := cmp.Diff(games, got, equal, cmp.Comparer(func(a, b []Ply) bool { return len(a) == len(b) && cmp.Equal(a, b) || len(a)+len(b) == 0 })); diff != "" {
		t.Fatalf("(-written +read):\n%s", diff)
	}
	plies := 0
	for _, g := range games {
		plies += len(g.Plies)
	}
	if overhead := len(data) - 4*plies; overhead > 48*len(games) {
		t.Errorf("%d plies of %d games take %d bytes", plies, len(games), len(data))
	}
	for cut := range data {
		got, err := readAll(t, data[:cut])
		if cut < len(magic) {
			if !errors.Is(err, checkedfile.ErrDamaged) {
				t.Fatalf("cut at %d: %v", cut, err)
			}
			continue
		}
		if !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) || len(got) > len(games) {
			t.Fatalf("cut at %d: %d games, error %v", cut, len(got), err)
		}
	}
}

// TestZerosAtTheEnd has a loss of power leave zeros in the place of what was written last.
func TestZerosAtTheEnd(t *testing.T) {
	s := plan()
	s.Games = 2
	games := played(t, s)
	one, data := len(written(t, games[:1])), written(t, games)
	for kept := one; kept < len(data)-crc32.Size; kept++ {
		for _, more := range []int{0, 1, 4096} {
			torn := append(bytes.Clone(data[:kept]), make([]byte, len(data)-kept+more)...)
			got, err := readAll(t, torn)
			if len(got) != 1 || !errors.Is(err, io.ErrUnexpectedEOF) {
				t.Fatalf("%d bytes, then zeros: %d games, error %v", kept, len(got), err)
			}
		}
	}
	path := filepath.Join(t.TempDir(), "games")
	if err := os.WriteFile(path, append(data[:one:one], make([]byte, 100)...), 0o644); err != nil {
		t.Fatal(err)
	}
	w, file, n, err := Append(path, "terms")
	if err != nil || n != 1 {
		t.Fatalf("%d games are continued: %v", n, err)
	}
	defer file.Close()
	if err := w.Write(games[1]); err != nil {
		t.Fatal(err)
	}
	if whole, err := os.ReadFile(path); err != nil || !bytes.Equal(whole, data) {
		t.Errorf("continued, the file is another (%v)", err)
	}
}

// TestDamage changes every byte of a file: no change may go unnoticed, and none may break the reader.
func TestDamage(t *testing.T) {
	s := plan()
	s.Games = 1
	data := written(t, played(t, s))
	for i := range data {
		bad := bytes.Clone(data)
		bad[i] ^= 0x41
		if _, err := readAll(t, bad); errors.Is(err, io.EOF) {
			t.Fatalf("with byte %d changed the file is read without complaint", i)
		}
	}
}

// TestAppend continues a file that a crash has cut off.
func TestAppend(t *testing.T) {
	games := played(t, plan())
	path := filepath.Join(t.TempDir(), "games")
	data := written(t, games[:3])
	for _, cut := range []int{0, 5, len(magic), len(data) - 1, len(data)} {
		if err := os.WriteFile(path, data[:cut], 0o644); err != nil {
			t.Fatal(err)
		}
		w, file, n, err := Append(path, "terms")
		if err != nil {
			t.Fatal(err)
		}
		for _, g := range games[n:] {
			if err := w.Write(g); err != nil {
				t.Fatal(err)
			}
		}
		if err := file.Close(); err != nil {
			t.Fatal(err)
		}
		whole, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(whole, written(t, games)) {
			t.Errorf("cut at %d, %d games were left; continued, the file is another", cut, n)
		}
	}
	if err := os.WriteFile(path, []byte("something else entirely"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, _, _, err := Append(path, "terms"); !errors.Is(err, checkedfile.ErrDamaged) {
		t.Errorf("a foreign file is continued: %v", err)
	}
}

// TestAppendLeavesOthersAlone names files that hold something else, however short: they stay as they are, and one line
// says what is wrong.
func TestAppendLeavesOthersAlone(t *testing.T) {
	damaged := written(t, played(t, Plan{Games: 2, Nodes: 50, Adjudication: adjudicate.Thresholds{MaxPlies: 10}}))
	damaged[40] ^= 1
	for _, text := range []string{"hello\n", "XQ games", "4k4/9/9/9/9/9/9/9/9/4K4 w", string(damaged)} {
		path := filepath.Join(t.TempDir(), "file")
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		_, _, _, err := Append(path, "terms")
		if !errors.Is(err, checkedfile.ErrDamaged) || !strings.Contains(err.Error(), path) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q is appended to: error %v", text, err)
		}
		if left, err := os.ReadFile(path); err != nil || string(left) != text {
			t.Errorf("of %q there is %q left (%v)", text, left, err)
		}
	}
}

// TestOtherTerms appends games of other terms.
func TestOtherTerms(t *testing.T) {
	file := written(t, played(t, Plan{Games: 1, Nodes: 50, Adjudication: adjudicate.Thresholds{MaxPlies: 10}}))
	path := filepath.Join(t.TempDir(), "games")
	if err := os.WriteFile(path, file, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, _, _, err := Append(path, "others"); !errors.Is(err, ErrOtherTerms) {
		t.Errorf("error %v", err)
	}
	if left, err := os.ReadFile(path); err != nil || !bytes.Equal(left, file) {
		t.Errorf("the file is changed (%v)", err)
	}
	if games, err := readAll(t, file); len(games) != 1 || !errors.Is(err, io.EOF) {
		t.Errorf("%d games are read (%v)", len(games), err)
	}
}

// FuzzReader reads anything: it must end with an error, and what it reads must be sound.
func FuzzReader(f *testing.F) {
	f.Add([]byte(magic))
	f.Add(block([]byte(magic), []byte("terms")))
	f.Add([]byte(magic + "\x01\x00\x00\x00\x00\x00"))
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := NewReader(bytes.NewReader(data))
		for err == nil {
			var g Game
			if g, err = r.Next(); err == nil {
				if err := g.Validate(); err != nil {
					t.Fatal(err)
				}
			}
		}
	})
}
