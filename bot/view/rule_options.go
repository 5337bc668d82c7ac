package view

import (
	"xiangqibot/bot/words"
	"xiangqibot/engine/rules"
)

// ruleChoice is a server's choice for a part of the rules. Set makes the change in a ruleset.
type ruleChoice struct {
	Key string
	Set func(*rules.Ruleset)
	// Is reports whether a ruleset has what the choice makes.
	Is func(rules.Ruleset) bool
}

// RuleOption is a setting of a server for one part of the rules.
type RuleOption struct {
	Name    string
	line    string // key of the phrase that shows what is chosen
	Choices []ruleChoice
}

// label is the key of the phrase for the choice, in Discord's list and in ours.
func (c ruleChoice) label(o RuleOption) string {
	return "command.manage.server." + o.Name + "." + c.Key
}

// RuleOptions lists the options in the order in which they are shown. The first choice of each is what a server has
// that chose nothing.
func RuleOptions() []RuleOption {
	codes := RuleOption{Name: "rules", line: "server.rules"}
	for _, named := range rules.Rulesets() {
		codes.Choices = append(codes.Choices, ruleChoice{
			Key: named.Name,
			Set: func(c *rules.Ruleset) { c.Name, c.Chases = named.Name, named.Chases },
			Is:  func(c rules.Ruleset) bool { return c.Name == named.Name },
		})
	}
	repetitions := func(key string, n int) ruleChoice {
		return ruleChoice{key, func(c *rules.Ruleset) { c.Repetitions = n }, func(c rules.Ruleset) bool { return c.Repetitions == n }}
	}
	limit := func(key string, rounds int) ruleChoice {
		return ruleChoice{key, func(c *rules.Ruleset) { c.NaturalLimit = 2 * rounds }, func(c rules.Ruleset) bool { return c.NaturalLimit == 2*rounds }}
	}
	checks := func(key string, ten bool) ruleChoice {
		return ruleChoice{key, func(c *rules.Ruleset) { c.TenChecks = ten }, func(c rules.Ruleset) bool { return c.TenChecks == ten }}
	}
	bare := func(key string, rule rules.BareMaterialRule) ruleChoice {
		return ruleChoice{key, func(c *rules.Ruleset) { c.BareMaterial = rule }, func(c rules.Ruleset) bool { return c.BareMaterial == rule }}
	}
	return []RuleOption{
		codes,
		{"repetitions", "server.repetitions", []ruleChoice{repetitions("fourth", 4), repetitions("third", 3)}},
		{"limit", "server.limit", []ruleChoice{limit("sixty", 60), limit("fifty", 50), limit("none", 0)}},
		{"checks", "server.checks", []ruleChoice{checks("ten", true), checks("all", false)}},
		{"material", "server.material", []ruleChoice{bare("attackers", rules.BareAttackers), bare("cannons", rules.BareCannons), bare("off", rules.BareOff)}},
	}
}

// ruleLines are what a ruleset decides.
func ruleLines(w words.Words, ruleset rules.Ruleset) []settingLine {
	var lines []settingLine
	for _, o := range RuleOptions() {
		line := settingLine{key: o.line}
		for _, choice := range o.Choices {
			if choice.Is(ruleset) {
				line.value = w.Say(choice.label(o))
			}
		}
		lines = append(lines, line)
	}
	return lines
}
