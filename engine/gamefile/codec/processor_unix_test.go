//go:build unix

package codec_test

import (
	"syscall"
	"testing"
	"time"
)

// processorTime is the time that the processors have worked for this process.
func processorTime(t *testing.T) time.Duration {
	t.Helper()
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		t.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
