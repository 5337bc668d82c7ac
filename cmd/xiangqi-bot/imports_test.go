package main_test

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"xiangqibot/bot/game/gametest"
)

// allowed lists what each package may import. ours lists packages of this module; theirs lists modules of others, by
// path prefix. Everything may use the standard library, except for what denied forbids. A package that is not listed
// here fails the test, and so does one of ours that is listed and not imported: the list is kept by hand, so that every
// new import is somebody's decision.
var allowed = map[string]struct{ ours, theirs []string }{
	"engine/board":     {},
	"engine/testcases": {ours: []string{"engine/board"}, theirs: []string{"pgregory.net/rapid"}}, // only tests import it
	"bot/glicko":       {},

	"engine/notation": {ours: []string{"engine/board"}, theirs: []string{"golang.org/x/text"}},
	"engine/gamefile": {ours: []string{"engine/board", "engine/notation"}},
	// What people write is read without knowing formats; formats whose moves people write use that.
	"engine/gamefile/charset": {theirs: []string{"golang.org/x/text"}},
	"engine/gamefile/paste":   {ours: []string{"engine/board", "engine/gamefile", "engine/notation"}, theirs: []string{"golang.org/x/text"}},
	"engine/gamefile/codec":   {ours: []string{"engine/board", "engine/gamefile", "engine/gamefile/charset", "engine/gamefile/paste", "engine/notation"}},
	"engine/rules":            {ours: []string{"engine/board"}},
	"engine/book":             {ours: []string{"engine/jsonfile", "engine/board"}},
	"engine/pattern":          {ours: []string{"engine/board"}},
	"engine/endgame":          {ours: []string{"engine/atomicfile", "engine/board"}, theirs: []string{"github.com/klauspost/compress"}},
	"engine/eval":             {ours: []string{"engine/board"}},
	"engine/eval/simd":        {theirs: []string{"golang.org/x/sys"}}, // what the processor can do
	"engine/eval/nnue":        {ours: []string{"engine/board", "engine/eval", "engine/eval/simd"}, theirs: []string{"github.com/klauspost/compress"}},
	// Whoever searches is given an evaluation: the weights of this one belong to it and to what fits them.
	"engine/eval/classical": {ours: []string{"engine/board", "engine/eval"}},
	"render":                {ours: []string{"engine/board"}, theirs: []string{"github.com/klauspost/compress", "github.com/fogleman/gg", "golang.org/x/image", "golang.org/x/text"}},

	"engine/memory":    {}, // prefetching and large pages
	"engine/search":    {ours: []string{"engine/board", "engine/rules", "engine/eval", "engine/endgame", "engine/memory"}},
	"engine/fairqueue": {},
	"engine":           {ours: []string{"engine/board", "engine/rules", "engine/eval", "engine/eval/classical", "engine/endgame", "engine/book", "engine/search", "engine/fairqueue"}},

	"engine/atomicfile":  {}, // files that are replaced as a whole, whatever is in them
	"engine/jsonfile":    {}, // whatever is in the files
	"engine/book/played": {ours: []string{"engine/jsonfile", "engine/board", "engine/book"}},

	"engine/puzzle":      {ours: []string{"engine/jsonfile", "engine/board", "engine/book"}},
	"engine/puzzle/mine": {ours: []string{"engine", "engine/board", "engine/endgame", "engine/pattern", "engine/puzzle", "engine/rules", "engine/search", "engine/study"}},
	"engine/study":       {ours: []string{"engine", "engine/board", "engine/book", "engine/pattern", "engine/rules"}},
	"engine/uci":         {ours: []string{"engine", "engine/board", "engine/book", "engine/endgame", "engine/eval/nnue", "engine/notation", "engine/pattern", "engine/rules", "engine/search"}},

	// The workshop. What plays imports nothing of it.
	"engine/lab/journal":    {}, // lines of JSON, whatever they say
	"engine/lab/grow":       {ours: []string{"engine/board", "engine/book", "engine/eval", "engine/search"}},
	"engine/lab/adjudicate": {ours: []string{"engine/board", "engine/eval", "engine/rules"}},
	"engine/lab/selfplay":   {ours: []string{"engine", "engine/board", "engine/book", "engine/eval", "engine/eval/nnue", "engine/lab/adjudicate", "engine/lab/journal", "engine/rules", "engine/search"}, theirs: []string{"golang.org/x/sync"}},
	"engine/lab/match":      {ours: []string{"engine", "engine/board", "engine/lab/adjudicate", "engine/lab/journal", "engine/rules", "engine/uciclient"}},
	"engine/lab/train":      {ours: []string{"engine/board", "engine/lab/selfplay", "engine/eval/nnue", "engine/eval/simd"}},
	"engine/lab/tune":       {ours: []string{"engine", "engine/atomicfile", "engine/board", "engine/eval", "engine/eval/classical", "engine/eval/simd", "engine/lab/match", "engine/lab/selfplay", "engine/search"}, theirs: []string{"golang.org/x/sync"}},

	// Programs that are not ours: they get a position and name a move, and nothing of ours thinks for them.
	"engine/uciclient":               {ours: []string{"engine/board", "engine/fairqueue"}},
	"engine/uciclient/uciclienttest": {ours: []string{"engine/uciclient", "engine/board"}}, // only tests import it

	// It lends the engine to those who may be helped.
	"bot/fairplay":      {ours: []string{"engine", "engine/board", "engine/book", "engine/book/played", "engine/rules"}},
	"bot/vote":          {ours: []string{"engine/board"}},
	"bot/game/clocks":   {ours: []string{"engine/board"}},
	"bot/game":          {ours: []string{"bot/fairplay", "bot/game/clocks", "bot/vote", "engine/board", "engine/notation", "engine/rules", "engine", "bot/glicko"}},
	"bot/guild":         {ours: []string{"bot/game", "bot/game/clocks", "engine", "engine/rules"}},
	"bot/game/lobby":    {ours: []string{"bot/guild", "bot/fairplay", "bot/game", "bot/game/clocks", "engine", "engine/board", "engine/rules"}},
	"bot/game/assist":   {ours: []string{"bot/fairplay", "bot/game", "engine", "engine/board", "engine/fairqueue", "engine/rules"}},
	"bot/game/posted":   {ours: []string{"bot/game"}},
	"bot/game/gametest": {ours: []string{"bot/fairplay", "bot/game", "bot/game/assist", "bot/game/lobby", "bot/standing", "engine", "engine/board", "engine/rules"}, theirs: []string{"pgregory.net/rapid"}}, // only tests import it
	"bot/record":        {ours: []string{"bot/game", "engine/board", "engine/gamefile", "engine/gamefile/codec", "engine/notation", "engine/rules"}},
	"bot/tournament":    {ours: []string{"bot/game", "bot/game/clocks", "bot/glicko", "engine/board", "bot/game/lobby"}},
	// What belongs to a person; their games are exported as files.
	"bot/member": {ours: []string{"bot/guild", "bot/game", "bot/record", "bot/game/clocks", "bot/lesson", "engine/gamefile", "engine/gamefile/codec", "engine/notation", "bot/game/lobby"}},
	// What beginners are taught: positions, and what solves them.
	"bot/lesson": {ours: []string{"engine/board", "engine/rules"}},
	// What the engine thinks of games that are over.
	"bot/review": {ours: []string{"bot/fairplay", "bot/game", "bot/record", "engine", "engine/board", "engine/book", "engine/rules", "engine/study"}},
	// What the games of people add up to. What a profile says of openings is the book's to know.
	"bot/standing": {ours: []string{"bot/guild", "bot/fairplay", "bot/game", "bot/game/clocks", "bot/glicko", "engine", "engine/board", "engine/book", "engine/book/played"}},
	"bot/solving":  {ours: []string{"bot/guild", "bot/fairplay", "bot/game", "bot/glicko", "engine", "engine/board", "engine/puzzle", "engine/puzzle/mine", "engine/study"}},
	// What the operator decides, whatever people want.
	"bot/operator": {ours: []string{"bot/game", "bot/tournament"}},
	// How processes divide the connections to Discord.
	"bot/shard": {},
	// Where a database is and how it is opened, migrated and backed up.
	"store/database": {ours: []string{"bot/game"}, theirs: []string{"modernc.org/sqlite", "github.com/jackc/pgx"}},
	"store":          {ours: []string{"bot/guild", "store/database", "bot/operator", "bot/fairplay", "engine/book/played", "engine/rules", "bot/solving", "bot/game", "bot/game/clocks", "bot/lesson", "bot/member", "bot/standing", "bot/tournament", "bot/glicko", "engine/board", "bot/game/lobby", "store/columns", "store/jobs", "store/learning"}},
	"store/columns":  {ours: []string{"bot/game", "bot/glicko", "engine/board", "store/database"}},
	"store/jobs": {
		ours:   []string{"bot/game", "bot/game/assist", "bot/game/posted", "bot/member", "bot/review", "bot/shard", "bot/solving", "bot/tournament", "store/columns", "store/database"},
		theirs: []string{"github.com/riverqueue/river"},
	},
	"store/learning": {ours: []string{"bot/game", "bot/glicko", "engine/board", "bot/record", "bot/review", "bot/solving", "engine/puzzle", "store/columns", "store/database", "store/jobs"}},
	"store/storetest": { // only tests import it
		ours:   []string{"bot/game", "bot/game/gametest", "store"},
		theirs: []string{"github.com/jackc/pgx/v5/stdlib"},
	},

	// How one speaks with Discord, whatever there is to say: it knows none of ours.
	"bot/discord":             {ours: []string{"bot/shard"}, theirs: []string{"github.com/bwmarrin/discordgo", "github.com/coder/websocket", "github.com/klauspost/compress"}},
	"bot/discord/discordtest": {}, // only tests import it

	// The phrases, in every language.
	"bot/words": {theirs: []string{"github.com/bwmarrin/discordgo", "github.com/nicksnyder/go-i18n", "golang.org/x/text", "github.com/goccy/go-yaml"}},

	// It puts the types of these packages into words: results, strengths, ratings. It calls none of their services.
	"bot/view": {ours: []string{"bot/guild", "bot/discord", "bot/game", "bot/game/clocks", "bot/glicko", "bot/record", "bot/solving", "bot/standing", "bot/tournament", "bot/words", "engine", "engine/board", "engine/book", "engine/gamefile", "engine/notation", "engine/pattern", "engine/rules", "render"}, theirs: []string{
		"github.com/bwmarrin/discordgo", "golang.org/x/text"}},
	"bot/view/gameview": {ours: []string{"bot/guild", "bot/discord", "bot/game", "bot/game/clocks", "bot/glicko", "bot/record", "bot/standing", "bot/tournament", "bot/view", "bot/words", "engine", "engine/board", "engine/notation", "engine/pattern", "engine/rules", "render"}, theirs: []string{
		"github.com/bwmarrin/discordgo"}},
	"bot/view/recordview": {ours: []string{"bot/discord", "bot/game", "bot/record", "bot/review", "bot/standing", "bot/view", "bot/view/gameview", "bot/words", "engine", "engine/board", "engine/book", "engine/book/played", "engine/gamefile", "engine/notation", "engine/rules", "engine/study", "render"}, theirs: []string{
		"github.com/bwmarrin/discordgo"}},
	"bot/view/lessonview": {ours: []string{"bot/game", "bot/lesson", "bot/member", "bot/review", "bot/solving", "bot/view", "bot/view/gameview", "bot/view/recordview", "bot/words", "engine/board", "engine/notation", "engine/pattern", "engine/puzzle", "render"}, theirs: []string{
		"github.com/bwmarrin/discordgo"}},
	"bot/view/peopleview": {ours: []string{"bot/discord", "bot/fairplay", "bot/game", "bot/game/clocks", "bot/game/lobby", "bot/glicko", "bot/standing", "bot/tournament", "bot/view", "bot/view/gameview", "bot/words", "engine/board", "engine/rules", "render"}, theirs: []string{
		"github.com/bwmarrin/discordgo"}},
	"bot/view/panelview": {ours: []string{"bot/guild", "bot/discord", "bot/game", "bot/game/clocks", "bot/member", "bot/view", "bot/words", "engine/notation", "render"}, theirs: []string{
		"github.com/bwmarrin/discordgo"}},
	"bot/view/viewtest":   {ours: []string{"bot/discord", "bot/playground/wire", "bot/words"}, theirs: []string{"github.com/bwmarrin/discordgo", "github.com/google/go-cmp", "github.com/rogpeppe/go-internal"}},
	"bot/view/readertest": {ours: []string{"bot/game", "bot/view", "bot/view/viewtest", "bot/words", "render"}},
	"bot/services":        {ours: []string{"bot/fairplay", "bot/game", "bot/game/assist", "bot/game/lobby", "bot/game/posted", "bot/member", "bot/operator", "bot/record", "bot/review", "bot/solving", "bot/standing", "bot/tournament"}},
	// The one way by which a board reaches a channel.
	"bot/publish":  {ours: []string{"bot/guild", "bot/services", "bot/solving", "bot/audience", "bot/game", "bot/member", "bot/standing", "bot/tournament", "bot/discord", "bot/view", "bot/view/gameview", "bot/words", "engine/fairqueue", "bot/game/lobby", "bot/game/posted", "bot/view/lessonview", "bot/view/peopleview"}, theirs: []string{"github.com/bwmarrin/discordgo"}},
	"bot/audience": {ours: []string{"bot/guild", "bot/game", "bot/member", "bot/view", "bot/view/gameview", "bot/words", "render"}},
	"bot/handlers": {ours: []string{"bot/guild", "engine/pattern", "bot/services", "bot/solving", "engine/puzzle", "bot/lesson", "bot/vote", "bot/audience", "bot/publish", "bot/game", "bot/game/clocks", "bot/member", "bot/record", "bot/review", "engine/study", "bot/standing", "bot/tournament", "bot/discord", "bot/view", "bot/view/gameview", "bot/words", "engine/board", "engine/book", "engine/notation", "engine/gamefile", "engine/gamefile/codec", "engine/gamefile/paste", "render", "engine", "engine/rules", "engine/fairqueue", "bot/game/lobby", "bot/view/recordview", "bot/view/lessonview", "bot/view/peopleview", "bot/view/panelview"}, theirs: []string{"github.com/bwmarrin/discordgo", "github.com/prometheus/client_golang"}},
	"bot":          {ours: []string{"bot/guild", "bot/handlers", "bot/services", "bot/shard", "bot/audience", "bot/publish", "bot/game", "bot/record", "bot/review", "bot/discord", "bot/view", "bot/view/gameview", "bot/words", "engine/board", "engine/notation", "render", "engine", "engine/fairqueue", "bot/view/recordview"}, theirs: []string{"github.com/bwmarrin/discordgo", "golang.org/x/time", "github.com/prometheus/client_golang"}},
	// The page on which games are played by touch. It calls the bot by an interface, and is called by one.
	"bot/web":                    {ours: []string{"bot/handlers", "bot/game", "bot/record", "bot/view", "bot/view/gameview", "bot/view/recordview", "bot/words", "engine/board", "engine/notation", "render"}},
	"bot/playground/wire":        {},
	"bot/playground/gateway":     {ours: []string{"bot/playground/wire"}, theirs: []string{"github.com/coder/websocket", "github.com/klauspost/compress"}},
	"bot/playground/simclock":    {},
	"bot/playground/ratelimit":   {ours: []string{"bot/playground/simclock"}},
	"bot/playground/attachments": {ours: []string{"bot/playground/wire"}},
	"bot/playground":             {ours: []string{"bot/playground/attachments", "bot/playground/gateway", "bot/playground/ratelimit", "bot/playground/simclock", "bot/playground/wire"}, theirs: []string{"modernc.org/sqlite"}},
	"bot/playground/pageapi":     {}, // it knows the API, not the server
	"bot/playground/story":       {ours: []string{"bot/playground", "bot/playground/pageapi", "bot/playground/simclock", "bot/playground/wire", "bot/playground/openapi"}, theirs: []string{"github.com/rogpeppe/go-internal"}},
	"bot/playground/openapi":     {ours: []string{"bot/playground"}, theirs: []string{"github.com/santhosh-tekuri/jsonschema"}},
}

// denied names parts of the standard library that only some packages may use: the prefix of our package, then the
// packages.
var denied = map[string][]string{
	"engine":       {"net", "net/http", "database/sql"},
	"render":       {"net", "net/http", "database/sql"},
	"bot/game":     {"net", "net/http", "database/sql"},
	"bot/standing": {"net", "net/http", "database/sql"},
	"bot/member":   {"net", "net/http", "database/sql"},
	"bot/glicko":   {"net", "net/http", "database/sql"},
	"bot":          {"database/sql"},
	"store":        {"net", "net/http"},
}

const module = "xiangqibot/"

func TestArrows(t *testing.T) {
	list := exec.Command("go", "list", "-json=ImportPath,Imports,Module", "./...")
	list.Dir = "../.."
	out, err := list.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	seen := 0
	for decoder := json.NewDecoder(strings.NewReader(string(out))); ; seen++ {
		var pkg struct {
			ImportPath string
			Imports    []string
		}
		if err := decoder.Decode(&pkg); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		name := strings.TrimPrefix(pkg.ImportPath, module)
		if strings.HasPrefix(name, "cmd/") {
			continue // wires everything
		}
		may, ok := allowed[name]
		if !ok {
			t.Errorf("%s: not in allowed: list there what it may import", name)
			continue
		}
		for _, imported := range pkg.Imports {
			if problem := arrow(name, may.ours, may.theirs, imported); problem != "" {
				t.Errorf("%s imports %s: %s", name, imported, problem)
			}
		}
		for _, own := range may.ours {
			if !slices.Contains(pkg.Imports, module+own) {
				t.Errorf("%s does not import %s: remove that from allowed", name, own)
			}
		}
	}
	if seen < 10 {
		t.Errorf("only %d packages listed", seen)
	}
}

// arrow returns what is wrong with an import, "" if nothing is.
func arrow(name string, ours, theirs []string, imported string) string {
	if own, ok := strings.CutPrefix(imported, module); ok {
		if !slices.Contains(ours, own) {
			return "not among the packages it may import: " + strings.Join(ours, ", ")
		}
		return ""
	}
	if first, _, _ := strings.Cut(imported, "/"); strings.Contains(first, ".") {
		for _, prefix := range theirs {
			if imported == prefix || strings.HasPrefix(imported, prefix+"/") {
				return ""
			}
		}
		return "not among the libraries it may import: " + strings.Join(theirs, ", ")
	}
	if imported == "unsafe" && name != "engine/eval/simd" && name != "engine/memory" {
		return "unsafe belongs in engine/eval/simd and engine/memory alone"
	}
	for prefix, packages := range denied {
		if (name == prefix || strings.HasPrefix(name, prefix+"/")) && slices.Contains(packages, imported) {
			if prefix == "bot" && strings.HasPrefix(name, "bot/playground") {
				continue
			}
			return "denied to packages below " + prefix
		}
	}
	return ""
}

// TestArrowsAreDocumented makes sure that docs/architecture.md names every package, those for tests excepted.
func TestArrowsAreDocumented(t *testing.T) {
	data := gametest.OK(os.ReadFile("../../docs/architecture.md"))(t)
	for name := range allowed {
		if !strings.HasSuffix(name, "test") && name != "engine/testcases" && !strings.Contains(string(data), name) {
			t.Errorf("docs/architecture.md does not name %s", name)
		}
	}
}

func TestArrowRefuses(t *testing.T) {
	for _, c := range []struct{ name, imported string }{
		{"engine/board", "xiangqibot/engine/rules"},
		{"engine/search", "xiangqibot/bot/game"},
		{"engine/search", "net/http"},
		{"bot/game", "database/sql"},
		{"bot/game", "github.com/bwmarrin/discordgo"},
		{"bot/playground", "xiangqibot/bot"},
		{"store", "xiangqibot/bot"},
		{"bot", "xiangqibot/store"},
		{"bot/discord", "xiangqibot/bot/game"},
		{"bot", "github.com/coder/websocket"},
		{"engine/eval", "unsafe"},
	} {
		if may := allowed[c.name]; arrow(c.name, may.ours, may.theirs, c.imported) == "" {
			t.Errorf("%s may import %s", c.name, c.imported)
		}
	}
}
