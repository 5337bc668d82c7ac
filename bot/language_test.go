package bot

import (
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/bwmarrin/discordgo"
	"github.com/prometheus/client_golang/prometheus"

	"xiangqibot/bot/handlers"
	"xiangqibot/bot/view"
	"xiangqibot/bot/view/gameview"
	"xiangqibot/bot/view/peopleview"
	"xiangqibot/bot/words"
)

// esperanto is a language that Discord does not have, so that it will never be one of the bot's.
const esperanto = "eo"

// fifthLanguage are the phrases with one more language, a copy of English under another name.
func fifthLanguage(t *testing.T) *words.Phrases {
	t.Helper()
	files := fstest.MapFS{}
	err := fs.WalkDir(os.DirFS("words"), "phrases", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := os.ReadFile("words/" + name)
		files[name] = &fstest.MapFile{Data: text}
		if topic, english := strings.CutPrefix(name, "phrases/en/"); english {
			text := strings.ReplaceAll(string(text), "name: English\n", "name: Esperanto\n")
			text = strings.ReplaceAll(text, "\n  resign: resign", "\n  resign: rezigni")
			files[path.Join("phrases", esperanto, topic)] = &fstest.MapFile{Data: []byte(text)}
		}
		return err
	})
	must(t, err)
	languages := append(testPhrases(t).Languages(), esperanto)
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
	b.host.Self.Store(tb.bot.host.Self.Load())
	b.router.within = tb.bot.router.within
	tb.bot, tb.metrics = b, config.Metrics.(*prometheus.Registry)
}

// A language is a folder of phrases and its entry in words.builtIn: the code knows nothing else of it. One more of them
// is offered and spoken everywhere, and nothing fails or panics in it.
func TestAFifthLanguage(t *testing.T) {
	tb := newTable(t)
	phrases := fifthLanguage(t)
	tb.speaks(phrases)
	tb.rights = "32"
	yuki, ken := user{"21", "Yuki", esperanto, false}, user{"22", "Ken", esperanto, false}
	if got := phrases.For(esperanto).Language(); got != esperanto {
		t.Fatalf("a person whose Discord is in Esperanto is spoken to in %s", got)
	}
	for _, c := range handlers.Offered(tb.bot.registration.commands) {
		d := c.Definition(phrases, true)
		if _, named := (*d.NameLocalizations)[esperanto]; !named {
			t.Errorf("/%s has no name in Esperanto", c.Name)
		}
		for _, sub := range d.Options {
			for _, o := range sub.Options {
				offers := func(choice *discordgo.ApplicationCommandOptionChoice) bool { return choice.Name == "Esperanto" }
				if o.Name == "language" && !slices.ContainsFunc(o.Choices, offers) {
					t.Errorf("/%s does not offer Esperanto", sub.Name)
				}
			}
		}
	}
	gameview.Welcome(phrases, esperanto)
	if got := gameview.TypedCommand(phrases, "Rezigni!"); got != "resign" {
		t.Errorf("who resigns in Esperanto is taken to ask for %q", got)
	}
	missing := regexp.MustCompile(`\[[a-z-]+(\.[a-z0-9-]+)+\]`)

	tb.command(yuki, "simul", "boards", 2, "time", "2d", "rated", true)
	display := tb.sees("", "plays everybody who takes a board", "2 boards")
	tb.press(ken, display, view.PressSimul)
	tb.holds(display, "", "· game 1")
	tb.sees("", "<@21>")
	tb.pressID(yuki, display, view.Press{Act: view.PressSimul, Topic: view.OfSimul(tb.game(1).Simul), Arg: peopleview.SimulShut}.ID())
	tb.holds(display, "", "1 board")
	tb.quietly()

	for _, c := range [][]any{
		{"challenge", "opponent", ken, "color", "red", "rated", false}, {"move", "move", "h2e2", "game", 2}, {"games"}, {"board", "game", 1},
		{"settings"}, {"manage server"}, {"help"}, {"record", "text", "1. 炮二平五 马8进7"}, {"record", "game", 1}, {"record"},
		{"profile"}, {"leaderboard"}, {"vote", "window", 60},
		{"manage tournament", "title", "Cup", "system", "round-robin", "time", "1d"}, {"tournament"},
	} {
		tb.command(yuki, c[0].(string), c[1:]...)
		if m := tb.discord.messages[tb.seen]; missing.MatchString(m.Content) {
			t.Errorf("/%s lacks a phrase: %s", c[0], m.Content)
		}
		if tb.counted("xiangqi_requests_total", c[0].(string), "done")+tb.counted("xiangqi_requests_total", c[0].(string), "refused") == 0 {
			t.Errorf("/%s failed", c[0])
		}
		tb.quietly()
	}
	if n := tb.counted("xiangqi_panics_total"); n != 0 {
		t.Errorf("%v panics", n)
	}
}

// The welcome names the commands in every language, its own at length.
func TestWelcomeSpeaksToEverybody(t *testing.T) {
	p := testPhrases(t)
	for _, lang := range p.Languages() {
		text := gameview.Welcome(p, lang).Text
		if !strings.HasPrefix(text, p.In(lang).Say("welcome.text")) {
			t.Errorf("%s: the welcome begins in another language: %s", lang, text)
		}
		for _, other := range p.Languages() {
			command := "`/" + p.In(other).Say("command.play.name") + "`"
			if !strings.Contains(text, command) {
				t.Errorf("%s: the welcome does not name %s: %s", lang, command, text)
			}
		}
	}
}
