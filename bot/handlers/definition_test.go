package handlers

import (
	"encoding/json"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/game/gametest"
	"xiangqibot/bot/playground/wire"
	"xiangqibot/bot/words"
)

// phrasesOf reads the phrases of the bot.
func phrasesOf(t *testing.T) *words.Phrases {
	t.Helper()
	return gametest.OK(words.Load())(t)
}

// offered are the commands that Discord offers.
func offered(t *testing.T) []*Command {
	t.Helper()
	return Offered(Commands(&Host{Phrases: phrasesOf(t)}))
}

func definitions(t *testing.T) []*discordgo.ApplicationCommand {
	t.Helper()
	phrases := phrasesOf(t)
	var all []*discordgo.ApplicationCommand
	for _, c := range offered(t) {
		all = append(all, c.Definition(phrases, true))
	}
	return all
}

// spoken is a name or description in all its languages, the default under "".
func spoken(text string, localized map[discordgo.Locale]string) map[discordgo.Locale]string {
	all := map[discordgo.Locale]string{"": text}
	for locale, local := range localized {
		all[locale] = local
	}
	return all
}

// Discord takes the commands, each of which is named and described in every language, and no two alike.
func TestDefinitionsAreWhatDiscordTakes(t *testing.T) {
	body, err := json.Marshal(definitions(t))
	gametest.Must(t, err)
	var list []wire.Command
	gametest.Must(t, wire.Decode(body, &list))
	gametest.Must(t, wire.CheckCommands(list))
	seen := make(map[string]string)
	name := func(where, text string, localized map[discordgo.Locale]string) {
		checkEnglish(t, where, text, localized)
		for locale, n := range spoken(text, localized) {
			key := where[:max(0, strings.LastIndexByte(where, ' '))] + "/" + string(locale) + "/" + n
			if other, taken := seen[key]; taken {
				t.Errorf("%s is called %q in %q, and so is %s", where, n, locale, other)
			}
			seen[key] = where
		}
	}
	var options func(within string, list []*discordgo.ApplicationCommandOption)
	options = func(within string, list []*discordgo.ApplicationCommandOption) {
		for _, o := range list {
			where := within + " " + o.Name
			name(where, o.Name, o.NameLocalizations)
			checkLanguages(t, where, o.Description, o.DescriptionLocalizations)
			for _, choice := range o.Choices {
				checkLanguages(t, where+" choice", choice.Name, choice.NameLocalizations)
			}
			options(where, o.Options)
		}
	}
	for _, c := range definitions(t) {
		if c.Type != discordgo.ChatApplicationCommand {
			checkLanguages(t, c.Name, c.Name, *c.NameLocalizations)
			continue
		}
		name(c.Name, c.Name, *c.NameLocalizations)
		checkLanguages(t, c.Name, c.Description, *c.DescriptionLocalizations)
		options(c.Name, c.Options)
	}
}

// checkLanguages looks whether a text is there in every language.
func checkLanguages(t *testing.T, where, text string, localized map[discordgo.Locale]string) {
	t.Helper()
	checkEnglish(t, where, text, localized)
	all := spoken(text, localized)
	delete(all, discordgo.EnglishGB) // only where it is spelled otherwise
	delete(all, discordgo.EnglishUS)
	if len(all) != len(phrasesOf(t).Languages()) {
		t.Errorf("%s: %q is there in %d languages", where, text, len(all))
	}
	for locale, said := range all {
		if strings.HasPrefix(said, "[") {
			t.Errorf("%s: a phrase is missing in %q: %s", where, locale, said)
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
	for _, c := range offered(t) {
		if c.Menu != 0 {
			continue
		}
		lines := &members
		if c.forManagers {
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

// The English name in the phrase files is the one that people read about; Discord sends the one in the code. They are
// one.
func TestEnglishNamesMatchTheCode(t *testing.T) {
	phrases := phrasesOf(t)
	english := phrases.In(words.English)
	for _, command := range offered(t) {
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
		data, err := os.ReadFile("../../" + file)
		gametest.Must(t, err)
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
	data, err := os.ReadFile("../../docs/commands.md")
	gametest.Must(t, err)
	phrases := phrasesOf(t)
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
	for _, command := range offered(t) {
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
			for _, o := range (serverSettings{&Host{Phrases: phrases}}).all() {
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
	data, err := os.ReadFile("../../" + file)
	gametest.Must(t, err)
	phrases := phrasesOf(t)
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
