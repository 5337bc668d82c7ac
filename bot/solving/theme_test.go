package solving_test

import (
	"testing"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/bot/solving"
)

// Every theme that can be asked for has an example and three puzzles; what is counted is the first try. A puzzle whose
// solution may not be told is no example.
func TestThemes(t *testing.T) {
	s, m := service(t)
	act := game.Act{Actor: "1", Guild: "g"}
	for _, name := range solving.Themes {
		theme, known, err := s.Theme(t.Context(), act, name)
		if err != nil || !known || theme.Shown == nil || len(theme.Examples) != 3 || theme.Total < 4 {
			t.Fatalf("%s: %+v, %v", name, theme, err)
		}
		easy, hard := theme.Examples[0], theme.Examples[2]
		if easy == theme.Shown || easy == theme.Examples[1] || easy.Rating > hard.Rating || theme.Shown.Rating > easy.Rating {
			t.Errorf("%s: the examples are %v and %v", name, theme.Shown, theme.Examples)
		}
	}
	if _, known, err := s.Theme(t.Context(), act, "nonsense"); known || err != nil {
		t.Errorf("a theme that there is not: %v, %v", known, err)
	}

	const name = "mahoupao"
	before, _, _ := s.Theme(t.Context(), act, name)
	ok(s.GiveUp(t.Context(), act, before.Examples[0]))(t)
	p := before.Examples[1]
	for made, line := 0, p.Line(); made < len(line); made += 2 {
		mine := line[:0:0]
		for i := 0; i < made; i += 2 {
			mine = append(mine, line[i])
		}
		ok(s.Play(t.Context(), act, p, mine, line[made]))(t)
	}
	race := func(r *solving.Race) error {
		r.Guild, r.Channel, r.Goal, r.Round, r.Puzzle, r.At = "g", "c", 3, 1, before.Shown.ID(), time.Unix(1e9, 0)
		return nil
	}
	ok(m.Contests.CreateRace(t.Context(), "", race))(t)
	after, _, err := s.Theme(t.Context(), act, name)
	if err != nil || after.Tried != 2 || after.Solved != 1 || after.Shown == before.Shown || before.Tried != 0 {
		t.Errorf("after two tries: %+v, %v", after, err)
	}
}
