package store_test

import (
	"context"
	"errors"
	"flag"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/bot/review"
	"xiangqibot/store"
	"xiangqibot/store/database"
)

// faults lists what is wrong with a database.
func faults(t *testing.T, source string) []string {
	t.Helper()
	return ok(store.Contradictions(t.Context(), source))(t)
}

// sound fails where something is wrong with a database.
func sound(t *testing.T, source string) {
	t.Helper()
	list := faults(t, source)
	for _, fault := range list[:min(10, len(list))] {
		t.Error(fault)
	}
}

var soundSource = flag.String("sound", "",
	"the database that TestSound checks, sqlite:PATH or postgres://…")

// TestSound finds what is wrong with the database that -sound names, more thoroughly than xiangqi-bot verify. Without
// the flag there is nothing to do: other tests check the databases that they make.
func TestSound(t *testing.T) {
	if *soundSource != "" {
		sound(t, *soundSource)
	}
}

// fill plays some games: a rated one that is over and reviewed, one that goes on, one against the bot.
func fill(t *testing.T, db *store.DB) {
	t.Helper()
	over := begin(t, db, "g", alice, bob, true)
	playOn(t, db, over.ID, start.Add(time.Minute), quickMate...)
	playOn(t, db, begin(t, db, "g", bob, carol, true).ID, start.Add(time.Minute), "h2e2", "h9g7")
	ok(db.Games.Create(t.Context(), "", func(g *game.Game) error {
		act := game.Act{Actor: carol, Name: "Carol", Guild: "g", Channel: "c"}
		spec := game.ChallengeSpec{Level: 3, ColorChoice: game.WantRed}
		if err := game.OfferChallenge(g, act, spec, game.Terms{Rules: "asian"}, start); err != nil {
			return err
		}
		return game.Play(g, carol, move(t, "h2e2"), start)
	}))(t)
	must(t, db.Reviews.BeginReview(t.Context(), "", reviewed(t, review.Subject{Game: over.ID}, 4, start), nil, anyLoad))
}

func TestVerifyFindsNothingInASoundDatabase(t *testing.T) {
	each(t, func(t *testing.T, source string) {
		db := open(t, source, store.Options{})
		fill(t, db)
		found := ok(store.Verify(t.Context(), source, func(fault string) { t.Error(fault) }))(t)
		want := store.VerifyResult{Games: 3, Moves: 9}
		if found != want {
			t.Errorf("looked at %+v", found)
		}
		sound(t, source)
	})
}

// A backup is made while a bot is at work, is whole, and everything that can be wrong in it is found.
func TestFindsWhatIsWrongInABackup(t *testing.T) {
	source := backends[0].source(t)
	db := open(t, source, store.Options{})
	fill(t, db)
	backup := filepath.Join(t.TempDir(), "backup.db")
	size := ok(database.Backup(t.Context(), source, backup))(t)
	if info, err := os.Stat(backup); err != nil || info.Size() != size || info.Mode().Perm() != 0o600 {
		t.Errorf("the backup is %v (%v), %d bytes were told", info, err, size)
	}
	whole := ok(os.ReadFile(backup))(t)
	for statement, want := range map[string]string{
		`SELECT 1`: "",
		`UPDATE games SET moves = 'h2e2h9g7a0a5' WHERE id = 2`:                      "game 2: move 3, a0a5, is not legal",
		`UPDATE games SET times = '1' WHERE id = 2`:                                 "game 2 has 2 moves and the times of 1",
		`UPDATE games SET state = 'active', ending = '', outcome = '' WHERE id = 1`: "game 1 goes on, and by its rules it is over",
		`UPDATE games SET outcome = 'red wins' WHERE id = 1`:                        "game 1 ended as red wins",
		`UPDATE games SET ending = '' WHERE id = 1`:                                 "game 1 is finished, and its end is none",
		`UPDATE boards SET announced = 99 WHERE game = 2`:                           "game 2: its channel was shown revision 99",
		`UPDATE boards SET message = '7' WHERE game < 3`:                            "message 7 is said to be the board of 2 games",
		`DELETE FROM boards WHERE game = 2`:                                         "1 games have no row of a board",
		`DELETE FROM participants WHERE game = 2`:                                   "game 2: [1002 1003] play in it, and [] are listed",
		`DELETE FROM river_job WHERE kind = 'think'`:                                `game 3 waits for the job "think"`,
		`UPDATE games SET clock = '{"flag":"2026-12-01T00:00:00Z"}' WHERE id = 2`:   `game 2 waits for the job "flag"`,
		`DELETE FROM river_job WHERE kind = 'review'`:                               `is under way and has no job "review"`,
		`UPDATE games SET state = 'strange' WHERE id = 2`:                           `has no value "strange"`,
	} {
		t.Run(statement, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "copy.db")
			must(t, os.WriteFile(path, whole, 0o600))
			execute(t, path, statement)
			list := faults(t, "sqlite:"+path)
			found := slices.ContainsFunc(list, func(fault string) bool { return strings.Contains(fault, want) })
			if want == "" && len(list) > 0 || want != "" && !found {
				t.Errorf("found %q; want one with %q", list, want)
			}
		})
	}
}

func TestBackupRefuses(t *testing.T) {
	source := backends[0].source(t)
	open(t, source, store.Options{})
	folder := t.TempDir()
	there, text := filepath.Join(folder, "there.db"), filepath.Join(folder, "text.db")
	must(t, os.WriteFile(text, []byte("a letter to a friend, of some length"), 0o600))
	ok(database.Backup(t.Context(), source, there))(t)
	backup := func(source, path string) error { _, err := database.Backup(t.Context(), source, path); return err }
	newer := filepath.Join(folder, "newer.db")
	must(t, backup(source, newer))
	execute(t, newer, `UPDATE schema_version SET version = 999`)
	for _, c := range []struct {
		err  error
		want string
	}{
		{backup(source, there), "there is a file already"},
		{backup("sqlite:"+filepath.Join(folder, "none.db"), filepath.Join(folder, "b.db")), "there is no database"},
		{backup("sqlite:"+text, filepath.Join(folder, "b.db")), "not an SQLite database"},
		{backup("postgres://u@h/d", filepath.Join(folder, "b.db")), "pg_dump"},
		{backup(source, filepath.Join(folder, "no", "such", "b.db")), "cannot be made"},
	} {
		if c.err == nil || !strings.Contains(c.err.Error(), c.want) {
			t.Errorf("got %v; want one with %q", c.err, c.want)
		}
	}
	_, err := store.Verify(t.Context(), "sqlite:"+newer, func(string) {})
	if err == nil || !strings.Contains(err.Error(), "newer version") {
		t.Errorf("verify of a newer one: %v", err)
	}
}

func TestSnapshotsKeepTheLatest(t *testing.T) {
	source := backends[0].source(t)
	open(t, source, store.Options{})
	now := start
	var told []error
	s := database.Snapshots{
		Source: source, Folder: filepath.Join(t.TempDir(), "backups"), Every: time.Hour, Keep: 2,
		Clock: func() time.Time { return now }, Log: slog.New(slog.DiscardHandler),
		Done: func(_ time.Time, err error) { told = append(told, err) },
	}
	for range 3 {
		ok(s.Take(t.Context()))(t)
		now = now.Add(time.Hour)
	}
	must(t, os.WriteFile(filepath.Join(s.Folder, "notes.db"), nil, 0o600))
	killed := filepath.Join(s.Folder, "xiangqi-20261120-130000.db.part") // so ends a backup whose bot was killed
	must(t, os.WriteFile(killed, []byte("half a database"), 0o600))
	list := ok(s.List())(t)
	want := []string{"xiangqi-20261121-130000.db", "xiangqi-20261121-140000.db"}
	for i := range list {
		list[i] = filepath.Base(list[i])
	}
	if !slices.Equal(list, want) {
		t.Errorf("there are %q; want %q", list, want)
	}
	// The latest is an hour old, so that Run makes one at once; then it waits until it is told to end.
	ctx, cancel := context.WithCancel(t.Context())
	s.Done = func(at time.Time, err error) {
		told = append(told, err)
		if !at.Equal(now) {
			t.Errorf("told at %v", at)
		}
		cancel()
	}
	s.Run(ctx)
	if len(told) != 1 || told[0] != nil {
		t.Errorf("told %v", told)
	}
	if _, err := os.Stat(killed); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("half a backup stays in the folder: %v", err)
	}
	// One that cannot be deleted does not make the next one fail.
	must(t, os.MkdirAll(filepath.Join(s.Folder, "xiangqi-20200101-000000.db", "full"), 0o700))
	var log strings.Builder
	s.Log = slog.New(slog.NewTextHandler(&log, nil))
	now = now.Add(time.Hour)
	if path, err := s.Take(t.Context()); err != nil || !strings.HasSuffix(path, "xiangqi-20261121-160000.db") {
		t.Errorf("beside one that stays, %q: %v", path, err)
	}
	if !strings.Contains(log.String(), "could not be deleted") {
		t.Errorf("of one that stays the log says %q", log.String())
	}
	if list, err := s.List(); err != nil || len(list) != 1+s.Keep {
		t.Errorf("there are %q: %v", list, err)
	}
	// One with which something is wrong is kept, and so are those before it.
	s.Keep, now = 1, now.Add(time.Hour)
	var made string
	s.Made = func(_ context.Context, path string) error { made = path; return errors.New("it contradicts itself") }
	if path, err := s.Take(t.Context()); err == nil || path != made || path == "" {
		t.Errorf("of one that is wrong is told %q: %v", path, err)
	}
	if list, err := s.List(); err != nil || len(list) != 4 {
		t.Errorf("there are %q: %v", list, err)
	}
	// A folder that cannot be made is told, and nothing is lost.
	s.Folder, told = filepath.Join(s.Folder, "notes.db", "sub"), nil
	if _, err := s.Take(t.Context()); err == nil {
		t.Error("a backup below a file")
	}
}
