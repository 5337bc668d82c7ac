package store_test

import (
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"xiangqibot/bot/game"
	"xiangqibot/bot/record"
	"xiangqibot/engine/gamefile"
	"xiangqibot/store"
)

// plenty is room for whatever a test brings.
var plenty = record.Quota{Records: 1 << 30, Bytes: 1 << 40}

// gone checks that err says that there is no such record.
func gone(t *testing.T, err error) {
	t.Helper()
	if !errors.As(err, new(*record.NotFoundError)) {
		t.Errorf("got %v, want a NotFoundError", err)
	}
}

// brought is what bob brought to a channel.
func brought(file string) record.Saved {
	return record.Saved{Owner: bob, Guild: "9", Channel: "c", At: start, File: []byte(file)}
}

// Whatever bytes a record has, they come back as they were.
func TestAnyRecordIsReadAsItWasSaved(t *testing.T) {
	eachDB(t, func(t *testing.T, db *store.DB) {
		rapid.Check(t, func(t *rapid.T) {
			want := record.Saved{
				Owner:   game.Person(rapid.StringMatching(`[0-9]{1,18}`).Draw(t, "owner")),
				Guild:   rapid.StringMatching(`[0-9]{0,18}`).Draw(t, "guild"),
				Channel: rapid.StringMatching(`[0-9]{1,18}`).Draw(t, "channel"),
				At:      start.Add(time.Duration(rapid.Int64Range(0, 1e12).Draw(t, "ms")) * time.Millisecond),
				Caption: record.Caption{
					Event: rapid.String().Draw(t, "event"), Red: rapid.String().Draw(t, "red"),
					Result: gamefile.Result(rapid.IntRange(0, 3).Draw(t, "result")), Plies: rapid.IntRange(0, 300).Draw(t, "plies"),
				},
				File: rapid.SliceOfN(rapid.Byte(), 1, 1000).Draw(t, "file"),
			}
			id := ok(db.Records.SaveRecord(t.Context(), "", want, plenty))(t)
			want.ID = id
			got := ok(db.Records.Record(t.Context(), id))(t)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Fatalf("record differs (-want +got):\n%s", diff)
			}
		})
		_, err := db.Records.Record(t.Context(), 1_000_000)
		gone(t, err)
	})
}

// Of each person's records the latest are kept, so many of them and of so many bytes together: a large one makes several
// small ones go. A list tells what is left, and a number is never given twice.
func TestOldestRecordsAreDropped(t *testing.T) {
	eachDB(t, func(t *testing.T, db *store.DB) {
		room := record.Quota{Records: 4, Bytes: 10}
		theirs := brought("0123456789")
		theirs.Owner = carol
		last := ok(db.Records.SaveRecord(t.Context(), "", theirs, room))(t)
		bring := func(room record.Quota, file string, want ...string) {
			t.Helper()
			id := ok(db.Records.SaveRecord(t.Context(), "", brought(file), room))(t)
			if id != last+1 {
				t.Errorf("record %d comes after %d", id, last)
			}
			last = id
			var files []string
			for _, listed := range ok(db.Records.Records(t.Context(), bob))(t) {
				whole := ok(db.Records.Record(t.Context(), listed.ID))(t)
				files = append(files, string(whole.File))
				whole.File = nil
				alike(t, listed, whole)
			}
			alike(t, files, want)
		}
		bring(room, "aaa", "aaa")
		bring(room, "bbb", "bbb", "aaa")
		bring(room, "cccc", "cccc", "bbb", "aaa") // just full
		bring(room, "ddd", "ddd", "cccc", "bbb")
		bring(room, "eeeeeee", "eeeeeee", "ddd")
		for _, file := range []string{"f", "g", "h"} {
			ok(db.Records.SaveRecord(t.Context(), "", brought(file), room))(t)
			last++
		}
		bring(room, "i", "i", "h", "g", "f")
		bring(room, "0123456789", "0123456789")
		bring(record.Quota{Bytes: 10}, "x") // not even itself
		bring(room, "y", "y")
		if list, err := db.Records.Records(t.Context(), carol); err != nil || len(list) != 1 {
			t.Errorf("carol has %d records, %v", len(list), err)
		}
	})
}
