package main

import (
	"net/http"
	"net/http/httptest"
	"net/http/pprof"
	"os"
	"strings"
	"testing"
	"time"
)

// A load reads the state of the process under it.
func TestLoadLooksIntoAProcess(t *testing.T) {
	mux := http.NewServeMux()
	mux.HandleFunc("/debug/pprof/", pprof.Index)
	server := httptest.NewServer(mux)
	defer server.Close()
	s, err := process{os.Getpid(), server.URL}.read(t.Context())
	if err != nil || s.goroutines < 2 || s.heap <= 0 || s.memory <= s.heap/2 || s.max < s.memory {
		t.Errorf("this process has %+v, %v", s, err)
	}
	if s, err := (process{}).read(t.Context()); err != nil || s.String() != "- | - | -" {
		t.Errorf("of no process is known %v, %v", s, err)
	}
	server.Config.Handler = http.NotFoundHandler()
	if _, err := (process{debug: server.URL}).read(t.Context()); err == nil || !strings.Contains(err.Error(), "--debug: ") {
		t.Errorf("without profiles: %v", err)
	}
}

func TestRefusals(t *testing.T) {
	bad := loadCommand{Pause: -1, Every: -1, PID: -1, Mix: 1}
	const want = "--games: want 1 at least\n--for: want 1ms at least\n--pause: want 0s at least\n--every: want 0s at least\n--pid: want 0 at least\n--mix: want 2 at least, who challenge each other, or 0"
	if err := bad.Run(t.Context()); err == nil || err.Error() != want {
		t.Errorf("%v, want %q", err, want)
	}
	alone := loadCommand{Page: "http://127.0.0.1:1", Games: 1, For: time.Second}
	if err := alone.Run(t.Context()); err == nil || !strings.Contains(err.Error(), "start \"xiangqi-bot play\" first") {
		t.Errorf("without a bot: %v", err)
	}
}

func TestProcessorTime(t *testing.T) {
	const stat = "4242 (a (strange) name) S 1 4242 4242 0 -1 4194560 9 0 0 0 150 50 0 0 20 0 9 0 77 1234 56"
	if d, err := processorTime(stat); err != nil || d != 2*time.Second {
		t.Errorf("%v, %v, want two seconds", d, err)
	}
	for _, bad := range []string{"", "4242 (name) S 1 2 3", "4242 (name) S 1 2 3 4 5 6 7 8 9 10 a b 13"} {
		if d, err := processorTime(bad); err == nil {
			t.Errorf("%q: %v, want an error", bad, d)
		}
	}
}
