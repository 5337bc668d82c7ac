package store_test

import (
	"errors"
	"fmt"
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

// Of each person's records the latest are kept, and a number is never given twice.
func TestOldestRecordsAreDropped(t *testing.T) {
	eachDB(t, func(t *testing.T, db *store.DB) {
		theirs := brought("carol's")
		theirs.Owner = carol
		kept := ok(db.Records.SaveRecord(t.Context(), "", theirs, record.Quota{Records: 3, Bytes: 100}))(t)
		var saved []record.ID
		for i := range 6 {
			id := ok(db.Records.SaveRecord(t.Context(), "", brought(fmt.Sprint(i)), record.Quota{Records: 3, Bytes: 100}))(t)
			saved = append(saved, id)
			for j, id := range saved {
				r, err := db.Records.Record(t.Context(), id)
				if j <= i-3 {
					gone(t, err)
				} else if err != nil || string(r.File) != fmt.Sprint(j) {
					t.Errorf("after %d records the one numbered %d is %+v, %v", i+1, id, r, err)
				}
			}
		}
		if _, err := db.Records.Record(t.Context(), kept); err != nil {
			t.Errorf("what others brought made carol's go: %v", err)
		}
		last, err := db.Records.SaveRecord(t.Context(), "", brought("the last"), record.Quota{Bytes: 100}) // not even itself
		must(t, err)
		next := ok(db.Records.SaveRecord(t.Context(), "", brought("the next"), record.Quota{Records: 3, Bytes: 100}))(t)
		if last != saved[5]+1 || next != last+1 {
			t.Errorf("numbers %v, then %d and %d", saved, last, next)
		}
	})
}

// The files of a person's records have so many bytes together at the most; a large one makes several small ones go, and
// a list tells what is left.
func TestQuotaByBytes(t *testing.T) {
	eachDB(t, func(t *testing.T, db *store.DB) {
		room := record.Quota{Records: 100, Bytes: 10}
		theirs := brought("0123456789")
		theirs.Owner = carol
		ok(db.Records.SaveRecord(t.Context(), "", theirs, room))(t)
		left := func(want ...string) {
			t.Helper()
			list := ok(db.Records.Records(t.Context(), bob))(t)
			var files []string
			for i, r := range list {
				whole := ok(db.Records.Record(t.Context(), r.ID))(t)
				files = append(files, string(whole.File))
				whole.File = nil
				if diff := cmp.Diff(whole, list[i]); diff != "" {
					t.Errorf("listed otherwise than it is (-record +listed):\n%s", diff)
				}
			}
			if diff := cmp.Diff(want, files); diff != "" {
				t.Errorf("left are (-want +got):\n%s", diff)
			}
		}
		left()
		for _, file := range []string{"aaa", "bbb", "cccc"} {
			ok(db.Records.SaveRecord(t.Context(), "", brought(file), room))(t)
		}
		left("cccc", "bbb", "aaa") // just full
		ok(db.Records.SaveRecord(t.Context(), "", brought("ddd"), room))(t)
		left("ddd", "cccc", "bbb")
		ok(db.Records.SaveRecord(t.Context(), "", brought("eeeeeee"), room))(t)
		left("eeeeeee", "ddd")
		ok(db.Records.SaveRecord(t.Context(), "", brought("0123456789"), room))(t)
		left("0123456789")
		if list, err := db.Records.Records(t.Context(), carol); err != nil || len(list) != 1 {
			t.Errorf("carol has %d records, %v", len(list), err)
		}
	})
}
