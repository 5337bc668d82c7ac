package bot

import (
	"context"

	"xiangqibot/bot/game"
	"xiangqibot/bot/handlers"
	"xiangqibot/bot/view"
)

func (b *Bot) seated(ctx context.Context, g *game.Game) bool {
	return b.host.Pages != nil && b.host.Pages.Seated(ctx, g)
}

// Admit counts what a person does in a server on a page. If it is too much, or they are blocked, it returns an error
// that [view.View.Refusal] explains.
func (b *Bot) Admit(ctx context.Context, guild string, p game.Person) error {
	if over := b.router.exceeds(guild, p); over != nil {
		return view.ProblemRateLimited(over.server, over.until)
	}
	return b.router.checkBlocked(ctx, guild, p)
}

// Show brings the current state of a game to its channel, after people have acted on a page. A *[game.NotYet] says when
// to call it again.
func (b *Bot) Show(ctx context.Context, id game.ID) error { return b.publisher.Show(ctx, id) }

// Live does what commands and buttons do, for pages.
func (b *Bot) Live() handlers.Live { return handlers.Live{Host: b.host} }
