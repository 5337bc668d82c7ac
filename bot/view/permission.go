package view

import "xiangqibot/bot/words"

// Permission is a permission that the bot needs in a channel: the key of the phrase with its name in Discord's
// clients.
type Permission string

// The permissions that the bot needs.
const (
	ViewChannel   Permission = "permission.view"
	Send          Permission = "permission.send"
	SendInThreads Permission = "permission.send-in-threads"
	EmbedLinks    Permission = "permission.embed"
	AttachFiles   Permission = "permission.attach"
)

// MayNotWrite says that no game can begin where the bot may not write, and which permissions are missing.
func MayNotWrite(missing []Permission, r Viewer) Reply {
	return Private(r.Words.Say("permission.refused", words.Vars{"Permissions": permissionNames(missing, r.Words)}))
}

// LimitedBoards says that boards come without pictures or embeds, and which permissions are missing.
func LimitedBoards(missing []Permission, r Viewer) Reply {
	return Private(r.Words.Say("permission.poorer", words.Vars{"Permissions": permissionNames(missing, r.Words)}))
}

func permissionNames(permissions []Permission, w words.Words) string {
	names := make([]string, len(permissions))
	for n, p := range permissions {
		names[n] = w.Say(string(p))
	}
	return w.List(names)
}
