package bot

import (
	"net/http"
	"slices"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/game"
	"xiangqibot/bot/view"
)

func TestChallengeDefaults(t *testing.T) {
	tb := newTable(t)
	tb.command(bao, "challenge", "opponent", user{id: botID})
	tb.sees("", "电脑")
	g := tb.game(1)
	if seat, ok := g.BotSeat(); !ok || g.Seats[seat].Level != 3 || g.Rated || g.Timed() || g.Players["12"].Locale != "zh-CN" {
		t.Errorf("the game is %+v", g)
	}
	tb.command(bao, "challenge", "opponent", user{id: "101"})
	tb.sees(bao.id, "机器人")
	tb.command(anna, "challenge", "opponent", anna)
	tb.sees(anna.id, "yourself")
	tb.quiet()
}

// human starts game 1 between Anna (Red) and Bao and returns its first board.
func (tb *table) human() *shownMessage {
	tb.t.Helper()
	tb.command(anna, "challenge", "opponent", bao, "color", "red", "rated", false)
	tb.press(bao, tb.sees(""), view.PressAccept)
	return tb.sees("")
}

// Discord may confirm the answer to a press after that of a later one. The panel of the later press stays.
func TestAPanelConfirmedLate(t *testing.T) {
	tb := newTable(t)
	tb.press(anna, tb.human(), view.PressPiece, "h2")
	panel := tb.sees(anna.id)
	by := discordgo.Interaction{AppID: botID, Token: "earlier"}
	sent := tb.bot.client.RestoreSent(by, "@original", time.Now().Add(-time.Minute))
	tb.bot.publisher.Panels.Keep(t.Context(), tb.game(1), view.Panel, by, game.Person(anna.id), sent)
	if panel.Deleted {
		t.Error("the panel is deleted")
	}
	tb.pressID(anna, panel, panel.playing("h2e2"))
	tb.sees("", "炮二平五")
	tb.quiet()
}

// A person has one panel a game. It shows how the game went on, and a new one takes its place; where Discord does not
// change it, its button does.
func TestThePanel(t *testing.T) {
	tb := newTable(t)
	first := tb.human()
	tb.press(anna, first, view.PressPiece, "h2")
	panel := tb.sees(anna.id)
	tb.press(anna, first, view.PressPiece, "b0")
	if older := panel; !older.Deleted {
		t.Error("a person has two panels")
	}
	panel = tb.sees(anna.id)
	tb.pressID(anna, panel, panel.playing("b0c2"))
	tb.sees("", "马八进七")
	next := panel.control(view.PressPiece)
	tb.command(bao, "move", "move", "h9g7")
	tb.sees("", "H8+7")
	tb.holds(panel, anna.id, "H8+7", "It is your move")
	if panel.Picture == nil || len(panel.controls()) != 1 {
		t.Errorf("the panel has a picture: %v, and the controls %v", panel.Picture != nil, panel.controls())
	}
	tb.refuses(http.MethodPatch, "/webhooks/", 404, discord.CodeUnknownMessage)
	tb.press(anna, panel, view.PressPiece, "h2")
	tb.pressID(anna, panel, panel.playing("h2e2"))
	tb.sees("", "炮二平五")
	tb.command(bao, "move", "move", "b9c7")
	tb.sees("", "H2+3")
	tb.holds(panel, anna.id, "C2=5", "not your move yet")
	tb.pressID(anna, panel, next)
	tb.holds(panel, anna.id, "H2+3", "It is your move")
	tb.pressID(cuong, panel, next)
	tb.sees(cuong.id, "1")
	tb.quiet()
}

// What is typed as a time is completed by what it most likely means.
func TestTimeCompletion(t *testing.T) {
	tb := newTable(t)
	for _, test := range []struct {
		typed string
		first []string // the values offered first
	}{
		{"", []string{"none", "10+10", "15+10"}},
		{"3", []string{"3d", "30+20", "60+30"}}, // the last has a 3 somewhere
		{"4", []string{"4d", "14d"}},
		{"30", []string{"30+20", "60+30"}},
		{"10", []string{"10d", "10+10", "10d+1d", "15+10"}},
		{"2 D", []string{"2d"}},
		{"45+30", []string{"45+30"}},
		{"10d+1", []string{"10d+1d"}},
		{"soon", nil},
	} {
		var values []string
		for _, c := range tb.completions(anna, "challenge", "time", "time", test.typed) {
			values = append(values, c.Value.(string))
		}
		if len(values) < len(test.first) || !slices.Equal(values[:len(test.first)], test.first) || len(test.first) == 0 && len(values) > 0 {
			t.Errorf("%q is completed by %q, want %q first", test.typed, values, test.first)
		}
	}
}

// The question stands before one person only, but whoever gets hold of its button deletes nothing of anybody.
func TestOnlyTheAskerDeletesTheirData(t *testing.T) {
	tb := newTable(t)
	tb.human()
	tb.asksToDelete(anna)
	question := tb.sees(anna.id, "1 open game", "deleted player")
	id := question.control(view.PressErase)
	tb.pressID(bao, question, id)
	tb.sees(bao.id, "问的是别人")
	if g := tb.game(1); g.State.String() != "active" || len(g.People()) != 2 {
		t.Fatalf("a stranger's press left the game %v with %v", g.State, g.People())
	}
	tb.pressID(anna, question, id)
	tb.holds(question, anna.id, "has been deleted")
	if g := tb.game(1); g.State.String() != "finished" || len(g.People()) != 1 {
		t.Errorf("her own press left the game %v with %v", g.State, g.People())
	}
	tb.pressID(anna, question, id)
	tb.holds(question, anna.id, "has been deleted")
}

// A game shows itself where it is played: in its channel, to the members of its server, and to its players everywhere.
// By its number nobody looks into another server or into somebody's direct messages.
func TestWhoSeesAGame(t *testing.T) {
	tb := newTable(t)
	tb.human()
	tb.channel, tb.guild = "77", "" // Anna's direct messages
	tb.command(anna, "challenge", "strength", 3, "color", "red", "rated", false)
	tb.sees("")

	for _, place := range []struct{ guild, channel string }{{"", "78"}, {"10", "79"}} {
		tb.guild, tb.channel = place.guild, place.channel
		for _, id := range []game.ID{1, 2} {
			tb.command(cuong, "board", "game", int(id))
			if m := tb.sees(cuong.id); m.Picture != nil || len(m.Embeds) != 0 {
				t.Errorf("in server %q a stranger saw game %d: %q", place.guild, id, m.Content)
			}
			list := &shownMessage{Channel: place.channel, For: cuong.id, Flags: int(discordgo.MessageFlagsEphemeral)}
			for _, act := range []view.Press{{Act: view.PressBoard, Topic: view.OfGame(id)}, {Act: view.PressFlip, Topic: view.OfGame(id), Arg: "black"}} {
				tb.pressID(cuong, list, act.ID())
				if m := tb.sees(cuong.id); m.Picture != nil {
					t.Errorf("in server %q a stranger saw game %d by a press of %q", place.guild, id, act.Act)
				}
			}
			tb.command(anna, "board", "game", int(id))
			if m := tb.sees(anna.id); m.Picture == nil {
				t.Errorf("in server %q Anna does not see her game %d: %q", place.guild, id, m.Content)
			}
		}
	}
	tb.guild, tb.channel = "9", "2"
	tb.command(cuong, "board", "game", 1)
	if m := tb.sees(cuong.id); m.Picture == nil {
		t.Errorf("in the game's own server a watcher does not see it: %q", m.Content)
	}
	tb.command(cuong, "board", "game", 2)
	if m := tb.sees(cuong.id); m.Picture != nil {
		t.Error("a game in direct messages is shown in a server")
	}
	tb.quiet()
}
