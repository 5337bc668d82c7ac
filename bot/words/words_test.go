package words

import (
	"io/fs"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/nicksnyder/go-i18n/v2/i18n"
	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"
)

// messagesOf reads the phrases of a language by key, and fails if one is there twice.
func messagesOf(t *testing.T, lang Language) map[string]*i18n.Message {
	t.Helper()
	messages, err := readPhrases(phraseFiles, lang)
	if err != nil {
		t.Fatal(err)
	}
	byKey := make(map[string]*i18n.Message)
	for _, m := range messages {
		if byKey[m.ID] != nil {
			t.Errorf("%s: %s is in two files", lang, m.ID)
		}
		byKey[m.ID] = m
	}
	return byKey
}

func TestFor(t *testing.T) {
	p, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	for locale, want := range map[string]Language{
		"zh-CN": Simplified, "zh-TW": Traditional, "zh-HK": Traditional, "zh-MO": Traditional, "zh": Simplified, "zh-SG": Simplified,
		"zh-Hant": Traditional, "zh_hant_hk": Traditional, "zh-Hans-HK": Simplified, "ZH-tw": Traditional,
		"vi": Vietnamese, "vi-VN": Vietnamese, "en-US": English, "en-GB": English, "eo": English, "": English, "no such locale": English,
	} {
		if got := p.For(locale).Language(); got != want {
			t.Errorf("For(%q) is %s, want %s", locale, got, want)
		}
	}
}

// A folder of phrases that is missing from builtIn would never be used.
func TestEveryFolderOfPhrasesIsLoaded(t *testing.T) {
	folders, err := fs.ReadDir(phraseFiles, "phrases")
	if err != nil {
		t.Fatal(err)
	}
	for _, folder := range folders {
		if !slices.Contains(builtIn, Language(folder.Name())) {
			t.Errorf("phrases/%s is not in the list builtIn", folder.Name())
		}
	}
	if len(folders) != len(builtIn) || builtIn[0] != English {
		t.Errorf("%d folders for the languages %v, of which English has to be the first", len(folders), builtIn)
	}
}

// pluralForms returns the plural forms of a language.
func pluralForms(lang Language) map[plural.Form]bool {
	forms := map[plural.Form]bool{plural.Other: true}
	for n := range 200 {
		forms[plural.Cardinal.MatchPlural(language.MustParse(string(lang)), n, 0, 0, 0, 0)] = true
	}
	return forms
}

func TestEveryPhraseIsInEveryLanguage(t *testing.T) {
	english := messagesOf(t, English)
	for _, lang := range builtIn {
		messages := messagesOf(t, lang)
		counts := pluralForms(lang)
		for key, m := range messages {
			if m.Other == "" {
				t.Errorf("%s: %s is empty", lang, key)
			}
			if english[key] == nil {
				t.Errorf("%s: %s is missing in English", lang, key)
			}
			for form, text := range map[plural.Form]string{
				plural.Zero: m.Zero, plural.One: m.One, plural.Two: m.Two, plural.Few: m.Few, plural.Many: m.Many,
			} {
				if text != "" && !counts[form] {
					t.Errorf("%s: %s has a plural form that this language does not have: %q", lang, key, text)
				}
			}
		}
		for key := range english {
			if messages[key] == nil {
				t.Errorf("%s: %s is missing", lang, key)
			}
		}
		if got, want := topics(t, lang), topics(t, English); !slices.Equal(got, want) {
			t.Errorf("%s has the files %v, English has %v", lang, got, want)
		}
	}
}

func topics(t *testing.T, lang Language) []string {
	t.Helper()
	files, err := fs.ReadDir(phraseFiles, path.Join("phrases", string(lang)))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, f := range files {
		names = append(names, f.Name())
	}
	return names
}

var placeholderPattern = regexp.MustCompile(`\{\{\.(\w+)\}\}`)

// placeholders lists those of a phrase, in any of its forms, without the names of commands, which are filled already.
func placeholders(m *i18n.Message) []string {
	found := make(map[string]bool)
	for _, form := range []string{m.One, m.Other} {
		for _, match := range placeholderPattern.FindAllStringSubmatch(form, -1) {
			if !strings.HasPrefix(match[1], "Cmd") {
				found[match[1]] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(found))
}

// replaced are the words for which docs/glossary.md has others; scripts has those of Chinese.
var replaced = map[Language]*regexp.Regexp{
	// Moves have numbers; rounds are those of tournaments.
	English:    regexp.MustCompile(`rounds? (without|\{\{\.(From|Round)\}\} ·)|hundredths of a win|100 rounds`),
	Vietnamese: regexp.MustCompile(`(nước|Nước)( thứ)? \{\{\.Round\}\}|\{\{\.Rounds\}\} nước|máy-tính-điểm|quân-lực`),
}

func TestPhrasesFollowTheGlossary(t *testing.T) {
	for lang, found := range replaced {
		for key, m := range messagesOf(t, lang) {
			for _, form := range []string{m.One, m.Other} {
				if word := found.FindString(form); word != "" {
					t.Errorf("%s: %s says %q, for which the glossary has another word: %s", lang, key, word, form)
				}
			}
		}
	}
}

func TestPhrasesHaveTheSamePlaceholders(t *testing.T) {
	english := messagesOf(t, English)
	names := commandNames(slices.Collect(maps.Values(english)))
	for _, lang := range builtIn {
		for key, m := range messagesOf(t, lang) {
			for _, form := range []string{m.One, m.Other} {
				rest := placeholderPattern.ReplaceAllString(form, "")
				if strings.Contains(rest, "{{") || strings.Contains(rest, "}}") {
					t.Errorf("%s: %s: %q: placeholders are written {{.Name}} and nothing else", lang, key, form)
				}
				for _, match := range placeholderPattern.FindAllStringSubmatch(form, -1) {
					if strings.HasPrefix(match[1], "Cmd") && names[match[1]] == "" {
						t.Errorf("%s: %s names the command %s, which does not exist", lang, key, match[1])
					}
				}
			}
			if english[key] == nil {
				continue // reported by TestEveryPhraseIsInEveryLanguage
			}
			if got, want := placeholders(m), placeholders(english[key]); !slices.Equal(got, want) {
				t.Errorf("%s: %s has the placeholders %v, English has %v", lang, key, got, want)
			}
		}
	}
}

func TestSay(t *testing.T) {
	p, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	w := p.In(English)
	if got, want := w.Say("news.moved", Vars{"Who": "<@1>", "Move": "C2=5"}), "<@1> played **C2=5**."; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if one, many := w.Count("menu.moves", 1), w.Count("menu.moves", 17); one != "1 move" || many != "17 moves" {
		t.Errorf("got %q and %q", one, many)
	}
	if got := w.Say("no.such.phrase"); got != "[no.such.phrase]" {
		t.Errorf("a missing phrase is %q", got)
	}
	if got, want := w.Say("refusal.no-game"), w.Say("command.play.name"); !strings.Contains(got, "/"+want) {
		t.Errorf("%q does not name the command /%s", got, want)
	}
	if got := w.List([]string{"a", "b", "c"}); got != "a, b and c" {
		t.Errorf("got %q", got)
	}
	if got := p.In("xx").Language(); got != English {
		t.Errorf("an unknown language gets %s", got)
	}
}
