// Package record keeps the games that people bring in from files and from texts that they paste.
//
//	imported, err := service.Import(ctx, act, data)      // reads it, keeps it as the actor's
//	imported, err = service.Record(ctx, act, imported.ID) // for those who may see it
//	all, err := service.List(ctx, act)                   // what the actor brought here
//
// Package gamefile reads the files. A person can keep MaxRecords records, of MaxBytes together; beyond that the oldest are
// deleted.
package record

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/engine/board"
	"xiangqibot/engine/gamefile"
	"xiangqibot/engine/notation"
)

// What is kept of one person's imported records; the oldest go first. A single record, of at most gamefile.MaxSize
// bytes, always finds room.
const (
	MaxRecords = 200      // how many
	MaxBytes   = 16 << 20 // of their files together
)

// ID identifies an imported record. IDs start at 1 and are never given twice; 0 means no record.
type ID int64

// Room is how much of a person's records a Store is to keep.
type Room struct {
	Records int
	Bytes   int
}

// Saved is an imported record as a Store keeps it.
type Saved struct {
	ID      ID
	Owner   game.Person // who brought it
	Guild   string      // the server in which they did; empty in a direct message
	Channel string      // the channel or thread
	At      time.Time   // when, in UTC and whole milliseconds
	Caption Caption
	File    []byte // what gamefile.Read reads: PGN, but for a broken record, which is kept as it came
}

// Caption is what a list says of a record. Texts are as the file has them but for their length, and empty where it says
// nothing.
type Caption struct {
	Event  string          `json:"event,omitempty"` // or its title
	Red    string          `json:"red,omitempty"`
	Black  string          `json:"black,omitempty"`
	Date   string          `json:"date,omitempty"`
	Result gamefile.Result `json:"result,omitempty"`
	Plies  int             `json:"plies,omitempty"` // moves of both sides
}

// captionText is how many characters of a text a caption keeps.
const captionText = 80

// captionOf describes a record.
func captionOf(g *gamefile.Game) Caption {
	text := func(text string) string {
		if r := []rune(strings.TrimSpace(text)); len(r) > captionText {
			return string(r[:captionText-1]) + "…"
		}
		return strings.TrimSpace(text)
	}
	return Caption{
		Event: text(cmp.Or(g.Event, g.Tag("Title"))), Red: text(g.Red), Black: text(g.Black), Date: text(g.Date),
		Result: g.Result, Plies: len(g.Moves),
	}
}

// Imported is the record of a game that somebody brought: from a book, from another site, from paper.
type Imported struct {
	Saved
	Game   gamefile.Game
	Broken error // the *gamefile.Error at which the record breaks off, Game is what was good before; nil if it is whole
}

// MissingError says that no record has this ID, or that it is not for the eyes of the person who asked.
type MissingError struct{ ID ID }

func (e *MissingError) Error() string {
	return fmt.Sprintf("record %d: there is none to be seen here", e.ID)
}

// Store keeps imported records. Package store implements it on a database.
type Store interface {
	// SaveRecord keeps a new imported record and returns the ID that it gets. Of the records of its owner the latest are
	// kept for which there is room: the others go in the same transaction. The key is as in game.GameStore.Update.
	SaveRecord(ctx context.Context, key string, r Saved, room Room) (ID, error)

	// Record reads one imported record; *MissingError if there is none.
	Record(ctx context.Context, id ID) (Saved, error)

	// Records lists the records of a person, the newest first, without their files.
	Records(ctx context.Context, owner game.Person) ([]Saved, error)
}

// Service is what people do with imported records. It may be used by many at once.
type Service struct {
	store Store
	now   func() time.Time
}

// New returns the service of a store. The clock is that of game.Service.
func New(store Store, now func() time.Time) *Service { return &Service{store, now} }

// Import reads the game in a file, or in a text that was pasted, and keeps it as the actor's. Of a broken record what
// is good is kept, and Imported.Broken says where it ends and why.
//
// Errors: that of gamefile.Read, where nothing is good; game.Refusal AlreadyDone.
func (s *Service) Import(ctx context.Context, act game.Act, data []byte) (Imported, error) {
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
		if len(file) > gamefile.MaxSize { // comments take more room in UTF-8 than in GB18030: what is kept must be read again
			file = data
		}
	}
	saved := Saved{
		Owner: act.Actor, Guild: act.Guild, Channel: act.Channel, At: s.now(), Caption: captionOf(&read), File: file,
	}
	var err error
	if saved.ID, err = s.store.SaveRecord(ctx, act.Key, saved, Room{MaxRecords, MaxBytes}); err != nil {
		return Imported{}, err
	}
	return Imported{saved, read, broken}, nil
}

// isBlank reports whether nothing has been read of a game that could be shown: no move, and no position of its own.
func isBlank(g *gamefile.Game) bool {
	return len(g.Moves) == 0 && (g.Start == board.Position{} || g.Start == board.StartPosition())
}

// Record reads an imported record for the actor to see. The owner may see it everywhere, others where the owner brought
// it: in that channel and in that server.
//
// Error: *MissingError, also for a record that is not for the actor's eyes, and for one that had to go.
func (s *Service) Record(ctx context.Context, act game.Act, id ID) (Imported, error) {
	saved, err := s.store.Record(ctx, id)
	if err != nil {
		return Imported{}, err
	}
	if saved.Owner != act.Actor && !act.Around(saved.Guild, saved.Channel) {
		return Imported{}, &MissingError{id}
	}
	read, _, broken := gamefile.Read(saved.File)
	return Imported{saved, read, broken}, nil
}

// List lists the records that the actor brought and that may be seen where the actor is: in this channel or this
// server. The newest come first, and their files stay where they are.
func (s *Service) List(ctx context.Context, act game.Act) ([]Saved, error) {
	all, err := s.store.Records(ctx, act.Actor)
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(all, func(r Saved) bool { return !act.Around(r.Guild, r.Channel) }), nil
}
