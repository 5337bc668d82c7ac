package rules_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"xiangqibot/engine/rules"
	"xiangqibot/engine/testcases"
)

// TestRulesetText: every ruleset can be written down and read back.
func TestRulesetText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := rapid.SampledFrom(rules.Rulesets()).Draw(t, "base")
		c.NaturalLimit = rapid.SampledFrom([]int{0, 2, 100, 120, 1000}).Draw(t, "limit")
		c.Repetitions = rapid.SampledFrom([]int{0, 2, 3, 4, 9}).Draw(t, "repetitions")
		c.TenChecks = rapid.Bool().Draw(t, "checks")
		c.BareMaterial = rapid.SampledFrom([]rules.BareMaterialRule{rules.BareOff, rules.BareAttackers, rules.BareCannons}).Draw(t, "bare")
		got, err := rules.ParseRuleset(c.String())
		if err != nil || got != c {
			t.Fatalf("%q is read as %+v, %v; want %+v", c.String(), got, err, c)
		}
	})
	for text, want := range map[string]string{
		"asian":                       "asian",
		" simple  limit=120 ":         "simple",
		"pikafish limit=100 bare=off": "pikafish limit=100 bare=off",
		"asian repetitions=4 checks=all bare=cannons": "asian repetitions=4 checks=all bare=cannons",
	} {
		if c, err := rules.ParseRuleset(text); err != nil || c.String() != want {
			t.Errorf("%q: %v, %v; want %s", text, c, err, want)
		}
	}
	for text, cure := range map[string]string{
		"":                    "one of asian, simple, pikafish",
		"chinese":             "one of asian, simple, pikafish",
		"asian limit=1":       "from 2 to 1000, or off",
		"asian repetitions=x": "from 2 to 9, or off",
		"asian checks=some":   "one of all, ten",
		"asian bare=":         "one of off, attackers, cannons",
		"asian speed=9":       "want limit, repetitions, checks or bare",
	} {
		if _, err := rules.ParseRuleset(text); err == nil || !strings.Contains(err.Error(), cure) {
			t.Errorf("%q: %v, want the cure %q", text, err, cure)
		}
	}
}

// TestBareCannons: a cannon without a screen of its own side cannot win, unless it does so now.
func TestBareCannons(t *testing.T) {
	ruleset := rules.Asian()
	ruleset.BareMaterial = rules.BareCannons
	for _, c := range []struct {
		name, fen string
		drawn     bool
	}{
		{"a cannon against a bare king", "4k4/9/9/9/9/9/9/9/9/C2K5 w - - 0 1", true},
		{"a cannon with an advisor", "4k4/9/9/9/9/9/9/9/4A4/C2K5 w - - 0 1", false},
		{"a cannon against one advisor", "4k4/4a4/9/9/9/9/9/9/9/C2K5 w - - 0 1", true},
		{"a cannon with an elephant against one advisor", "9/9/3ak4/9/9/9/9/4BK3/8C/9 b - - 0 1", true},
		{"the same, and it mates at once", "9/9/3ak4/9/9/9/9/4BK3/C8/9 w - - 0 1", false},
		{"Black's cannon, and it mates at once", "9/c8/3kb4/9/9/9/9/4KA3/9/9 b - - 0 1", false},
		{"Black's cannon with an advisor", "4k4/4a4/9/9/9/9/9/9/9/c2K5 w - - 0 1", false},
		{"a cannon against two advisors", "4ka3/9/3a5/9/9/C8/9/9/9/5K3 w - - 0 1", true},
		{"the same, and it mates at once", "9/3ka4/3a5/5C3/9/9/9/5K3/9/9 w - - 0 1", false},
		{"a cannon against two advisors and an elephant", "4ka3/9/3ab4/9/9/C8/9/9/9/5K3 w - - 0 1", false},
		{"a cannon with an elephant against two advisors", "4ka3/9/3a5/9/9/C8/9/4B4/9/5K3 w - - 0 1", false},
		{"a cannon each, no advisor", "c3k4/9/9/9/9/9/9/9/9/C2K5 w - - 0 1", true},
		{"a cannon each and an elephant", "9/4kc3/9/9/9/9/9/4B4/3K5/8C b - - 0 1", true},
		{"the same, and it mates at once", "9/4kc3/9/9/9/9/9/4B4/3K5/C8 w - - 0 1", false},
		{"a cannon each, an advisor", "c3k4/4a4/9/9/9/9/9/9/9/C2K5 w - - 0 1", false},
		{"two cannons of one side", "4k4/9/9/9/9/9/9/9/9/CC1K5 w - - 0 1", false},
		{"two cannons against one", "c3k4/9/9/9/9/9/9/9/9/CC1K5 w - - 0 1", false},
		{"a pawn is left", "4k4/9/9/9/9/9/P8/9/9/C2K5 w - - 0 1", false},
	} {
		record := *testcases.Record(t, c.fen)
		if v := rules.Judge(&record, ruleset); (v.Reason == rules.BareMaterial) != c.drawn {
			t.Errorf("%s: %v", c.name, v.Reason)
		}
		if v := rules.Judge(&record, rules.Asian()); v.Outcome != rules.Ongoing {
			t.Errorf("%s: %v where cannons play on", c.name, v.Reason)
		}
	}
}
