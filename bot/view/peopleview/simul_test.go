package peopleview

import (
	"testing"

	"xiangqibot/bot/game/gametest"
	"xiangqibot/bot/view/readertest"
	"xiangqibot/bot/view/viewtest"
)

// A display with more boards than a message holds loses whole lines.
func TestALongDisplayLosesWholeLines(t *testing.T) {
	for _, lang := range viewtest.Phrases(t).Languages() {
		reply := View{View: readertest.View()}.SimulBoard(gametest.LongGames(40), readertest.Viewer(t, lang, gametest.Alice))
		if problem := viewtest.CutLines(reply.Message(), ">"); problem != "" {
			t.Errorf("%s: %s", lang, problem)
		}
	}
}
