package bot

import (
	"context"
	"errors"
	"time"

	"xiangqibot/bot/discord"
)

// secondLook is how long after a 401 the token is looked at once more. A front that has lost its own way to Discord may
// have found it again by then.
const tokenRecheckDelay = 10 * time.Second

// refusedToken notes that Discord has answered a call of the bot with 401, and returns at once.
func (b *Bot) refusedToken() {
	select {
	case b.refused <- struct{}{}:
	default: // it is known
	}
}

// watchToken calls end once Discord no longer takes the token. The gateway tells a session that. A process without one
// hears it by its calls alone, and its jobs would try again for days. The end is for good, so a single 401 is not enough:
// Discord is then asked who the bot is, which says nothing but whether it takes the token.
func (b *Bot) watchToken(ctx context.Context, end context.CancelCauseFunc) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-b.refused:
		}
		timer := time.NewTimer(tokenRecheckDelay)
		select {
		case <-ctx.Done():
			timer.Stop()
			return
		case <-timer.C:
		}
		select {
		case <-b.refused: // it came before this look
		default:
		}
		err := discord.RetryWhileUnreachable(ctx, b.log, "checking the token", func(ctx context.Context) error {
			_, _, err := b.client.Self(ctx)
			return err
		})
		if revoked(err) {
			b.log.Error("Discord no longer takes the bot's token: it was reset or revoked. The bot ends; what is left to do "+
				"is done when it is started with the new token", "err", err)
			end(err)
			return
		}
		if ctx.Err() == nil {
			b.log.Warn("Discord refused a call as if the token were wrong, and takes it nevertheless", "err", err)
		}
	}
}

// revoked reports whether an error says that Discord does not take the token.
func revoked(err error) bool { return errors.As(err, new(*TokenError)) }
