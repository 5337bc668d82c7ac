package bot

import (
	"bytes"
	"maps"
	"slices"
	"strings"
	"testing"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/game"
	"xiangqibot/bot/handlers"
	"xiangqibot/bot/view"
	"xiangqibot/bot/view/gameview"
	"xiangqibot/bot/words"
	"xiangqibot/engine/notation"
	"xiangqibot/render"
)

// A board is drawn in the look, with the pieces and with the edge of the person it is written for, and they stay when
// something else is set.
func TestBoardsAreDrawnInTheReadersLook(t *testing.T) {
	if testing.Short() {
		t.Skip("draws boards in many looks")
	}
	tb := newTable(t)
	tb.sets(anna, "theme", "night", "Look of the board: Night", "Pieces: Traditional")
	tb.sets(anna, "pieces", "pictograms", "Look of the board: Night", "Pieces: Pictures")
	tb.sets(anna, "notation", "iccs", "Look of the board: Night", "Pieces: Pictures")
	drawn := func(m *shownMessage, theme render.Theme, pieces render.PieceSet, style notation.Style) {
		t.Helper()
		r := view.Viewer{Person: game.Person(anna.id), Bottom: view.BottomRed, Words: testPhrases(t).In(words.English), Style: style, Theme: theme, Pieces: pieces}
		if want := gameview.Picture(tb.bot.host.View, tb.game(1), r, nil); want == nil || !bytes.Equal(m.Picture, want.PNG) {
			t.Errorf("the board is not drawn in %v with %v", theme, pieces)
		}
	}
	drawn(tb.human(), render.Night, render.Pictograms, notation.ICCS) // Bao accepted, Anna is to move
	tb.command(anna, "move", "move", "h2e2")
	drawn(tb.sees(""), render.Wood, render.Traditional, notation.Chinese)
	tb.command(anna, "board") // she asked for it
	drawn(tb.sees(""), render.Night, render.Pictograms, notation.ICCS)
	tb.sets(anna, "theme", "wood")
	tb.sets(anna, "pieces", "auto", "Look of the board: Wood", "Pieces: Traditional")
	tb.command(anna, "board")
	drawn(tb.sees(""), render.Wood, render.Traditional, notation.ICCS)
}

// Settings come with a board as they make it, whatever was chosen: a person's own, or for a server that of members who
// have chosen none.
func TestChosenLookIsShown(t *testing.T) {
	if testing.Short() {
		t.Skip("draws boards in many looks")
	}
	tb := newTable(t)
	shown := func(m *shownMessage, r view.Viewer) {
		t.Helper()
		r.Words = testPhrases(t).In(words.English)
		if want := tb.bot.host.View.Preview(r); want == nil || m.Picture == nil || !bytes.Equal(m.Picture, want.PNG) {
			t.Errorf("no board in %v with %v and the edge of %v is shown", r.Theme, r.Pieces, r.Style)
		}
	}
	tb.sets(anna, "notation", "uci")
	shown(tb.sets(anna, "pieces", "initials", "Pieces: Letters"), view.Viewer{Pieces: render.Initials, Style: notation.UCI})
	tb.rights = "32" // may manage the server
	tb.command(anna, "manage server", "setting", "theme", "value", "night")
	tb.sees(anna.id)
	tb.command(anna, "manage server", "setting", "pieces", "value", "simplified")
	shown(tb.sees(anna.id, "Look of the board: Night", "Pieces: Simplified"), view.Viewer{Theme: render.Night, Pieces: render.Simplified, Style: notation.WXF})
	shown(tb.sets(anna, "theme", "auto", "Night (dark) (automatic)", "Pieces: Letters"), view.Viewer{Theme: render.Night, Pieces: render.Initials, Style: notation.UCI})
	shown(tb.sets(anna, "pieces", "auto", "Simplified characters (帅仕相马车炮兵) (automatic)"), view.Viewer{Theme: render.Night, Pieces: render.Simplified, Style: notation.UCI})
	shown(tb.sets(anna, "notation", "wxf", "WXF"), view.Viewer{Theme: render.Night, Pieces: render.Simplified, Style: notation.WXF})
	tb.command(anna, "settings")
	shown(tb.sees(anna.id, "WXF"), view.Viewer{Theme: render.Night, Pieces: render.Simplified, Style: notation.WXF})
	tb.command(anna, "manage server", "setting", "theme")
	shown(tb.sees(anna.id, "Night"), view.Viewer{Theme: render.Night, Pieces: render.Simplified, Style: notation.WXF})
}

// The help is six lines with a menu. Each topic of the menu takes their place, fits into a message and keeps the menu.
func TestHelpFitsIntoAMessage(t *testing.T) {
	tb := newTable(t)
	bare := map[string]bool{} // the commands that can be used without options
	for _, c := range handlers.Offered(tb.bot.registration.commands) {
		for _, one := range c.Runnable() {
			bare[strings.ReplaceAll(one.Name, " ", "-")] = len(one.Options) == 0 || !one.Options[0].Required
		}
	}
	for _, lang := range testPhrases(t).Languages() {
		dan := user{"14", "Dan", string(lang), false}
		tb.command(dan, "help")
		m := tb.sees(dan.id, "/")
		fits := func(what string) {
			t.Helper()
			if n := len([]rune(m.Content)); n > discord.TextLimit || strings.HasSuffix(m.Content, "…") {
				t.Errorf("%s: %s has %d characters, %d fit", lang, what, n, discord.TextLimit)
			}
		}
		fits("the help")
		lines := strings.Split(m.Content, "\n")
		if len(lines) != 6 || slices.Contains(lines, "") {
			t.Errorf("%s: the help is %q, want six lines", lang, lines)
		}
		topics := m.topics()
		abouts := ""
		pieces := string(gameview.HelpPieces)
		others := slices.DeleteFunc(slices.Sorted(maps.Keys(topics)), func(topic string) bool { return topic == pieces })
		for _, topic := range append(others, pieces) { // a lesson has another menu
			title := topics[topic]
			if title == "" {
				t.Fatalf("%s: the menu has the topics %v, %s is missing", lang, topics, topic)
			}
			tb.press(dan, m, view.PressHelp, topic)
			fits("the topic " + title)
			if topic == pieces { // a lesson, which has its own controls
				if m.Picture == nil || m.control(view.PressLesson) == "" {
					t.Errorf("%s: the topic %s is no lesson: %q", lang, title, m.Content)
				}
				continue
			}
			about, begins := strings.CutPrefix(m.Content, "**"+title+"**\n")
			if !begins || about == "" || strings.Count(about, "\n") > 6 {
				t.Errorf("%s: the topic %s says %q", lang, title, m.Content)
			}
			abouts += about
			for _, id := range m.controls() {
				press, err := view.ParsePress(id)
				must(t, err)
				if name, runs := strings.CutPrefix(press.Arg, gameview.HelpRun); runs && !bare[name] {
					t.Errorf("%s: a button of the topic %s uses %q, which needs an option", lang, title, name)
				}
			}
			if !maps.Equal(m.topics(), topics) {
				t.Errorf("%s: below %s the menu has the topics %v", lang, title, m.topics())
			}
		}
		tb.listsEveryCommand(abouts, lang)
		tb.quiet()
	}
}

// topics are the values of the menu of help with what each is called.
func (m *shownMessage) topics() map[string]string {
	topics := make(map[string]string)
	for _, o := range m.of(view.PressHelp).Options {
		topics[o.Value] = o.Label
	}
	return topics
}

// listsEveryCommand expects that a text names each command in a language.
func (tb *table) listsEveryCommand(list string, lang words.Language) {
	tb.t.Helper()
	w := tb.bot.host.Phrases.In(lang)
	for _, c := range handlers.Offered(tb.bot.registration.commands) {
		if c.Menu != 0 {
			continue // it is in the menu of a message, and nobody types it
		}
		for _, one := range c.Runnable() {
			name := "/" + w.Say(c.Key()+".name")
			if one != c {
				name += " " + w.Say(one.Key()+".name")
			}
			if !strings.Contains(list, "`"+name+"`") {
				tb.t.Errorf("%s: the help does not tell of %s", lang, name)
			}
		}
	}
}

func TestPagesOfGames(t *testing.T) {
	for _, page := range []gameview.GamesPage{{}, {First: 20}, {InChannel: true, First: 10}, {Of: "123456789012345678", First: 30}} {
		if got, err := gameview.ParseGamesPage(page.Press()); err != nil || got != page {
			t.Errorf("%+v is read as %+v, %v; want %+v", page.Press(), got, err, page)
		}
	}
	for _, arg := range []string{"", "mine", "-3", "here-", "here-x", "03"} {
		if page, err := gameview.ParseGamesPage(view.Press{Act: view.PressGames, Arg: arg}); err == nil {
			t.Errorf("%q is read as %+v", arg, page)
		}
	}
}
