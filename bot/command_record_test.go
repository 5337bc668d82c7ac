package bot

import (
	"fmt"
	"strings"
	"testing"

	"xiangqibot/bot/record"
	"xiangqibot/bot/review"
	"xiangqibot/bot/view"
	"xiangqibot/engine/gamefile"
)

// opening is a record as people paste it.
const opening = "1. 炮二平五 马8进7 2. 马二进三 车9平8 3. 车一平二 卒7进1"

// labels are the buttons of a message; those that cannot be pressed are in brackets.
func (m *shownMessage) labels() string {
	var all []string
	for _, c := range m.all() {
		if c.Disabled {
			c.Label = "(" + c.Label + ")"
		}
		all = append(all, c.Label)
	}
	return strings.Join(all, " ")
}

func TestImportErrors(t *testing.T) {
	tb := newTable(t)
	tb.command(anna, "record", "text", opening, "file", tb.uploads("game.pgn", "text/plain", []byte(opening)))
	tb.sees(anna.id, "only one")
	tb.command(anna, "record", "file", tb.uploads("board.png", "image/png", []byte("x")))
	tb.sees(anna.id, "board.png", "image")
	tb.command(anna, "record", "file", tb.uploads("games.pgn", "text/plain", make([]byte, gamefile.MaxSize+1)))
	tb.sees(anna.id, "at most 8 MiB")
	liar := tb.uploads("games.pgn", "text/plain", make([]byte, gamefile.MaxSize+1))
	liar.size = 10
	tb.command(anna, "record", "file", liar)
	tb.sees(anna.id, "at most 8 MiB")
	tb.command(anna, "record", "file", upload{id: "6999", name: "old.pgn", kind: "text/plain", size: 10})
	tb.sees(anna.id, "old.pgn", "once more")
	tb.command(anna, "record", "file", tb.uploads("empty.pgn", "text/plain", nil))
	tb.sees(anna.id, "cannot find any moves")
	tb.command(anna, "record", "game", 1, "record", 1)
	tb.sees(anna.id, "only one")
	tb.quiet()
}

// The option for a file names the size up to which one is read, in every language.
func TestFileOptionStatesTheSizeLimit(t *testing.T) {
	tb := newTable(t)
	size := fmt.Sprintf(" %d MiB", gamefile.MaxSize>>20)
	for _, lang := range testPhrases(t).Languages() {
		if text := tb.bot.host.Phrases.In(lang).Say("command.record.file.desc"); !strings.HasSuffix(text, size) {
			t.Errorf("%s: the option says %q, files are read up to%s", lang, text, size)
		}
	}
}

// onMessage uses a command in the menu of a message, which is given as Discord gives it.
func (tb *table) onMessage(who user, name string, message map[string]any) {
	tb.t.Helper()
	message["id"], message["type"] = "77", 0
	tb.send(who, 2, map[string]any{"id": "1", "name": name, "type": 3, "target_id": "77",
		"resolved": map[string]any{"messages": map[string]any{"77": message}}}, nil)
	tb.tidy()
}

// People find the records again that they imported: in a list, newest first and in pages, and while they type.
func TestListOfRecords(t *testing.T) {
	tb := newTable(t)
	tb.command(anna, "record")
	tb.sees(anna.id, "not imported any records", "/record")
	tb.command(anna, "record", "text", "[Event \"Cup *1*\"]\n[Red \"Hu\"]\n[Date \"1999\"]\n[Result \"1-0\"]\n\n1. 炮二平五 马8进7 1-0")
	tb.sees(anna.id)
	for range 11 {
		tb.command(anna, "record", "text", opening)
		tb.sees(anna.id)
	}
	tb.command(bao, "record", "text", opening)
	tb.sees(bao.id)
	tb.command(anna, "record")
	m := tb.sees(anna.id, "12 records", `\#12 · 6 moves`, `\#3 · 6 moves`)
	if strings.Contains(m.Content, `#2 `) || strings.Contains(m.Content, `#13`) {
		t.Errorf("the first page is %q", m.Content)
	}
	if got, want := m.labels(), "#12 #11 #10 #9 #8 #7 #6 #5 #4 #3 (◀ Previous) Next ▶ Import"; got != want {
		t.Errorf("the buttons are %s, want %s", got, want)
	}
	older := view.Press{Act: view.PressRecords, Arg: "10"}.ID()
	tb.pressID(anna, m, older)
	tb.holds(m, anna.id, `\#1 · Cup \*1\* · Hu – unknown · 1999 · Red wins · 2 moves`)
	if got, want := m.labels(), "#2 #1 ◀ Previous (Next ▶) Import"; got != want {
		t.Errorf("the buttons are %s, want %s", got, want)
	}
	tb.press(anna, m, view.PressPage)
	tb.sees(anna.id, "Record 2", "6 moves follow")
	tb.pressID(bao, m, older) // from wherever it comes: people see their own
	tb.holds(m, anna.id, "导入的棋谱有1份", `#13`)

	if all := tb.completions(anna, "record", "record", "record", ""); len(all) != 12 || all[0].Name != "#12 · 6 moves" || all[0].Value != float64(12) {
		t.Errorf("offered were %+v", all)
	}
	for typed, offered := range map[string]int{"cup": 1, "HU": 1, "1": 4} { // of the four numbers with a 1 it is first
		found := tb.completions(anna, "record", "record", "record", typed)
		if len(found) != offered || found[0].Value != float64(1) || found[0].Name != "#1 · Cup *1* · Hu – unknown · 1999 · Red wins · 2 moves" {
			t.Errorf("for %q were offered %+v", typed, found)
		}
	}
	tb.guild, tb.channel = "10", "20"
	if choices := tb.completions(anna, "record", "record", "record", ""); len(choices) != 0 {
		t.Errorf("another server is offered %+v", choices)
	}
	tb.quiet()
}

// A record in anybody's message is imported from its menu: what is written there, or the file that is no picture.
func TestImportOfAMessage(t *testing.T) {
	tb := newTable(t)
	file := func(u upload) map[string]any {
		return map[string]any{"id": u.id, "filename": u.name, "size": u.size, "content_type": u.kind, "url": u.url}
	}
	picture := file(tb.uploads("board.png", "image/png", []byte("x")))
	game := file(tb.uploads("game.pgn", "", []byte(opening)))
	other := file(tb.uploads("other.pgn", "", []byte(opening)))
	tb.onMessage(anna, "Import game", map[string]any{
		"content": "我们昨天的棋：\n1. 炮二平五 马8进7\n2. 马二进三",
		// Parts that nobody knew when the bot was built.
		"components": []map[string]any{{"type": 99, "brand": "new"}}, "poll": 7,
	})
	tb.sees(anna.id, "Read 3 moves", "record 1", "(3 of 3 half-moves)")
	tb.onMessage(bao, "Import game", map[string]any{"content": "看看 https://example.com", "attachments": []any{picture, game, other}})
	tb.sees(bao.id, "读入6步", "还有1个文件没有读", "/棋谱")
	tb.onMessage(anna, "Import game", map[string]any{"content": "", "message_snapshots": []any{
		map[string]any{"message": map[string]any{"content": "H2-E2 H9-G7"}},
	}})
	tb.sees(anna.id, "Read 2 moves", "record 3")

	tb.onMessage(anna, "Import game", map[string]any{"content": "good morning"})
	tb.sees(anna.id, "cannot find any moves")
	tb.onMessage(anna, "Import game", map[string]any{"content": "", "attachments": []any{picture}})
	tb.sees(anna.id, "board.png", "image, audio or video")
	tb.onMessage(anna, "Import game", map[string]any{"content": "", "embeds": []any{map[string]any{"title": "x"}}})
	tb.sees(anna.id, "neither text nor a file")
	tb.onMessage(anna, "Delete game", map[string]any{"content": opening})
	tb.sees(anna.id)
	tb.quiet()
}

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
