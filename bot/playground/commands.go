package playground

import (
	"slices"

	"xiangqibot/bot/playground/wire"
)

// commands are what the bots have registered. The state lock guards the lists, which are replaced and never changed.
type commands struct {
	core *core
	apps *applications
	list map[scope][]wire.Command
}

// A scope is where a list of commands holds: in the server, or everywhere.
type scope struct {
	app   wire.ID
	guild bool
}

// load reads what an earlier process has left.
func (c *commands) load() error {
	return eachOf(c.core.db, `SELECT body FROM commands`, func(list *[]wire.Command) {
		for _, cmd := range *list {
			c.core.ids.Seen(cmd.ID)
			c.core.ids.Seen(cmd.Version)
			c.list[scope{cmd.ApplicationID, cmd.GuildID != ""}] = *list
		}
	})
}

// register puts a new list in the place of the old one and shows it to the pages.
func (c *commands) register(in scope, list []wire.Command) {
	c.core.db.saveCommands(in, list)
	c.list[in] = list
	c.core.hub.publish(all, "commands", map[string]any{"commands": c.views()})
}

// views are the commands for the page; an empty list is [], not null.
func (c *commands) views() []wire.Command { return append([]wire.Command{}, c.in(nil, nil)...) }

// in are the commands that a person can use in a channel, which in direct messages are those of the bot that they are
// with. A nil channel means all of them.
func (c *commands) in(ch *channel, p *person) []wire.Command {
	var list []wire.Command
	for _, a := range c.apps.all() {
		if ch == nil || ch.Application == "" || ch.Application == a.ID {
			list = append(list, c.of(a, ch, p)...)
		}
	}
	return list
}

// of are those of one application: the server's hide global ones of the same name.
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

// usableIn reads the contexts of a global command; without them the older dm_permission counts.
func usableIn(c *wire.Command, guild bool) bool {
	if c.Contexts != nil {
		if guild {
			return slices.Contains(c.Contexts, 0)
		}
		return slices.Contains(c.Contexts, 1)
	}
	return guild || c.DMPermission == nil || *c.DMPermission
}

// installs are the ways in which the application was installed that let a person use a command in a channel, with who
// did so: in the server (0), or for themselves (1). Discord tells them with each interaction.
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

// installed is the server that has installed the application, as an interaction in the channel tells it.
func (ch *channel) installed() wire.ID {
	if ch.Type == wire.DMChannel {
		return "0"
	}
	return GuildID
}

// adopt gives a command of a scope its ids: those of the command whose place it takes, or new ones.
func (c *commands) adopt(cmd wire.Command, in scope, old *wire.Command) wire.Command {
	if old != nil {
		cmd.ID, cmd.Version = old.ID, old.Version
		cmd.ApplicationID, cmd.GuildID = old.ApplicationID, old.GuildID
		if string(raw(cmd)) == string(raw(old)) {
			return cmd
		}
	} else {
		cmd.ID = c.core.newID()
	}
	cmd.Version = c.core.newID()
	cmd.ApplicationID = in.app
	if in.guild {
		cmd.GuildID = GuildID
		cmd.Contexts, cmd.IntegrationTypes, cmd.DMPermission = nil, nil, nil // these are for global commands only
		return cmd
	}
	if cmd.IntegrationTypes == nil {
		cmd.IntegrationTypes = []int{0}
	}
	return cmd
}
