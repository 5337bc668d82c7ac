package playground

import (
	"xiangqibot/bot/playground/ratelimit"
	"xiangqibot/bot/playground/wire"
)

// routes returns the routes of the REST API.
func routes(rates ratelimit.Rates, own *applicationAPI, guild *guildAPI, answers *answerAPI) []route {
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
		{"GET", "/gateway/bot", rates.Other, own.getGatewayBot},
		{"GET", "/users/@me", rates.Other, own.getMe},
		{"GET", "/users/@me/guilds", rates.Other, own.getMyGuilds},
		{"POST", "/users/@me/channels", rates.Other, guild.postDM},
		{"GET", "/applications/@me", rates.Other, own.getApplication},
		{"PATCH", "/applications/@me", rates.Other, own.patchApplication},
		{"GET", commands, rates.Commands, own.getCommands},
		{"PUT", commands, rates.Commands, own.putCommands},
		{"GET", guildCommands, rates.Commands, own.getCommands},
		{"PUT", guildCommands, rates.Commands, own.putCommands},
		{"GET", emojis, rates.Other, own.getEmojis},
		{"POST", emojis, rates.Other, own.postEmoji},
		{"GET", "/guilds/{guild}", rates.Other, guild.getGuild},
		{"GET", "/guilds/{guild}/members/{user}", rates.Other, guild.getGuildMember},
		{"PUT", role, rates.Other, guild.changeRoles},
		{"DELETE", role, rates.Other, guild.changeRoles},
		{"GET", channel, rates.Read, guild.inChannel(0, guild.getChannel)},
		{"PATCH", channel, rates.Threads, guild.inChannel(0, guild.patchChannel)},
		{"GET", channel + "/messages", rates.Read, guild.inChannel(0, guild.getMessages)},
		{"POST", channel + "/messages", rates.Send, guild.inChannel(0, guild.postMessage)},
		{"GET", message, rates.Read, guild.onMessage(wire.ReadMessageHistory, guild.getMessage)},
		{"PATCH", message, rates.Edit, guild.onMessage(0, guild.patchMessage)},
		{"DELETE", message, rates.Delete, guild.onMessage(0, guild.deleteMessage)},
		{"POST", message + "/threads", rates.Threads, guild.onMessage(wire.CreatePublicThreads, guild.postThread)},
		{"PUT", message + "/reactions/{emoji}/@me", rates.Edit, guild.onMessage(wire.ReadMessageHistory, guild.putReaction)},
		{"POST", "/interactions/{id}/{token}/callback", ratelimit.Rate{}, answers.postCallback},
		{"POST", webhook, rates.Webhook, answers.postFollowUp},
		{"GET", answer, rates.Webhook, answers.ofInteraction(answers.getWebhookMessage)},
		{"PATCH", answer, rates.Webhook, answers.ofInteraction(answers.patchWebhookMessage)},
		{"DELETE", answer, rates.Webhook, answers.ofInteraction(answers.deleteWebhookMessage)},
	}
}
