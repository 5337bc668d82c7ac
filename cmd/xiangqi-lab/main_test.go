package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
	"github.com/rogpeppe/go-internal/testscript"

	"xiangqibot/engine"
	"xiangqibot/engine/eval/classical"
	"xiangqibot/engine/eval/nnue"
	"xiangqibot/engine/lab/journal"
	"xiangqibot/engine/uci"
)

// TestMain runs the tests with the engine as the program xiangqi-uci.
func TestMain(m *testing.M) {
	benchDepth = 3
	testscript.Main(m, map[string]func(){"xiangqi-uci": func() {
		_ = uci.New(engine.New(engine.Options{HashMB: 1}), nil).Run(context.Background(), os.Stdin, os.Stdout) // the parent sees the end of the output
	}})
}

// write writes a file, which may be run, and returns its path.
func write[T string | []byte](t *testing.T, path string, data T) string {
	t.Helper()
	if err := os.WriteFile(path, []byte(data), 0o755); err != nil {
		t.Fatal(err)
	}
	return path
}

// evenNetwork is the file of a network that scores every position 0.
func evenNetwork(t *testing.T, scale int) []byte {
	t.Helper()
	var file bytes.Buffer
	if err := nnue.NewNetwork(64, scale).Write(&file); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

// lab runs the program with arguments and returns what it prints.
func lab(t *testing.T, args ...string) (string, error) {
	t.Helper()
	t.Setenv("XDG_CACHE_HOME", t.TempDir()) // where matches without a journal keep their games
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	old := os.Stdout
	os.Stdout = w
	defer func() { os.Stdout = old }()
	printed := make(chan string)
	go func() {
		data, _ := io.ReadAll(r)
		printed <- string(data)
	}()

	var line commandLine
	parser, err := kong.New(&line)
	if err != nil {
		t.Fatal(err)
	}
	call, err := parser.Parse(args)
	if err == nil {
		call.BindTo(t.Context(), (*context.Context)(nil))
		err = call.Run()
	}
	w.Close()
	return <-printed, err
}

// The README names every command.
func TestCommandsAreNamed(t *testing.T) {
	parser, err := kong.New(&commandLine{})
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, command := range parser.Model.Children {
		if !strings.Contains(string(text), fmt.Sprintf("`%s`", command.Name)) {
			t.Errorf("the README does not name %s", command.Name)
		}
	}
}

func TestSelfplay(t *testing.T) {
	file := filepath.Join(t.TempDir(), "games")
	for _, c := range []struct{ games, want string }{
		{"2", "2 games, 2 of them new"}, {"3", "3 games, 1 of them new"}, {"3", "has 3 games already"},
	} {
		out, err := lab(t, "selfplay", file, "--games", c.games, "--nodes", "100", "--win", "500")
		if err != nil || !strings.Contains(out, c.want) {
			t.Errorf("selfplay to %s games prints %q (%v), want %q", c.games, out, err, c.want)
		}
	}
	if _, err := lab(t, "selfplay", file, "--games", "9", "--nodes", "101", "--win", "500"); !errors.Is(err, journal.ErrOtherTerms) {
		t.Errorf("games of other terms are mixed: %v", err)
	}
	if terms := termsOf(t, file); !strings.HasPrefix(terms, `{"terms":"nodes 100 to 100, seed 1`) {
		t.Errorf("the terms of the games are %q", terms)
	}
	if games, err := readGames(file); len(games) != 3 {
		t.Errorf("the file has %d games (%v)", len(games), err)
	}
}

// termsOf returns the terms of a file of games.
func termsOf(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	text, _, _ := strings.Cut(string(data), "\n")
	return text
}

// An interrupt during the bench begins no file: the terms in it would not be those of any other run.
func TestSelfplayInterruptedInTheBench(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	c := selfplayCommand{Out: path, Games: 1, AtOnce: 1, Nodes: 100}
	if err := c.Run(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("the error is %v, want that of the context", err)
	}
	if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("there is a file (%v)", err)
	}
}

// For a network, games start everywhere and differ from each other in all that can be drawn.
func TestSelfplayVaried(t *testing.T) {
	dir := t.TempDir()
	file, people := filepath.Join(dir, "games"), filepath.Join(dir, "people.jsonl")
	const record = `{"result":"1-0","moves":"h2e2 h9g7 h0g2 i9h9 i0h0 b9c7"}`
	write(t, people, record)
	args := []string{
		"selfplay", file, "--games", "3", "--nodes", "50", "--most-nodes", "100", "--random", "1", "--most-random", "3", "--varied", "4",
		"--from", people, "--book", "--draw", "10", "--win", "500",
	}
	if out, err := lab(t, args...); err != nil || !strings.Contains(out, "3 of them new") {
		t.Errorf("it prints %q (%v)", out, err)
	}
}

// Games by a network differ from those by hand, and its name is in their terms.
func TestSelfplayByNetwork(t *testing.T) {
	dir := t.TempDir()
	network := evenNetwork(t, 300)
	path := write(t, filepath.Join(dir, "even.net"), network)
	games := filepath.Join(dir, "games")
	if out, err := lab(t, "selfplay", games, "--games", "1", "--nodes", "50", "--eval", path); err != nil {
		t.Fatalf("it prints %q (%v)", out, err)
	}
	if terms := termsOf(t, games); !strings.Contains(terms, "network even.net (") {
		t.Errorf("the terms of the games are %q", terms)
	}
	_, err := lab(t, "selfplay", games, "--games", "2", "--nodes", "50")
	if !errors.Is(err, journal.ErrOtherTerms) {
		t.Errorf("games by hand are mixed with those of a network: %v", err)
	}
	write(t, path, network[:99])
	if _, err := lab(t, "selfplay", games, "--eval", path); !errors.Is(err, nnue.ErrIncompatible) {
		t.Errorf("a network that was cut off: %v", err)
	}
}

func TestTune(t *testing.T) {
	dir := t.TempDir()
	games, out := filepath.Join(dir, "games"), filepath.Join(dir, "weights.txt")
	if _, err := lab(t, "selfplay", games, "--games", "8", "--nodes", "100"); err != nil {
		t.Fatal(err)
	}
	printed, err := lab(t, "tune", games, "--epochs", "2", "--start", "material", "--out", out)
	if err != nil || !strings.Contains(printed, "to learn from") || !strings.Contains(printed, "after") {
		t.Errorf("it prints %q (%v)", printed, err)
	}
	one := filepath.Join(dir, "one")
	if _, err := lab(t, "selfplay", one, "--games", "1", "--nodes", "100"); err != nil {
		t.Fatal(err)
	}
	if few, err := lab(t, "tune", one, "--epochs", "1"); err != nil || strings.Contains(few, "check 0.0") || !strings.Contains(few, "nothing to check") {
		t.Errorf("without games to check with it prints %q (%v)", few, err)
	}
	source, err := os.ReadFile(out)
	if _, wrong := classical.ParseWeights(string(source)); err != nil || wrong != nil {
		t.Errorf("it writes %q (%v, %v)", source, err, wrong)
	}
	if _, err := lab(t, "tune", out); err == nil {
		t.Error("weights are taken for games")
	}
}

func TestEvolve(t *testing.T) {
	out := filepath.Join(t.TempDir(), "weights.txt")
	if printed, err := lab(t, "evolve", out, "--population", "2", "--generations", "2", "--nodes", "50"); err != nil {
		t.Errorf("evolve prints %q (%v)", printed, err)
	}
	source, err := os.ReadFile(out)
	if err != nil || !strings.Contains(string(source), "Bred by games in 2 generations") {
		t.Errorf("it writes %q (%v)", source, err)
	}
	if _, err := classical.ParseWeights(string(source)); err != nil {
		t.Error(err)
	}
}
