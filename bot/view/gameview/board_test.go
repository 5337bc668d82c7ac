package gameview

import (
	"testing"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/bot/game/gametest"
	"xiangqibot/bot/view"
	"xiangqibot/bot/view/readertest"
	"xiangqibot/bot/view/viewtest"
	"xiangqibot/bot/words"
	"xiangqibot/engine/board"
	"xiangqibot/render"
)

// The board in characters has the same orientation as the picture, and distinguishes the sides in every language.
func TestDiagram(t *testing.T) {
	phrases := viewtest.Phrases(t)
	g := &game.Game{ID: 1, State: game.Active, Moves: game.Moves{Record: board.NewRecord()}}
	g.Seats[board.Black] = game.Seat{Person: "12"}
	for _, test := range []struct {
		language words.Language
		person   game.Person
		want     string
	}{
		{words.English, "11", "```\n9 r h e a k a e h r\n8 . . . . . . . . .\n7 . c . . . . . c .\n6 p . p . p . p . p\n5 . . . . . . . . .\n" +
			"4 . . . . . . . . .\n3 P . P . P . P . P\n2 . C . . . . . C .\n1 . . . . . . . . .\n0 R H E A K A E H R\n  a b c d e f g h i\n```"},
		{words.English, "12", "```\n0 R H E A K A E H R\n1 . . . . . . . . .\n2 . C . . . . . C .\n3 P . P . P . P . P\n4 . . . . . . . . .\n" +
			"5 . . . . . . . . .\n6 p . p . p . p . p\n7 . c . . . . . c .\n8 . . . . . . . . .\n9 r h e a k a e h r\n  i h g f e d c b a\n```"},
		{words.Simplified, "11", "```\n９車馬象士將士象馬車\n８＋＋＋＋＋＋＋＋＋\n７＋砲＋＋＋＋＋砲＋\n６卒＋卒＋卒＋卒＋卒\n５＋＋＋＋＋＋＋＋＋\n" +
			"４＋＋＋＋＋＋＋＋＋\n３兵＋兵＋兵＋兵＋兵\n２＋炮＋＋＋＋＋炮＋\n１＋＋＋＋＋＋＋＋＋\n０俥傌相仕帥仕相傌俥\n　ａｂｃｄｅｆｇｈｉ\n```"},
	} {
		if got := diagram(g, view.Viewer{Person: test.person, Words: phrases.In(test.language)}); got != test.want {
			t.Errorf("in %s for %s:\n%s\nwant\n%s", test.language, test.person, got, test.want)
		}
	}
}

// The picture of a live game shows what both sides have left; no other game has clocks under the board, and none has the
// names that the message tells.
func TestClocksUnderTheBoard(t *testing.T) {
	r := readertest.Viewer(t, words.English, gametest.Alice)
	live := gametest.Between(t, game.ChallengeSpec{Conditions: timed(t, "15+10")}, "h2e2")
	live.Clock.Left[board.Black] = 62*time.Minute + 3*time.Second + 900*time.Millisecond
	s := scene(live, r, nil)
	red, black := s.Players[board.Red], s.Players[board.Black]
	if red.Clock != "15:10" || black.Clock != "1:02:03" || red.Name == "" || black.Name == "" {
		t.Errorf("a live game shows %+v", s.Players)
	}
	s = scene(gametest.AgainstBot(t, game.ChallengeSpec{Conditions: timed(t, "10+0")}), r, nil)
	if (s.Players[board.Red].Clock == "") == (s.Players[board.Black].Clock == "") {
		t.Errorf("against the bot the players are %+v, want one clock", s.Players)
	}
	s = scene(gametest.Between(t, game.ChallengeSpec{Conditions: timed(t, "3d")}), r, nil)
	if s.Players != ([2]render.Player{}) {
		t.Errorf("a game over days shows %+v", s.Players)
	}
}

// A wide picture shows the last rounds in the viewer's notation, and what was captured.
func TestPanel(t *testing.T) {
	r := readertest.Viewer(t, words.English, gametest.Alice)
	r.Layout = view.Wide
	g := gametest.Between(t, game.ChallengeSpec{Rated: true, Conditions: timed(t, "3d")}, "h2e2", "h9g7", "e2e6")
	s := scene(g, r, nil)
	if !s.Wide || s.Players[board.Red].Note == "" || s.Players[board.Black].Note == "" {
		t.Errorf("the picture is wide: %v, the players are %+v", s.Wide, s.Players)
	}
	if len(s.Captured) != 1 || s.Captured[0] != board.MakePiece(board.Black, board.Pawn) {
		t.Errorf("captured are %v, want a black pawn", s.Captured)
	}
	want := []render.MovePair{{Number: 1, Red: "C2=5", Black: "H8+7"}, {Number: 2, Red: "C5+4"}}
	if len(s.Moves) != 2 || s.Moves[0] != want[0] || s.Moves[1] != want[1] {
		t.Errorf("the rounds are %v, want %v", s.Moves, want)
	}
}
