package engine_test

import (
	"testing"

	"xiangqibot/engine"
	"xiangqibot/engine/board"
	"xiangqibot/engine/endgame"
	"xiangqibot/engine/rules"
)

// TestEndingsByStrength gives all strengths the same won ending and the tables of it: those that are never hasty know
// how long it takes, and analyses do.
func TestEndingsByStrength(t *testing.T) {
	m, err := endgame.ParseMaterial("KNP-KAB")
	if err != nil {
		t.Fatal(err)
	}
	tables := new(endgame.Tables)
	if err := tables.Solve(t.Context(), m, 2, nil); err != nil {
		t.Fatal(err)
	}
	p, err := board.ParseFEN("4k4/4a4/4b4/9/2P6/9/9/4N4/9/3K5 w - - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	v, ok := tables.Probe(&p)
	if !ok || v.Outcome != endgame.Win || v.Plies < 15 {
		t.Fatalf("the position is %v (%v), want a long win", v, ok)
	}
	rec := board.Record{Start: p}
	e := engine.New(engine.Options{HashMB: 1, Tables: tables})
	for _, level := range []engine.Level{1, 3, 6, 8, 9, 10} {
		choice, err := e.Choose(t.Context(), &rec, rules.Ruleset{}, level)
		if err != nil {
			t.Fatal(err)
		}
		if knows := choice.Mate > 5; knows != (level >= 8) {
			t.Errorf("strength %v announces mate in %d", level, choice.Mate)
		}
	}
	res, err := e.Analyze(t.Context(), &rec, engine.Limits{Nodes: 1000}, nil)
	if err != nil || res.Mate != (v.Plies+1)/2 {
		t.Errorf("an analysis says mate in %d (%v), want %d", res.Mate, err, (v.Plies+1)/2)
	}
	e.SetTables(nil)
	if res, err := e.Analyze(t.Context(), &rec, engine.Limits{Nodes: 1000}, nil); err != nil || res.Mate == (v.Plies+1)/2 {
		t.Errorf("without tables it says mate in %d (%v)", res.Mate, err)
	}
}
