package handlers

import (
	"context"
	"slices"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/game"
	"xiangqibot/bot/record"
	"xiangqibot/bot/review"
	"xiangqibot/bot/view"
	"xiangqibot/bot/view/panelview"
	"xiangqibot/bot/view/recordview"
	"xiangqibot/engine/gamefile"
	"xiangqibot/engine/gamefile/codec"
	"xiangqibot/engine/notation"
	"xiangqibot/engine/study"
)

// records is /record: games as records, to be imported, listed, paged through and exported. What is given says which.
type records struct{ *Host }

func newRecordCommand(h *Host) *Command {
	c := records{h}
	gifs := gifs{c, &recordview.Animations{View: h.View}}
	command := &Command{
		Name: "record", Private: true, userInstall: true, Complete: c.complete,
		Options: []commandOption{
			{Name: "text", Kind: discordgo.ApplicationCommandOptionString},
			{Name: "file", Kind: discordgo.ApplicationCommandOptionAttachment},
			gameOption(), recordOption(), formatOption(more),
		},
		Run: func(ctx context.Context, r *Request) (view.Reply, error) {
			switch format := r.Text("format"); {
			case r.options["text"] != nil || r.options["file"] != nil:
				return c.importOne(ctx, r, r.Text("text"), r.File("file"))
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
			view.PressImport: c.importWritten, view.PressGIF: gifs.pressed,
		},
	}
	return command.withForm(view.PressSaving, func(*Request) []commandOption { return savingForm() })
}

// recordOption names a record that somebody imported.
func recordOption() commandOption {
	return commandOption{Name: "record", Kind: discordgo.ApplicationCommandOptionInteger, Complete: true, atLeast: 1}
}

// show shows a game from its last move.
func (c records) show(ctx context.Context, r *Request) (view.Reply, error) {
	rp, err := c.target(ctx, r)
	if err != nil {
		return view.Reply{}, err
	}
	return view.Shareable(recordview.Page(c.View, rp, rp.Last(r.Viewer), r.Viewer), rp.Over, r.Viewer), nil
}

// target returns the game or the record in the options of a command; without any, the game that /board would show.
func (c records) target(ctx context.Context, r *Request) (*recordview.Replay, error) {
	imported, _ := r.Number("record")
	if imported != 0 && r.Game() != 0 {
		return nil, view.NewProblem("record.game-or-record")
	}
	return c.replay(ctx, r, r.Game(), record.ID(imported))
}

// replay reads the record to page through. The service decides who may see a game.
func (c records) replay(ctx context.Context, r *Request, id game.ID, kept record.ID) (*recordview.Replay, error) {
	rp, err := Live(c).Replay(ctx, r.Act(), id, kept)
	if err == nil {
		rp.NoteQuestions(r.Viewer)
	}
	return rp, err
}

// pressed is the page of the button that was pressed, and what it is a page of.
func (c records) pressed(ctx context.Context, r *Request) (p view.Page, rp *recordview.Replay, err error) {
	if p, err = view.ParsePage(r.Press); err == nil {
		rp, err = c.replay(ctx, r, p.Game, p.Record)
	}
	return p, rp, err
}

// replayOf is an imported record as something to page through.
func replayOf(imported *record.Imported) *recordview.Replay {
	sheet := imported.Game
	for _, text := range []*string{&sheet.Red, &sheet.Black, &sheet.Event, &sheet.Site, &sheet.Date, &sheet.Round, &sheet.Opening} {
		*text = game.Sanitize(*text) // also where it goes into a file
	}
	return &recordview.Replay{Record: imported.ID, Sheet: sheet, Over: true, Broken: imported.Broken}
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

// complete offers the records that the person has imported here and whose line contains what they have typed, the
// newest first; for any other option than the record it offers their games.
func (c records) complete(ctx context.Context, r *Request) ([]discord.Choice, error) {
	if r.Focused != "record" {
		return c.completePlayed(ctx, r)
	}
	all, err := c.Records.List(ctx, r.Act())
	if err != nil {
		return nil, err
	}
	n, _ := r.Number("record")
	if i := slices.IndexFunc(all, func(saved record.Saved) bool { return saved.ID == record.ID(n) }); i >= 0 {
		all = slices.Concat(all[i:i+1], all[:i], all[i+1:]) // its whole number was typed, of others only the digits
	}
	return matching(all, r.typed("record"), func(saved record.Saved) (string, any) {
		return recordview.RecordLine(&saved, r.Viewer.Words), int64(saved.ID)
	}), nil
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
	if r.Text("format") == keyPictures {
		reply, err := c.pictures(ctx, rp, r)
		return view.Shareable(reply, rp.Over, r.Viewer), err
	}
	format := gamefile.PGN
	if name := r.Text("format"); name != "" {
		if format, err = gamefile.ParseFormat(name); err != nil {
			return view.Reply{}, err
		}
	}
	style := r.Viewer.Style
	if name := r.Text("notation"); name != "" {
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

// marks is what the review of a game found; nil if there is none.
func (c records) marks(ctx context.Context, rp *recordview.Replay, r *Request) (*study.Study, error) {
	rec := rp.Sheet.Record()
	return c.Reviews.Marks(ctx, r.Act(), review.Subject{Game: rp.Game, Record: rp.Record}, &rec)
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
	records
	animations *recordview.Animations
}

func (c gifs) show(ctx context.Context, r *Request) (view.Reply, error) {
	rp, err := c.target(ctx, r)
	if err != nil {
		return view.Reply{}, err
	}
	from, _ := r.Number("from")
	to, _ := r.Number("to")
	return c.animation(ctx, r, rp, recordview.RoundRange{From: int(from), To: int(to)})
}

// pressed shows the animation of a button's game as an ephemeral message.
func (c gifs) pressed(ctx context.Context, r *Request) (view.Reply, error) {
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
