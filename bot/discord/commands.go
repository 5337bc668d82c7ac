package discord

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"
	"slices"

	"github.com/bwmarrin/discordgo"
)

// SetCommands replaces an application's commands at Discord by the wanted ones: the list of one server, or the global
// list if guild is empty. It writes only when the lists differ, and reports whether they did:
// Discord limits the changes per day and shows changed commands as new for some time.
func SetCommands(
	ctx context.Context, c *Client, application, guild string, wanted []*discordgo.ApplicationCommand,
) (changed bool, err error) {
	route, ids := "/applications/{id}/commands", []string{application}
	if guild != "" {
		route, ids = "/applications/{id}/guilds/{id}/commands", []string{application, guild}
		wanted = withoutContexts(wanted)
	}
	var registered []*discordgo.ApplicationCommand
	list := newCall(http.MethodGet, route, ids...)
	list.query = "with_localizations=true"
	if err := c.do(ctx, list, &registered); err != nil {
		return false, err
	}
	same, err := sameCommands(wanted, registered)
	if err != nil {
		return false, err
	}
	if !same {
		if err := c.do(ctx, newCall(http.MethodPut, route, ids...).with(wanted), &registered); err != nil {
			return false, err
		}
	}
	c.mentions.learn(wanted, registered)
	return !same, nil
}

// withoutContexts removes the fields that only global commands have: for a server's commands Discord rejects or drops
// them.
func withoutContexts(commands []*discordgo.ApplicationCommand) []*discordgo.ApplicationCommand {
	copies := make([]*discordgo.ApplicationCommand, len(commands))
	for n, c := range commands {
		copied := *c
		copied.Contexts, copied.IntegrationTypes = nil, nil
		copies[n] = &copied
	}
	return copies
}

// sameCommands reports whether two lists define the same commands, in any order and disregarding what Discord adds.
func sameCommands(wanted, registered []*discordgo.ApplicationCommand) (bool, error) {
	a, err := canonical(wanted)
	if err != nil {
		return false, err
	}
	b, err := canonical(registered)
	return reflect.DeepEqual(a, b), err
}

// canonical returns the definitions of commands by name, without the fields that Discord fills in and without empty
// values.
func canonical(commands []*discordgo.ApplicationCommand) (map[string]any, error) {
	text, err := json.Marshal(commands)
	if err != nil {
		return nil, fmt.Errorf("discord: encoding commands: %w", err)
	}
	var list []map[string]any
	if err := json.Unmarshal(text, &list); err != nil {
		return nil, fmt.Errorf("discord: decoding commands: %w", err)
	}
	byName := make(map[string]any, len(list))
	for n, fields := range list {
		for _, filled := range []string{
			"id", "application_id", "guild_id", "version", "default_permission", "dm_permission",
		} {
			delete(fields, filled)
		}
		for _, places := range []string{"contexts", "integration_types"} {
			if commands[n].GuildID != "" { // only global commands have them
				delete(fields, places)
			}
			if list, ok := fields[places].([]any); ok {
				slices.SortFunc(list, func(a, b any) int { return cmp.Compare(a.(float64), b.(float64)) })
			}
		}
		byName[commands[n].Name] = withoutEmpty(fields)
	}
	return byName, nil
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
