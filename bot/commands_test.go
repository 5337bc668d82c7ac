package bot

import (
	"net/http"
	"slices"
	"strings"
	"testing"

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

func TestChallengeTheBotAndMove(t *testing.T) {
	tb := newTable(t)
	tb.command(anna, "challenge", "color", "red", "strength", 1, "rated", false)
	first := tb.sees("", "<@11> plays Red")
	if first.Picture == nil || len(first.Attachments) != 1 || first.Attachments[0].Description == "" {
		t.Errorf("the board came without picture or alt text: %+v", first.Attachments)
	}
	tb.command(anna, "move", "move", "炮二平五")
	answer := tb.sees("", "C2=5")
	g := tb.game(1)
	if g.Ply() != 1 || g.LastMove().String() != "h2e2" || g.Board.Announced != g.Revision || g.Board.Message == first.ID {
		t.Errorf("after the move: ply %d, last %v, announced %d of %d", g.Ply(), g.LastMove(), g.Board.Announced, g.Revision)
	}
	if first.controls() != nil || first.Picture != nil || len(first.Embeds) != 0 {
		t.Errorf("the old board keeps the controls %v and %d cards; its picture: %v",
			first.controls(), len(first.Embeds), first.Picture != nil)
	}
	tb.holds(first, "", "<@11> plays Red")
	tb.think(1)
	tb.holds(answer, "", "C2=5", "The bot played", "It is your move")
	tb.announce(1)
	tb.quiet()
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

func TestChallengeAMember(t *testing.T) {
	tb := newTable(t)
	tb.command(anna, "challenge", "opponent", bao, "color", "red")
	challenge := tb.sees("", "<@12>")
	if !slices.Equal(challenge.Pings, []string{bao.id}) {
		t.Errorf("pinged were %v, want Bao", challenge.Pings)
	}
	tb.press(anna, challenge, view.PressAccept)
	tb.sees(anna.id)
	tb.press(cuong, challenge, view.PressAccept)
	tb.sees(cuong.id)
	tb.press(bao, challenge, view.PressAccept)
	tb.sees("", "<@11>", "<@12>")
	if challenge.controls() != nil || challenge.Content == "" {
		t.Errorf("the accepted challenge says %q with the controls %v", challenge.Content, challenge.controls())
	}
	if g := tb.game(1); g.State != game.Active || g.Board.Announced != g.Revision {
		t.Errorf("the game is %v, announced %d of %d", g.State, g.Board.Announced, g.Revision)
	}

	tb.command(anna, "challenge", "opponent", cuong)
	challenge = tb.sees("", "<@13>")
	tb.press(cuong, challenge, view.PressDecline)
	tb.holds(challenge, "", "<@13>", "declined") // an English server, and two of different languages
	if challenge.controls() != nil || len(challenge.Embeds) != 0 {
		t.Errorf("the declined challenge keeps %v and %s", challenge.controls(), challenge.Embeds)
	}
	tb.command(anna, "challenge", "opponent", cuong)
	challenge = tb.sees("", "<@13>")
	tb.press(anna, challenge, view.PressCancel)
	tb.holds(challenge, "", "<@13>", "<@11>")
	tb.announce(2)
	tb.announce(3)
	tb.quiet()
}

// human starts game 1 between Anna (Red) and Bao and returns its first board.
func (tb *table) human() *shownMessage {
	tb.t.Helper()
	tb.command(anna, "challenge", "opponent", bao, "color", "red", "rated", false)
	tb.press(bao, tb.sees(""), view.PressAccept)
	return tb.sees("")
}

func TestMoveByMenus(t *testing.T) {
	tb := newTable(t)
	first := tb.human()
	tb.press(bao, first, view.PressPiece, "h9")
	tb.sees(bao.id, "没轮到")
	tb.press(cuong, first, view.PressPiece, "h2")
	tb.sees(cuong.id, "1")
	tb.press(anna, first, view.PressPiece, "h2")
	question := tb.sees(anna.id)
	tb.press(anna, question, view.PressPiece, "b0")
	tb.quiet()
	tb.pressID(anna, question, question.playing("b0c2"))
	tb.holds(question, anna.id, "H8+7", "not your move yet")
	if len(question.controls()) != 1 || question.Picture != nil {
		t.Errorf("after the move the panel has %v", question.controls())
	}
	second := tb.sees("", "马八进七", "<@12>") // the menus below it are Bao's
	if !slices.Equal(second.Pings, []string{bao.id}) || tb.game(1).LastMove().String() != "b0c2" {
		t.Errorf("pinged %v after %v", second.Pings, tb.game(1).LastMove())
	}
	// A press on the old board, as a client that has not caught up may still send.
	tb.pressID(bao, first, view.Press{Act: view.PressPiece, Topic: view.OfGame(1)}.ID(), "h9")
	tb.sees(bao.id, "过时")
	tb.pressID(anna, question, view.Press{Act: view.PressTarget, Topic: view.OfGame(1), Arg: "h2"}.ID(), "e2")
	tb.sees(anna.id, "moved on")
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
	tb.breaks(func(w http.ResponseWriter, r *http.Request) bool {
		if r.Method != http.MethodPatch || !strings.Contains(r.URL.Path, "/webhooks/") {
			return false
		}
		refuseCall(w, 404, discord.CodeUnknownMessage, "Unknown Message")
		return true
	})
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

// A player who acts from another channel gets a private answer there, and the game's channel sees the move.
func TestMoveFromAnotherChannel(t *testing.T) {
	tb := newTable(t)
	first := tb.human()
	tb.channel = "2"
	tb.command(anna, "move", "move", "h2e2", "game", 1)
	own := tb.sees(anna.id, "h2e2")
	public := tb.sees("", "炮二平五", "<@12>")
	if public.Channel != "1" || own.Channel != "2" || len(own.Pings) != 0 || first.controls() != nil {
		t.Errorf("the channel's board is in %s, her own in %s, pinging %v; the old one has %v", public.Channel, own.Channel, own.Pings, first.controls())
	}
	if g := tb.game(1); g.Board.Announced != g.Revision || g.Board.Message != public.ID {
		t.Errorf("announced %d of %d on message %s", g.Board.Announced, g.Revision, g.Board.Message)
	}
	tb.announce(1)
	tb.command(bao, "resign")
	tb.press(bao, tb.sees(bao.id), view.PressResignYes)
	tb.sees(bao.id, "你已认输")
	tb.sees("", "<@12>")
	tb.command(cuong, "board", "game", 1)
	if m := tb.sees(cuong.id); m.Channel != "2" {
		t.Errorf("a watcher's board is in channel %s", m.Channel)
	}
	tb.quiet()
}

func TestWrongMovesSayWhy(t *testing.T) {
	tb := newTable(t)
	tb.human()
	for _, test := range []struct {
		who   user
		move  string
		words string
	}{
		{anna, "炮二平四十", "cannot"},
		{anna, "b0d1", "leg"},
		{anna, "hello", "hello"},
		{bao, "炮8平5", "没轮到"},
		{cuong, "h2e2", "không chơi ván nào"},
	} {
		tb.command(test.who, "move", "move", test.move)
		tb.sees(test.who.id, test.words)
	}
	if n := tb.game(1).Ply(); n != 0 {
		t.Errorf("%d moves were played", n)
	}
	tb.quiet()
}

func TestAmbiguousMoveIsAsked(t *testing.T) {
	tb := newTable(t)
	tb.human()
	for i, move := range []string{"h2d2", "a9a8", "b2b4", "a8a9", "b4d4", "a9a8"} {
		tb.command([]user{anna, bao}[i%2], "move", "move", move)
		tb.sees("")
	}
	// Both cannons stand on the sixth file.
	tb.command(anna, "move", "move", "炮六进一")
	question := tb.sees(anna.id, "炮六进一")
	if n := len(question.controls()); n != 2 {
		t.Fatalf("%d candidates were offered", n)
	}
	tb.press(bao, question, view.PressPlay)
	tb.sees(bao.id, "没轮到")
	tb.press(anna, question, view.PressPlay)
	board := tb.sees("", "<@12>")
	tb.holds(question, anna.id, "You played")
	if last := tb.game(1).LastMove().String(); last != "d4d5" && last != "d2d3" {
		t.Errorf("played was %s, the board says %q", last, board.Content)
	}
	tb.quiet()
}

func TestDoubleClickAndDoubleDeliveryActOnce(t *testing.T) {
	tb := newTable(t)
	first := tb.human()
	tb.takeCalls()
	i := tb.command(anna, "move", "move", "h2e2")
	tb.sees("", "炮二平五")
	tb.takeCalls()
	// The same interaction once more, as the gateway may deliver it.
	tb.deliver(map[string]any{
		"id": i.id, "token": "token-" + i.id, "application_id": botID, "type": 2, "guild_id": "9", "channel_id": "1",
		"member": map[string]any{"user": map[string]any{"id": anna.id, "username": "anna"}}, "locale": anna.locale,
		"data": commandData("move", "", []any{"move", "h2e2"}),
	})
	tb.bot.router.running.Wait()
	if calls := tb.takeCalls(); calls != "" {
		t.Errorf("a second delivery was answered: %s", calls)
	}
	tb.quiet()
	_ = first
	// Two presses on one button: two interactions, one act.
	tb.command(bao, "resign")
	question := tb.sees(bao.id)
	id := question.control(view.PressResignYes)
	tb.pressID(bao, question, id)
	tb.sees("", "<@12>")
	tb.pressID(bao, question, id)
	tb.sees(bao.id, "结束")
	tb.quiet()
}

func TestResign(t *testing.T) {
	tb := newTable(t)
	board := tb.human()
	tb.press(cuong, board, view.PressResign)
	tb.sees(cuong.id)
	tb.press(anna, board, view.PressResign)
	question := tb.sees(anna.id)
	tb.press(anna, question, view.PressClose)
	tb.holds(question, anna.id, "Nothing was changed")
	if tb.game(1).State != game.Active || question.controls() != nil {
		t.Error("closing the question did more than close it")
	}
	tb.command(anna, "resign")
	question = tb.sees(anna.id)
	tb.press(anna, question, view.PressResignYes)
	tb.holds(question, anna.id, "You have resigned")
	tb.sees("", "<@11>", "<@12>")
	if g := tb.game(1); g.State != game.Finished || g.Board.Announced != g.Revision || board.control(view.PressResign) != "" {
		t.Errorf("the game is %v, the old board has %v", g.State, board.controls())
	}
	tb.quiet()
}

func TestDraw(t *testing.T) {
	tb := newTable(t)
	tb.human()
	tb.command(anna, "draw")
	offer := tb.sees("", "<@12>")
	if !slices.Equal(offer.Pings, []string{bao.id}) {
		t.Errorf("pinged were %v, want Bao", offer.Pings)
	}
	tb.press(anna, offer, view.PressDrawYes)
	tb.sees(anna.id)
	tb.press(cuong, offer, view.PressDrawYes)
	tb.sees(cuong.id)
	tb.press(bao, offer, view.PressDrawNo)
	board := tb.sees("", "<@12>")
	if offer.controls() != nil {
		t.Errorf("the answered offer keeps %v", offer.controls())
	}
	tb.press(bao, board, view.PressDraw)
	offer = tb.sees("", "<@11>")
	tb.press(anna, offer, view.PressDrawYes)
	tb.sees("", "draw")
	if g := tb.game(1); g.State != game.Finished || g.End != game.ByAgreement {
		t.Errorf("the game is %v, ended %v", g.State, g.End)
	}
	tb.quiet()
}

func TestTakeback(t *testing.T) {
	tb := newTable(t)
	tb.human()
	tb.command(anna, "takeback")
	tb.sees(anna.id, "not moved")
	tb.command(anna, "move", "move", "h2e2")
	board := tb.sees("")
	tb.press(anna, board, view.PressTakeback)
	question := tb.sees("", "<@12>")
	tb.press(bao, question, view.PressTakebackYes)
	tb.sees("", "takes back 1 move")
	if n := tb.game(1).Ply(); n != 0 {
		t.Errorf("%d moves are on the board", n)
	}
	tb.command(anna, "move", "move", "h2e2")
	tb.sees("")
	tb.command(anna, "takeback")
	question = tb.sees("", "<@12>")
	tb.press(bao, question, view.PressTakebackNo) // it is Bao's move, and nobody is to be called
	tb.holds(question, "", "<@12> 不同意悔棋")
	if question.Picture == nil {
		t.Error("the answered question is no board")
	}
	if n := tb.game(1).Ply(); n != 1 {
		t.Errorf("%d moves are on the board", n)
	}
	tb.command(anna, "challenge", "strength", 3, "color", "red", "rated", false)
	tb.sees("")
	tb.command(anna, "move", "move", "h2e2", "game", 2)
	answered := tb.sees("")
	tb.think(2)
	tb.command(anna, "takeback", "game", 2)
	tb.sees(anna.id, "You take back 2 moves")
	tb.holds(answered, "", "takes back 2 moves", "It is your move")
	if n := tb.game(2).Ply(); n != 0 {
		t.Errorf("against the bot %d moves are on the board", n)
	}
	tb.quiet()
}

func TestFlip(t *testing.T) {
	tb := newTable(t)
	board := tb.human()
	before := board.Picture
	tb.press(bao, board, view.PressFlip)
	if slices.Equal(before, board.Picture) || board.controls() == nil {
		t.Error("a player's flip did not turn the board in its place")
	}
	tb.press(bao, board, view.PressFlip)
	if tb.quiet(); len(board.Picture) == 0 {
		t.Error("the picture is gone")
	}
	another := view.OnBoard(&game.Game{ID: 1})
	tb.pressID(bao, board, view.Press{Act: view.PressFlip, Topic: another, Arg: "black"}.ID())
	tb.sees(bao.id, "过时")
	tb.press(cuong, board, view.PressFlip)
	copied := tb.sees(cuong.id)
	if copied.Picture == nil || len(copied.Components) != 0 {
		t.Errorf("the watcher's copy has the controls %v", copied.controls())
	}
	tb.quiet()
}

func TestBoard(t *testing.T) {
	tb := newTable(t)
	tb.command(cuong, "board")
	tb.sees(cuong.id)
	first := tb.human()
	tb.command(cuong, "board")
	if m := tb.sees(cuong.id); m.Picture == nil || m.controls() != nil {
		t.Errorf("a watcher got the controls %v", m.controls())
	}
	tb.command(bao, "board")
	second := tb.sees("")
	if second.Picture == nil || !first.Deleted || tb.game(1).Board.Message != second.ID {
		t.Errorf("the new board did not take the place of the old, deleted: %v", first.Deleted)
	}
	if len(second.Pings) != 0 {
		t.Errorf("the board that Bao asked for calls %v", second.Pings)
	}
	tb.command(bao, "board", "game", 77)
	tb.sees(bao.id, "77")
	tb.quiet()
}
