package view

import (
	"strings"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/words"
)

// CommandLine is a command in the list of commands: the keys of its words, such as command.manage and
// command.manage.server, of which the last has its description.
type CommandLine []string

// HelpTopic is a topic of /help.
type HelpTopic string

// The topics. HelpPieces is the first lesson for beginners, see [View.Lesson].
const (
	HelpPieces         HelpTopic = "pieces"
	HelpWriting        HelpTopic = "writing"
	HelpCorrespondence HelpTopic = "correspondence"
	HelpCommunity      HelpTopic = "community"
	HelpSettings       HelpTopic = "settings"
	HelpCommands       HelpTopic = "commands"
)

// helpTopics are the topics in the order of the menu: what each is called, and what is said of it.
var helpTopics = []struct {
	topic       HelpTopic
	title, text string
}{
	{HelpPieces, "help.pieces-title", ""},
	{HelpWriting, "help.writing-title", "help.moves"},
	{HelpCorrespondence, "help.correspondence-title", "help.correspondence"},
	{HelpCommunity, "help.community-title", "help.community"},
	{HelpSettings, "help.settings-title", "help.settings"},
	{HelpCommands, "help.commands", ""},
}

// Help says in six lines how to begin, with a menu of topics and, unless it is empty, the version of the bot.
func Help(r Viewer, version string) Reply {
	w := r.Words
	lines := []string{
		w.Say("help.start"), w.Say("help.choose"), w.Say("help.learn"), w.Say("help.show"), w.Say("help.own"), w.Say("help.more"),
	}
	if version != "" {
		lines = append(lines, "-# xiangqi-bot "+version)
	}
	reply := Private(strings.Join(lines, "\n"))
	reply.Rows = []discordgo.MessageComponent{helpMenu("", w)}
	return reply
}

// HelpAbout describes a topic, with the menu of the others; it is false for an unknown topic, and for [HelpPieces].
// The list of all commands is in an embed, which holds twice what a message does.
func HelpAbout(topic HelpTopic, commands []CommandLine, r Viewer) (Reply, bool) {
	w := r.Words
	var reply Reply
	for _, t := range helpTopics {
		switch {
		case t.topic != topic || topic == HelpPieces:
			continue
		case topic == HelpCommands:
			reply = Private("")
			reply.Embed = &discordgo.MessageEmbed{Title: w.Say(t.title), Description: commandList(commands, w)}
		default:
			reply = Private("**" + w.Say(t.title) + "**\n" + w.Say(t.text))
		}
		reply.Rows = []discordgo.MessageComponent{helpMenu(topic, w)}
		return reply, true
	}
	return reply, false
}

// helpMenu lists the topics.
func helpMenu(shown HelpTopic, w words.Words) discordgo.MessageComponent {
	var options []discordgo.SelectMenuOption
	for _, t := range helpTopics {
		o := menuOption(w.Say(t.title), string(t.topic), "")
		o.Default = t.topic == shown
		options = append(options, o)
	}
	return menu(w.Say("help.menu"), Press{Act: PressHelp}, options)
}

// commandList lists commands, a line each.
func commandList(commands []CommandLine, w words.Words) string {
	var lines []string
	for _, c := range commands {
		lines = append(lines, "- "+c.text(w))
	}
	return strings.Join(lines, "\n")
}

// text is the command as people type it, and what it does.
func (c CommandLine) text(w words.Words) string {
	var names []string
	for _, key := range c {
		names = append(names, w.Say(key+".name"))
	}
	return "`/" + strings.Join(names, " ") + "` " + w.Say(c[len(c)-1]+".desc")
}
