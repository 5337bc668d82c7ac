package main

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"xiangqibot/engine/endgame"
)

// endings opens the endgame tables in a folder, adds them to the set and, after a delay, generates the missing ones.
// It returns when all are there or ctx ends. Games go on without tables, so errors are only logged.
func endings(ctx context.Context, dir string, tables *endgame.Tables, delay time.Duration, how endgame.GenerateOptions, tell func(string), log *slog.Logger) {
	missing, err := tables.Load(dir)
	if err != nil {
		log.Warn("endgame tables: some cannot be used and are made anew", "err", err)
	}
	missing = how.Fitting(missing)
	if len(missing) == 0 {
		return
	}
	tell(fmt.Sprintf("%d endgame tables are missing in %s. They are made while games go on, with a quarter of a processor: "+
		"this takes about half an hour and happens once. Endings are searched like other positions until then.", len(missing), dir))
	if !wait(ctx, delay) {
		return
	}
	log.Info("endgame tables: making those that are missing, while games go on", "tables", len(missing), "folder", dir)
	began := time.Now()
	how.Progress = inSteps(how.Progress, func(percent int) {
		spent := time.Since(began)
		left := time.Duration(float64(spent) * float64(100-percent) / float64(percent)).Round(time.Minute)
		tell(fmt.Sprintf("Endgame tables: %d %% are made, about %v are left.", percent, left))
		log.Info("endgame tables: some are made", "percent", percent, "took", spent.Round(time.Second), "left", left)
	})
	err = tables.Generate(ctx, dir, missing, how)
	switch {
	case ctx.Err() != nil: // what is there stays, and the next start goes on
	case err != nil:
		log.Warn("endgame tables: not made; endings are searched like any other position", "err", err)
	default:
		tell("Endgame tables: all are made.")
		log.Info("endgame tables: made", "took", time.Since(began).Round(time.Second))
	}
}

// progressStep is the percentage between two lines of progress.
const progressStep = 10

// inSteps passes progress on, and calls report at each step of it.
func inSteps(progress func(endgame.Material, float64), report func(percent int)) func(endgame.Material, float64) {
	next := progressStep
	return func(m endgame.Material, done float64) {
		if progress != nil {
			progress(m, done)
		}
		if percent := int(100 * done); percent >= next && percent < 100 {
			next = percent - percent%progressStep + progressStep
			report(percent)
		}
	}
}

const (
	// endingsDelay lets a bot that was just started answer what has waited for it.
	endingsDelay = time.Minute
	// endingsMB is the memory that making may lay out. The few tables that need more are made by xiangqi-lab endgame.
	endingsMB = 400
	// endingsShare is one part of how many of a processor's time making takes.
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
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}
