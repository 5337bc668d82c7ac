package bot

import (
	"sync"
	"time"

	"xiangqibot/bot/discord"
)

// recentInteractions detects interactions that Discord delivers twice: if both copies were answered at the same
// time, neither answer would be reliable. The idempotency keys in the database detect acts that were done before,
// perhaps by another process.
type recentInteractions struct {
	mu    sync.Mutex
	since map[string]time.Time // by interaction
	swept time.Time
}

// first reports whether the interaction is delivered for the first time.
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
