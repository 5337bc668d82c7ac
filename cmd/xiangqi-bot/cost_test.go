package main

import (
	"cmp"
	"io"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgproto3"

	"xiangqibot/bot/game"
	"xiangqibot/bot/game/gametest"
	"xiangqibot/bot/playground"
	"xiangqibot/engine/board"
	"xiangqibot/store/storetest"
)

// The most that a /move between two people may ask of PostgreSQL.
const (
	maxStatements   = 20
	maxTransactions = 2
)

// TestWhatAMoveAsksOfTheDatabase counts the statements of moves between two people, from the processes that answer them
// to PostgreSQL.
func TestWhatAMoveAsksOfTheDatabase(t *testing.T) {
	c := newCluster(t, storetest.Postgres)
	c.open(2)
	c.launch(1, "engine,jobs", "logged in")
	w := tap(t, &c.source)
	c.configure()
	c.launch(0, "gateway", "connected to Discord")

	service := gametest.New(storetest.Stores(c.db), nil, game.Options{Clock: time.Now})
	act := game.Act{Actor: game.Person(playground.AliceID), Guild: string(playground.GuildID), Channel: string(playground.XiangqiID)}
	spec := game.ChallengeSpec{Opponent: game.Person(playground.BobID), ColorChoice: game.WantRed}
	g := gametest.OK(service.Challenge(t.Context(), act, spec))(t)
	act.Actor = game.Person(playground.BobID)
	gametest.OK(service.Accept(t.Context(), act, g.ID))(t)
	type cost struct {
		transactions int
		statements   []string
	}
	var costs []cost
	for ply, move := range []string{"h2e2", "h9g7", "h0g2", "i9h9", "a3a4", "a6a5", "i3i4", "i6i5", "c3c4", "c6c5", "g3g4"} {
		w.take()
		c.act("command", map[string]any{
			"name": "move", "options": map[string]any{"move": move},
			"person": []any{board.Red: playground.AliceID, board.Black: playground.BobID}[ply%2],
		})
		c.await("the move is played, and its board is recorded", func() bool {
			g := gametest.OK(c.db.Games.Game(t.Context(), g.ID))(t)
			return g.Ply() > ply && g.Board.Announced == g.Revision
		})
		statements, transactions := w.take()
		if ply < 2 {
			continue // the first move of each of them also saves who they are
		}
		t.Logf("move %d: %d statements in %d transactions", ply+1, len(statements), transactions)
		costs = append(costs, cost{transactions, statements})
	}
	// The median, since not every move costs the same: what is read after its board is recorded may be counted with the
	// next one, caches end, and on a busy machine a late reply takes another job.
	slices.SortFunc(costs, func(a, b cost) int { return cmp.Compare(len(a.statements), len(b.statements)) })
	median := costs[len(costs)/2]
	if n := len(median.statements); n < 10 || n > maxStatements || median.transactions == 0 || median.transactions > maxTransactions {
		t.Errorf("want %d statements and %d transactions at most:\n%s", maxStatements, maxTransactions,
			strings.Join(median.statements, "\n"))
	}
}

// TestWhatARoundAsksOfDiscord counts the calls of a round against the bot: the message with both moves, whose picture
// takes the controls off the board before. A reply that is late has a message of its own.
func TestWhatARoundAsksOfDiscord(t *testing.T) {
	c := newCluster(t, storetest.SQLite)
	c.open(1)
	c.launch(0, "", "connected to Discord")
	c.act("command", map[string]any{"name": "challenge", "options": map[string]any{"strength": 1, "color": "red", "rated": false}})
	moves := []string{"a3a4", "i3i4", "a0a1"} // Black can hinder none of them, but may give check after the last
	announced := func() int64 { n, _ := c.announcements(); return int64(n) }
	// Not every message counts: where the reply is late, that of the move says that the bot thinks.
	isHerTurn := func(round int) func() bool {
		return func() bool {
			turns := 0
			for _, m := range messagesIn(t, c.discord, playground.XiangqiID) {
				if strings.Contains(m.Content, "轮到你走了") || strings.Contains(m.Content, "请应将") {
					turns++
				}
			}
			return turns > round
		}
	}
	var before int64
	for round, move := range moves {
		c.await("the board", isHerTurn(round))
		if round == 1 {
			before = c.calls.Load() - 2*announced()
		}
		c.act("command", map[string]any{"name": "move", "options": map[string]any{"move": move}})
	}
	c.await("the last board", isHerTurn(len(moves)))
	calls, messages := c.calls.Load()-before, announced()
	t.Logf("%d messages, %d calls", messages, calls)
	if calls > 2*messages+1 { // one may belong to the round before the first that is counted
		t.Errorf("%d calls for %d messages", calls, messages)
	}
}

// A wiretap lists the statements that go to PostgreSQL, except those by which a process says that it is there.
type wiretap struct {
	mu           sync.Mutex
	statements   []string
	transactions int
}

// take returns what has gone by since it was last called.
func (w *wiretap) take() (statements []string, transactions int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	statements, transactions = w.statements, w.transactions
	w.statements, w.transactions = nil, 0
	return statements, transactions
}

// tap puts a wiretap before a server, whose source then names it.
func tap(t *testing.T, source *string) *wiretap {
	address := gametest.OK(url.Parse(*source))(t)
	const name = ".s.PGSQL.5432"
	query := address.Query()
	server := filepath.Join(query.Get("host"), name)
	folder := gametest.OK(os.MkdirTemp("", "tap"))(t) // short: the name of a socket has at most 107 letters
	query.Set("host", folder)
	address.RawQuery = query.Encode()
	*source = address.String()
	listener := gametest.OK(net.Listen("unix", filepath.Join(folder, name)))(t)
	t.Cleanup(func() { _, _ = listener.Close(), os.RemoveAll(folder) })
	w := &wiretap{}
	go func() {
		for {
			client, err := listener.Accept()
			if err != nil {
				return // the test is over
			}
			to, err := net.Dial("unix", server)
			if err != nil {
				t.Error(err)
				return
			}
			go func() {
				_, _ = io.Copy(client, to) // until one of them ends
				_ = client.Close()
			}()
			go func() {
				_ = w.listen(client, to)
				_ = to.Close()
			}()
		}
	}()
	return w
}

// listen passes on what a connection sends.
func (w *wiretap) listen(from io.Reader, to io.Writer) error {
	connection := pgproto3.NewBackend(io.TeeReader(from, to), nil)
	if _, err := connection.ReceiveStartupMessage(); err != nil {
		return err
	}
	prepared := map[string]string{} // statements by name
	var own []string                // of the transaction
	within := false                 // a transaction
	for {
		message, err := connection.Receive()
		if err != nil {
			return err
		}
		statement := ""
		switch m := message.(type) {
		case *pgproto3.Parse:
			prepared[m.Name] = m.Query
		case *pgproto3.Bind:
			statement = prepared[m.PreparedStatement]
		case *pgproto3.Query:
			statement = m.String
		}
		switch {
		case statement == "":
		case strings.HasPrefix(strings.ToLower(statement), "begin"):
			within, own = true, nil
		case within && strings.HasPrefix(strings.ToLower(statement), "commit"):
			w.note(own, 1)
			within = false
		case within:
			own = append(own, statement)
		default:
			w.note([]string{statement}, 0)
		}
	}
}

// note adds what was asked, unless it is what a process does that has nothing to do.
func (w *wiretap) note(statements []string, transactions int) {
	for _, statement := range statements {
		for _, other := range []string{" processes", " shards", " identifies", " beat", " once", "-- ping"} {
			if strings.Contains(statement, other) {
				return
			}
		}
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.statements = append(w.statements, statements...)
	w.transactions += transactions
}
