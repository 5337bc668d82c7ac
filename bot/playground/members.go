package playground

import (
	"net/http"
	"slices"
	"strings"

	"xiangqibot/bot/playground/wire"
)

// What may change about a person: the name and the language, what he may do and which roles he has, whether he takes direct messages,
// and whether he is a member of the server at all.

// personChange is the body of a change; what is nil stays.
type personChange struct {
	Name    *string    `json:"name"`
	Locale  *string    `json:"locale"`
	Manager *bool      `json:"manager"`
	Member  *bool      `json:"member"`
	DMs     *bool      `json:"dms"`
	Roles   *[]wire.ID `json:"roles"`
}

func (s *Server) doChangePerson(r *http.Request, body []byte) (any, error) {
	var in personChange
	if err := readJSON(body, &in); err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	p, err := s.knownPerson(wire.ID(r.PathValue("person")))
	if err != nil {
		return nil, err
	}
	changed := *p
	if err := s.changePerson(&changed, &in); err != nil {
		return nil, err
	}
	switch {
	case changed.Left && !p.Left:
		s.leaveGuild(p, &changed)
	case !changed.Left && p.Left:
		s.joinGuild(&changed)
	default:
		s.change(entry{Person: &changed})
		s.tellMember("GUILD_MEMBER_UPDATE", &changed)
	}
	s.hub.publish(all, "people", map[string]any{"people": s.peopleViews()})
	return changed.view(), nil
}

// changePerson makes the changes in a copy, or says why they cannot be.
func (s *Server) changePerson(p *person, in *personChange) error {
	if in.Name != nil {
		p.Name = strings.TrimSpace(*in.Name)
	}
	if in.Locale != nil {
		p.Locale = *in.Locale
	}
	if in.DMs != nil {
		p.NoDMs = !*in.DMs
	}
	if in.Member != nil {
		if p.owner() {
			return fail(409, "%s is the owner of the server and cannot leave it. Let another person leave.", p.Name)
		}
		p.Left = !*in.Member
	}
	if (in.Manager != nil || in.Roles != nil) && p.Left {
		return fail(409, "%s has left the server, so he has no roles there. He has to join first.", p.Name)
	}
	if in.Manager != nil {
		if p.owner() {
			return fail(409, "%s is the owner of the server and may do everything there; that cannot be changed. Make another person a manager.", p.Name)
		}
		p.Manager = *in.Manager
	}
	if in.Roles != nil {
		for _, id := range *in.Roles {
			if s.world.role(id) == nil {
				return fail(404, "There is no role with the id %q that can be given. Those that can stand in /playground/state.", id)
			}
		}
		p.Roles = slices.Compact(slices.Sorted(slices.Values(*in.Roles)))
	}
	return checkPerson(p.Name, p.Locale)
}

// leaveGuild takes a person out of the server: roles and places in threads are lost, the channels vanish from the page.
func (s *Server) leaveGuild(p, left *person) {
	var lost []wire.ID
	for _, ch := range s.world.channels {
		if ch.GuildID != "" && s.world.sees(p.ID, ch) {
			lost = append(lost, ch.ID)
		}
	}
	left.Manager, left.Roles = false, nil
	s.change(entry{Person: left})
	s.hub.publish(all, "people", map[string]any{"people": s.peopleViews()}) // first, so that the page looks for no other channel
	for _, id := range lost {
		s.hub.publish(only(p.ID), "channel_delete", map[string]any{"id": id})
	}
	s.dispatchTo(s.guildFilter(intentMembers), "GUILD_MEMBER_REMOVE", map[string]any{"guild_id": GuildID, "user": left.user()})
	for _, ch := range s.world.channels {
		if slices.Contains(ch.Members, left.ID) {
			s.setMembers(ch, left.ID, slices.DeleteFunc(slices.Clone(ch.Members), func(id wire.ID) bool { return id == left.ID }))
		}
	}
}

// joinGuild brings a person back, as a member like any other.
func (s *Server) joinGuild(p *person) {
	p.Joined = s.clock.Now()
	s.change(entry{Person: p})
	s.tellMember("GUILD_MEMBER_ADD", p)
	for _, ch := range s.world.channels {
		if ch.GuildID != "" && s.world.sees(p.ID, ch) {
			s.hub.publish(only(p.ID), "channel", s.channelView(ch))
		}
	}
}

// tellMember sends a new or changed member to a bot that has been granted to hear of them.
func (s *Server) tellMember(event string, p *person) {
	if p.Left {
		return
	}
	s.dispatchTo(s.guildFilter(intentMembers), event, struct {
		GuildID wire.ID `json:"guild_id"`
		*wire.Member
	}{GuildID, p.member()})
}

// doAddRole makes a role of the server; people are given it by a change of theirs.
func (s *Server) doAddRole(_ *http.Request, body []byte) (any, error) {
	var in struct {
		Name        string `json:"name"`
		Mentionable bool   `json:"mentionable"`
	}
	if err := readJSON(body, &in); err != nil {
		return nil, err
	}
	name := strings.TrimSpace(in.Name)
	if !validName(name) {
		return nil, fail(400, "The name of a role has 1 to 32 characters.")
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	r := wire.Role{ID: s.ids.Next(s.clock.Now()), Name: name, Permissions: bits(0), Position: 3 + len(s.world.roles), Mentionable: in.Mentionable, Colors: plain()}
	s.change(entry{Role: &r})
	s.tellRole("GUILD_ROLE_CREATE", r)
	s.hub.publish(all, "roles", map[string]any{"roles": s.roleViews()})
	return roleView{r.ID, r.Name, r.Mentionable, true}, nil
}

// roleView is a role as the page sees it.
type roleView struct {
	ID          wire.ID `json:"id"`
	Name        string  `json:"name"`
	Mentionable bool    `json:"mentionable"` // everybody may call those who have it
	Given       bool    `json:"given"`       // people can be given it; the bot's own and the managers' they cannot
}

// roleViews are all roles but @everyone.
func (s *Server) roleViews() []roleView {
	list := []roleView{}
	for _, r := range s.roles()[1:] {
		list = append(list, roleView{r.ID, r.Name, r.Mentionable, s.world.role(r.ID) != nil})
	}
	return list
}
