package view

import (
	"strings"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/words"
)

// CommandLine is a command in the list of all: the keys of its words, such as command.settings and
// command.settings.me, of which the last has its description.
type CommandLine []string

// Help says how to start a game and how moves are written, and lists the commands. The list is in an embed, which
// holds twice what a message does.
func Help(commands []CommandLine, r Viewer) Reply {
	w := r.Words
	var lines []string
	for _, c := range commands {
		lines = append(lines, "- "+c.text(w))
	}
	reply := Private(strings.Join([]string{w.Say("help.start"), "", w.Say("help.moves"), "", w.Say("help.settings")}, "\n"))
	reply.Embed = &discordgo.MessageEmbed{Title: w.Say("help.commands"), Description: strings.Join(lines, "\n")}
	return reply
}

// text is the command as people type it, and what it does.
func (c CommandLine) text(w words.Words) string {
	var names []string
	for _, key := range c {
		names = append(names, w.Say(key+".name"))
	}
	return "`/" + strings.Join(names, " ") + "` " + w.Say(c[len(c)-1]+".desc")
}
