package bot

import (
	"fmt"
	"strings"
	"testing"

	"xiangqibot/bot/record"
	"xiangqibot/bot/review"
	"xiangqibot/bot/view"
)

// imports has a person import a record of so many moves, which nobody else has imported.
func (tb *table) imports(who user, n, moves int) {
	tb.t.Helper()
	shuffle := strings.Fields("h0g2 h9g7 g2h0 g7h9")
	text := []string{fmt.Sprintf("[Event \"%s %d\"]", who.name, n), ""}
	for i := range moves {
		text = append(text, shuffle[i%len(shuffle)])
	}
	tb.command(who, "record", "text", strings.Join(text, " "))
	tb.sees(who.id, fmt.Sprintf("%d", moves))
}

// works does the job of a record's review.
func (tb *table) works(n int) error {
	return tb.bot.Review(tb.t.Context(), review.Job{Subject: review.Subject{Record: record.ID(n)}})
}

// A review goes with its record, also while it is under way: its message stays, and leads nowhere.
func TestRecordDeletedDuringReview(t *testing.T) {
	tb := newTable(t)
	tb.imports(anna, 1, 4)
	tb.command(anna, "review", "record", 1)
	m := tb.sees(anna.id, "Review · Record 1", "░")
	tb.asksToDelete(anna)
	question := tb.sees(anna.id, "deleted")
	tb.pressID(anna, question, question.control(view.PressErase))
	must(t, tb.works(1))
	tb.holds(m, anna.id, "░")
	tb.press(bao, m, view.PressReview)
	tb.sees(bao.id, "没有第1号棋谱")
	tb.command(bao, "review", "record", 1)
	tb.sees(bao.id, "没有第1号棋谱")
}

// Who asks something of an engine that has no room is told so. A review waits, and its message shows how far it is.
func TestEngineQueueFull(t *testing.T) {
	tb := newTable(t)
	tb.imports(anna, 1, 4)
	tb.analyst.busy.Store(true)
	tb.command(anna, "analyze", "record", 1)
	tb.sees(anna.id, "more to do right now")
	tb.command(bao, "analyze", "fen", "3k5/9/9/9/9/9/9/9/4R4/4K4 w - - 0 1")
	tb.sees(bao.id, "没能及时做完")
	tb.command(anna, "challenge", "color", "red", "strength", 1)
	tb.sees("", "Game 1")
	tb.command(anna, "hint")
	tb.sees(anna.id, "more to do right now")
	tb.command(anna, "review", "record", 1)
	m := tb.sees(anna.id, "░")
	if err := tb.works(1); err == nil {
		t.Error("the review is done, with no engine to ask")
	}
	tb.holds(m, anna.id, "░")
	tb.analyst.busy.Store(false)
	must(t, tb.works(1))
	tb.holds(m, anna.id, "Review · Record 1", "Average loss")
}
