package game_test

import (
	"testing"

	"xiangqibot/bot/game"
	"xiangqibot/engine"
	"xiangqibot/engine/board"
	"xiangqibot/engine/rules"
)

// says plays the first legal move, which is worth nothing much, and finds that the best one promises score or mate.
func says(score, mate int) thinker {
	return func(rec *board.Record) (engine.Choice, error) {
		p := rec.Position()
		return engine.Choice{Move: p.LegalMoves(nil)[0], BestScore: score, BestMate: mate, Depth: 8}, nil
	}
}

// strip lets Red take what it can while Black looks on, for n plies: no check, and no repetition that ends the game.
func strip(t *testing.T, tb *table, g *game.Game, n int) {
	t.Helper()
	_, err := tb.store.Games.Update(t.Context(), "", g.ID, func(g *game.Game) error {
		for range n {
			p := g.Position()
			best, gain := board.NoMove, -1
			for _, m := range p.LegalMoves(nil) {
				taken := p.At(m.To())
				if p.GivesCheck(m) || taken != board.NoPiece && p.SideToMove() == board.Black {
					continue
				}
				trial := clone(g)
				must(t, trial.Record.Play(m))
				if taken.Kind() == board.Rook && gain < 2 {
					best, gain = m, 2
				} else if taken != board.NoPiece && gain < 1 {
					best, gain = m, 1
				} else if gain < 0 && rules.Judge(&trial.Record, rules.Asian()).Outcome == rules.Ongoing {
					best, gain = m, 0
				}
			}
			play(t, g, best.String())
		}
		return nil
	})
	must(t, err)
}

// A strength that knows how it stands gives up what is lost beyond doubt; one that beginners meet plays on to the mate.
func TestTheBotResignsWhatIsLost(t *testing.T) {
	for name, test := range map[string]struct {
		level       engine.Level
		score, mate int
		stripped    bool
		resigns     bool
	}{
		"far behind":                         {8, -2400, 0, true, true},
		"mated soon":                         {8, -900, -5, true, true},
		"behind, but not beyond doubt":       {8, -900, 0, true, false},
		"beginners are to learn how to win":  {3, -9000, -2, true, false},
		"the board says otherwise":           {8, -2400, 0, false, false},
		"each strength sees it a bit sooner": {4, -1900, 0, true, false},
	} {
		t.Run(name, func(t *testing.T) {
			tb := newTable(t, says(test.score, test.mate))
			g := ok(tb.Challenge(t.Context(), at(alice, "c"), game.ChallengeSpec{Level: test.level, ColorChoice: game.WantRed}))(t)
			if test.stripped {
				strip(t, tb, g, 31)
			} else {
				tb.shuffle(t, g, 31)
			}
			must(t, tb.Think(t.Context(), game.Think{Game: g.ID, Ply: 31}))
			g = ok(tb.Game(t.Context(), g.ID))(t)
			if resigned := g.End == game.ByResignation && g.Outcome == rules.RedWins; resigned != test.resigns {
				t.Errorf("resigned %v, %v by %v after %d plies", resigned, g.Outcome, g.End, g.Ply())
			}
			if !test.resigns && g.Ply() != 32 {
				t.Errorf("it did not play: %d plies", g.Ply())
			}
		})
	}
}

// In a quiet game that is even the bot offers a draw with its move. It asks once in a while, and not who has said no.
func TestTheBotOffersADraw(t *testing.T) {
	for name, test := range map[string]struct {
		level        engine.Level
		plies, score int
		offers       bool
	}{
		"even and quiet":       {6, 61, 10, true},
		"it is better":         {6, 61, 80, false},
		"it is worse":          {6, 61, -80, false},
		"too early":            {6, 41, 0, false},
		"it has just asked":    {6, 65, 0, false},
		"beginners play it on": {2, 61, 0, false},
	} {
		t.Run(name, func(t *testing.T) {
			tb := newTable(t, says(test.score, 0))
			g := ok(tb.Challenge(t.Context(), at(alice, "c"), game.ChallengeSpec{Level: test.level, ColorChoice: game.WantRed}))(t)
			tb.shuffle(t, g, test.plies)
			must(t, tb.Think(t.Context(), game.Think{Game: g.ID, Ply: test.plies}))
			g = ok(tb.Game(t.Context(), g.ID))(t)
			if g.Ply() != test.plies+1 || g.Offers.Draw.Pending != test.offers || g.Offers.Draw.Pending && g.Offers.Draw.By != board.Black {
				t.Fatalf("%d plies, offer %+v", g.Ply(), g.Offers.Draw)
			}
			if test.offers {
				g, err := tb.Decide(t.Context(), at(alice, "c"), g.ID, game.AcceptDraw)
				if must(t, err); g.Outcome != rules.Draw || g.End != game.ByAgreement {
					t.Errorf("accepted, and %v by %v", g.Outcome, g.End)
				}
			}
		})
	}
}
