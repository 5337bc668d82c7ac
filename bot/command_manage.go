package bot

// newManageCommand is /manage: what those who manage a server do with it. Discord shows it to nobody else.
func newManageCommand(h *host) *Command {
	ratings := ratings{h.Players, h.Fair}
	return &Command{name: "manage", private: true, inServers: true, forManagers: true, subs: []*Command{
		tournaments{h.Tournaments, h.Games, h.Servers, h.viewers}.create(),
		seasons{h.Leaderboards, h.Servers}.manage(),
		ratings.undo(),
		ratings.fairPlay(),
		settingsDaily{h.DailySchedules, personalSettings(h)}.command(),
		serverSettings(h).manage(),
	}}
}
