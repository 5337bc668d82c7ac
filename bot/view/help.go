package view

import (
	"strings"

	"github.com/bwmarrin/discordgo"
)

// CommandLine is a command in the list of all: what it is called in the viewer's language, and the key under which its
// phrases are.
type CommandLine struct{ Name, Key string }

// Help tells how a game is begun and how moves are written, and lists the commands. The list is in an embed, which
// holds twice what a message does.
func Help(commands []CommandLine, r Viewer) Reply {
	w := r.Words
	var lines []string
	for _, c := range commands {
		lines = append(lines, "- `/"+c.Name+"` "+w.Say(c.Key+".desc"))
	}
	reply := Private(strings.Join([]string{w.Say("help.start"), "", w.Say("help.moves"), "", w.Say("help.settings")}, "\n"))
	reply.Embed = &discordgo.MessageEmbed{Title: w.Say("help.commands"), Description: strings.Join(lines, "\n")}
	return reply
}
