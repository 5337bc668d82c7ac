package guild_test

import (
	"testing"
	"time"

	"xiangqibot/bot/guild"
	"xiangqibot/engine"
)

func TestServerDefaults(t *testing.T) {
	for name, test := range map[string]struct {
		server             guild.Settings
		vacation, inactive int
		pause              time.Duration
		weakest, strongest engine.Level
	}{
		"nothing": {guild.Settings{}, 30, 90, 10 * time.Second, engine.LevelMin, engine.LevelMax},
		"numbers": {
			guild.Settings{VacationDays: 14, InactiveDays: 7, Cooldown: 60, WeakestLevel: 2, StrongestLevel: 5},
			14, 7, time.Minute, 2, 5,
		},
		"never": {guild.Settings{VacationDays: guild.Disabled, InactiveDays: guild.Disabled, Cooldown: guild.Disabled}, 0, 0, 0, engine.LevelMin, engine.LevelMax},
	} {
		s := test.server
		weakest, strongest := s.Levels()
		if s.Vacation() != test.vacation || s.Inactive() != test.inactive || s.ChallengeCooldown() != test.pause || weakest != test.weakest || strongest != test.strongest {
			t.Errorf("%s: %d days of vacation, inactive after %d, pause %v, levels %d to %d", name, s.Vacation(), s.Inactive(), s.ChallengeCooldown(), weakest, strongest)
		}
	}
}
