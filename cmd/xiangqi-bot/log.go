package main

import (
	"fmt"
	"log/slog"
	"os"
	"strings"
)

// inSeconds writes a duration as a number, under a key that names its unit: JSON has none, and slog writes nanoseconds.
func inSeconds(_ []string, a slog.Attr) slog.Attr {
	if a.Value.Kind() == slog.KindDuration {
		return slog.Float64(a.Key+"_seconds", a.Value.Duration().Seconds())
	}
	return a
}

func (c logConfig) level() (level slog.Level, err error) {
	err = level.UnmarshalText([]byte(c.Level))
	if err == nil && !strings.EqualFold(level.String(), c.Level) { // slog knows info+4, too
		err = fmt.Errorf("unknown level %q", c.Level)
	}
	return level, err
}

// quietLog is the log of a command that prints what it does.
func quietLog() *slog.Logger {
	log, _ := logConfig{Level: "warn"}.logger()
	return log
}

// logger returns a logger and the variable that sets its level. It writes to stderr, since stdout is for the output of
// commands.
func (c logConfig) logger() (*slog.Logger, *slog.LevelVar) {
	level := new(slog.LevelVar)
	if lowest, err := c.level(); err == nil {
		level.Set(lowest)
	}
	options := &slog.HandlerOptions{Level: level}
	if c.Format == "json" {
		options.ReplaceAttr = inSeconds
		return slog.New(slog.NewJSONHandler(os.Stderr, options)), level
	}
	return slog.New(slog.NewTextHandler(os.Stderr, options)), level
}
