package game_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"xiangqibot/bot/game"
	"xiangqibot/bot/guild"
	"xiangqibot/engine"
)

func TestChoicesOfAServerThatCannotBe(t *testing.T) {
	tb := newTable(t, nil)
	club := game.Act{Actor: alice, Guild: "club"}
	must(t, tb.saveServer(t.Context(), club, guild.Settings{Theme: "night", Channels: []string{"2", "1", "2"}}))
	for i, test := range []struct {
		server guild.Settings
		code   game.Code // or
		cure   string
	}{
		{guild.Settings{WeakestLevel: 5, StrongestLevel: 4}, game.NoLevelLeft, ""},
		{guild.Settings{StrongestLevel: engine.LevelMax + 1}, game.BadLevel, ""},
		{guild.Settings{Channels: strings.Fields(strings.Repeat("1 2 3 ", 9))}, "", ""}, // three of them
		{guild.Settings{Channels: numbers(guild.MaxChannels + 1)}, game.TooManyChannels, ""},
		{guild.Settings{MaxOpenGames: game.MaxOpenGames + 1}, "", "open games"},
		{guild.Settings{MaxOpenGames: guild.Disabled}, "", "at least 1"},
		{guild.Settings{Cooldown: 3601}, "", "seconds between challenges"},
		{guild.Settings{VacationDays: -2}, "", "vacation days"},
		{guild.Settings{InactiveDays: 4000}, "", "days until inactive"},
	} {
		err := tb.saveServer(t.Context(), club, test.server)
		switch {
		case test.code != "":
			refused(t, err, test.code)
		case test.cure != "":
			if err == nil || !strings.Contains(err.Error(), test.cure) {
				t.Errorf("%d: %v, want an error that says %q", i, err, test.cure)
			}
		default:
			must(t, err)
			must(t, tb.saveServer(t.Context(), club, guild.Settings{Theme: "night", Channels: []string{"2", "1", "2"}}))
		}
		if s, err := tb.Server(t.Context(), "club"); err != nil || s.Theme != "night" || !slices.Equal(s.Channels, []string{"1", "2"}) {
			t.Fatalf("%d: afterwards the server has %+v, %v", i, s, err)
		}
	}
}

// numbers counts from 1 to n.
func numbers(n int) []string {
	list := make([]string, n)
	for i := range list {
		list[i] = fmt.Sprint(i + 1)
	}
	return list
}
