package bot

import (
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"github.com/prometheus/client_golang/prometheus"

	"xiangqibot/bot/discord/discordtest"
	"xiangqibot/bot/game"
	"xiangqibot/bot/handlers"
	"xiangqibot/bot/view"
)

// unmeasured are n slots whose work nobody times.
func unmeasured(n int) handlers.Slots {
	nobody := prometheus.ObserverFunc(func(float64) {})
	return handlers.NewSlots(n, nobody, nobody)
}

func TestPanicFreesItsSlot(t *testing.T) {
	p := unmeasured(1)
	func() {
		defer func() { _ = recover() }()
		p.Do("", "1", func() { panic("a fault in drawing") })
	}()
	worked := false
	p.Do("", "1", func() { worked = true })
	if !worked {
		t.Error("the slot is not free")
	}
}

// Pictures and files go by turns: while one person waits for many, another's come after one of them.
func TestDrawingAndImportsAreFair(t *testing.T) {
	for _, kind := range []string{"drawing", "reading"} {
		t.Run(kind, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				tb := newPunctualTable(t)
				one := unmeasured(1)
				var drawn []game.Person
				if kind == "reading" {
					tb.bot.host.Reading = one
				} else {
					tb.bot.host.View = view.New(renderer(), discordtest.Log(t), func(_ string, p game.Person, draw func()) {
						one.Do("", p, func() {
							drawn = append(drawn, p)
							draw()
						})
					})
				}
				tb.rebuild()
				open := make(chan struct{})
				go one.Do("", "somebody", func() { <-open })
				synctest.Wait()
				ask := func(who user) {
					tb.send(who, 2, commandData("record", "", []any{"text", "1. 炮二平五 马8进7"}), nil)
					synctest.Wait()
				}
				for range 20 {
					ask(anna)
				}
				ask(bao)
				close(open)
				tb.bot.router.running.Wait()
				if kind == "drawing" {
					if len(drawn) != 21 || drawn[1] != game.Person(bao.id) {
						t.Errorf("drawn was for %v, want the one who asked once to be the second", drawn)
					}
					return
				}
				kept, err := tb.config.Records.List(t.Context(), tb.act(bao))
				must(t, err)
				if len(kept) != 1 || kept[0].ID != 2 {
					t.Errorf("the one who imported once has %+v, want the second record", kept)
				}
			})
		})
	}
}

// However many files are given at once, few are fetched before others are read: each is in memory as a whole.
func TestFewFilesAreFetchedAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tb := newPunctualTable(t)
		tb.bot.host.Fetching = unmeasured(2)
		tb.rebuild()
		open := make(chan struct{})
		var mu sync.Mutex
		coming, most := 0, 0
		tb.discord.fail = func(_ http.ResponseWriter, r *http.Request) bool {
			if !strings.Contains(r.URL.Path, "attachments") {
				return false
			}
			mu.Lock()
			coming++
			most = max(most, coming)
			mu.Unlock()
			<-open
			mu.Lock()
			coming--
			mu.Unlock()
			return false
		}
		const files = 9
		for n := range files {
			who := []user{anna, bao, cuong}[n%3]
			tb.send(who, 2, commandData("record", "", []any{"file", tb.uploads("game.pgn", "", []byte("1. 炮二平五 马8进7"))}), nil)
			synctest.Wait()
		}
		mu.Lock()
		waiting := coming
		mu.Unlock()
		close(open)
		tb.bot.router.running.Wait()
		if waiting != 2 || most != 2 {
			t.Errorf("%d files are fetched while the first come, and %d at once in the end, want 2", waiting, most)
		}
		kept := 0
		for _, who := range []user{anna, bao, cuong} {
			all, err := tb.config.Records.List(t.Context(), tb.act(who))
			must(t, err)
			kept += len(all)
		}
		if kept != files {
			t.Errorf("%d of %d files are kept", kept, files)
		}
	})
}

// A file whose turn does not come in time is not said to be gone: its person is told that others wait, and it is not
// fetched afterwards.
func TestAFileThatWaitsTooLong(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tb := newPunctualTable(t)
		one := unmeasured(1)
		tb.bot.host.Fetching = one
		tb.rebuild()
		open := make(chan struct{})
		go one.Do("", "somebody", func() { <-open })
		synctest.Wait()
		tb.discord.fail = func(_ http.ResponseWriter, r *http.Request) bool {
			if strings.Contains(r.URL.Path, "attachments") {
				t.Error("the file is fetched")
			}
			return false
		}
		tb.send(anna, 2, commandData("record", "", []any{"file", tb.uploads("game.pgn", "", []byte("1. 炮二平五 马8进7"))}), nil)
		tb.bot.router.running.Wait()
		close(open)
		tb.sees(anna.id, "Too many files are waiting")
	})
}
