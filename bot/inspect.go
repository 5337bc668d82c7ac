package bot

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/discord"
)

// Inspection is what Discord says of a bot that need not be running.
type Inspection struct {
	Name    string // of the bot's user
	Invite  string // the URL by which a server's owner invites the bot
	Servers int    // how many the bot is in, of the first 200
	// Problems say what keeps the bot from working as configured, and what to do about it.
	Problems []string
}

// Inspect asks Discord about the bot with a token, and changes nothing. byHTTP is whether interactions are to come by
// HTTP. The error is a *[TokenError] if the token is malformed or rejected.
func Inspect(
	ctx context.Context, text string, transport http.RoundTripper, messages Messages, byHTTP bool,
) (Inspection, error) {
	token, _, err := discord.ReadToken(text)
	if err != nil {
		return Inspection{}, err
	}
	client := discord.NewClient(token, transport, nil)
	_, name, err := discord.Self(ctx, client)
	if err != nil {
		return Inspection{}, discord.RejectedToken(err)
	}
	application, err := discord.FetchApplication(ctx, client)
	if err != nil {
		return Inspection{}, err
	}
	servers, err := discord.Servers(ctx, client)
	if err != nil {
		return Inspection{}, err
	}
	found := Inspection{Name: name, Invite: inviteURL(application.ID), Servers: len(servers)}
	problem := func(holds bool, format string, values ...any) {
		if holds {
			found.Problems = append(found.Problems, fmt.Sprintf(format, values...))
		}
	}
	const portal = "at https://discord.com/developers/applications (your application, "
	problem(messages == ReadAll && !byHTTP && !application.MessageContent,
		"discord.messages is all, but Discord does not send this bot the content of messages: switch on \"Message Content "+
			"Intent\" "+portal+"Bot, Privileged Gateway Intents), or set discord.messages to mentions")
	problem(!byHTTP && application.Endpoint != "",
		"Discord sends interactions to %s and not over the gateway: remove it "+portal+"General Information, "+
			"Interactions Endpoint URL), or set discord.transport to http", application.Endpoint)
	problem(application.CodeGrant,
		"the invitation will not work: switch off \"Requires OAuth2 Code Grant\" "+portal+"Bot)")
	for _, s := range servers {
		names := missing(s.Permissions)
		problem(len(names) > 0, "in the server %q the bot may not %s: give its role these permissions, or open the "+
			"invitation again", s.Name, strings.Join(names, ", "))
	}
	problem(len(servers) == 0, "the bot is in no server: open the invitation")
	return found, nil
}

// inviteURL returns the URL by which a server's owner invites an application, with the permissions that the bot uses.
func inviteURL(application string) string {
	query := url.Values{
		"client_id":   {application},
		"scope":       {"bot applications.commands"},
		"permissions": {strconv.FormatInt(invitePermissions(), 10)},
	}
	return "https://discord.com/oauth2/authorize?" + query.Encode()
}

// usedPermissions are the permissions that the bot uses, with their names in Discord's settings. It reads the history
// to find the embed of an old board.
var usedPermissions = []struct {
	bit  int64
	name string
}{
	{discordgo.PermissionViewChannel, "View Channels"},
	{discordgo.PermissionSendMessages, "Send Messages"},
	{discordgo.PermissionEmbedLinks, "Embed Links"},
	{discordgo.PermissionAttachFiles, "Attach Files"},
	{discordgo.PermissionReadMessageHistory, "Read Message History"},
	{discordgo.PermissionCreatePublicThreads, "Create Public Threads"},
	{discordgo.PermissionSendMessagesInThreads, "Send Messages in Threads"},
}

// invitePermissions returns the bits of all usedPermissions.
func invitePermissions() (all int64) {
	for _, p := range usedPermissions {
		all |= p.bit
	}
	return all
}

// missing returns the names of the usedPermissions that are not among the given ones.
func missing(permissions int64) (names []string) {
	if permissions&discordgo.PermissionAdministrator != 0 {
		return nil
	}
	for _, p := range usedPermissions {
		if permissions&p.bit == 0 {
			names = append(names, p.name)
		}
	}
	return names
}
