package bot

import (
	"context"
	"errors"
	"strings"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/record"
	"xiangqibot/bot/view"
	"xiangqibot/engine/gamefile"
)

// importRecord reads a record that a person pastes or attaches, keeps it, and shows it to the channel. Without either it
// opens a form for it: an option of a command has no line ends.
func (c records) importRecord(ctx context.Context, r *Request) (view.Reply, error) {
	text, file := strings.TrimSpace(r.Text("text")), r.File("file")
	var data []byte
	switch {
	case text == "" && file == nil:
		return view.ImportForm(r.Viewer), nil
	case text != "" && file != nil:
		return view.Reply{}, view.ProblemTwoRecords()
	case file == nil:
		data = []byte(text)
	case picture(file):
		return view.Reply{}, view.ProblemFileKind(file.Filename)
	default:
		var err error
		switch data, err = c.files.Get(ctx, file, gamefile.MaxSize); {
		case errors.Is(err, discord.ErrFileTooLong):
			return view.Reply{}, view.ProblemFileSize()
		case err != nil:
			return view.Reply{}, view.ProblemFileGone(file.Filename)
		}
	}
	return c.take(ctx, r, data)
}

// importWritten reads the record that was written into the form.
func (c records) importWritten(ctx context.Context, r *Request) (view.Reply, error) {
	text, ok := r.Written[view.ImportField]
	switch {
	case !ok:
		return view.ImportForm(r.Viewer), nil // pressed, or sent by a form that is not ours
	case strings.TrimSpace(text) == "":
		return view.Reply{}, view.ProblemNoRecord()
	}
	return c.take(ctx, r, []byte(text))
}

// take keeps the record in a file and shows it.
func (c records) take(ctx context.Context, r *Request, data []byte) (view.Reply, error) {
	var imported record.Imported
	var err error
	c.reading.do(r.Viewer.Person, func() { imported, err = c.records.Import(ctx, r.Act(), data) })
	if fault := (*gamefile.Error)(nil); errors.As(err, &fault) {
		// Nothing of it is any good.
		return view.Private(view.BrokenText(fault, r.Viewer)), nil
	}
	if err != nil {
		return view.Reply{}, err
	}
	rp := replayOf(&imported, r.Act())
	reply := c.view.Replay(rp, rp.Last(r.Viewer), r.Viewer)
	reply.Text = view.ImportText(rp, r.Viewer)
	return reply, nil
}

// picture reports whether a file is of a kind that holds no moves whatever is in it. Anything else is tried: records
// have many endings, and Discord knows few of them.
func picture(file *discordgo.MessageAttachment) bool {
	kind, _, _ := strings.Cut(file.ContentType, "/")
	return kind == "image" || kind == "video" || kind == "audio"
}
