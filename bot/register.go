package bot

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"

	"github.com/bwmarrin/discordgo"
)

// register makes Discord's list of the bot's commands equal to ours. An error says what to do where the bot is not in the server.
func (b *Bot) register(ctx context.Context) error {
	err := b.registerIn(ctx, b.guild)
	if b.guild != "" && hasCode(err, codeMissingAccess, codeUnknownGuild) {
		return fmt.Errorf("the bot is not in the server %s, where its commands are to be: invite it with %s, or give another server's id (%w)",
			b.guild, b.InviteURL(), err)
	}
	return err
}

// registerIn writes the commands of one server, or those of everywhere. It writes only when they differ: Discord counts the changes
// of a day, and shows changed commands as new for a while.
func (b *Bot) registerIn(ctx context.Context, guild string) error {
	path, route := "/applications/"+b.applicationID()+"/commands", "/applications/{id}/commands"
	if guild != "" {
		path, route = "/applications/"+b.applicationID()+"/guilds/"+guild+"/commands", "/applications/{id}/guilds/{id}/commands"
	}
	ours := make([]*discordgo.ApplicationCommand, 0, len(b.commands))
	for _, c := range b.commands {
		ours = append(ours, c.definition(b.host.phrases))
	}
	var theirs []*discordgo.ApplicationCommand
	if err := b.rest.get(ctx, path+"?with_localizations=true", route, &theirs); err != nil {
		return err
	}
	same, err := sameCommands(ours, theirs)
	if err != nil {
		return err
	}
	if same {
		b.log.Info("commands are registered already", "commands", len(ours), "guild", guild)
		return nil
	}
	if err := b.rest.do(ctx, apiCall{method: http.MethodPut, path: path, route: route, bucket: "commands", body: ours, again: true}, nil); err != nil {
		return err
	}
	b.log.Info("commands registered", "commands", len(ours), "guild", guild)
	return nil
}

// sameCommands tells whether two lists define the same commands, in whatever order and however much Discord adds to each.
func sameCommands(ours, theirs []*discordgo.ApplicationCommand) (bool, error) {
	if len(ours) != len(theirs) {
		return false, nil
	}
	known := make(map[string][]byte, len(theirs))
	for _, c := range theirs {
		text, err := canonical(c)
		if err != nil {
			return false, err
		}
		known[c.Name] = text
	}
	for _, c := range ours {
		text, err := canonical(c)
		if err != nil {
			return false, err
		}
		if !bytes.Equal(known[c.Name], text) {
			return false, nil
		}
	}
	return true, nil
}

// canonical writes what a command's definition says, in one way: without what Discord fills in, and with nothing where nothing is said.
func canonical(c *discordgo.ApplicationCommand) ([]byte, error) {
	text, err := json.Marshal(c)
	if err != nil {
		return nil, fmt.Errorf("bot: command %s: %w", c.Name, err)
	}
	var said map[string]any
	if err := json.Unmarshal(text, &said); err != nil {
		return nil, fmt.Errorf("bot: command %s: %w", c.Name, err)
	}
	for _, filled := range []string{
		"id", "application_id", "guild_id", "version", "default_permission", "default_member_permissions", "nsfw", "dm_permission",
		"contexts", "integration_types",
	} {
		delete(said, filled)
	}
	// Maps come out of Marshal sorted by key.
	return json.Marshal(withoutEmpty(said))
}

// withoutEmpty drops null, false and empty lists and maps, which say the same as leaving them out.
func withoutEmpty(value any) any {
	switch value := value.(type) {
	case map[string]any:
		for key, inner := range value {
			if inner = withoutEmpty(inner); inner == nil {
				delete(value, key)
			} else {
				value[key] = inner
			}
		}
		if len(value) == 0 {
			return nil
		}
	case []any:
		for i, inner := range value {
			value[i] = withoutEmpty(inner)
		}
		if len(value) == 0 {
			return nil
		}
	case bool:
		if !value {
			return nil
		}
	}
	return value
}

// get reads from Discord.
func (r *rest) get(ctx context.Context, path, route string, result any) error {
	return r.do(ctx, apiCall{method: http.MethodGet, path: path, route: route, bucket: "get " + route, again: true}, result)
}

// gateway asks where the gateway is.
func (r *rest) gateway(ctx context.Context) (gatewayAddress, error) {
	var address gatewayAddress
	err := r.get(ctx, "/gateway/bot", "/gateway/bot", &address)
	return address, err
}
