package main

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"runtime"
	"runtime/debug"

	"github.com/prometheus/client_golang/prometheus"

	"xiangqibot/engine/eval/simd"
	"xiangqibot/store/database"
)

// version is the release that this source is, or becomes: the newest heading of docs/CHANGELOG.md.
const version = "v0.1.0"

// commit is set by docs/hosting/release and the Containerfile, which build outside of the repository. If it is empty,
// Go's build information may have the commit.
var commit string

// revision returns the commit from which the program was built, with "+changes" if there were uncommitted changes.
func revision() string {
	settings := make(map[string]string)
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			settings[s.Key] = s.Value
		}
	}
	found := cmp.Or(commit, settings["vcs.revision"], "unknown")
	if commit == "" && settings["vcs.modified"] == "true" {
		found += "+changes"
	}
	return found
}

// versionCommand prints what this program is.
func versionCommand(*flag.FlagSet) action {
	return func(_ context.Context, _ []string, stdout io.Writer) error {
		_, err := fmt.Fprintf(stdout, "xiangqi-bot %s\ncommit %s\nbuilt by %s for %s/%s\ndatabase version %d\n",
			version, revision(), runtime.Version(), runtime.GOOS, runtime.GOARCH, database.LatestVersion())
		return err
	}
}

// logVersion writes the first line of the log, and says if this machine is too old for the network.
func logVersion(ctx context.Context, log *slog.Logger) {
	log.InfoContext(ctx, "xiangqi-bot starts", "version", version, "commit", revision(), "go", runtime.Version(),
		"platform", runtime.GOOS+"/"+runtime.GOARCH)
	if !simd.Vectors() {
		log.WarnContext(ctx, "the processor has neither AVX2 nor NEON: the engine uses its hand-written evaluation, "+
			"which is weaker at every level")
	}
}

// newBuildInfo is the metric that says which program runs; its value is always 1.
func newBuildInfo() prometheus.Collector {
	return prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "xiangqi_build_info", Help: "The program that runs, in its labels; always 1.",
		ConstLabels: prometheus.Labels{"version": version, "commit": revision(), "go": runtime.Version()},
	}, func() float64 { return 1 })
}
