// Package readertest has the view and the viewers with which the packages above view test their messages. The tests of
// view itself cannot import it, and so it is not a part of viewtest.
package readertest

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

var renderer = sync.OnceValue(render.New)

// View draws at once, and logs nothing.
func View() *view.View { return view.New(renderer(), slog.New(slog.DiscardHandler), nil) }

// Blank is View with pictures of nothing, for tests that look at what is around them.
func Blank() *view.View {
	return view.New(nil, slog.New(slog.DiscardHandler), func(string, game.Person, func()) {})
}

// Viewer reads in a language and in the notation usual there.
func Viewer(t testing.TB, lang words.Language, p game.Person) view.Viewer {
	t.Helper()
	w := viewtest.Phrases(t).In(lang)
	return view.Viewer{Person: p, Words: w, Style: view.StyleOf("", w)}
}
