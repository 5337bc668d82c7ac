package bot

import (
	"context"
	"errors"
	"strings"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/view"
	"xiangqibot/bot/words"
	"xiangqibot/engine/gamefile"
)

// recordImport reads a record that a person pastes or attaches, keeps it, and shows it to the channel.
func (h *host) recordImport(ctx context.Context, r *Request) (view.Reply, error) {
	w := r.Reader.Words
	text, file := strings.TrimSpace(r.Text("text")), r.File("file")
	var data []byte
	switch {
	case text == "" && file == nil:
		return view.Private(w.Say("record.nothing-given")), nil
	case text != "" && file != nil:
		return view.Private(w.Say("record.both-given")), nil
	case file == nil:
		data = []byte(text)
	case picture(file):
		return view.Private(w.Say("record.wrong-type", words.Vars{"File": view.Quoted(file.Filename)})), nil
	default:
		var err error
		switch data, err = h.files.Get(ctx, file, gamefile.MaxSize); {
		case errors.Is(err, discord.ErrFileTooLong):
			return view.Private(w.Say("record.too-large", view.LimitVars())), nil
		case err != nil:
			// What is wrong with the address is nothing that the reader could mend: he attaches the file again.
			return view.Private(w.Say("record.not-fetched", words.Vars{"File": view.Quoted(file.Filename)})), nil //nolint:nilerr // told in words
		}
	}
	imported, err := h.service.ImportRecord(ctx, r.Act(), data)
	if fault := (*gamefile.Error)(nil); errors.As(err, &fault) {
		// Nothing of it is any good.
		return view.Private(view.BrokenText(fault, r.Reader)), nil
	}
	if err != nil {
		return view.Reply{}, err
	}
	rp := replayOf(&imported, r)
	reply := h.view.Replay(rp, rp.Last(r.Reader), r.Reader)
	key := "record.imported"
	switch {
	case rp.Broken != nil:
		key = "record.imported-in-part"
	case len(rp.Sheet.Moves) == 0:
		key = "record.imported-position"
	}
	reply.Text = w.Count(key, len(rp.Sheet.Moves), words.Vars{"Record": int64(rp.Record)})
	return reply, nil
}

// picture tells whether a file is of a kind that holds no moves whatever is in it. Anything else is tried: records have many endings,
// and Discord knows few of them.
func picture(file *discordgo.MessageAttachment) bool {
	kind, _, _ := strings.Cut(file.ContentType, "/")
	return kind == "image" || kind == "video" || kind == "audio"
}
