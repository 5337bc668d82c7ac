package playground

import (
	"slices"

	"xiangqibot/bot/playground/wire"
)

// A resolver collects the objects with given ids, for "resolved".
type resolver struct {
	app      wire.ID // the application that gets them
	guild    *guild
	channels *channels
	uploads  *uploads
	links    *links
	r        wire.Resolved
}

// user adds a person or a bot; it returns false if there is none with that id. A person who has left the server is
// added as a user without a member.
func (r *resolver) user(id wire.ID) bool {
	user, there := r.guild.user(id)
	if !there {
		return false
	}
	member := r.guild.member(id)
	if member != nil {
		member.User = nil
		if p := r.guild.person(id); p != nil {
			member.Permissions = bits(p.permissions())
		}
	}
	r.add(user, member)
	return true
}

func (r *resolver) add(u wire.User, m *wire.Member) {
	if r.r.Users == nil {
		r.r.Users = map[wire.ID]wire.User{}
	}
	r.r.Users[u.ID] = u
	if m == nil {
		return
	}
	if r.r.Members == nil {
		r.r.Members = map[wire.ID]wire.Member{}
	}
	r.r.Members[u.ID] = *m
}

func (r *resolver) channel(id wire.ID) bool {
	ch := r.channels.get(id)
	if ch == nil {
		return false
	}
	if r.r.Channels == nil {
		r.r.Channels = map[wire.ID]wire.Channel{}
	}
	r.r.Channels[id] = ch.Channel
	return true
}

// role adds a role of the server; it returns false if there is none with that id.
func (r *resolver) role(id wire.ID) bool {
	roles := r.guild.roles()
	i := slices.IndexFunc(roles, func(role wire.Role) bool { return role.ID == id })
	if i < 0 {
		return false
	}
	if r.r.Roles == nil {
		r.r.Roles = map[wire.ID]wire.Role{}
	}
	r.r.Roles[id] = roles[i]
	return true
}

// attachment adds a file that the person has uploaded; it returns false if there is none with that id.
func (r *resolver) attachment(p *person, id wire.ID) bool {
	up := r.uploads.of(p, id)
	if up == nil {
		return false
	}
	if r.r.Attachments == nil {
		r.r.Attachments = map[wire.ID]wire.Attachment{}
	}
	a := *up
	a.URL, a.ProxyURL = r.links.signed(ephemeral, r.app, &a)
	r.r.Attachments[id] = a
	return true
}

// resolved returns the collected objects, or nil if there are none.
func (r *resolver) resolved() *wire.Resolved {
	if r.r.Users == nil && r.r.Roles == nil && r.r.Channels == nil && r.r.Attachments == nil {
		return nil
	}
	return &r.r
}
