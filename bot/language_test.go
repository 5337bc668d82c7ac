package bot

import (
	"io/fs"
	"os"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/prometheus/client_golang/prometheus"

	"xiangqibot/bot/game"
	"xiangqibot/bot/view"
	"xiangqibot/bot/words"
)

// fifthLanguage are the phrases with one more language, a copy of English under another name.
func fifthLanguage(t *testing.T) *words.Phrases {
	t.Helper()
	files := fstest.MapFS{}
	err := fs.WalkDir(os.DirFS("words"), "phrases", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := os.ReadFile("words/" + path)
		files[path] = &fstest.MapFile{Data: text}
		if topic, english := strings.CutPrefix(path, "phrases/en/"); english {
			files["phrases/ja/"+topic] = &fstest.MapFile{Data: text}
		}
		return err
	})
	must(t, err)
	languages := append(words.Languages(), "ja")
	phrases, err := words.LoadFrom(files, languages...)
	must(t, err)
	return phrases
}

// speaks makes the bot anew, with other phrases.
func (tb *table) speaks(phrases *words.Phrases) {
	tb.t.Helper()
	config := tb.config
	config.Metrics = prometheus.NewRegistry()
	b, err := newBot(config, phrases)
	must(tb.t, err)
	b.host.self.Store(tb.bot.host.self.Load())
	b.router.within = tb.bot.router.within
	tb.bot, tb.metrics = b, config.Metrics.(*prometheus.Registry)
}

// A language is a folder of phrases and a name in a list: the code knows nothing else of it. One more of them is spoken
// everywhere, and nothing fails or panics in it.
func TestAFifthLanguage(t *testing.T) {
	tb := newTable(t)
	phrases := fifthLanguage(t)
	tb.speaks(phrases)
	tb.rights = "32"
	yuki, ken := user{"21", "Yuki", "ja", false}, user{"22", "Ken", "ja", false}
	if got := phrases.For("ja").Language(); got != "ja" {
		t.Fatalf("a person whose Discord is Japanese is spoken to in %s", got)
	}
	for _, c := range tb.bot.commands {
		c.definition(phrases)
	}
	view.Welcome(phrases, "ja")
	missing := regexp.MustCompile(`\[[a-z-]+(\.[a-z0-9-]+)+\]`)

	tb.command(yuki, "simul start", "boards", 2, "time", "2d", "rated", true)
	display := tb.sees("", "plays everyone who takes a board", "2 boards")
	tb.press(ken, display, view.PressSimul)
	tb.holds(display, "", "· game 1")
	tb.sees("", "<@21>")
	tb.pressID(yuki, display, view.Press{Act: view.PressSimul, Game: game.ID(tb.game(1).Simul), Arg: view.SimulShut}.ID())
	tb.holds(display, "", "1 board")
	tb.quietly()

	for _, c := range [][]any{
		{"challenge", "opponent", ken, "color", "red", "rated", false}, {"move", "move", "h2e2", "game", 2}, {"simul board"}, {"games"}, {"board", "game", 1},
		{"settings me"}, {"settings server"}, {"help"}, {"record import", "text", "1. 炮二平五 马8进7"}, {"record show", "game", 1}, {"record list"},
		{"profile"}, {"leaderboard"}, {"reminders"}, {"vote start", "window", 60}, {"privacy export"}, {"vacation show"},
		{"tournament create", "title", "Cup", "system", "round-robin", "time", "1d"}, {"tournament show"},
	} {
		tb.command(yuki, c[0].(string), c[1:]...)
		if m := tb.discord.messages[tb.seen]; missing.MatchString(m.Content) {
			t.Errorf("/%s lacks a phrase: %s", c[0], m.Content)
		}
		if n := tb.counted("xiangqi_requests_total", c[0].(string), "failed"); n != 0 {
			t.Errorf("/%s failed", c[0])
		}
		tb.quietly()
	}
	if n := tb.counted("xiangqi_panics_total"); n != 0 {
		t.Errorf("%v panics", n)
	}
}
