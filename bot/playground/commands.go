package playground

import (
	"slices"

	"xiangqibot/bot/playground/wire"
)

// commands are the commands that the bot has registered. The state lock guards the lists, which are replaced and never
// modified.
type commands struct {
	core *core
	list map[wire.ID][]wire.Command // by guild; the global ones are at ""
}

// load loads the state of an earlier process.
func (c *commands) load() error {
	return eachOf(c.core.db, "commands", func(list *[]wire.Command) {
		for _, cmd := range *list {
			c.core.ids.Observe(cmd.ID)
			c.core.ids.Observe(cmd.Version)
			c.list[cmd.GuildID] = *list
		}
	})
}

// register replaces the commands of the guild, or the global ones if guild is empty, and sends them to the pages. A
// command gets the id of the one that it replaces, or a new one, and a new version.
func (c *commands) register(guild wire.ID, list []wire.Command) {
	for i := range list {
		cmd := &list[i]
		cmd.ID, cmd.Version, cmd.ApplicationID = c.core.newID(), c.core.newID(), ApplicationID
		for _, old := range c.list[guild] {
			if old.Name == cmd.Name && old.Type == cmd.Type {
				cmd.ID = old.ID
			}
		}
		cmd.GuildID = guild
		switch {
		case guild != "":
			cmd.Contexts, cmd.IntegrationTypes = nil, nil // only for global commands
		case cmd.IntegrationTypes == nil:
			cmd.IntegrationTypes = []int{0}
		}
	}
	c.core.db.save("commands (guild, body)", list, guild != "")
	c.list[guild] = list
	c.core.hub.publish(all, "commands", map[string]any{"commands": c.views()})
}

// views returns the commands for the page; an empty list is [], not null.
func (c *commands) views() []wire.Command { return append([]wire.Command{}, c.in(nil, nil)...) }

// in returns the commands that a person can use in a channel. A nil channel means all of them. Guild commands hide
// global ones with the same name.
func (c *commands) in(ch *channel, p *person) []wire.Command {
	var list []wire.Command
	if ch == nil || ch.GuildID != "" {
		list = slices.Clone(c.list[GuildID])
	}
	for _, g := range c.list[""] {
		hidden := slices.ContainsFunc(list, func(x wire.Command) bool { return x.Name == g.Name && x.Type == g.Type })
		elsewhere := ch != nil && g.Contexts != nil && !slices.Contains(g.Contexts, ch.context())
		if hidden || elsewhere || ch != nil && len(installs(&g, p, ch)) == 0 {
			continue
		}
		list = append(list, g)
	}
	return list
}

// context returns what kind of place a channel is for commands: 0 the guild, 1 direct messages with the bot, 2 a channel
// of people outside guilds.
func (ch *channel) context() int {
	switch {
	case ch.GuildID != "":
		return 0
	case ch.Type == wire.DMChannel:
		return 1
	}
	return 2
}

// installs returns the installations of the application by which a person can use a command in a channel, by type: 0
// for the guild's, 1 for the user's own. Discord sends them with each interaction (authorizing_integration_owners).
func installs(c *wire.Command, p *person, ch *channel) map[string]wire.ID {
	owners := map[string]wire.ID{}
	ofGuild := c.GuildID != "" || len(c.IntegrationTypes) == 0 || slices.Contains(c.IntegrationTypes, 0)
	if ofGuild && ch.Type != wire.GroupDM {
		owners["0"] = ch.installed()
	}
	if p.Installed && slices.Contains(c.IntegrationTypes, 1) {
		owners["1"] = p.ID
	}
	return owners
}

// installed returns the guild that has installed the application, as sent with interactions in the channel.
func (ch *channel) installed() wire.ID {
	if ch.Type == wire.DMChannel {
		return "0"
	}
	return GuildID
}
