package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"time"

	"xiangqibot/engine/endgame"
)

type endgameCommand struct {
	Out string `type:"path" default:"data/endgame" help:"Folder of the endgame tables."`
}

// Run writes the tables missing in the folder. An interrupted run resumes there.
func (c *endgameCommand) Run(ctx context.Context) error {
	tables := new(endgame.Tables)
	defer tables.Close() //nolint:errcheck // only read from
	missing, err := tables.Load(c.Out)
	switch {
	case errors.Is(err, endgame.ErrDamaged):
		fmt.Fprintf(os.Stderr, "%v\nThey are generated again.\n", err)
	case err != nil:
		return err
	}
	all := len(endgame.Standard())
	fmt.Printf("%d of %d tables are in %s\n", all-len(missing), all, c.Out)
	line, start := newProgress(), time.Now()
	err = tables.Generate(ctx, c.Out, missing, endgame.GenerateOptions{Workers: runtime.GOMAXPROCS(0), Progress: func(m endgame.Material, done float64) {
		const steps = 1000
		line.show(int(done*steps), steps, 0, m.String())
	}})
	if err != nil {
		return err
	}
	if len(missing) > 0 {
		fmt.Printf("%d were made in %v\n", len(missing), time.Since(start).Round(time.Second))
	}
	return nil
}
