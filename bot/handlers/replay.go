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
	"xiangqibot/bot/view/recordview"
	"xiangqibot/engine/board"
	"xiangqibot/engine/study"
)

// Replay reads a game for the actor, who may see it as with /record; where recordID is not 0, it is that record.
func (h *Host) Replay(ctx context.Context, act game.Act, id game.ID, recordID record.ID) (*recordview.Replay, error) {
	if recordID != 0 {
		var imported record.Imported
		var err error
		h.Reading.Do(act.Guild, act.Actor, func() { imported, err = h.Records.Record(ctx, act, recordID) }) // rereads the file
		if err != nil {
			return nil, err
		}
		return replayOf(&imported), nil
	}
	g, err := h.Finder.FindVisible(ctx, act, id)
	if err != nil {
		return nil, err
	}
	rp := &recordview.Replay{Game: g.ID, Ours: g, Sheet: record.Export(g)}
	rp.Sheet.Site = h.Names.Name(g.Guild)
	switch g.State {
	case game.Active:
	case game.Finished:
		rp.Over = true
	default: // a challenge that has not become a game
		return nil, &game.Refusal{Code: game.NotStarted, Game: g.ID}
	}
	return rp, nil
}

// replayOf is an imported record as something to page through.
func replayOf(imported *record.Imported) *recordview.Replay {
	sheet := imported.Game
	for _, text := range []*string{&sheet.Red, &sheet.Black, &sheet.Event, &sheet.Site, &sheet.Date, &sheet.Round, &sheet.Opening} {
		*text = game.Sanitize(*text) // also where it goes into a file
	}
	return &recordview.Replay{Record: imported.ID, Sheet: sheet, Over: true, Broken: imported.Broken}
}

// Reviewed reads the review of a game that is over, as /review does: if there is none, it begins one if begin is set,
// and otherwise returns nil.
func (h *Host) Reviewed(
	ctx context.Context, act game.Act, rp *recordview.Replay, begin bool,
) (*recordview.Reviewed, error) {
	if !rp.Over {
		return nil, &game.Refusal{Code: review.NotOver, Game: rp.Game}
	}
	of, rec := review.Subject{Game: rp.Game, Record: rp.Record}, rp.Sheet.Record()
	var found *review.Review
	var err error
	if begin {
		found, err = h.Reviews.Ask(ctx, act, of, &rec, rp.Ruleset())
	} else {
		found, err = h.Reviews.Find(ctx, act, of, &rec)
	}
	if err != nil || found == nil {
		return nil, err
	}
	return &recordview.Reviewed{Replay: rp, Study: found.Study}, nil
}

// recordUpTo returns the record of a finished game up to a ply, or to its end.
func recordUpTo(rp *recordview.Replay, ply int) (board.Record, error) {
	rec := rp.Sheet.Record()
	if !rp.Over {
		return rec, &game.Refusal{Code: review.GameNotOver, Game: rp.Game}
	}
	rec.Moves = rec.Moves[:min(max(ply, 0), len(rec.Moves))]
	return rec, nil
}

// replays finds the game or the imported record that a command or a button means.
type replays struct{ *Host }

// recordOption names a record that somebody imported.
func recordOption() commandOption {
	return commandOption{Name: "record", Kind: discordgo.ApplicationCommandOptionInteger, Complete: true, atLeast: 1}
}

// target returns the game or the record in the options of a command; without any, the game that /board would show.
func (c replays) target(ctx context.Context, r *Request) (*recordview.Replay, error) {
	imported, _ := r.number("record")
	if imported != 0 && r.Game() != 0 {
		return nil, view.NewProblem("record.game-or-record")
	}
	return c.replay(ctx, r, r.Game(), record.ID(imported))
}

// replay reads the record to page through. The service decides who may see a game.
func (c replays) replay(ctx context.Context, r *Request, id game.ID, recordID record.ID) (*recordview.Replay, error) {
	rp, err := c.Replay(ctx, r.Act(), id, recordID)
	if err == nil {
		rp.NoteQuestions(r.Viewer)
	}
	return rp, err
}

// pressed is the page of the button that was pressed, and what it is a page of.
func (c replays) pressed(ctx context.Context, r *Request) (p view.Page, rp *recordview.Replay, err error) {
	if p, err = view.ParsePage(r.Press); err == nil {
		rp, err = c.replay(ctx, r, p.Game, p.Record)
	}
	return p, rp, err
}

// complete offers the records that the person has imported here and whose line contains what they have typed, the
// newest first; for any other option than the record it offers their games.
func (c replays) complete(ctx context.Context, r *Request) ([]discord.Choice, error) {
	if r.Focused != "record" {
		return c.completePlayed(ctx, r)
	}
	all, err := c.Records.List(ctx, r.Act())
	if err != nil {
		return nil, err
	}
	n, _ := r.number("record")
	if i := slices.IndexFunc(all, func(saved record.Saved) bool { return saved.ID == record.ID(n) }); i >= 0 {
		all = slices.Concat(all[i:i+1], all[:i], all[i+1:]) // its whole number was typed, of others only the digits
	}
	return matching(all, r.typed("record"), func(saved record.Saved) (string, any) {
		return recordview.RecordLine(&saved, r.Viewer.Words), int64(saved.ID)
	}), nil
}

// marks is what the review of a game found; nil if there is none.
func (c replays) marks(ctx context.Context, rp *recordview.Replay, r *Request) (*study.Study, error) {
	rec := rp.Sheet.Record()
	return c.Reviews.Marks(ctx, r.Act(), review.Subject{Game: rp.Game, Record: rp.Record}, &rec)
}
