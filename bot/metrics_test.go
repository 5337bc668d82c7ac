package bot

import (
	"errors"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"xiangqibot/bot/discord"
)

// What Discord refuses is counted by route and status, and an answer that goes to the channel instead says why.
func TestRefusedCallsAreCounted(t *testing.T) {
	tb := newTable(t)
	var log lockedBuffer
	tb.bot.router.log = slog.New(slog.NewTextHandler(&log, nil))
	tb.bot.router.delivery.log = tb.bot.router.log
	limited := true
	tb.breaks(func(w http.ResponseWriter, r *http.Request) bool {
		switch {
		case strings.HasSuffix(r.URL.Path, "/callback"):
			refuseCall(w, 404, discord.CodeUnknownInteraction, "Unknown interaction")
		case limited && strings.HasSuffix(r.URL.Path, "/messages"):
			limited = false
			w.Header().Set("X-RateLimit-Scope", "shared")
			answerJSON(w, 429, map[string]any{"retry_after": 0.001})
		default:
			return false
		}
		return true
	})
	tb.command(anna, "challenge", "strength", 1, "color", "red", "rated", false)
	tb.sees("", "Game 1")
	for _, metric := range []struct {
		name   string
		labels []string
	}{
		{"xiangqi_discord_failures_total", []string{"POST /interactions/{id}/{token}/callback", "404"}},
		{"xiangqi_discord_failures_total", []string{"POST /channels/{id}/messages", "429"}},
		{"xiangqi_discord_retries_total", []string{"POST /channels/{id}/messages", "429"}},
		{"xiangqi_discord_limited_total", []string{"POST /channels/{id}/messages", "shared"}},
	} {
		if n := tb.counted(metric.name, metric.labels...); n != 1 {
			t.Errorf("%s of %q is %v, want 1", metric.name, metric.labels, n)
		}
	}
	if n := tb.counted("xiangqi_discord_retries_total", "POST /interactions/{id}/{token}/callback", "404"); n != 0 {
		t.Errorf("%v retries of what is refused for good", n)
	}
	logged := ""
	for line := range strings.Lines(log.String()) {
		if strings.Contains(line, "answer posted to the channel instead") {
			logged = line
		}
	}
	if !strings.Contains(logged, "why=") || !strings.Contains(logged, "10062") && !strings.Contains(logged, "Unknown interaction") && !strings.Contains(logged, "late") {
		t.Errorf("the log of the answer: %q", logged)
	}
}

func TestFailedAttemptsAreLogged(t *testing.T) {
	metrics := newMetrics(prometheus.NewRegistry())
	for _, test := range []struct {
		attempt discord.FailedAttempt
		want    []string
	}{
		{discord.FailedAttempt{Route: "GET /x", Status: 429, Scope: "front", Retried: true, Pause: 30 * time.Second}, []string{"WARN", "too many", "scope=front", "pause=30s"}},
		{discord.FailedAttempt{Route: "GET /x", Status: 503, Attempt: 2, Retried: true}, []string{"INFO", "retried", "status=503", "try=2"}},
		{discord.FailedAttempt{Route: "GET /x", Err: errors.New("the line broke")}, []string{"WARN", "failed", "status=none", "the line broke"}},
		{discord.FailedAttempt{Route: "GET /x", Status: 403}, []string{"INFO", "refuses", "status=403"}},
	} {
		var log lockedBuffer
		metrics.failedAttempt(t.Context(), slog.New(slog.NewTextHandler(&log, nil)), test.attempt)
		for _, part := range append(test.want, `route="GET /x"`) {
			if !strings.Contains(log.String(), part) {
				t.Errorf("the log of %+v is %q, it does not say %q", test.attempt, log.String(), part)
			}
		}
	}
}
