package game_test

import (
	"testing"
	"testing/synctest"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/bot/game/assist"
)

// replyAfter returns the game that the answer to a move shows, and how long it waited for that. It must not be called
// once the bot has replied.
func replyAfter(t *testing.T, replies *assist.Replies, played *game.Game) (shown *game.Game, waited time.Duration) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		expected := replies.Expect(played.ID)
		defer expected.Close()
		began := time.Now()
		shown = expected.After(t.Context(), played)
		waited = time.Since(began)
	})
	return shown, waited
}

// The answer to a person's move waits for the bot's reply, but not for long, and only if the bot has one to give.
func TestAnAnswerWaitsForTheReply(t *testing.T) {
	tb := newTable(t, first(0))
	g := ok(tb.Challenge(t.Context(), at(alice, "c"), game.ChallengeSpec{Level: 2, ColorChoice: game.WantRed}))(t)
	if shown, waited := replyAfter(t, tb.Replies, g); shown != g || waited != 0 {
		t.Errorf("before Alice's move it waits %v and shows ply %d", waited, shown.Ply())
	}
	expected, later := tb.Replies.Expect(g.ID), tb.Replies.Expect(g.ID)
	defer expected.Close()
	played := ok(tb.Move(t.Context(), at(alice, "c"), g.ID, "h2e2"))(t)
	if shown, waited := replyAfter(t, tb.Replies, played); shown != played || waited != assist.ReplyPatience {
		t.Errorf("while the bot thinks it waits %v and shows ply %d", waited, shown.Ply())
	}
	later.Close()
	tb.think(t)
	if shown := expected.After(t.Context(), played); shown.Ply() != 2 {
		t.Errorf("after the reply it shows ply %d", shown.Ply())
	}
	if shown, waited := replyAfter(t, nil, played); shown != played || waited != 0 {
		t.Errorf("where others find the moves it waits %v and shows ply %d", waited, shown.Ply())
	}
}
