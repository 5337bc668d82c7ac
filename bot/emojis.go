package bot

import (
	"context"
	"log/slog"

	"xiangqibot/bot/audience"
	"xiangqibot/bot/discord"
	"xiangqibot/bot/view"
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
		uploaded, err := e.upload(ctx, application, known)
		if err == nil && uploaded {
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

// upload uploads the emojis that are not known, and reports whether there were any.
func (e *emojis) upload(ctx context.Context, application string, known map[string]string) (uploaded bool, err error) {
	for _, p := range view.Pieces() {
		name := view.EmojiName(p)
		if known[name] != "" {
			continue
		}
		if err := discord.UploadEmoji(ctx, e.client, application, name, e.renderer.Emoji(p)); err != nil {
			return uploaded, err
		}
		uploaded = true
	}
	return uploaded, nil
}

// drop leaves the emojis out from now on. Discord rejects messages with an emoji that somebody has deleted; the next
// start uploads it again.
func (e *emojis) drop() { e.viewers.Emojis.Store(nil) }
