package bot

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"xiangqibot/bot/game"
)

// Ten of a person and fifteen of a server in ten minutes: who asks for more waits, and nobody elsewhere does.
func TestLimits(t *testing.T) {
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	l := newLimiter(Limits{Person: 10, Server: 15, Every: 10 * time.Minute}, func() time.Time { return now })
	asks := func(server, person string, times, cost int, want string) *limitExceeded {
		t.Helper()
		var over *limitExceeded
		for n := range times {
			over = l.take(server, game.Person(person), cost)
			got := ""
			if over != nil {
				got = over.whose()
			}
			if got != want {
				t.Errorf("%v: %s in %q, time %d: refused by %q, want %q", now, person, server, n+1, got, want)
			}
		}
		return over
	}
	asks("a", "flooder", 10, whole, "")
	over := asks("a", "flooder", 1, whole, "person")
	if !over.first || over.until.Sub(now) < time.Minute || over.until.Sub(now) > time.Minute+time.Second {
		t.Errorf("one more in a minute: %+v", over)
	}
	if asks("b", "flooder", 5, whole, "person").first {
		t.Error("the same is news again")
	}
	asks("a", "friend", 5, whole, "")
	over = asks("a", "friend", 1, whole, "server")
	if !over.first || over.until.Sub(now) < time.Minute || over.until.Sub(now) > time.Minute+time.Second {
		t.Errorf("a tenth of the server's is there in a minute: %+v", over)
	}
	asks("b", "friend", 1, whole, "") // what was refused has cost nothing
	asks("", "friend", 4, whole, "")
	asks("", "friend", 1, whole, "person")
	asks("b", "typist", 50, typing, "")
	asks("b", "typist", 1, typing, "person")

	now = now.Add(-time.Hour) // the clock was wrong
	asks("b", "flooder", 1, whole, "person")
	now = now.Add(time.Minute)
	asks("b", "flooder", 1, whole, "")
	asks("b", "flooder", 1, whole, "person")
	now = now.Add(2 * time.Hour)
	asks("c", "flooder", 10, whole, "")
	asks("c", "flooder", 1, whole, "person")
	if len(l.people) != 1 || len(l.servers) != 1 {
		t.Errorf("%d people and %d servers are remembered, want those of the last ten minutes", len(l.people), len(l.servers))
	}
}

// countedReads counts how often the games of somebody, or of a channel, are read.
type countedReads struct {
	game.GameStore
	n atomic.Int32
}

func (c *countedReads) Games(ctx context.Context, q game.Query) ([]*game.Game, error) {
	c.n.Add(1)
	return c.GameStore.Games(ctx, q)
}

// What is not for the bot counts for nothing: neither a reply between people nor a move that is nobody's.
func TestOtherMessagesDoNotCount(t *testing.T) {
	tb := newTable(t)
	tb.human()
	tb.bot.router.limits = newLimiter(Limits{Person: 1, Every: time.Hour}, tb.service.Now)
	tb.bot.listener.readsBareMoves = true
	toBot := map[string]any{"type": 19, "referenced_message": map[string]any{"author": map[string]any{"id": botID}}}
	tb.writes(tb.written(anna, 1, "nice", toBot), tb.written(anna, 2, "h2e2", nil))
	tb.writes(tb.written(anna, 3, mention+" h2e2", nil))
	tb.sees("", "炮二平五")
	if n := tb.counted("xiangqi_requests_limited_total", "person"); n != 0 {
		t.Errorf("%v refusals are counted", n)
	}
}

// A command beyond the limit is answered with words and does nothing, a completion offers nothing, and of written moves
// the first alone is answered.
func TestBeyondTheLimit(t *testing.T) {
	tb := newTable(t)
	tb.human()
	tb.bot.router.limits = newLimiter(Limits{Person: 2, Every: time.Hour}, tb.service.Now)
	tb.command(anna, "move", "move", "h2e2")
	tb.sees("", "炮二平五")
	tb.command(anna, "games")
	tb.sees(anna.id, "1")
	tb.command(anna, "resign")
	tb.sees(anna.id, "many commands in a short time", "<t:")
	if offers := tb.completions(anna, "move", "move", "move", "h"); len(offers) > 0 {
		t.Errorf("offered %v", offers)
	}
	tb.command(bao, "move", "move", "h9g7")
	tb.sees("", "H8+7")
	tb.writes(tb.written(bao, 1, mention+" h9g7", nil))
	tb.sees("", "还没轮到你")
	tb.writes(tb.written(bao, 2, mention+" h9g7", nil))
	tb.sees("", "操作太频繁")
	reads := &countedReads{GameStore: tb.ledger.db.Games}
	tb.bot.host.Finder = game.NewFinder(reads)
	tb.writes(tb.written(bao, 3, mention+" h9g7", nil))
	tb.quiet()
	if n := reads.n.Load(); n != 0 {
		t.Errorf("for a message beyond the limit games were read %d times", n)
	}
	if n := tb.game(1).Ply(); n != 2 {
		t.Errorf("%d moves were played, want 2", n)
	}
	if person := tb.counted("xiangqi_requests_limited_total", "person"); person != 4 {
		t.Errorf("%v refusals are counted, want 4", person)
	}
}

// Whoever types is asked for suggestions at every letter: five completions count as one request.
func TestACompletionCountsForLess(t *testing.T) {
	tb := newTable(t)
	tb.human()
	tb.bot.router.limits = newLimiter(Limits{Person: 2, Every: time.Hour}, tb.service.Now)
	for n := range 5 {
		if offers := tb.completions(anna, "move", "move", "move", "h"); len(offers) == 0 {
			t.Errorf("completion %d offers nothing", n+1)
		}
	}
	tb.command(anna, "move", "move", "h2e2")
	tb.sees("", "炮二平五")
	tb.command(anna, "games")
	tb.sees(anna.id, "many commands in a short time")
}
