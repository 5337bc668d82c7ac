package handlers

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/nicksnyder/go-i18n/v2/i18n"

	"xiangqibot/bot/game"
	"xiangqibot/bot/game/clocks"
	"xiangqibot/bot/game/gametest"
	"xiangqibot/bot/lesson"
	"xiangqibot/bot/solving"
	"xiangqibot/bot/standing"
	"xiangqibot/bot/view/panelview"
	"xiangqibot/engine"
	"xiangqibot/engine/board"
	"xiangqibot/engine/pattern"
	"xiangqibot/engine/rules"
)

// englishPhrases are the phrases as they are written, by key.
func englishPhrases(t *testing.T) map[string]*i18n.Message {
	t.Helper()
	files, err := filepath.Glob("../words/phrases/en/*.yaml")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d phrase files: %v", len(files), err)
	}
	byKey := make(map[string]*i18n.Message)
	for _, name := range files {
		text, err := os.ReadFile(name)
		gametest.Must(t, err)
		messages, err := i18n.ParseMessageBytes(text, yaml.Unmarshal)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for _, m := range messages {
			byKey[m.ID] = m
		}
	}
	return byKey
}

var gapPattern = regexp.MustCompile(`\{\{\.(\w+)\}\}`)

// gaps lists what a phrase has to be given, in any of its forms, but for the names of commands, which it has already.
func gaps(m *i18n.Message) []string {
	found := make(map[string]bool)
	for _, match := range gapPattern.FindAllStringSubmatch(m.One+m.Other, -1) {
		if !strings.HasPrefix(match[1], "Cmd") {
			found[match[1]] = true
		}
	}
	return slices.Sorted(maps.Keys(found))
}

// saying is one place in the code where a phrase is said.
type saying struct {
	where  string
	key    string
	given  []string // names of the values, where they can be seen in the call
	opaque bool     // values come from a variable
}

// callsAndLiterals reads the code of the bot: the calls that say a phrase by its literal
// key, and every string.
func callsAndLiterals(t *testing.T) (calls []saying, literals map[string]bool) {
	t.Helper()
	var names []string
	for _, pattern := range []string{"../*.go", "../*/*.go", "../*/*/*.go"} {
		found, err := filepath.Glob(pattern)
		if err != nil || len(found) == 0 {
			t.Fatalf("%d files %s: %v", len(found), pattern, err)
		}
		names = append(names, found...)
	}
	fset := token.NewFileSet()
	literals = make(map[string]bool)
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(fset, name, nil, 0)
		gametest.Must(t, err)
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

// phraseCall recognises x.Say("key", Vars{…}), x.Count("key", n, Vars{…}), NewProblem("key", Vars{…}) and Phrase("key").
func phraseCall(n *ast.CallExpr) (saying, bool) {
	var name string
	switch f := n.Fun.(type) {
	case *ast.Ident:
		name = f.Name
	case *ast.SelectorExpr:
		name = f.Sel.Name
	}
	if len(n.Args) == 0 {
		return saying{}, false
	}
	var c saying
	vars := n.Args[1:]
	switch name {
	case "Say", "NewProblem", "Phrase":
	case "Count":
		if len(vars) == 0 {
			return saying{}, false
		}
		vars = vars[1:]
		c.given = []string{"Count"}
	default:
		return saying{}, false
	}
	key, ok := literal(n.Args[0])
	if !ok {
		return saying{}, false
	}
	c.key = key
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
	english := englishPhrases(t)
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

// Every phrase is used: by its key somewhere in the code, by the code of a refusal, by the definition of a command, or by
// something that has an id. The last two have their phrases.
func TestNoPhraseIsUnused(t *testing.T) {
	if testing.Short() {
		t.Skip("reads all source files")
	}
	_, literals := callsAndLiterals(t)
	used := definedKeys(t)
	maps.Copy(used, settingKeys(t))
	maps.Copy(used, namedKeys())
	for key := range englishPhrases(t) {
		code, _ := strings.CutPrefix(key, "refusal.")
		if !literals[key] && !used[key] && !literals[code] {
			t.Errorf("nothing says %s", key)
		}
	}
	english := englishPhrases(t)
	for key := range used {
		if english[key] == nil {
			t.Errorf("a command or something with an id needs the phrase %s, which does not exist", key)
		}
	}
}

// definedKeys lists the phrases that the definitions of the commands are made of.
func definedKeys(t *testing.T) map[string]bool {
	t.Helper()
	keys := make(map[string]bool)
	for _, command := range offered(t) {
		for _, c := range append([]*Command{command}, command.subs...) {
			keys[c.Key()+".name"] = true
			if c.Menu != 0 {
				continue
			}
			keys[c.Key()+".desc"] = true
			asked := formOptions(c)
			if asked != nil {
				keys[c.Key()+".form"] = true
			}
			for _, o := range slices.Concat(c.Options, asked) {
				option := c.Key() + "." + o.Name
				keys[option+".name"], keys[option+".desc"] = true, true
				for _, f := range o.Fixed {
					if f.Label == nil {
						keys[fmt.Sprintf("%s.%s", option, f.Key)] = true
					}
				}
			}
		}
	}
	return keys
}

// formOptions lists the options of a command's form, with teams and without: only the form of /vote depends on what was
// chosen before.
func formOptions(c *Command) []commandOption {
	if c.form == nil {
		return nil
	}
	with := &Request{options: map[string]any{"teams": true}}
	return append(c.form(new(Request)), c.form(with)...)
}

// settingKeys lists the phrases of the settings: their lines, their menus and their values.
func settingKeys(t *testing.T) map[string]bool {
	t.Helper()
	keys, phrases, english := make(map[string]bool), phrasesOf(t), englishPhrases(t)
	for _, s := range panelview.PersonalSettings(phrases.Languages()) {
		keys["settings."+s.Name] = true
		if desc := "command.settings." + s.Name + ".desc"; english[desc] != nil { // a menu has it, a button has not
			keys[desc] = true
		}
		if s.Name == "everywhere" {
			continue
		}
		for _, value := range s.Values {
			if s.Name != "language" || value == panelview.Automatic {
				keys["command.settings."+s.Name+"."+value] = true
			}
		}
	}
	for _, s := range (serverSettings{&Host{Phrases: phrases}}).all() {
		keys["server."+s.Name], keys["command.manage.server."+s.Name+".desc"] = true, true
		keys["server.group-"+s.Group] = true
		for _, ending := range []string{"-is", "-none", "-yes", "-no"} { // of numbers, of what can be none, of yes and no
			if key := "server." + s.Name + ending; english[key] != nil {
				keys[key] = true
			}
		}
		for _, f := range s.Choices {
			if f.Label == nil {
				keys["command.manage.server."+s.Name+"."+f.Key] = true
			}
		}
	}
	return keys
}

// namedKeys lists the phrases of what has an id, whose keys the code puts together.
func namedKeys() map[string]bool {
	keys := make(map[string]bool)
	for _, n := range pattern.AllNames() {
		keys["mate."+string(n)] = true
	}
	for _, m := range pattern.AllMotifs() {
		keys["motif."+string(m)] = true
	}
	for kind := board.King; kind <= board.Pawn; kind++ {
		keys["piece.red."+kind.String()], keys["piece.black."+kind.String()] = true, true
		keys["how."+kind.String()] = true
	}
	for _, c := range []board.Color{board.Red, board.Black} {
		keys["vote.team-"+c.String()] = true
	}
	for level := engine.LevelMin; level <= engine.LevelMax; level++ {
		keys["level.name-"+level.String()] = true
	}
	for _, ruleset := range rules.Rulesets() {
		keys["rules."+ruleset.Name] = true
	}
	for kind := rules.Idle; kind <= rules.Checking; kind++ {
		keys["deed."+kind.String()] = true
	}
	for _, fate := range []string{"lose-now", "lose-soon", "win-now", "win-soon", "draw"} {
		keys["foresee."+fate], keys["foresee.mark-"+fate] = true, true
	}
	for class := clocks.Untimed; class <= clocks.Correspondence; class++ {
		keys["class."+class.String()] = true
	}
	for _, kind := range game.QuestionKinds() {
		keys["button.ask-"+string(kind)] = true
	}
	for _, l := range lesson.All() {
		for _, part := range []string{"title", "text", "task", "wrong"} {
			keys["lesson."+string(l.Name)+"."+part] = true
		}
	}
	for _, d := range lesson.Drills() {
		keys["endgame."+string(d.Name)] = true
	}
	for _, theme := range solving.Themes {
		if strings.HasPrefix(theme, "mate") {
			keys["theme-text.mate"] = true
			continue
		}
		keys["theme-text."+theme] = true
		if !keys["mate."+theme] && !keys["motif."+theme] {
			keys["puzzle.theme-"+theme] = true
		}
	}
	for _, kind := range []standing.AchievementKind{
		standing.FirstWin, standing.GiantKiller, standing.HundredRounds, standing.TenInARow, standing.HundredGames,
		standing.BeatTheMachine, standing.FirstVoteGame,
	} {
		keys["achievement."+string(kind)] = true
	}
	return keys
}
