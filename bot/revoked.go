package bot

import (
	"context"
	"errors"
	"time"

	"xiangqibot/bot/discord"
)

// tokenRecheckDelay is how long after a 401 the token is checked. A proxy that had lost its connection to Discord
// may have recovered by then.
const tokenRecheckDelay = 10 * time.Second

// refusedToken records that Discord has answered a call with 401, and returns at once.
func (b *Bot) refusedToken() {
	select {
	case b.unauthorized <- struct{}{}:
	default: // it is known
	}
}

// watchToken calls end once Discord no longer accepts the token. The gateway closes the session then. A process without
// one learns it only from its calls, and its jobs would be retried for days. Since the end is final, a single 401 is
// not enough: the bot then requests its own user, which only checks the token.
func (b *Bot) watchToken(ctx context.Context, end context.CancelCauseFunc) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-b.unauthorized:
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(tokenRecheckDelay):
		}
		select {
		case <-b.unauthorized: // from a call before this check
		default:
		}
		err := discord.RetryWhileUnreachable(ctx, b.log, "checking the token", func(ctx context.Context) error {
			_, _, err := b.client.Self(ctx)
			return err
		})
		if revoked(err) {
			b.log.Error("Discord no longer accepts the bot's token: it was reset or revoked. The bot ends; what is left to do "+
				"is done when it is started with the new token", "err", err)
			end(err)
			return
		}
		if ctx.Err() == nil {
			b.log.Warn("Discord answered a call with 401, although the token is valid", "err", err)
		}
	}
}

// revoked reports whether an error says that Discord does not accept the token.
func revoked(err error) bool { return errors.As(err, new(*TokenError)) }
