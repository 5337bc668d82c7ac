package discord

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"time"
)

// backoffFirst and backoffMax bound the wait before a new connection if the last one was not stable.
const (
	backoffFirst = time.Second
	backoffMax   = time.Minute
)

// GatewayClosedError means that Discord ended the session for a reason that a retry cannot fix.
type GatewayClosedError struct {
	// Code is the WebSocket close code, such as 4004.
	Code int
	// Cure says what has to be changed before the bot is restarted.
	Cure string
}

func (e *GatewayClosedError) Error() string {
	return fmt.Sprintf("discord closed the gateway for good (close code %d): %s", e.Code, e.Cure)
}

// fatalError returns err if it must end the bot, and nil otherwise: a fatal close code, or a token refused by REST.
func fatalError(err error) error {
	if closed, ok := errors.AsType[*GatewayClosedError](err); ok {
		return closed
	}
	if rejected, ok := errors.AsType[*TokenError](RejectedToken(err)); ok {
		return rejected
	}
	return nil
}

// RetryWhileUnreachable calls do until it succeeds, for as long as Discord cannot be reached; doing names the operation
// for the log. It stops when Discord refuses, with an error that says what to do if that is known, and when ctx ends,
// with ctx's error. It is for startup.
func RetryWhileUnreachable(ctx context.Context, log *slog.Logger, doing string, do func(context.Context) error) error {
	for failures := 1; ; failures++ {
		err := do(ctx)
		if err == nil || ctx.Err() != nil {
			return err
		}
		if fatal := fatalError(err); fatal != nil {
			return fatal
		}
		if answer, ok := errors.AsType[*Error](err); ok && !answer.fromProxy() &&
			answer.Status < 500 && answer.Status != http.StatusTooManyRequests {
			return fmt.Errorf("%s: %w", doing, err)
		}
		pause := backoff(failures)
		log.Warn("Discord cannot be reached yet", "doing", doing, "err", err, "pause", pause.Round(time.Millisecond))
		if err := sleep(ctx, pause); err != nil {
			return err
		}
	}
}

// backoff is the pause after that many consecutive connections that were not stable. It doubles each time, and half of
// it is random, so that bots that were disconnected together do not reconnect together.
func backoff(failures int) time.Duration {
	if failures == 0 {
		return rand.N(100 * time.Millisecond)
	}
	most := min(backoffFirst<<min(failures-1, 10), backoffMax)
	return most/2 + rand.N(most/2)
}

// sleep waits for d or until ctx is done; it then returns ctx's error.
func sleep(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return ctx.Err()
	}
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// shortPause is the pause before the retry of a call that failed on its way to Discord.
func shortPause() time.Duration { return 200*time.Millisecond + rand.N(300*time.Millisecond) }
