package story

import (
	"testing"

	"xiangqibot/bot/playground/wire"
)

// A message that came is new, and so is one that has changed. An old board that loses its controls late is not.
func TestWhatIsNew(t *testing.T) {
	a := newActor(&Story{world: newWorld(t.Context(), 0)}, "red", "1")
	comes := func(id wire.ID, content string) { a.take(&wire.Message{ID: id, Content: content}) }
	sees := func(want bool, texts ...string) {
		t.Helper()
		if got := a.notices(texts, anyone); got != want {
			t.Errorf("sees %q: %v, want %v; what came:\n%s", texts, got, want, a.recent())
		}
	}

	comes("1", "a9a8\nBlack to move\n[Resign]")
	sees(true, "a9a8")
	a.mark()
	sees(false, "a9a8")
	comes("2", "a0a1\nRed to move\n[Resign]")
	sees(true, "a0a1")
	a.mark()
	comes("1", "a9a8\nBlack to move") // retired late
	sees(false, "a9a8")
	comes("3", "a9a8\nBlack to move\n[Resign]")
	sees(true, "a9a8")

	a.mark()
	comes("3", "a1a0\nBlack to move\n[Resign]") // edited in place
	sees(true, "Black to move")
	sees(true, "a1a0")
}
