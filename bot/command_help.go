package bot

import (
	"context"
	"strings"

	"xiangqibot/bot/view"

	"github.com/bwmarrin/discordgo"
)

// helpCommand is /help: how a game is begun and how moves are written, and every command in a line. The list stands in an embed, which
// holds twice what a message does.
func (h *host) helpCommand() *Command {
	return &Command{name: "help", private: true, run: h.help}
}

func (h *host) help(_ context.Context, r *Request) (view.Reply, error) {
	w := r.Reader.Words
	var lines []string
	for _, c := range h.commands() {
		for _, one := range c.whole() {
			name := w.Say(c.key() + ".name")
			if one != c {
				name += " " + w.Say(one.key()+".name")
			}
			lines = append(lines, "- `/"+name+"` "+w.Say(one.key()+".desc"))
		}
	}
	reply := view.Private(strings.Join([]string{w.Say("help.start"), "", w.Say("help.moves"), "", w.Say("help.settings")}, "\n"))
	reply.Embed = &discordgo.MessageEmbed{Title: w.Say("help.commands"), Description: strings.Join(lines, "\n")}
	return reply, nil
}
