package bot

import (
	"context"
	"log/slog"
	"slices"

	"xiangqibot/bot/audience"
	"xiangqibot/bot/discord"
	"xiangqibot/bot/view"
	"xiangqibot/engine/board"
	"xiangqibot/render"
)

// emojis uploads the emojis of the pieces, which menus show, to the bot's application. Each process reads their ids
// when it starts.
type emojis struct {
	client   *discord.Client
	renderer *render.Renderer
	viewers  *audience.Finder
	log      *slog.Logger
}

// load reads the ids, and uploads the emojis that the application lacks. Menus work without them, so a failure is only
// logged.
func (e *emojis) load(ctx context.Context, application string) {
	var ids view.PieceEmojis
	err := discord.RetryWhileUnreachable(ctx, e.log, "uploading the emojis of the pieces", func(ctx context.Context) error {
		known, err := discord.Emojis(ctx, e.client, application)
		if err != nil {
			return err
		}
		missing := slices.DeleteFunc(view.Pieces(), func(p board.Piece) bool { return known[view.EmojiName(p)] != "" })
		for _, p := range missing {
			err := discord.UploadEmoji(ctx, e.client, application, view.EmojiName(p), e.renderer.Emoji(p))
			if err != nil {
				return err
			}
		}
		if len(missing) > 0 {
			known, err = discord.Emojis(ctx, e.client, application) // with those that another process has uploaded
		}
		for _, p := range view.Pieces() {
			ids[p] = known[view.EmojiName(p)]
		}
		return err
	})
	switch {
	case err == nil:
		e.viewers.Emojis.Store(&ids)
	case ctx.Err() == nil:
		e.log.Warn("menus show no emojis of the pieces until the next start", "err", err)
	}
}

// drop leaves the emojis out from now on. Discord rejects messages with an emoji that somebody has deleted; the next
// start uploads it again.
func (e *emojis) drop() { e.viewers.Emojis.Store(nil) }
