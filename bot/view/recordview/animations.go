package recordview

import (
	"sync"

	"xiangqibot/bot/view"
)

// mostKept is how many bytes of animations are kept.
const mostKept = 16 << 20

// Animations makes animations of games, and keeps the latest. It is safe for concurrent use.
type Animations struct {
	*view.View

	mu    sync.Mutex
	files map[string][]byte
	order []string // the oldest first
	bytes int
}

func (a *Animations) get(key string) ([]byte, bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	data, ok := a.files[key]
	return data, ok
}

func (a *Animations) put(key string, data []byte) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if _, ok := a.files[key]; ok || len(data) > mostKept {
		return
	}
	for a.bytes+len(data) > mostKept {
		a.bytes -= len(a.files[a.order[0]])
		delete(a.files, a.order[0])
		a.order = a.order[1:]
	}
	if a.files == nil {
		a.files = make(map[string][]byte)
	}
	a.files[key] = data
	a.order = append(a.order, key)
	a.bytes += len(data)
}
