package bot

import (
	"testing"
	"testing/synctest"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/bot/view"
)

// buttonless fails if a message still has buttons that answer a challenge or an offer.
func (tb *table) buttonless(m *shownMessage) {
	tb.t.Helper()
	for _, act := range []view.PressAct{
		view.PressAccept, view.PressDecline, view.PressCancel,
		view.PressDrawYes, view.PressDrawNo, view.PressTakebackYes, view.PressTakebackNo,
	} {
		if m.control(act) != "" {
			tb.t.Errorf("the message %q still has the buttons %v", m.Content, m.controls())
			return
		}
	}
}

// A rematch may be agreed to by asking for it too: the question then is as settled as by its own button.
func TestRematchAskedForByBoth(t *testing.T) {
	tb := newTable(t)
	board := tb.human()
	if calls := tb.takeCalls(); calls != "callback 4, callback 7, follow, retire" { // the last in case that the second is lost
		t.Errorf("the calls were %q", calls)
	}
	tb.pressID(anna, board, view.Press{Act: view.PressResignYes, Topic: view.OfGame(1)}.ID())
	tb.press(anna, tb.sees("", "resigns"), view.PressRematch)
	asked := tb.sees("", "再来一局")
	if asked.control(view.PressAccept) == "" || tb.game(2).Board.Question.Message != asked.ID {
		t.Fatalf("the rematch is asked for with %v, noted as %+v", asked.controls(), tb.game(2).Board.Question)
	}
	tb.pressID(bao, asked, view.Press{Act: view.PressRematch, Topic: view.OfGame(1)}.ID())
	tb.sees("", "第2号对局开始")
	tb.buttonless(asked)
	if g := tb.game(2); g.Board.Question != (game.MessageRef{}) {
		t.Errorf("still noted is %+v", g.Board.Question)
	}
}

// An open seat that nobody took in time cannot be taken after it.
func TestALapsedChallengeLosesItsButtons(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tb := newPunctualTable(t)
		tb.command(anna, "challenge")
		asked := tb.sees("", "is looking for a Xiangqi opponent")
		time.Sleep(25 * time.Hour)
		must(t, tb.service.Lapse(t.Context(), game.Lapse{Game: 1}))
		must(t, tb.bot.publisher.Announce(t.Context(), game.Announce{Game: 1, Revision: tb.game(1).Revision}))
		tb.tidy()
		tb.holds(asked, "", "has expired")
		tb.buttonless(asked)
	})
}

// A challenge that is shown again is answered where it was shown last; a challenger who withdraws it on a copy tells
// the others.
func TestAChallengeIsShownAgain(t *testing.T) {
	tb := newTable(t)
	tb.command(anna, "challenge", "opponent", bao, "rated", false)
	first := tb.sees("", "challenges you")
	tb.command(bao, "board", "game", 1)
	second := tb.sees("", "向你挑战")
	tb.buttonless(first)
	if len(second.Pings) != 0 {
		t.Errorf("shown again, the challenge calls %v", second.Pings)
	}
	tb.channel = "2"
	tb.command(anna, "board", "game", 1)
	copied := tb.sees(anna.id, "challenges you")
	tb.channel = "1"
	tb.press(anna, copied, view.PressCancel)
	tb.holds(copied, anna.id, "withdrew")
	tb.sees("", "withdrew")
	tb.buttonless(copied)
	tb.buttonless(second)
	tb.quiet()
}

// Who challenges somebody again may withdraw the challenge that still waits, wherever it is.
func TestWithdrawThePendingChallenge(t *testing.T) {
	tb := newTable(t)
	tb.command(anna, "challenge", "opponent", bao, "rated", false)
	first := tb.sees("", "challenges you")
	tb.channel = "2"
	tb.command(anna, "challenge", "opponent", bao, "rated", true)
	refused := tb.sees(anna.id, "<#1>")
	tb.press(anna, refused, view.PressCancel)
	tb.holds(refused, anna.id, "withdrew")
	tb.buttonless(refused)
	tb.buttonless(first)
	if g := tb.game(1); g.State != game.Cancelled {
		t.Errorf("the challenge is %v", g.State)
	}
}

// A draw or a takeback that lapsed with a move, or that was answered elsewhere, is no longer agreed to where it was
// asked.
func TestSettledQuestionsLoseTheirButtons(t *testing.T) {
	tb := newTable(t)
	tb.human()
	tb.command(anna, "move", "move", "h2e2")
	tb.sees("", "炮二平五")
	tb.command(anna, "takeback")
	back := tb.sees("", "请求悔棋")
	tb.command(bao, "move", "move", "h9g7")
	tb.sees("", "H8+7")
	tb.buttonless(back)

	tb.command(bao, "draw")
	draw := tb.sees("", "offers a draw")
	if draw.control(view.PressDrawYes) == "" {
		t.Fatalf("a draw is offered with %v", draw.controls())
	}
	tb.command(anna, "move", "move", "h0g2")
	tb.sees("", "马二进三")
	tb.buttonless(draw)

	tb.command(anna, "draw")
	again := tb.sees("", "提和")
	tb.command(bao, "draw")
	tb.sees("", "agree to a draw")
	tb.buttonless(again)
	if g := tb.game(1); g.Board.Question != (game.MessageRef{}) {
		t.Errorf("still noted is %+v", g.Board.Question)
	}
}
