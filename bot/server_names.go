package bot

import (
	"sync"

	"xiangqibot/bot/game"
)

// serverNames holds the names of the bot's servers, as received from the gateway. The zero value is ready to use.
type serverNames struct{ names sync.Map } // server id to name

// note records the name of a server.
func (p *serverNames) note(guild, name string) {
	if name = game.Sanitize(name); guild != "" && name != "" {
		p.names.Store(guild, name)
	}
}

// name returns where a game was played, for its file: the name of its server, or Discord for direct messages and for
// a server of unknown name.
func (p *serverNames) name(guild string) string {
	if name, ok := p.names.Load(guild); ok {
		return name.(string)
	}
	return "Discord"
}
