package review_test

import (
	"context"
	"errors"
	"testing"

	"xiangqibot/bot/fairplay"
	"xiangqibot/bot/game"
	"xiangqibot/bot/review"
	"xiangqibot/engine/board"
	"xiangqibot/engine/rules"
	"xiangqibot/engine/study"
)

// playing is a source of one position, protected for everybody as that of game 3.
type playing struct{ at board.Position }

func (p playing) Protected(context.Context, string, string) ([]fairplay.Protected, error) {
	return []fairplay.Protected{{Position: p.at, Game: 3, Refusal: &game.Refusal{Code: game.PositionInPlay, Game: 3}}}, nil
}

// A position that the actor is playing is neither analyzed nor reviewed, and its review gives no marks.
func TestNoHelpWithWhatOnePlays(t *testing.T) {
	rec := record(t, "a3a4 a6a5 i3i4 i6i5")
	o := &fakeEngine{}
	fair := fairplay.New(fairplay.Engine{Analyzer: o}, nil, playing{rec.Position()})
	refused := func(err error, want game.Code) {
		t.Helper()
		if got := (*game.Refusal)(nil); !errors.As(err, &got) || got.Code != want || got.Game != 3 {
			t.Errorf("%v, want %s", err, want)
		}
	}
	_, err := review.NewAnalyst(fair, 100).Analyze(t.Context(), act, rec, rules.Asian())
	refused(err, game.PositionInPlay)

	_, k := begun(t, o)
	s := review.New(k, o, study.Plan{First: 100}, fair, nil)
	_, err = s.Ask(t.Context(), act, that, rec, rules.Asian())
	refused(err, review.GameInPlay)
	_, err = s.Find(t.Context(), act, that, rec)
	refused(err, review.GameInPlay)
	if marks, err := s.Marks(t.Context(), act, that, rec); marks != nil || err != nil {
		t.Errorf("the marks of a review: %v, %v", marks, err)
	}
	if o.asked > 0 {
		t.Errorf("the engine was asked %d times", o.asked)
	}
}
