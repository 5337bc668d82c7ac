package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"xiangqibot/bot/game/gametest"
	"xiangqibot/bot/playground/story"
	"xiangqibot/engine/uciclient/uciclienttest"
	"xiangqibot/store/database"
	"xiangqibot/store/storetest"
)

func TestMain(m *testing.M) {
	// A story mostly waits, for limits of Discord's and clocks of the bot: more of them go on at once than there are
	// processors, unless -parallel says otherwise.
	if err := flag.Set("test.parallel", strconv.Itoa(3*runtime.GOMAXPROCS(0))); err != nil {
		panic(err)
	}
	testscript.Main(withServers{m}, map[string]func(){"xiangqi-bot": anyVersion, "xiangqi-bot-ahead": ahead, "guest-engine": guest})
}

// anyVersion is the program. With the argument -next it is the version after it, which has one more migration.
func anyVersion() {
	if i := slices.Index(os.Args, "-next"); i >= 0 {
		os.Args = slices.Delete(os.Args, i, i+1)
		next := fstest.MapFS{fmt.Sprintf("migrations/%d_next.sql", database.LatestVersion()+1): {
			Data: []byte(`ALTER TABLE games ADD COLUMN next TEXT NOT NULL DEFAULT ''`),
		}}
		err := fs.WalkDir(database.Migrations, ".", func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			text, err := fs.ReadFile(database.Migrations, path)
			next[path] = &fstest.MapFile{Data: text}
			return err
		})
		if err != nil {
			panic(err)
		}
		database.Migrations = next
	}
	main()
}

// aheadVariable names the file that says by how many nanoseconds the clock of "xiangqi-bot-ahead" is ahead.
const aheadVariable = "XIANGQI_AHEAD"

// ahead is the program with a clock that a test moves: "serve" as it is, but in the time of a simulated Discord, which
// is another process.
func ahead() {
	process(func(ctx context.Context, args []string, stdout, stderr io.Writer) error {
		if len(args) != 3 || args[0] != "serve" || args[1] != "-config" {
			return &usageError{"only serve -config FILE has another clock"}
		}
		c, err := loadConfig(args[2], defaultConfig())
		if err != nil {
			return err
		}
		return serve(ctx, c, os.Getenv(tokenVariable), nil, clockAhead(os.Getenv(aheadVariable)), stdout)
	})
}

// clockAhead is the machine's clock, and ahead of it by what a file says at each moment. Without the file it is not
// ahead.
func clockAhead(path string) func() time.Time {
	return func() time.Time {
		text, err := os.ReadFile(path)
		if errors.Is(err, fs.ErrNotExist) {
			return time.Now()
		}
		by, also := strconv.ParseInt(string(text), 10, 64)
		if err = errors.Join(err, also); err != nil {
			panic(fmt.Sprintf("the clock of the test: %v", err))
		}
		return time.Now().Add(time.Duration(by)).Round(0) // without the monotonic reading, which does not know of it
	}
}

// withServers ends what the tests have started beside themselves.
type withServers struct{ *testing.M }

func (m withServers) Run() int {
	defer storetest.StopPostgres()
	return m.M.Run()
}

// guest is an outside engine for stories, with the habit of package uciclienttest that is its argument.
func guest() { uciclienttest.Run(os.Stdin, os.Stdout, uciclienttest.Behavior(os.Args[1])) }

// The stories of a quick run: cheap ones that act in every way there is (commands, buttons, menus, words), wait for jobs,
// and restart the program in between.
var quick = []string{
	"daily", "draw", "flag", "games", "in_words", "lapse", "leaderboard", "puzzle", "refused", "simul", "together", "twice",
	"vote_teams",
}

// TestStories tells testdata/*.txtar: people act on the page's API, and the program they act on is this one, over the
// real wire. Package story describes the language.
func TestStories(t *testing.T) {
	t.Parallel()
	stories := testscript.Params{Dir: "testdata"}
	if testing.Short() {
		stories = testscript.Params{Files: scripts(quick)}
	}
	tell(t, stories, nil)
}

// Stories that together use the parts of the store. XIANGQI_STORIES_POSTGRES=all tells all of them on PostgreSQL.
var onPostgres = []string{"admin", "privacy", "puzzle", "record", "restart", "simul", "tournament"}

// Three stories are about files, not a server. A refused challenge leaves a number of a game unused on PostgreSQL, and
// the other three name the numbers of later games.
var notOnPostgres = []string{"alone", "challenges", "commandline", "partner", "threads", "upgrade"}

// TestStoriesOnPostgres tells the same stories with the games on PostgreSQL.
func TestStoriesOnPostgres(t *testing.T) {
	t.Parallel()
	names := some(t, "XIANGQI_STORIES_POSTGRES", onPostgres, notOnPostgres)
	tell(t, testscript.Params{Files: scripts(names)}, func(t testing.TB) []string {
		return []string{"-database", storetest.Postgres(t)}
	})
}

// Stories in which people use commands, completions, buttons, menus and files, twice, and the bot is killed.
// XIANGQI_STORIES_HTTP=all tells all that HTTP carries.
var overWebhooks = []string{"ambiguous", "challenges", "installed", "learn", "puzzle", "record", "restart", "settings", "twice"}

// Over HTTP the bot receives no events about messages, connections, servers or channels, and greets nobody. In some of
// these stories people write words to the bot.
var aboutEvents = []string{"choosing", "evicted", "faults", "first", "first_day", "mate", "race_reply", "rights", "rounds", "takeback",
	"tournament_swiss", "typed", "typed_bare", "vote", "vote_gone", "vote_person"}

// TestStoriesOverHTTP tells the same stories with interactions by HTTP.
func TestStoriesOverHTTP(t *testing.T) {
	t.Parallel()
	names := some(t, "XIANGQI_STORIES_HTTP", overWebhooks, aboutEvents)
	if testing.Short() {
		names = []string{"twice"} // "restart" starts the bot eight times
	}
	tell(t, testscript.Params{Files: scripts(names)}, func(testing.TB) []string { return []string{"-transport", "http"} })
}

// some are the names of a few stories, or of all but a few if an environment variable says so.
func some(t *testing.T, variable string, few, not []string) (names []string) {
	t.Helper()
	if os.Getenv(variable) != "all" {
		return few
	}
	all := gametest.OK(filepath.Glob("testdata/*.txtar"))(t)
	for _, file := range all {
		if name := strings.TrimSuffix(filepath.Base(file), ".txtar"); !slices.Contains(not, name) {
			names = append(names, name)
		}
	}
	return names
}

// scripts are the files of stories.
func scripts(names []string) []string {
	files := make([]string, len(names))
	for i, name := range names {
		files[i] = filepath.Join("testdata", name+".txtar")
	}
	return files
}

// tell runs stories. argsFor gives the program of each story arguments of its own.
func tell(t *testing.T, which testscript.Params, argsFor func(testing.TB) []string) {
	t.Helper()
	which.Setup = story.Setup([]string{"-config", "testdata/stories.yaml", "-answer-within", "2m"}, argsFor)
	which.Cmds = story.Commands()
	which.RequireExplicitExec, which.RequireUniqueNames = true, true
	testscript.Run(t, which)
}
