package bot

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/discord/discordtest"
	"xiangqibot/bot/game"
	"xiangqibot/bot/view"
	"xiangqibot/engine"
	"xiangqibot/engine/board"
	"xiangqibot/engine/rules"
	"xiangqibot/render"
	"xiangqibot/store"
)

// table is a bot with a real service on a real database, at a Discord that a test can play with.
type table struct {
	t       *testing.T
	discord *fakeDiscord
	service *game.Service
	bot     *Bot
	metrics *prometheus.Registry
	guild   string // where people are
	channel string
	rights  string // what people may do there, as Discord counts it; empty: nothing
	allowed string // what the bot may do there, likewise; empty: Discord says nothing of the channel
	next    int    // the next interaction's number
	seen    int    // how many messages sees has passed
}

// The people of the tests.
var (
	anna  = member{"11", "Anna", "en-US", false}
	bao   = member{"12", "Bao_", "zh-CN", false}
	cuong = member{"13", "Cuong", "vi", false}
)

type member struct {
	id, name, locale string
	left             bool // is no longer in the server
}

// upload is a file that a person gives with a command.
type upload struct {
	id, name, kind string
	size           int
}

// uploads lays a file where Discord would, for an option of a command.
func (tb *table) uploads(name, kind string, data []byte) upload {
	tb.discord.mu.Lock()
	defer tb.discord.mu.Unlock()
	id := fmt.Sprint(7000 + len(tb.discord.uploads))
	tb.discord.uploads["/"+id] = data
	return upload{id: id, name: name, kind: kind, size: len(data)}
}

// thinker plays the first legal move.
type thinker struct{}

func (thinker) Choose(_ context.Context, _ engine.Key, rec *board.Record, _ rules.Code, _ engine.Level) (engine.Choice, error) {
	pos := rec.Position()
	return engine.Choice{Move: pos.LegalMoves(nil)[0]}, nil
}

const botID = "100"

// renderer is made once: baking its pieces takes longer than most tests.
var renderer = sync.OnceValue(render.New)

// newTable is a table where nobody hurries: on a machine with much else to do three seconds are soon over, and few tests are about them.
func newTable(t *testing.T) *table {
	t.Helper()
	tb := newPunctualTable(t)
	tb.discord.patience = time.Hour
	tb.bot.router.within = deadlines{think: time.Hour, first: time.Hour, complete: time.Hour}
	return tb
}

// newPunctualTable is a table where interactions are lost after three seconds, for bubbles in which time stands still while the bot works.
func newPunctualTable(t *testing.T) *table {
	t.Helper()
	db, err := store.Open(t.Context(), "sqlite:"+filepath.Join(t.TempDir(), "games.db"), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	tb := &table{
		t: t, discord: newFakeDiscord(t), guild: "9", channel: "1", metrics: prometheus.NewRegistry(),
		service: game.New(db, thinker{}, game.Options{Clock: time.Now}),
	}
	// People here challenge one another as fast as they can.
	_, err = tb.service.ChangeServer(t.Context(), game.Act{Guild: tb.guild}, func(s *game.Server) error { s.Cooldown = game.Never; return nil })
	if err != nil {
		t.Fatal(err)
	}
	tb.bot, err = New(Config{
		Token: "MTAw.x.y", Transport: discordtest.Serve(t, tb.discord), Service: tb.service, Renderer: renderer(),
		Log: discordtest.Log(t), Metrics: tb.metrics,
	})
	if err != nil {
		t.Fatal(err)
	}
	id := botID
	tb.bot.host.self.Store(&id)
	return tb
}

// send gives the bot an interaction and returns what Discord knows of it. It does not wait for the answer.
func (tb *table) send(who member, kind int, data map[string]any, pressed *fakeMessage) *fakeInteraction {
	tb.t.Helper()
	tb.next++
	id := fmt.Sprint(5000 + tb.next)
	i := &fakeInteraction{id: id, created: time.Now(), channel: tb.channel, person: who.id, original: pressed, pressed: pressed != nil}
	event := map[string]any{
		"id": id, "token": "token-" + id, "application_id": botID, "type": kind, "version": 1, "guild_id": tb.guild, "channel_id": tb.channel,
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
	tb.discord.mu.Lock()
	tb.discord.interactions["token-"+id] = i
	tb.discord.mu.Unlock()
	tb.deliver(event)
	return i
}

func (tb *table) deliver(event map[string]any) {
	raw, err := json.Marshal(event)
	if err != nil {
		tb.t.Fatal(err)
	}
	tb.bot.event(context.WithoutCancel(tb.t.Context()), "INTERACTION_CREATE", raw)
}

// command runs a command to its end; its name may have two words. Options come as name, value, name, value.
func (tb *table) command(who member, name string, options ...any) *fakeInteraction {
	tb.t.Helper()
	i := tb.send(who, 2, commandData(name, "", options), nil)
	tb.bot.router.running.Wait()
	return i
}

// completions asks what the bot offers for the focused option.
func (tb *table) completions(who member, name, focused string, options ...any) []discord.Choice {
	tb.t.Helper()
	i := tb.send(who, 4, commandData(name, focused, options), nil)
	tb.bot.router.running.Wait()
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
		case member:
			option["type"], option["value"] = 6, value.id
			users[value.id] = map[string]any{"id": value.id, "username": strings.ToLower(value.name), "bot": value.id == botID || value.id == "101"}
			if !value.left {
				members[value.id] = map[string]any{"roles": []string{}, "joined_at": "2026-01-01T00:00:00Z"}
			}
		case upload:
			option["type"], option["value"] = 11, value.id
			files[value.id] = map[string]any{
				"id": value.id, "filename": value.name, "size": value.size, "content_type": value.kind, "url": "https://cdn.discordapp.com/" + value.id,
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

// press presses the button, or chooses from the menu, that stands for an act under a message.
func (tb *table) press(who member, m *fakeMessage, act view.PressAct, values ...string) *fakeInteraction {
	tb.t.Helper()
	id := m.control(act)
	if id == "" {
		tb.t.Fatalf("message %s %q has no %q among %v", m.ID, m.Content, byte(act), m.controls())
	}
	return tb.pressID(who, m, id, values...)
}

func (tb *table) pressID(who member, m *fakeMessage, id string, values ...string) *fakeInteraction {
	tb.t.Helper()
	data := map[string]any{"custom_id": id, "component_type": 2}
	if len(values) > 0 {
		data["component_type"], data["values"] = 3, values
	}
	i := tb.send(who, 3, data, m)
	tb.bot.router.running.Wait()
	return i
}

// control is the custom id of the first control for an act.
func (m *fakeMessage) control(act view.PressAct) string {
	for _, id := range m.controls() {
		if p, err := view.ParsePress(id); err == nil && p.Act == act {
			return id
		}
	}
	return ""
}

func (m *fakeMessage) controls() []string {
	var ids []string
	for _, row := range m.Components {
		for _, c := range row.Components {
			ids = append(ids, c.CustomID)
		}
	}
	return ids
}

// sees expects the next new message to be for those people ("" for everybody) and to contain the texts, in content or embeds.
func (tb *table) sees(who string, texts ...string) *fakeMessage {
	tb.t.Helper()
	tb.discord.mu.Lock()
	defer tb.discord.mu.Unlock()
	for tb.seen < len(tb.discord.messages) && tb.discord.messages[tb.seen].Deleted {
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

// holds expects a message to be for those people and to contain the texts.
func (tb *table) holds(m *fakeMessage, who string, texts ...string) {
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

// quiet expects that nothing new was said.
func (tb *table) quiet() {
	tb.t.Helper()
	tb.discord.mu.Lock()
	defer tb.discord.mu.Unlock()
	for _, m := range tb.discord.messages[tb.seen:] {
		tb.t.Errorf("unexpected message for %q: %q", m.For, m.Content)
	}
	tb.seen = len(tb.discord.messages)
}

// takeCalls returns the calls since the last time.
func (tb *table) takeCalls() string {
	tb.discord.mu.Lock()
	defer tb.discord.mu.Unlock()
	calls := strings.Join(tb.discord.calls, ", ")
	tb.discord.calls = nil
	return calls
}

// breaks makes Discord fail for a while.
func (tb *table) breaks(fail func(w http.ResponseWriter, r *http.Request) bool) {
	tb.discord.mu.Lock()
	defer tb.discord.mu.Unlock()
	tb.discord.fail = fail
}

// game reads the game with a number.
func (tb *table) game(id game.ID) *game.Game {
	tb.t.Helper()
	g, err := tb.service.Game(tb.t.Context(), id)
	if err != nil {
		tb.t.Fatal(err)
	}
	return g
}

// counted is the value of a counter that has all these label values, 0 if it was never touched.
func (tb *table) counted(name string, labels ...string) float64 {
	tb.t.Helper()
	families, err := tb.metrics.Gather()
	if err != nil {
		tb.t.Fatal(err)
	}
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

// must stops the test over an act that should have been allowed.
func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
