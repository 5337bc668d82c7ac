package bot

import (
	"bytes"
	"compress/gzip"
	"context"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/game"
	"xiangqibot/bot/view"
)

// packedFrom is the size from which an export is packed: Discord takes 10 MiB.
const packedFrom = 8 << 20

// privacyCommand is /privacy: a person gets everything that is kept of him, or has it deleted.
func (h *host) privacyCommand() *Command {
	return &Command{name: "privacy", private: true, subs: []*Command{
		{name: "privacy export", private: true, run: h.privacyExport},
		{name: "privacy delete", private: true, run: h.privacyDelete},
	}}
}

func (h *host) privacyExport(ctx context.Context, r *Request) (view.Reply, error) {
	data, err := h.service.PrivacyExport(ctx, r.Act())
	if err != nil {
		return view.Reply{}, err
	}
	file := discord.File{Name: "my-data.json", Type: "application/json", Data: data}
	if len(data) > packedFrom {
		if file.Data, err = packed(data); err != nil {
			return view.Reply{}, err
		}
		file.Name, file.Type = "my-data.json.gz", "application/gzip"
	}
	reply := view.Private(r.Reader.Words.Say("privacy.exported"))
	reply.Files = []discord.File{file}
	return reply, nil
}

func packed(data []byte) ([]byte, error) {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := w.Write(data); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// privacyDelete asks whether that is meant, and says what goes and what stays.
func (h *host) privacyDelete(ctx context.Context, r *Request) (view.Reply, error) {
	w := r.Reader.Words
	games, err := h.service.Games(ctx, r.Reader.Person)
	if err != nil {
		return view.Reply{}, err
	}
	text := w.Say("privacy.ask")
	if len(games) > 0 {
		text += "\n" + w.Count("privacy.open", len(games))
	}
	reply := view.Private(text)
	reply.Rows = view.Rows([]discordgo.MessageComponent{
		view.Button(w.Say("privacy.button-delete"), discordgo.DangerButton, view.Press{Act: view.PressErase, Arg: string(r.Reader.Person)}),
		view.Button(w.Say("privacy.button-keep"), discordgo.SecondaryButton, view.Press{Act: view.PressErase, Arg: keepArg}),
	})
	return reply, nil
}

// keepArg is the argument of the button that leaves everything as it is.
const keepArg = "keep"

// pressErase deletes everything about the one who was asked, and nobody else. The question turns into its answer; a second press deletes
// what is there by then, which is nothing.
func (h *host) pressErase(ctx context.Context, r *Request) (view.Reply, error) {
	w := r.Reader.Words
	var text string
	switch game.Person(r.Press.Arg) {
	case keepArg:
		text = w.Say("privacy.kept")
	case r.Reader.Person:
		if err := h.service.PrivacyDelete(ctx, r.Act()); err != nil {
			return view.Reply{}, err
		}
		text = w.Say("privacy.deleted")
	default:
		return view.Private(w.Say("privacy.not-yours")), nil
	}
	reply := view.Private(text)
	reply.InPlace = r.Ephemeral
	return reply, nil
}
