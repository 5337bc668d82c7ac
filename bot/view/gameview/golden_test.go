package gameview

import (
	"testing"

	"xiangqibot/bot/view/readertest"
	"xiangqibot/bot/view/viewtest"
	"xiangqibot/bot/words"
)

// What each situation reads like in each language lies in testdata. After a wanted change: go test ./bot/view -run View
// -update, and read what has changed.
func TestViews(t *testing.T) {
	v := readertest.View()
	for _, situation := range situations {
		t.Run(situation.name, func(t *testing.T) {
			viewtest.Golden(t, situation.name, func(lang words.Language) string {
				m := situation.show(v, situation.game(t), readertest.Viewer(t, lang, situation.reads)).Message()
				if problem := viewtest.BreaksLimits(m); problem != "" {
					t.Errorf("in %s: %s", lang, problem)
				}
				return viewtest.InWords(m)
			})
		})
	}
}
