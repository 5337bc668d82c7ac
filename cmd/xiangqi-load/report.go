package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// follow prints a line for each interval until ctx ends: the actions in it, and the state of the process at its end.
func (l *load) follow(ctx context.Context, every time.Duration, p process) error {
	fmt.Println("| after | moves/s | p50 | p90 | p99 | failed | processor a move | goroutines | heap | memory |")
	fmt.Println("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |")
	ticker := time.NewTicker(every)
	defer ticker.Stop()
	began, seen, worked := time.Now(), 0, time.Duration(0)
	for last := began; ; {
		state, err := p.read(context.WithoutCancel(ctx))
		if err != nil {
			return err
		}
		now := time.Now()
		l.mu.Lock()
		took, failed := slices.Clone(l.took["move"][seen:]), l.failed
		l.mu.Unlock()
		seen += len(took)
		work := "-"
		if n := len(took); n > 0 && state.processor > 0 {
			work = ((state.processor - worked) / time.Duration(n)).Round(10 * time.Microsecond).String()
		}
		fmt.Printf("| %v | %.1f | %v | %v | %v | %d | %s | %s |\n", now.Sub(began).Round(time.Second),
			float64(len(took))/max(now.Sub(last), time.Second).Seconds(), share(took, 0.5), share(took, 0.9), share(took, 0.99), failed, work, state)
		last, worked = now, state.processor
		select {
		case <-ticker.C:
		case <-ctx.Done():
			return nil
		}
	}
}

// share is the quantile of the times of the actions, 0 if there are none.
func share(took []time.Duration, part float64) time.Duration {
	if len(took) == 0 {
		return 0
	}
	slices.Sort(took)
	return took[min(int(part*float64(len(took))), len(took)-1)].Round(time.Millisecond)
}

// report prints how long the actions took.
func (l *load) report(over time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	fmt.Println("\n| act | number | p50 | p90 | p99 | most |")
	fmt.Println("| --- | --- | --- | --- | --- | --- |")
	for _, kind := range slices.Sorted(maps.Keys(l.took)) {
		took := l.took[kind]
		fmt.Printf("| %s | %d | %v | %v | %v | %v |\n", kind, len(took), share(took, 0.5), share(took, 0.9), share(took, 0.99), share(took, 1))
	}
	fmt.Printf("%.1f moves a second for %v, %d failures\n", float64(len(l.took["move"]))/over.Seconds(), over.Round(time.Second), l.failed)
}

// process is the process under load, as far as it can be inspected.
type process struct {
	pid   int    // 0: unknown
	debug string // the address of its profiles; empty: none
}

// processState is the resource use of a process; 0 where unknown.
type processState struct {
	goroutines        int
	heap, memory, max int64         // bytes; the heap after a garbage collection
	processor         time.Duration // used since its start
}

// String formats the state as table cells.
func (s processState) String() string {
	cell := func(n int64, unit string) string {
		if n == 0 {
			return "-"
		}
		return strconv.FormatInt(n, 10) + unit
	}
	return cell(int64(s.goroutines), "") + " | " + cell(s.heap>>20, " MiB") + " | " + cell(s.memory>>20, " MiB")
}

// Patterns in the profiles of a Go program and in the kernel's files about it.
var (
	goroutineTotal = regexp.MustCompile(`(?m)^goroutine profile: total (\d+)`)
	heapAlloc      = regexp.MustCompile(`(?m)^# HeapAlloc = (\d+)`)
	residentSet    = regexp.MustCompile(`(?m)^VmRSS:\s+(\d+) kB`)
	residentMost   = regexp.MustCompile(`(?m)^VmHWM:\s+(\d+) kB`)
)

// read reads the state of the process.
func (p process) read(ctx context.Context) (s processState, err error) {
	var problems []error
	number := func(in string, pattern *regexp.Regexp, what string) int64 {
		found := pattern.FindStringSubmatch(in)
		if found == nil {
			problems = append(problems, fmt.Errorf("%s is missing", what))
			return 0
		}
		n, err := strconv.ParseInt(found[1], 10, 64)
		problems = append(problems, err)
		return n
	}
	if p.debug != "" {
		goroutines, err := p.profile(ctx, "goroutine?debug=1")
		if err != nil {
			return s, err
		}
		heap, err := p.profile(ctx, "heap?gc=1&debug=1")
		if err != nil {
			return s, err
		}
		s.goroutines = int(number(goroutines, goroutineTotal, "--debug: the number of goroutines"))
		s.heap = number(heap, heapAlloc, "--debug: the size of the heap")
	}
	if p.pid != 0 {
		status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.pid))
		if err != nil {
			return s, fmt.Errorf("--pid: %w", err)
		}
		s.memory = number(string(status), residentSet, "--pid: the memory") << 10
		s.max = number(string(status), residentMost, "--pid: the memory at most") << 10
		stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", p.pid))
		if err != nil {
			return s, fmt.Errorf("--pid: %w", err)
		}
		if s.processor, err = processorTime(string(stat)); err != nil {
			return s, fmt.Errorf("--pid: %w", err)
		}
	}
	return s, errors.Join(problems...)
}

// processorTime is the CPU time of a process, user and system, from its /proc/PID/stat (proc_pid_stat(5)).
func processorTime(stat string) (time.Duration, error) {
	const tick = time.Second / 100 // USER_HZ, the same on all of Linux
	// The second field is the program's name in parentheses, which may have blanks in it. utime is field 14, stime 15.
	fields := strings.Fields(stat[strings.LastIndexByte(stat, ')')+1:])
	if len(fields) < 13 {
		return 0, fmt.Errorf("no processor time in %q", stat)
	}
	user, err := strconv.ParseInt(fields[11], 10, 64)
	kernel, err2 := strconv.ParseInt(fields[12], 10, 64)
	return time.Duration(user+kernel) * tick, errors.Join(err, err2)
}

// profile reads one of the profiles as text.
func (p process) profile(ctx context.Context, name string) (string, error) {
	address := strings.TrimSuffix(p.debug, "/") + "/debug/pprof/" + name
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return "", fmt.Errorf("--debug: %w", err)
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return "", fmt.Errorf("--debug: %w; set debug.address in the configuration of the bot", err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err == nil && answer.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s answers %s", address, answer.Status)
	}
	if err != nil {
		return "", fmt.Errorf("--debug: %w", err)
	}
	return string(text), nil
}

// most prints the peak memory of the process, if it is known.
func (p process) most(ctx context.Context) error {
	if p.pid == 0 {
		return nil
	}
	s, err := p.read(ctx)
	if err == nil {
		fmt.Printf("%d MiB of memory at most, %d MiB at the end\n", s.max>>20, s.memory>>20)
	}
	return err
}
