package store_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"xiangqibot/bot/game"
	"xiangqibot/store"
	"xiangqibot/store/storetest"
)

// wire carries what a bot and the server say to each other, until it is cut.
type wire struct {
	mu       sync.Mutex
	ends     []net.Conn
	listener net.Listener
	atCommit func(near net.Conn) // happens at a commit, which reaches the server then, and its answer nobody
	reads    int                 // so many questions reach nobody: the wire is cut instead
}

// wireTo makes a wire to the server of a source, and returns it with the source behind it.
func wireTo(t *testing.T, source string) (w *wire, behind string) {
	t.Helper()
	server, socket, behind := otherSocket(t, source)
	listener, err := net.Listen("unix", socket) //nolint:noctx // it ends with the test
	must(t, err)
	w = &wire{listener: listener}
	var carrying sync.WaitGroup
	carrying.Go(func() {
		for {
			near, err := listener.Accept()
			if err != nil {
				return // closed
			}
			far, err := net.Dial("unix", server) //nolint:noctx // likewise
			if err != nil {
				t.Error(err)
				_ = near.Close()
				return
			}
			w.mu.Lock()
			w.ends = append(w.ends, near, far)
			w.mu.Unlock()
			answers := &answers{Writer: near}
			carrying.Go(func() { w.carry(near, far, answers) })
			carrying.Go(func() { _, _ = io.Copy(answers, far); _ = near.Close() })
		}
	})
	t.Cleanup(func() { w.close(); carrying.Wait() })
	return w, behind
}

// otherSocket returns the socket of the server of a source, another one, which is not there yet, and the source that is
// reached by that.
func otherSocket(t *testing.T, source string) (server, socket, behind string) {
	t.Helper()
	address := ok(url.Parse(source))(t)
	query := address.Query()
	folder, err := os.MkdirTemp("", "pw") // short: the name of a socket has at most 107 letters
	must(t, err)
	t.Cleanup(func() { must(t, os.RemoveAll(folder)) })
	const name = ".s.PGSQL.5432"
	server, socket = filepath.Join(query.Get("host"), name), filepath.Join(folder, name)
	query.Set("host", folder)
	address.RawQuery = query.Encode()
	return server, socket, address.String()
}

// answers passes on what the server says, until it is muted.
type answers struct {
	io.Writer
	muted atomic.Bool
}

func (a *answers) Write(said []byte) (int, error) {
	if a.muted.Load() {
		return len(said), nil
	}
	return a.Writer.Write(said)
}

// carry passes on what the bot says.
func (w *wire) carry(near, far net.Conn, answers *answers) {
	defer far.Close()
	said := make([]byte, 1<<16)
	for {
		n, err := near.Read(said)
		if err != nil {
			return
		}
		w.mu.Lock()
		atCommit := w.atCommit
		last := atCommit != nil && bytes.Contains(said[:n], []byte("commit\x00"))
		lost := w.reads > 0 && (said[0] == 'P' || said[0] == 'B') // Parse, or Bind where that was done before
		if lost {
			w.reads--
		}
		w.mu.Unlock()
		if lost {
			_ = near.Close()
			return
		}
		if last {
			answers.muted.Store(true)
			atCommit(near)
		}
		if _, err := far.Write(said[:n]); err != nil {
			return
		}
		if last {
			_, _ = far.Write([]byte{'X', 0, 0, 0, 4}) // goodbye, and the server does what came before
			return
		}
	}
}

// onCommit says what happens when a commit has been sent; nil: it is answered.
func (w *wire) onCommit(happens func(near net.Conn)) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.atCommit = happens
}

func (w *wire) cut() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, end := range w.ends {
		_ = end.Close()
	}
	w.ends = nil
}

// close cuts the wire for good.
func (w *wire) close() {
	_ = w.listener.Close()
	w.cut()
}

// A connection that is lost within an act, with no word of the server, has changed nothing, and the person may try again.
// One that is lost while the act is being committed leaves open whether it was, and that is what the error says. So does
// a server that is too slow then.
func TestPostgreSQLIsLost(t *testing.T) {
	source := storetest.Postgres(t)
	w, behind := wireTo(t, source)
	db := open(t, behind, store.Options{})
	g := begin(t, db, "", alice, bob, false)
	update := func(ctx context.Context, key string, fn func()) error {
		_, err := db.Games.Update(ctx, key, g.ID, func(g *game.Game) error {
			fn()
			return game.Play(g, g.Seats[g.Turn()].Person, move(t, quickMate[g.Ply()]), start)
		})
		return err
	}
	err := update(t.Context(), "one", w.cut)
	if !errors.Is(err, game.ErrUnavailable) || errors.Is(err, game.ErrOutcomeUnknown) || !strings.Contains(err.Error(), "the connection to the server was lost") {
		t.Errorf("lost within an act: %v", err)
	}
	must(t, update(t.Context(), "one", func() {}))

	for name, happens := range map[string]func(near net.Conn, giveUp func()){
		"the connection is lost": func(near net.Conn, _ func()) { _ = near.Close() },
		// The answer does not come before the time for it is over.
		"the time is over": func(_ net.Conn, giveUp func()) { giveUp() },
	} {
		t.Run(name, func(t *testing.T) {
			g := ok(db.Games.Game(t.Context(), g.ID))(t)
			was := g.Ply()
			ctx, giveUp := context.WithCancel(t.Context())
			defer giveUp()
			w.onCommit(func(near net.Conn) { happens(near, giveUp) })
			if err := update(ctx, name, func() {}); !errors.Is(err, game.ErrOutcomeUnknown) || errors.Is(err, game.ErrUnavailable) {
				t.Errorf("within the commit: %v", err)
			}
			w.onCommit(nil)
			if err := update(t.Context(), name, func() {}); err != nil {
				refused(t, err, game.AlreadyDone) // it was saved after all
			}
			if g, err := db.Games.Game(t.Context(), g.ID); err != nil || g.Ply() != was+1 {
				t.Errorf("at last %d moves are played instead of %d, %v", g.Ply(), was+1, err)
			}
		})
	}

	ctx, giveUp := context.WithCancel(t.Context())
	if err := update(ctx, "", giveUp); !errors.Is(err, context.Canceled) || errors.Is(err, game.ErrOutcomeUnknown) {
		t.Errorf("the time is over before the commit: %v", err)
	}
}

// Where a connection is lost over which something is read, or the server cannot be reached, the person is to try again,
// as with what is saved.
func TestPostgreSQLIsLostWhileReading(t *testing.T) {
	w, behind := wireTo(t, storetest.Postgres(t))
	db := open(t, behind, store.Options{})
	g := begin(t, db, "", alice, bob, false)
	lose := func(reads int) {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.reads = reads
	}
	unavailable := func(what string, err error) {
		t.Helper()
		if !errors.Is(err, game.ErrUnreadable) || errors.Is(err, game.ErrUnavailable) || !strings.Contains(err.Error(), "server") {
			t.Errorf("%s: %v", what, err)
		}
	}
	for range 2 { // over a connection that knows the question, and one that does not
		lose(1)
		_, err := db.Games.Game(t.Context(), g.ID)
		unavailable("lost", err)
		ok(db.Games.Game(t.Context(), g.ID))(t)
	}
	lose(1 << 10)
	_, err := db.Games.Games(t.Context(), game.Query{Person: alice})
	unavailable("lost, for a list", err)
	lose(0)
	w.close()
	_, err = db.Games.Game(t.Context(), g.ID)
	unavailable("without a server", err)
}
