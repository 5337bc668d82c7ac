package playground

import "xiangqibot/bot/playground/wire"

// Discord's errors that several routes use.
var (
	unknownChannel     = wire.NewError(404, 10003, "Unknown Channel")
	unknownMessage     = wire.NewError(404, 10008, "Unknown Message")
	unknownUser        = wire.NewError(404, 10013, "Unknown User")
	unknownCommand     = wire.NewError(404, 10063, "Unknown application command")
	unknownInteraction = wire.NewError(404, 10062, "Unknown interaction")
	unknownWebhook     = wire.NewError(404, 10015, "Unknown Webhook")
	invalidToken       = wire.NewError(401, 50027, "Invalid Webhook Token")
	alreadyAnswered    = wire.NewError(400, 40060, "Interaction has already been acknowledged.")
	missingAccess      = wire.NewError(403, 50001, "Missing Access")
	noPermission       = wire.NewError(403, 50013, "Missing Permissions")
	wrongChannelType   = wire.NewError(400, 50024, "Cannot execute action on this channel type")
	threadArchived     = wire.NewError(400, 50083, "Thread is archived")
)
