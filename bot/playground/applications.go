package playground

import (
	"crypto/rand"
	"slices"
	"strings"
	"sync/atomic"

	"xiangqibot/bot/playground/gateway"
	"xiangqibot/bot/playground/wire"
)

// applications are those in the server. The list only grows, and is replaced by a longer one: it can be read without a
// lock. The state lock guards that replacement.
type applications struct {
	core *core
	list atomic.Pointer[[]*application]
}

func newApplications(core *core) *applications {
	as := &applications{core: core}
	as.list.Store(new([]*application))
	return as
}

// load reads what an earlier process has left. A new server has the first application.
func (as *applications) load() error {
	var list []*application
	err := eachOf(as.core.db, `SELECT body FROM applications ORDER BY rowid`, func(a *application) {
		as.core.ids.Seen(a.ID)
		as.core.ids.Seen(a.Role)
		list = append(list, a)
	})
	if err != nil {
		return err
	}
	if list == nil {
		list = append(list, firstApplication())
	}
	for _, a := range list {
		if err := as.put(a); err != nil {
			return err
		}
	}
	return nil
}

// put adds an application, with a key if it has none.
func (as *applications) put(a *application) error {
	var err error
	if a.endpoint, err = newEndpoint(&a.Seed); err != nil {
		return err
	}
	as.core.db.saveApplication(a)
	list := append(slices.Clone(as.all()), a)
	as.list.Store(&list)
	return nil
}

// all are the applications in the order in which they were made.
func (as *applications) all() []*application { return *as.list.Load() }

// first is the one that is there from the start.
func (as *applications) first() *application { return as.all()[0] }

// get is the one with the id, nil when there is none.
func (as *applications) get(id wire.ID) *application {
	return as.find(func(a *application) bool { return a.ID == id })
}

// byToken is the one with the token, nil when there is none.
func (as *applications) byToken(token string) *application {
	return as.find(func(a *application) bool { return a.Token == token })
}

// named is the one that is called so, nil when there is none.
func (as *applications) named(text string) *application {
	return as.find(func(a *application) bool { return a.named(text) })
}

func (as *applications) find(fits func(*application) bool) *application {
	list := as.all()
	if i := slices.IndexFunc(list, fits); i >= 0 {
		return list[i]
	}
	return nil
}

// known is the application of an act, the first when it names none; its author is told when there is none.
func (as *applications) known(id wire.ID) (*application, error) {
	if id == "" {
		return as.first(), nil
	}
	if a := as.get(id); a != nil {
		return a, nil
	}
	return nil, fail(404, "There is no application with the id %q. /playground/applications lists those there are.", id)
}

// allow sets what the role of an application allows.
func (as *applications) allow(a *application, permissions uint64) {
	a.Permissions = permissions
	as.core.db.saveApplication(a)
	as.core.tellRole("GUILD_ROLE_UPDATE", a.role())
}

// online reports whether the bot of an application would hear of what people do: at the gateway or by HTTP.
func (as *applications) online(a *application) bool {
	return a.endpoint.on() || as.core.gateway.Online(a.ID)
}

// invite makes an application and brings its bot into the server: with a role, and direct messages of everybody's.
func (as *applications) invite(name string, channels *channels) (*application, error) {
	name = strings.TrimSpace(name)
	switch {
	case as.core.closed:
		return nil, fail(503, "The playground is being closed.")
	case !validName(name):
		return nil, fail(400, "The name of an application has 1 to 32 characters.")
	case as.named(name) != nil:
		return nil, fail(409, "There is an application %q already. Another one needs another name.", name)
	}
	a := &application{ID: as.core.newID(), Name: name, Role: as.core.newID(), Permissions: wire.Invited,
		Joined: as.core.now()}
	a.Token = tokenOf(a.ID, rand.Text())
	if err := as.put(a); err != nil {
		return nil, err
	}
	as.core.tellRole("GUILD_ROLE_CREATE", a.role())
	as.core.tellMember("GUILD_MEMBER_ADD", a.member())
	as.core.hub.publish(all, "bots", map[string]any{"bots": as.views()})
	channels.greet(a)
	return a, nil
}

// A botView is the bot of an application as the page sees it.
type botView struct {
	ID          wire.ID  `json:"id"`
	Name        string   `json:"name"`
	Online      bool     `json:"online"`
	Permissions []string `json:"permissions"` // in the server
}

func (as *applications) views() []botView {
	list := []botView{}
	for _, a := range as.all() {
		list = append(list, botView{a.ID, a.Name, as.online(a), permissionNames(a.Permissions)})
	}
	return list
}

// tellRole sends a new or changed role to bots.
func (c *core) tellRole(event string, r wire.Role) {
	c.gateway.Dispatch(gateway.Audience{Intent: gateway.Guilds}, event, map[string]any{"guild_id": GuildID, "role": r})
}

// tellMember sends a new or changed member to bots that have been granted to hear of them.
func (c *core) tellMember(event string, m *wire.Member) {
	c.gateway.Dispatch(gateway.Audience{Intent: gateway.Members}, event, struct {
		GuildID wire.ID `json:"guild_id"`
		*wire.Member
	}{GuildID, m})
}
