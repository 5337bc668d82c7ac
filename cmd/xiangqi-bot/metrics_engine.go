package main

import (
	"github.com/prometheus/client_golang/prometheus"

	"xiangqibot/engine"
)

// poolCollector reads the engine pool at each scrape.
type poolCollector struct{ pool *engine.Pool }

var (
	engineSearches = prometheus.NewDesc("xiangqi_engine_searches",
		"Searches under way, by kind: move, or analysis (reviews and hints among them).", []string{"kind"}, nil)
	engineWaiting = prometheus.NewDesc("xiangqi_engine_waiting",
		"Requests that wait for a search, by kind.", []string{"kind"}, nil)
)

// Describe lists what Collect gives.
func (poolCollector) Describe(to chan<- *prometheus.Desc) {
	to <- engineSearches
	to <- engineWaiting
}

// Collect counts what the engine has to do.
func (c poolCollector) Collect(to chan<- prometheus.Metric) {
	load := c.pool.Load()
	for kind, share := range map[string]engine.QueueLoad{"move": load.Moves, "analysis": load.Analyses} {
		to <- prometheus.MustNewConstMetric(engineSearches, prometheus.GaugeValue, float64(share.Running), kind)
		to <- prometheus.MustNewConstMetric(engineWaiting, prometheus.GaugeValue, float64(share.Waiting), kind)
	}
}

// outsideMetrics counts failures of the outside engine.
type outsideMetrics struct {
	failed   prometheus.Counter
	replaced prometheus.Counter
}

func newOutsideMetrics(registry prometheus.Registerer) *outsideMetrics {
	m := &outsideMetrics{
		failed: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "xiangqi_outside_engine_failures_total",
			Help: "How often the external engine crashed, hung or could not be started.",
		}),
		replaced: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "xiangqi_outside_engine_replaced_total",
			Help: "Moves that the built-in engine played in place of the external one.",
		}),
	}
	registry.MustRegister(m.failed, m.replaced)
	return m
}
