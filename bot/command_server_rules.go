package bot

import (
	"github.com/bwmarrin/discordgo"

	"xiangqibot/engine/rules"
)

// ruleChoices are the options as a person fills them in.
func ruleChoices() []commandOption {
	var options []commandOption
	for _, o := range ruleOptions() {
		var keys []string
		for _, choice := range o.choices {
			keys = append(keys, choice.key)
		}
		options = append(options, commandOption{name: o.name, kind: discordgo.ApplicationCommandOptionString, fixed: texts(keys...)})
	}
	return options
}

// chooseRules puts the options that were given into a code.
func chooseRules(code *rules.Code, r *Request) {
	for _, o := range ruleOptions() {
		for _, choice := range o.choices {
			if r.Text(o.name) == choice.key {
				choice.set(code)
			}
		}
	}
}
