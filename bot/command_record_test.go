package bot

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"xiangqibot/bot/game"
	"xiangqibot/bot/view"
	"xiangqibot/engine/gamefile"
)

// opening is a record as people paste it.
const opening = "1. 炮二平五 马8进7 2. 马二进三 车9平8 3. 车一平二 卒7进1"

// labels are the buttons of a message; those that cannot be pressed are in brackets.
func (m *shownMessage) labels() string {
	var all []string
	for _, row := range m.Components {
		for _, c := range row.Components {
			if c.Disabled {
				all = append(all, "("+c.Label+")")
			} else {
				all = append(all, c.Label)
			}
		}
	}
	return strings.Join(all, " ")
}

// turns presses a button of a record.
func (tb *table) turns(who user, m *shownMessage, way view.Turning) {
	tb.t.Helper()
	for _, id := range m.controls() {
		press, err := view.ParsePress(id)
		if err != nil {
			tb.t.Fatal(err)
		}
		if p, err := view.ParsePage(press); err == nil && p.Turn == way {
			tb.pressID(who, m, id)
			return
		}
	}
	tb.t.Fatalf("message %s %q has no button %q", m.ID, m.Content, way)
}

func TestImportAndTurnPages(t *testing.T) {
	tb := newTable(t)
	tb.command(anna, "record", "text", opening)
	m := tb.sees(anna.id, "Read 6 moves", "record 1", "Move 3", "(6 of 6 half-moves)", "P7+1 (g6g5)", "Red to move")
	if m.Picture == nil || !strings.Contains(m.Attachments[0].Description, "move 6 of 6") {
		t.Errorf("the record came without picture or words for it: %+v", m.Attachments)
	}
	if got, want := m.labels(), "⏮ First ◀ Back (Forward ▶) (Last ⏭) Flip board Review GIF Analyze Play from here Share"; got != want {
		t.Errorf("the buttons are %s, want %s", got, want)
	}
	last := m.Picture
	tb.turns(anna, m, view.TurnBack)
	tb.holds(m, anna.id, "Move 3", "(5 of 6 half-moves)", "R1=2")
	if m.Picture == nil || bytes.Equal(m.Picture, last) {
		t.Error("the picture is still that of the last move")
	}
	tb.turns(anna, m, view.TurnFirst)
	tb.holds(m, anna.id, "6 moves follow")
	if got, want := m.labels(), "(⏮ First) (◀ Back) Forward ▶ Last ⏭ Flip board Review GIF Analyze Play from here Share"; got != want {
		t.Errorf("the buttons are %s, want %s", got, want)
	}
	if alt := m.Attachments[0].Description; !strings.HasPrefix(alt, "Xiangqi board, Record 1. Start position; 6 moves follow. Red: king") {
		t.Errorf("the start is described as %q", alt)
	}
	first := m.Picture
	tb.turns(anna, m, view.TurnBoard)
	tb.holds(m, anna.id, "6 moves follow")
	if bytes.Equal(m.Picture, first) {
		t.Error("the board was not turned")
	}
	tb.turns(anna, m, view.TurnForward)
	tb.holds(m, anna.id, "Move 1", "(1 of 6 half-moves)", "C2=5")
	tb.quiet()

	// Another person has it in their own language, with pages of their own.
	tb.command(bao, "record", "record", 1)
	own := tb.sees(bao.id, "第6步")
	tb.turns(bao, own, view.TurnBack)
	tb.holds(own, bao.id, "第5步")
	tb.holds(m, anna.id, "(1 of 6 half-moves)")
	tb.quiet()

	// It is kept: by its number, and not for people of other servers.
	tb.command(cuong, "record", "record", 1)
	tb.sees(cuong.id, "Nước 6/6")
	tb.guild, tb.channel = "10", "20"
	tb.command(cuong, "record", "record", 1)
	tb.sees(cuong.id, "Ở đây không có kỳ phổ 1")
	tb.turns(cuong, own, view.TurnLast)
	tb.sees(cuong.id, "Ở đây không có kỳ phổ 1")
	tb.command(anna, "record", "record", 1)
	tb.sees(anna.id, "(6 of 6 half-moves)") // hers, but no business of this server
	tb.quiet()
}

func TestImportAFile(t *testing.T) {
	tb := newTable(t)
	pgn := "[Game \"Chinese Chess\"]\n[Event \"Cup\"]\n[Red \"Hu Ronghua\"]\n[Black \"*Liu*\"]\n[Result \"1-0\"]\n\n1. 炮二平五 马8进7\n{a good start}\n2. 马二进三 车9平8!? (2... 马2进3?) 1-0\n"
	tb.command(anna, "record", "file", tb.uploads("game.pgn", "application/octet-stream", []byte(pgn)))
	m := tb.sees(anna.id, "Hu Ronghua", `\\*Liu\\*`, "Cup", "Red wins", "(4 of 4 half-moves)", "R9=8 (i9h9)!?", "H2+3?")
	tb.turns(anna, m, view.TurnBack)
	tb.turns(anna, m, view.TurnBack)
	tb.holds(m, anna.id, "a good start", "(2 of 4 half-moves)")

	// A record without an event has its title in that place.
	tb.command(anna, "record", "text", "[Title \"Endgame 7\"]\n[Red \"Hu\"]\n\n1. 炮二平五 *")
	tb.sees(anna.id, "Endgame 7", "(1 of 1 half-moves)")
}

// A position alone is kept as well, and called what it is.
func TestImportAPosition(t *testing.T) {
	tb := newTable(t)
	tb.command(anna, "record", "text", "5k3/9/9/9/9/9/9/9/4R4/3K5 w - - 0 1")
	m := tb.sees(anna.id, "Read a position", "record 1", "A position without moves.")
	if strings.Contains(m.Content, "0 moves") {
		t.Errorf("of a position it says %q", m.Content)
	}
	tb.quiet()
}

func TestBrokenImport(t *testing.T) {
	tb := newTable(t)
	tb.command(anna, "record", "file", tb.uploads("game.txt", "text/plain", []byte("1. 炮二平五 马8进7\n2. 马二进四 车9平8\n")))
	m := tb.sees(anna.id, "Not everything in this record could be read; 2 moves are good", "Line 2, move 2, Red (half-move 3)", "马二进四", "(2 of 2 half-moves)", "leg")
	if m.Picture == nil {
		t.Error("what was good is not shown")
	}
	tb.turns(anna, m, view.TurnFirst)
	tb.holds(m, anna.id, "2 moves follow")
	tb.turns(anna, m, view.TurnLast)
	tb.holds(m, anna.id, "Line 2, move 2, Red")
	tb.quiet()
}

func TestImportErrors(t *testing.T) {
	tb := newTable(t)
	tb.command(anna, "record", "text", opening, "file", tb.uploads("game.pgn", "text/plain", []byte(opening)))
	tb.sees(anna.id, "only one")
	tb.command(anna, "record", "text", "hello, how are you?")
	tb.sees(anna.id, "1. C2=5 H8+7")
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
	tb.command(anna, "record", "record", 1)
	tb.sees(anna.id, "no record 1")
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

// plays makes moves of game 1, Anna's and Bao's in turn.
func (tb *table) plays(moves ...string) {
	tb.t.Helper()
	for _, m := range moves {
		who := anna
		if tb.game(1).Ply()%2 == 1 {
			who = bao
		}
		tb.command(who, "move", "move", m)
		tb.sees("")
	}
}

// A game of the bot is paged through like a record, while it goes on as well.
func TestShowAGame(t *testing.T) {
	tb := newTable(t)
	tb.human()
	tb.command(bao, "record", "game", 1)
	tb.sees(bao.id, "只有局面")
	tb.plays("h2e2", "h9g7")
	tb.command(anna, "record", "game", 1)
	m := tb.sees(anna.id, "Game 1", `\u003c@11\u003e`, `\u003c@12\u003e`, "(2 of 2 half-moves)", "H8+7") // the people, as every board names them
	tb.plays("h0g2", "i9h9")
	tb.turns(anna, m, view.TurnBack)
	tb.holds(m, anna.id, "(1 of 4 half-moves)")
	tb.turns(anna, m, view.TurnLast)
	tb.holds(m, anna.id, "(4 of 4 half-moves)")

	// Those who watch page for themselves while it goes on.
	tb.command(cuong, "record", "game", 1)
	tb.sees(cuong.id, "4")
	tb.command(bao, "resign", "game", 1)
	tb.press(bao, tb.sees(bao.id), view.PressResignYes)
	tb.sees("", "<@11>")
	tb.command(cuong, "record", "game", 1)
	tb.sees(cuong.id, "xin thua")

	// Without a number it is the game of the channel.
	tb.command(anna, "record", "format", "moves")
	tb.sees(anna.id, "Game 1")

	// Elsewhere it is no one's business but the players'.
	tb.guild, tb.channel = "10", "20"
	tb.command(cuong, "record", "game", 1)
	tb.sees(cuong.id, "Không có ván số 1")
	tb.command(anna, "record", "game", 1)
	tb.sees(anna.id, "Game 1")
	tb.quiet()

	offers := tb.completions(anna, "record", "game", "game", "")
	if len(offers) != 1 || offers[0].Value != float64(1) {
		t.Errorf("offered were %+v, want the finished game", offers)
	}
}

func TestShowAChallenge(t *testing.T) {
	tb := newTable(t)
	tb.command(anna, "challenge", "opponent", bao)
	tb.sees("")
	tb.command(anna, "record", "game", 1)
	tb.sees(anna.id, "has not started")
	tb.command(anna, "record", "game", 1, "format", "pgn")
	tb.sees(anna.id, "has not started")
}

func TestExport(t *testing.T) {
	tb := newTable(t)
	tb.human()
	tb.plays("h2e2", "h9g7", "h0g2")
	tb.command(anna, "record", "game", 1, "format", "pgn")
	m := tb.sees(anna.id, "Game 1", "PGN", "3 moves") // hers alone while the game goes on
	if text := string(m.Files["game-1.pgn"]); !strings.Contains(text, "1. C2=5 H8+7") || !strings.Contains(text, "Anna") {
		t.Errorf("the file says %q in %v", text, m.Files)
	}
	tb.command(bao, "record", "game", 1, "format", "moves")
	m = tb.sees(bao.id)
	if text := string(m.Files["game-1.txt"]); !strings.Contains(text, "炮二平五") {
		t.Errorf("the file says %q in %v", text, m.Files)
	}
	tb.command(bao, "record", "game", 1, "format", "pgn", "notation", "iccs")
	m = tb.sees(bao.id)
	if text := string(m.Files["game-1.pgn"]); !strings.Contains(text, "H2-E2") {
		t.Errorf("the file says %q in %v", text, m.Files)
	}
	tb.command(bao, "record", "game", 1, "format", "moves", "notation", "vietnamese")
	m = tb.sees(bao.id)
	if text := string(m.Files["game-1.txt"]); !strings.Contains(text, "1. P2-5 M8.7") {
		t.Errorf("the file says %q in %v", text, m.Files)
	}
	tb.command(bao, "record", "game", 1, "format", "dhtmlxq")
	m = tb.sees(bao.id)
	if text := string(m.Files["game-1.ubb"]); !strings.Contains(text, "77477062") {
		t.Errorf("the file says %q in %v", text, m.Files)
	}
	position := tb.game(1).Position()
	fen := position.FEN()
	tb.command(anna, "record", "game", 1, "format", "fen")
	m = tb.sees(anna.id, "```\n"+fen+"\n```")
	if text := string(m.Files["game-1.fen"]); !strings.Contains(text, " w - - ") && !strings.Contains(text, " b - - ") {
		t.Errorf("the file says %q in %v", text, m.Files)
	}

	tb.command(bao, "resign", "game", 1)
	tb.press(bao, tb.sees(bao.id), view.PressResignYes)
	tb.sees("", "<@11>")
	tb.command(cuong, "record", "game", 1, "format", "pgn")
	m = tb.sees(cuong.id, "PGN") // over: whoever watched may have it
	if text := string(m.Files["game-1.pgn"]); !strings.Contains(text, "H2-E2") || !strings.Contains(text, "1-0") {
		t.Errorf("the file says %q in %v", text, m.Files)
	}

	// Moves are in Vietnamese where a list is for people.
	tb.command(cuong, "record", "game", 1, "format", "moves")
	list := tb.sees(cuong.id, "Ván 1")
	if text := string(list.Files["game-1.txt"]); !strings.Contains(text, "1. P2-5 M8.7") {
		t.Errorf("the file says %q in %v", text, list.Files)
	}
	tb.command(cuong, "record", "file", tb.uploads("game-1.txt", "text/plain", list.Files["game-1.txt"]))
	tb.sees(cuong.id, "3", "M2.3")

	// What was exported reads in again, and a record that was imported goes out as well.
	tb.command(cuong, "record", "file", tb.uploads("game-1.pgn", "text/plain", m.Files["game-1.pgn"]))
	tb.sees(cuong.id, "3")
	tb.command(anna, "record", "record", 2, "format", "moves", "notation", "chinese")
	m = tb.sees(anna.id, "Record 2")
	if text := string(m.Files["record-2.txt"]); !strings.Contains(text, "炮二平五") {
		t.Errorf("the file says %q in %v", text, m.Files)
	}
	tb.quiet()
}

// The button under a finished game opens it at its start, for the one who presses alone.
func TestReplayButton(t *testing.T) {
	tb := newTable(t)
	tb.human()
	tb.plays("h2e2", "h9g7")
	board := &shownMessage{Channel: tb.channel}
	tb.pressID(cuong, board, view.Page{Game: 1, Turn: view.TurnOpen}.Press(view.PressPage).ID())
	m := tb.sees(cuong.id, "Ván 1")
	tb.turns(cuong, m, view.TurnForward)
	tb.holds(m, cuong.id, "P2-5")
	if tb.game(1).State != game.Active {
		t.Error("looking changed the game")
	}
	tb.quiet()
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

// onMessage uses a command in the menu of a message, which is given as Discord gives it.
func (tb *table) onMessage(who user, name string, message map[string]any) {
	tb.t.Helper()
	message["id"], message["type"] = "77", 0
	tb.send(who, 2, map[string]any{"id": "1", "name": name, "type": 3, "target_id": "77",
		"resolved": map[string]any{"messages": map[string]any{"77": message}}}, nil)
	tb.tidy()
}

// onMember uses a command in the menu of a member.
func (tb *table) onMember(who user, name string, member user) {
	tb.t.Helper()
	users := map[string]any{member.id: map[string]any{"id": member.id, "username": member.name, "bot": member.id == botID}}
	tb.send(who, 2, map[string]any{"id": "1", "name": name, "type": 2, "target_id": member.id,
		"resolved": map[string]any{"users": users, "members": map[string]any{member.id: map[string]any{"roles": []string{}}}}}, nil)
	tb.tidy()
}

// A member is challenged from their menu, and their profile shown; a position in anybody's message is analyzed.
func TestMenusOfMembersAndMessages(t *testing.T) {
	tb := newTable(t)
	tb.onMember(anna, "Challenge member", bao)
	tb.sees("", "<@"+bao.id+">")
	if g := tb.game(1); g.Opponent.Person != game.Person(bao.id) || g.State != game.Offered {
		t.Errorf("Anna challenged %+v, and the game is %v", g.Opponent, g.State)
	}
	tb.onMember(anna, "Challenge member", anna)
	tb.sees(anna.id)
	tb.onMember(cuong, "Show profile", bao)
	tb.sees(cuong.id, "<@"+bao.id+">")
	tb.onMessage(anna, "Analyze position", map[string]any{"content": "3k5/9/9/9/9/9/9/9/4R4/4K4 w - - 0 1"})
	tb.sees(anna.id, "Analysis of a position")
	for _, text := range []string{"", "good morning"} {
		tb.onMessage(anna, "Analyze position", map[string]any{"content": text})
		tb.sees(anna.id, "FEN")
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
