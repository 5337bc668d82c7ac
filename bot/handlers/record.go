package handlers

import (
	"context"
	"slices"
	"strconv"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/game"
	"xiangqibot/bot/record"
	"xiangqibot/bot/review"
	"xiangqibot/bot/view"
)

// Records is /record: games as records, to be imported, listed, paged through and exported. What is given says which.
type records struct {
	games    *game.Service
	finder   *game.Finder
	records  *record.Service
	reviews  *review.Service
	pick     gamePicker
	view     *view.View
	files    *discord.Downloads
	reading  Slots // of files
	fetching Slots // of files, until they are read
	servers  *serverNames
}

// recordsOf returns the records of a host.
func recordsOf(h *Host) records {
	return records{h.Games, h.Finder, h.Records, h.Reviews, pickerOf(h), h.View, h.Files, h.Reading, h.Fetching, &h.Names}
}

// newRecordCommand is /record. Its animations are in record_export.go.
func newRecordCommand(h *Host) *Command {
	records := recordsOf(h)
	return records.command(gifs{records, h.Reviews, h.View})
}

func (c records) command(gifs gifs) *Command {
	number := func(name string) commandOption {
		return commandOption{Name: name, Kind: discordgo.ApplicationCommandOptionInteger, atLeast: 1}
	}
	options := []commandOption{
		{Name: "text", Kind: discordgo.ApplicationCommandOptionString},
		{Name: "file", Kind: discordgo.ApplicationCommandOptionAttachment},
		number("number"), c.pick.option(), recordOption(),
	}
	return &Command{
		Name: "record", Complete: c.complete,
		Options: append(append(options, exportOptions()...), number("from"), number("to")),
		Run: func(ctx context.Context, r *Request) (view.Reply, error) {
			given := func(options ...string) bool {
				return slices.ContainsFunc(options, func(o string) bool { return r.options[o] != nil })
			}
			switch {
			case given("text", "file", "number"):
				return c.importRecord(ctx, r)
			case r.Text("format") == animated, given("from", "to"):
				return gifs.show(ctx, r)
			case given("format", "notation", "public"):
				return c.export(ctx, r)
			case given("game", "record"):
				return c.show(ctx, r)
			}
			return c.list(ctx, r)
		},
		Presses: map[view.PressAct]Handler{
			view.PressPage: c.turn, view.PressRecords: c.turnList, view.PressExport: c.exportPressed,
			view.PressImport: c.importWritten, view.PressGIF: gifs.pressed,
		},
	}
}

// recordOption names a record that somebody imported.
func recordOption() commandOption {
	return commandOption{Name: "record", Kind: discordgo.ApplicationCommandOptionInteger, Complete: true, atLeast: 1}
}

// show shows a game from its last move, publicly if that disturbs nobody, see replay.
func (c records) show(ctx context.Context, r *Request) (view.Reply, error) {
	rp, err := c.target(ctx, r)
	if err != nil {
		return view.Reply{}, err
	}
	reply := c.view.Replay(rp, rp.Last(r.Viewer), r.viewerOf(!rp.Public))
	reply.Private = !rp.Public
	return reply, nil
}

// target returns the game or the record in the options of a command; without any, the game that /board would show.
func (c records) target(ctx context.Context, r *Request) (*view.Replay, error) {
	imported, _ := r.Number("record")
	if imported != 0 && r.Game() != 0 {
		return nil, view.ProblemGameOrRecord()
	}
	return c.replay(ctx, r, r.Game(), record.ID(imported))
}

// replay reads what is to be paged through. The service decides who may see a game.
func (c records) replay(ctx context.Context, r *Request, id game.ID, kept record.ID) (*view.Replay, error) {
	rp, err := c.ReplayBy(ctx, r.Act(), id, kept)
	if err == nil {
		rp.NoteQuestions(r.Viewer)
	}
	return rp, err
}

// ReplayBy is replay for an act.
func (c records) ReplayBy(ctx context.Context, act game.Act, id game.ID, kept record.ID) (*view.Replay, error) {
	if kept != 0 {
		var imported record.Imported
		var err error
		c.reading.Do(act.Guild, act.Actor, func() { imported, err = c.records.Record(ctx, act, kept) }) // rereads the file
		if err != nil {
			return nil, err
		}
		return replayOf(&imported, act), nil
	}
	g, err := c.finder.FindVisible(ctx, act, id)
	if err != nil {
		return nil, err
	}
	rp := &view.Replay{Game: g.ID, Ours: g, Sheet: game.Export(g)}
	rp.Sheet.Site = c.servers.Name(g.Guild)
	switch g.State {
	case game.Active:
	case game.Finished:
		rp.Over = true
	default: // a challenge that has not become a game
		return nil, &game.Refusal{Code: game.NotStarted, Game: g.ID}
	}
	rp.Public = act.Around(g.Guild, g.Channel) && (rp.Over || g.Involves(act.Actor))
	return rp, nil
}

// replayOf is an imported record as something to page through.
func replayOf(imported *record.Imported, act game.Act) *view.Replay {
	sheet := imported.Game
	for _, text := range []*string{&sheet.Red, &sheet.Black, &sheet.Event, &sheet.Site, &sheet.Date, &sheet.Round, &sheet.Opening} {
		*text = game.Sanitize(*text) // also where it goes into a file
	}
	return &view.Replay{
		Record: imported.ID, Sheet: sheet, Over: true, Broken: imported.Broken, Public: act.Around(imported.Guild, imported.Channel),
	}
}

// turn turns the pages of a record: in the same message for its owner, and in an ephemeral copy for anybody else.
func (c records) turn(ctx context.Context, r *Request) (view.Reply, error) {
	p, err := view.ParsePage(r.Press)
	if err != nil {
		return view.Reply{}, err
	}
	rp, err := c.replay(ctx, r, p.Game, p.Record)
	if err != nil {
		return view.Reply{}, err
	}
	own := p.Owner == r.Viewer.Person
	p = p.Turned(len(rp.Sheet.Moves))
	p.Owner = r.Viewer.Person
	reply := c.view.Replay(rp, p, r.viewerOf(r.Ephemeral || !own))
	reply.Pressed = view.ReplacedIf(p.Turn != view.TurnOpen && (r.Ephemeral || own))
	// In its place it stays what it is; a page that cannot be brought there is worth no message to the channel.
	reply.Private = true
	return reply, nil
}

// list shows the person the records that they have imported here.
func (c records) list(ctx context.Context, r *Request) (view.Reply, error) {
	return c.page(ctx, r, 0)
}

// turnList shows another page of that list.
func (c records) turnList(ctx context.Context, r *Request) (view.Reply, error) {
	first, err := strconv.Atoi(r.Press.Arg)
	if err != nil {
		return view.Reply{}, r.Press.Foreign(err)
	}
	reply, err := c.page(ctx, r, first)
	reply.Pressed = view.ReplacedIf(r.Ephemeral)
	return reply, err
}

// page is the page of the list after first records.
func (c records) page(ctx context.Context, r *Request, first int) (view.Reply, error) {
	all, err := c.records.List(ctx, r.Act())
	if err != nil {
		return view.Reply{}, err
	}
	return view.Records(all, first, r.Viewer), nil
}

// Complete offers the records that the person has imported here and whose line contains what they have typed, the
// newest first; for any other option than the record it offers their games.
func (c records) complete(ctx context.Context, r *Request) ([]discord.Choice, error) {
	if r.Focused != "record" {
		return c.pick.completePlayed(ctx, r)
	}
	all, err := c.records.List(ctx, r.Act())
	if err != nil {
		return nil, err
	}
	typed := r.typed("record")
	var choices []discord.Choice
	for i := range all {
		if line := discord.Cut(view.RecordLine(&all[i], r.Viewer.Words), discord.ChoiceNameLimit); contains(line, typed) {
			choice := discord.Choice{Name: line, Value: int64(all[i].ID)}
			if n, ok := r.Number("record"); ok && record.ID(n) == all[i].ID {
				// Its whole number was typed: it comes before those that only contain the digits.
				choices = slices.Insert(choices, 0, choice)
				continue
			}
			choices = append(choices, choice)
		}
	}
	return choices, nil
}
