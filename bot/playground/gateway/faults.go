package gateway

import (
	"slices"
	"sync"
	"time"
)

// A Fault is a fault between Discord and the bot, which happens now or at the next matching requests or events. The
// comment of package playground explains its kinds.
type Fault struct {
	Kind string `json:"fault"`

	On        string `json:"on,omitempty"`    // the kind of requests, or the name of the events; empty: all
	Times     int    `json:"times,omitempty"` // how often; 0 means once
	Wait      string `json:"wait,omitempty"`  // such as 2s: the delay of a 429, a response or READY
	Scope     string `json:"scope,omitempty"` // of a 429: user, shared, global or front
	Status    int    `json:"status,omitempty"`
	Code      int    `json:"code,omitempty"`      // Discord's error code; of a connection its close code
	Resumable bool   `json:"resumable,omitempty"` // the bot may try RESUME after op 9

	Delay time.Duration `json:"-"` // Wait
}

// Faults are the pending faults, of requests too. They have their own lock, which is taken last.
type Faults struct {
	mu      sync.Mutex
	pending []*Fault
}

// Add adds a pending fault.
func (fs *Faults) Add(f Fault) {
	fs.mu.Lock()
	defer fs.mu.Unlock()
	fs.pending = append(fs.pending, &f)
}

// Take returns the first pending fault that fits and counts it, or returns nil if there is none.
func (fs *Faults) Take(fits func(*Fault) bool) *Fault {
	fs.mu.Lock()
	defer fs.mu.Unlock()
	i := slices.IndexFunc(fs.pending, fits)
	if i < 0 {
		return nil
	}
	f := *fs.pending[i]
	if fs.pending[i].Times--; f.Times <= 1 {
		fs.pending = slices.Delete(fs.pending, i, i+1)
	}
	return &f
}

// Clear removes the pending faults.
func (fs *Faults) Clear() {
	fs.mu.Lock()
	defer fs.mu.Unlock()
	fs.pending = nil
}
