package bot

import (
	"strings"
	"testing"

	"xiangqibot/bot/view"
)

// Whoever has typed nothing is offered something of every piece; in a rated game the order tells nothing.
func TestEmptyFieldOffersEveryPiece(t *testing.T) {
	tb := newTable(t)
	tb.human()
	pos := tb.game(1).Position()
	pieces := map[string]bool{}
	for _, m := range pos.LegalMoves(nil) {
		pieces[m.From().String()] = true
	}
	choices := tb.completions(anna, "move", "move", "move", "")
	for _, c := range choices {
		_, points, _ := strings.Cut(c.Name, " · ")
		delete(pieces, points[:2])
	}
	if len(pieces) > 0 {
		t.Errorf("nothing is offered of the pieces on %v", pieces)
	}
	if first := choices[0].Value; first != "C2=5" && first != "C8=5" {
		t.Errorf("in a casual game %v comes first", first)
	}
	g := tb.game(1)
	g.Rated = true
	legal := pos.LegalMoves(nil)
	list := offered(g, &pos, legal)
	last := -1
	for _, m := range list {
		at := strings.Index(joined(legal), m.String())
		if at < last {
			t.Errorf("in a rated game %v is out of its order", m)
		}
		last = at
	}
}

func joined[T interface{ String() string }](list []T) string {
	var all strings.Builder
	for _, one := range list {
		all.WriteString(one.String() + " ")
	}
	return all.String()
}

// A choice says what the move does, in the script that is being typed.
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

// A text that is no move, or one that cannot be played, comes with moves that may have been meant.
func TestDidYouMean(t *testing.T) {
	tb := newTable(t)
	tb.human()
	for _, typed := range []string{"炮二瓶五", "h2e22", "马八进六"} {
		tb.command(anna, "move", "move", typed)
		if m := tb.sees(anna.id, "Did you mean"); m.control(view.PressPlay) == "" {
			t.Errorf("%q is answered with the controls %v", typed, m.controls())
		}
	}
	tb.command(anna, "move", "move", "what a wonderful day it is")
	if m := tb.sees(anna.id); strings.Contains(m.Content, "Did you mean") {
		t.Errorf("a sentence is answered with %q", m.Content)
	}
	tb.command(anna, "move", "move", "炮二瓶五")
	asked := tb.sees(anna.id, "Did you mean")
	tb.press(anna, asked, view.PressPlay)
	if tb.game(1).Ply() != 1 {
		t.Error("the move that was meant was not played")
	}
}

// Of several games in which it is one's turn, the move goes to the only one where it is legal.
func TestMoveGoesToTheGameWhereItFits(t *testing.T) {
	tb := newTable(t)
	here := tb.channel
	tb.channel = "2"
	tb.human()
	for i, move := range []string{"h2e2", "h9g7"} {
		tb.command([]user{anna, bao}[i], "move", "move", move)
		tb.sees("")
	}
	tb.command(anna, "challenge", "strength", 1, "color", "red", "rated", false)
	tb.seen = len(tb.discord.messages)
	tb.channel = here
	tb.command(anna, "move", "move", "h0g2") // fits both
	tb.sees(anna.id, "several games")
	tb.command(anna, "move", "move", "h2d2") // the cannon of the first game is elsewhere
	tb.sees(anna.id, "#2")
	if n := tb.game(2).Ply(); n == 0 {
		t.Error("the move was not played where it fits")
	}
	if n := tb.game(1).Ply(); n != 2 {
		t.Errorf("the other game has %d moves, want 2", n)
	}
}
