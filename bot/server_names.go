package bot

import (
	"sync"

	"xiangqibot/bot/game"
)

// serverNames are the names of the servers that the bot is in, as the gateway tells them: all of them when it logs in.
// The zero value is ready.
type serverNames struct{ names sync.Map } // server id to name

// note remembers the name of a server.
func (p *serverNames) note(guild, name string) {
	if name = game.Sanitize(name); guild != "" && name != "" {
		p.names.Store(guild, name)
	}
}

// name is where a game was played, for its file: the name of its server, or Discord for direct messages and for a
// server that has not said its name.
func (p *serverNames) name(guild string) string {
	if name, ok := p.names.Load(guild); ok {
		return name.(string)
	}
	return "Discord"
}
