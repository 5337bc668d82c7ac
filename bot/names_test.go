package bot

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"unicode"

	"xiangqibot/bot/game"
	"xiangqibot/bot/view"
	"xiangqibot/bot/view/gameview"
	"xiangqibot/bot/view/panelview"
)

// nasty is a text that turns, hides, formats, breaks lines and calls everybody, if it is let.
const nasty = "\u202Eevil\u2066\u200B\u00AD **b** \n# head\u2028@everyone <@1> [x](http://x.y) `c` שלום\u2069"

// unseen is the first character of a text that nobody can see and that may not be there.
func unseen(text string) (rune, bool) {
	depth := 0
	for _, r := range text {
		switch {
		case r == '\u2068':
			depth++
		case r == '\u2069' && depth > 0:
			depth--
		case r != '\n' && (unicode.Is(unicode.C, r) || r == '\u2028' || r == '\u2029'):
			return r, true
		}
	}
	return '\u2068', depth != 0
}

// What people call themselves and their things turns nothing round, wherever it is shown: in messages, lists, threads,
// pictures, files, and in what is offered while one types.
func TestNamesStayNames(t *testing.T) {
	tb := newTable(t)
	evil, other := user{"31", nasty, "en-US", false}, user{"32", "x" + nasty, "en-US", false}
	tb.rights = "32"
	pgn := fmt.Sprintf("[Red \"%s\"]\n[Black \"b%[1]s\"]\n[Event \"%[1]s\"]\n\n1. 炮二平五 马8进7\n", strings.ReplaceAll(nasty, "\n", " "))
	for _, c := range [][]any{
		{"challenge", "opponent", other, "color", "red", "rated", false},
		{"challenge", "opponent", anna, "color", "red", "rated", false},
		{"challenge", "rated", false, "color", "red", "strength", 3},
		{"manage tournament", "title", nasty, "system", "round-robin", "time", "1d"},
		{"tournament"},
		{"record", "file", tb.uploads("a"+nasty+".pgn", "text/plain", []byte(pgn))},
		{"record", "file", tb.uploads("a"+nasty+".png", "image/png", []byte(pgn))},
		{"record"}, {"record", "record", 1, "format", "pgn"}, {"record", "record", 1, "format", "dhtmlxq"},
		{"manage season", "title", nasty}, {"leaderboard", "season", 1},
		{"games"}, {"profile"}, {"leaderboard"}, {"simul"},
	} {
		tb.command(evil, c[0].(string), c[1:]...)
	}
	tb.send(evil, 5, map[string]any{
		"custom_id": view.Press{Act: view.PressSetting, Arg: "me-" + panelview.ZoneField}.ID(),
		"components": []any{map[string]any{"type": 1, "components": []any{
			map[string]any{"type": 4, "custom_id": panelview.ZoneField, "value": nasty},
		}}},
	}, nil)
	for id, who := range map[game.ID]user{1: other, 2: anna} {
		_, err := tb.service.Accept(t.Context(), tb.act(who), id)
		must(t, err)
	}
	g := tb.game(1)
	for _, c := range [][]any{
		{"move", "game", 1, "move", nasty}, {"move", "game", 1, "move", "h2e2"}, {"games"}, {"games", "here", true},
		{"move", "move", "h2e2"}, {"record", "game", 1}, {"record", "game", 1, "format", "pgn"},
	} {
		tb.command(evil, c[0].(string), c[1:]...)
	}
	for _, option := range [][]any{
		{"move", "game", "move", "", "game", ""}, {"tournament", "tournament", "tournament", ""}, {"record", "record", "record", ""}, {"record", "game", "game", ""},
	} {
		choices := tb.completions(evil, option[0].(string), option[1].(string), option[2:]...)
		if len(choices) == 0 {
			t.Errorf("nothing is offered for %v", option)
		}
		for _, choice := range choices {
			if r, found := unseen(choice.Name); found || strings.Contains(choice.Name, "\n") {
				t.Errorf("offered is %q with %U", choice.Name, r)
			}
		}
	}

	// The markdown of a name does nothing where markdown counts.
	live := regexp.MustCompile(`(^|[^\\])\*\*b\*\*|(^|\n)# |(^|[^\\])@everyone|<@1>|(^|[^\\])\[x\]`)
	for _, m := range tb.discord.messages {
		texts := map[string]string{"content": m.Content}
		for i, raw := range m.Embeds {
			var embed any
			must(t, json.Unmarshal(raw, &embed))
			gather(texts, fmt.Sprint("embed ", i), embed)
		}
		for where, text := range texts {
			if found := live.FindString(text); found != "" && !strings.Contains(where, "footer") {
				t.Errorf("the %s has %q in %q", where, found, text)
			}
		}
		for _, c := range m.all() {
			texts["label "+c.CustomID] = c.Label
		}
		for _, a := range m.Attachments {
			texts["description of "+a.Filename], texts["name of a file"] = a.Description, a.Filename
			if !strings.HasSuffix(a.Filename, ".png") {
				texts["file "+a.Filename] = strings.ReplaceAll(string(m.Files[a.Filename]), "\r", "")
			}
		}
		for where, text := range texts {
			if r, found := unseen(text); found {
				t.Errorf("the %s has %U in %q", where, r, text)
			}
		}
	}
	w := testPhrases(t).In("en")
	for _, text := range []string{gameview.ThreadName(g, "", w), gameview.SeatLabel(g, 0, w), gameview.SeatLabel(g, 1, w)} {
		if r, found := unseen(text); found || strings.Contains(text, "\n") || !strings.Contains(text, "evil") {
			t.Errorf("a thread or a picture has %U: %q", r, text)
		}
	}
	if strings.Contains(gameview.SeatLabel(g, 0, w), "\u2068") {
		t.Error("a picture has characters that cannot be drawn")
	}
}

// gather collects all texts of a value of JSON.
func gather(texts map[string]string, where string, value any) {
	switch value := value.(type) {
	case string:
		texts[where] = value
	case []any:
		for i, v := range value {
			gather(texts, fmt.Sprint(where, " ", i), v)
		}
	case map[string]any:
		for key, v := range value {
			gather(texts, where+" "+key, v)
		}
	}
}
