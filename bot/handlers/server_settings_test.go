package handlers

import (
	"strings"
	"testing"
	"time"
	"unicode/utf16"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/game"
	"xiangqibot/bot/game/lobby"
	"xiangqibot/bot/guild"
	"xiangqibot/bot/services"
	"xiangqibot/bot/view"
	"xiangqibot/bot/view/gameview"
	"xiangqibot/engine/rules"
)

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
	full := guild.Settings{
		Rules: "pikafish limit=100 repetitions=4 checks=all bare=cannons", Boards: game.EditBoard, Casual: true, UnratedBot: true, OptIn: true,
		MaxOpenGames: game.MaxOpenGames, Cooldown: 3600, SeekRole: strings.Repeat("8", 20), VacationDays: guild.MaxVacationDays, InactiveDays: guild.MaxInactiveDays,
	}
	for range guild.MaxChannels {
		full.Channels = append(full.Channels, strings.Repeat("9", 20))
	}
	full.Ranks.By = guild.RanksByRating
	for range guild.MaxRanks {
		full.Ranks.Roles = append(full.Ranks.Roles, strings.Repeat("7", 20))
	}
	settings := serverSettings{&Host{
		Set: services.Set{Servers: lobby.NewServers(nil, game.Options{Clock: time.Now})}, Phrases: phrasesOf(t),
	}}
	for _, lang := range phrasesOf(t).Languages() {
		w := phrasesOf(t).In(lang)
		for _, server := range []guild.Settings{{}, full} {
			text := settings.text(server, "", false, view.Viewer{Words: w}).Text
			if n := len(utf16.Encode([]rune(text))); n > discord.TextLimit {
				t.Errorf("%s: all settings take %d characters, of which %d fit: shorten their lines", lang, n, discord.TextLimit)
			}
			if strings.Contains(text, "[") {
				t.Errorf("%s: words are missing: %s", lang, text)
			}
		}
		where := settings.text(full, "where", false, view.Viewer{Words: w}).Text
		if n := strings.Count(where, view.ChannelMention(full.Channels[0])); n != guild.MaxChannels {
			t.Errorf("%s: the group shows %d channels of %d", lang, n, guild.MaxChannels)
		}
	}
}

// A group of settings fits under the menu of the groups, in which each group is once.
func TestGroupsOfServerSettings(t *testing.T) {
	sizes := map[string]int{}
	last := ""
	for _, s := range (serverSettings{&Host{Phrases: phrasesOf(t)}}).all() {
		if s.Group != last && sizes[s.Group] > 0 {
			t.Errorf("%s is apart from the other settings of the group %s, which the menu then offers twice", s.Name, s.Group)
		}
		last = s.Group
		if sizes[s.Group]++; sizes[s.Group] > 4 {
			t.Errorf("%s has more than four settings, and a message five rows", s.Group)
		}
	}
}
