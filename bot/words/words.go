// Package words holds the texts of the bot in each of its languages. It knows nothing of games or of Discord
// messages.
//
// Load reads the phrase files that are embedded in the program. Words has the phrases of one language; a phrase is
// identified by its key, and has placeholders that the caller fills:
//
//	w := phrases.For("zh-HK")
//	w.Say("news.moved", words.Vars{"Who": "<@1>", "Move": "炮二平五"})
//	w.Count("menu.moves", 17)
//
// The texts are in phrases/LANGUAGE/TOPIC.yaml. The tests of this package compare the languages with one another,
// those of package handlers compare the phrases with the code that uses them.
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

// builtIn lists the languages of the bot in the order of its menus, English first. A language is a folder of phrases
// and its entry here.
var builtIn = []Language{English, Simplified, Traditional, Vietnamese}

// Vars are the values for the placeholders of a phrase: {{.Person}} is filled by Vars{"Person": …}.
type Vars map[string]any

//go:embed phrases
var phraseFiles embed.FS

// Phrases holds all texts of the bot. It is read-only and safe for concurrent use.
//
// A phrase has a key such as "board.turn" and a text in each language. The texts are in phrases/LANGUAGE/TOPIC.yaml,
// where nested keys are joined with dots. Texts are Go templates; {{.Name}} is replaced by a value given to Say.
// Placeholders named after commands need no value: {{.CmdMove}} is "/move", {{.CmdManageServer}} "/manage server", or
// the localized name of the command.
type Phrases struct {
	languages []Language // English first
	matcher   language.Matcher
	words     map[Language]Words
}

// Load reads the embedded phrase files. It fails only if one of them is invalid, which the tests of this package
// would detect. They are read once: all callers get the same value.
func Load() (*Phrases, error) { return loadBuiltIn() }

var loadBuiltIn = sync.OnceValues(func() (*Phrases, error) { return LoadFrom(phraseFiles, builtIn...) })

// LoadFrom reads the phrases of some languages, English first, from other files.
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
			return nil, fmt.Errorf("phrases: %s is not a language tag: %w", lang, err)
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

// commandNames collects the names of the commands from their keys: command.move.name makes CmdMove. A name of two
// words has both: command.manage.server.name makes that of "/manage server". Options of commands are collected too, but
// not used.
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

// nameCommands fills the placeholders that are named after commands. They do not depend on other values.
func nameCommands(messages []*i18n.Message) {
	var names []string
	for placeholder, name := range commandNames(messages) {
		names = append(names, "{{."+placeholder+"}}", name)
	}
	fill := strings.NewReplacer(names...)
	for _, m := range messages {
		for _, form := range []*string{&m.Zero, &m.One, &m.Two, &m.Few, &m.Many, &m.Other} {
			*form = fill.Replace(*form)
		}
	}
}

// title capitalizes a word of a key, which is ASCII.
func title(word string) string {
	return strings.ToUpper(word[:1]) + word[1:]
}

// In returns the words of a language, or of English if the bot does not speak it.
func (p *Phrases) In(lang Language) Words {
	if w, ok := p.words[lang]; ok {
		return w
	}
	return p.words[English]
}

// Languages lists the languages that were loaded, English first.
func (p *Phrases) Languages() []Language { return slices.Clone(p.languages) }

// For returns the words for a Discord locale ("zh-CN", "en-GB", "de") or another language tag of a settings file
// ("zh-Hant-HK", "ZH_tw"). Discord itself never falls back from one Chinese script to the other; we do, because
// readers of either prefer the other to English. An unknown, empty or unsupported locale gets English.
func (p *Phrases) For(locale string) Words {
	_, best, confidence := p.matcher.Match(language.Make(locale))
	if confidence == language.No {
		return p.In(English)
	}
	return p.In(p.languages[best])
}

// britishSpelling replaces American spellings by British ones.
var britishSpelling = strings.NewReplacer("color", "colour", "organizer", "organiser", "analyze", "analyse", "defense", "defence")

// Localized returns a text in English, and in every other language, for the definition of a command. Discord shows the
// definition's own text, American English, to everybody whose locale is not in the map. If British English is spelled
// differently, both are in the map, since Discord shows each to readers of the other who find no text of their own.
func (p *Phrases) Localized(say func(Words) string) (english string, others map[discordgo.Locale]string) {
	others = make(map[discordgo.Locale]string)
	for _, lang := range p.languages {
		if lang != English {
			others[discordgo.Locale(lang)] = say(p.In(lang))
		}
	}
	english = say(p.In(English))
	if british := britishSpelling.Replace(english); british != english {
		others[discordgo.EnglishGB], others[discordgo.EnglishUS] = british, english
	}
	return english, others
}

// Words holds the texts of one language.
type Words struct {
	language  Language
	localizer *i18n.Localizer
	names     map[Language]string // what each language calls itself
}

// Language is the language of these words.
func (w Words) Language() Language { return w.language }

// NameOf returns a language's own name for itself.
func (w Words) NameOf(lang Language) string { return w.names[lang] }

// Say returns a phrase with its placeholders filled. An unknown key is returned in brackets: a player sees that
// something is missing, and no answer is lost. The tests look up every key that the code uses.
func (w Words) Say(key string, vars ...Vars) string {
	return w.localize(&i18n.LocalizeConfig{MessageID: key, TemplateData: mergeVars(vars)})
}

// Count is like Say for a phrase that depends on a number: it selects the plural form for n and fills {{.Count}}
// with it.
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

// mergeVars merges all values; a later value overrides an earlier one.
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

// Sentences joins the sentences that are not empty, with a space between them if the language uses one.
func (w Words) Sentences(parts ...string) string {
	text := ""
	for _, part := range parts {
		if text == "" || part == "" {
			text += part // there is only one of them
			continue
		}
		text = w.Say("list.sentences", Vars{"First": text, "Next": part})
	}
	return text
}

// List formats a list in the language: "a, b and c" in English, 甲、乙、丙 in Chinese.
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
