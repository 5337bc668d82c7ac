package game_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/engine"
)

func TestServerDefaults(t *testing.T) {
	for name, test := range map[string]struct {
		server             game.Server
		vacation, inactive int
		pause              time.Duration
		weakest, strongest engine.Level
	}{
		"nothing": {game.Server{}, 30, 90, 10 * time.Second, engine.LevelMin, engine.LevelMax},
		"numbers": {
			game.Server{VacationDays: 14, InactiveDays: 7, Cooldown: 60, WeakestLevel: 2, StrongestLevel: 5},
			14, 7, time.Minute, 2, 5,
		},
		"never": {game.Server{VacationDays: game.Disabled, InactiveDays: game.Disabled, Cooldown: game.Disabled}, 0, 0, 0, engine.LevelMin, engine.LevelMax},
	} {
		s := test.server
		weakest, strongest := s.Levels()
		if s.Vacation() != test.vacation || s.Inactive() != test.inactive || s.ChallengeCooldown() != test.pause || weakest != test.weakest || strongest != test.strongest {
			t.Errorf("%s: %d days of vacation, inactive after %d, pause %v, levels %d to %d", name, s.Vacation(), s.Inactive(), s.ChallengeCooldown(), weakest, strongest)
		}
	}
}

func TestChoicesOfAServerThatCannotBe(t *testing.T) {
	tb := newTable(t, nil)
	club := game.Act{Actor: alice, Guild: "club"}
	must(t, tb.saveServer(t.Context(), club, game.Server{Theme: "night", Channels: []string{"2", "1", "2"}}))
	for i, test := range []struct {
		server game.Server
		code   game.Code // or
		cure   string
	}{
		{game.Server{WeakestLevel: 5, StrongestLevel: 4}, game.NoLevelLeft, ""},
		{game.Server{StrongestLevel: engine.LevelMax + 1}, game.BadLevel, ""},
		{game.Server{Channels: strings.Fields(strings.Repeat("1 2 3 ", 9))}, "", ""}, // three of them
		{game.Server{Channels: numbers(game.MaxChannels + 1)}, game.TooManyChannels, ""},
		{game.Server{MaxOpenGames: game.MaxOpenGames + 1}, "", "open games"},
		{game.Server{MaxOpenGames: game.Disabled}, "", "at least 1"},
		{game.Server{Cooldown: 3601}, "", "seconds between challenges"},
		{game.Server{VacationDays: -2}, "", "vacation days"},
		{game.Server{InactiveDays: 4000}, "", "days until inactive"},
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
			must(t, tb.saveServer(t.Context(), club, game.Server{Theme: "night", Channels: []string{"2", "1", "2"}}))
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
