package bot

import (
	"context"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/view"
	"xiangqibot/bot/words"
)

// permission is one that the bot needs in a channel, and the phrase with its name in Discord's clients.
type permission struct {
	bit    int64
	phrase string
}

// lacks tells which permissions the bot does not have in the channel of the interaction: those without which it cannot
// write there, and those without which its boards come without pictures and cards. It knows of none where Discord does
// not tell, and in direct messages.
func (i *interaction) lacks() (toWrite, toShow []string) {
	if i.Where == nil || i.GuildID == "" || i.AppPermissions&discordgo.PermissionAdministrator != 0 {
		return nil, nil
	}
	missing := func(needed ...permission) (phrases []string) {
		for _, p := range needed {
			if i.AppPermissions&p.bit == 0 {
				phrases = append(phrases, p.phrase)
			}
		}
		return phrases
	}
	send := permission{discordgo.PermissionSendMessages, "permission.send"}
	if i.Where.inThread() {
		send = permission{discordgo.PermissionSendMessagesInThreads, "permission.send-in-threads"}
	}
	return missing(permission{discordgo.PermissionViewChannel, "permission.view"}, send),
		missing(permission{discordgo.PermissionEmbedLinks, "permission.embed"}, permission{discordgo.PermissionAttachFiles, "permission.attach"})
}

// named puts a phrase about permissions into words.
func named(w words.Words, key string, permissions []string) string {
	names := make([]string, len(permissions))
	for n, phrase := range permissions {
		names[n] = w.Say(phrase)
	}
	return w.Say(key, words.Vars{"Permissions": w.List(names)})
}

// barred is what is said where the bot may not write; ok is false where it may.
func (r *Request) barred() (reply view.Reply, ok bool) {
	toWrite, _ := r.interaction.lacks()
	if len(toWrite) == 0 {
		return view.Reply{}, false
	}
	return view.Private(named(r.Viewer.Words, "permission.refused", toWrite)), true
}

// whereItMayWrite is a handler by which games begin. Where the bot may not write it refuses, with the permissions that
// are missing: an answer can be given there, but nothing that follows it. Where only boards would look poorer, the
// person who asked is told so.
func whereItMayWrite(begin handler) handler {
	return func(ctx context.Context, r *Request) (view.Reply, error) {
		if reply, barred := r.barred(); barred {
			return reply, nil
		}
		reply, err := begin(ctx, r)
		if _, toShow := r.interaction.lacks(); err == nil && len(toShow) > 0 && !reply.Private && reply.Modal == nil {
			reply.Also = append(reply.Also, view.Private(named(r.Viewer.Words, "permission.poorer", toShow)))
		}
		return reply, err
	}
}
