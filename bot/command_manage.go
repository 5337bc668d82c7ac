package bot

// Manage is /manage: what those who manage a server do with it. Discord shows it to nobody else.
func (c memberCommands) Manage() *Command {
	ratings := ratings{c.players, c.fair}
	return &Command{name: "manage", private: true, inServers: true, forManagers: true, subs: []*Command{
		tournaments{c.tournaments, c.service, c.servers, c.viewers}.create(),
		seasons{c.leaderboards, c.servers}.manage(),
		ratings.undo(),
		ratings.fairPlay(),
		settingsDaily{c.posts, personalSettings(c.host)}.command(),
		serverSettings(c.host).manage(),
	}}
}
