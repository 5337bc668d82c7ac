package bot

import (
	"sync"
	"time"

	"xiangqibot/bot/discord"
)

// heard knows which interactions came in of late. Discord may deliver one twice: two copies of it that are answered at
// the same time take the answer away from each other. The idempotency keys in the database say which act was done
// before, perhaps by another process.
type recentInteractions struct {
	mu    sync.Mutex
	since map[string]time.Time // by interaction
	swept time.Time
}

// first reports whether the interaction comes for the first time.
func (h *recentInteractions) first(interaction string, now time.Time) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.since == nil {
		h.since = make(map[string]time.Time)
	}
	if now.Sub(h.swept) > time.Minute {
		h.swept = now
		for id, at := range h.since {
			if now.Sub(at) > discord.TokenLifetime {
				delete(h.since, id)
			}
		}
	}
	if _, before := h.since[interaction]; before {
		return false
	}
	h.since[interaction] = now
	return true
}
