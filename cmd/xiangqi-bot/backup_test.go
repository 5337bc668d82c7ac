package main

import (
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/store"
	"xiangqibot/store/database"
)

// A backup is verified and handed on, and what was handed on can take its place; the program does not see the token.
// One that contradicts itself is not handed on.
func TestBackupsAreVerifiedAndHandedOn(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the command is one of Unix")
	}
	t.Setenv(tokenVariable, "MTAw.x.y")
	folder := t.TempDir()
	source, away := "sqlite:"+filepath.Join(folder, "xiangqi.db"), filepath.Join(folder, "away.db")
	db, err := store.Open(t.Context(), source, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	g, err := db.Games.Create(t.Context(), "", func(g *game.Game) error {
		act := game.Act{Actor: "1001", Guild: "g", Channel: "c"}
		return g.Blank().Offer(act, game.ChallengeSpec{Level: 1}, game.Terms{Rules: "asian"}, time.Now())
	})
	if err != nil {
		t.Fatal(err)
	}
	c := config{Database: source, Backup: backupConfig{
		Folder: filepath.Join(folder, "backups"), Keep: 1,
		Command: []string{"sh", "-c", `[ -z "$` + tokenVariable + `" ] && cp "$1" "$2"`, "sh", "{}", away},
	}}
	snapshots := database.Snapshots{
		Source: source, Folder: c.Backup.Folder, Keep: 1, Clock: time.Now, Log: slog.New(slog.DiscardHandler),
		Made: c.Backup.made,
	}
	if _, err := snapshots.Take(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(folder, "xiangqi.db")); err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(away)
	if err == nil {
		err = os.WriteFile(filepath.Join(folder, "xiangqi.db"), content, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	if db, err = store.Open(t.Context(), source, store.Options{}); err != nil {
		t.Fatal(err)
	}
	if again, err := db.Games.Game(t.Context(), g.ID); err != nil || again.State != game.Active {
		t.Errorf("restored is %+v, %v", again, err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}

	if err := os.WriteFile(away, []byte(strings.Repeat("no database ", 1000)), 0o600); err != nil {
		t.Fatal(err)
	}
	c.Backup.Command = []string{"sh", "-c", `rm "$1"`, "sh", "{}"}
	if err := c.Backup.made(t.Context(), away); err == nil || !strings.Contains(err.Error(), "verify") {
		t.Errorf("for a file that is no backup the error is %v", err)
	}
	if _, err := os.Stat(away); err != nil {
		t.Errorf("a backup that is none was handed on: %v", err)
	}
	c.Backup.Command = []string{"sh", "-c", "echo the remote is full; exit 3", "{}"}
	err = c.Backup.made(t.Context(), filepath.Join(folder, "xiangqi.db"))
	if err == nil || !strings.Contains(err.Error(), "the remote is full") {
		t.Errorf("for a command that fails the error is %v", err)
	}
}
