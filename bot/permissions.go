package bot

import (
	"context"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/view"
)

// permission is one that the bot needs in a channel, by its bit and its name.
type permission struct {
	bit  int64
	name view.Permission
}

// lacks lists the permissions that the bot does not have in the channel of the interaction: those that it needs to
// write there, and those without which its boards come without pictures and cards. Both are empty in direct messages,
// and where Discord does not say.
func (i *interaction) lacks() (toWrite, toShow []view.Permission) {
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

// barred is what is said where the bot may not write; ok is false where it may.
func (r *Request) cannotWrite() (reply view.Reply, ok bool) {
	toWrite, _ := r.interaction.lacks()
	if len(toWrite) == 0 {
		return view.Reply{}, false
	}
	return view.MayNotWrite(toWrite, r.Viewer), true
}

// whereItMayWrite is a handler by which games begin. Where the bot may not write it refuses, with the permissions that
// are missing: an answer can be given there, but nothing that follows it. Where only boards would look poorer, the
// person who asked is told so.
func requireWrite(begin handler) handler {
	return func(ctx context.Context, r *Request) (view.Reply, error) {
		if reply, barred := r.cannotWrite(); barred {
			return reply, nil
		}
		reply, err := begin(ctx, r)
		if _, toShow := r.interaction.lacks(); err == nil && len(toShow) > 0 && !reply.Private && reply.Modal == nil {
			reply.FollowUps = append(reply.FollowUps, view.LimitedBoards(toShow, r.Viewer))
		}
		return reply, err
	}
}
