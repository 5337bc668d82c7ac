package handlers

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/record"
	"xiangqibot/bot/view"
	"xiangqibot/bot/view/recordview"
	"xiangqibot/bot/words"
	"xiangqibot/engine/gamefile"
)

// importOne reads a record that a person pastes or attaches, saves it, and shows it; text or file is empty. Options of
// commands have no line breaks: records with line breaks are pasted in the form of a button.
func (c records) importOne(
	ctx context.Context, r *Request, text string, file *discordgo.MessageAttachment,
) (view.Reply, error) {
	text = strings.TrimSpace(text)
	switch {
	case text == "" && file == nil:
		return view.Reply{}, view.NewProblem("record.nothing-given")
	case text != "" && file != nil:
		return view.Reply{}, view.NewProblem("record.both-given")
	case file == nil:
		return c.take(ctx, r, []byte(text))
	}
	return c.takeFile(ctx, r, file)
}

// fetchPatience is how long a file waits for its turn; the rest of [HandlerTimeout] is left for fetching it.
const fetchPatience = HandlerTimeout / 2

// takeFile is like take, for a file on Discord. Only a limited number are in memory at once; the others wait before
// they are fetched.
func (c records) takeFile(ctx context.Context, r *Request, file *discordgo.MessageAttachment) (view.Reply, error) {
	var reply view.Reply
	var err error
	waitCtx, cancel := context.WithTimeout(ctx, fetchPatience)
	defer cancel()
	tryErr := c.Fetching.try(waitCtx, r.Viewer.Guild, r.Viewer.Person, func() {
		var data []byte
		if data, err = c.fetch(ctx, file); err == nil {
			reply, err = c.take(ctx, r, data)
		}
	})
	if tryErr != nil {
		return view.Reply{}, view.NewProblem("record.files-wait")
	}
	return reply, err
}

// fetch downloads a file that may hold a record.
func (c records) fetch(ctx context.Context, file *discordgo.MessageAttachment) ([]byte, error) {
	if isMedia(file) {
		return nil, view.NewProblem("record.wrong-type", words.Vars{"File": view.Quoted(file.Filename)})
	}
	data, err := c.Files.Get(ctx, file, gamefile.MaxSize)
	switch {
	case errors.Is(err, discord.ErrFileTooLarge):
		return nil, view.NewProblem("record.too-large", view.LimitVars())
	case errors.Is(err, context.DeadlineExceeded):
		return nil, err
	case err != nil:
		return nil, view.NewProblem("record.not-fetched", words.Vars{"File": view.Quoted(file.Filename)})
	}
	return data, nil
}

// newImportGameCommand is in the menu of a message: what /record does with what the message has.
func newImportGameCommand(h *Host) *Command {
	return &Command{
		Name: "Import game", Menu: discordgo.MessageApplicationCommand, Private: true, userInstall: true,
		Run: records{h}.importMessage,
	}
}

// importMessage reads the record in a message: its first file that is no picture, or else what is written there.
func (c records) importMessage(ctx context.Context, r *Request) (view.Reply, error) {
	if r.Target == nil {
		return view.Reply{}, view.NewProblem("record.nothing-there")
	}
	texts, files := r.Target.contents()
	i := slices.IndexFunc(files, func(f *discordgo.MessageAttachment) bool { return !isMedia(f) })
	switch {
	case i < 0 && len(texts) > 0:
		return c.take(ctx, r, []byte(strings.Join(texts, "\n")))
	case len(files) == 0:
		return view.Reply{}, view.NewProblem("record.nothing-there")
	}
	i = max(i, 0) // a picture alone is refused by its name
	reply, err := c.takeFile(ctx, r, files[i])
	others := slices.DeleteFunc(slices.Delete(files, i, i+1), isMedia)
	if err == nil && len(others) > 0 {
		reply.Text += "\n" + r.Viewer.Count("record.other-files", len(others))
	}
	return reply, err
}

// importWritten reads the record in a submitted form.
func (c records) importWritten(ctx context.Context, r *Request) (view.Reply, error) {
	if r.Written == nil {
		return recordview.ImportForm(r.Viewer), nil
	}
	if number := strings.TrimSpace(r.Written[recordview.ImportNumber]); number != "" {
		option := commandOption{
			Name: recordview.ImportNumber, Kind: discordgo.ApplicationCommandOptionInteger, atLeast: 1, atMost: maxGameNumber,
		}
		if err := r.fill(option, number); err != nil {
			return view.Reply{}, err
		}
	}
	return c.importOne(ctx, r, r.Written[recordview.ImportField], r.Interaction.resolved.Files[r.Written[recordview.ImportFile]])
}

// maxGameNumber bounds the number of a game in a file.
const maxGameNumber = 1_000_000

// take saves a record and shows it, or says what is wrong with it.
func (c records) take(ctx context.Context, r *Request, data []byte) (view.Reply, error) {
	var imported record.Imported
	var err error
	number, _ := r.Number(recordview.ImportNumber)
	c.Reading.Do(r.Viewer.Guild, r.Viewer.Person, func() {
		imported, err = c.Records.Import(ctx, r.Act(), data, int(number))
	})
	if fault := (*gamefile.Error)(nil); errors.As(err, &fault) {
		return view.Private(recordview.BrokenText(fault, r.Viewer)), nil
	}
	if err != nil {
		return view.Reply{}, err
	}
	rp := replayOf(&imported)
	reply := recordview.Page(c.View, rp, rp.Last(r.Viewer), r.Viewer)
	reply.Text = recordview.ImportText(rp, r.Viewer)
	return view.Shareable(reply, rp.Over, r.Viewer), nil
}

// isMedia reports whether a file is of a kind that never holds a record. All others are tried: the files of records
// have many extensions, of which Discord knows few.
func isMedia(file *discordgo.MessageAttachment) bool {
	kind, _, _ := strings.Cut(file.ContentType, "/")
	return kind == "image" || kind == "video" || kind == "audio"
}
