package gameview

import (
	"strings"

	"xiangqibot/bot/view"
	"xiangqibot/bot/words"
	"xiangqibot/engine/rules"
)

// This file puts the rules of a server into words: the options, and what is chosen of them.

// RulesetText names the rules and all in which they differ from those of that name.
func RulesetText(w words.Words, ruleset rules.Ruleset) string {
	parts := []string{view.RulesetName(w, ruleset)}
	for _, o := range RuleOptions()[1:] {
		for _, choice := range o.Choices[1:] {
			if choice.Is(ruleset) {
				parts = append(parts, w.Say("server."+o.Name, words.Vars{"Value": w.Say(choice.Label(o))}))
			}
		}
	}
	return strings.Join(parts, " · ")
}

// ruleChoice is a server's choice for a part of the rules. Set makes the change in a ruleset.
type ruleChoice struct {
	Key string
	Set func(*rules.Ruleset)
}

// Is reports whether a ruleset has what the choice makes.
func (c ruleChoice) Is(ruleset rules.Ruleset) bool {
	changed := ruleset
	c.Set(&changed)
	return changed == ruleset
}

// RuleOption is a setting of a server for one part of the rules. What is chosen is shown by the phrase "server." with
// its name.
type RuleOption struct {
	Name    string
	Choices []ruleChoice
}

// Label is the key of the phrase for the choice, in Discord's list and in ours.
func (c ruleChoice) Label(o RuleOption) string {
	return "command.manage.server." + o.Name + "." + c.Key
}

// RuleOptions lists the options in the order in which they are shown. The first choice of each is what a server has
// that chose nothing.
func RuleOptions() []RuleOption {
	codes := RuleOption{Name: "rules"}
	for _, named := range rules.Rulesets() {
		codes.Choices = append(codes.Choices, ruleChoice{
			named.Name, func(r *rules.Ruleset) { r.Name, r.Chases = named.Name, named.Chases },
		})
	}
	return []RuleOption{
		codes,
		{"repetitions", []ruleChoice{
			{"fourth", func(r *rules.Ruleset) { r.Repetitions = 4 }},
			{"third", func(r *rules.Ruleset) { r.Repetitions = 3 }},
		}},
		{"limit", []ruleChoice{
			{"sixty", func(r *rules.Ruleset) { r.NaturalLimit = 2 * 60 }},
			{"fifty", func(r *rules.Ruleset) { r.NaturalLimit = 2 * 50 }},
			{"none", func(r *rules.Ruleset) { r.NaturalLimit = 0 }},
		}},
		{"checks", []ruleChoice{
			{"ten", func(r *rules.Ruleset) { r.TenChecks = true }},
			{"all", func(r *rules.Ruleset) { r.TenChecks = false }},
		}},
		{"material", []ruleChoice{
			{"attackers", func(r *rules.Ruleset) { r.BareMaterial = rules.BareAttackers }},
			{"cannons", func(r *rules.Ruleset) { r.BareMaterial = rules.BareCannons }},
			{"off", func(r *rules.Ruleset) { r.BareMaterial = rules.BareOff }},
		}},
	}
}
