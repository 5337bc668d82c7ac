package bot

import (
	"context"

	"xiangqibot/bot/view"
	"xiangqibot/bot/words"
)

// helpCommand is /help: how a game is begun and how moves are written, and every command in a line, this one included.
func helpCommand(others []*Command) *Command {
	help := &Command{name: "help", private: true}
	all := append(others[:len(others):len(others)], help)
	help.run = func(_ context.Context, r *Request) (view.Reply, error) {
		var lines []view.CommandLine
		for _, c := range all {
			for _, one := range c.whole() {
				lines = append(lines, view.CommandLine{Name: c.calledIn(r.Viewer.Words, one), Key: one.key()})
			}
		}
		return view.Help(lines, r.Viewer), nil
	}
	return help
}

// calledIn is what people call the command in a language, or one of its subs, with both words then.
func (c *Command) calledIn(w words.Words, one *Command) string {
	name := w.Say(c.key() + ".name")
	if one != c {
		name += " " + w.Say(one.key()+".name")
	}
	return name
}
