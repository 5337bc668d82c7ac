package main

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"xiangqibot/bot/playground"
	"xiangqibot/bot/playground/wire"
	"xiangqibot/engine/board"
	"xiangqibot/engine/notation"
)

const (
	// turnMoves is how many of Alice's moves a turn of BenchmarkAmongReviews measures, after warmMoves that do not count.
	turnMoves, warmMoves = 300, 20
	// reviewsAtOnce is how many reviews the program works on at the same time.
	reviewsAtOnce = 4
)

// endlessReviews has the engine look for so long at each position of a reviewed game that no review ends within a turn.
const endlessReviews = `
limits: {person: 0, server: 0}
engine: {endgame: "", review_nodes: 2000000}
`

// BenchmarkAmongReviews measures what BenchmarkMove does, by turns: in a program that does nothing else, and in one
// that reviews four long games. Each turn has a program of its own, so that both begin with an empty database.
//
//	go test -run '^$' -bench AmongReviews -benchtime 5x -timeout 60m ./cmd/xiangqi-bot
//
// -benchtime says how many turns of each kind there are. p99-ratio is how many times as long the answer takes, at the
// 99th percentile, while games are reviewed; it should be at most 1.2. p50-ratio is the same for the median. The times
// themselves are alone-p99-ms and reviewing-p99-ms. No number fails the benchmark; a review that ends before its turn
// does.
func BenchmarkAmongReviews(b *testing.B) {
	var alone, reviewing []time.Duration
	for b.Loop() {
		alone = append(alone, oneTurn(b, 0)...)
		reviewing = append(reviewing, oneTurn(b, reviewsAtOnce)...)
	}
	for name, share := range map[string]float64{"p50": 0.50, "p99": 0.99} {
		one, other := quantile(alone, share), quantile(reviewing, share)
		b.ReportMetric(one, "alone-"+name+"-ms")
		b.ReportMetric(other, "reviewing-"+name+"-ms")
		b.ReportMetric(other/one, name+"-ratio")
	}
}

// oneTurn is how long Alice's moves take in a program of their own that reviews so many games.
func oneTurn(b *testing.B, reviews int) (took []time.Duration) {
	b.Helper()
	t := sitDown(b, endlessReviews)
	defer t.leave()
	var readers []reader
	for n := range reviews {
		readers = append(readers, t.review(n))
	}
	moves := warmMoves + turnMoves
	if testing.Short() {
		moves = warmMoves + 1
	}
	for n := range moves {
		d := t.play(playground.AliceID, t.alicesMove(), notation.Chinese)
		if n >= warmMoves {
			took = append(took, d)
		}
	}
	for _, r := range readers {
		// None of these positions is in the game that Alice plays: she may ask.
		if m := r.show(); !strings.Contains(m.Embeds[0].Description, "░") {
			b.Fatalf("a review ended before its turn: %s", m.Embeds[0].Description)
		}
	}
	return took
}

// A reader has a game reviewed that nobody plays. What they look up only they see: they have an event stream of their own.
type reader struct {
	*duel
	person wire.ID
	record int
}

// alicesDM is the channel of Alice's direct messages with the bot.
const alicesDM wire.ID = "1191000000000000301"

// review has a game imported and its review begun: the first by Alice in her direct messages, the others by people who
// come to the server, where three reviews at once are the most.
func (t *duel) review(n int) reader {
	own := *t
	r := reader{&own, playground.AliceID, n + 1}
	if n == 0 {
		r.where = alicesDM
	} else {
		var came struct{ ID wire.ID }
		who := map[string]any{"name": fmt.Sprint("Reader ", n), "locale": "en-US"}
		status, text, err := askPage(t.ctx, http.MethodPost, t.url+"/playground/people", who, &came)
		if err != nil || status != http.StatusOK {
			t.b.Fatalf("nobody comes: %d %s %v", status, text, err)
		}
		r.person, r.where = came.ID, playground.XiangqiID
		r.listen(r.person)
	}
	moves := make([]string, 0, longGame)
	for _, m := range t.wander(longGame) {
		moves = append(moves, m.String())
	}
	r.message(r.act("command", r.person, map[string]any{
		"name": "record", "options": map[string]any{"text": strings.Join(moves, " ")},
	}))
	if m := r.show(); !strings.Contains(m.Embeds[0].Description, "░") {
		t.b.Fatalf("no review begins: %s", m.Content)
	}
	return r
}

// show asks for the review of the reader's game.
func (r reader) show() wire.Message {
	m, _ := r.message(r.act("command", r.person, map[string]any{
		"name": "review", "options": map[string]any{"record": r.record},
	}))
	if len(m.Embeds) != 1 {
		r.b.Fatalf("no review: %s", m.Content)
	}
	return m
}

// wander is a game of so many moves by chance.
func (t *duel) wander(plies int) []board.Move {
	for {
		rec := board.NewRecord()
		for len(rec.Moves) < plies {
			p := rec.Position()
			if !p.HasLegalMove() {
				break
			}
			if err := rec.Play(t.any(&p)); err != nil {
				t.b.Fatal(err)
			}
		}
		if len(rec.Moves) == plies {
			return rec.Moves
		}
	}
}
