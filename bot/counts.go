package bot

import "github.com/prometheus/client_golang/prometheus"

// counts are the numbers by which the one who runs the bot sees how it is doing. Labels come from the program, never from people,
// so that there are only so many.
type counts struct {
	requests    *prometheus.CounterVec   // by request and outcome
	seconds     *prometheus.HistogramVec // by request: from arrival to the last message sent
	completions *prometheus.HistogramVec // by command
	deferred    *prometheus.CounterVec   // by request: it took longer than a person waits without a word
	undelivered *prometheus.CounterVec   // by request: some message of the answer did not arrive
	panics      prometheus.Counter
	announced   *prometheus.CounterVec // by event and outcome
	gateway     *prometheus.CounterVec // by how the session was taken up
}

// newCounts makes the numbers and shows them in registry; nil keeps them unseen.
func newCounts(registry prometheus.Registerer) (*counts, error) {
	buckets := []float64{.005, .01, .025, .05, .1, .15, .25, .5, 1, 1.5, 3, 10}
	counter := func(name, help string, labels ...string) *prometheus.CounterVec {
		return prometheus.NewCounterVec(prometheus.CounterOpts{Namespace: "xiangqi", Name: name, Help: help}, labels)
	}
	histogram := func(name, help string, labels ...string) *prometheus.HistogramVec {
		return prometheus.NewHistogramVec(prometheus.HistogramOpts{Namespace: "xiangqi", Name: name, Help: help, Buckets: buckets}, labels)
	}
	c := &counts{
		requests:    counter("requests_total", "Commands and presses of people, by what became of them.", "request", "outcome"),
		seconds:     histogram("request_seconds", "Time from a request's arrival to its answer.", "request"),
		completions: histogram("completion_seconds", "Time from a completion's arrival to its answer.", "command"),
		deferred:    counter("requests_deferred_total", "Requests that took so long that the person was told to wait.", "request"),
		undelivered: counter("requests_undelivered_total", "Requests of whose answer something did not arrive.", "request"),
		panics:      prometheus.NewCounter(prometheus.CounterOpts{Namespace: "xiangqi", Name: "panics_total", Help: "Faults of the program that were survived."}),
		announced:   counter("announcements_total", "Messages to channels that no person's request brought about.", "event", "outcome"),
		gateway:     counter("gateway_sessions_total", "Sessions taken up with Discord's gateway.", "how"),
	}
	if registry == nil {
		return c, nil
	}
	for _, metric := range []prometheus.Collector{c.requests, c.seconds, c.completions, c.deferred, c.undelivered, c.panics, c.announced, c.gateway} {
		if err := registry.Register(metric); err != nil {
			return nil, err
		}
	}
	return c, nil
}
