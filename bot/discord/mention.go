package discord

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/bwmarrin/discordgo"
)

// commandMentions replaces the commands that messages name by mentions, which can be clicked.
type commandMentions struct {
	known atomic.Pointer[strings.Replacer]
}

// learn makes commands clickable from now on. The definitions have the names in all languages, the registered commands
// the ids.
func (c *commandMentions) learn(definitions, registered []*discordgo.ApplicationCommand) {
	ids := make(map[string]string)
	for _, known := range registered {
		ids[known.Name] = known.ID
	}
	var pairs []string // a name of a command, in any language, and its mention, which has the name in the definition
	for _, command := range definitions {
		id := ids[command.Name]
		if id == "" || command.Type != discordgo.ChatApplicationCommand {
			continue
		}
		var names map[discordgo.Locale]string
		if command.NameLocalizations != nil {
			names = *command.NameLocalizations
		}
		for _, locale := range append(slices.Sorted(maps.Keys(names)), "") {
			name, subs := cmp.Or(names[locale], command.Name), 0
			for _, o := range command.Options {
				if o.Type == discordgo.ApplicationCommandOptionSubCommand {
					sub := cmp.Or(o.NameLocalizations[locale], o.Name)
					pairs = append(pairs, "`/"+name+" "+sub+"`", "</"+command.Name+" "+o.Name+":"+id+">")
					subs++
				}
			}
			if subs == 0 {
				pairs = append(pairs, "`/"+name+"`", "</"+command.Name+":"+id+">")
			}
		}
	}
	c.known.Store(strings.NewReplacer(pairs...))
}

// payload returns the payload of a message. Commands whose ids are known are clickable where Discord shows mentions: in
// the text, and in the description and the fields of an embed.
func (c *commandMentions) payload(m Message, edit bool) payload {
	known := c.known.Load()
	if known == nil {
		return m.payload(edit)
	}
	m.Text = known.Replace(m.Text)
	if m.Embed != nil {
		embed := *m.Embed
		embed.Description = known.Replace(embed.Description)
		embed.Fields = slices.Clone(embed.Fields)
		for i, field := range embed.Fields {
			copied := *field
			copied.Value = known.Replace(field.Value)
			embed.Fields[i] = &copied
		}
		m.Embed = &embed
	}
	return m.payload(edit)
}
