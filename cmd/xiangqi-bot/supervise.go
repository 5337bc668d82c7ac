package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/coreos/go-systemd/v22/daemon"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"xiangqibot/store"
)

// watched is what monitoring looks at.
type watched struct {
	registry  *prometheus.Registry
	database  *store.DB
	connected func() bool
	// stalled returns how long a loop that must never wait has been busy, by what the loop does.
	stalled map[string]func() time.Duration
}

// maxStall is how long a loop may be busy until the bot counts as hung. The loops need milliseconds; a database that
// does not answer at all gives up earlier.
const maxStall = 2 * time.Minute

// handler serves /metrics, /healthz and /readyz. It registers the metrics of the process and of the database.
func (w watched) handler() http.Handler {
	w.registry.MustRegister(
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}), &databaseCollector{db: w.database})
	mux := probes(func(context.Context) error { return w.alive() }, w.ready)
	mux.Handle("GET /metrics", promhttp.HandlerFor(w.registry, promhttp.HandlerOpts{ErrorHandling: promhttp.ContinueOnError}))
	return mux
}

// probes answers /healthz and /readyz with ok, or with 503 and the error.
func probes(alive, ready func(context.Context) error) *http.ServeMux {
	mux := http.NewServeMux()
	for path, probe := range map[string]func(context.Context) error{"GET /healthz": alive, "GET /readyz": ready} {
		mux.HandleFunc(path, func(out http.ResponseWriter, r *http.Request) {
			ctx, cancel := context.WithTimeout(r.Context(), readyTimeout)
			defer cancel()
			if err := probe(ctx); err != nil {
				http.Error(out, err.Error(), http.StatusServiceUnavailable)
				return
			}
			_, _ = io.WriteString(out, "ok\n") // who asked is gone
		})
	}
	return mux
}

// alive returns an error if a loop hangs, which only a restart ends.
func (w watched) alive() (err error) {
	for loop, stalled := range w.stalled {
		if stall := stalled(); stall > maxStall {
			err = errors.Join(err, fmt.Errorf("the loop that %s has hung for %v", loop, stall.Round(time.Second)))
		}
	}
	return err
}

// ready returns an error if people cannot play now.
func (w watched) ready(ctx context.Context) error {
	err := w.database.Ping(ctx)
	if !w.connected() {
		err = errors.Join(err, errors.New("not connected to Discord"))
	}
	return err
}

// notifySystemd reports to systemd that the bot works, and then, until ctx ends, that it is alive: if the unit has a
// watchdog, systemd restarts a bot that is not. Without systemd it does nothing.
func notifySystemd(ctx context.Context, alive func() error, log *slog.Logger) error {
	if sent, err := daemon.SdNotify(false, daemon.SdNotifyReady); err != nil || !sent {
		return err
	}
	defer func() { _, _ = daemon.SdNotify(false, daemon.SdNotifyStopping) }() // systemd also notices the end by itself
	limit, err := daemon.SdWatchdogEnabled(false)
	if err != nil || limit == 0 {
		<-ctx.Done()
		return err
	}
	ticker := time.NewTicker(limit / 3)
	defer ticker.Stop()
	for {
		err := alive()
		if err == nil {
			_, err = daemon.SdNotify(false, daemon.SdNotifyWatchdog)
		}
		if err != nil {
			log.ErrorContext(ctx, "systemd could not be notified that the bot is alive, and will restart it", "err", err)
		}
		select {
		case <-ctx.Done():
			return nil
		case <-ticker.C:
		}
	}
}

// parkedEvery is how often a parked bot says why it does nothing.
const parkedEvery = time.Minute

// park does nothing until ctx ends, except to say why: in the log, and at addr unless that is empty. It is for a
// supervisor that restarts whatever ends, and a failure that a restart does not fix: Discord revokes the token of a bot
// that logs in too often.
func park(ctx context.Context, addr string, failure error, log *slog.Logger) error {
	if addr != "" {
		go func() {
			if err := serveAt(ctx, "metrics.address", addr, parkedHandler(failure)); err != nil {
				log.ErrorContext(ctx, "nobody can ask why the bot is parked", "err", err)
			}
		}()
	}
	ticker := time.NewTicker(parkedEvery)
	defer ticker.Stop()
	for {
		log.ErrorContext(ctx, "the bot is parked: a restart does not help until this is fixed", "err", failure)
		select {
		case <-ctx.Done():
			return nil
		case <-ticker.C:
		}
	}
}

// parkedHandler answers like a bot that is alive and will never be ready.
func parkedHandler(failure error) http.Handler {
	return probes(
		func(context.Context) error { return nil },
		func(context.Context) error { return fmt.Errorf("parked: %w", failure) })
}

// healthTimeout is how long a bot may take to report its health.
const healthTimeout = 8 * time.Second

func healthCommand(flags *flag.FlagSet) action {
	return configured(flags, func(ctx context.Context, c config, _ []string, stdout io.Writer) error {
		return health(ctx, c, stdout)
	})
}

// health asks the bot that runs with this configuration whether it is alive, as a container's health check does. The
// output says whether it is ready, too.
func health(ctx context.Context, c config, stdout io.Writer) error {
	if c.Metrics.Address == "" {
		return &permanentError{errors.New("nobody can be asked: set metrics.address in the configuration")}
	}
	host, port, err := net.SplitHostPort(c.Metrics.Address)
	if err != nil {
		return err
	}
	if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
		host = "127.0.0.1"
	}
	ctx, cancel := context.WithTimeout(ctx, healthTimeout)
	defer cancel()
	address := "http://" + net.JoinHostPort(host, port)
	problem, err := probe(ctx, address+"/healthz")
	if err != nil {
		return fmt.Errorf("the bot does not answer: %w", err)
	}
	if problem != "" {
		return fmt.Errorf("the bot hangs: %s", problem)
	}
	state := "the bot is ready"
	if problem, err = probe(ctx, address+"/readyz"); err != nil {
		state = fmt.Sprintf("the bot is alive, and did not say whether it is ready: %v", err)
	} else if problem != "" {
		state = "the bot is alive, and not ready: " + problem
	}
	_, err = fmt.Fprintln(stdout, state)
	return err
}

// probe asks an address of the bot, which answers with a problem unless all is well.
func probe(ctx context.Context, address string) (problem string, err error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return "", err
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return "", err
	}
	defer func() { _ = answer.Body.Close() }() // it was read
	text, err := io.ReadAll(io.LimitReader(answer.Body, 1<<16))
	if err != nil || answer.StatusCode == http.StatusOK {
		return "", err
	}
	return strings.TrimSpace(string(text)), nil
}
