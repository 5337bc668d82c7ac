package bot

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"unicode"

	"github.com/nicksnyder/go-i18n/v2/i18n"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
)

var loadOnce = sync.OnceValues(LoadPhrases)

func testPhrases(t testing.TB) *Phrases {
	t.Helper()
	p, err := loadOnce()
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// messagesOf reads the phrases of a language by key and refuses to meet one twice.
func messagesOf(t *testing.T, lang Language) map[string]*i18n.Message {
	t.Helper()
	messages, err := readPhrases(lang)
	if err != nil {
		t.Fatal(err)
	}
	byKey := make(map[string]*i18n.Message)
	for _, m := range messages {
		if byKey[m.ID] != nil {
			t.Errorf("%s: %s stands in two files", lang, m.ID)
		}
		byKey[m.ID] = m
	}
	return byKey
}

func TestLanguageOf(t *testing.T) {
	for locale, want := range map[string]Language{
		"zh-CN": Simplified, "zh-TW": Traditional, "zh-HK": Traditional, "zh-MO": Traditional, "zh": Simplified, "zh-SG": Simplified,
		"zh-Hant": Traditional, "zh_hant_hk": Traditional, "zh-Hans-HK": Simplified, "ZH-tw": Traditional,
		"vi": Vietnamese, "vi-VN": Vietnamese, "en-US": English, "en-GB": English, "de": English, "ja": English, "": English,
	} {
		if got := LanguageOf(locale); got != want {
			t.Errorf("LanguageOf(%q) = %s, want %s", locale, got, want)
		}
	}
}

func TestEveryPhraseStandsInEveryLanguage(t *testing.T) {
	english := messagesOf(t, English)
	for _, lang := range Languages() {
		messages := messagesOf(t, lang)
		for key, m := range messages {
			if m.Other == "" {
				t.Errorf("%s: %s is empty", lang, key)
			}
			if english[key] == nil {
				t.Errorf("%s: %s stands there but not in English", lang, key)
			}
			if lang != English && m.One != "" {
				t.Errorf("%s: %s has a form for one, which this language has not", lang, key)
			}
			if m.Zero != "" || m.Two != "" || m.Few != "" || m.Many != "" {
				t.Errorf("%s: %s has a plural form that none of our languages has", lang, key)
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

var gapPattern = regexp.MustCompile(`\{\{\.(\w+)\}\}`)

// gaps lists what a phrase has to be given, in any of its forms, but for the names of commands, which it has already.
func gaps(m *i18n.Message) []string {
	found := make(map[string]bool)
	for _, form := range []string{m.One, m.Other} {
		for _, match := range gapPattern.FindAllStringSubmatch(form, -1) {
			if !strings.HasPrefix(match[1], "Cmd") {
				found[match[1]] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(found))
}

func TestPhrasesHaveTheSameGaps(t *testing.T) {
	english := messagesOf(t, English)
	names := commandNames(slices.Collect(maps.Values(english)))
	for _, lang := range Languages() {
		for key, m := range messagesOf(t, lang) {
			for _, form := range []string{m.One, m.Other} {
				plainGaps := gapPattern.ReplaceAllString(form, "")
				if strings.Contains(plainGaps, "{{") || strings.Contains(plainGaps, "}}") {
					t.Errorf("%s: %s: %q: gaps are written {{.Name}} and nothing else", lang, key, form)
				}
				for _, match := range gapPattern.FindAllStringSubmatch(form, -1) {
					if strings.HasPrefix(match[1], "Cmd") && names[match[1]] == nil {
						t.Errorf("%s: %s names the command %s, which does not exist", lang, key, match[1])
					}
				}
			}
			if english[key] == nil {
				continue // told by TestEveryPhraseStandsInEveryLanguage
			}
			if got, want := gaps(m), gaps(english[key]); !slices.Equal(got, want) {
				t.Errorf("%s: %s has the gaps %v, English has %v", lang, key, got, want)
			}
		}
	}
}

// The two Chinese must not be mixed. An old national character set of each side tells: it has none of the other's characters.
func TestChineseIsOfOneKind(t *testing.T) {
	for lang, set := range map[Language]encoding.Encoding{
		Simplified:  simplifiedchinese.HZGB2312,
		Traditional: traditionalchinese.Big5,
	} {
		for key, m := range messagesOf(t, lang) {
			if strings.HasPrefix(key, "command.settings.me.language.") || strings.HasPrefix(key, "command.settings.server.language.") {
				continue // languages are listed under their own names
			}
			for _, r := range m.Other {
				if !unicode.Is(unicode.Han, r) {
					continue
				}
				if _, err := set.NewEncoder().String(string(r)); err != nil {
					t.Errorf("%s: %s: %c is not a character of this Chinese", lang, key, r)
				}
			}
		}
	}
}

func TestSayFillsTheGaps(t *testing.T) {
	w := testPhrases(t).In(English)
	if got, want := w.Say("news.moved", Vars{"Who": "<@1>", "Move": "C2=5"}), "<@1> played **C2=5**."; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if one, many := w.Count("menu.moves", 1), w.Count("menu.moves", 17); one != "1 move" || many != "17 moves" {
		t.Errorf("got %q and %q", one, many)
	}
	if got := w.Say("no.such.phrase"); got != "[no.such.phrase]" {
		t.Errorf("a missing phrase reads %q", got)
	}
	if got, want := w.Say("refusal.no-game"), w.Say("command.challenge.name"); !strings.Contains(got, "/"+want) {
		t.Errorf("%q does not name the command /%s", got, want)
	}
	if got := w.List([]string{"a", "b", "c"}); got != "a, b and c" {
		t.Errorf("got %q", got)
	}
	if got := testPhrases(t).In("xx").Language(); got != English {
		t.Errorf("an unknown language speaks %s", got)
	}
}

// saying is one place in the code where a phrase is said.
type saying struct {
	where  string
	key    string
	given  []string // names of the values, where they can be seen in the call
	opaque bool     // values come from a variable
}

// callsAndLiterals reads the package's own code: the calls that say a phrase by its literal key, and every string.
func callsAndLiterals(t *testing.T) (calls []saying, literals map[string]bool) {
	t.Helper()
	names, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	fset := token.NewFileSet()
	literals = make(map[string]bool)
	for _, f := range names {
		if !strings.HasSuffix(f.Name(), ".go") || strings.HasSuffix(f.Name(), "_test.go") {
			continue
		}
		file, err := parser.ParseFile(fset, f.Name(), nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.BasicLit:
				if text, ok := literal(n); ok {
					literals[text] = true
				}
			case *ast.CallExpr:
				if c, ok := phraseCall(n); ok {
					c.where = fset.Position(n.Pos()).String()
					calls = append(calls, c)
				}
			}
			return true
		})
	}
	return calls, literals
}

func literal(e ast.Expr) (string, bool) {
	lit, ok := e.(*ast.BasicLit)
	if !ok || lit.Kind != token.STRING {
		return "", false
	}
	text, err := strconv.Unquote(lit.Value)
	return text, err == nil
}

// phraseCall recognises x.Say("key", Vars{…}) and x.Count("key", n, Vars{…}).
func phraseCall(n *ast.CallExpr) (saying, bool) {
	method, ok := n.Fun.(*ast.SelectorExpr)
	if !ok || len(n.Args) == 0 {
		return saying{}, false
	}
	var c saying
	vars := n.Args[1:]
	switch method.Sel.Name {
	case "Say":
	case "Count":
		if len(vars) == 0 {
			return saying{}, false
		}
		vars = vars[1:]
		c.given = []string{"Count"}
	default:
		return saying{}, false
	}
	if c.key, ok = literal(n.Args[0]); !ok {
		return saying{}, false
	}
	for _, arg := range vars {
		values, ok := arg.(*ast.CompositeLit)
		if !ok {
			c.opaque = true
			continue
		}
		for _, element := range values.Elts {
			if pair, ok := element.(*ast.KeyValueExpr); ok {
				if name, ok := literal(pair.Key); ok {
					c.given = append(c.given, name)
				}
			}
		}
	}
	return c, true
}

func TestCodeGivesPhrasesWhatTheyNeed(t *testing.T) {
	english := messagesOf(t, English)
	calls, _ := callsAndLiterals(t)
	if len(calls) < 50 {
		t.Fatalf("found only %d phrases said in the code: does this test still know how that is written?", len(calls))
	}
	for _, c := range calls {
		m := english[c.key]
		if m == nil {
			t.Errorf("%s: there is no phrase %s", c.where, c.key)
			continue
		}
		for _, gap := range gaps(m) {
			if !c.opaque && !slices.Contains(c.given, gap) {
				t.Errorf("%s: %s has the gap %s, which gets no value", c.where, c.key, gap)
			}
		}
		for _, given := range c.given {
			if given != "Count" && !c.opaque && !slices.Contains(gaps(m), given) {
				t.Errorf("%s: %s has no gap for %s", c.where, c.key, given)
			}
		}
	}
}

// Every phrase is used: by its key somewhere in the code, or by the definition of a command.
func TestNoPhraseIsUnused(t *testing.T) {
	_, literals := callsAndLiterals(t)
	used := definedKeys()
	for key := range messagesOf(t, English) {
		if !literals[key] && !used[key] {
			t.Errorf("nothing says %s", key)
		}
	}
	english := messagesOf(t, English)
	for key := range used {
		if english[key] == nil {
			t.Errorf("a command needs the phrase %s, which does not exist", key)
		}
	}
}

// definedKeys lists the phrases that the definitions of the commands are made of.
func definedKeys() map[string]bool {
	keys := make(map[string]bool)
	for _, command := range (&host{}).commands() {
		for _, c := range append([]*Command{command}, command.subs...) {
			keys[c.key()+".name"], keys[c.key()+".desc"] = true, true
			for _, o := range c.options {
				option := c.key() + "." + o.name
				keys[option+".name"], keys[option+".desc"] = true, true
				for _, f := range o.fixed {
					if f.label == nil {
						keys[fmt.Sprintf("%s.%s", option, f.key)] = true
					}
				}
			}
		}
	}
	return keys
}

// The welcome names the commands in every language, its own at length.
func TestWelcomeSpeaksToEverybody(t *testing.T) {
	p := testPhrases(t)
	for _, lang := range Languages() {
		text := p.welcome(lang)
		if !strings.HasPrefix(text, p.In(lang).Say("welcome.text")) {
			t.Errorf("%s: the welcome begins in another language: %s", lang, text)
		}
		for _, command := range []string{"`/challenge`", "`/挑战`", "`/挑戰`", "`/thách-đấu`"} {
			if n := strings.Count(text, command); n != 1 {
				t.Errorf("%s: the welcome names %s %d times: %s", lang, command, n, text)
			}
		}
	}
}
