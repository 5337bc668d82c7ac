package main

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"reflect"
	"strconv"
	"strings"
	"time"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"

	"xiangqibot/bot/game"
)

// config is what config.example.yaml describes. Its yaml names are the keys of the file.
type config struct {
	Database string        `yaml:"database"`
	Discord  discordConfig `yaml:"discord"`
	Engine   engineConfig  `yaml:"engine"`
	Outside  outsideConfig `yaml:"outside_engine"`
	Games    gamesConfig   `yaml:"games"`
	Log      logConfig     `yaml:"log"`
	Metrics  metricsConfig `yaml:"metrics"`
}

type discordConfig struct {
	Guild string `yaml:"guild"`
}

type engineConfig struct {
	Searches int    `yaml:"searches"`
	TableMB  int    `yaml:"table_mb"`
	Endgame  string `yaml:"endgame"`
}

// outsideConfig describes an engine that is not ours.
type outsideConfig struct {
	Path      string   `yaml:"path"`
	Name      string   `yaml:"name"`
	Arguments []string `yaml:"arguments"`
	Options   []string `yaml:"options"`
	FirstRank int      `yaml:"first_rank"`
	MoveTime  duration `yaml:"move_time"`
	Nodes     int      `yaml:"nodes"`
	Rest      duration `yaml:"rest"`
}

type gamesConfig struct {
	ChallengeLapses duration `yaml:"challenge_lapses"`
	MostOpen        int      `yaml:"most_open"`
	Place           string   `yaml:"place"`
}

// duration is a time.Duration whose faults are told with their line.
type duration time.Duration

// UnmarshalYAML reads 24h, 90m and the like.
func (d *duration) UnmarshalYAML(node ast.Node) error {
	text := strings.Trim(node.String(), `"'`)
	read, err := time.ParseDuration(text)
	if err != nil {
		return &yaml.SyntaxError{Message: fmt.Sprintf("%q, want a time as in 24h or 90m", text), Token: node.GetToken()}
	}
	*d = duration(read)
	return nil
}

type logConfig struct {
	Level  string `yaml:"level"`
	Format string `yaml:"format"`
}

type metricsConfig struct {
	Address string `yaml:"address"`
}

func defaultConfig() config {
	return config{
		Database: "sqlite:data/xiangqi.db",
		Engine:   engineConfig{TableMB: 64, Endgame: "data/endgame"},
		Outside: outsideConfig{
			Arguments: []string{}, Options: []string{}, MoveTime: duration(1500 * time.Millisecond), Rest: duration(10 * time.Minute),
		},
		Games: gamesConfig{ChallengeLapses: duration(24 * time.Hour), MostOpen: 50, Place: string(game.InThread)},
		Log:   logConfig{Level: "info", Format: "text"},
	}
}

// configError tells what is wrong with a configuration file, where, and what would be right.
type configError struct {
	file    string
	line    int // 0 if it is not known
	problem string
}

func (e *configError) Error() string {
	if e.line == 0 {
		return fmt.Sprintf("%s: %s", e.file, e.problem)
	}
	return fmt.Sprintf("%s:%d: %s", e.file, e.line, e.problem)
}

// loadConfig reads a file over the defaults. An empty path means the defaults alone.
func loadConfig(path string) (config, error) {
	c := defaultConfig()
	if path == "" {
		return c, nil
	}
	text, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		return c, &configError{file: path, problem: "no such file; copy config.example.yaml and change what you like, or leave -config away for the defaults"}
	}
	if err != nil {
		return c, err
	}
	return c, readConfig(&c, path, text)
}

// readConfig reads text over c. Errors are *configError.
func readConfig(c *config, file string, text []byte) error {
	var content any
	if err := yaml.Unmarshal(text, &content); err == nil && content == nil {
		return nil // nothing but comments: decoding it would empty c
	}
	err := yaml.NewDecoder(bytes.NewReader(text), yaml.Strict()).Decode(c)
	if unknown, ok := errors.AsType[*yaml.UnknownFieldError](err); ok {
		return &configError{file, unknown.Token.Position.Line,
			fmt.Sprintf("unknown key %q; the keys are %s", unknown.Token.Value, strings.Join(keysOf(reflect.TypeFor[config](), ""), ", "))}
	}
	if wrong, ok := errors.AsType[*yaml.TypeError](err); ok {
		want := map[reflect.Kind]string{reflect.Int: "a whole number", reflect.String: "text", reflect.Struct: "keys, indented below it", reflect.Slice: "a list, as in [a, b]"}[wrong.DstType.Kind()]
		return &configError{file, wrong.Token.Position.Line, fmt.Sprintf("%q, want %s", wrong.Token.Value, want)}
	}
	if located, ok := errors.AsType[yaml.Error](err); ok {
		line := 0
		if at := located.GetToken(); at != nil {
			line = at.Position.Line
		}
		return &configError{file, line, located.GetMessage()}
	}
	if err != nil {
		return &configError{file: file, problem: err.Error()}
	}
	if key, problem := c.check(); key != "" {
		return &configError{file, lineOf(text, key), key + ": " + problem}
	}
	return nil
}

// keysOf lists the keys of the file with dots, in their order.
func keysOf(t reflect.Type, prefix string) (keys []string) {
	for field := range t.Fields() {
		key := prefix + field.Tag.Get("yaml")
		if field.Type.Kind() == reflect.Struct {
			keys = append(keys, keysOf(field.Type, key+".")...)
		} else {
			keys = append(keys, key)
		}
	}
	return keys
}

// lineOf finds the line of a key that was read, 0 if it stands nowhere.
func lineOf(text []byte, key string) int {
	path, err := yaml.PathString("$." + key)
	if err != nil {
		return 0
	}
	node, err := path.ReadNode(bytes.NewReader(text))
	if err != nil {
		return 0
	}
	return node.GetToken().Position.Line
}

// check returns the first key with a value that cannot be, and what could.
func (c *config) check() (key, problem string) {
	within := func(n, low, high int) bool { return low <= n && n <= high }
	switch {
	case !strings.HasPrefix(c.Database, "sqlite:") || c.Database == "sqlite:":
		return "database", fmt.Sprintf("%q, want sqlite:PATH", c.Database)
	case c.Discord.Guild != "" && !isID(c.Discord.Guild):
		return "discord.guild", fmt.Sprintf("%q, want the id of a server (17 to 20 digits in quotes; in Discord: right click on the server, Copy Server ID) or nothing", c.Discord.Guild)
	case !within(c.Engine.Searches, 0, 64):
		return "engine.searches", fmt.Sprintf("%d, want 0 to 64", c.Engine.Searches)
	case !within(c.Engine.TableMB, 1, 65536):
		return "engine.table_mb", fmt.Sprintf("%d, want 1 to 65536", c.Engine.TableMB)
	case c.Outside.Path == "" && c.Outside.Name != "":
		return "outside_engine.name", fmt.Sprintf("%q names an engine that has no outside_engine.path", c.Outside.Name)
	case len(c.Outside.Name) > 40:
		return "outside_engine.name", fmt.Sprintf("%q, want 40 bytes at most", c.Outside.Name)
	case !within(c.Outside.FirstRank, 0, 1):
		return "outside_engine.first_rank", fmt.Sprintf("%d, want 0 or 1", c.Outside.FirstRank)
	case time.Duration(c.Outside.MoveTime) < 10*time.Millisecond || time.Duration(c.Outside.MoveTime) > time.Minute:
		return "outside_engine.move_time", fmt.Sprintf("%v, want 10ms to 1m", time.Duration(c.Outside.MoveTime))
	case c.Outside.Nodes < 0:
		return "outside_engine.nodes", fmt.Sprintf("%d, want 0 for no limit, or how many", c.Outside.Nodes)
	case time.Duration(c.Outside.Rest) < time.Second || time.Duration(c.Outside.Rest) > 24*time.Hour:
		return "outside_engine.rest", fmt.Sprintf("%v, want 1s to 24h", time.Duration(c.Outside.Rest))
	case time.Duration(c.Games.ChallengeLapses) < time.Minute || time.Duration(c.Games.ChallengeLapses) > 720*time.Hour:
		return "games.challenge_lapses", fmt.Sprintf("%v, want 1m to 720h", time.Duration(c.Games.ChallengeLapses))
	case !within(c.Games.MostOpen, 1, 1000):
		return "games.most_open", fmt.Sprintf("%d, want 1 to 1000", c.Games.MostOpen)
	case c.Games.Place != string(game.InThread) && c.Games.Place != string(game.InChannel):
		return "games.place", fmt.Sprintf("%q, want thread or channel", c.Games.Place)
	case c.Log.Format != "text" && c.Log.Format != "json":
		return "log.format", fmt.Sprintf("%q, want text or json", c.Log.Format)
	}
	if key, problem := c.Outside.check(); key != "" {
		return key, problem
	}
	if _, err := c.Log.level(); err != nil {
		return "log.level", fmt.Sprintf("%q, want debug, info, warn or error", c.Log.Level)
	}
	if c.Metrics.Address != "" {
		if _, _, err := net.SplitHostPort(c.Metrics.Address); err != nil {
			return "metrics.address", fmt.Sprintf("%q, want HOST:PORT as in 127.0.0.1:9100, or nothing", c.Metrics.Address)
		}
	}
	return "", ""
}

// isID tells whether text can be an id of Discord's.
func isID(text string) bool {
	n, err := strconv.ParseUint(text, 10, 64)
	return err == nil && n > 0 && len(text) >= 17
}

func (c logConfig) level() (level slog.Level, err error) {
	err = level.UnmarshalText([]byte(c.Level))
	return level, err
}

// logger writes to stderr: stdout is for what people asked for.
func (c logConfig) logger() *slog.Logger {
	level, err := c.level()
	if err != nil {
		level = slog.LevelInfo
	}
	options := &slog.HandlerOptions{Level: level}
	if c.Format == "json" {
		return slog.New(slog.NewJSONHandler(os.Stderr, options))
	}
	return slog.New(slog.NewTextHandler(os.Stderr, options))
}
