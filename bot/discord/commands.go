package discord

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"

	"github.com/bwmarrin/discordgo"
)

// SetCommands makes Discord's list of an application's commands equal to ours: the list of one server, or the global
// list if guild is empty. It writes only when the lists differ, and reports whether they did: Discord limits the
// changes per day and shows changed commands as new for some time.
func (c *Client) SetCommands(
	ctx context.Context, application, guild string, ours []*discordgo.ApplicationCommand,
) (changed bool, err error) {
	path, route := "/applications/"+application+"/commands", "/applications/{id}/commands"
	if guild != "" {
		path, route = "/applications/"+application+"/guilds/"+guild+"/commands", "/applications/{id}/guilds/{id}/commands"
		ours = withoutContexts(ours)
	}
	var theirs []*discordgo.ApplicationCommand
	if err := c.get(ctx, path+"?with_localizations=true", route, &theirs); err != nil {
		return false, err
	}
	same, err := sameCommands(ours, theirs)
	if err != nil {
		return false, err
	}
	if !same {
		err = c.do(ctx, call{
			method: http.MethodPut, path: path, route: route, bucket: "commands", body: ours, idempotent: true,
		}, &theirs)
		if err != nil {
			return false, err
		}
	}
	c.mentions.learn(ours, theirs)
	return !same, nil
}

// withoutContexts removes the fields that only global commands have: for a server's commands Discord rejects or drops
// them.
func withoutContexts(commands []*discordgo.ApplicationCommand) []*discordgo.ApplicationCommand {
	bare := make([]*discordgo.ApplicationCommand, len(commands))
	for n, c := range commands {
		copied := *c
		copied.Contexts, copied.IntegrationTypes = nil, nil
		bare[n] = &copied
	}
	return bare
}

// sameCommands reports whether two lists define the same commands, in any order and disregarding what Discord adds.
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

// canonical encodes a command's definition in a canonical form: without the fields that Discord fills in and without
// empty values.
func canonical(c *discordgo.ApplicationCommand) ([]byte, error) {
	text, err := json.Marshal(c)
	if err != nil {
		return nil, fmt.Errorf("discord: command %s: %w", c.Name, err)
	}
	var said map[string]any
	if err := json.Unmarshal(text, &said); err != nil {
		return nil, fmt.Errorf("discord: command %s: %w", c.Name, err)
	}
	for _, filled := range []string{
		"id", "application_id", "guild_id", "version", "default_permission", "dm_permission",
	} {
		delete(said, filled)
	}
	if c.GuildID != "" { // a server's own command: only global commands have contexts
		delete(said, "contexts")
		delete(said, "integration_types")
	}
	for _, places := range []string{"contexts", "integration_types"} {
		if list, ok := said[places].([]any); ok {
			slices.SortFunc(list, func(a, b any) int { return cmp.Compare(a.(float64), b.(float64)) })
		}
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
