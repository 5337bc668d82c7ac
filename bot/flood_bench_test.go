package bot

import (
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// BenchmarkFlood measures how long a person waits for a board while another has asked for many pictures at the same
// moment, from the interaction to the first answer at Discord.
func BenchmarkFlood(b *testing.B) {
	for _, pictures := range []int{0, 200} {
		b.Run(fmt.Sprint(pictures), func(b *testing.B) {
			tb := newTable(b)
			tb.bot.router.within = discordDeadlines
			benchGame(b, tb)
			show := commandData("board", "", []any{"game", 1})
			var waiting atomic.Pointer[string]
			answered := make(chan time.Time, 1)
			tb.breaks(func(_ http.ResponseWriter, r *http.Request) bool {
				if id := waiting.Load(); id != nil && strings.Contains(r.URL.Path, "/interactions/"+*id+"/") {
					waiting.Store(nil)
					answered <- time.Now()
				}
				return false
			})
			total, worst := time.Duration(0), time.Duration(0)
			for b.Loop() {
				for range pictures {
					tb.send(anna, 2, show, nil)
				}
				i, event := tb.event(bao, 2, show, nil)
				waiting.Store(&i.id)
				asked := time.Now()
				tb.deliver(event)
				waited := (<-answered).Sub(asked)
				total, worst = total+waited, max(worst, waited)
				tb.bot.router.running.Wait()
			}
			b.ReportMetric(float64(total.Milliseconds())/float64(b.N), "ms/wait")
			b.ReportMetric(float64(worst.Milliseconds()), "ms/worst")
		})
	}
}
