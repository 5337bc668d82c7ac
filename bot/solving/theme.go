package solving

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"xiangqibot/bot/game"
	"xiangqibot/engine/puzzle"
)

// Themes are the themes that can be asked for: Discord takes no more than 25.
var Themes = []string{
	ThemeMate1, "mate2", "mate3", "mate4", ThemeMate5,
	ThemeTake, ThemeCheck, ThemeGain, puzzle.ChooseCapture, ThemeHold, puzzle.StopMate,
	puzzle.Technique,
	"mahoupao", "chongpao", "tiemen", "wocao", "guajiao", "diaoyu", "cemian", "shuangche", "dadan",
	"mensha", "duimian", "kunbi", "zhuoshuang",
}

// Progress is a person's progress in the standard puzzles of a theme.
type Progress struct {
	Theme                string
	Total, Tried, Solved int // Solved at the first try
}

// Progress returns a person's progress in each of [Themes].
func (s *Service) Progress(ctx context.Context, p game.Person) ([]Progress, error) {
	tries, err := s.store.Tried(ctx, p)
	if err != nil {
		return nil, err
	}
	list := make([]Progress, len(Themes))
	for i, theme := range Themes {
		list[i].Theme = theme
		for _, q := range s.set.All() {
			if !hasTheme(q, theme) {
				continue
			}
			list[i].Total++
			if solved, tried := tries[q.ID()]; tried {
				list[i].Tried++
				if solved {
					list[i].Solved++
				}
			}
		}
	}
	return list, nil
}

// Theme is a theme with example puzzles.
type Theme struct {
	Progress
	Shown    *puzzle.Puzzle   // the easiest one whose solution the person may see; nil: none
	Examples []*puzzle.Puzzle // three to solve: an easy, an average and a hard one
}

// Theme returns one of [Themes] for the actor, false for any other name.
func (s *Service) Theme(ctx context.Context, act game.Act, name string) (Theme, bool, error) {
	i := slices.Index(Themes, name)
	if i < 0 {
		return Theme{}, false, nil
	}
	all, err := s.Progress(ctx, act.Actor)
	if err != nil {
		return Theme{}, false, err
	}
	t := Theme{Progress: all[i]}
	list := slices.DeleteFunc(s.set.All(), func(p *puzzle.Puzzle) bool { return reserved(p) || !hasTheme(p, name) })
	slices.SortFunc(list, func(a, b *puzzle.Puzzle) int {
		return cmp.Or(cmp.Compare(a.Rating, b.Rating), cmp.Compare(a.ID(), b.ID()))
	})
	for k, p := range list {
		err := s.mayReveal(ctx, act, p)
		if err == nil {
			t.Shown, list = p, slices.Delete(list, k, k+1)
			break
		}
		if !errors.As(err, new(*game.Refusal)) {
			return Theme{}, false, err
		}
	}
	for part := range min(len(list), 3) {
		t.Examples = append(t.Examples, list[(2*part+1)*len(list)/6])
	}
	return t, true, nil
}
