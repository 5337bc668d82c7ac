package playground

import (
	"slices"

	"xiangqibot/bot/playground/wire"
)

// commands are the commands that bots have registered. The state lock guards the lists, which are replaced and never
// modified.
type commands struct {
	core *core
	apps *applications
	list map[scope][]wire.Command
}

// A scope is the scope of a list of commands: an application's commands of the guild, or its global ones.
type scope struct {
	app   wire.ID
	guild bool
}

// load loads the state of an earlier process.
func (c *commands) load() error {
	return eachOf(c.core.db, `SELECT body FROM commands`, func(list *[]wire.Command) {
		for _, cmd := range *list {
			c.core.ids.Observe(cmd.ID)
			c.core.ids.Observe(cmd.Version)
			c.list[scope{cmd.ApplicationID, cmd.GuildID != ""}] = *list
		}
	})
}

// register replaces a list and sends the commands to the pages.
func (c *commands) register(in scope, list []wire.Command) {
	c.core.db.saveCommands(in, list)
	c.list[in] = list
	c.core.hub.publish(all, "commands", map[string]any{"commands": c.views()})
}

// views returns the commands for the page; an empty list is [], not null.
func (c *commands) views() []wire.Command { return append([]wire.Command{}, c.in(nil, nil)...) }

// in returns the commands that a person can use in a channel; in direct messages only those of the channel's bot. A nil
// channel means all of them.
func (c *commands) in(ch *channel, p *person) []wire.Command {
	var list []wire.Command
	for _, a := range c.apps.all() {
		if ch == nil || ch.Application == "" || ch.Application == a.ID {
			list = append(list, c.of(a, ch, p)...)
		}
	}
	return list
}

// of returns those of one application. Guild commands hide global ones with the same name.
func (c *commands) of(a *application, ch *channel, p *person) []wire.Command {
	var list []wire.Command
	inGuild := ch == nil || ch.Type != wire.DMChannel
	if inGuild {
		list = append(list, c.list[scope{a.ID, true}]...)
	}
	for _, g := range c.list[scope{a.ID, false}] {
		hidden := slices.ContainsFunc(list, func(x wire.Command) bool { return x.Name == g.Name && x.Type == g.Type })
		if hidden || ch != nil && (!usableIn(&g, inGuild) || len(installs(&g, p, ch)) == 0) {
			continue
		}
		list = append(list, g)
	}
	return list
}

// usableIn checks the contexts of a global command, or the older dm_permission if it has none.
func usableIn(c *wire.Command, guild bool) bool {
	if c.Contexts != nil {
		if guild {
			return slices.Contains(c.Contexts, 0)
		}
		return slices.Contains(c.Contexts, 1)
	}
	return guild || c.DMPermission == nil || *c.DMPermission
}

// installs returns the installations of the application by which a person can use a command in a channel, by type: 0
// for the guild's, 1 for the user's own. Discord sends them with each interaction (authorizing_integration_owners).
func installs(c *wire.Command, p *person, ch *channel) map[string]wire.ID {
	by := map[string]wire.ID{}
	if c.GuildID != "" || len(c.IntegrationTypes) == 0 || slices.Contains(c.IntegrationTypes, 0) {
		by["0"] = ch.installed()
	}
	if slices.Contains(p.Installs, c.ApplicationID) && slices.Contains(c.IntegrationTypes, 1) {
		by["1"] = p.ID
	}
	return by
}

// installed returns the guild that has installed the application, as sent with interactions in the channel.
func (ch *channel) installed() wire.ID {
	if ch.Type == wire.DMChannel {
		return "0"
	}
	return GuildID
}

// adopt sets the ids of a command of a scope: those of the command that it replaces, or new ones.
func (c *commands) adopt(cmd wire.Command, in scope, old *wire.Command) wire.Command {
	if old != nil {
		cmd.ID, cmd.Version = old.ID, old.Version
		cmd.ApplicationID, cmd.GuildID = old.ApplicationID, old.GuildID
		if string(toJSON(cmd)) == string(toJSON(old)) {
			return cmd
		}
	} else {
		cmd.ID = c.core.newID()
	}
	cmd.Version = c.core.newID()
	cmd.ApplicationID = in.app
	if in.guild {
		cmd.GuildID = GuildID
		cmd.Contexts, cmd.IntegrationTypes, cmd.DMPermission = nil, nil, nil // only for global commands
		return cmd
	}
	if cmd.IntegrationTypes == nil {
		cmd.IntegrationTypes = []int{0}
	}
	return cmd
}
