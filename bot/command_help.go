package bot

import (
	"context"

	"xiangqibot/bot/view"
)

// helpCommand is /help: how a game is begun and how moves are written, and every command in a line, this one included.
func helpCommand(others []*Command) *Command {
	help := &Command{name: "help", private: true}
	all := append(others[:len(others):len(others)], help)
	help.run = func(_ context.Context, r *Request) (view.Reply, error) {
		var lines []view.CommandLine
		for _, c := range all {
			for _, one := range c.whole() {
				line := view.CommandLine{one.key()}
				if one != c {
					line = view.CommandLine{c.key(), one.key()}
				}
				lines = append(lines, line)
			}
		}
		return view.Help(lines, r.Viewer), nil
	}
	return help
}
