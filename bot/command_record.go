package bot

import (
	"context"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/game"
	"xiangqibot/bot/view"
)

// recordCommand is /record: games as records, to be read, paged through and saved.
func (h *host) recordCommand() *Command {
	return &Command{name: "record", subs: []*Command{
		{
			name: "record import",
			options: []commandOption{
				{name: "text", kind: discordgo.ApplicationCommandOptionString},
				{name: "file", kind: discordgo.ApplicationCommandOptionAttachment},
			},
			run: h.recordImport,
		},
		{
			name:     "record show",
			options:  []commandOption{gameOption(), recordOption()},
			run:      h.recordShow,
			complete: h.completeRecord,
		},
		{name: "record list", private: true, run: h.recordList},
		{
			name:     "record export",
			options:  exportOptions(),
			run:      h.recordExport,
			complete: h.completeRecord,
		},
	}}
}

// recordOption names a record that somebody imported.
func recordOption() commandOption {
	return commandOption{name: "record", kind: discordgo.ApplicationCommandOptionInteger, complete: true, atLeast: 1}
}

// recordShow shows a game from its last move on: before everybody where that disturbs nobody, see public.
func (h *host) recordShow(ctx context.Context, r *Request) (view.Reply, error) {
	rp, problem, err := h.named(ctx, r)
	if err != nil || problem != "" {
		return view.Private(problem), err
	}
	reply := h.view.Replay(rp, rp.Last(r.Reader), r.Reader)
	reply.Private = !rp.Public
	return reply, nil
}

// named is the game or the record that the options of a command name; without any, the game that /board would show. problem says, in
// the reader's words, what is wrong with the options.
func (h *host) named(ctx context.Context, r *Request) (rp *view.Replay, problem string, err error) {
	record, _ := r.Number("record")
	if record != 0 && r.Game() != 0 {
		return nil, r.Reader.Words.Say("record.game-or-record"), nil
	}
	rp, err = h.replay(ctx, r, r.Game(), game.RecordID(record))
	return rp, "", err
}

// replay reads what is to be paged through. The rules of who may see a game are the Service's.
func (h *host) replay(ctx context.Context, r *Request, id game.ID, record game.RecordID) (*view.Replay, error) {
	if record != 0 {
		imported, err := h.service.Imported(ctx, r.Act(), record)
		if err != nil {
			return nil, err
		}
		return replayOf(&imported, r), nil
	}
	g, err := h.service.Look(ctx, r.Act(), id)
	if err != nil {
		return nil, err
	}
	rp := &view.Replay{Game: g.ID, Sheet: game.Sheet(g)}
	switch g.State {
	case game.Active:
	case game.Finished:
		rp.Over = true
	default: // a challenge that has not become a game
		return nil, &game.Refusal{Code: game.NotStarted, Game: g.ID}
	}
	rp.Public = r.around(g.Guild, g.Channel) && (rp.Over || g.Takes(r.Reader.Person))
	return rp, nil
}

// replayOf is an imported record as something to page through.
func replayOf(imported *game.Imported, r *Request) *view.Replay {
	return &view.Replay{
		Record: imported.ID, Sheet: imported.Game, Over: true, Broken: imported.Broken, Public: r.around(imported.Guild, imported.Channel),
	}
}

// around tells whether the people around the one who asked may see what belongs to a server and a channel.
func (r *Request) around(guild, channel string) bool {
	return channel == r.Channel || guild != "" && guild == r.Guild
}

// pressPage turns the pages of a record: in its place for the one who asked for it, and in a private copy for anybody else, so that
// nobody turns another's pages.
func (h *host) pressPage(ctx context.Context, r *Request) (view.Reply, error) {
	p, err := view.ParsePage(r.Press)
	if err != nil {
		return view.Reply{}, err
	}
	rp, err := h.replay(ctx, r, p.Game, p.Record)
	if err != nil {
		return view.Reply{}, err
	}
	own := p.Owner == r.Reader.Person
	p = p.Turned(len(rp.Sheet.Moves))
	p.Owner = r.Reader.Person
	reply := h.view.Replay(rp, p, r.Reader)
	reply.InPlace = p.Turn != view.TurnOpen && (r.Ephemeral || own)
	reply.Private = true // in its place it stays what it is; a page that cannot be brought there is worth no message to the channel
	return reply, nil
}

// completePlayed offers the games that the person plays or has played, the newest first.
func (h *host) completePlayed(ctx context.Context, r *Request) ([]discord.Choice, error) {
	games, err := h.service.Played(ctx, r.Reader.Person)
	if err != nil {
		return nil, err
	}
	return h.gameChoices(games, r), nil
}
