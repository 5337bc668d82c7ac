package main

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestExampleIsTheDefault(t *testing.T) {
	path := filepath.Join("..", "..", "config.example.yaml")
	got, err := loadConfig(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(defaultConfig(), got); diff != "" {
		t.Errorf("the example is not the default (-default +example):\n%s", diff)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, key := range keysOf(reflect.TypeFor[config](), "") {
		if lineOf(text, key) == 0 {
			t.Errorf("the example has no key %s", key)
		}
	}
}

func TestConfigFaults(t *testing.T) {
	for _, c := range []struct {
		text string
		line int
		says string
	}{
		{"databse: sqlite:x\n", 1, `unknown key "databse"; the keys are database, discord.guild`},
		{"engine:\n  searches: 2\n  table: 64\n", 3, `unknown key "table"`},
		{"engine:\n  table_mb: 0\n", 2, "engine.table_mb: 0, want 1 to 65536"},
		{"engine:\n  table_mb: much\n", 2, "much"},
		{"engine:\n\n  searches: -1\n", 3, "engine.searches: -1, want 0 to 64"},
		{"database: mysql:x\n", 1, "want sqlite:PATH"},
		{"# games\ngames:\n  challenge_lapses: 5s\n", 3, "want 1m to 720h"},
		{"games:\n  challenge_lapses: soon\n", 2, "soon"},
		{"games:\n  most_open: 0\n", 2, "want 1 to 1000"},
		{"games:\n  place: dm\n", 2, "want thread or channel"},
		{"log:\n  level: loud\n", 2, "want debug, info, warn or error"},
		{"log:\n  format: xml\n", 2, "want text or json"},
		{"metrics:\n  address: here\n", 2, "want HOST:PORT"},
		{"discord:\n  guild: mine\n", 2, "want the id of a server"},
		{"outside_engine:\n  path: /nowhere/engine\n", 2, "give the path of a program that speaks UCI"},
		{"outside_engine:\n  name: Nobody\n", 2, "no outside_engine.path"},
		{"outside_engine:\n  name: Nobody\n  move_time: 1h\n", 2, "no outside_engine.path"},
		{"outside_engine:\n  move_time: 1h\n", 2, "want 10ms to 1m"},
		{"outside_engine:\n  first_rank: 2\n", 2, "want 0 or 1"},
		{"outside_engine:\n  nodes: -1\n", 2, "want 0 for no limit"},
		{"outside_engine:\n  rest: 1ms\n", 2, "want 1s to 24h"},
		{"outside_engine:\n  options: [Threads]\n", 2, "want NAME=VALUE"},
		{"outside_engine:\n  options: {Threads: 2}\n", 2, ""},
		{"database: [\n", 1, ""},
	} {
		got := defaultConfig()
		err := readConfig(&got, "config.yaml", []byte(c.text))
		e, ok := errors.AsType[*configError](err)
		if !ok {
			t.Errorf("%q: error %v, want a configError", c.text, err)
			continue
		}
		if e.file != "config.yaml" || e.line != c.line || !strings.Contains(e.problem, c.says) {
			t.Errorf("%q:\n got line %d: %v\nwant line %d: %q", c.text, e.line, err, c.line, c.says)
		}
	}
}

func TestConfigPartial(t *testing.T) {
	want := defaultConfig()
	want.Engine.TableMB = 128
	for _, text := range []string{"engine: {table_mb: 128}", "# mine\nengine:\n  table_mb: 128 # more\n"} {
		got := defaultConfig()
		if err := readConfig(&got, "config.yaml", []byte(text)); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", text, diff)
		}
	}
	for _, text := range []string{"", "\n", "# nothing but a word\n"} {
		got := defaultConfig()
		if err := readConfig(&got, "config.yaml", []byte(text)); err != nil || !cmp.Equal(got, defaultConfig()) {
			t.Errorf("%q: %+v, %v", text, got, err)
		}
	}
}

func TestConfigMissing(t *testing.T) {
	_, err := loadConfig(filepath.Join(t.TempDir(), "none.yaml"))
	if err == nil || !strings.Contains(err.Error(), "config.example.yaml") {
		t.Errorf("a missing file gives %v, want a word about config.example.yaml", err)
	}
}
