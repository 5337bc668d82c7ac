package store_test

import (
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"xiangqibot/bot/game"
	"xiangqibot/bot/game/clocks"
	"xiangqibot/bot/game/lobby"
	"xiangqibot/store"
)

// A display is read as it was announced, changed under its key, and goes with its host.
func TestDisplays(t *testing.T) {
	eachDB(t, func(t *testing.T, db *store.DB) {
		ctx := t.Context()
		s := lobby.Simul{
			ID: 1191000000000000001, Host: "1001", HostName: "Alice", Locale: "ja", Boards: 40, ColorChoice: game.WantBlack, Rated: true,
			Time: clocks.TimeControl{Base: 7 * day, Increment: 12 * time.Hour},
		}
		must(t, db.Simuls.CreateSimul(ctx, "start", s))
		refused(t, db.Simuls.CreateSimul(ctx, "start", s), game.AlreadyDone)
		read, err := db.Simuls.Simul(ctx, s.ID)
		if must(t, err); !cmp.Equal(read, s) {
			t.Errorf("read back: %s", cmp.Diff(s, read))
		}
		shut := func(key string) (lobby.Simul, error) {
			return db.Simuls.UpdateSimul(ctx, key, s.ID, func(s *lobby.Simul) error { s.Closed = true; return nil })
		}
		got, err := shut("shut")
		if must(t, err); !got.Closed {
			t.Errorf("not closed: %+v", got)
		}
		_, err = shut("shut")
		refused(t, err, game.AlreadyDone)
		no := errors.New("no")
		if _, err := db.Simuls.UpdateSimul(ctx, "", s.ID, func(s *lobby.Simul) error { s.Boards = 1; return no }); !errors.Is(err, no) {
			t.Errorf("a refused change: %v", err)
		}
		if read, err := db.Simuls.Simul(ctx, s.ID); err != nil || !read.Closed || read.Boards != 40 {
			t.Errorf("after a refused change: %+v, %v", read, err)
		}
		_, err = db.Simuls.UpdateSimul(ctx, "", 2, func(*lobby.Simul) error { return nil })
		refused(t, err, game.NoSuchSimul)

		kept, err := db.Privacy.PersonalData(ctx, "1001")
		if must(t, err); len(kept.Rows["simuls"]) != 1 {
			t.Errorf("kept of the host: %v", kept.Rows)
		}
		must(t, db.Privacy.Erase(ctx, "", "1001", func(*game.Game) error { return nil }))
		_, err = db.Simuls.Simul(ctx, s.ID)
		refused(t, err, game.NoSuchSimul)
	})
}
