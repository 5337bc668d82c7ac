package recordview

import (
	"strings"
	"testing"

	"xiangqibot/bot/game/gametest"
	"xiangqibot/bot/review"
	"xiangqibot/bot/view/readertest"
	"xiangqibot/bot/words"
	"xiangqibot/engine"
	"xiangqibot/engine/board"
	"xiangqibot/engine/testcases"
)

// Of a search that was stopped the lower lines may be less deep. The depth that is told is that of all lines.
func TestAnalysisShowsTheLowestDepth(t *testing.T) {
	line := func(depth int, text string) engine.Info {
		m := testcases.Move(t, text)
		return engine.Info{Depth: depth, PV: []board.Move{m}}
	}
	found := review.Analysis{Lines: []engine.Info{line(9, "h2e2"), line(9, "b2e2"), line(8, "h0g2")}}
	reply := AnalysisOf(readertest.View(), board.StartPosition(), found, readertest.Viewer(t, words.English, gametest.Bob))
	if footer := reply.Embed.Footer.Text; !strings.Contains(footer, "depth 8") {
		t.Errorf("the analysis tells %q", footer)
	}
}
