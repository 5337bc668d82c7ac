package store

import (
	"fmt"
	"log/slog"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/bot/game/gametest"
)

// How an act can be answered is kept in its transaction, for as long as Discord takes answers, and is shown to nobody.
func TestAnswerings(t *testing.T) {
	now := time.Date(2026, 11, 22, 9, 0, 0, 0, time.UTC)
	db, err := Open(t.Context(), "sqlite:"+filepath.Join(t.TempDir(), "games.db"), Options{Clock: func() time.Time { return now }})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	service := gametest.New(gametest.Stores{
		Stores:       game.Stores{GameStore: db.Games},
		ConsentStore: db.Members, ServerStore: db.Servers,
	}, nil, game.Options{Clock: func() time.Time { return now }})
	answerings := db.Answerings
	act := func(key string) game.Act {
		return game.Act{Key: key, Token: game.Secret("secret of " + key), Actor: "11", Channel: "1", Locale: "vi"}
	}
	kept := func(id game.ID) (keys []string) {
		t.Helper()
		all, err := answerings.Answerings(t.Context(), id, -1)
		if err != nil {
			t.Fatal(err)
		}
		for _, a := range all {
			if a.Token != game.Secret("secret of "+a.Interaction) || a.Channel != "1" || a.Locale != "vi" {
				t.Errorf("kept is %+v", a)
			}
			keys = append(keys, fmt.Sprint(a.Interaction, " ", a.Game, " ", a.Revision))
		}
		return keys
	}
	if err := answerings.KeepAnswering(t.Context(), game.Answering{Interaction: "a", Token: "secret of a", Channel: "1", Locale: "vi", At: service.Now()}); err != nil {
		t.Fatal(err)
	}
	g, err := service.Challenge(t.Context(), act("a"), game.ChallengeSpec{Level: 1, ColorChoice: game.WantRed})
	if err != nil {
		t.Fatal(err)
	}
	now = now.Add(time.Minute)
	if g, err = service.Move(t.Context(), act("b"), g.ID, "h2e2"); err != nil {
		t.Fatal(err)
	}
	if _, err := service.Move(t.Context(), act("c"), g.ID, "h2e2"); err == nil {
		t.Fatal("a second move was played")
	}
	for range 2 {
		if err := answerings.KeepAnswering(t.Context(), game.Answering{Interaction: "d", Token: "secret of d", Channel: "1", Locale: "vi", At: service.Now()}); err != nil {
			t.Fatal(err)
		}
	}
	if got, want := strings.Join(kept(g.ID), ", "), fmt.Sprintf("b %d %d, a %d %d", g.ID, g.Revision, g.ID, g.Revision-1); got != want {
		t.Errorf("of the game is kept %s, want %s", got, want)
	}
	if after, err := answerings.Answerings(t.Context(), g.ID, g.Revision-1); err != nil || len(after) != 1 || after[0].Interaction != "b" {
		t.Errorf("after the first revision is kept %+v, %v", after, err)
	}
	if got := kept(0); len(got) != 3 || got[0] != "d 0 0" {
		t.Errorf("kept is %v", got)
	}
	owed := func() (keys string) {
		t.Helper()
		all, err := answerings.Answerings(t.Context(), 0, -1)
		if err != nil {
			t.Fatal(err)
		}
		for _, a := range all {
			if a.Owed {
				keys += a.Interaction
			}
		}
		return keys
	}
	if got := owed(); got != "dba" { // a and d were told to wait, and b acted so late that it may have been
		t.Errorf("an answer is owed to %s, want dba", got)
	}
	now = now.Add(deferWindow)
	if err := answerings.KeepAnswering(t.Context(), game.Answering{Interaction: "e", Token: "secret of e", Channel: "1", Locale: "vi", At: service.Now()}); err != nil {
		t.Fatal(err)
	}
	if got := owed(); got != "eda" {
		t.Errorf("%v later an answer is owed to %s, want eda", deferWindow, got)
	}
	if err := answerings.DropAnswering(t.Context(), "e"); err != nil {
		t.Fatal(err)
	}
	if err := answerings.DropAnswering(t.Context(), "a"); err != nil {
		t.Fatal(err)
	}
	if got := owed(); got != "db" { // with e the process's latest act is b's again
		t.Errorf("after the answers one is owed to %s, want db", got)
	}
	for _, key := range []string{"b", "d"} { // what has changed a game is kept on
		if err := answerings.DropAnswering(t.Context(), key); err != nil {
			t.Fatal(err)
		}
	}
	if got := kept(0); len(got) != 2 {
		t.Errorf("after the answer is kept %v", got)
	}
	exported, err := db.Privacy.PersonalData(t.Context(), "11")
	if err != nil || strings.Contains(fmt.Sprint(exported), "secret of") {
		t.Errorf("a person's export has a token in it, %v", err)
	}

	now = now.Add(game.TokenLifetime)
	if got := kept(0); len(got) != 0 {
		t.Errorf("after %v is kept %v", game.TokenLifetime, got)
	}
	if err := db.downtime.Beat(t.Context(), db.connection.Clock()); err != nil {
		t.Fatal(err)
	}
	var rows int
	if err := db.connection.Read.QueryRowContext(t.Context(), `SELECT count(*) FROM answerings`).Scan(&rows); err != nil || rows != 0 {
		t.Errorf("%d tokens are still in the database, %v", rows, err)
	}
}

func TestASecretIsNotShown(t *testing.T) {
	a := game.Answering{Interaction: "1", Token: "hush"}
	var log strings.Builder
	slog.New(slog.NewTextHandler(&log, nil)).Info("x", "token", a.Token, "answering", a)
	for _, text := range []string{log.String(), fmt.Sprint(a), fmt.Sprintf("%v %+v %#v %s %q", a, a, a, a.Token, a.Token)} {
		if strings.Contains(text, "hush") {
			t.Errorf("shown is %s", text)
		}
	}
}
