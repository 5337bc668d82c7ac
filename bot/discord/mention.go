package discord

import (
	"maps"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/bwmarrin/discordgo"
)

// commandMentions replaces the commands that messages name by mentions, which can be clicked.
type commandMentions struct {
	atomic.Pointer[strings.Replacer]
}

// learn makes commands clickable from now on. The definitions have the names in all languages, the registered commands
// the ids.
func (c *commandMentions) learn(definitions, registered []*discordgo.ApplicationCommand) {
	ids := make(map[string]string)
	for _, known := range registered {
		ids[known.Name] = known.ID
	}
	var pairs []string
	for _, command := range definitions {
		id := ids[command.Name]
		if id == "" || command.Type != discordgo.ChatApplicationCommand {
			continue
		}
		var names map[discordgo.Locale]string
		if command.NameLocalizations != nil {
			names = *command.NameLocalizations
		}
		subs := 0
		for _, o := range command.Options {
			if o.Type != discordgo.ApplicationCommandOptionSubCommand {
				continue
			}
			subs++
			pairs = append(pairs, mention(command.Name+" "+o.Name, id, func(locale discordgo.Locale) string {
				return inLocale(command.Name, names, locale) + " " + inLocale(o.Name, o.NameLocalizations, locale)
			}, names)...)
		}
		if subs == 0 {
			pairs = append(pairs, mention(command.Name, id, func(locale discordgo.Locale) string {
				return inLocale(command.Name, names, locale)
			}, names)...)
		}
	}
	c.Store(strings.NewReplacer(pairs...))
}

// mention returns the pairs that replace the name of a command, in any language, by its mention. A mention has the name
// in the definition.
func mention(
	name, id string, in func(discordgo.Locale) string, locales map[discordgo.Locale]string,
) (pairs []string) {
	for _, locale := range append(slices.Sorted(maps.Keys(locales)), "") {
		pairs = append(pairs, "`/"+in(locale)+"`", "</"+name+":"+id+">")
	}
	return pairs
}

func inLocale(name string, names map[discordgo.Locale]string, locale discordgo.Locale) string {
	if translated := names[locale]; translated != "" {
		return translated
	}
	return name
}

// payload returns the payload of a message. Commands whose ids are known are clickable where Discord shows mentions: in
// the text, and in the description and the fields of an embed.
func (c *commandMentions) payload(m Message, edit bool) payload {
	known := c.Load()
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
