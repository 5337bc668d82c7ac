package game

import (
	"context"
	"time"

	"xiangqibot/engine/board"
	"xiangqibot/engine/gamefile"
	"xiangqibot/engine/notation"
)

// RecordID names an imported record for ever. Numbers start at 1 and are never given twice; 0 means no record.
type RecordID int64

// MaxRecords is how many imported records of one person are kept. The oldest go first.
const MaxRecords = 200

// SavedRecord is an imported record as a Store keeps it.
type SavedRecord struct {
	ID      RecordID
	Owner   Person    // who brought it
	Guild   string    // the server in which he did; empty in a direct message
	Channel string    // the channel or thread
	At      time.Time // when, in UTC and whole milliseconds
	File    []byte    // what gamefile.Read reads: PGN, but for a broken record, which is kept as it came
}

// Imported is the record of a game that somebody brought: from a book, from another site, from paper.
type Imported struct {
	SavedRecord
	Game   gamefile.Game
	Broken error // the *gamefile.Error at which the record breaks off, Game is what was good before; nil if it is whole
}

// ImportRecord reads the game in a file, or in a text that was pasted, and keeps it as the actor's. Of a broken record what is good is
// kept, and Imported.Broken says where it ends and why.
//
// Errors: that of gamefile.Read, where nothing is good; Refusal AlreadyDone.
func (s *Service) ImportRecord(ctx context.Context, act Act, data []byte) (Imported, error) {
	read, _, broken := gamefile.Read(data)
	if broken != nil && isBlank(&read) {
		return Imported{}, broken
	}
	file := data
	if broken == nil {
		var err error
		if file, err = gamefile.Write(&read, gamefile.PGN, notation.ICCS); err != nil {
			return Imported{}, err
		}
	}
	saved := SavedRecord{Owner: act.Actor, Guild: act.Guild, Channel: act.Channel, At: s.now(), File: file}
	var err error
	if saved.ID, err = s.store.SaveRecord(ctx, act.Claim, saved, MaxRecords); err != nil {
		return Imported{}, err
	}
	return Imported{saved, read, broken}, nil
}

// isBlank tells whether nothing has been read of a game that could be shown: no move, and no position of its own.
func isBlank(g *gamefile.Game) bool {
	return len(g.Moves) == 0 && (g.Start == board.Position{} || g.Start == board.StartPosition())
}

// Imported reads an imported record for the actor to see. Its owner may everywhere, others where he brought it: in that channel and in
// that server.
//
// Refusal: NoSuchRecord, also for a record that is not for the actor's eyes, and for one that had to go.
func (s *Service) Imported(ctx context.Context, act Act, id RecordID) (Imported, error) {
	saved, err := s.store.Record(ctx, id)
	if err != nil {
		return Imported{}, err
	}
	if saved.Owner != act.Actor && !act.around(saved.Guild, saved.Channel) {
		return Imported{}, &Refusal{Code: NoSuchRecord, Record: id}
	}
	read, _, broken := gamefile.Read(saved.File)
	return Imported{saved, read, broken}, nil
}
