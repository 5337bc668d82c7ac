package story

import (
	"testing"

	"xiangqibot/bot/playground/wire"
)

// A message that came is new, and so is one that has changed. An old board that loses its controls late is not.
func TestWhatIsNew(t *testing.T) {
	a := newActor(&story{client: newClient(t.Context())}, "red", "1")
	comes := func(id wire.ID, content string) { a.take(&wire.Message{ID: id, Content: content}) }
	sees := func(want bool, texts ...string) {
		t.Helper()
		if got := a.findNew(texts, anyone, &a.from); got != want {
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

// A board that changes before the answer to the press arrives counts as new after that answer.
func TestAnswersAndBoardsComeInAnyOrder(t *testing.T) {
	a := newActor(&story{client: newClient(t.Context())}, "red", "1")
	comes := func(m wire.Message) { a.take(&m) }
	comes(wire.Message{ID: "1", Content: "round 2"})
	a.mark()
	comes(wire.Message{ID: "1", Content: "round 2\nwithdrawn"})
	comes(wire.Message{ID: "2", Content: "you are not paired again", EphemeralFor: "1"})
	if !a.findNew([]string{"not paired"}, a.isPrivate, &a.heard) || !a.findNew([]string{"withdrawn"}, anyone, &a.from) {
		t.Errorf("the answer or the table is not new; what came:\n%s", a.recent())
	}
	if a.findNew([]string{"withdrawn"}, a.isPrivate, &a.heard) {
		t.Error("a public message is heard")
	}
}
