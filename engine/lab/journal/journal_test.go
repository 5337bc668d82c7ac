package journal

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

const begin = `{"n":`

// entries opens a journal and returns its lines.
func entries(t *testing.T, path string) (*Journal, []string) {
	t.Helper()
	var all []string
	j, err := Open(path, begin, "", func(line []byte) error {
		all = append(all, string(line))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return j, all
}

// TestNothingFollowsATornLine: after a line that could not be written whole, nothing more is written.
func TestNothingFollowsATornLine(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal")
	j, _ := entries(t, path)
	if err := j.Append(map[string]int{"n": 1}); err != nil {
		t.Fatal(err)
	}
	unwritable, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer unwritable.Close()
	file := j.file
	j.file = unwritable
	if err := j.Append(map[string]int{"n": 2}); err == nil {
		t.Fatal("a line is written to a file that is open for reading")
	}
	if _, err := file.WriteString(`{"n":`); err != nil { // as a full disk leaves it
		t.Fatal(err)
	}
	j.file = file
	if err := j.Append(map[string]int{"n": 3}); err == nil {
		t.Error("a line is written after a torn one")
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	j, all := entries(t, path)
	defer j.Close()
	if want := []string{`{"n":1}`}; !slices.Equal(all, want) {
		t.Errorf("the journal has %q, want %q", all, want)
	}
}

// TestResume appends after a line that a crash truncated, at every byte, and after what a disk may leave that lost its
// power.
func TestResume(t *testing.T) {
	torn := []string{"{\"n\":2\x00\x00", "\x00\x00"}
	for cut := range len(`{"n":2}`) {
		torn = append(torn, `{"n":2}`[:cut])
	}
	for _, last := range torn {
		path := filepath.Join(t.TempDir(), "journal")
		if err := os.WriteFile(path, []byte("{\"n\":1}\n"+last), 0o600); err != nil {
			t.Fatal(err)
		}
		j, all := entries(t, path)
		if want := []string{`{"n":1}`}; !slices.Equal(all, want) {
			t.Errorf("after %q it holds %q, want %q", last, all, want)
		}
		if err := errors.Join(j.Append(map[string]int{"n": 3}), j.Close()); err != nil {
			t.Fatal(err)
		}
		j, all = entries(t, path)
		if want := []string{`{"n":1}`, `{"n":3}`}; !slices.Equal(all, want) {
			t.Errorf("after %q it is resumed as %q, want %q", last, all, want)
		}
		if err := j.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// TestOneWriter: only a reader can open a journal that is open for writing.
func TestOneWriter(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal")
	j, _ := entries(t, path)
	defer j.Close()
	if err := j.Append(map[string]int{"n": 1}); err != nil {
		t.Fatal(err)
	}
	ignore := func([]byte) error { return nil }
	if _, err := Open(path, begin, "", ignore); runtime.GOOS != "windows" && !errors.Is(err, ErrLocked) {
		t.Errorf("a second writer gets the error %v", err)
	}
	if err := Read(path, begin, ignore); err != nil {
		t.Errorf("a reader gets the error %v", err)
	}
}

// TestTerms: entries bind a journal to the terms that it was begun under, and terms without entries do not.
func TestTerms(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal")
	open := func(terms string) (*Journal, int, error) {
		entries := 0
		j, err := Open(path, begin, terms, func([]byte) error { entries++; return nil })
		return j, entries, err
	}
	for _, terms := range []string{"first", "second"} {
		j, entries, err := open(terms)
		if err != nil || entries != 0 {
			t.Fatalf("with other terms and no entries: %d entries, %v", entries, err)
		}
		if err := j.Close(); err != nil {
			t.Fatal(err)
		}
	}
	j, _, err := open("second")
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(j.Append(map[string]int{"n": 1}), j.Close()); err != nil {
		t.Fatal(err)
	}
	const want = `{"terms":"second"}` + "\n" + `{"n":1}` + "\n"
	for _, terms := range []string{"first", ""} {
		if _, _, err := open(terms); !errors.Is(err, ErrOtherTerms) || !strings.Contains(err.Error(), `"second" instead of`) {
			t.Errorf("with the terms %q: %v", terms, err)
		}
		if left, err := os.ReadFile(path); err != nil || string(left) != want {
			t.Errorf("with the terms %q %q is left (%v)", terms, left, err)
		}
	}
	j, entries, err := open("second")
	if err != nil || entries != 1 {
		t.Fatalf("with the same terms: %d entries, %v", entries, err)
	}
	j.Close()
}

// TestNamesTheLine: an error for an invalid line names the file and the line.
func TestNamesTheLine(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal")
	if err := os.WriteFile(path, []byte("{}\n\n{}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	count := 0
	err := Read(path, begin, func([]byte) error {
		if count++; count == 2 {
			return errors.New("spoiled")
		}
		return nil
	})
	if err == nil || !strings.Contains(err.Error(), path) || !strings.Contains(err.Error(), "line 3: spoiled") {
		t.Errorf("error %v, want one that names the file and line 3", err)
	}
}
