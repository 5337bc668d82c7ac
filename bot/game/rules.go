package game

import "xiangqibot/engine/rules"

// Ruleset returns the set of rules by which the game is judged: those with which it began, whatever its server has
// chosen since. If Rules cannot be parsed, for example because a newer version of the program wrote them, they are
// the Asian rules.
func (g *Game) Ruleset() rules.Ruleset { return RulesetOf(g.Rules, rules.Asian()) }

// RulesetOf parses a saved [rules.Ruleset]; otherwise is returned for one that cannot be parsed.
func RulesetOf(text string, otherwise rules.Ruleset) rules.Ruleset {
	ruleset, err := rules.ParseRuleset(text)
	if err != nil {
		return otherwise
	}
	return ruleset
}

// Verdict judges the game by its rules: whether it goes on or what has ended it, and for a repetition what each of
// its moves did. It is not saved, but computed from Record and Rules.
//
// For a game that the rules have ended, the saved result takes precedence: if the judge would now decide otherwise,
// the verdict is Outcome and Rule, without article and moves.
func (g *Game) Verdict() rules.Verdict {
	v := rules.Judge(&g.Record, g.Ruleset())
	if g.End == ByRules && (v.Outcome != g.Outcome || v.Reason != g.Rule) {
		return rules.Verdict{Outcome: g.Outcome, Reason: g.Rule, FirstPly: g.Ply(), LastPly: g.Ply()}
	}
	return v
}
