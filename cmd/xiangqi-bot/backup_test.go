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
	"xiangqibot/bot/game/gametest"
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
	db := gametest.OK(store.Open(t.Context(), source, store.Options{}))(t)
	g, err := db.Games.Create(t.Context(), "", func(g *game.Game) error {
		act := game.Act{Actor: "1001", Guild: "g", Channel: "c"}
		return game.OfferChallenge(g, act, game.ChallengeSpec{Level: 1}, game.Terms{Rules: "asian"}, time.Now())
	})
	must(t, err)
	c := config{Database: source, Backup: backupConfig{
		Folder: filepath.Join(folder, "backups"), Keep: 1,
		Command: []string{"sh", "-c", `[ -z "$` + tokenVariable + `" ] && cp "$1" "$2"`, "sh", "{}", away},
	}}
	snapshots := database.Snapshots{
		Source: source, Folder: c.Backup.Folder, Keep: 1, Clock: time.Now, Log: slog.New(slog.DiscardHandler),
		Made: c.Backup.made,
	}
	gametest.OK(snapshots.Take(t.Context()))(t)
	must(t, db.Close())
	must(t, os.Remove(filepath.Join(folder, "xiangqi.db")))
	must(t, os.WriteFile(filepath.Join(folder, "xiangqi.db"), gametest.OK(os.ReadFile(away))(t), 0o600))
	db = gametest.OK(store.Open(t.Context(), source, store.Options{}))(t)
	if again, err := db.Games.Game(t.Context(), g.ID); err != nil || again.State != game.Active {
		t.Errorf("restored is %+v, %v", again, err)
	}
	must(t, db.Close())

	must(t, os.WriteFile(away, []byte(strings.Repeat("no database ", 1000)), 0o600))
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
