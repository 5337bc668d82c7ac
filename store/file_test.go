package store_test

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"xiangqibot/store"
	"xiangqibot/store/database"
)

// oldDatabase is a database of a version with a game that has to be migrated. Only one test at a time can have one.
func oldDatabase(t *testing.T) (path string, version int) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "games.db")
	db := open(t, "sqlite:"+path, store.Options{})
	begin(t, db, "g", alice, bob, true)
	version = tableVersion(t, db)
	must(t, db.Close())
	store.AddMigration(t, "notes", `CREATE TABLE notes (id {id}, text TEXT NOT NULL)`)
	return path, version
}

// filesIn lists a folder with the sizes of its files.
func filesIn(t *testing.T, folder string) map[string]int64 {
	t.Helper()
	all := map[string]int64{}
	must(t, filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if d.IsDir() {
			all[path] = 0
		} else if err == nil {
			all[path] = info.Size()
		}
		return err
	}))
	return all
}

// scan reads one value out of a database file as another program would.
func scan[T any](t *testing.T, path, query string) (value T) {
	t.Helper()
	db := connect(t, path)
	must(t, db.QueryRow(query).Scan(&value))
	must(t, db.Close())
	return value
}

func TestMigrationMakesACopyBefore(t *testing.T) {
	path, old := oldDatabase(t)
	var log bytes.Buffer
	db := open(t, "sqlite:"+path, store.Options{Log: slog.New(slog.NewTextHandler(&log, nil))})
	must(t, db.Close())
	backup := fmt.Sprintf("%s.v%d-20261121-120000", path, old)
	if !strings.Contains(log.String(), "copy="+backup) {
		t.Errorf("the log does not name the copy %s: %s", backup, log.String())
	}
	if info, err := os.Stat(backup); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Errorf("the copy is %v, %v; want mode 0600", info, err)
	}
	if version, games := scan[int](t, backup, "SELECT version FROM schema_version"), scan[int](t, backup, "SELECT count(*) FROM games"); version != old || games != 1 {
		t.Errorf("the copy has version %d and %d games, want what was there before: version %d and a game", version, games, old)
	}
	before := filesIn(t, filepath.Dir(path))
	must(t, open(t, "sqlite:"+path, store.Options{}).Close())
	if diff := cmp.Diff(before, filesIn(t, filepath.Dir(path))); diff != "" {
		t.Errorf("opened again, without a migration, it left (-before +after):\n%s", diff)
	}
}

func TestNoMigrationWithoutACopy(t *testing.T) {
	path, old := oldDatabase(t)
	inTheWay := fmt.Sprintf("%s.v%d-20261121-120000.part", path, old)
	must(t, os.MkdirAll(filepath.Join(inTheWay, "full"), 0o700))
	_, err := store.Open(t.Context(), "sqlite:"+path, store.Options{Clock: newClock().Now})
	if err == nil || !strings.Contains(err.Error(), "nothing was changed") {
		t.Errorf("without a copy it opens with %v", err)
	}
	if version := scan[int](t, path, "SELECT version FROM schema_version"); version != old {
		t.Errorf("the tables have version %d, want the old ones", version)
	}
}

// A start that is killed after its copy, or in the middle of it, does not keep the next one of the same second from
// making its own.
func TestMigrationAfterAKilledOne(t *testing.T) {
	path, old := oldDatabase(t)
	backup := fmt.Sprintf("%s.v%d-20261121-120000", path, old)
	must(t, os.WriteFile(backup, []byte("the copy of a start that was killed"), 0o600))
	must(t, os.WriteFile(backup+".part", []byte("half a copy"), 0o600))
	must(t, open(t, "sqlite:"+path, store.Options{}).Close())
	if version := scan[int](t, backup, "SELECT version FROM schema_version"); version != old {
		t.Errorf("the copy has version %d, want what was there before: version %d", version, old)
	}
	if _, err := os.Stat(backup + ".part"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("half a copy is left: %v", err)
	}
}

// A newer program that is started beside a running one is refused before it changes anything.
func TestRefusedNewcomerMigratesNothing(t *testing.T) {
	path, old := oldDatabase(t)
	held := ok(database.LockPath(t.Context(), path))(t)
	defer held.Close()
	before := filesIn(t, filepath.Dir(path))
	if _, err := store.Open(t.Context(), "sqlite:"+path, store.Options{}); err == nil || !strings.Contains(err.Error(), "another bot is using "+path) {
		t.Errorf("beside another program it opens with %v", err)
	}
	if diff := cmp.Diff(before, filesIn(t, filepath.Dir(path))); diff != "" {
		t.Errorf("the refused program left (-before +after):\n%s", diff)
	}
	if version := scan[int](t, path, "SELECT version FROM schema_version"); version != old {
		t.Errorf("the refused program brought the tables to version %d", version)
	}
}

// However many links lead to a database, it is one.
func TestLockFollowsLinks(t *testing.T) {
	dir := t.TempDir()
	must(t, os.MkdirAll(filepath.Join(dir, "real", "deep"), 0o750))
	path := filepath.Join(dir, "real", "deep", "games.db")
	link := func(target, name string) string {
		name = filepath.Join(dir, name)
		must(t, os.Symlink(target, name))
		return name
	}
	folder := link(filepath.Join("real", "deep"), "folder")
	names := map[string]string{
		"the file itself":        path,
		"absolute link":          link(path, "absolute.db"),
		"relative link":          link(filepath.Join("real", "deep", "games.db"), "relative.db"),
		"link to a link":         link("absolute.db", "twice.db"),
		"in a linked folder":     filepath.Join(folder, "games.db"),
		"up from a linked place": filepath.Join(folder, "..", "real", "deep", "games.db"),
	}
	for first, there := range names { // the first one meets links that lead to nothing yet
		held := ok(store.Open(t.Context(), "sqlite:"+there, store.Options{}))(t)
		for second, path := range names {
			if _, err := store.Open(t.Context(), "sqlite:"+path, store.Options{}); err == nil || !strings.Contains(err.Error(), "another bot is using") {
				t.Errorf("open by %s, it can be opened by %s: %v", first, second, err)
			}
		}
		must(t, held.Close())
	}
	if _, err := os.Stat(path); err != nil {
		t.Error(err)
	}
}

// permanent wants an error that another start does not cure.
func permanent(t *testing.T, err error, parts ...string) {
	t.Helper()
	if _, ok := errors.AsType[*database.PermanentError](err); !ok {
		t.Errorf("got %v, want a PermanentError", err)
		return
	}
	for _, part := range parts {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("error %q does not say %q", err, part)
		}
	}
}

func TestNewDatabaseIsPrivateAndLogged(t *testing.T) {
	path := filepath.Join(t.TempDir(), "data", "games.db")
	var log bytes.Buffer
	db := open(t, "sqlite:"+path, store.Options{Log: slog.New(slog.NewTextHandler(&log, nil))})
	begin(t, db, "g", alice, bob, true)
	if !strings.Contains(log.String(), "there was no database") || !strings.Contains(log.String(), path) {
		t.Errorf("the log says %q", log.String())
	}
	for _, suffix := range []string{"", "-wal", "-shm", "-lock"} {
		if info, err := os.Stat(path + suffix); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v, %v; want mode 0600", path+suffix, info, err)
		}
	}
	must(t, db.Close())
	log.Reset()
	must(t, open(t, "sqlite:"+path, store.Options{Log: slog.New(slog.NewTextHandler(&log, nil))}).Close())
	if log.Len() > 0 {
		t.Errorf("opened again, the log says %q", log.String())
	}
}

// spoil overwrites a part of a file.
func spoil(t *testing.T, path string, from, bytes int) {
	t.Helper()
	data := ok(os.ReadFile(path))(t)
	for i := range min(bytes, len(data)-from) {
		data[from+i] = 0xA5
	}
	must(t, os.WriteFile(path, data, 0o600))
}

func TestDamagedDatabaseIsLeftAlone(t *testing.T) {
	alone(t)
	for name, damage := range map[string]func(t *testing.T, path string){
		"a page overwritten":      func(t *testing.T, path string) { spoil(t, path, 3*4096, 4096) },
		"the second half cut off": func(t *testing.T, path string) { must(t, os.Truncate(path, 20*4096)) },
		"the header overwritten":  func(t *testing.T, path string) { spoil(t, path, 0, 100) },
		"the schema overwritten":  func(t *testing.T, path string) { spoil(t, path, 100, 2000) },
		"but for its log emptied": func(t *testing.T, path string) { orphan(t, path); must(t, os.Truncate(path, 0)) },
		"but for its log taken":   func(t *testing.T, path string) { orphan(t, path); must(t, os.Remove(path)) },
		"an old one, overwritten": func(t *testing.T, path string) {
			old, _ := oldDatabase(t)
			must(t, os.Rename(old, path))
			spoil(t, path, 2*4096, 4096)
		},
		"cut in the first kibibyte": func(t *testing.T, path string) { must(t, os.Truncate(path, 1000)) },
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "games.db")
			db := open(t, "sqlite:"+path, store.Options{})
			playOn(t, db, begin(t, db, "g", alice, bob, true).ID, start, quickMate...)
			must(t, db.Close())
			damage(t, path)
			content := func() (all []string) {
				for _, suffix := range []string{"", "-wal"} {
					data, err := os.ReadFile(path + suffix)
					if err != nil && !errors.Is(err, fs.ErrNotExist) {
						t.Fatal(err)
					}
					all = append(all, string(data))
				}
				return all
			}
			before := content()
			_, err := database.Check(t.Context(), "sqlite:"+path)
			permanent(t, err, "ba") // put … back, or a backup
			_, err = store.Open(t.Context(), "sqlite:"+path, store.Options{})
			permanent(t, err, "ba")
			if after := content(); after[0] != before[0] || after[1] != before[1] {
				t.Error("the damaged database was changed")
			}
			if matches, err := filepath.Glob(path + ".v*"); err != nil || len(matches) > 0 {
				t.Errorf("copies of it: %v, %v", matches, err)
			}
		})
	}
}

// orphan leaves a log beside a database, as a process that was killed does.
func orphan(t *testing.T, path string) {
	t.Helper()
	must(t, os.WriteFile(path+"-wal", []byte("what was written last"), 0o600))
}

func TestCheckChangesNothing(t *testing.T) {
	alone(t)
	dir := t.TempDir()
	old, _ := oldDatabase(t)
	besides := len(filesIn(t, filepath.Dir(old)))
	latest := database.LatestVersion()
	running := filepath.Join(dir, "running.db")
	db := open(t, "sqlite:"+running, store.Options{})
	begin(t, db, "g", alice, bob, true)
	closed := filepath.Join(dir, "closed.db")
	must(t, open(t, "sqlite:"+closed, store.Options{}).Close())
	empty := filepath.Join(dir, "empty.db")
	must(t, os.WriteFile(empty, nil, 0o600))
	for name, test := range map[string]struct {
		path string
		want database.CheckResult
	}{
		"an old one":          {old, database.CheckResult{Version: latest - 1}},
		"one in use":          {running, database.CheckResult{Version: latest}},
		"one that rests":      {closed, database.CheckResult{Version: latest}},
		"an empty file":       {empty, database.CheckResult{New: true}},
		"none":                {filepath.Join(dir, "none.db"), database.CheckResult{New: true}},
		"none, and no folder": {filepath.Join(dir, "a", "b", "none.db"), database.CheckResult{New: true}},
	} {
		before := filesIn(t, dir)
		before[old] = filesIn(t, filepath.Dir(old))[old]
		if found, err := database.Check(t.Context(), "sqlite:"+test.path); err != nil || found != test.want {
			t.Errorf("%s: %+v, %v; want %+v", name, found, err, test.want)
		}
		after := filesIn(t, dir)
		after[old] = filesIn(t, filepath.Dir(old))[old]
		if diff := cmp.Diff(before, after); diff != "" {
			t.Errorf("%s: the check left (-before +after):\n%s", name, diff)
		}
	}
	if files := filesIn(t, filepath.Dir(old)); len(files) != besides {
		t.Errorf("beside the old one there is now %v", files)
	}
}
