package recordview

import (
	"log/slog"
	"sync"
	"testing"

	"xiangqibot/bot/game"
	"xiangqibot/bot/view"
	"xiangqibot/bot/view/viewtest"
	"xiangqibot/bot/words"
	"xiangqibot/render"
)

var testRenderer = sync.OnceValue(render.New)

func testView() *view.View { return view.New(testRenderer(), slog.New(slog.DiscardHandler), nil) }

// viewer reads in a language and in the notation usual there.
func viewer(t testing.TB, lang words.Language, p game.Person) view.Viewer {
	t.Helper()
	w := viewtest.Phrases(t).In(lang)
	return view.Viewer{Person: p, Words: w, Style: view.StyleOf("", w)}
}
