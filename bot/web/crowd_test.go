package web

import (
	"bufio"
	"bytes"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/bot/game/gametest"
	"xiangqibot/engine/board"
	"xiangqibot/engine/notation"
)

// A sight is the moment at which somebody's page shows a revision of a game.
type sight struct {
	who, revision int
	at            time.Time
}

// look opens a stream, with hardly any memory of its own, and reports each revision that it shows.
func (s *site) look(who int, g *game.Game, session string, seen func(sight)) {
	s.t.Helper()
	conn := gametest.OK(new(net.Dialer).DialContext(s.t.Context(), "tcp", strings.TrimPrefix(s.url, "http://")))(s.t)
	gametest.OK(fmt.Fprintf(conn, "GET %s HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer %s\r\n\r\n", path(g, "/events"), session))(s.t)
	var reading sync.WaitGroup
	s.t.Cleanup(func() { _ = conn.Close(); reading.Wait() })
	reading.Go(func() {
		lines := bufio.NewReaderSize(conn, 256) // the revision is near the beginning of a state
		for {
			line, _, err := lines.ReadLine()
			if err != nil {
				return
			}
			_, rest, found := bytes.Cut(line, []byte(`"revision":`))
			end := bytes.IndexByte(rest, ',')
			if !found || end < 0 {
				continue
			}
			revision, err := strconv.Atoi(string(rest[:end]))
			if err != nil {
				return
			}
			seen(sight{who, revision, time.Now()})
		}
	})
}

// play plays a move as if somebody had typed it.
func (s *site) play(g *game.Game) *game.Game {
	s.t.Helper()
	g = s.now(g)
	g, err := s.games.Move(s.t.Context(), game.Act{
		Key: fmt.Sprint("act ", s.made.Add(1)), Actor: g.Seats[g.Turn()].Person, Guild: g.Guild, Dialect: notation.Dialect{Style: notation.UCI},
	}, g.ID, shuffle(g))
	must(s.t, err)
	return g
}

// shuffle is a move for a game that may go on for long: pieces go to and fro, so seldom that no position occurs four
// times.
func shuffle(g *game.Game) string {
	p := g.Position()
	moves := p.LegalMoves(nil)
	slices.SortFunc(moves, func(a, b board.Move) int { return strings.Compare(a.String(), b.String()) })
	quiet := slices.DeleteFunc(slices.Clone(moves), func(m board.Move) bool { return p.At(m.To()) != board.NoPiece })
	if len(quiet) > 0 {
		moves = quiet
	}
	return moves[g.Ply()*7919%len(moves)].String()
}

// inUse is the memory that is in use, after whatever can be collected.
func inUse() uint64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc + m.StackInuse
}

// A thousand people watch one game: a move is read once for all, and the memory of server and clients stays below 64
// MiB.
func TestAThousandWatchers(t *testing.T) {
	s := open(t)
	g := s.begin(guild)
	for range 60 {
		g = s.play(g)
	}
	const most = 64 << 20
	watchers := 1000
	if testing.Short() {
		watchers = 100
	}
	empty := inUse()
	sights := make(chan sight, watchers)
	for i := range watchers {
		s.look(i, g, s.grantTo(carol, g, watching), func(at sight) { sights <- at })
	}
	shown := make([]int, watchers)
	await := func(revision int) {
		for waiting := watchers; waiting > 0; {
			at := <-sights
			if shown[at.who] < revision && at.revision >= revision {
				waiting--
			}
			shown[at.who] = at.revision
		}
	}
	await(g.Revision)
	const moves = 5
	began, looks := time.Now(), s.looks.Load()
	for range moves {
		g = s.play(g)
		await(g.Revision)
	}
	// Before it is played, a move reads the game twice; and the room reads it by itself too.
	if got, may := s.looks.Load()-looks, int64(3*moves)+1+int64(time.Since(began)/refreshEvery); got > may {
		t.Errorf("%d moves have cost %d reads of the game with %d watchers, want at most %d", moves, got, watchers, may)
	}
	used := int64(inUse()) - int64(empty)
	t.Logf("%d watchers use %d MiB", watchers, used>>20)
	if used > most {
		t.Errorf("that is more than %d", most>>20)
	}
}

// A slowReader reads the first states, and then nothing more.
type slowReader struct {
	*httptest.ResponseRecorder
	t        *testing.T
	deadline time.Time
	states   int
	stuck    chan struct{} // closed when the reader has stopped reading
	late     chan struct{} // closed when its deadline has passed
}

func (s *slowReader) SetReadDeadline(time.Time) error { return nil }

func (s *slowReader) SetWriteDeadline(at time.Time) error { s.deadline = at; return nil }

// FlushError takes the second state as slowly as the server allows.
func (s *slowReader) FlushError() error {
	if within := time.Until(s.deadline); within > writeTimeout {
		s.t.Errorf("a reader may take %s", within)
	}
	s.deadline = time.Time{} // the next one needs its own
	if s.states++; s.states < 3 {
		return nil
	}
	close(s.stuck)
	<-s.late
	return os.ErrDeadlineExceeded
}

// A reader who reads nothing more delays nobody else, and is dropped after writeTimeout.
func TestSlowReader(t *testing.T) {
	t.Parallel()
	s := open(t)
	g := s.begin(guild)
	slow := &slowReader{httptest.NewRecorder(), t, time.Time{}, 0, make(chan struct{}), make(chan struct{})}
	request := httptest.NewRequestWithContext(t.Context(), http.MethodGet, path(g, "/events"), nil)
	request.Header.Set("Authorization", "Bearer "+s.grantTo(carol, g, watching))
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		s.handler.ServeHTTP(slow, request)
	}()
	red := s.sit(g, alice).read(g)
	red.until(func(got shownState) bool { return got.State.Watchers == 1 })
	for n := 1; n <= 4; n++ {
		g = s.play(g)
		red.until(func(got shownState) bool { return len(got.State.Moves) == n })
	}
	<-slow.stuck
	close(slow.late)
	<-ended
	red.until(func(got shownState) bool { return got.State.Watchers == 0 })
}

// A change by one process is shown on the pages of another after refreshEvery.
func TestTwoProcesses(t *testing.T) {
	t.Parallel()
	one := open(t)
	other := (&site{t: t}).serve(one.db)
	g := one.begin(guild)
	other.skew.Store(one.skew.Load())
	black := other.sit(g, bob).read(g)
	black.until(func(got shownState) bool { return got.Version != "" })
	for n := 1; n <= 3; n++ {
		g = one.play(g)
		looks := other.looks.Load()
		black.until(func(got shownState) bool { return len(got.State.Moves) == n })
		if got := other.looks.Load() - looks; got > 2 { // one may have begun before the move
			t.Errorf("the other process read the game %d times until it saw a move", got)
		}
	}
}

// While both have the page open, the channel of their game is brought up to date every two seconds at most, and at the
// end.
func TestChannelOfAQuickGame(t *testing.T) {
	t.Parallel()
	s := open(t)
	g := s.begin(guild)
	red, black := s.sit(g, alice), s.sit(g, bob)
	for _, r := range []*reading{red.read(g), black.read(g)} {
		r.until(func(got shownState) bool { return got.State.Players["red"].Online && got.State.Players["black"].Online })
	}
	began := time.Now()
	for n := range 60 {
		g = s.now(g)
		[]*browser{red, black}[n%2].want(http.StatusOK, "POST", path(g, "/moves"), moveBody(g, shuffle(g)))
	}
	s.pages.show.running.Wait()
	if got, may := s.updates.Load(), 2+int64(time.Since(began)/showEvery); got == 0 || got > may {
		t.Errorf("60 moves have brought the channel up to date %d times, want 1 to %d", got, may)
	}
	if last := s.revision.Load(); int(last) != s.now(g).Revision {
		t.Errorf("the channel was last shown revision %d, the game is at %d", last, g.Revision)
	}
}

// BenchmarkTapToBoard measures the time from a move on one page until the page of the other player shows it: in 200
// games at once, each with a move every five seconds, which 500 people watch; in one process, and where the other player
// is at another process. docs/load.md has the numbers.
func BenchmarkTapToBoard(b *testing.B) {
	b.Run("one process", func(b *testing.B) {
		s := open(b)
		benchTaps(b, s, s)
	})
	b.Run("two processes", func(b *testing.B) {
		s := open(b)
		benchTaps(b, s, (&site{t: b}).serve(s.db))
	})
}

// benchTaps plays moves on the pages of one process and watches those of the other.
func benchTaps(b *testing.B, played, watched *site) {
	const games, watchers, every = 200, 500, 5 * time.Second
	type table struct {
		g    *game.Game
		seen chan sight // by the players
	}
	tables := make([]*table, games)
	for i := range tables {
		people := [2]game.Person{game.Person(fmt.Sprint(1191000000000001000 + 2*i)), game.Person(fmt.Sprint(1191000000000001001 + 2*i))}
		t := &table{played.between(people[0], people[1], guild), make(chan sight, 100)}
		tables[i] = t
		watched.skew.Store(played.skew.Load())
		for who, p := range people {
			watched.look(who, t.g, played.grantTo(p, t.g, playing), func(at sight) { t.seen <- at })
		}
	}
	var opened sync.WaitGroup
	for i := range watchers {
		t := tables[i%games]
		opened.Add(1)
		open := sync.OnceFunc(opened.Done)
		watched.look(i, t.g, played.grantTo(carol, t.g, watching), func(sight) { open() })
	}
	opened.Wait()
	var mu sync.Mutex
	var taken []time.Duration
	var all sync.WaitGroup
	left := make(chan struct{}, b.N)
	for range b.N {
		left <- struct{}{}
	}
	close(left)
	b.ResetTimer()
	for i, t := range tables {
		all.Go(func() {
			client := played.browser()
			time.Sleep(every * time.Duration(i) / games)
			for range left {
				began := time.Now()
				g := played.now(t.g)
				mover := g.Seats[g.Turn()].Person
				client.header.Set("Authorization", "Bearer "+played.grantTo(mover, g, playing))
				tapped := time.Now()
				if status, text, err := client.try("POST", path(g, "/moves"), moveBody(g, shuffle(g))); status != http.StatusOK {
					b.Errorf("a move is answered with %d %s %v", status, text, err)
					return
				}
				for at := range t.seen {
					if at.revision > g.Revision && at.who == int(g.Turn().Opponent()) {
						mu.Lock()
						taken = append(taken, at.at.Sub(tapped))
						mu.Unlock()
						break
					}
				}
				time.Sleep(every - time.Since(began))
			}
		})
	}
	all.Wait()
	slices.Sort(taken)
	for _, percent := range []int{50, 99} {
		if len(taken) > 0 {
			b.ReportMetric(float64(taken[len(taken)*percent/100].Microseconds())/1000, fmt.Sprintf("p%d-ms", percent))
		}
	}
}
