package handlers

import (
	"bytes"
	"compress/gzip"
	"io"
	"testing"
	"time"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/game/gametest"
	"xiangqibot/bot/view"
)

func TestCompressedDataIsDecompressed(t *testing.T) {
	want := bytes.Repeat([]byte("moves "), 1000)
	data := gametest.OK(compress(want))(t)
	r := gametest.OK(gzip.NewReader(bytes.NewReader(data)))(t)
	if got, err := io.ReadAll(r); err != nil || !bytes.Equal(got, want) || len(data) > len(want)/10 {
		t.Errorf("%d bytes, packed into %d, became %d: %v", len(want), len(data), len(got), err)
	}
}

func TestZones(t *testing.T) {
	for text, want := range map[string]string{
		"Asia/Shanghai": "Asia/Shanghai", " asia/ho chi minh ": "Asia/Ho_Chi_Minh", "utc": "UTC", "Africa/Cairo": "Africa/Cairo",
		"": "", "Local": "", "Mars/Phobos": "", "../../etc/passwd": "",
	} {
		if got, known := parseZone(text); known != (want != "") || known && got != want {
			t.Errorf("%q is %q, %v", text, got, known)
		}
	}
	noon := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	for zone, want := range map[string]string{"": "UTC (12:00)", "Asia/Shanghai": "Asia/Shanghai (20:00)", "Gone/Zone": "UTC (12:00)"} {
		if got := view.ZoneText(zone, noon); got != want {
			t.Errorf("%q is shown as %q, want %q", zone, got, want)
		}
	}
	for _, name := range zoneNames() {
		if _, known := parseZone(name); !known {
			t.Errorf("%s is offered and not known", name)
		}
	}
	if len(zoneNames()) > discord.ChoiceLimit {
		t.Errorf("%d zones are offered at once", len(zoneNames()))
	}
}
