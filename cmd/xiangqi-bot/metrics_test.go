package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/goccy/go-yaml"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"

	"xiangqibot/bot"
	"xiangqibot/bot/game"
	"xiangqibot/bot/game/gametest"
	"xiangqibot/bot/services"
	"xiangqibot/store"
)

// A bot is ready while Discord and its database have it, and is healthy as long as it answers.
func TestReadyAndHealthy(t *testing.T) {
	db := gametest.OK(store.Open(t.Context(), "sqlite:"+filepath.Join(t.TempDir(), "games.db"), store.Options{}))(t)
	connected := false
	stalled := time.Duration(0)
	server := httptest.NewServer(watched{prometheus.NewRegistry(), db, func() bool { return connected },
		map[string]func() time.Duration{"takes turns": func() time.Duration { return stalled }}}.handler())
	defer server.Close()
	var c config
	c.Metrics.Address = strings.Replace(strings.TrimPrefix(server.URL, "http://"), "127.0.0.1", "0.0.0.0", 1)
	want := func(path string, status int, text string) {
		t.Helper()
		answer := gametest.OK(server.Client().Get(server.URL + path))(t)
		defer answer.Body.Close()
		body := gametest.OK(io.ReadAll(answer.Body))(t)
		if answer.StatusCode != status || !strings.Contains(string(body), text) {
			t.Errorf("%s is %d %q, want %d %q", path, answer.StatusCode, body, status, text)
		}
	}
	healthy := func(text string) {
		t.Helper()
		var output strings.Builder
		err := health(t.Context(), c, &output)
		if got := fmt.Sprint(&output, err); !strings.Contains(got, text) {
			t.Errorf("health says %q, want %q", got, text)
		}
	}
	want("/healthz", http.StatusOK, "ok")
	want("/readyz", http.StatusServiceUnavailable, "not connected to Discord")
	healthy("the bot is alive, and not ready: not connected to Discord")
	connected = true
	want("/readyz", http.StatusOK, "ok")
	healthy("the bot is ready")
	stalled = maxStall + time.Second
	want("/healthz", http.StatusServiceUnavailable, "the loop that takes turns has hung for 2m1s")
	healthy("the bot hangs")
	stalled = 0
	want("/metrics", http.StatusOK, "xiangqi_database_up 1\n")
	want("/metrics", http.StatusOK, `xiangqi_games_open{state="active"} 0`)
	want("/debug/pprof/", http.StatusNotFound, "") // profiles are not shown beside the metrics
	want("/metrics", http.StatusOK, `xiangqi_people_active{within="week"} 0`)
	want("/metrics", http.StatusOK, `xiangqi_shards{state="free"} 0`)
	want("/metrics", http.StatusOK, "xiangqi_games_begun_total 0\n")
	must(t, db.Close())
	want("/readyz", http.StatusServiceUnavailable, "does not answer")
	want("/metrics", http.StatusOK, "xiangqi_database_up 0\n")
	want("/healthz", http.StatusOK, "ok")
	server.Close()
	healthy("the bot does not answer")
}

// Profiles stay on this machine unless somebody names another address.
func TestProfilesAreLocal(t *testing.T) {
	for addr, want := range map[string]string{":6060": "127.0.0.1:6060", "0.0.0.0:6060": "0.0.0.0:6060", "[::1]:6060": "[::1]:6060"} {
		if got := onLoopback(addr); got != want {
			t.Errorf("%s becomes %s, want %s", addr, got, want)
		}
	}
	if isLoopback("0.0.0.0") || isLoopback("example.org") || !isLoopback("127.0.0.1") || !isLoopback("::1") || !isLoopback("localhost") {
		t.Error("the wrong addresses are of this machine")
	}
	out := httptest.NewRecorder()
	debugHandler().ServeHTTP(out, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/debug/pprof/", nil))
	if out.Code != http.StatusOK || !strings.Contains(out.Body.String(), "goroutine") {
		t.Errorf("the list of profiles is %d %q", out.Code, out.Body)
	}
}

// nameList is a registry that only lists the names of metrics.
type nameList struct{ names []string }

var metricName = regexp.MustCompile(`fqName: "([^"]+)"`)

func (l *nameList) Register(c prometheus.Collector) error {
	descs := make(chan *prometheus.Desc, 1000)
	c.Describe(descs)
	close(descs)
	for desc := range descs {
		l.names = append(l.names, metricName.FindStringSubmatch(desc.String())[1])
	}
	return nil
}

func (l *nameList) MustRegister(all ...prometheus.Collector) {
	for _, c := range all {
		_ = l.Register(c) // it never fails
	}
}

func (*nameList) Unregister(prometheus.Collector) bool { return false }

// Every metric that the dashboard, the alert rules and the documentation name is one of the bot's, and each of the
// bot's is on the dashboard or in the documentation.
func TestTheDashboardShowsMetricsThatExist(t *testing.T) {
	list := &nameList{}
	newJobSeconds(list)
	newBackupMetrics(list)
	newOutsideMetrics(list)
	newPoolMetrics(list, nil)
	list.MustRegister(newBuildInfo())
	list.MustRegister(&databaseCollector{}, collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	_, err := bot.New(bot.Config{
		Set: services.Set{
			Games: game.New(game.Stores{}, game.Options{Clock: time.Now}),
		},
		Token:   "MTIzNDU2Nzg5MDEyMzQ1Njc4.a.b",
		Metrics: list,
		Log:     slog.New(slog.DiscardHandler),
	})
	must(t, err)
	folder := filepath.Join("..", "..", "docs")
	named := map[string]bool{}
	for _, path := range []string{"hosting/grafana.json", "hosting/alerts.yml", "operating.md", "hosting/README.md"} {
		text := gametest.OK(os.ReadFile(filepath.Join(folder, path)))(t)
		if !strings.HasSuffix(path, ".md") {
			var content any
			if err := yaml.Unmarshal(text, &content); err != nil { // JSON is YAML
				t.Errorf("%s: %v", path, err)
			}
			shared := regexp.MustCompile(`(max( by \([a-z, ]+\))? ?\()?\bxiangqi_(jobs|job_late_seconds|games_open|database_bytes|people_active|servers|shards)\b`)
			for _, found := range shared.FindAllString(string(text), -1) {
				if !strings.HasPrefix(found, "max") {
					t.Errorf("%s has %s without max: each of several processes tells it of their one database", path, found)
				}
			}
		}
		for _, name := range regexp.MustCompile(`\b(xiangqi|process|go)_[a-z_]+\b`).FindAllString(string(text), -1) {
			base := name
			for _, end := range []string{"_bucket", "_sum", "_count"} {
				base = strings.TrimSuffix(base, end)
			}
			if !slices.Contains(list.names, name) && !slices.Contains(list.names, base) {
				t.Errorf("%s names %s, which is no metric of the bot", path, name)
			}
			named[name], named[base] = true, true
		}
	}
	for _, name := range list.names {
		if strings.HasPrefix(name, "xiangqi_") && !named[name] {
			t.Errorf("%s is neither on the dashboard nor explained", name)
		}
	}
}

// What a process before this one backed up counts: the age of the latest backup does not begin anew with each start.
func TestBackupsOfBeforeAreCounted(t *testing.T) {
	folder := t.TempDir()
	before := time.Now().UTC().Truncate(time.Second)
	file := filepath.Join(folder, "xiangqi-"+before.Format("20060102-150405")+".db")
	must(t, os.WriteFile(file, nil, 0o600))
	registry := prometheus.NewRegistry()
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	c := config{Backup: backupConfig{Folder: folder, Every: duration(time.Hour), Keep: 2}}
	runBackups(ended, c, newBackupMetrics(registry), slog.New(slog.DiscardHandler))
	metrics := gametest.OK(registry.Gather())(t)
	for _, m := range metrics {
		if m.GetName() == "xiangqi_backup_timestamp_seconds" {
			if at := int64(m.GetMetric()[0].GetGauge().GetValue()); at != before.Unix() {
				t.Errorf("the latest backup is of %d, want %d", at, before.Unix())
			}
		}
	}
}
