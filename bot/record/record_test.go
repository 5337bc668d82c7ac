package record_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/text/encoding/simplifiedchinese"

	"xiangqibot/bot/game"
	"xiangqibot/bot/game/gametest"
	"xiangqibot/bot/record"
	"xiangqibot/engine/board"
	"xiangqibot/engine/gamefile"
	"xiangqibot/engine/gamefile/codec"
	"xiangqibot/engine/notation"
	"xiangqibot/store"
	"xiangqibot/store/storetest"
)

const (
	alice game.Person = "1001"
	bob   game.Person = "1002"
	eve   game.Person = "1003"
)

// checks is a position in which Red gives check.
const checks = "3k5/9/9/9/9/9/9/9/4R4/5K3 w - - 0 1"

const pasted = "1. 炮二平五 马8进7\n2. 马二进三 车9平8"

var start = time.Date(2026, 11, 8, 12, 0, 0, 0, time.UTC)

// positions lets cmp compare positions, which keep their fields to themselves.
var positions = cmp.Comparer(func(a, b board.Position) bool { return a == b })

// table is the service on a database of its own.
type table struct {
	*record.Service
	db *store.DB
}

func newTable(t *testing.T) *table {
	t.Helper()
	db := storetest.Open(t, store.Options{})
	return &table{record.New(db.Records, func() time.Time { return start }), db}
}

func at(p game.Person, channel string) game.Act {
	return game.Act{Actor: p, Guild: "g", Channel: channel}
}

var must = gametest.Must

// missing checks that err is a NotFoundError.
func missing(t *testing.T, err error) {
	t.Helper()
	if !errors.As(err, new(*record.NotFoundError)) {
		t.Errorf("got %v, want a NotFoundError", err)
	}
}

// bring imports a text, without an error.
func (tb *table) bring(t *testing.T, act game.Act, text string) record.Imported {
	t.Helper()
	rec := ok(tb.Import(t.Context(), act, []byte(text), 0))(t)
	return rec
}

func TestImportAndRead(t *testing.T) {
	tb := newTable(t)
	rec := tb.bring(t, at(alice, "c"), pasted)
	if rec.Broken != nil || len(rec.Game.Moves) != 4 || rec.ID != 1 || rec.Owner != alice || rec.Guild != "g" || rec.Channel != "c" || !rec.At.Equal(start) {
		t.Fatalf("imported %+v", rec)
	}
	again := ok(tb.Record(t.Context(), at(alice, "c"), rec.ID))(t)
	if diff := cmp.Diff(rec, again, positions); diff != "" {
		t.Errorf("read again it differs (-first +again):\n%s", diff)
	}
	if _, format, err := codec.Read(rec.File); err != nil || format != gamefile.PGN {
		t.Errorf("kept as %v, %v:\n%s", format, err, rec.File)
	}
	_, err := tb.Record(t.Context(), at(alice, "c"), 42)
	missing(t, err)
}

// The valid part of a broken record is kept, with where and why it ends.
func TestBrokenRecord(t *testing.T) {
	tb := newTable(t)
	for name, test := range map[string]struct {
		text  string
		moves int
		ply   int
	}{
		"an illegal move":            {pasted + "\n3. 马三进五", 4, 5},
		"no move":                    {"1. 炮二平五 马8进7\n2. 马二进三 车9平十", 3, 4},
		"a position, no move at all": {`[FEN "` + checks + "\"]\n1. 车五进九 *", 0, 1},
	} {
		t.Run(name, func(t *testing.T) {
			rec := tb.bring(t, at(alice, "c"), test.text)
			again := ok(tb.Record(t.Context(), at(alice, "c"), rec.ID))(t)
			for _, rec := range []record.Imported{rec, again} {
				fault := (*gamefile.Error)(nil)
				if !errors.As(rec.Broken, &fault) || fault.Ply != test.ply || fault.Cause == nil {
					t.Errorf("broken by %v", rec.Broken)
				}
				if len(rec.Game.Moves) != test.moves {
					t.Errorf("%d moves are left", len(rec.Game.Moves))
				}
			}
			if again.Broken.Error() != rec.Broken.Error() {
				t.Errorf("broken by %v, and read again by %v", rec.Broken, again.Broken)
			}
		})
	}
	rec := tb.bring(t, at(alice, "c"), pasted+"\n3. 马三进五")
	if !errors.As(rec.Broken, new(*notation.IllegalError)) {
		t.Errorf("the cause is lost in %v", rec.Broken)
	}
}

// A record without a valid part is not saved.
func TestInvalidRecord(t *testing.T) {
	tb := newTable(t)
	for name, text := range map[string]string{
		"nothing":            "",
		"no game":            "hello",
		"the first move bad": "[Red \"Alice\"]\n\n1. 炮二平二 *",
		"too large":          strings.Repeat(pasted+"\n", gamefile.MaxSize/len(pasted)+1),
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := tb.Import(t.Context(), at(alice, "c"), []byte(text), 0); !errors.As(err, new(*gamefile.Error)) {
				t.Errorf("got %v, want an error of package gamefile", err)
			}
		})
	}
	if kept, err := tb.db.Records.Records(t.Context(), alice); err != nil || len(kept) != 0 {
		t.Errorf("%d records are kept, %v", len(kept), err)
	}
}

func TestAnInteractionImportsOnce(t *testing.T) {
	tb := newTable(t)
	act := at(alice, "c")
	act.Key = "interaction 1"
	tb.bring(t, act, pasted)
	_, err := tb.Import(t.Context(), act, []byte(pasted), 0)
	if !errors.Is(err, game.AlreadyDone) {
		t.Errorf("the second import: %v", err)
	}
	if kept, err := tb.db.Records.Records(t.Context(), alice); err != nil || len(kept) != 1 {
		t.Errorf("%d records are kept, %v", len(kept), err)
	}
}

// Like a game, a record is visible in its channel and its server, and to its owner everywhere.
func TestWhoSeesARecord(t *testing.T) {
	tb := newTable(t)
	in := func(p game.Person, guild, channel string) game.Act {
		return game.Act{Actor: p, Guild: guild, Channel: channel}
	}
	inServer := tb.bring(t, in(alice, "g", "c"), pasted).ID
	inPrivate := tb.bring(t, in(alice, "", "alice's messages"), pasted).ID
	for _, test := range []struct {
		act  game.Act
		id   record.ID
		sees bool
	}{
		{in(alice, "g", "c"), inServer, true},
		{in(alice, "another", "x"), inServer, true},
		{in(alice, "", "alice's messages"), inServer, true},
		{in(eve, "g", "c"), inServer, true},
		{in(eve, "g", "another channel"), inServer, true},
		{in(eve, "another", "x"), inServer, false},
		{in(eve, "", "eve's messages"), inServer, false},
		{in(alice, "g", "c"), inPrivate, true},
		{in(eve, "", "alice's messages"), inPrivate, true}, // a group of friends
		{in(eve, "", "eve's messages"), inPrivate, false},
		{in(eve, "g", "c"), inPrivate, false},
	} {
		_, err := tb.Record(t.Context(), test.act, test.id)
		if test.sees {
			if err != nil {
				t.Errorf("%+v does not see record %d: %v", test.act, test.id, err)
			}
		} else if !errors.As(err, new(*record.NotFoundError)) {
			t.Errorf("%+v sees record %d: %v", test.act, test.id, err)
		}
	}
}

// A file that would be too large as PGN in UTF-8 is saved unchanged.
func TestALargeRecordCanBeReadAgain(t *testing.T) {
	tb := newTable(t)
	chinese := ok(simplifiedchinese.GB18030.NewEncoder().String("1. 炮二平五" + strings.Repeat(" {"+strings.Repeat("好", 5000)+"} 马8进7 {"+strings.Repeat("好", 5000)+"} 车一进一 马7退8 车一退一", 45)))(t)
	rec := tb.bring(t, at(alice, "c"), chinese)
	again := ok(tb.Record(t.Context(), at(alice, "c"), rec.ID))(t)
	if again.Broken != nil || len(again.Game.Moves) != len(rec.Game.Moves) || rec.Broken != nil {
		t.Errorf("read with %d moves, %v, and again with %d, %v", len(rec.Game.Moves), rec.Broken, len(again.Game.Moves), again.Broken)
	}
}

// Records are listed where they are visible, with captions from their files.
func TestRecordsAreListed(t *testing.T) {
	tb := newTable(t)
	tb.bring(t, at(alice, "c"), "[Event \"Cup\"]\n[Red \"甲\"]\n[Black \"乙\"]\n[Date \"1999.12.09\"]\n[Result \"1-0\"]\n\n1. 炮二平五 马8进7 1-0")
	tb.bring(t, at(bob, "c"), pasted)
	tb.bring(t, at(alice, "d"), "[Title \""+strings.Repeat("长", 200)+"\"]\n\n1. 炮二平五 *")
	private := game.Act{Actor: alice, Channel: "alice's messages"}
	tb.bring(t, private, pasted)
	list := ok(tb.List(t.Context(), at(alice, "c")))(t)
	var captions []record.Caption
	for _, r := range list {
		captions = append(captions, r.Caption)
	}
	want := []record.Caption{
		{Event: strings.Repeat("长", 79) + "…", Plies: 1},
		{Event: "Cup", Red: "甲", Black: "乙", Date: "1999.12.09", Result: gamefile.RedWins, Plies: 2},
	}
	if diff := cmp.Diff(want, captions); diff != "" {
		t.Errorf("listed are (-want +got):\n%s", diff)
	}
	if list, err := tb.List(t.Context(), private); err != nil || len(list) != 1 || list[0].ID != 4 || list[0].File != nil {
		t.Errorf("listed in private: %+v, %v", list, err)
	}
}

// A record in another notation keeps its comments and variations.
func TestAnAnnotatedRecordIsKeptWhole(t *testing.T) {
	tb := newTable(t)
	rec := tb.bring(t, at(alice, "c"), "[Event \"杯\"]\n[Red \"甲\"]\n[Result \"1-0\"]\n\n{开局} 1. C2=5 {中炮} h8+7 (1... c8=5 2. H2+3) 2. H2+3 1-0")
	if rec.Broken != nil || len(rec.Game.Moves) != 3 || len(rec.Game.Variations) != 1 || len(rec.Game.Comments) != 2 {
		t.Fatalf("read %+v, broken by %v", rec.Game, rec.Broken)
	}
	again := ok(tb.Record(t.Context(), at(alice, "c"), rec.ID))(t)
	if diff := cmp.Diff(rec.Game, again.Game, positions, cmp.Comparer(func(a, b board.Move) bool { return a == b })); diff != "" {
		t.Errorf("read again it differs (-first +again):\n%s", diff)
	}
}

func ok[V any](value V, err error) func(gametest.T) V { return gametest.OK(value, err) }
