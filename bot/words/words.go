// Package words holds every phrase that the bot says, in each of its languages. It knows nothing of games or of Discord
// messages.
//
// Load reads the phrase files that are built into the program. Words has the phrases of one language; a phrase is named
// by its key, and has placeholders that the caller fills:
//
//	w := phrases.For("zh-HK")
//	w.Say("news.moved", words.Vars{"Who": "<@1>", "Move": "炮二平五"})
//	w.Count("menu.moves", 17)
//
// The texts are in phrases/LANGUAGE/TOPIC.yaml. The tests of this package compare the languages with one another, those
// of package bot compare the phrases with the code that uses them.
package words

import (
	"embed"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/bwmarrin/discordgo"
	"github.com/goccy/go-yaml"
	"github.com/nicksnyder/go-i18n/v2/i18n"
	"golang.org/x/text/language"
)

// Language is one of the languages the bot speaks, spelled as Discord spells its locales.
type Language string

// The languages that code asks for by name. English is the one everyone else falls back to.
const (
	English     Language = "en"
	Simplified  Language = "zh-CN" // Chinese in simplified characters
	Traditional Language = "zh-TW" // Chinese in traditional characters
	Vietnamese  Language = "vi"
)

// builtIn lists the languages of the bot in the order of its menus, English first. A language is a folder of phrases and
// its entry here.
var builtIn = []Language{English, Simplified, Traditional, Vietnamese}

// Vars are the values that a phrase has gaps for: {{.Person}} is filled by Vars{"Person": …}.
type Vars map[string]any

//go:embed phrases
var phraseFiles embed.FS

// Phrases holds every word the bot speaks. Load it once; it is read-only and safe for concurrent use.
//
// A phrase has a key such as "board.turn" and a text in each language. The texts lie in phrases/LANGUAGE/TOPIC.yaml,
// where nested keys are joined with dots. Texts are Go templates; {{.Name}} stands for a value given to Say. Gaps named
// after commands need no value: {{.CmdMove}} is "/move", {{.CmdSettingsMe}} "/settings me", or what the command is
// called in that language.
type Phrases struct {
	languages []Language // English first
	matcher   language.Matcher
	words     map[Language]Words
}

// Load reads the phrase files that are built into the program. It fails only when one of them is not a phrase file,
// which the tests of this package would have told. They are read once: all callers get the same.
func Load() (*Phrases, error) { return loadBuiltIn() }

var loadBuiltIn = sync.OnceValues(func() (*Phrases, error) { return LoadFrom(phraseFiles, builtIn...) })

// LoadFrom reads the phrases of some languages, English first, from other files than those that are built in.
func LoadFrom(files fs.FS, languages ...Language) (*Phrases, error) {
	bundle := i18n.NewBundle(language.English)
	p := &Phrases{languages: languages, words: make(map[Language]Words)}
	names := make(map[Language]string)
	var tags []language.Tag
	for _, lang := range languages {
		messages, err := readPhrases(files, lang)
		if err != nil {
			return nil, err
		}
		tag, err := language.Parse(string(lang))
		if err != nil {
			return nil, fmt.Errorf("phrases: %s is no language tag: %w", lang, err)
		}
		tags = append(tags, tag)
		nameCommands(messages)
		if err := bundle.AddMessages(tag, messages...); err != nil {
			return nil, fmt.Errorf("phrases: %s: %w", lang, err)
		}
		p.words[lang] = Words{
			language:  lang,
			localizer: i18n.NewLocalizer(bundle, string(lang)),
			names:     names,
		}
		names[lang] = p.words[lang].Say("language.name")
	}
	p.matcher = language.NewMatcher(tags)
	return p, nil
}

// readPhrases reads all files of a language.
func readPhrases(root fs.FS, lang Language) ([]*i18n.Message, error) {
	folder := path.Join("phrases", string(lang))
	files, err := fs.ReadDir(root, folder)
	if err != nil {
		return nil, fmt.Errorf("phrases: %s: no folder for this language: %w", lang, err)
	}
	var all []*i18n.Message
	for _, file := range files {
		name := path.Join(folder, file.Name())
		text, err := fs.ReadFile(root, name)
		if err != nil {
			return nil, fmt.Errorf("phrases: %w", err)
		}
		messages, err := i18n.ParseMessageBytes(text, yaml.Unmarshal)
		if err != nil {
			return nil, fmt.Errorf("phrases: %s: %w", name, err)
		}
		all = append(all, messages...)
	}
	return all, nil
}

// commandNames collects the names of the commands from their keys: command.move.name makes CmdMove. A name of two words
// has both: command.settings.me.name makes CmdSettingsMe, "/settings me". So do the options of a command, which nobody
// asks for.
func commandNames(messages []*i18n.Message) map[string]string {
	words := make(map[string]string)
	for _, m := range messages {
		if key, ok := strings.CutPrefix(m.ID, "command."); ok {
			if name, ok := strings.CutSuffix(key, ".name"); ok {
				words[name] = m.Other
			}
		}
	}
	names := make(map[string]string)
	for name, word := range words {
		first, second, two := strings.Cut(name, ".")
		switch {
		case !two:
			names["Cmd"+title(first)] = "/" + word
		case words[first] != "" && !strings.Contains(second, "."):
			names["Cmd"+title(first)+title(second)] = "/" + words[first] + " " + word
		}
	}
	return names
}

// nameCommands fills the gaps that are named after commands. They are the same whatever else a phrase is given.
func nameCommands(messages []*i18n.Message) {
	var names []string
	for gap, name := range commandNames(messages) {
		names = append(names, "{{."+gap+"}}", name)
	}
	fill := strings.NewReplacer(names...)
	for _, m := range messages {
		for _, form := range []*string{&m.Zero, &m.One, &m.Two, &m.Few, &m.Many, &m.Other} {
			*form = fill.Replace(*form)
		}
	}
}

// title writes a word of a key, which is ASCII, with a capital.
func title(word string) string {
	if word == "" {
		return ""
	}
	return strings.ToUpper(word[:1]) + word[1:]
}

// In returns the words of a language. A language the bot does not speak gets English.
func (p *Phrases) In(lang Language) Words {
	if w, ok := p.words[lang]; ok {
		return w
	}
	return p.words[English]
}

// Languages lists the languages that were loaded, English first.
func (p *Phrases) Languages() []Language { return slices.Clone(p.languages) }

// For returns the words for a Discord locale ("zh-CN", "en-GB", "de") or a wider tag that a settings file may hold
// ("zh-Hant-HK", "ZH_tw"). Discord itself never falls back from one Chinese to the other; we do, because a reader of
// either reads the other sooner than English. A locale that is unknown, empty or of no language here gets English.
func (p *Phrases) For(locale string) Words {
	_, best, confidence := p.matcher.Match(language.Make(locale))
	if confidence == language.No {
		return p.In(English)
	}
	return p.In(p.languages[best])
}

// britishSpelling writes the words that British English spells otherwise.
var britishSpelling = strings.NewReplacer("color", "colour", "organizer", "organiser", "analyze", "analyse", "defense", "defence")

// Localizations returns a phrase in every language but English, as the definition of a command needs it. Discord shows
// the definition's own text, American English, to everybody whose locale is not in the map. Where British English spells
// otherwise both are in it, since Discord shows each to readers of the other who find no text of their own.
func (p *Phrases) Localizations(key string) map[discordgo.Locale]string {
	all := make(map[discordgo.Locale]string)
	for _, lang := range p.languages {
		if lang != English {
			all[discordgo.Locale(lang)] = p.In(lang).Say(key)
		}
	}
	english := p.In(English).Say(key)
	if british := britishSpelling.Replace(english); british != english {
		all[discordgo.EnglishGB], all[discordgo.EnglishUS] = british, english
	}
	return all
}

// Words speaks one language.
type Words struct {
	language  Language
	localizer *i18n.Localizer
	names     map[Language]string // what each language calls itself
}

// Language is the language of these words.
func (w Words) Language() Language { return w.language }

// NameOf is what a language calls itself, whoever reads it.
func (w Words) NameOf(lang Language) string { return w.names[lang] }

// Say returns the phrase with its gaps filled. A key that does not exist comes back in brackets: a player sees that
// something is missing, and no answer is lost over it. The tests look up every key that the code uses, so it takes a
// broken build to meet one.
func (w Words) Say(key string, vars ...Vars) string {
	return w.localize(&i18n.LocalizeConfig{MessageID: key, TemplateData: mergeVars(vars)})
}

// Count is Say for a phrase that depends on a number: it picks the plural form for n and fills {{.Count}} with it.
func (w Words) Count(key string, n int, vars ...Vars) string {
	data := mergeVars(append(slices.Clip(vars), Vars{"Count": n}))
	return w.localize(&i18n.LocalizeConfig{MessageID: key, TemplateData: data, PluralCount: n})
}

func (w Words) localize(config *i18n.LocalizeConfig) string {
	data, marked := w.markWords(config.TemplateData)
	config.TemplateData = data
	text, err := w.localizer.Localize(config)
	if err != nil && text == "" {
		return "[" + config.MessageID + "]"
	}
	if marked {
		text = unmarkWords(text)
	}
	return text
}

// join is all that is given; of two values for one gap the later.
func mergeVars(vars []Vars) Vars {
	if len(vars) == 1 {
		return vars[0]
	}
	all := make(Vars)
	for _, v := range vars {
		maps.Copy(all, v)
	}
	return all
}

// Sentences joins sentences: with a space between them where the language has one.
func (w Words) Sentences(parts []string) string {
	text := ""
	for i, part := range parts {
		if i == 0 {
			text = part
			continue
		}
		text = w.Say("list.sentences", Vars{"First": text, "Next": part})
	}
	return text
}

// List joins parts the way the language lists things: "a, b and c" in English, 甲、乙、丙 in Chinese.
func (w Words) List(parts []string) string {
	switch len(parts) {
	case 0:
		return ""
	case 1:
		return parts[0]
	}
	last := len(parts) - 1
	return strings.Join(parts[:last], w.Say("list.comma")) + w.Say("list.and") + parts[last]
}
