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
		tb.sets(anna, "notation", style.String())
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

// What a server has chosen is read once for a move, and once for the answer of the bot.
func TestAMoveReadsTheServerOnce(t *testing.T) {
	for _, boards := range []game.BoardPolicy{game.BoardPerRound, game.KeepBoard, game.EditBoard} {
		tb := newTable(t)
		tb.chooseBoards(boards)
		tb.command(anna, "challenge", "color", "red", "strength", 2)
		tb.ledger.servers.Store(0)
		tb.send(anna, 2, commandData("move", "", []any{"move", "h2e2"}), nil)
		tb.bot.router.running.Wait()
		if n := tb.ledger.servers.Load(); n != 1 {
			t.Errorf("boards %q: for a move the server was read %d times", boards, n)
		}
		tb.think(1)
		tb.ledger.servers.Store(0)
		must(t, tb.bot.publisher.Announce(t.Context(), tb.news(1)))
		if n := tb.ledger.servers.Load(); n != 1 {
			t.Errorf("boards %q: for an announcement the server was read %d times", boards, n)
		}
	}
}

// A choice says what its move does, in the notation that is being typed.
func TestChoicesSayWhatTheyDo(t *testing.T) {
	tb := newTable(t)
	tb.human()
	for typed, want := range map[string]string{
		"炮二进七": "炮二进七 · h2-h9 · takes horse", "C2+": "C2+7 · h2-h9 · takes horse", "h2h9": "h2h9 · takes horse", "cannon 2 for": "C2+7 · h2-h9 · takes horse",
	} {
		found := false
		choices := tb.completions(anna, "move", "move", "move", typed)
		for _, c := range choices {
			found = found || c.Name == want
		}
		if !found {
			t.Errorf("for %q %q is not among %v", typed, want, choices)
		}
	}
}

// Of several games in which it is one's turn, the move goes to the only one where it is legal.
func TestMoveGoesToTheGameWhereItFits(t *testing.T) {
	tb := newTable(t)
	channel := tb.channel
	tb.channel = "2"
	tb.human()
	for i, move := range []string{"h2e2", "h9g7"} {
		tb.command([]user{anna, bao}[i], "move", "move", move)
		tb.sees("")
	}
	tb.command(anna, "challenge", "strength", 1, "color", "red", "rated", false)
	tb.seen = len(tb.discord.messages)
	tb.channel = channel
	tb.command(anna, "move", "move", "h0g2") // fits both
	tb.sees(anna.id, "several games")
	tb.command(anna, "move", "move", "h2d2") // no cannon of the first game can play it
	tb.sees(anna.id, "#2")
	if n := tb.game(2).Ply(); n == 0 {
		t.Error("the move was not played where it fits")
	}
	if n := tb.game(1).Ply(); n != 2 {
		t.Errorf("the other game has %d moves, want 2", n)
	}
}
