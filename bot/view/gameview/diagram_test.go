package gameview

import (
	"testing"

	"xiangqibot/bot/game"
	"xiangqibot/bot/view"
	"xiangqibot/bot/words"
	"xiangqibot/engine/board"
)

// The board in characters has the same orientation as the picture, and distinguishes the sides in every language.
func TestDiagram(t *testing.T) {
	phrases, err := words.Load()
	if err != nil {
		t.Fatal(err)
	}
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
