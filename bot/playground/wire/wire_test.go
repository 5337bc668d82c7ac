package wire_test

import (
	"encoding/json"
	"testing"
	"time"

	"pgregory.net/rapid"

	"xiangqibot/bot/playground/wire"
)

// TestSnowflakesIncrease: whatever the clock does, every id is larger than the one before.
func TestSnowflakesIncrease(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var s wire.Snowflakes
		now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
		last, latest := wire.ID("0"), now
		for _, step := range rapid.SliceOf(rapid.Int64Range(-5000, 5000)).Draw(t, "milliseconds") {
			now = now.Add(time.Duration(step) * time.Millisecond)
			id := s.Next(now)
			if !last.Before(id) {
				t.Fatalf("%s comes after %s", id, last)
			}
			if now.After(latest) {
				latest = now
				if !id.Time().Equal(now) {
					t.Fatalf("the id of %v has the time %v", now, id.Time())
				}
			}
			last = id
		}
		var next wire.Snowflakes // another process, whose clock is behind
		next.Observe(last)
		if id := next.Next(now.Add(-time.Hour)); !last.Before(id) {
			t.Fatalf("after a restart %s comes after %s", id, last)
		}
	})
}

func TestTimeOfASnowflake(t *testing.T) {
	if got := wire.ID("175928847299117063").Time(); got.Format(time.RFC3339Nano) != "2016-04-30T11:18:25.796Z" { // the documentation's example
		t.Errorf("the example is read as %v", got)
	}
}

func TestTimesAreWrittenAsDiscordDoes(t *testing.T) {
	b, err := json.Marshal(wire.Time(time.Date(2024, 1, 2, 3, 4, 5, 6_000, time.FixedZone("x", 3600))))
	if err != nil || string(b) != `"2024-01-02T02:04:05.000006+00:00"` {
		t.Errorf("%s, %v", b, err)
	}
	var back wire.Time
	if err := json.Unmarshal(b, &back); err != nil || time.Time(back).Nanosecond() != 6000 {
		t.Errorf("read back %v, %v", back, err)
	}
}

func TestFallbackOfLocales(t *testing.T) {
	texts := map[string]string{"en-GB": "color", "zh-CN": "颜色", "es-ES": "color (es)"}
	for locale, want := range map[string]string{"zh-CN": "颜色", "zh-TW": "default", "en-US": "color", "en-GB": "color",
		"es-419": "color (es)", "vi": "default"} {
		if got := wire.Localized(texts, locale, "default"); got != want {
			t.Errorf("%s reads %q, want %q", locale, got, want)
		}
	}
}
