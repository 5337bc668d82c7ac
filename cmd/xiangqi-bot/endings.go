package main

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"xiangqibot/engine/endgame"
)

// prepareTables opens the endgame tables in a folder, adds them to the set and, after a delay, generates the missing ones.
// It returns when all are there or ctx ends. Games go on without tables, so errors are only logged.
func prepareTables(
	ctx context.Context, dir string, tables *endgame.Tables, delay time.Duration, options endgame.GenerateOptions,
	printLine func(string), log *slog.Logger,
) {
	missing, err := tables.Load(dir)
	if err != nil {
		log.Warn("endgame tables: some cannot be used and are made anew", "err", err)
	}
	missing = options.Fitting(missing)
	if len(missing) == 0 {
		return
	}
	printLine(fmt.Sprintf("%d endgame tables are missing in %s. The bot makes them in the background, with a quarter of a processor; "+
		"this takes about half an hour, once. Until then endings are searched like other positions.", len(missing), dir))
	if !wait(ctx, delay) {
		return
	}
	log.Info("endgame tables: making the missing ones in the background", "tables", len(missing), "folder", dir)
	began := time.Now()
	next := progressStep
	options.Progress = func(_ endgame.Material, done float64) {
		percent := int(100 * done)
		if percent < next || percent == 100 {
			return
		}
		next = percent - percent%progressStep + progressStep
		spent := time.Since(began)
		left := time.Duration(float64(spent) * float64(100-percent) / float64(percent)).Round(time.Minute)
		printLine(fmt.Sprintf("Endgame tables: %d %% done, about %v left.", percent, left))
		log.Info("endgame tables: making", "percent", percent, "took", spent.Round(time.Second), "left", left)
	}
	err = tables.Generate(ctx, dir, missing, options)
	switch {
	case ctx.Err() != nil: // finished tables stay, and the next start continues
	case err != nil:
		log.Warn("endgame tables: not made; endings are searched like any other position", "err", err)
	default:
		printLine("Endgame tables: done.")
		log.Info("endgame tables: made", "took", time.Since(began).Round(time.Second))
	}
}

const (
	// progressStep is the percentage between two lines of progress.
	progressStep = 10
	// endingsDelay lets a bot that was just started answer what it missed first.
	endingsDelay = time.Minute
	// endingsMB is the memory, in MB, that making a table may use. The few tables that need more are made by
	// xiangqi-lab endgame.
	endingsMB = 400
	// endingsShare is the divisor of the share of a processor that making tables uses: 4 is a quarter.
	endingsShare = 4
)

// pacer returns what a worker calls now and then to rest: it waits three times as long as the worker has worked since.
func pacer(ctx context.Context) func() {
	worked := time.Now()
	return func() {
		if spent := time.Since(worked); spent >= 10*time.Millisecond {
			wait(ctx, (endingsShare-1)*spent)
			worked = time.Now()
		}
	}
}

// wait waits, and reports whether ctx is still alive.
func wait(ctx context.Context, d time.Duration) bool {
	select {
	case <-time.After(d):
		return true
	case <-ctx.Done():
		return false
	}
}
