package main

import (
	"errors"
	"fmt"

	"xiangqibot/bot"
	"xiangqibot/store/database"
)

// usageError is an invalid command line; the program exits with status 2, as is usual on Unix.
type usageError struct{ problem string }

func (e *usageError) Error() string { return e.problem }

// configError describes an error in a configuration file: where it is, and what is valid.
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

// permanentError is a failure that a restart does not fix, and that has no type of its own.
type permanentError struct{ error }

func (e *permanentError) Unwrap() error { return e.error }

// The exit statuses, see docs/operating.md.
const (
	exitFailure = 1
	exitUsage   = 2  // as Unix programs do
	exitConfig  = 78 // EX_CONFIG of sysexits.h: another start fails in the same way
)

// exitStatus returns the exit status of the program for err.
func exitStatus(err error) int {
	switch {
	case err == nil:
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
