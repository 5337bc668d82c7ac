package playground

import (
	"xiangqibot/bot/playground/ratelimit"
	"xiangqibot/bot/playground/wire"
)

// A botAPI handles the routes of the REST API.
type botAPI struct {
	*parts
	url        func() string // of the gateway
	shards     int           // the recommended number of shards
	privileged bool          // the application may read the content of messages
}

// A route is one method on one path below /api/v10.
type route struct {
	method  string
	path    string // with {channel}, {message}… as http.ServeMux reads them
	rate    ratelimit.Rate
	handler handler
}

// A handler handles a request, with the state locked, and returns the body of the response.
type handler func(*call) (any, error)

// created is the body of a response with status 201.
type created struct{ body any }

func (b *botAPI) routes(rates ratelimit.Rates) []route {
	const (
		commands      = "/applications/{app}/commands"
		guildCommands = "/applications/{app}/guilds/{guild}/commands"
		emojis        = "/applications/{app}/emojis"
		role          = "/guilds/{guild}/members/{user}/roles/{role}"
		channel       = "/channels/{channel}"
		message       = "/channels/{channel}/messages/{message}"
		webhook       = "/webhooks/{app}/{token}"
		answer        = "/webhooks/{app}/{token}/messages/{message}"
	)
	return []route{
		{"GET", "/gateway/bot", rates.Other, b.getGatewayBot},
		{"GET", "/users/@me", rates.Other, b.getMe},
		{"GET", "/users/@me/guilds", rates.Other, b.getMyGuilds},
		{"POST", "/users/@me/channels", rates.Other, b.postDM},
		{"GET", "/applications/@me", rates.Other, b.getApplication},
		{"PATCH", "/applications/@me", rates.Other, b.patchApplication},
		{"GET", commands, rates.Commands, b.getCommands},
		{"PUT", commands, rates.Commands, b.putCommands},
		{"GET", guildCommands, rates.Commands, b.getCommands},
		{"PUT", guildCommands, rates.Commands, b.putCommands},
		{"GET", emojis, rates.Other, b.getEmojis},
		{"POST", emojis, rates.Other, b.postEmoji},
		{"GET", "/guilds/{guild}", rates.Other, b.getGuild},
		{"GET", "/guilds/{guild}/members/{user}", rates.Other, b.getGuildMember},
		{"PUT", role, rates.Other, b.changeRoles},
		{"DELETE", role, rates.Other, b.changeRoles},
		{"GET", channel, rates.Read, b.inChannel(0, b.getChannel)},
		{"PATCH", channel, rates.Threads, b.inChannel(0, b.patchChannel)},
		{"GET", channel + "/messages", rates.Read, b.inChannel(0, b.getMessages)},
		{"POST", channel + "/messages", rates.Send, b.inChannel(0, b.postMessage)},
		{"GET", message, rates.Read, b.onMessage(wire.ReadMessageHistory, b.getMessage)},
		{"PATCH", message, rates.Edit, b.onMessage(0, b.patchMessage)},
		{"DELETE", message, rates.Delete, b.onMessage(0, b.deleteMessage)},
		{"POST", message + "/threads", rates.Threads, b.onMessage(wire.CreatePublicThreads, b.postThread)},
		{"PUT", message + "/reactions/{emoji}/@me", rates.Edit, b.onMessage(wire.ReadMessageHistory, b.putReaction)},
		{"POST", "/interactions/{id}/{token}/callback", ratelimit.Rate{}, b.postCallback},
		{"POST", webhook, rates.Webhook, b.postFollowUp},
		{"GET", answer, rates.Webhook, b.ofInteraction(b.getWebhookMessage)},
		{"PATCH", answer, rates.Webhook, b.ofInteraction(b.patchWebhookMessage)},
		{"DELETE", answer, rates.Webhook, b.ofInteraction(b.deleteWebhookMessage)},
	}
}
