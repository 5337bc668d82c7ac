package playground

import "xiangqibot/bot/playground/wire"

// Discord's refusals that several routes share.
var (
	unknownChannel     = wire.Refuse(404, 10003, "Unknown Channel")
	unknownMessage     = wire.Refuse(404, 10008, "Unknown Message")
	unknownUser        = wire.Refuse(404, 10013, "Unknown User")
	unknownCommand     = wire.Refuse(404, 10063, "Unknown application command")
	unknownInteraction = wire.Refuse(404, 10062, "Unknown interaction")
	unknownWebhook     = wire.Refuse(404, 10015, "Unknown Webhook")
	invalidToken       = wire.Refuse(401, 50027, "Invalid Webhook Token")
	alreadyAnswered    = wire.Refuse(400, 40060, "Interaction has already been acknowledged.")
	missingAccess      = wire.Refuse(403, 50001, "Missing Access")
	noPermission       = wire.Refuse(403, 50013, "Missing Permissions")
	wrongChannelType   = wire.Refuse(400, 50024, "Cannot execute action on this channel type")
	threadArchived     = wire.Refuse(400, 50083, "Thread is archived")
)
