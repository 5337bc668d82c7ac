package bot

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"
	"github.com/coder/websocket"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/discord/discordtest"
	"xiangqibot/bot/handlers"
	"xiangqibot/bot/playground/wire"
	"xiangqibot/bot/services"
	"xiangqibot/bot/words"
)

func definitions(t *testing.T) []*discordgo.ApplicationCommand {
	t.Helper()
	phrases, err := words.Load()
	must(t, err)
	var all []*discordgo.ApplicationCommand
	for _, c := range handlers.Offered(handlers.Commands(&handlers.Host{Phrases: phrases})) {
		all = append(all, c.Definition(phrases, true))
	}
	return all
}

// Discord's rule for the names of commands and options.
var commandName = regexp.MustCompile(`^[-_'\p{L}\p{N}]{1,32}$`)

// spoken is a name or description in all its languages, the default under "".
func spoken(text string, localized map[discordgo.Locale]string) map[discordgo.Locale]string {
	all := map[discordgo.Locale]string{"": text}
	for locale, local := range localized {
		all[locale] = local
	}
	return all
}

func TestDefinitionsAreWhatDiscordTakes(t *testing.T) {
	seen := make(map[string]string)
	name := func(where, text string, localized map[discordgo.Locale]string) {
		checkEnglish(t, where, text, localized)
		for locale, n := range spoken(text, localized) {
			if !commandName.MatchString(n) || strings.ToLower(n) != n {
				t.Errorf("%s: %q is no name that Discord takes", where, string(locale)+" "+n)
			}
			key := where[:max(0, strings.LastIndexByte(where, ' '))] + "/" + string(locale) + "/" + n
			if other, taken := seen[key]; taken {
				t.Errorf("%s is called %q in %q, and so is %s", where, n, locale, other)
			}
			seen[key] = where
		}
	}
	description := func(where, text string, localized map[discordgo.Locale]string) {
		all := spoken(text, localized)
		checkEnglish(t, where, text, localized)
		delete(all, discordgo.EnglishGB) // only where it is spelled otherwise
		delete(all, discordgo.EnglishUS)
		if len(all) != len(testPhrases(t).Languages()) {
			t.Errorf("%s is described in %d languages", where, len(all))
		}
		for locale, d := range all {
			if n := utf8.RuneCountInString(d); n < 1 || n > 100 || strings.HasPrefix(d, "[") {
				t.Errorf("%s: the description in %q has %d characters: %q", where, locale, n, d)
			}
		}
	}
	var options func(within string, list []*discordgo.ApplicationCommandOption)
	options = func(within string, list []*discordgo.ApplicationCommandOption) {
		optional := false
		for _, o := range list {
			where := within + " " + o.Name
			name(where, o.Name, o.NameLocalizations)
			description(where, o.Description, o.DescriptionLocalizations)
			if o.Required && optional {
				t.Errorf("%s is required and comes after an optional one", where)
			}
			optional = optional || !o.Required
			if o.Autocomplete && len(o.Choices) > 0 || len(o.Choices) > discord.ChoiceLimit {
				t.Errorf("%s has %d choices", where, len(o.Choices))
			}
			for _, choice := range o.Choices {
				description(where+" choice", choice.Name, choice.NameLocalizations)
			}
			options(where, o.Options)
		}
	}
	for _, c := range definitions(t) {
		if c.Type != discordgo.ChatApplicationCommand {
			checkMenuEntry(t, c)
			continue
		}
		name(c.Name, c.Name, *c.NameLocalizations)
		description(c.Name, c.Description, *c.DescriptionLocalizations)
		options(c.Name, c.Options)
		if n := longest(c.Name, *c.NameLocalizations) + longest(c.Description, *c.DescriptionLocalizations) + charactersOf(c.Options); n > 8000 {
			t.Errorf("%s has %d characters", c.Name, n)
		}
	}
}

// checkEnglish looks at what American readers see: Discord shows them British English before the definition's own text.
func checkEnglish(t *testing.T, where, text string, localized map[discordgo.Locale]string) {
	t.Helper()
	texts := make(map[string]string)
	for locale, l := range localized {
		texts[string(locale)] = l
	}
	if shown := wire.Localized(texts, string(discordgo.EnglishUS), text); shown != text {
		t.Errorf("%s: Americans read %q instead of %q", where, shown, text)
	}
}

// checkMenuEntry looks at a command in the menu of messages: a name in every language is all that it may have.
func checkMenuEntry(t *testing.T, c *discordgo.ApplicationCommand) {
	t.Helper()
	checkEnglish(t, c.Name, c.Name, *c.NameLocalizations)
	names := spoken(c.Name, *c.NameLocalizations)
	delete(names, discordgo.EnglishGB)
	delete(names, discordgo.EnglishUS)
	if len(names) != len(testPhrases(t).Languages()) {
		t.Errorf("%s has a name in %d languages", c.Name, len(names))
	}
	for locale, n := range names {
		if len := utf8.RuneCountInString(n); len < 1 || len > 32 || strings.HasPrefix(n, "[") {
			t.Errorf("%s is called %q in %q", c.Name, n, locale)
		}
	}
	if c.Description != "" || c.DescriptionLocalizations != nil || c.Options != nil {
		t.Errorf("%s has a description or options, which Discord refuses", c.Name)
	}
}

// The contexts of each command are set explicitly: Discord's defaults are the application's, which its owner may change on
// a page.
func TestCommandsSayWhereTheyCanBeUsed(t *testing.T) {
	inServers := map[string]bool{"simul": true, "vote": true, "tournament": true, "manage": true}
	everywhere := map[string]bool{
		"play": true, "puzzle": true, "learn": true, "analyze": true, "record": true, "settings": true, "profile": true, "help": true,
		"Import game": true, "Analyze position": true,
	}
	for _, c := range definitions(t) {
		want := []discordgo.InteractionContextType{discordgo.InteractionContextGuild, discordgo.InteractionContextBotDM}
		installs := []discordgo.ApplicationIntegrationType{discordgo.ApplicationIntegrationGuildInstall}
		switch {
		case inServers[c.Name]:
			want = want[:1]
		case everywhere[c.Name]:
			want = append(want, discordgo.InteractionContextPrivateChannel)
			installs = append(installs, discordgo.ApplicationIntegrationUserInstall)
		}
		if c.Contexts == nil || !slices.Equal(*c.Contexts, want) {
			t.Errorf("/%s has the contexts %v, want %v", c.Name, c.Contexts, want)
		}
		if c.IntegrationTypes == nil || !slices.Equal(*c.IntegrationTypes, installs) {
			t.Errorf("/%s has the integration types %v", c.Name, c.IntegrationTypes)
		}
	}
}

// Only managers are offered the commands of managers.
func TestManagersCommands(t *testing.T) {
	for _, c := range definitions(t) {
		if needed := c.DefaultMemberPermissions; (needed != nil) != (c.Name == "manage") || needed != nil && *needed != discordgo.PermissionManageGuild {
			t.Errorf("/%s is for members with the permissions %v", c.Name, needed)
		}
	}
}

// Whoever types a slash sees few lines, and understands each: commands, and the subcommands of those that have any.
func TestNumberOfCommands(t *testing.T) {
	members, managers, options := 0, 0, 0
	for _, c := range handlers.Offered(handlers.Commands(&handlers.Host{Phrases: testPhrases(t)})) {
		if c.Menu != 0 {
			continue
		}
		lines := &members
		if c.ForManagers {
			lines = &managers
		}
		*lines += len(c.Runnable())
		for _, one := range c.Runnable() {
			options += len(one.Options)
		}
	}
	if members > 20 || managers > 8 {
		t.Errorf("members see %d lines, managers %d more", members, managers)
	}
	if options > maxOptions {
		t.Errorf("the commands have %d options, want at most %d", options, maxOptions)
	}
}

// maxOptions is how many options all commands have together. A new one replaces another, or is a button.
const maxOptions = 59

// gate is Discord as far as a bot meets it at its start. The gateway takes every session up.
type gate struct {
	commands http.HandlerFunc
	identify chan struct{} // gets each session that is taken up
	events   chan gatewayEvent
}

// gatewayEvent is an event that a session gets.
type gatewayEvent struct {
	name string
	data any
}

func (g *gate) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch {
	case r.Host != "discord.com":
		g.serve(w, r)
	case strings.HasSuffix(r.URL.Path, "/commands"):
		g.commands(w, r)
	case r.URL.Path == "/api/v10/gateway/bot":
		answerJSON(w, 200, map[string]any{"url": "ws://gateway.test"})
	default:
		answerJSON(w, 200, map[string]string{"id": botID, "username": "bot"})
	}
}

func (g *gate) serve(w http.ResponseWriter, r *http.Request) {
	socket, err := websocket.Accept(w, r, nil)
	if err != nil {
		return
	}
	defer func() { _ = socket.CloseNow() }()
	send := func(frame any) {
		text, _ := json.Marshal(frame)                             // plain maps
		_ = socket.Write(r.Context(), websocket.MessageText, text) // the bot may have gone
	}
	send(map[string]any{"op": 10, "d": map[string]int{"heartbeat_interval": 40_000}})
	reading := make(chan struct{})
	go func() {
		defer close(reading)
		for {
			_, text, err := socket.Read(r.Context())
			if err != nil {
				return
			}
			var f struct{ Op int }
			switch _ = json.Unmarshal(text, &f); f.Op {
			case 1:
				send(map[string]any{"op": 11})
			case 2:
				send(map[string]any{"op": 0, "s": 1, "t": "READY", "d": map[string]string{"session_id": "s", "resume_gateway_url": "ws://gateway.test"}})
				g.identify <- struct{}{}
			}
		}
	}()
	for {
		select {
		case e := <-g.events:
			send(map[string]any{"op": 0, "s": 2, "t": e.name, "d": e.data})
		case <-reading:
			return
		}
	}
}

// However the registering of the commands goes, the bot connects; and it registers them once they are taken.
func TestRegisteringDoesNotDelayConnecting(t *testing.T) {
	for name, test := range map[string]struct {
		refuse  http.HandlerFunc
		invited bool // the bot is invited to the server
		says    string
	}{
		"no answer":               {refuse: func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }, says: "cannot be reached yet"},
		"Discord's front is down": {refuse: func(w http.ResponseWriter, _ *http.Request) { refuseCall(w, 503, 0, "down") }, says: "cannot be reached yet"},
		"too many":                {refuse: func(w http.ResponseWriter, _ *http.Request) { refuseCall(w, 429, 0, "slow") }, says: "cannot be reached yet"},
		"they are refused":        {refuse: func(w http.ResponseWriter, _ *http.Request) { refuseCall(w, 400, 50035, "no") }, says: "registering the commands: discord"},
		"the server is not ours":  {refuse: func(w http.ResponseWriter, _ *http.Request) { refuseCall(w, 403, discord.CodeMissingAccess, "no") }, says: "https://discord.com/oauth2/authorize?client_id=" + botID + "&"},
		"there is no such server": {refuse: func(w http.ResponseWriter, _ *http.Request) { refuseCall(w, 404, discord.CodeUnknownGuild, "no") }, says: "https://discord.com/oauth2/authorize?client_id=" + botID + "&"},
		"invited after a while":   {refuse: func(w http.ResponseWriter, _ *http.Request) { refuseCall(w, 403, discord.CodeMissingAccess, "no") }, invited: true, says: "invite it with"},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var taken atomic.Bool
				registered := make(chan struct{}, 1)
				g := &gate{identify: make(chan struct{}, 10), events: make(chan gatewayEvent)}
				g.commands = func(w http.ResponseWriter, r *http.Request) {
					switch {
					case !taken.Load():
						test.refuse(w, r)
					case r.Method == http.MethodPut:
						registered <- struct{}{}
						answerJSON(w, 200, []any{})
					default:
						answerJSON(w, 200, []any{})
					}
				}
				var log lockedBuffer
				b, err := New(Config{Token: "MTAw.x.y", Renderer: renderer(), Set: services.Set{Games: noGames(), Answerings: noAnswerings{}}, Transport: discordtest.Serve(t, g), Guild: "9", Log: slog.New(slog.NewTextHandler(&log, nil))})
				must(t, err)
				ctx, stop := context.WithCancel(t.Context())
				ended := make(chan error, 1)
				began := time.Now()
				go func() { ended <- b.Run(ctx) }()
				<-g.identify
				if took := time.Since(began); took > time.Second {
					t.Errorf("the bot was connected after %v", took)
				}
				time.Sleep(2 * time.Minute)
				if !strings.Contains(log.String(), test.says) {
					t.Errorf("the log does not say %q:\n%s", test.says, log.String())
				}
				taken.Store(true)
				mended := time.Now()
				within := registerRetryDelay
				if test.invited {
					for _, id := range []string{"8", "9"} { // another one, and that of the bot; nobody is welcomed here
						g.events <- gatewayEvent{"GUILD_CREATE", map[string]any{"id": id, "unavailable": true}}
					}
					within = time.Second
				}
				<-registered
				if took := time.Since(mended); took > within {
					t.Errorf("the commands were registered after %v, want %v", took, within)
				}
				stop()
				if err := <-ended; err != nil {
					t.Errorf("Run returned %v", err)
				}
				synctest.Wait()
			})
		})
	}
}

// lockedBuffer takes a log that several goroutines write.
type lockedBuffer struct {
	mu   sync.Mutex
	text strings.Builder
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Write(p)
}

func (b *lockedBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.String()
}

// charactersOf counts options as Discord does: names, descriptions and values, each in its longest language.
func charactersOf(options []*discordgo.ApplicationCommandOption) int {
	n := 0
	for _, o := range options {
		n += longest(o.Name, o.NameLocalizations) + longest(o.Description, o.DescriptionLocalizations) + charactersOf(o.Options)
		for _, choice := range o.Choices {
			n += longest(choice.Name, choice.NameLocalizations) + utf8.RuneCountInString(fmt.Sprint(choice.Value))
		}
	}
	return n
}

func longest(text string, localized map[discordgo.Locale]string) int {
	n := 0
	for _, t := range spoken(text, localized) {
		n = max(n, utf8.RuneCountInString(t))
	}
	return n
}

// The English name in the phrase files is the one that people read about; Discord sends the one in the code. They are
// one.
func TestEnglishNamesMatchTheCode(t *testing.T) {
	phrases, err := words.Load()
	must(t, err)
	english := phrases.In(words.English)
	for _, command := range handlers.Offered(handlers.Commands(&handlers.Host{Phrases: phrases})) {
		for _, c := range command.Runnable() {
			name := english.Say(command.Key() + ".name")
			if c != command {
				name += " " + english.Say(c.Key()+".name")
			}
			if name != c.Name {
				t.Errorf("command %s is called %q in English", c.Name, name)
			}
			for _, o := range c.Options {
				if got := english.Say(c.Key() + "." + o.Name + ".name"); got != o.Name {
					t.Errorf("option %s of %s is called %q in English", o.Name, c.Name, got)
				}
				if o.Complete && c.Complete == nil {
					t.Errorf("option %s of %s promises completion, and nothing completes it", o.Name, c.Name)
				}
			}
		}
	}
}

// The lists of commands, in both languages, name every command, and neither they nor the READMEs name another.
func TestListsNameEveryCommand(t *testing.T) {
	lists := []string{"docs/commands.md", "docs/commands.zh-CN.md"}
	for _, file := range append(lists, "README.md", "docs/README.zh-CN.md") {
		data, err := os.ReadFile("../" + file)
		must(t, err)
		documented := map[string]bool{}
		for _, found := range regexp.MustCompile("`/([a-z-]+)").FindAllStringSubmatch(string(data), -1) {
			documented[found[1]] = true
		}
		for _, c := range definitions(t) {
			if slices.Contains(lists, file) {
				if c.Type != discordgo.ChatApplicationCommand {
					if !strings.Contains(string(data), c.Name) &&
						!strings.Contains(string(data), (*c.NameLocalizations)[discordgo.ChineseCN]) {
						t.Errorf("%s does not name %s", file, c.Name)
					}
				} else if !documented[c.Name] {
					t.Errorf("%s does not name /%s", file, c.Name)
				}
			}
			delete(documented, c.Name)
		}
		for name := range documented {
			t.Errorf("%s names /%s, which is no command", file, name)
		}
	}
}

// docs/commands.md has every command that people can run in a row with all its options, and the settings of a server in
// a table of their own.
func TestListOfCommandsHasEveryOption(t *testing.T) {
	data, err := os.ReadFile("../docs/commands.md")
	must(t, err)
	phrases, err := words.Load()
	must(t, err)
	code := regexp.MustCompile("`([^`]+)`")
	options := map[string]string{} // the last cell of a command's row
	settings := ""                 // the first cells of the table of settings
	for row := range strings.Lines(string(data)) {
		cells := strings.Split(row, " | ")
		if len(cells) != 3 {
			continue
		}
		for _, name := range code.FindAllStringSubmatch(cells[0], -1) {
			if command, ok := strings.CutPrefix(name[1], "/"); ok {
				options[command] = cells[2]
			} else {
				settings += name[0]
			}
		}
	}
	for _, command := range handlers.Offered(handlers.Commands(&handlers.Host{Phrases: phrases})) {
		for _, c := range command.Runnable() {
			if c.Menu != 0 {
				continue
			}
			cell, there := options[c.Name]
			if !there {
				t.Errorf("/%s has no row", c.Name)
			}
			for _, o := range c.Options {
				if !strings.Contains(cell, "`"+o.Name+"`") {
					t.Errorf("the row of /%s lacks the option %s", c.Name, o.Name)
				}
			}
			if c.Name != "manage server" {
				continue
			}
			for _, o := range (handlers.SettingsServer{Host: &handlers.Host{Phrases: phrases}}).Settings() {
				if !strings.Contains(settings, "`"+o.Name+"`") {
					t.Errorf("the table of settings lacks %s", o.Name)
				}
			}
		}
	}
}

// The documents in Chinese put the Chinese names of commands in brackets after the English ones: “`/manage daily`、
// `/manage server`（管理 每日一题、服务器）”. They are the names that Discord shows.
func TestChineseDocumentsNameCommandsInChinese(t *testing.T) {
	for file, least := range map[string]int{"docs/README.zh-CN.md": 10, "docs/commands.zh-CN.md": 19} {
		namesInChinese(t, file, least)
	}
}

// namesInChinese checks the rows of a document's tables of commands, of which there are at least so many.
func namesInChinese(t *testing.T, file string, least int) {
	t.Helper()
	data, err := os.ReadFile("../" + file)
	must(t, err)
	phrases, err := words.Load()
	must(t, err)
	chinese := phrases.In(words.Simplified)
	rows := regexp.MustCompile("(?m)^\\| (`/[^（|]+)（([^）]+)） \\|").FindAllStringSubmatch(string(data), -1)
	if len(rows) < least {
		t.Fatalf("only %d rows of %s are read", len(rows), file)
	}
	for _, row := range rows {
		names := strings.FieldsFunc(row[2], func(r rune) bool { return r == ' ' || r == '、' })
		for _, command := range regexp.MustCompile("`/([a-z -]+)`").FindAllStringSubmatch(row[1], -1) {
			key := "command"
			for part := range strings.FieldsSeq(command[1]) {
				key += "." + part
				if name := chinese.Say(key + ".name"); !slices.Contains(names, name) {
					t.Errorf("%s: （%s） does not call /%s %s", file, row[2], command[1], name)
				}
			}
		}
	}
}
