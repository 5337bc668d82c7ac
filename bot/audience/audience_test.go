package audience_test

import (
	"testing"

	"xiangqibot/bot/audience"
	"xiangqibot/bot/game"
	"xiangqibot/bot/member"
	"xiangqibot/bot/words"
	"xiangqibot/render"
)

// A theme that a later version of the bot no longer has gives the default one.
func TestUnknownLook(t *testing.T) {
	phrases, err := words.Load()
	if err != nil {
		t.Fatal(err)
	}
	viewers := audience.New(nil, nil, phrases)
	for _, test := range []struct {
		server game.Server
		theme  render.Theme
		pieces render.PieceSet
	}{
		{game.Server{}, render.Wood, render.Traditional},
		{game.Server{Theme: "night", Pieces: "initials"}, render.Night, render.Initials},
	} {
		if r := viewers.With("1", member.Settings{Theme: "marble", Pieces: "runes"}, test.server, "en-US"); r.Theme != test.theme || r.Pieces != test.pieces {
			t.Errorf("the look is %v with %v, want %v with %v", r.Theme, r.Pieces, test.theme, test.pieces)
		}
	}
}
