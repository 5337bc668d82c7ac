package bot

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/words"
)

func definitions(t *testing.T) []*discordgo.ApplicationCommand {
	t.Helper()
	phrases, err := words.Load()
	if err != nil {
		t.Fatal(err)
	}
	var all []*discordgo.ApplicationCommand
	for _, c := range (&host{phrases: phrases}).commands() {
		all = append(all, c.definition(phrases))
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
		if len(all) != len(words.Languages()) {
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
		name(c.Name, c.Name, *c.NameLocalizations)
		description(c.Name, c.Description, *c.DescriptionLocalizations)
		options(c.Name, c.Options)
		if n := longest(c.Name, *c.NameLocalizations) + longest(c.Description, *c.DescriptionLocalizations) + charactersOf(c.Options); n > 8000 {
			t.Errorf("%s has %d characters", c.Name, n)
		}
	}
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

// The English name in the phrase files is the one that people read about; Discord sends the one in the code. They are one.
func TestEnglishNamesAreTheCommandsOwn(t *testing.T) {
	phrases, err := words.Load()
	if err != nil {
		t.Fatal(err)
	}
	english := phrases.In(words.English)
	for _, command := range (&host{phrases: phrases}).commands() {
		for _, c := range command.whole() {
			name := english.Say(command.key() + ".name")
			if c != command {
				name += " " + english.Say(c.key()+".name")
			}
			if name != c.name {
				t.Errorf("command %s is called %q in English", c.name, name)
			}
			for _, o := range c.options {
				if got := english.Say(c.key() + "." + o.name + ".name"); got != o.name {
					t.Errorf("option %s of %s is called %q in English", o.name, c.name, got)
				}
				if o.complete && c.complete == nil {
					t.Errorf("option %s of %s promises completion, and nothing completes it", o.name, c.name)
				}
			}
		}
	}
}

// The README names every command, and no other.
func TestReadmeNamesEveryCommand(t *testing.T) {
	data, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	told := map[string]bool{}
	for _, found := range regexp.MustCompile("`/([a-z-]+)").FindAllStringSubmatch(string(data), -1) {
		told[found[1]] = true
	}
	for _, c := range definitions(t) {
		if !told[c.Name] {
			t.Errorf("README.md does not name /%s", c.Name)
		}
		delete(told, c.Name)
	}
	for name := range told {
		t.Errorf("README.md names /%s, which is no command", name)
	}
}
