package bot

import (
	"context"

	"xiangqibot/bot/audience"
	"xiangqibot/bot/game"
	"xiangqibot/bot/view"
)

// Pages are the pages on the web on which games are played by touch. Package web has them.
type Pages interface {
	// Link returns the address of the page of a game for the viewer; empty if they may not see it there.
	Link(g *game.Game, r view.Viewer, locale string) string
	// Seated reports whether everybody who plays a game looks at its page.
	Seated(g *game.Game) bool
}

func (b *Bot) seated(g *game.Game) bool { return b.host.pages != nil && b.host.pages.Seated(g) }

// Admit counts what a person does in a server elsewhere than in Discord. The error, if it is too much, is one that
// [view.View.Refusal] explains.
func (b *Bot) Admit(guild string, p game.Person) error {
	if over := b.router.exceeds(guild, p); over != nil {
		return view.ProblemRateLimited(over.server, over.until)
	}
	return nil
}

// Show brings the current state of a game to its channel, after its people have acted elsewhere than in Discord. A
// *[game.NotYet] says when to call it again.
func (b *Bot) Show(ctx context.Context, id game.ID) error { return b.publisher.Show(ctx, id) }

// Service is that of the configuration.
func (b *Bot) Service() *game.Service { return b.host.Games }

// Viewers finds for whom a page is written.
func (b *Bot) Viewers() *audience.Finder { return b.host.viewers }

// View puts games and refusals into words.
func (b *Bot) View() *view.View { return b.host.view }
