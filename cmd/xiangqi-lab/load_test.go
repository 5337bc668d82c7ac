package main

import (
	"net/http"
	"net/http/httptest"
	"net/http/pprof"
	"os"
	"strings"
	"testing"
)

// A load is told how the process under it is.
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
