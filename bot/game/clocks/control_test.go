package clocks_test

import (
	"encoding/json"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"xiangqibot/bot/game/clocks"
)

const day = 24 * time.Hour

func TestTimeControls(t *testing.T) {
	for text, want := range map[string]struct {
		control clocks.TimeControl
		class   clocks.Class
	}{
		"none":    {clocks.TimeControl{}, clocks.Untimed},
		"10+10":   {clocks.TimeControl{Base: 10 * time.Minute, Increment: 10 * time.Second}, clocks.Live},
		"180+0":   {clocks.TimeControl{Base: 3 * time.Hour}, clocks.Live},
		"1d":      {clocks.TimeControl{PerMove: day}, clocks.Correspondence},
		"14d":     {clocks.TimeControl{PerMove: 14 * day}, clocks.Correspondence},
		"10d+1d":  {clocks.TimeControl{Base: 10 * day, Increment: day}, clocks.Correspondence},
		"7d+12h":  {clocks.TimeControl{Base: 7 * day, Increment: 12 * time.Hour}, clocks.Correspondence},
		"5d+0d":   {clocks.TimeControl{Base: 5 * day}, clocks.Correspondence},
		"60d+36h": {clocks.TimeControl{Base: 60 * day, Increment: 36 * time.Hour}, clocks.Correspondence},
	} {
		got, err := clocks.ParseTimeControl(text)
		if err != nil || got != want.control || got.Class() != want.class || got.String() != text {
			t.Errorf("%q: %+v (%v, spelled %q), error %v; want %+v (%v)", text, got, got.Class(), got, err, want.control, want.class)
		}
		var back clocks.TimeControl
		data, err := json.Marshal(got)
		if err != nil || json.Unmarshal(data, &back) != nil || back != got {
			t.Errorf("%q through JSON %s, %v: %+v", text, data, err, back)
		}
	}
	for text, want := range map[string]string{"30m": "30+0", "2h": "120+0", "15m+10s": "15+10", "15m+10": "15+10", "1h+1m": "60+60"} {
		if got, err := clocks.ParseTimeControl(text); err != nil || got.String() != want {
			t.Errorf("%q is read as %v, %v; want %s", text, got, err, want)
		}
	}
	for _, text := range []string{"1000d", "0d", "15d", "0+10", "181+0", "10+181", "61d+1d", "10d+8d", "99999d", "24h", "10d+200h"} {
		if _, err := clocks.ParseTimeControl(text); !errors.Is(err, clocks.ErrTimeRange) {
			t.Errorf("%q: %v, want out of range", text, err)
		}
	}
	for _, text := range []string{"", "10", "1.5d", "10d+10", "3x", "10s", "10+1d", "1000d+x", "-1d"} {
		if _, err := clocks.ParseTimeControl(text); err == nil || errors.Is(err, clocks.ErrTimeRange) {
			t.Errorf("%q: %v, want that it is no time", text, err)
		}
	}
	if got, err := clocks.ParseTimeControl(" 10D + 24h "); err != nil || got.String() != "10d+1d" {
		t.Errorf("blanks and capitals: %v, %v", got, err)
	}
	for _, text := range []string{"", "0d", "15d", "-1d", "10", "10+", "+10", "0+10", "181+0", "10+181", "61d+1d", "10d+8d", "10d+10", "1d+", "d", "10d+1d+1d", "1.5d", "99999d"} {
		if got, err := clocks.ParseTimeControl(text); err == nil || !strings.Contains(err.Error(), "want") {
			t.Errorf("%q is read as %v (error %v), want an error with the cure", text, got, err)
		}
	}
}

// Properties of clocks are tested with the usual ones: whatever a clock can have, one of them has.
func TestUsualControlsHaveEverything(t *testing.T) {
	fields := reflect.TypeFor[clocks.TimeControl]()
	for i := range fields.NumField() {
		has := func(c clocks.TimeControl) bool { return !reflect.ValueOf(c).Field(i).IsZero() }
		if !slices.ContainsFunc(clocks.Usual(), has) {
			t.Errorf("no usual clock has %s", fields.Field(i).Name)
		}
	}
}
