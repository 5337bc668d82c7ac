package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"time"
)

// aheadVariable names the file that says by how many nanoseconds the clock of "xiangqi-bot-ahead" is ahead.
const aheadVariable = "XIANGQI_AHEAD"

// ahead is the program with a clock that a test moves: "serve" as it is, but in the time of a simulated Discord, which
// is another process.
func ahead() {
	process(func(ctx context.Context, args []string, stdout, stderr io.Writer) error {
		if len(args) != 3 || args[0] != "serve" || args[1] != "-config" {
			return &usageError{"only serve -config FILE has another clock"}
		}
		c, err := loadConfig(args[2], defaultConfig())
		if err != nil {
			return err
		}
		return serve(ctx, c, os.Getenv(tokenVariable), nil, clockAhead(os.Getenv(aheadVariable)), stdout)
	})
}

// clockAhead is the machine's clock, and ahead of it by what a file says at each moment. Without the file it is not
// ahead.
func clockAhead(path string) func() time.Time {
	return func() time.Time {
		text, err := os.ReadFile(path)
		if errors.Is(err, fs.ErrNotExist) {
			return time.Now()
		}
		by, also := strconv.ParseInt(string(text), 10, 64)
		if err = errors.Join(err, also); err != nil {
			panic(fmt.Sprintf("the clock of the test: %v", err))
		}
		return time.Now().Add(time.Duration(by)).Round(0) // without the monotonic reading, which does not know of it
	}
}

func (r *killRun) aheadFile() string { return filepath.Join(r.folder, "ahead") }

// jump moves the clock of Discord and of the bot, which goes on meanwhile: whoever did not move in that time has lost
// it, and turns of votes close. The bot lives on for a moment: what it was doing when the clock jumped looks old to
// Discord, which no longer knows then that it had been done.
func (r *killRun) jump() {
	by := voteWindow + time.Duration(r.dice.Int64N(int64(voteWindow)))
	path := r.aheadFile()
	text := strconv.FormatInt(int64(r.world.Clock().Ahead()+by), 10)
	must(r.t, errors.Join(os.WriteFile(path+".new", []byte(text), 0o600), os.Rename(path+".new", path)))
	r.world.Advance(by)
	r.jumped += by
	<-time.After(time.Second)
}
