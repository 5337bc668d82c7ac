package view

import (
	"testing"
	"time"

	"xiangqibot/bot/view/viewtest"
	"xiangqibot/bot/words"
)

func TestPointsInWords(t *testing.T) {
	for points, want := range map[float64]string{0: "0", 0.5: "½", 1: "1", 1.5: "1½", 2: "2"} {
		if got := PointsText(points); got != want {
			t.Errorf("%v points are written %q, want %q", points, got, want)
		}
	}
}

func TestDurationInWords(t *testing.T) {
	w := viewtest.Phrases(t).In(words.English)
	for want, d := range map[string]time.Duration{
		"0 s": 0, "59 s": 59*time.Second + 999*time.Millisecond, "1 min": time.Minute, "14 min 5 s": 14*time.Minute + 5*time.Second,
		"1 h": time.Hour + 59*time.Second, "1 day": 24 * time.Hour, "1 day 1 h": 25*time.Hour + 59*time.Minute, "60 days": 60 * 24 * time.Hour,
	} {
		if got := DurationText(w, d); got != want {
			t.Errorf("%v is %q, want %q", d, got, want)
		}
	}
}
