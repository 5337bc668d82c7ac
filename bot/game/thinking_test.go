package game_test

import (
	"errors"
	"slices"
	"testing"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/bot/game/assist"
	"xiangqibot/bot/guild"
	"xiangqibot/engine"
	"xiangqibot/engine/board"
	"xiangqibot/engine/rules"
)

// The bot searches by the rules of the game, not by those that its server has now.
func TestTheBotSearchesByTheRulesOfTheGame(t *testing.T) {
	var rulesets []rules.Ruleset
	tb := newTable(t, byRuleset(func(ruleset rules.Ruleset) { rulesets = append(rulesets, ruleset) }))
	begin := func() {
		ok(tb.Challenge(t.Context(), at(alice, "c"), game.ChallengeSpec{Level: 2, ColorChoice: game.WantBlack}))(t)
	}
	begin()
	must(t, tb.saveServer(t.Context(), at(alice, "c"), guild.Settings{Rules: "simple", Cooldown: guild.Disabled}))
	begin()
	tb.think(t)
	if !slices.Equal(rulesets, []rules.Ruleset{rules.ForPeople(), rules.Simple()}) {
		t.Errorf("it searched by %v", rulesets)
	}
}

// think runs the queued Think jobs, each twice, as after a crash.
func (tb *table) think(t *testing.T) {
	t.Helper()
	for _, queued := range tb.store.Jobs {
		if job, ok := queued.Job.(game.Think); ok {
			must(t, tb.Think(t.Context(), job))
			must(t, tb.Think(t.Context(), job))
		}
	}
}

func TestThinkAfterATakeback(t *testing.T) {
	var tb *table
	var g *game.Game
	tb = newTable(t, thinker(func(rec *board.Record) (engine.Choice, error) {
		// While the bot thinks, Alice takes back and plays another move: again one ply, another position.
		ok(tb.Decide(t.Context(), at(alice, "c"), g.ID, game.AskTakeback))(t)
		ok(tb.Move(t.Context(), at(alice, "c"), g.ID, "b2e2"))(t)
		return engine.Choice{Move: move(t, "h9g7")}, nil
	}))
	g = ok(tb.Challenge(t.Context(), at(alice, "c"), game.ChallengeSpec{Level: 2, ColorChoice: game.WantRed}))(t)
	ok(tb.Move(t.Context(), at(alice, "c"), g.ID, "h2e2"))(t)
	must(t, tb.Think(t.Context(), game.Think{Game: g.ID, Ply: 1}))
	g = ok(tb.Game(t.Context(), g.ID))(t)
	if g.Ply() != 1 || g.LastMove() != move(t, "b2e2") {
		t.Errorf("the answer to the move taken back was played: %v", g.Record.Moves)
	}
}

func TestThinkReturnsErrors(t *testing.T) {
	broken := errors.New("out of memory")
	tb := newTable(t, thinker(func(*board.Record) (engine.Choice, error) { return engine.Choice{}, broken }))
	g := ok(tb.Challenge(t.Context(), at(alice, "c"), game.ChallengeSpec{Level: 2, ColorChoice: game.WantBlack}))(t)
	if err := tb.Think(t.Context(), game.Think{Game: g.ID}); !errors.Is(err, broken) {
		t.Errorf("got %v", err)
	}
	must(t, tb.Think(t.Context(), game.Think{Game: 99})) // there is nothing to do for a game that is gone
}

// A server that asks for more searches than may run at once gets half of them; the search for another server begins at
// once.
func TestOneServerGetsHalfOfTheSearches(t *testing.T) {
	inside, release := make(chan struct{}, assist.MaxConcurrentSearches), make(chan struct{})
	tb := newTable(t, thinker(func(*board.Record) (engine.Choice, error) {
		inside <- struct{}{}
		<-release
		return engine.Choice{}, errors.New("enough")
	}))
	think := func(guild string, times int) (postponed int) {
		act := at(alice, "c")
		act.Guild = guild
		tb.now = tb.now.Add(time.Minute)
		g := ok(tb.Challenge(t.Context(), act, game.ChallengeSpec{Level: 2, ColorChoice: game.WantBlack}))(t)
		notYet := make(chan struct{})
		for range times {
			go func() {
				if err := tb.Think(t.Context(), game.Think{Game: g.ID}); errors.As(err, new(*game.NotYet)) {
					notYet <- struct{}{}
				}
			}()
		}
		for n := range times {
			select {
			case <-inside:
			case <-notYet:
				postponed++
			case <-time.After(time.Minute):
				t.Fatalf("of %d searches in %s %d have neither begun nor been postponed", times, guild, times-n)
			}
		}
		return postponed
	}
	defer close(release)
	const half = assist.MaxConcurrentSearches / 2
	if n := think("flooded", half+20); n != 20 {
		t.Errorf("%d of %d are postponed, want 20", n, half+20)
	}
	if n := think("quiet", 1); n != 0 {
		t.Error("there is no room for another server")
	}
}

// shuffle plays n plies without a capture, a check or the end of the game.
func (tb *table) shuffle(t *testing.T, g *game.Game, n int) {
	t.Helper()
	_, err := tb.store.Games.Update(t.Context(), "", g.ID, func(g *game.Game) error {
		for range n {
			p := g.Position()
			for _, m := range p.LegalMoves(nil) {
				if p.At(m.To()) != board.NoPiece || p.GivesCheck(m) {
					continue
				}
				trial := clone(g)
				must(t, trial.Record.Play(m))
				if rules.Judge(&trial.Record, rules.Asian()).Outcome == rules.Ongoing {
					play(t, g, m.String())
					break
				}
			}
		}
		return nil
	})
	must(t, err)
}

func TestTheBotAnswersADraw(t *testing.T) {
	for name, test := range map[string]struct {
		level        engine.Level
		plies, score int
		drawn        bool
		left         int // plies afterwards
	}{
		"it is worse, its move":         {2, 41, -30, true, 41},
		"it is better, its move":        {2, 41, 46, false, 42},
		"it is hardly better, and weak": {2, 41, 45, true, 41},
		"a strong one is better":        {8, 41, 30, false, 42},
		"too early":                     {2, 11, -30, false, 12},
		"it is worse, Alice's move":     {2, 40, 30, true, 40}, // the score is Alice's
		"it is better, Alice's move":    {8, 40, -30, false, 40},
		"it is mated soon, Alice moves": {2, 40, 9000, true, 40},
	} {
		t.Run(name, func(t *testing.T) {
			tb := newTable(t, first(test.score))
			g := ok(tb.Challenge(t.Context(), at(alice, "c"), game.ChallengeSpec{Level: test.level, ColorChoice: game.WantRed}))(t)
			tb.shuffle(t, g, test.plies)
			tb.store.Jobs = nil
			g = ok(tb.Decide(t.Context(), at(alice, "c"), g.ID, game.OfferDraw))(t)
			tb.think(t)
			g = ok(tb.Game(t.Context(), g.ID))(t)
			if drawn := g.Outcome == rules.Draw && g.End == game.ByAgreement; drawn != test.drawn || g.Ply() != test.left {
				t.Errorf("drawn %v after %d plies, %+v", drawn, g.Ply(), g.Last)
			}
			if !test.drawn && (g.Last.Kind != game.DrawDeclined || g.Offers.Draw.Pending) {
				t.Errorf("declined with %+v, offer %+v", g.Last, g.Offers.Draw)
			}
		})
	}
}
