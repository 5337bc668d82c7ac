package handlers

import (
	"context"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/view"
)

// permission is a permission that the bot needs in a channel: its bit and its name.
type permission struct {
	bit  int64
	name view.Permission
}

// Lacks lists the permissions that the bot lacks in the channel of the interaction: those needed to write there, and
// those without which its boards have no pictures or embeds. Both are empty in direct messages, and if Discord does
// not say.
func (i *Interaction) Lacks() (toWrite, toShow []view.Permission) {
	if i.Where == nil || i.GuildID == "" || i.AppPermissions&discordgo.PermissionAdministrator != 0 {
		return nil, nil
	}
	missing := func(needed ...permission) (names []view.Permission) {
		for _, p := range needed {
			if i.AppPermissions&p.bit == 0 {
				names = append(names, p.name)
			}
		}
		return names
	}
	send := permission{discordgo.PermissionSendMessages, view.Send}
	if i.Where.inThread() {
		send = permission{discordgo.PermissionSendMessagesInThreads, view.SendInThreads}
	}
	return missing(permission{discordgo.PermissionViewChannel, view.ViewChannel}, send),
		missing(permission{discordgo.PermissionEmbedLinks, view.EmbedLinks}, permission{discordgo.PermissionAttachFiles, view.AttachFiles})
}

// cannotWrite returns the refusal for a channel in which the bot may not write; ok is false if it may.
func (r *Request) cannotWrite() (reply view.Reply, ok bool) {
	toWrite, _ := r.Interaction.Lacks()
	if len(toWrite) == 0 {
		return view.Reply{}, false
	}
	return view.MayNotWrite(toWrite, r.Viewer), true
}

// requireWrite wraps a handler that begins games. If the bot may not write in the channel it refuses, with the
// missing permissions: the interaction could be answered, but nothing could be posted later. If only pictures or
// embeds are missing, the person who asked is told.
func requireWrite(begin Handler) Handler {
	return func(ctx context.Context, r *Request) (view.Reply, error) {
		if reply, barred := r.cannotWrite(); barred {
			return reply, nil
		}
		reply, err := begin(ctx, r)
		if _, toShow := r.Interaction.Lacks(); err == nil && len(toShow) > 0 && !reply.Private && reply.Modal == nil {
			reply.FollowUps = append(reply.FollowUps, view.LimitedBoards(toShow, r.Viewer))
		}
		return reply, err
	}
}
