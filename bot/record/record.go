// Package record stores the games that people import from files and from pasted text, and exports games for files.
//
//	imported, err := service.Import(ctx, act, data, 0)   // parses and stores it for the actor
//	imported, err = service.Record(ctx, act, imported.ID) // for those who may see it
//	all, err := service.List(ctx, act)                   // what the actor imported in this channel or server
//
// Package codec parses the files. A person can have [MaxRecords] records with [MaxBytes] in total; beyond that the
// oldest are deleted.
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
	"xiangqibot/engine/gamefile/codec"
	"xiangqibot/engine/notation"
)

// The quota of one person's imported records; the oldest are deleted first. A single record, of at most
// [gamefile.MaxSize] bytes, always fits.
const (
	MaxRecords = 200      // number of records
	MaxBytes   = 16 << 20 // total size of their files
)

// ID identifies an imported record. IDs start at 1 and are never reused; 0 means no record.
type ID int64

// Quota is how many records, and how many bytes, a [Store] keeps for a person.
type Quota struct {
	Records int
	Bytes   int
}

// Saved is an imported record as a [Store] holds it.
type Saved struct {
	ID      ID
	Owner   game.Person // who imported it
	Guild   string      // the server in which they did; empty in a direct message
	Channel string      // the channel or thread
	At      time.Time   // when, in UTC and whole milliseconds
	Caption Caption
	File    []byte // as codec.Read reads it: PGN, except for a broken record, which is stored unchanged
}

// Caption describes a record in a list. Texts are taken from the file and truncated; they are empty if the file has
// none.
type Caption struct {
	Event  string          `json:"event,omitempty"` // or the title
	Red    string          `json:"red,omitempty"`
	Black  string          `json:"black,omitempty"`
	Date   string          `json:"date,omitempty"`
	Result gamefile.Result `json:"result,omitempty"`
	Plies  int             `json:"plies,omitempty"` // moves of both sides
	// Number is which game of its file it is, from 1, and Games how many the file holds; both are 0 where it holds no
	// other.
	Number int `json:"number,omitempty"`
	Games  int `json:"games,omitempty"`
}

// maxCaptionText is the maximum length of a caption's text in characters.
const maxCaptionText = 80

// captionOf returns the caption of a record.
func captionOf(g *gamefile.Game) Caption {
	text := func(text string) string {
		if r := []rune(strings.TrimSpace(text)); len(r) > maxCaptionText {
			return string(r[:maxCaptionText-1]) + "…"
		}
		return strings.TrimSpace(text)
	}
	c := Caption{
		Event: text(cmp.Or(g.Event, g.Tag("Title"))), Red: text(g.Red), Black: text(g.Black), Date: text(g.Date),
		Result: g.Result, Plies: len(g.Moves),
	}
	if g.Before+g.More > 0 {
		c.Number, c.Games = g.Before+1, g.Before+1+g.More
	}
	return c
}

// Imported is a record with its game.
type Imported struct {
	Saved
	Game   gamefile.Game
	Broken error // the *gamefile.Error at which the valid part, Game, ends; nil if the record is complete
}

// NotFoundError means that no record has this ID, or that the person who asked may not see it.
type NotFoundError struct{ ID ID }

func (e *NotFoundError) Error() string {
	return fmt.Sprintf("record %d: not found, or not visible in this channel", e.ID)
}

// Store stores imported records. Package store implements it on a database.
type Store interface {
	// SaveRecord saves a new imported record and returns its ID. In the same transaction it deletes the oldest records
	// of the owner that exceed the quota. The key is as in game.GameStore.Update.
	SaveRecord(ctx context.Context, key string, r Saved, quota Quota) (ID, error)

	// Record reads one imported record; *NotFoundError if there is none.
	Record(ctx context.Context, id ID) (Saved, error)

	// Records lists the records of a person, newest first, without their files.
	Records(ctx context.Context, owner game.Person) ([]Saved, error)
}

// Service imports, reads and lists records. It is safe for concurrent use.
type Service struct {
	store Store
	now   func() time.Time
}

// New returns the service for a store. The clock is [game.Service.Now].
func New(store Store, now func() time.Time) *Service { return &Service{store, now} }

// Import parses a game in a file or in pasted text and saves it as the actor's: the one with a number, from 1, or with
// 0 the first that can be read. If the record is broken, its valid part is used, and [Imported.Broken] says where
// it ends and why.
//
// Errors: that of [codec.ReadGame] if nothing is valid; [game.Refusal] AlreadyDone.
func (s *Service) Import(ctx context.Context, act game.Act, data []byte, number int) (Imported, error) {
	read, source, broken := codec.ReadGame(data, number)
	if broken != nil && isBlank(&read) {
		return Imported{}, broken
	}
	file := data
	if source.Alone != nil {
		file = source.Alone
	}
	if broken == nil {
		var err error
		if file, err = codec.Write(&read, gamefile.PGN, notation.ICCS); err != nil {
			return Imported{}, err
		}
		if len(file) > gamefile.MaxSize { // UTF-8 takes more bytes than GB18030, and the stored file must be readable
			file = data
		}
	}
	saved := Saved{
		Owner: act.Actor, Guild: act.Guild, Channel: act.Channel, At: s.now(), Caption: captionOf(&read), File: file,
	}
	var err error
	if saved.ID, err = s.store.SaveRecord(ctx, act.Key, saved, Quota{MaxRecords, MaxBytes}); err != nil {
		return Imported{}, err
	}
	return Imported{saved, read, broken}, nil
}

// isBlank reports whether a game has nothing to show: no move and no custom position.
func isBlank(g *gamefile.Game) bool {
	return len(g.Moves) == 0 && (g.Start == board.Position{} || g.Start == board.StartPosition())
}

// Record reads an imported record for the actor. The owner may see it everywhere, others where the owner imported it:
// in that channel and in that server.
//
// Error: *[NotFoundError], also for a record that the actor may not see and for one that was deleted to meet the quota.
func (s *Service) Record(ctx context.Context, act game.Act, id ID) (Imported, error) {
	saved, err := s.store.Record(ctx, id)
	if err != nil {
		return Imported{}, err
	}
	if saved.Owner != act.Actor && !act.Around(saved.Guild, saved.Channel) {
		return Imported{}, &NotFoundError{id}
	}
	read, _, broken := codec.Read(saved.File)
	if saved.Caption.Games > 0 { // the file is the game alone
		read.Before, read.More = saved.Caption.Number-1, saved.Caption.Games-saved.Caption.Number
	}
	return Imported{saved, read, broken}, nil
}

// List lists the records that the actor imported in this channel or this server, newest first and without their files.
func (s *Service) List(ctx context.Context, act game.Act) ([]Saved, error) {
	all, err := s.store.Records(ctx, act.Actor)
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(all, func(r Saved) bool { return !act.Around(r.Guild, r.Channel) }), nil
}
