package bot

import (
	"net/http"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/game"
	"xiangqibot/bot/handlers"
	"xiangqibot/bot/view"
)

// announce does what the latest events of a game enqueue the channel.
func (tb *table) announce(id game.ID) {
	tb.t.Helper()
	if err := tb.bot.publisher.Announce(tb.t.Context(), game.Announce{Game: id, Revision: tb.game(id).Revision}); err != nil {
		tb.t.Fatal(err)
	}
}

// think lets the bot do what it queues in a game, and tells the channel.
func (tb *table) think(id game.ID) {
	tb.t.Helper()
	if err := tb.service.Think(tb.t.Context(), game.Think{Game: id, Ply: tb.game(id).Ply()}); err != nil {
		tb.t.Fatal(err)
	}
	tb.announce(id)
}

func TestChallengeDefaults(t *testing.T) {
	tb := newTable(t)
	tb.command(bao, "challenge", "opponent", user{id: botID})
	tb.sees("", "电脑")
	g := tb.game(1)
	if seat, ok := g.BotSeat(); !ok || g.Seats[seat].Level != handlers.FirstLevel || g.Rated || g.Timed() || g.Players["12"].Locale != "zh-CN" {
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
