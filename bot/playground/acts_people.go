package playground

import (
	"net/http"
	"strings"

	"xiangqibot/bot/playground/gateway"
	"xiangqibot/bot/playground/wire"
)

// Acts that change people and roles.

func (a *acts) addPerson(_ *http.Request, body []byte) (any, error) {
	var in struct {
		Name    string `json:"name"`
		Locale  string `json:"locale"`
		Manager bool   `json:"manager"`
	}
	if err := readJSON(body, &in); err != nil {
		return nil, err
	}
	if in.Locale == "" {
		in.Locale = guildLocale
	}
	if err := checkPerson(in.Name, in.Locale); err != nil {
		return nil, err
	}
	a.core.lock.Lock()
	defer a.core.lock.Unlock()
	p := &person{ID: a.core.newID(), Name: strings.TrimSpace(in.Name), Locale: in.Locale, DM: a.core.newID(),
		Manager: in.Manager, Joined: a.core.now()}
	p.Username = usernameOf(p.Name, p.ID)
	a.guild.put(p)
	a.channels.openDMs(p)
	a.guild.tellMember("GUILD_MEMBER_ADD", p)
	a.guild.publishPeople()
	return p.view(), nil
}

func (a *acts) changePerson(r *http.Request, body []byte) (any, error) {
	var in personChange
	if err := readJSON(body, &in); err != nil {
		return nil, err
	}
	a.core.lock.Lock()
	defer a.core.lock.Unlock()
	p, err := a.guild.lookup(wire.ID(r.PathValue("person")))
	if err != nil {
		return nil, err
	}
	changed := *p
	if err := a.guild.change(&changed, &in); err != nil {
		return nil, err
	}
	switch {
	case changed.Left && !p.Left:
		a.leave(p, &changed)
	case !changed.Left && p.Left:
		a.join(&changed)
	default:
		a.guild.put(&changed)
		a.guild.tellMember("GUILD_MEMBER_UPDATE", &changed)
	}
	a.guild.publishPeople()
	return changed.view(), nil
}

// leave removes a person from the server: they lose their roles and thread memberships, and the page its channels.
func (a *acts) leave(p, left *person) {
	lost := a.channels.seenBy(p)
	left.Manager, left.Roles = false, nil
	a.guild.put(left)
	a.guild.publishPeople() // first, so that the page looks for no other channel
	for _, ch := range lost {
		a.core.hub.publish(only(p.ID), "channel_delete", map[string]any{"id": ch.ID})
	}
	a.core.gateway.Dispatch(gateway.Audience{Intent: gateway.Members}, "GUILD_MEMBER_REMOVE",
		map[string]any{"guild_id": GuildID, "user": left.user()})
	a.channels.leave(left.ID)
}

// join makes a person a member again.
func (a *acts) join(p *person) {
	p.Joined = a.core.now()
	a.guild.put(p)
	a.guild.tellMember("GUILD_MEMBER_ADD", p)
	for _, ch := range a.channels.seenBy(p) {
		a.core.hub.publish(only(p.ID), "channel", a.channels.view(ch))
	}
}

// addRole creates a role; changePerson gives it to people.
func (a *acts) addRole(_ *http.Request, body []byte) (any, error) {
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
	a.core.lock.Lock()
	defer a.core.lock.Unlock()
	r := a.guild.addRole(name, in.Mentionable)
	return roleView{r.ID, r.Name, r.Mentionable, true}, nil
}
