package bot

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/guild"
	"xiangqibot/bot/playground/simclock"
	"xiangqibot/bot/view"
	"xiangqibot/bot/view/gameview"
	"xiangqibot/bot/view/lessonview"
)

// mention is how the bot is mentioned.
const mention = "<@" + botID + ">"

// written is MESSAGE_CREATE of a message in the table's channel, with more in it.
func (tb *table) written(who user, id int, text string, more map[string]any) json.RawMessage {
	tb.t.Helper()
	event := map[string]any{
		"id": fmt.Sprint(7000 + id), "channel_id": tb.channel, "guild_id": tb.guild, "type": 0, "content": text,
		"author": map[string]any{"id": who.id, "username": who.name, "global_name": who.name},
		"member": map[string]any{"roles": []string{}},
	}
	for key, value := range more {
		if event[key] = value; value == nil {
			delete(event, key)
		}
	}
	raw, err := json.Marshal(event)
	must(tb.t, err)
	return raw
}

// writes has the bot hear of messages, and waits until it has done what they say.
func (tb *table) writes(messages ...json.RawMessage) {
	tb.t.Helper()
	for _, m := range messages {
		tb.bot.event(context.WithoutCancel(tb.t.Context()), "MESSAGE_CREATE", m)
	}
	tb.tidy()
}

// A message acts once, however often it comes and whatever this process remembers; it is nobody's move but its author's.
func TestWrittenMovesActOnce(t *testing.T) {
	tb := newTable(t)
	tb.human()
	move := tb.written(anna, 1, mention+" 炮二平五", nil)
	tb.writes(move, move)
	tb.sees("", "炮二平五")
	tb.bot.router.recent = recentInteractions{} // another process, or a later one
	tb.writes(move)
	tb.quiet()
	tb.writes(tb.written(cuong, 2, mention+" h9g7", nil))
	tb.sees("", "not playing")
	tb.writes(tb.written(anna, 3, mention+" h0g2", nil))
	tb.sees("", "not your turn")
	if n := tb.game(1).Ply(); n != 1 {
		t.Errorf("%d moves were played, want 1", n)
	}
	tb.writes(tb.written(bao, 4, "<@!"+botID+"> 马8进7", nil), tb.written(bao, 5, mention+" 马2进3", nil))
	if n := tb.game(1).Ply(); n != 2 {
		t.Errorf("%d moves were played, want 2: only one of two messages at once can be a move", n)
	}
}

// A move that could not be saved, and that Discord delivers once more to another process, is not played then: its author
// was told so.
func TestLateDeliveryOfARefusedMessage(t *testing.T) {
	tb := newTableAt(t, newSimulatorAt(t, time.Minute, simclock.NewFrozen(time.Now().Add(-10*time.Second))))
	tb.human()
	tb.seen++
	wrote := tb.discord.post(tb.channel, "a message") // only Discord knows by whom
	move := tb.written(anna, 1, mention+" 炮二平五", map[string]any{"id": wrote.ID})
	tb.ledger.away.Store(true)
	tb.writes(move)
	tb.sees("", "nothing was changed")
	tb.ledger.away.Store(false)
	tb.bot.router.recent = recentInteractions{}
	tb.writes(move)
	tb.quiet()
	if n := tb.game(1).Ply(); n != 0 {
		t.Errorf("%d moves were played, want none", n)
	}
}

// What is not for the bot is left alone: what bots and Discord say, what mentions others, what it is not shown.
func TestMessagesForOthersAreIgnored(t *testing.T) {
	tb := newTable(t)
	tb.human()
	author := map[string]any{"id": anna.id, "username": "anna", "bot": true}
	ours := map[string]any{"id": botID, "username": "bot", "bot": true}
	tb.writes(
		tb.written(anna, 1, "炮二平五", nil),
		tb.written(anna, 2, "", nil),
		tb.written(anna, 3, "<@12> 炮二平五", nil),
		tb.written(anna, 4, mention+" 炮二平五", map[string]any{"author": author}),
		tb.written(anna, 5, mention+" 炮二平五", map[string]any{"author": ours}),
		tb.written(anna, 6, mention+" 炮二平五", map[string]any{"webhook_id": "55"}),
		tb.written(anna, 7, mention+" 炮二平五", map[string]any{"type": 18}),
		tb.written(anna, 8, mention+" 炮二平五", map[string]any{"author": nil}),
		json.RawMessage(`[]`),
	)
	tb.quiet()
	tb.bot.listener.readsBareMoves = true // in channels that are no game's thread nothing is read all the same
	tb.writes(tb.written(anna, 9, "炮二平五", nil), tb.written(anna, 10, "炮二平五?", nil))
	tb.quiet()
	if n := tb.game(1).Ply(); n != 0 {
		t.Errorf("%d moves were played, want none", n)
	}
}

// What is written in reply to a message about anything but a game is played in none, although its author has a game in
// which it would fit.
func TestRepliesToOtherMessagesMakeNoMove(t *testing.T) {
	tb := newTable(t)
	tb.human()
	for n, id := range []string{
		view.Press{Act: view.PressRace, Topic: view.OfRace(1, 1), Arg: lessonview.ContestSkip}.ID(),
		"1puzzle.z.0.0.show-x-", "1simul.s.1.0.take", "1tournament.t.1.0.join", "1page.r.1.0.nr-2-b", "1gif.p.1.0.", "1explore.o.0.0.m",
	} {
		reply := map[string]any{"type": 19, "referenced_message": map[string]any{
			"id": "9", "channel_id": tb.channel, "author": map[string]any{"id": botID, "bot": true},
			"components": []any{map[string]any{"type": 1, "components": []any{map[string]any{"type": 2, "custom_id": id}}}},
		}}
		tb.writes(tb.written(anna, 2*n, "what a puzzle", reply))
		tb.quiet()
		tb.writes(tb.written(anna, 2*n+1, "炮二平五", reply))
		tb.sees("", "not the board of a game")
	}
	if g := tb.game(1); g.Ply() != 0 {
		t.Errorf("%d moves were played, want none", g.Ply())
	}
}

// Whoever confirms a resignation when the game is over learns that, and the question loses its buttons.
func TestConfirmingAResignationAfterTheEnd(t *testing.T) {
	tb := newTable(t)
	board := tb.human()
	tb.writes(tb.written(anna, 1, mention+" Resign!", nil))
	asked := tb.sees("", "resign")
	tb.pressID(bao, board, view.Press{Act: view.PressResignYes, Topic: view.OfGame(1)}.ID())
	tb.sees("", "<@12>")
	tb.press(anna, asked, view.PressResignYes)
	tb.holds(asked, "", "over")
	if asked.controls() != nil {
		t.Errorf("the question still has the controls %v", asked.controls())
	}
	tb.quiet()
}

// In a channel nobody learns of the games that somebody plays in another server. Those in this one are listed.
func TestRefusalsInChannelsKeepOtherGamesPrivate(t *testing.T) {
	for _, test := range []struct {
		servers []string // of the games, by number
		text    string
		buttons int
	}{
		{[]string{"8", "8"}, "other places", 0},
		{[]string{"8", "9", "9"}, "lists them all", 2},
		{[]string{"9", "9"}, "several games", 2},
	} {
		tb := newTable(t)
		here, server := tb.channel, tb.guild
		tb.channel = "2"
		for _, tb.guild = range test.servers {
			tb.ahead.Add(int64(time.Minute))
			tb.command(anna, "challenge", "strength", 1, "color", "red", "rated", false)
		}
		tb.seen = len(tb.discord.messages)
		tb.channel, tb.guild = here, server
		tb.writes(tb.written(anna, 1, mention+" 炮二平五", nil))
		refusal := tb.sees("", test.text)
		if n := len(refusal.controls()); n != test.buttons {
			t.Errorf("games in %v: everybody reads of %v", test.servers, refusal.controls())
		}
		if test.servers[0] != server && strings.Contains(refusal.Content, "**1**") {
			t.Errorf("everybody reads %q", refusal.Content)
		}
		tb.quiet()
	}
}

func TestWords(t *testing.T) {
	phrases := testPhrases(t)
	for text, want := range map[string]string{
		"认输": "resign", "認輸！": "resign", " Resign. ": "resign", "xin thua": "resign", "XIN THUA!": "resign",
		"悔棋": "takeback", "Take back": "takeback", "đi lại": "takeback", "di lai": "takeback",
		"提和": "draw", "draw?": "draw", "cầu hoà": "draw",
		"help": "help", "?": "help", "說明": "help",
		"": "", "!": "", "withdraw": "", "炮二平五": "",
	} {
		if got := gameview.TypedCommand(phrases, text); got != want {
			t.Errorf("%q is the command %q, want %q", text, got, want)
		}
	}
}

// What is said to a typed move is read by the channel: in the server's language where one was chosen, else in that of
// whoever typed it. In direct messages it is theirs.
func TestTheLanguageOfTypedMoves(t *testing.T) {
	tb := newTable(t)
	tb.human()
	tb.writes(tb.written(bao, 1, mention+" 马8进7", nil))
	tb.sees("", "没轮到")
	tb.setServer(func(s *guild.Settings) { s.Language = "vi" })
	tb.writes(tb.written(bao, 2, mention+" 马8进7", nil))
	tb.sees("", "chưa đến lượt")
	tb.guild, tb.channel = "", bao.dm()
	tb.writes(tb.written(bao, 3, "马8进7", nil))
	tb.sees("", "没轮到")
}

// A bot that reads direct messages alone does not ask Discord for what is written in servers.
func TestIntentsFollowWhatIsRead(t *testing.T) {
	const always = discordgo.IntentGuilds | discordgo.IntentDirectMessages
	for read, want := range map[Messages]discordgo.Intent{
		ReadDirect: always, "": always | discordgo.IntentGuildMessages, ReadMentions: always | discordgo.IntentGuildMessages,
		ReadAll: always | discordgo.IntentGuildMessages | discordgo.IntentMessageContent,
	} {
		if got := read.intents(); got != want {
			t.Errorf("%q asks for %b, want %b", read, got, want)
		}
	}
}
