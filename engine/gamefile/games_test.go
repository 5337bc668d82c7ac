package gamefile_test

import (
	"fmt"
	"os"
	"reflect"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"xiangqibot/engine/board"
	"xiangqibot/engine/gamefile"
	"xiangqibot/engine/notation"
	"xiangqibot/engine/testcases"
)

// way is a format with a style to write moves in.
type way struct {
	format gamefile.Format
	style  notation.Style
}

func (w way) String() string { return fmt.Sprintf("%v in %v", w.format, w.style) }

// ways are all that games can be written as and read back. PGN writes the styles left out as one of these.
func ways() []way {
	all := []way{{gamefile.PGN, notation.Chinese}, {gamefile.PGN, notation.WXF}, {gamefile.PGN, notation.ICCS}, {gamefile.DhtmlXQ, notation.Chinese}}
	for _, s := range notation.Styles() {
		all = append(all, way{gamefile.MoveList, s})
	}
	return all
}

// there returns what becomes of a game that is written and read.
func (w way) there(g *gamefile.Game) (gamefile.Game, error) {
	text, err := gamefile.Write(g, w.format, w.style)
	if err != nil {
		return gamefile.Game{}, err
	}
	back, format, err := gamefile.Read(text)
	if err == nil && format != w.format {
		err = fmt.Errorf("read as %v", format)
	}
	if err != nil {
		err = fmt.Errorf("%w\n%s", err, text)
	}
	return back, err
}

// played is a game of the collection beside the project.
type played struct{ Date, Result, Moves, Ecco string }

// game returns it as a file would hold it. Name and date are one text: that is what a list has room for.
func (r played) game(t testing.TB) gamefile.Game {
	g := gamefile.Game{Start: board.StartPosition(), Event: strings.TrimSpace(r.Ecco + " " + r.Date)}
	for _, text := range strings.Fields(r.Moves) {
		m, err := board.ParseMove(text)
		if err != nil {
			t.Fatal(err)
		}
		g.Moves = append(g.Moves, m)
	}
	for _, result := range []gamefile.Result{gamefile.RedWins, gamefile.BlackWins, gamefile.Draw} {
		if r.Result == result.String() {
			g.Result = result
		}
	}
	return g
}

// TestPlayedGames: every fifth game of the collection goes through write and read unchanged, in turn with the next ones
// in every format and notation; with XIANGQI_ALL=1 every game in all of them. -short takes every fiftieth.
func TestPlayedGames(t *testing.T) {
	turns, every := 6, 5 // a game is written in each sixth of the ways
	if os.Getenv("XIANGQI_ALL") == "1" {
		turns, every = 1, 1
	}
	if testing.Short() {
		every = 50
	}
	type job struct {
		played
		turn int
	}
	rows := make(chan job, 64)
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for row := range rows {
				g := row.game(t)
				for i, w := range ways() {
					if (i+row.turn)%turns != 0 {
						continue
					}
					if back, err := w.there(&g); err != nil || !reflect.DeepEqual(g, back) {
						t.Errorf("%v: %v: %v\n%s", row.played, w, err, difference(g, back))
						return
					}
				}
			}
		})
	}
	n := 0
	testcases.Each(t, "data/games.jsonl.gz", func(row played) {
		if n++; n%every == 0 && !t.Failed() {
			rows <- job{row, n / every}
		}
	})
	close(rows)
	workers.Wait()
	t.Logf("%d games", n/every)
}

// difference shows where two games differ.
func difference(a, b gamefile.Game) string {
	return cmp.Diff(a, b, cmp.Comparer(func(a, b board.Position) bool { return a == b }))
}

// Positions that follow the one of a file are counted like games.
func TestPositions(t *testing.T) {
	const one, two, three = "3k5/9/9/9/9/9/9/4R4/9/4K4 w - - 0 1", "4k4/9/9/9/9/9/9/3R5/9/3K5 w", "5k3/9/9/9/9/9/9/4R4/9/4K4 w"
	for text, more := range map[string]int{one: 0, one + "\n" + one + "\n": 0, "残局集\n" + one + "\n" + two + "\n" + three: 2} {
		g, format, err := gamefile.Read([]byte(text))
		if err != nil || format != gamefile.FEN || g.More != more || !strings.HasPrefix(one, g.Start.FEN()[:20]) {
			t.Errorf("%q is read as %v %s and %d more, %v", text, format, g.Start.FEN(), g.More, err)
		}
	}
}
