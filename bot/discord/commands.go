package discord

import (
	"bytes"
	"cmp"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"
)

// SetCommands replaces an application's commands at Discord by the wanted ones: the list of one server, or the global
// list if guild is empty. It writes only when the lists differ, and reports whether they did:
// Discord limits the changes per day and shows changed commands as new for some time.
func (c *Client) SetCommands(
	ctx context.Context, application, guild string, wanted []*discordgo.ApplicationCommand,
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
		replace := newCall(http.MethodPut, route, ids...)
		replace.body = wanted
		if err := c.do(ctx, replace, &registered); err != nil {
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
	if len(wanted) != len(registered) {
		return false, nil
	}
	known := make(map[string][]byte, len(registered))
	for _, c := range registered {
		text, err := canonical(c)
		if err != nil {
			return false, err
		}
		known[c.Name] = text
	}
	for _, c := range wanted {
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
	var fields map[string]any
	if err := json.Unmarshal(text, &fields); err != nil {
		return nil, fmt.Errorf("discord: command %s: %w", c.Name, err)
	}
	for _, filled := range []string{
		"id", "application_id", "guild_id", "version", "default_permission", "dm_permission",
	} {
		delete(fields, filled)
	}
	if c.GuildID != "" { // a server's own command: only global commands have contexts
		delete(fields, "contexts")
		delete(fields, "integration_types")
	}
	for _, places := range []string{"contexts", "integration_types"} {
		if list, ok := fields[places].([]any); ok {
			slices.SortFunc(list, func(a, b any) int { return cmp.Compare(a.(float64), b.(float64)) })
		}
	}
	// Maps come out of Marshal sorted by key.
	return json.Marshal(withoutEmpty(fields))
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

const emojisRoute = "/applications/{id}/emojis"

// Emojis returns the ids of an application's own emojis by name.
func Emojis(ctx context.Context, c *Client, application string) (map[string]string, error) {
	var list struct {
		Items []discordgo.Emoji `json:"items"`
	}
	if err := c.get(ctx, emojisRoute, &list, application); err != nil {
		return nil, err
	}
	ids := make(map[string]string, len(list.Items))
	for _, e := range list.Items {
		ids[e.Name] = e.ID
	}
	return ids, nil
}

// UploadEmoji gives an application an emoji, a PNG file. If it has one of that name already, nothing changes: another
// process may have been faster.
func UploadEmoji(ctx context.Context, c *Client, application, name string, png []byte) error {
	q := newCall(http.MethodPost, emojisRoute, application)
	q.body = discordgo.EmojiParams{Name: name, Image: "data:image/png;base64," + base64.StdEncoding.EncodeToString(png)}
	err := c.do(ctx, q, nil)
	if detailed(err, "APPLICATION_EMOJI_NAME_ALREADY_TAKEN") {
		return nil
	}
	return err
}

// EmojiRejected reports whether err says that a message names an emoji that does not exist.
func EmojiRejected(err error) bool { return detailed(err, "INVALID_EMOJI") }

// detailed reports whether err is an *[Error] that mentions one of Discord's codes for the fields of a form.
func detailed(err error, code string) bool {
	var answer *Error
	return errors.As(err, &answer) && strings.Contains(answer.Detail, code)
}
