package bot

import (
	"context"
	"strings"
)

// helpCommand is /help: how a game is begun and how moves are written, and every command in a line.
func (h *host) helpCommand() *Command {
	return &Command{name: "help", private: true, run: h.help}
}

func (h *host) help(_ context.Context, r *Request) (Reply, error) {
	w := r.Reader.Words
	lines := []string{w.Say("help.start"), "", w.Say("help.moves"), "", w.Say("help.commands")}
	for _, c := range h.commands() {
		for _, one := range c.whole() {
			name := w.Say(c.key() + ".name")
			if one != c {
				name += " " + w.Say(one.key()+".name")
			}
			lines = append(lines, "- `/"+name+"` "+w.Say(one.key()+".desc"))
		}
	}
	lines = append(lines, "", w.Say("help.settings"))
	return private(strings.Join(lines, "\n")), nil
}
