package main

import (
	"context"
	"errors"
	"flag"
	"time"

	"xiangqibot/bot"
	"xiangqibot/store/database"
)

// With these the program ends. docs/operating.md tells systemd about them.
const (
	exitFailure = 1
	exitUsage   = 2  // as Unix programs do
	exitConfig  = 78 // EX_CONFIG of sysexits.h: another start fails in the same way
)

// shutdownTimeout is how long the program may finish work in progress after a signal to stop. Supervisors kill after
// ten seconds; what is cut off is resumed at the next start, as after any kill.
const shutdownTimeout = 9 * time.Second

// afterStop calls end in a goroutine when limit has passed since ctx ended.
func afterStop(ctx context.Context, limit time.Duration, end func()) {
	context.AfterFunc(ctx, func() { time.AfterFunc(limit, end) })
}

// permanentError is a failure that a restart does not fix, and that has no type of its own.
type permanentError struct{ error }

func (e *permanentError) Unwrap() error { return e.error }

// exitStatus returns the exit status of the program for err.
func exitStatus(err error) int {
	switch {
	case err == nil || errors.Is(err, flag.ErrHelp):
		return 0
	case is[*usageError](err):
		return exitUsage
	case is[*configError](err), is[*permanentError](err), is[*database.PermanentError](err),
		is[*bot.TokenError](err), is[*bot.GatewayClosedError](err):
		return exitConfig
	}
	return exitFailure
}

// is reports whether err wraps an error of type E.
func is[E error](err error) bool {
	_, ok := errors.AsType[E](err)
	return ok
}
