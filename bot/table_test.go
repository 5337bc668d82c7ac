package bot

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/discord/discordtest"
	"xiangqibot/bot/fairplay"
	"xiangqibot/bot/game"
	"xiangqibot/bot/game/assist"
	"xiangqibot/bot/game/gametest"
	"xiangqibot/bot/game/lobby"
	"xiangqibot/bot/game/posted"
	"xiangqibot/bot/guild"
	"xiangqibot/bot/handlers"
	"xiangqibot/bot/member"
	"xiangqibot/bot/operator"
	"xiangqibot/bot/playground"
	"xiangqibot/bot/playground/wire"
	"xiangqibot/bot/record"
	"xiangqibot/bot/review"
	"xiangqibot/bot/services"
	"xiangqibot/bot/solving"
	"xiangqibot/bot/standing"
	"xiangqibot/bot/tournament"
	"xiangqibot/bot/view"
	"xiangqibot/bot/view/panelview"
	"xiangqibot/bot/words"
	"xiangqibot/engine"
	"xiangqibot/engine/board"
	"xiangqibot/engine/puzzle"
	"xiangqibot/engine/rules"
	"xiangqibot/engine/study"
	"xiangqibot/render"
	"xiangqibot/store"
	"xiangqibot/store/storetest"
)

// table is a bot with real services on a database, and a simulated Discord that the test controls.
type table struct {
	t         testing.TB
	discord   *simulator
	service   *gametest.Services
	ledger    *ledger
	analyst   firstMove // analyzes for people; the thinker plays
	config    Config
	bot       *Bot
	metrics   *prometheus.Registry
	guild     string // in which people act
	channel   string
	rights    string               // people's permissions there, in Discord's form; empty: none
	allowed   string               // the bot's permissions there; empty: Discord does not say
	protected []fairplay.Protected // by protect
	seen      int                  // how many messages sees has passed
	ahead     atomic.Int64         // by how much the service's clock is ahead
}

// upload is a file that a person gives with a command.
type upload struct {
	id, name, kind, url string
	size                int
}

// uploads stores a file at the simulated Discord, for an option of a command.
func (tb *table) uploads(name, kind string, data []byte) upload {
	tb.t.Helper()
	file, err := tb.discord.server.Upload(wire.ID(anna.id), name, data)
	must(tb.t, err)
	return upload{id: string(file.ID), name: name, kind: kind, url: file.URL, size: len(data)}
}

// thinker plays the first legal move.
type thinker struct{}

func (thinker) Choose(_ context.Context, _ engine.Key, rec *board.Record, _ rules.Ruleset, _ engine.Level) (engine.Choice, error) {
	pos := rec.Position()
	return engine.Choice{Move: pos.LegalMoves(nil)[0]}, nil
}

const botID = string(playground.ApplicationID)

// renderer is made once: drawing its pieces takes longer than most tests.
var renderer = sync.OnceValue(render.New)

// newTable is a table without deadlines: on a busy machine three seconds are soon over, and few tests are about them.
func newTable(t testing.TB) *table {
	t.Helper()
	tb := newTableAt(t, newSimulator(t, time.Hour))
	tb.bot.router.within = deadlines{think: time.Hour, first: time.Hour, complete: time.Hour}
	return tb
}

// newPunctualTable is a table whose interactions expire after three seconds. It is for synctest, where no time passes
// while the bot works.
func newPunctualTable(t testing.TB) *table {
	t.Helper()
	return newTableAt(t, newSimulator(t, 3*time.Second))
}

func newTableAt(t testing.TB, d *simulator) *table {
	t.Helper()
	db := storetest.Open(t, store.Options{})
	queues := &ledger{ledgerGames: db.Games, ledgerServers: db.Servers, db: db}
	stores := storetest.Stores(db)
	stores.GameStore, stores.ServerStore = queues, queues
	tb := &table{
		t: t, discord: d, guild: "9", channel: "1", metrics: prometheus.NewRegistry(),
		ledger: queues,
	}
	clock := func() time.Time { return time.Now().Add(time.Duration(tb.ahead.Load())) }
	days := solving.NewDailyPuzzles(db.Puzzles, db.Posts, puzzle.Standard(), clock)
	fair := fairplay.New(fairplay.Engine{Analyzer: &tb.analyst, Thinker: thinker{}}, db.FairPlay,
		game.NewFinder(db.Games), solving.NewCurrent(db.Puzzles, days, puzzle.Standard(), clock), tb)
	tb.service = gametest.New(stores, thinker{}, game.Options{Clock: clock, Fair: fair})
	tb.setServer(func(s *guild.Settings) { s.Cooldown = guild.Disabled }) // no pause between challenges
	tb.config = configOf(tb.ledger.db, tb.service, &tb.analyst, fair)
	tb.config.Boards = posted.NewBoards(tb.ledger, tb.service.Service)
	tb.config.Token, tb.config.Transport = d.server.Token(), discordtest.Serve(t, tb.discord)
	tb.config.Log, tb.config.Metrics = discordtest.Log(t), tb.metrics
	var err error
	tb.bot, err = New(tb.config)
	must(t, err)
	close(tb.bot.registration.tried) // the commands of a table are not registered
	id := botID
	tb.bot.host.Self.Store(&id)
	return tb
}

// protect makes a position that of game 77, as if the person were playing it.
func (tb *table) protect(p board.Position, player game.Person) {
	tb.protected = append(tb.protected, fairplay.Protected{
		Position: p, Game: 77, Players: []string{string(player)}, Refusal: &game.Refusal{Code: game.PositionInPlay, Game: 77},
	})
}

// Protected lists what protect added for a person.
func (tb *table) Protected(_ context.Context, person, _ string) (list []fairplay.Protected, err error) {
	for _, p := range tb.protected {
		if slices.Contains(p.Players, person) {
			list = append(list, p)
		}
	}
	return list, nil
}

// firstMove is an engine whose best move is the first legal one, unless its queue is full.
type firstMove struct{ busy atomic.Bool }

func (e *firstMove) AnalyzeWhole(
	_ context.Context, _ engine.Key, rec *board.Record, _ engine.Limits, _ func(engine.Info),
) (engine.Result, error) {
	if e.busy.Load() {
		return engine.Result{}, fmt.Errorf("%w: 1", engine.ErrPoolFull)
	}
	p := rec.Position()
	info := engine.Info{Depth: 1}
	if moves := p.LegalMoves(nil); len(moves) > 0 {
		info.PV = moves[:1]
	}
	return engine.Result{Info: info, Lines: []engine.Info{info}}, nil
}

// configOf returns a Config with the services of a database.
func configOf(db *store.DB, service *gametest.Services, analyst *firstMove, fair *fairplay.Guard) Config {
	leaderboards := standing.NewLeaderboards(db.Standings, db.Servers, service.Now)
	days := solving.NewDailyPuzzles(db.Puzzles, db.Posts, puzzle.Standard(), service.Now)
	return Config{
		Set: services.Set{
			Games:          service.Service,
			Challenges:     service.Challenges,
			Servers:        service.Servers,
			Finder:         game.NewFinder(db.Games),
			Fair:           fair,
			Planner:        game.NewPlanner(service.Service),
			Votes:          service.Votes(),
			Simuls:         lobby.NewSimuls(db.Simuls, service.Service, service.Challenges),
			Records:        record.New(db.Records, service.Now),
			Players:        standing.NewPlayers(db.Standings, db.Games, service.Now),
			Boards:         posted.NewBoards(db.Games, service.Service),
			Answerings:     db.Answerings,
			Panels:         db.Panels,
			Leaderboards:   leaderboards,
			Openings:       standing.NewExplorer(db.Standings, fair),
			Tournaments:    tournament.New(db.Tournaments, db.Standings, service.Servers, service.Now),
			Members:        member.New(db.Members, db.Servers, db.Games, service.Now),
			Privacy:        member.NewPrivacy(db.Privacy, service.Now),
			Operator:       operator.New(db.Operator, service.Service),
			Lessons:        member.NewLessons(db.Members, db.Games, service.Now),
			Solving:        solving.New(db.Puzzles, db.Posts, db.Puzzles, puzzle.Standard(), fair, service.Now),
			PuzzleFinder:   solving.NewFinder(db.Puzzles, puzzle.Standard(), service.Servers, analyst, service.Now),
			DailyPuzzles:   days,
			DailySchedules: solving.NewSchedules(db.Posts, days),
			Runs:           solving.NewRuns(db.Contests, puzzle.Standard(), service.Now),
			Races:          solving.NewRaces(db.Contests, puzzle.Standard(), service.Now),
			Reviews:        review.New(db.Reviews, analyst, study.Plan{First: 1}, fair, service.Now),
			Watchers:       db.Reviews,
			Practice:       review.NewPractice(db.Reviews, fair, 0, service.Now),
			Analyst:        review.NewAnalyst(fair, 0),
			Partners:       assist.NewPartners(service.Service),
			Advice:         assist.NewAdvice(service.Service, 0),
		},
		Renderer: renderer(),
	}
}

// send gives the bot an interaction and returns what Discord knows of it. It does not wait for the answer.
func (tb *table) send(who user, kind int, data map[string]any, pressed *shownMessage) *sentInteraction {
	tb.t.Helper()
	i, event := tb.event(who, kind, data, pressed)
	tb.deliver(event)
	return i
}

// event is an act as Discord delivers it.
func (tb *table) event(who user, kind int, data map[string]any, pressed *shownMessage) (*sentInteraction, map[string]any) {
	tb.t.Helper()
	i := tb.discord.acts(who, tb.channel, kind, data, pressed)
	event := map[string]any{
		"id": i.id, "token": i.token, "application_id": botID, "type": kind, "version": 1, "guild_id": tb.guild, "channel_id": tb.channel,
		"member": map[string]any{
			"user":        map[string]any{"id": who.id, "username": strings.ToLower(who.name), "global_name": who.name},
			"permissions": cmp.Or(tb.rights, "0"),
		},
		"locale": who.locale, "data": data,
	}
	if tb.allowed != "" {
		event["app_permissions"], event["channel"] = tb.allowed, map[string]any{"id": tb.channel, "type": 0}
	}
	if pressed != nil {
		event["message"] = map[string]any{"id": pressed.ID, "channel_id": tb.channel, "flags": pressed.Flags}
	}
	return i, event
}

func (tb *table) deliver(event map[string]any) {
	raw, err := json.Marshal(event)
	must(tb.t, err)
	tb.bot.event(context.WithoutCancel(tb.t.Context()), "INTERACTION_CREATE", raw)
}

// command runs a command to its end; its name may have two words. Options come as name, value, name, value.
func (tb *table) command(who user, name string, options ...any) *sentInteraction {
	tb.t.Helper()
	i := tb.send(who, 2, commandData(name, "", options), nil)
	tb.tidy()
	return i
}

// completions asks what the bot offers for the focused option.
func (tb *table) completions(who user, name, focused string, options ...any) []discord.Choice {
	tb.t.Helper()
	i := tb.send(who, 4, commandData(name, focused, options), nil)
	tb.tidy()
	if i.choices == nil {
		tb.t.Errorf("the completion of /%s %s was not answered with a list", name, focused)
	}
	return i.choices
}

func commandData(name, focused string, options []any) map[string]any {
	list := []map[string]any{}
	users, members, files := map[string]any{}, map[string]any{}, map[string]any{}
	for o := range slices.Chunk(options, 2) {
		option := map[string]any{"name": o[0], "value": o[1], "focused": o[0] == focused}
		switch value := o[1].(type) {
		case user:
			option["type"], option["value"] = 6, value.id
			users[value.id] = map[string]any{"id": value.id, "username": strings.ToLower(value.name), "bot": value.id == botID || value.id == "101"}
			if !value.left {
				members[value.id] = map[string]any{"roles": []string{}, "joined_at": "2026-01-01T00:00:00Z"}
			}
		case upload:
			option["type"], option["value"] = 11, value.id
			files[value.id] = map[string]any{
				"id": value.id, "filename": value.name, "size": value.size, "content_type": value.kind, "url": value.url,
			}
		case bool:
			option["type"] = 5
		case int:
			option["type"] = 4
		default:
			option["type"] = 3
		}
		list = append(list, option)
	}
	if first, second, two := strings.Cut(name, " "); two {
		name, list = first, []map[string]any{{"name": second, "type": 1, "options": list}}
	}
	return map[string]any{"id": "1", "name": name, "type": 1, "options": list, "resolved": map[string]any{"users": users, "members": members, "attachments": files}}
}

// press presses the first control of a message for an act.
func (tb *table) press(who user, m *shownMessage, act view.PressAct, values ...string) *sentInteraction {
	tb.t.Helper()
	id := m.control(act)
	if id == "" {
		tb.t.Fatalf("message %s %q has no %q among %v", m.ID, m.Content, act, m.controls())
	}
	return tb.pressID(who, m, id, values...)
}

func (tb *table) pressID(who user, m *shownMessage, id string, values ...string) *sentInteraction {
	tb.t.Helper()
	data := map[string]any{"custom_id": id, "component_type": 2}
	if len(values) > 0 {
		data["component_type"], data["values"] = 3, values
	}
	i := tb.send(who, 3, data, m)
	tb.tidy()
	return i
}

// sets has a person change one of their settings in its menu, and expects the texts on the panel after that.
func (tb *table) sets(who user, setting, value string, texts ...string) *shownMessage {
	tb.t.Helper()
	tb.command(who, "settings")
	m := tb.sees(who.id)
	arg := string(panelview.SettingsOfMe) + "-" + setting
	tb.pressID(who, m, view.Press{Act: view.PressSetting, Arg: arg}.ID(), value)
	tb.holds(m, who.id, texts...)
	return m
}

// asksToDelete has a person ask, in the settings, to have their data deleted.
func (tb *table) asksToDelete(who user) {
	tb.t.Helper()
	tb.command(who, "settings")
	arg := string(panelview.SettingsOfData) + "-" + panelview.DataDelete
	tb.pressID(who, tb.sees(who.id), view.Press{Act: view.PressSetting, Arg: arg}.ID())
}

// sees expects the next new message to be for those people ("" for everybody) and to contain the texts, in content or
// embeds.
func (tb *table) sees(who string, texts ...string) *shownMessage {
	tb.t.Helper()
	return tb.next(who, func(m *shownMessage) bool { return m.Deleted }, texts...)
}

// next expects the next new message that is not skipped to be for those people and to contain the texts.
func (tb *table) next(who string, skip func(*shownMessage) bool, texts ...string) *shownMessage {
	tb.t.Helper()
	tb.discord.mu.Lock()
	defer tb.discord.mu.Unlock()
	for tb.seen < len(tb.discord.messages) && skip(tb.discord.messages[tb.seen]) {
		tb.seen++
	}
	if tb.seen == len(tb.discord.messages) {
		tb.t.Fatalf("no new message; %q was expected", texts)
	}
	m := tb.discord.messages[tb.seen]
	tb.seen++
	tb.holds(m, who, texts...)
	return m
}

// passed expects that the next message was for that person, has the texts, and is deleted by now.
func (tb *table) passed(who string, texts ...string) {
	tb.t.Helper()
	if m := tb.next(who, func(*shownMessage) bool { return false }, texts...); !m.Deleted {
		tb.t.Errorf("message %q is still there", m.Content)
	}
}

// holds expects a message to be for those people and to contain the texts.
func (tb *table) holds(m *shownMessage, who string, texts ...string) {
	tb.t.Helper()
	if m.For != who {
		tb.t.Errorf("message %q is for %q, want %q", m.Content, m.For, who)
	}
	all := m.Content
	for _, e := range m.Embeds {
		all += "\n" + string(e)
	}
	for _, text := range texts {
		if !strings.Contains(all, text) {
			tb.t.Errorf("message %q does not contain %q", all, text)
		}
	}
}

// quiet expects no new message.
func (tb *table) quiet() {
	tb.t.Helper()
	tb.discord.mu.Lock()
	defer tb.discord.mu.Unlock()
	for _, m := range tb.discord.messages[tb.seen:] {
		tb.t.Errorf("unexpected message for %q: %q", m.For, m.Content)
	}
	tb.seen = len(tb.discord.messages)
}

// rebuild makes the bot's commands anew, after a change of the host.
func (tb *table) rebuild() {
	b := tb.bot
	b.registration.commands = handlers.Commands(b.host)
	b.router.route(b.registration.commands)
}

// chooseBoards sets what the server does with old boards.
func (tb *table) chooseBoards(boards game.BoardPolicy) {
	tb.t.Helper()
	tb.setServer(func(s *guild.Settings) { s.Boards = boards })
}

// setServer changes what the server of the tests has chosen.
func (tb *table) setServer(change func(*guild.Settings)) {
	tb.t.Helper()
	_, err := tb.service.ChangeServer(tb.t.Context(), game.Act{Guild: "9"}, func(s *guild.Settings) error { change(s); return nil })
	must(tb.t, err)
}

// act is an act of a person in the table's channel.
func (tb *table) act(who user) game.Act {
	return game.Act{Actor: game.Person(who.id), Name: who.name, Guild: tb.guild, Channel: tb.channel}
}

// gateway passes an event to the bot, and waits until it has done what follows from it.
func (tb *table) gateway(name, data string) {
	tb.bot.event(context.WithoutCancel(tb.t.Context()), name, []byte(data))
	tb.bot.router.running.Wait()
}

// think lets the bot play its move in a game. The channel is not told.
func (tb *table) think(id game.ID) {
	tb.t.Helper()
	must(tb.t, tb.service.Think(tb.t.Context(), game.Think{Game: id, Ply: tb.game(id).Ply()}))
}

// news is the job that announces the latest event of a game.
func (tb *table) news(id game.ID) game.Announce {
	tb.t.Helper()
	return game.Announce{Game: id, Revision: tb.game(id).Revision}
}

// tell does that job.
func (tb *table) tell(id game.ID) error {
	tb.t.Helper()
	defer tb.tidy()
	return tb.bot.publisher.Announce(tb.t.Context(), tb.news(id))
}

// takeCalls returns the calls since the last time.
func (tb *table) takeCalls() string {
	tb.discord.mu.Lock()
	defer tb.discord.mu.Unlock()
	calls := strings.Join(tb.discord.calls, ", ")
	tb.discord.calls = nil
	return calls
}

// refuses makes Discord refuse the calls of a method with a path that contains a part; empty: all. With status 0 the
// line breaks.
func (tb *table) refuses(method, part string, status, code int) {
	tb.breaks(func(w http.ResponseWriter, r *http.Request) bool {
		hit := (method == "" || r.Method == method) && strings.Contains(r.URL.Path, part)
		switch {
		case hit && status == 0:
			panic(http.ErrAbortHandler)
		case hit:
			refuseCall(w, status, code, "no")
		}
		return hit
	})
}

// breaks makes Discord's responses fail as a function says.
func (tb *table) breaks(fail func(w http.ResponseWriter, r *http.Request) bool) {
	tb.discord.mu.Lock()
	defer tb.discord.mu.Unlock()
	tb.discord.fail = fail
}

// game reads the game with a number.
func (tb *table) game(id game.ID) *game.Game {
	tb.t.Helper()
	g, err := tb.service.Game(tb.t.Context(), id)
	must(tb.t, err)
	return g
}

// counted is the value of the counter that has all these label values, 0 if it was never increased.
func (tb *table) counted(name string, labels ...string) float64 {
	tb.t.Helper()
	families, err := tb.metrics.Gather()
	must(tb.t, err)
	for _, family := range families {
		if family.GetName() != name {
			continue
		}
		for _, metric := range family.GetMetric() {
			missing := slices.Clone(labels)
			for _, label := range metric.GetLabel() {
				missing = slices.DeleteFunc(missing, func(value string) bool { return value == label.GetValue() })
			}
			if len(missing) == 0 {
				return metric.GetCounter().GetValue()
			}
		}
	}
	return 0
}

var must = gametest.Must

func testPhrases(t testing.TB) *words.Phrases {
	t.Helper()
	return gametest.OK(words.Load())(t)
}
