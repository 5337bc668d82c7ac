package bot

import (
	"testing"

	"xiangqibot/bot/game"
	"xiangqibot/bot/view"
)

// The controls of a board belong to that position. After a takeback and another move the game has as many moves again,
// but a move chosen on the old board must not be played.
func TestControlsOfATakenBackBoard(t *testing.T) {
	tb := newTable(t)
	tb.human()
	tb.command(anna, "move", "move", "h2e2")
	old := tb.sees("")
	tb.press(bao, old, view.PressPiece, "h9")
	question := tb.sees(bao.id)
	target, piece, flip := question.playing("h9g7"), old.control(view.PressPiece), old.control(view.PressFlip)

	tb.command(anna, "takeback")
	tb.press(bao, tb.sees(""), view.PressTakebackYes)
	tb.sees("")
	tb.command(anna, "move", "move", "b2e2")
	tb.sees("")

	tb.pressID(bao, question, target)
	tb.sees(bao.id, "过时")
	tb.pressID(bao, old, piece, "h9")
	tb.sees(bao.id, "过时")
	tb.pressID(bao, old, flip)
	tb.sees(bao.id, "过时")
	if n := tb.game(1).Ply(); n != 1 {
		t.Errorf("%d moves are on the board: one was played that was meant for another board", n)
	}
	tb.quiet()
}

// Two presses of "take back" take back once.
func TestTakebackPressedTwice(t *testing.T) {
	tb := newTable(t)
	tb.command(anna, "challenge", "strength", 3, "color", "red", "rated", false)
	tb.sees("")
	for range 2 {
		tb.command(anna, "move", "move", legal(tb.game(1)))
		tb.sees("")
		tb.think(1)
		must(t, tb.tell(1))
	}
	board := tb.discord.messages[tb.seen-1]
	press := board.control(view.PressTakeback)
	tb.pressID(anna, board, press)
	tb.holds(board, "", "takes back 2 moves")
	tb.pressID(anna, board, press)
	tb.sees(anna.id, "moved on")
	if n := tb.game(1).Ply(); n != 2 {
		t.Errorf("of four moves %d are left, want two", n)
	}
	tb.quiet()
}

// The buttons of a question do not answer a later one.
func TestAnAnswerToAnOldRequest(t *testing.T) {
	tb := newTable(t)
	tb.human()
	tb.command(anna, "move", "move", "h2e2")
	tb.sees("")
	tb.command(anna, "takeback")
	question := tb.sees("", "<@12>")
	yes, no := question.control(view.PressTakebackYes), question.control(view.PressTakebackNo)
	tb.command(bao, "move", "move", "h9g7")
	tb.sees("")
	tb.command(anna, "takeback") // of two moves now
	tb.sees("", "<@12>")
	for _, answer := range []string{yes, no} {
		tb.pressID(bao, question, answer)
		tb.sees(bao.id, "过时")
	}
	if g := tb.game(1); g.Ply() != 2 || !g.Offers.Takeback.Pending {
		t.Errorf("the old answer counted: %d moves, request pending %v", g.Ply(), g.Offers.Takeback.Pending)
	}
	tb.quiet()
}

// legal returns the first legal move.
func legal(g *game.Game) string {
	pos := g.Position()
	return pos.LegalMoves(nil)[0].String()
}
