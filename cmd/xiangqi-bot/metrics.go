package main

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promauto"

	"xiangqibot/bot"
	"xiangqibot/bot/game"
	"xiangqibot/engine"
	"xiangqibot/store"
	"xiangqibot/store/jobs"
)

// countEvery is how often the rows of the database are counted at most, however often it is scraped: the time that
// takes grows with the games.
const countEvery = time.Minute

// databaseCollector asks at each scrape whether the database answers, and now and then counts what is in it.
type databaseCollector struct {
	db *store.DB

	mu      sync.Mutex
	stats   store.Stats
	counted time.Time // zero: never
}

var (
	databaseUp    = prometheus.NewDesc("xiangqi_database_up", "1 while the database answers, else 0.", nil, nil)
	databaseBytes = prometheus.NewDesc("xiangqi_database_bytes", "Size of the database, without its log.", nil, nil)
	jobsLate      = prometheus.NewDesc("xiangqi_job_late_seconds",
		"For how long the oldest job of a kind has been due that no worker has begun.", []string{"kind"}, nil)
	databaseWaited = prometheus.NewDesc("xiangqi_database_wait_seconds_total",
		"How long acts have waited for a connection that writes.", nil, nil)
	databaseDeadlocks = prometheus.NewDesc("xiangqi_database_deadlocks_total",
		"Acts that were begun anew because they and another one waited for each other.", nil, nil)
	openGames = prometheus.NewDesc("xiangqi_games_open", "Games that can still change, by state: offered or active.",
		[]string{"state"}, nil)
	gamesBegun    = prometheus.NewDesc("xiangqi_games_begun_total", "Games that have begun.", nil, nil)
	gamesFinished = prometheus.NewDesc("xiangqi_games_finished_total", "Games that are over.", nil, nil)
	peopleActive  = prometheus.NewDesc("xiangqi_people_active",
		"People in whose games something happened, or who tried a puzzle, within a day or a week.", []string{"within"}, nil)
	serversIn  = prometheus.NewDesc("xiangqi_servers", "Servers that the bot is in.", nil, nil)
	shardsHeld = prometheus.NewDesc("xiangqi_shards",
		"Connections to Discord that several processes divide, by state: held or free.", []string{"state"}, nil)
	jobsLeft = prometheus.NewDesc("xiangqi_jobs",
		"Jobs still to be done, by kind and state: available, running, scheduled, or retryable after a failure.",
		[]string{"kind", "state"}, nil)
)

// Describe sends the descriptions of the metrics.
func (*databaseCollector) Describe(to chan<- *prometheus.Desc) {
	for _, desc := range []*prometheus.Desc{databaseUp, databaseBytes, databaseWaited, databaseDeadlocks, openGames, jobsLeft, jobsLate,
		gamesBegun, gamesFinished, peopleActive, serversIn, shardsHeld} {
		to <- desc
	}
}

// Collect reads the numbers. While the database does not answer, or its rows cannot be counted, the counts of rows are
// left out. Of several processes, one alone counts rows.
func (c *databaseCollector) Collect(to chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), readyTimeout)
	defer cancel()
	up := 1.0
	if c.db.Ping(ctx) != nil {
		up = 0
	}
	gauge := func(desc *prometheus.Desc, value float64, labels ...string) {
		to <- prometheus.MustNewConstMetric(desc, prometheus.GaugeValue, value, labels...)
	}
	count := func(desc *prometheus.Desc, n float64) {
		to <- prometheus.MustNewConstMetric(desc, prometheus.CounterValue, n)
	}
	gauge(databaseUp, up)
	count(databaseWaited, c.db.Waited().Seconds())
	count(databaseDeadlocks, float64(c.db.Deadlocks()))
	begun, finished := c.db.GamesCounted()
	count(gamesBegun, float64(begun))
	count(gamesFinished, float64(finished))
	if up == 0 {
		return
	}
	if counts, err := c.db.Jobs.IsCounting(ctx); err != nil || !counts {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.counted.IsZero() || time.Since(c.counted) >= countEvery {
		stats, err := c.db.Stats(ctx)
		if err != nil {
			return
		}
		c.stats, c.counted = stats, time.Now()
	}
	m := c.stats
	gauge(databaseBytes, float64(m.Bytes))
	for _, state := range []game.State{game.Offered, game.Active} {
		gauge(openGames, float64(m.Open[state.String()]), state.String())
	}
	gauge(peopleActive, float64(m.Active.Day), "day")
	gauge(peopleActive, float64(m.Active.Week), "week")
	gauge(serversIn, float64(m.Servers))
	gauge(shardsHeld, float64(m.Shards.Held), "held")
	gauge(shardsHeld, float64(m.Shards.Free), "free")
	for kind, late := range m.Late {
		gauge(jobsLate, late.Seconds(), kind)
	}
	for job, n := range m.Jobs {
		gauge(jobsLeft, float64(n), job.Kind, job.State)
	}
}

// newJobSeconds is the metric of completed jobs.
func newJobSeconds(registry prometheus.Registerer) *prometheus.HistogramVec {
	return promauto.With(registry).NewHistogramVec(prometheus.HistogramOpts{
		Name: "xiangqi_job_seconds", Help: "Time that a try at a job took, by kind and outcome: done, later or failed.",
		Buckets: []float64{.01, .05, .1, .5, 1, 2, 5, 10, 30, 60},
	}, []string{"kind", "outcome"})
}

// counted wraps a job's handler: the duration of each try goes into seconds.
func counted[J game.Job](seconds *prometheus.HistogramVec, b *bot.Bot, do func(context.Context, J) error) jobs.Handler {
	return jobs.Handle(func(ctx context.Context, job J) error {
		defer b.BeginJob()()
		began := time.Now()
		err := do(ctx, job)
		outcome := "done"
		if _, later := errors.AsType[*game.NotYet](err); later {
			outcome = "later"
		} else if err != nil {
			outcome = "failed"
		}
		seconds.WithLabelValues(job.Kind(), outcome).Observe(time.Since(began).Seconds())
		return err
	})
}

// newPoolMetrics are the metrics of the engine pool, which is read at each scrape.
func newPoolMetrics(registry prometheus.Registerer, pool *engine.Pool) {
	register := promauto.With(registry)
	for kind, queue := range map[string]func() engine.QueueLoad{
		"move":     func() engine.QueueLoad { return pool.Load().Moves },
		"analysis": func() engine.QueueLoad { return pool.Load().Analyses },
	} {
		of := prometheus.Labels{"kind": kind}
		register.NewGaugeFunc(prometheus.GaugeOpts{
			Name: "xiangqi_engine_searches", ConstLabels: of,
			Help: "Searches under way, by kind: move, or analysis (reviews and hints among them).",
		}, func() float64 { return float64(queue().Running) })
		register.NewGaugeFunc(prometheus.GaugeOpts{
			Name: "xiangqi_engine_waiting", ConstLabels: of, Help: "Requests that wait for a search, by kind.",
		}, func() float64 { return float64(queue().Waiting) })
	}
}

// outsideMetrics counts failures of the outside engine.
type outsideMetrics struct {
	failed   prometheus.Counter
	replaced prometheus.Counter
}

func newOutsideMetrics(registry prometheus.Registerer) *outsideMetrics {
	made := promauto.With(registry)
	return &outsideMetrics{
		failed: made.NewCounter(prometheus.CounterOpts{
			Name: "xiangqi_outside_engine_failures_total",
			Help: "How often the external engine crashed, hung or could not be started.",
		}),
		replaced: made.NewCounter(prometheus.CounterOpts{
			Name: "xiangqi_outside_engine_replaced_total",
			Help: "Moves that the built-in engine played in place of the external one.",
		}),
	}
}

// readyTimeout is how long the database may take to answer, and the scrape that asks it.
const readyTimeout = 5 * time.Second
