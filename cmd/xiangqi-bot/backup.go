package main

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"os/exec"
	"slices"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promauto"

	"xiangqibot/store"
	"xiangqibot/store/database"
)

// backupCommand writes the database to a file and prints its size.
func backupCommand(flags *flag.FlagSet) action {
	return configured(flags, func(ctx context.Context, c config, operands []string, stdout io.Writer) error {
		path := operands[0]
		size, err := database.Backup(ctx, c.Database, path)
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(stdout, "%s is backed up to %s: %d KB.\n\"xiangqi-bot verify -database sqlite:%[2]s\" checks all of it.\n",
			database.RedactSource(c.Database), path, (size+1023)/1024)
		return err
	})
}

// maxShownFaults is how many inconsistencies verify prints; more usually have the same cause.
const maxShownFaults = 100

// inconsistentError is the error of verify if it found inconsistencies.
type inconsistentError struct{ faults int }

func (e *inconsistentError) Error() string {
	return fmt.Sprintf("contradictions found: %d; keep a copy of the database, stop the bot, and restore the latest "+
		"backup in which verify finds none (docs/operating.md)", e.faults)
}

func verifyCommand(flags *flag.FlagSet) action {
	source := flags.String("database", "", "the `DATABASE` to verify, such as sqlite:BACKUP; without it that of the configuration")
	return configured(flags, func(ctx context.Context, c config, _ []string, stdout io.Writer) error {
		return verify(ctx, cmp.Or(*source, c.Database), stdout)
	})
}

// verify checks the whole content of a database and prints what is wrong.
func verify(ctx context.Context, source string, stdout io.Writer) error {
	shown := 0
	found, err := store.Verify(ctx, source, func(fault string) {
		if shown++; shown <= maxShownFaults {
			_, _ = fmt.Fprintln(stdout, fault) // the error of the last line counts
		}
	})
	if err != nil {
		return err
	}
	if shown > maxShownFaults {
		_, _ = fmt.Fprintf(stdout, "and %d more\n", shown-maxShownFaults)
	}
	_, err = fmt.Fprintf(stdout, "replayed and judged: games %d, moves %d\n", found.Games, found.Moves)
	if err != nil {
		return err
	}
	if found.Faults > 0 {
		return &inconsistentError{found.Faults}
	}
	_, err = fmt.Fprintln(stdout, "No contradictions were found.")
	return err
}

// backupMetrics counts the scheduled backups.
type backupMetrics struct {
	made   *prometheus.CounterVec // by outcome
	latest prometheus.Gauge
}

func newBackupMetrics(registry prometheus.Registerer) *backupMetrics {
	register := promauto.With(registry)
	made := register.NewCounterVec(prometheus.CounterOpts{
		Name: "xiangqi_backups_total", Help: "Backups that were due, by outcome: made or failed.",
	}, []string{"outcome"})
	latest := register.NewGauge(prometheus.GaugeOpts{
		Name: "xiangqi_backup_timestamp_seconds", Help: "When the latest backup in the folder was made; 0: there is none.",
	})
	for _, outcome := range []string{"made", "failed"} {
		made.WithLabelValues(outcome) // a counter that is there can be watched before it counts
	}
	return &backupMetrics{made, latest}
}

// handOnTimeout is how long backup.command may take.
const handOnTimeout = time.Hour

// made verifies a new backup, and hands it to the command of the configuration.
func (c backupConfig) made(ctx context.Context, path string) error {
	fault := ""
	found, err := store.Verify(ctx, "sqlite:"+path, func(message string) { fault = cmp.Or(fault, message) })
	switch {
	case err != nil:
		return fmt.Errorf("verify: %w", err)
	case found.Faults > 0:
		return fmt.Errorf("the backup contradicts itself, as the database does (contradictions: %d): %s", found.Faults, fault)
	case len(c.Command) == 0:
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, handOnTimeout)
	defer cancel()
	words := slices.Clone(c.Command[1:])
	for i := range words {
		words[i] = strings.ReplaceAll(words[i], "{}", path)
	}
	command := exec.CommandContext(ctx, c.Command[0], words...) //nolint:gosec // whoever runs the bot names the program
	command.Env = environment()
	if output, err := command.CombinedOutput(); err != nil {
		return fmt.Errorf("backup.command: %w: %s", err, output[:min(len(output), 1000)])
	}
	return nil
}

// runBackups makes backups at intervals until ctx ends.
func runBackups(ctx context.Context, c config, m *backupMetrics, log *slog.Logger) {
	snapshots := database.Snapshots{
		Source: c.Database, Folder: c.Backup.Folder, Every: time.Duration(c.Backup.Every), Keep: int(c.Backup.Keep),
		Clock: time.Now, Log: log, Made: c.Backup.made,
		Done: func(at time.Time, err error) {
			if err != nil {
				m.made.WithLabelValues("failed").Inc()
				return
			}
			m.made.WithLabelValues("made").Inc()
			m.latest.Set(float64(at.Unix()))
		},
	}
	if before, err := snapshots.Latest(); err == nil && !before.IsZero() {
		m.latest.Set(float64(before.Unix()))
	}
	snapshots.Run(ctx)
}

// copyCommand copies one database to another and prints how much was copied.
func copyCommand(flags *flag.FlagSet) action {
	from := flags.String("from", "", "the existing `DATABASE`, as in the configuration: sqlite:PATH or postgres://USER@HOST/DATABASE")
	to := flags.String("to", "", "the `DATABASE` to copy to: a file that does not exist, or an empty schema; no bot may use either")
	return func(ctx context.Context, _ []string, stdout io.Writer) error {
		if *from == "" || *to == "" {
			return &usageError{"copy: name both databases, -from and -to"}
		}
		copied, err := store.Copy(ctx, *from, *to, store.Options{Log: quietLog()})
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(stdout, "The database is copied to %s (rows: %d, tables: %d, jobs: %d).\n"+
			"Set \"database: %[1]s\" in the configuration and start the bot.\n",
			database.RedactSource(*to), copied.Rows, copied.Tables, copied.Jobs)
		return err
	}
}
