package bot

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"xiangqibot/bot/game"
	"xiangqibot/bot/view"
	"xiangqibot/engine/notation"
)

// Moves of people who count ranks from 1 are read that way, and they see their own numbers, and what could have been
// read otherwise is shown in characters. A board that is written for the other counts as that one does.
func TestRanksFromOne(t *testing.T) {
	tb := newTable(t)
	tb.command(anna, "settings", "notation", "uci-10")
	tb.sees(anna.id, "ranks 1 to 10")
	tb.human()
	for _, c := range tb.completions(anna, "move", "move", "move", "h3e") {
		if c.Name != "h3e3" || c.Value != "h3e3" {
			t.Errorf("offered was %v", c)
		}
	}
	tb.command(anna, "move", "move", "h3e3") // with ranks from 0 the cannon is not there
	tb.sees("", "h3e3 = 炮二平五\n", "上一步：**炮二平五**")
	tb.command(bao, "move", "move", "马8进7")
	tb.sees("", "h10g8", "<@11>")
	tb.command(anna, "move", "move", "b3b5") // from 0 it would be the point in front of the cannon
	tb.sees("", "b3b5 = 炮八进二\n", "上一步：**炮八进二**")
	if last := tb.game(1).LastMove().String(); last != "b2b4" {
		t.Errorf("b3b5 was played as %s", last)
	}
	tb.command(bao, "move", "move", "马2进3")
	tb.sees("")
	tb.command(anna, "move", "move", "b4b5")
	if m := tb.sees(anna.id, "b4"); m.control(view.PressWhy) == "" {
		t.Errorf("no piece stands on b4, and nothing shows it: %q", m.Content)
	}
	tb.command(anna, "move", "move", "e4e5") // a pawn steps; with ranks from 0 nothing stands there
	tb.sees("", "兵五进一")
	tb.quiet()
}

// A text that is one legal move with ranks from 0 and another with ranks from 1 is told in characters to everybody, at
// once.
func TestTwoReadingsAreEchoed(t *testing.T) {
	tb := newTable(t)
	tb.human()
	for i, move := range []string{"b2a2", "a9a8", "a0a1", "a8a9"} {
		tb.command([]user{anna, bao}[i%2], "move", "move", move)
		if m := tb.sees(""); strings.Contains(m.Content, "=") && i%2 == 0 {
			t.Errorf("%s has one reading, and is told as %q", move, m.Content)
		}
	}
	tb.command(anna, "move", "move", " A2-b2 ") // from 0 the cannon goes back, from 1 the rook goes beside it
	tb.sees("", "A2\\-b2 = 炮九平八\n", "上一步：**炮九平八**")
	tb.command(anna, "takeback")
	tb.press(bao, tb.sees(""), view.PressTakebackYes)
	tb.sees("")
	tb.command(anna, "settings", "notation", "uci-10", "language", "zh-TW")
	tb.sees(anna.id)
	tb.command(anna, "move", "move", "a2b2")
	tb.sees("", "a2b2 = 車九平八\n", "上一步：**车九平八**")
	tb.quiet()
}

// By /move a person means a game in which it is their turn. From elsewhere they are offered no other, neither while
// they type nor to choose from.
func TestMoveOffersGamesToMoveIn(t *testing.T) {
	tb := newTable(t)
	for _, channel := range []string{"1", "2", "3"} {
		tb.channel = channel
		tb.human()
	}
	tb.command(anna, "move", "move", "h2e2") // in game 3
	tb.sees("", "<@12>")
	tb.channel = "20"
	for who, want := range map[user][]any{anna: {int64(2), int64(1)}, bao: {int64(3)}, cuong: {}} {
		offered := []any{}
		for _, choice := range tb.completions(who, "move", "game", "move", "x", "game", "") {
			offered = append(offered, int64(choice.Value.(float64)))
		}
		if !slices.Equal(offered, want) {
			t.Errorf("%s is offered the games %v, want %v", who.name, offered, want)
		}
	}
	tb.command(anna, "move", "move", "h2e2")
	if choice := tb.sees(anna.id, "several games", "**1**", "**2**"); strings.Contains(choice.Content, "**3**") {
		t.Errorf("a game is offered that waits for the other side: %s", choice.Content)
	}
	tb.command(bao, "move", "move", "h9g7") // it can only be game 3
	tb.sees(bao.id, "第3号对局")
}

// Whoever takes a move from the list needs no such echo: it was chosen by its name.
func TestChosenMovesAreNotEchoed(t *testing.T) {
	tb := newTable(t)
	tb.human()
	styles := notation.Styles()
	if testing.Short() { // every move draws a board, which is slow under the race detector
		styles = styles[:2]
	}
	for _, style := range styles {
		tb.command(anna, "settings", "notation", style.String())
		tb.sees(anna.id)
		offered := tb.completions(anna, "move", "move", "move", "")
		chosen := offered[len(offered)-1]
		tb.command(anna, "move", "move", chosen.Value)
		tb.sees("")
		tb.command(anna, "board")
		tb.sees("", fmt.Sprintf("**%s", chosen.Value))
		tb.command(anna, "takeback")
		tb.press(bao, tb.sees(""), view.PressTakebackYes)
		tb.sees("")
	}
	tb.quiet()
}

// The moves that a player must not repeat are marked where they choose them, and the board says why.
func TestRepetitionsAreWarnedOf(t *testing.T) {
	tb := newTable(t)
	tb.human()
	moves := slices.Repeat([]string{"a0a1", "a9a8", "a1a0", "a8a9"}, 3)[:11]
	for i, move := range moves {
		tb.command([]user{anna, bao}[i%2], "move", "move", move)
		if m, third := tb.sees(""), i >= 7; third != (strings.Contains(m.Content, "亚洲") || strings.Contains(m.Content, "Asian")) {
			t.Errorf("after move %d, %s: a warning is due: %v, but it says %q", i+1, move, third, m.Content)
		}
	}
	tb.command(bao, "board")
	tb.sees("", "车１退１", "重复判和（亚洲规则）")
	offered := tb.completions(bao, "move", "move", "move", "车1退1")
	if want := "车１退１ · 和：局面第4次出现"; len(offered) != 1 || offered[0].Name != want || offered[0].Value != "车１退１" {
		t.Errorf("offered is %v, want %s", offered, want)
	}
	tb.command(bao, "move", "move", offered[0].Value)
	tb.sees("", "the same position has come up 4 times")
	tb.quiet()
}

// A refused move is shown on the board when that is asked for, below the words that refused it.
func TestRefusalIsShownOnTheBoard(t *testing.T) {
	tb := newTable(t)
	tb.human()
	tb.command(anna, "move", "move", "马八进六")
	m := tb.sees(anna.id, "leg of the horse")
	words := m.Content
	if m.Picture != nil {
		t.Error("the picture came without being asked for")
	}
	tb.press(anna, m, view.PressWhy)
	if m.Picture == nil || m.Content != words || m.controls() != nil {
		t.Errorf("after the press there is a picture: %v, the words %q, the controls %v", m.Picture != nil, m.Content, m.controls())
	}
	tb.command(anna, "move", "move", "h2h8")
	m = tb.sees(anna.id, "jumps only to capture")
	tb.command(anna, "move", "move", "h2e2")
	tb.sees("")
	tb.press(anna, m, view.PressWhy)
	tb.sees(anna.id, "moved on")
	tb.quiet()
}

// What a server has chosen is read once for a move, and once for the answer of the bot.
func TestAMoveReadsTheServerOnce(t *testing.T) {
	for _, boards := range []game.BoardPolicy{game.BoardPerRound, game.KeepBoard, game.EditBoard} {
		tb := newTable(t)
		_, err := tb.service.ChangeServer(t.Context(), game.Act{Guild: tb.guild}, func(s *game.Server) error { s.Boards = boards; return nil })
		must(t, err)
		tb.command(anna, "challenge", "color", "red", "strength", 2)
		tb.ledger.servers.Store(0)
		tb.send(anna, 2, commandData("move", "", []any{"move", "h2e2"}), nil)
		tb.bot.router.running.Wait()
		if n := tb.ledger.servers.Load(); n != 1 {
			t.Errorf("boards %q: for a move the server was read %d times", boards, n)
		}
		must(t, tb.service.Think(t.Context(), game.Think{Game: 1, Ply: 1}))
		tb.ledger.servers.Store(0)
		must(t, tb.bot.publisher.Announce(t.Context(), game.Announce{Game: 1, Revision: tb.game(1).Revision}))
		if n := tb.ledger.servers.Load(); n != 1 {
			t.Errorf("boards %q: for an announcement the server was read %d times", boards, n)
		}
	}
}
