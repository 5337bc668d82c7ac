package discord

import (
	"context"
	"crypto/ed25519"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"
)

// Application is the bot's application at Discord.
type Application struct {
	ID string
	// Key verifies the requests that Discord sends to the application's endpoint; nil if Discord gives none.
	Key ed25519.PublicKey
	// Endpoint is the URL to which Discord sends interactions; empty: it sends them over the gateway.
	Endpoint string
	// MessageContent is whether the application may have the intent of that name.
	MessageContent bool
	// CodeGrant is whether an invitation needs a web server that takes part in it, which the bot has not.
	CodeGrant bool
	// UserInstall is whether people can install the application for themselves.
	UserInstall bool
}

// The flags of an application that may have the intent for the content of messages: up to, and above, 100 servers.
const messageContentFlags = 1<<18 | 1<<19

// FetchApplication returns the bot's application at Discord.
func FetchApplication(ctx context.Context, c *Client) (Application, error) {
	var fields struct {
		ID       string                     `json:"id"`
		Key      string                     `json:"verify_key"`
		Endpoint string                     `json:"interactions_endpoint_url"`
		Flags    int                        `json:"flags"`
		Grant    bool                       `json:"bot_require_code_grant"`
		Installs map[string]json.RawMessage `json:"integration_types_config"`
	}
	if err := c.get(ctx, applicationRoute, &fields); err != nil {
		return Application{}, err
	}
	key, err := hex.DecodeString(fields.Key)
	if err != nil || len(key) != ed25519.PublicKeySize {
		key = nil
	}
	return Application{
		ID: fields.ID, Key: key, Endpoint: fields.Endpoint,
		MessageContent: fields.Flags&messageContentFlags != 0, CodeGrant: fields.Grant, UserInstall: fields.Installs["1"] != nil,
	}, nil
}

// Self returns the id and the name of the bot's user.
func Self(ctx context.Context, c *Client) (id, name string, err error) {
	var self struct {
		ID       string `json:"id"`
		Username string `json:"username"`
	}
	err = c.get(ctx, "/users/@me", &self)
	return self.ID, self.Username, err
}

// SetEndpoint makes Discord send interactions to a URL. Discord verifies it before it answers, so the endpoint must
// already be serving.
func SetEndpoint(ctx context.Context, c *Client, url string) error {
	change := map[string]string{"interactions_endpoint_url": url}
	return c.do(ctx, newCall(http.MethodPatch, applicationRoute).with(change), nil)
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
	emoji := discordgo.EmojiParams{Name: name, Image: "data:image/png;base64," + base64.StdEncoding.EncodeToString(png)}
	err := c.do(ctx, newCall(http.MethodPost, emojisRoute, application).with(emoji), nil)
	if detailed(err, "APPLICATION_EMOJI_NAME_ALREADY_TAKEN") {
		return nil
	}
	return err
}

// EmojiRejected reports whether err says that a message names an emoji that does not exist.
func EmojiRejected(err error) bool { return detailed(err, "INVALID_EMOJI") }

// detailed reports whether err is an *[Error] that mentions one of Discord's codes for the fields of a form.
func detailed(err error, code string) bool {
	answer, ok := errors.AsType[*Error](err)
	return ok && strings.Contains(answer.Detail, code)
}

// Servers returns the servers that the bot is in, the first 200 of them, with the permissions of the bot's roles there.
func Servers(ctx context.Context, c *Client) (servers []discordgo.UserGuild, err error) {
	err = c.get(ctx, "/users/@me/guilds", &servers)
	return servers, err
}

// Guild returns a server that the bot is in, in the fields of the gateway's GUILD_UPDATE.
func Guild(ctx context.Context, c *Client, id string) (json.RawMessage, error) {
	var guild json.RawMessage
	err := c.get(ctx, "/guilds/{guild}", &guild, id)
	return guild, err
}

// LeaveServer makes the bot leave a server.
func LeaveServer(ctx context.Context, c *Client, guild string) error {
	return c.do(ctx, newCall(http.MethodDelete, "/users/@me/guilds/{id}", guild), nil)
}

// SetRole gives a member of a server a role, "" for none, and takes others from them. Roles that are as they should be
// are not touched. For somebody who has left the server it does nothing. The bot needs the permission Manage Roles, and
// a role of its own that is above them; otherwise the error is [CodeMissingPermissions].
func SetRole(ctx context.Context, c *Client, guild, person, role string, others []string) error {
	var member struct {
		Roles []string `json:"roles"`
	}
	const route = "/guilds/{id}/members/{id}"
	err := c.get(ctx, route, &member, guild, person)
	if HasCode(err, codeUnknownMember) {
		return nil
	}
	if err != nil {
		return err
	}
	change := func(method, id string) error {
		return c.do(ctx, newCall(method, route+"/roles/{id}", guild, person, id), nil)
	}
	if role != "" && !slices.Contains(member.Roles, role) {
		if err := change(http.MethodPut, role); err != nil {
			return err
		}
	}
	for _, other := range others {
		if slices.Contains(member.Roles, other) {
			if err := change(http.MethodDelete, other); err != nil {
				return err
			}
		}
	}
	return nil
}
