package bot

import (
	"context"
	"log/slog"
	"net/http"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promauto"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/handlers"
)

// metrics are the bot's metrics. Labels come from the program, never from people, so that their number is bounded.
type metrics struct {
	requests    *prometheus.CounterVec   // by request and outcome
	seconds     *prometheus.HistogramVec // by request: from arrival to the last message sent
	completions *prometheus.HistogramVec // by command
	deferred    *prometheus.CounterVec   // by request: it took longer than a person waits without a word
	undelivered *prometheus.CounterVec   // by request: some message of the answer did not arrive
	work        *prometheus.HistogramVec // by kind of work that takes turns, and phase
	excess      *prometheus.CounterVec   // by whose limit it was
	panics      prometheus.Counter
	announced   *prometheus.CounterVec // by event and outcome
	repeated    prometheus.Counter
	simplified  prometheus.Counter
	gateway     *prometheus.CounterVec // by how the session was taken up
	connected   prometheus.Gauge
	calls       *prometheus.CounterVec // calls of Discord that failed, by route and status
	retries     *prometheus.CounterVec // those that were made again, by route and status
	limited     *prometheus.CounterVec // 429s, by route and whose limit it was

	refusedPosts *prometheus.CounterVec // what came by HTTP and was not Discord's, by status
}

// newMetrics makes the metrics and registers them, unless the registry is nil.
func newMetrics(registry prometheus.Registerer) *metrics {
	made := promauto.With(registry)
	buckets := []float64{.005, .01, .025, .05, .1, .15, .25, .5, 1, 1.5, 3, 10}
	counter := func(name, help string, labels ...string) *prometheus.CounterVec {
		return made.NewCounterVec(prometheus.CounterOpts{Namespace: "xiangqi", Name: name, Help: help}, labels)
	}
	histogram := func(name, help string, labels ...string) *prometheus.HistogramVec {
		return made.NewHistogramVec(prometheus.HistogramOpts{Namespace: "xiangqi", Name: name, Help: help, Buckets: buckets}, labels)
	}
	return &metrics{
		requests:    counter("requests_total", "Commands and presses of people, by what became of them.", "request", "outcome"),
		seconds:     histogram("request_seconds", "Time from a request's arrival to its answer.", "request"),
		completions: histogram("completion_seconds", "Time from a completion's arrival to its answer.", "command"),
		deferred:    counter("requests_deferred_total", "Requests that took so long that their answer was deferred.", "request"),
		undelivered: counter("requests_undelivered_total", "Requests of whose answer something did not arrive.", "request"),
		work: histogram("work_seconds", "Time that a picture or a file took, by work (draw, fetch or read) and phase: "+
			"wait for its turn, or do.", "work", "phase"),
		excess:    counter("requests_limited_total", "Requests that were refused because a person or a server had asked for too much.", "whose"),
		panics:    made.NewCounter(prometheus.CounterOpts{Namespace: "xiangqi", Name: "panics_total", Help: "Faults of the program that were survived."}),
		announced: counter("announcements_total", "Messages to channels that no person's request brought about.", "event", "outcome"),
		repeated: made.NewCounter(prometheus.CounterOpts{Namespace: "xiangqi", Name: "interactions_repeated_total",
			Help: "Interactions that Discord delivered more than once; one delivery is answered."}),
		simplified: made.NewCounter(prometheus.CounterOpts{Namespace: "xiangqi", Name: "messages_simplified_total",
			Help: "Messages that Discord refused as they were and that were sent once more as words alone. Each is a fault of the program."}),
		gateway: counter("gateway_sessions_total", "Sessions taken up with Discord's gateway.", "how"),
		connected: made.NewGauge(prometheus.GaugeOpts{Namespace: "xiangqi", Name: "gateway_connected",
			Help: "1 while Discord's gateway has taken the bot up, or Discord sends to its endpoint, else 0."}),
		refusedPosts: counter("http_refused_total", "Requests to the interactions endpoint that were refused: 401 without Discord's signature.", "status"),
		calls:        counter("discord_failures_total", "Calls of Discord that failed, each try for itself, by the status of HTTP or none.", "route", "status"),
		retries:      counter("discord_retries_total", "Calls of Discord that were made again after such a failure.", "route", "status"),
		limited:      counter("discord_limited_total", "Calls that Discord (user, global, shared) or the front before it (front) found too many.", "route", "scope"),
	}
}

// slots returns slots that measure their work under that name.
func (c *metrics) slots(n int, work string) handlers.Slots {
	return handlers.NewSlots(n, c.work.WithLabelValues(work, "wait"), c.work.WithLabelValues(work, "do"))
}

// failedAttempt counts and logs a failed call of Discord: rate limits and calls without an answer as warnings; refusals
// at level info, since the caller usually logs more, and so are tries that are followed by another one.
func (c *metrics) failedAttempt(ctx context.Context, log *slog.Logger, m discord.FailedAttempt) {
	status := "none"
	if m.Status != 0 {
		status = strconv.Itoa(m.Status)
	}
	c.calls.WithLabelValues(m.Route, status).Inc()
	if m.Retried {
		c.retries.WithLabelValues(m.Route, status).Inc()
	}
	level, what := slog.LevelInfo, "Discord refuses a call"
	switch {
	case m.Status == http.StatusTooManyRequests:
		c.limited.WithLabelValues(m.Route, m.Scope).Inc()
		level, what = slog.LevelWarn, "Discord reports too many calls"
	case m.Retried:
		what = "a call of Discord failed and is retried"
	case m.Status == 0 || m.Status >= http.StatusInternalServerError:
		level, what = slog.LevelWarn, "a call of Discord failed"
	}
	log.Log(ctx, level, what, "route", m.Route, "status", status, "scope", m.Scope, "try", m.Attempt, "again", m.Retried,
		"pause", m.Pause.Round(time.Millisecond), "err", m.Err)
}
