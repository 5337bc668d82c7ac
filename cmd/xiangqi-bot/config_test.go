package main

import (
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"xiangqibot/bot/game/gametest"
	"xiangqibot/engine/eval/nnue"
	"xiangqibot/engine/eval/simd"
)

func TestExampleIsTheDefault(t *testing.T) {
	path := filepath.Join("..", "..", "config.example.yaml")
	got := gametest.OK(loadConfig(path, defaultConfig()))(t)
	if diff := cmp.Diff(defaultConfig(), got); diff != "" {
		t.Errorf("the example is not the default (-default +example):\n%s", diff)
	}
	text := gametest.OK(os.ReadFile(path))(t)
	for _, key := range configKeys() {
		if lineOf(text, key.name) == 0 {
			t.Errorf("the example has no key %s", key.name)
		}
	}
}

func TestConfigFaults(t *testing.T) {
	for _, c := range []struct {
		text string
		line int
		says string
	}{
		{"databse: sqlite:x\n", 1, `unknown key "databse"; config.example.yaml lists all keys`},
		{"engine:\n  table_mb: 64\n  messages: all\n", 3, `unknown key "messages"; "messages" belongs below discord`},
		{"engine:\ntable_mb: 64\n", 2, `unknown key "table_mb"; "table_mb" belongs below engine`},
		{"address: \":80\"\n", 1, `"address" belongs below http, web, metrics, debug`},
		{"engine:\n  table_mb: 0\n", 2, "engine.table_mb: 0, want 1 to 65536"},
		{"engine:\n\n  searches: -1\n", 3, "engine.searches: -1, want 0 to 64"},
		{"database: mysql:x\n", 1, "want sqlite:PATH"},
		{"# games\ngames:\n  challenge_lapses: 5s\n", 3, "want 1m to 720h"},
		{"games:\n  most_open: 0\n", 2, "want 1 to 1000"},
		{"games:\n  place: dm\n", 2, "want thread or channel"},
		{"log:\n  level: loud\n", 2, "want debug, info, warn or error"},
		{"log:\n  format: xml\n", 2, "want text or json"},
		{"metrics:\n  address: here\n", 2, "want HOST:PORT"},
		{"discord:\n  guild: mine\n", 2, "want the id of a server"},
		{"discord:\n  api: example.org\n", 2, "want scheme, host and port alone"},
		{"discord:\n  api: http://example.org\n", 2, "want https, or http on this machine"},
		{"discord:\n  api: http://127.0.0.1:8765/api\n", 2, "want scheme, host and port alone"},
		{"outside_engine:\n  path: /nowhere/engine\n", 2, "give the path of a program that speaks UCI"},
		{"outside_engine:\n  name: Nobody\n", 2, "no outside_engine.path"},
		{"outside_engine:\n  move_time: 1h\n", 2, "want 10ms to 1m"},
		{"outside_engine:\n  first_rank: 2\n", 2, "want 0 or 1"},
		{"outside_engine:\n  nodes: -1\n", 2, "want 0 for no limit"},
		{"outside_engine:\n  rest: 1ms\n", 2, "want 1s to 24h"},
		{"outside_engine:\n  options: [Threads]\n", 2, "want NAME=VALUE"},
		{"outside_engine:\n  options: {Threads: 2}\n", 2, ""},
		{"database: [\n", 1, ""},
		{"engine:\n  table_mb: 064\n", 2, `"064", want a whole number`},
		{"engine:\n  table_mb:\n", 2, "engine.table_mb: there is no value, want a whole number"},
		{"engine:\n  table_mb: 1\nengine:\n  searches: 1\n", 3, "already defined"},
		{"engine: 64\n", 1, `engine: "64", want keys`},
		{"engine.searches: 1\n", 1, `unknown key "engine.searches"; "searches" belongs below engine`},
		{"engine:\n\ttable_mb: 64\n", 2, "cannot start any token"},
		{"engine:\n  table_mb: 64\n---\nengine:\n  table_mb: 65\n", 0, "a second YAML document"},
		{"engine: {}\n---\n---\nengine:\n  table_mb: 0\n", 0, "a second YAML document"},
		{"---\n---\nengine:\n  table_mb: 0\n", 0, "a second YAML document"},
		{"engine: {}\n# \xff\n", 0, "not UTF-8"},
		{"engine:\r\n  table_mb: 0\r\n", 2, "want 1 to 65536"},
		{"\ufeffengine:\n  table_mb: 0\n", 2, "want 1 to 65536"},
		{"games:\n  challenge_lapses:\n", 2, "games.challenge_lapses: there is no value, want a time"},
		{"games:\n  challenge_lapses: 90\n", 2, "want a time as in 24h or 90m"},
		{"games:\n  challenge_lapses: -5m\n", 2, "want 1m to 720h"},
		{"outside_engine:\n  options: Threads=2\n", 2, "outside_engine.options: \"Threads=2\", want a list"},
		{"outside_engine:\n  path: /bin/true\n  name: \"a\\nb\"\n", 3, "want a name in one line"},
		{"outside_engine:\n  path: /bin/true\n  name: \"  \"\n", 3, "without blanks around it"},
		{"engine:\n  network: none.net\n", 2, "engine.network: nnue: open none.net: "},
		{"engine:\n  network: config_test.go\n", 2, "engine.network: config_test.go: nnue: it does not begin as a network does"},
		{"http:\n  address: 127.0.0.1:70000\n", 2, `has the port "70000", want 1 to 65535`}, // also where it is not used
		{"web:\n  address: :8090\n", 0, "want the https address at which people reach web.address"},
		{"web:\n  url: https://example.org\n", 0, "where the proxy finds the bot"},
		{"web:\n  address: :8090\n  url: http://example.org\n", 3, "want an https address, or http on this machine"},
		{"web:\n  address: :8090\n  url: https://example.org/?game=1\n", 3, "want an https address"},
		{"discord:\n  transport: http\nweb:\n  address: 127.0.0.1:8080\n  url: https://example.org\n", 4, "is http.address too"},
		{"metrics:\n  address: 127.0.0.1:\n", 2, "has to be quoted"},
		{"metrics:\n  address: 127.0.0.1:0\n", 2, "want 1 to 65535"},
		{"metrics:\n  address: 9100\n", 2, "want HOST:PORT"},
		{"metrics:\n  address: http://localhost:9100\n", 2, "want HOST:PORT"},
		{"log:\n  level: info+4\n", 2, "want debug, info, warn or error"},
		{"database: sqlite://xiangqi.db\n", 1, "want sqlite:PATH"},
		{"database: xiangqi.db\n", 1, "want sqlite:PATH"},
		{"database: [sqlite:a]\n", 1, "want text"},
	} {
		_, err := readConfig(defaultConfig(), "config.yaml", []byte(c.text), nil)
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
	usual := defaultConfig().Engine.TableMB
	want := defaultConfig()
	for text, tableMB := range map[string]whole{
		"engine: {table_mb: 128}":                            128,
		"# mine\nengine:\n  table_mb: 128 # more\n":          128,
		"# mine\n---\nengine: {table_mb: 128}\n...\n# end\n": 128,
		"%YAML 1.2\n---\nengine: {table_mb: 128}\n...\n":     128,
		"\ufeffengine:\r\n  table_mb: 128\r\n":               128,
		"engine:\n  table_mb: \"128\"\ngames:\nlog: {}\n":    128,
		"": usual, "\n": usual, "# nothing but a word\n": usual,
	} {
		want.Engine.TableMB = tableMB
		got := gametest.OK(readConfig(defaultConfig(), "config.yaml", []byte(text), nil))(t)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", text, diff)
		}
	}
}

// Every key has a variable of its own, which counts more than the file.
func TestConfigFromTheEnvironment(t *testing.T) {
	variables := map[string]string{}
	for _, key := range configKeys() {
		if other, taken := variables[variableOf(key.name)]; taken {
			t.Errorf("%s sets both %s and %s", variableOf(key.name), key.name, other)
		}
		variables[variableOf(key.name)] = key.name
	}
	env := environmentOf([]string{
		"XIANGQI_ENGINE_TABLE_MB=128", "XIANGQI_ENGINE_ENDGAME=", "XIANGQI_GAMES_CHALLENGE_LAPSES=90m",
		"XIANGQI_OUTSIDE_ENGINE_OPTIONS=Threads=2, Hash=256", "XIANGQI_PORT=tcp://10.0.0.1:80", "PATH=/bin",
	})
	file := []byte("engine:\n  table_mb: 32\n  searches: 3\n")
	got := gametest.OK(readConfig(defaultConfig(), "config.yaml", file, env))(t)
	want := defaultConfig()
	want.Engine.TableMB, want.Engine.Searches, want.Engine.Endgame = 128, 3, ""
	want.Games.ChallengeLapses = duration(90 * time.Minute)
	want.Outside.Options = []string{"Threads=2", "Hash=256"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	for variable, says := range map[string]string{
		"XIANGQI_ENGINE_TABLE_MB=much":         `XIANGQI_ENGINE_TABLE_MB: "much", want a whole number`,
		"XIANGQI_ENGINE_TABLE_MB=":             "XIANGQI_ENGINE_TABLE_MB: \"\", want a whole number",
		"XIANGQI_ENGINE_TABLE_MB=0":            "XIANGQI_ENGINE_TABLE_MB: 0, want 1 to 65536",
		"XIANGQI_LOG_LEVEL=loud":               "XIANGQI_LOG_LEVEL: \"loud\", want debug, info, warn or error",
		"XIANGQI_OUTSIDE_ENGINE_OPTIONS=a=b,c": `XIANGQI_OUTSIDE_ENGINE_OPTIONS: "c", want NAME=VALUE`,
	} {
		_, err := readConfig(defaultConfig(), "config.yaml", nil, environmentOf([]string{variable}))
		if err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v, want %s", variable, err, says)
		}
	}
}

// What positions are judged by, for each value of engine.network.
func TestConfigNetwork(t *testing.T) {
	standard := filepath.Join("..", "..", "engine", "eval", "nnue", "standard.net")
	for value, want := range map[string]string{`""`: "usual", "off": "by hand", standard: "a file"} {
		file := []byte("engine:\n  network: " + value + "\n")
		c := gametest.OK(readConfig(defaultConfig(), "config.yaml", file, nil))(t)
		n, err := c.Engine.network()
		got := "a file"
		switch n {
		case nil:
			got = "by hand"
		case nnue.Standard():
			got = "usual"
		}
		if want == "usual" && !simd.Vectors() {
			want = "by hand"
		}
		if err != nil || got != want {
			t.Errorf("%s: %s (%v), want %s", value, got, err, want)
		}
	}
}

// The configurations of docs/hosting can be read.
func TestConfigsForHosting(t *testing.T) {
	for _, name := range []string{"container.yaml", "compose-bot.yaml"} {
		gametest.OK(loadConfig(filepath.Join("..", "..", "docs", "hosting", name), defaultConfig()))(t)
	}
}

// In JSON a duration is a number of seconds, and its key says so.
func TestDurationsInJSONHaveAUnit(t *testing.T) {
	var out strings.Builder
	log := slog.New(slog.NewJSONHandler(&out, &slog.HandlerOptions{ReplaceAttr: inSeconds}))
	log.Info("request", "took", 1500*time.Millisecond, "outcome", "done")
	if !strings.Contains(out.String(), `"took_seconds":1.5,"outcome":"done"`) {
		t.Errorf("the log has %s", &out)
	}
}
