package handlers

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/game"
	"xiangqibot/bot/record"
	"xiangqibot/bot/view"
	"xiangqibot/bot/view/panelview"
	"xiangqibot/bot/view/recordview"
	"xiangqibot/bot/words"
	"xiangqibot/engine/gamefile"
	"xiangqibot/engine/gamefile/codec"
	"xiangqibot/engine/notation"
	"xiangqibot/engine/study"
)

// records is /record: games as records, to be imported, listed, paged through and exported. What is given says which.
type records struct{ replays }

func newRecordCommand(h *Host) *Command {
	c := records{replays{h}}
	gifs := gifs{c.replays, &recordview.Animations{View: h.View}}
	command := &Command{
		Name: "record", Private: true, userInstall: true, Complete: c.complete,
		Options: []commandOption{
			{Name: "text", Kind: discordgo.ApplicationCommandOptionString},
			{Name: "file", Kind: discordgo.ApplicationCommandOptionAttachment},
			gameOption(), recordOption(), formatOption(more),
		},
		Run: func(ctx context.Context, r *Request) (view.Reply, error) {
			switch format := r.text("format"); {
			case r.options["text"] != nil || r.options["file"] != nil:
				return c.importOne(ctx, r, r.text("text"), r.file("file"))
			case format == animated:
				return gifs.show(ctx, r)
			case format != "":
				return c.export(ctx, r)
			case r.options["game"] != nil || r.options["record"] != nil:
				return c.show(ctx, r)
			}
			return c.page(ctx, r, 0)
		},
		Presses: map[view.PressAct]Handler{
			view.PressPage: c.turn, view.PressRecords: inPlace(c.turnList), view.PressExport: c.exportPressed,
			view.PressImport: c.importWritten, view.PressGIF: gifs.press,
		},
	}
	return command.withForm(view.PressSaving, func(*Request) []commandOption { return savingForm() })
}

// show shows a game from its last move.
func (c records) show(ctx context.Context, r *Request) (view.Reply, error) {
	rp, err := c.target(ctx, r)
	if err != nil {
		return view.Reply{}, err
	}
	return view.Shareable(recordview.Page(c.View, rp, rp.Last(r.Viewer), r.Viewer), rp.Over, r.Viewer), nil
}

// turn turns the pages of a record: in the same message for its owner, who may have shared it, and in an ephemeral copy
// for anybody else.
func (c records) turn(ctx context.Context, r *Request) (view.Reply, error) {
	p, rp, err := c.pressed(ctx, r)
	if err != nil {
		return view.Reply{}, err
	}
	open, own := p.Turn == view.TurnOpen, p.Owner == r.Viewer.Person
	alone := open || r.Ephemeral || !own
	p = p.Turned(len(rp.Sheet.Moves))
	p.Owner = r.Viewer.Person
	reply := recordview.Page(c.View, rp, p, r.viewerOf(alone))
	if alone {
		reply = view.Shareable(reply, rp.Over, r.Viewer)
	}
	reply.Pressed = view.ReplacedIf(!open && (r.Ephemeral || own))
	// In its place it stays what it is; a page that cannot be brought there is worth no message to the channel.
	reply.Private = true
	return reply, nil
}

func (c records) turnList(ctx context.Context, r *Request) (view.Reply, error) {
	first, err := recordview.ParseRecordsPage(r.Press)
	if err != nil {
		return view.Reply{}, err
	}
	return c.page(ctx, r, first)
}

// page shows the person the records that they have imported here, from one of them on.
func (c records) page(ctx context.Context, r *Request, first int) (view.Reply, error) {
	all, err := c.Records.List(ctx, r.Act())
	if err != nil {
		return view.Reply{}, err
	}
	return recordview.Records(all, first, r.Viewer), nil
}

// formatOption is the option of /record by which a game is saved, in one of the formats or as also says.
func formatOption(also ...string) commandOption {
	formats := []string{
		gamefile.PGN.String(), gamefile.DhtmlXQ.String(), gamefile.MoveList.String(), gamefile.FEN.String(), keyPictures, animated,
	}
	return commandOption{
		Name: "format", Kind: discordgo.ApplicationCommandOptionString, Fixed: textChoices(append(formats, also...)...),
	}
}

// savingForm are the fields of the form by which a game is saved in another notation, or a part of it.
func savingForm() []commandOption {
	format := formatOption()
	format.Required = true
	round := func(name string) commandOption {
		return commandOption{
			Name: name, Kind: discordgo.ApplicationCommandOptionInteger, atLeast: 1, atMost: gamefile.MaxPlies,
		}
	}
	return []commandOption{format, {
		Name: "notation", Kind: discordgo.ApplicationCommandOptionString, Fixed: memberChoices("notation", panelview.Names(notation.Styles())...),
	}, round("from"), round("to")}
}

// export sends a game as a file, as an ephemeral message. That of a game that is over may be shared.
func (c records) export(ctx context.Context, r *Request) (view.Reply, error) {
	rp, err := c.target(ctx, r)
	if err != nil {
		return view.Reply{}, err
	}
	if r.text("format") == keyPictures {
		reply, err := c.pictures(ctx, rp, r)
		return view.Shareable(reply, rp.Over, r.Viewer), err
	}
	format := gamefile.PGN
	if name := r.text("format"); name != "" {
		if format, err = gamefile.ParseFormat(name); err != nil {
			return view.Reply{}, err
		}
	}
	style := r.Viewer.Style
	if name := r.text("notation"); name != "" {
		if style, err = notation.ParseStyle(name); err != nil {
			return view.Reply{}, err
		}
	}
	return exported(rp, format, style, r)
}

func exported(rp *recordview.Replay, format gamefile.Format, style notation.Style, r *Request) (view.Reply, error) {
	recordview.NameOpening(&rp.Sheet, r.Viewer.Words)
	data, err := codec.Write(&rp.Sheet, format, style)
	if err != nil {
		return view.Reply{}, err
	}
	return recordview.Export(rp, format, data, r.Viewer), nil
}

// keyPictures and animated are the choices of pictures and of an animation instead of a file.
const (
	keyPictures = "pictures"
	animated    = "gif"
)

// pictures sends the key positions of a game, including those of its review if there is one.
func (c records) pictures(ctx context.Context, rp *recordview.Replay, r *Request) (view.Reply, error) {
	var reviewed *study.Study
	if rp.Over && len(rp.Sheet.Moves) > 0 {
		var err error
		if reviewed, err = c.marks(ctx, rp, r); err != nil {
			return view.Reply{}, err
		}
	}
	return recordview.KeyPositions(c.View, rp, reviewed, r.Viewer), nil
}

// exportPressed sends the game of a button as a file, in an ephemeral message.
func (c records) exportPressed(ctx context.Context, r *Request) (view.Reply, error) {
	rp, err := c.replay(ctx, r, r.Game(), 0)
	if err != nil {
		return view.Reply{}, err
	}
	return exported(rp, gamefile.PGN, r.Viewer.Style, r)
}

// gifNotOver refuses an animation of a running game.
const gifNotOver game.Code = "gif-not-over"

// gifs shows finished games as animations.
type gifs struct {
	replays
	animations *recordview.Animations
}

func (c gifs) show(ctx context.Context, r *Request) (view.Reply, error) {
	rp, err := c.target(ctx, r)
	if err != nil {
		return view.Reply{}, err
	}
	from, _ := r.number("from")
	to, _ := r.number("to")
	return c.animation(ctx, r, rp, recordview.RoundRange{From: int(from), To: int(to)})
}

// press shows the animation of a button's game as an ephemeral message.
func (c gifs) press(ctx context.Context, r *Request) (view.Reply, error) {
	id, record := r.Press.Replay()
	rp, err := c.replay(ctx, r, id, record)
	if err != nil {
		return view.Reply{}, err
	}
	return c.animation(ctx, r, rp, recordview.RoundRange{})
}

// animation makes an animation, with the mistakes found by the review of the game, if there is one.
func (c gifs) animation(ctx context.Context, r *Request, rp *recordview.Replay, part recordview.RoundRange) (view.Reply, error) {
	if !rp.Over {
		return view.Reply{}, &game.Refusal{Code: gifNotOver, Game: rp.Game}
	}
	reviewed, err := c.marks(ctx, rp, r)
	if err != nil {
		return view.Reply{}, err
	}
	reply, err := c.animations.GIF(rp, reviewed, part, r.Viewer)
	return view.Shareable(reply, rp.Over, r.Viewer), err
}

// newImportGameCommand is in the menu of a message: what /record does with what the message has.
func newImportGameCommand(h *Host) *Command {
	return &Command{
		Name: "Import game", Menu: discordgo.MessageApplicationCommand, Private: true, userInstall: true,
		Run: records{replays{h}}.importMessage,
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
	case err != nil:
		return nil, view.NewProblem("record.not-fetched", words.Vars{"File": view.Quoted(file.Filename)})
	}
	return data, nil
}

// isMedia reports whether a file is of a kind that never holds a record. All others are tried: the files of records
// have many extensions, of which Discord knows few.
func isMedia(file *discordgo.MessageAttachment) bool {
	kind, _, _ := strings.Cut(file.ContentType, "/")
	return kind == "image" || kind == "video" || kind == "audio"
}

// take saves a record and shows it, or says what is wrong with it.
func (c records) take(ctx context.Context, r *Request, data []byte) (view.Reply, error) {
	var imported record.Imported
	var err error
	number, _ := r.number(recordview.ImportNumber)
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
