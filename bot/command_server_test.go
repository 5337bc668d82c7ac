package bot

import (
	"reflect"
	"strings"
	"testing"
	"time"
	"unicode/utf16"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/game"
	"xiangqibot/bot/game/lobby"
	"xiangqibot/bot/handlers"
	"xiangqibot/bot/services"
	"xiangqibot/bot/view"
	"xiangqibot/bot/view/gameview"
	"xiangqibot/engine/rules"
)

// Nobody changes a server without the permission to manage it: Discord's clients do not offer these commands to others,
// and the bot refuses them.
func TestOnlyManagersManage(t *testing.T) {
	tb := newTable(t)
	before, err := tb.service.Server(t.Context(), tb.guild)
	must(t, err)
	for _, c := range tb.bot.registration.commands {
		if c.Name != "manage" {
			continue
		}
		for _, one := range c.Runnable() {
			options := []any{"setting", "rules", "value", "simple"}
			for _, o := range one.Options {
				if o.Required {
					options = append(options, o.Name, 1)
				}
			}
			tb.command(bao, one.Name, options...)
			tb.sees(bao.id, "管理服务器")
		}
	}
	if after, err := tb.service.Server(t.Context(), tb.guild); err != nil || !reflect.DeepEqual(after, before) {
		t.Errorf("the server is %+v, was %+v, %v", after, before, err)
	}
	tb.quiet()
}

// Whatever a server chooses, what it is shown is what it chose: each option has one choice that holds.
func TestEveryRuleIsShown(t *testing.T) {
	var all func(ruleset rules.Ruleset, options []gameview.RuleOption)
	n := 0
	all = func(ruleset rules.Ruleset, options []gameview.RuleOption) {
		if len(options) > 0 {
			for _, choice := range options[0].Choices {
				changed := ruleset
				choice.Set(&changed)
				all(changed, options[1:])
			}
			return
		}
		n++
		if read, err := rules.ParseRuleset(ruleset.String()); err != nil || read != ruleset {
			t.Errorf("%q is read as %v, %v", ruleset.String(), read, err)
		}
		for _, o := range gameview.RuleOptions() {
			holds := 0
			for _, choice := range o.Choices {
				if choice.Is(ruleset) {
					holds++
				}
			}
			if holds != 1 {
				t.Errorf("%v: %d choices of %s hold", ruleset, holds, o.Name)
			}
		}
	}
	all(rules.Asian(), gameview.RuleOptions())
	if n < 3*2*3*2*3 {
		t.Errorf("only %d codes were tried", n)
	}
}

// All that a server can choose fits into one message, in every language, however much it is.
func TestServerSettingsFitIntoAMessage(t *testing.T) {
	full := game.Server{
		Rules: "pikafish limit=100 repetitions=4 checks=all bare=cannons", Boards: game.EditBoard, Casual: true, UnratedBot: true, OptIn: true,
		MaxOpenGames: game.MaxOpenGames, Cooldown: 3600, SeekRole: strings.Repeat("8", 20), VacationDays: game.MaxVacationDays, InactiveDays: game.MaxInactiveDays,
	}
	for range game.MaxChannels {
		full.Channels = append(full.Channels, strings.Repeat("9", 20))
	}
	full.Ranks.By = game.RanksByRating
	for range game.MaxRanks {
		full.Ranks.Roles = append(full.Ranks.Roles, strings.Repeat("7", 20))
	}
	settings := handlers.SettingsServer{Host: &handlers.Host{
		Set: services.Set{Servers: lobby.NewServers(nil, game.Options{Clock: time.Now})}, Phrases: testPhrases(t),
	}}
	for _, lang := range testPhrases(t).Languages() {
		w := testPhrases(t).In(lang)
		for _, server := range []game.Server{{}, full} {
			text := settings.Text(server, "", false, view.Viewer{Words: w}).Text
			if n := len(utf16.Encode([]rune(text))); n > discord.TextLimit {
				t.Errorf("%s: all settings take %d characters, of which %d fit: shorten their lines", lang, n, discord.TextLimit)
			}
			if strings.Contains(text, "[") {
				t.Errorf("%s: words are missing: %s", lang, text)
			}
		}
		where := settings.Text(full, "where", false, view.Viewer{Words: w}).Text
		if n := strings.Count(where, view.ChannelMention(full.Channels[0])); n != game.MaxChannels {
			t.Errorf("%s: the group shows %d channels of %d", lang, n, game.MaxChannels)
		}
	}
}

// A group of settings fits under the menu of the groups.
func TestGroupsOfServerSettings(t *testing.T) {
	sizes := map[string]int{}
	for _, s := range (handlers.SettingsServer{Host: &handlers.Host{Phrases: testPhrases(t)}}).Settings() {
		if sizes[s.Group]++; sizes[s.Group] > 4 {
			t.Errorf("%s has more than four settings, and a message five rows", s.Group)
		}
	}
}

func TestZones(t *testing.T) {
	for text, want := range map[string]string{
		"Asia/Shanghai": "Asia/Shanghai", " asia/ho chi minh ": "Asia/Ho_Chi_Minh", "utc": "UTC", "Africa/Cairo": "Africa/Cairo",
		"": "", "Local": "", "Mars/Phobos": "", "../../etc/passwd": "",
	} {
		if got, known := handlers.ParseZone(text); known != (want != "") || known && got != want {
			t.Errorf("%q is %q, %v", text, got, known)
		}
	}
	noon := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	for zone, want := range map[string]string{"": "UTC (12:00)", "Asia/Shanghai": "Asia/Shanghai (20:00)", "Gone/Zone": "UTC (12:00)"} {
		if got := view.ZoneText(zone, noon); got != want {
			t.Errorf("%q is shown as %q, want %q", zone, got, want)
		}
	}
	for _, name := range handlers.ZoneNames() {
		if _, known := handlers.ParseZone(name); !known {
			t.Errorf("%s is offered and not known", name)
		}
	}
	if len(handlers.ZoneNames()) > discord.ChoiceLimit {
		t.Errorf("%d zones are offered at once", len(handlers.ZoneNames()))
	}
}
