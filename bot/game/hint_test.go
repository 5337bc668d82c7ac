package game_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"xiangqibot/bot/fairplay"
	"xiangqibot/bot/game"
	"xiangqibot/bot/game/assist"
	"xiangqibot/engine"
	"xiangqibot/engine/board"
	"xiangqibot/engine/rules"
	"xiangqibot/engine/testcases"
)

// against is a game in which alice plays Red against the bot.
func against(t *testing.T, rated bool) *game.Game {
	t.Helper()
	return &game.Game{
		ID: 7, State: game.Active, Rated: rated, Sides: game.Sides{
			Challenger: "alice", Seats: [2]game.Seat{board.Red: {Person: "alice"}, board.Black: {Level: 1}},
		},
		Moves: game.Moves{Record: board.NewRecord()},
		Rules: rules.Asian().String(),
	}
}

// A hint goes on with each step and costs once for a position; there are three in a game, takebacks or not.
func TestHintsAreCounted(t *testing.T) {
	g := against(t, false)
	moves := []string{"h2e2", "h9g7", "h0g2", "i9h9", "i0h0", "g6g5", "g3g4"}
	now := time.Now()
	for n := range game.MaxHints {
		p := g.Position()
		found := game.Hint{Line: p.LegalMoves(nil)[:1]}
		for step := 1; step <= game.HintSteps+1; step++ {
			hint, err := game.RevealHint(g, "alice", found, now)
			if want := min(step, game.HintSteps); err != nil || hint.Step != want || hint.By != board.Red {
				t.Fatalf("hint %d: %+v, %v; want step %d for Red", n, hint, err, want)
			}
		}
		if len(g.Hints) != n+1 {
			t.Fatalf("%d hints after %d positions", len(g.Hints), n+1)
		}
		for _, text := range moves[2*n : 2*n+2] {
			must(t, g.Record.Play(testcases.Move(t, text)))
		}
	}
	if _, err := game.MayAskHint(g, "alice", now); !errors.Is(err, game.HintsSpent) {
		t.Errorf("a fourth hint: %v", err)
	}
	g.Record.Moves = g.Record.Moves[:4]
	if _, err := game.MayAskHint(g, "alice", now); err != nil {
		t.Errorf("the third position again: %v", err)
	}
}

// Hints are for those who play the bot for nothing, when it is their turn.
func TestHintsAreRefused(t *testing.T) {
	people := against(t, false)
	people.Seats[board.Black] = game.Seat{Person: "bob"}
	waiting := against(t, false)
	waiting.Seats[board.Red], waiting.Seats[board.Black] = waiting.Seats[board.Black], waiting.Seats[board.Red]
	over := against(t, false)
	over.State = game.Finished
	for name, c := range map[string]struct {
		game *game.Game
		by   game.Person
		want game.Code
	}{
		"rated":         {against(t, true), "alice", game.HintRated},
		"people":        {people, "alice", game.HintPeople},
		"not their own": {against(t, false), "carol", game.NotYourGame},
		"bot to move":   {waiting, "alice", game.NotYourTurn},
		"over":          {over, "alice", game.GameOver},
	} {
		if _, err := game.MayAskHint(c.game, c.by, time.Now()); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %s", name, err, c.want)
		}
	}
}

// The coach warns in casual games against the lower levels, also while the bot thinks.
func TestCoachIsRefused(t *testing.T) {
	at := func(level engine.Level, rated bool) *game.Game {
		g := against(t, rated)
		g.Seats[board.Black].Level = level
		return g
	}
	for name, c := range map[string]struct {
		game *game.Game
		by   game.Person
		want game.Code
	}{
		"rated":         {at(1, true), "alice", game.HintRated},
		"too strong":    {at(game.CoachLevel+1, false), "alice", game.CoachTooStrong},
		"not their own": {at(1, false), "carol", game.NotYourGame},
	} {
		if err := game.MayCoach(c.game, c.by, time.Now()); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %s", name, err, c.want)
		}
	}
	if err := game.MayCoach(at(game.CoachLevel, false), "alice", time.Now()); err != nil {
		t.Errorf("level %d: %v", game.CoachLevel, err)
	}
}

// hurried is an adviser that is cut short twice before it finds anything.
type hurried struct{ asked int }

func (h *hurried) AnalyzeWhole(
	_ context.Context, _ engine.Key, rec *board.Record, _ engine.Limits, _ func(engine.Info),
) (engine.Result, error) {
	p := rec.Position()
	info := engine.Info{PV: p.LegalMoves(nil)[:1]}
	if h.asked++; h.asked < 3 {
		return engine.Result{Info: info}, engine.ErrPreempted
	}
	info.Depth = 5
	return engine.Result{Info: info}, nil
}

// A move that merely came to hand is no advice; what was found once is kept with the game.
func TestAdviceIsKept(t *testing.T) {
	adviser := &hurried{}
	tb := newTableWith(t, first(0), fairplay.New(fairplay.Engine{Analyzer: adviser}, nil))
	g := ok(tb.Challenge(t.Context(), at(alice, "c"), game.ChallengeSpec{ColorChoice: game.WantRed, Level: 1}))(t)
	advice := assist.NewAdvice(tb.Service, 1000)
	for step := 1; step <= 2; step++ {
		_, hint, err := advice.Ask(t.Context(), at(alice, "c"), g.ID)
		if err != nil || hint.Step != step || adviser.asked != 3 {
			t.Fatalf("step %d: %+v, %v, asked %d times; want 3", step, hint, err, adviser.asked)
		}
	}
	saved, err := tb.Game(t.Context(), g.ID)
	if err != nil || len(saved.Hints) != 1 || saved.Hints[0].Step != 2 {
		t.Errorf("kept: %+v, %v", saved.Hints, err)
	}
}
