package bot

import (
	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/view"
	"xiangqibot/engine/rules"
)

// ruleChoices are the options as a person fills them in.
func ruleChoices() []commandOption {
	var options []commandOption
	for _, o := range view.RuleOptions() {
		var keys []string
		for _, choice := range o.Choices {
			keys = append(keys, choice.Key)
		}
		options = append(options, commandOption{name: o.Name, kind: discordgo.ApplicationCommandOptionString, fixed: textChoices(keys...)})
	}
	return options
}

// chooseRules applies the given options to the rules, and reports whether there were any.
func chooseRules(ruleset *rules.Ruleset, r *Request) (chosen bool) {
	for _, o := range view.RuleOptions() {
		for _, choice := range o.Choices {
			if r.Text(o.Name) == choice.Key {
				choice.Set(ruleset)
				chosen = true
			}
		}
	}
	return chosen
}
