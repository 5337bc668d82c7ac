package playground

import (
	"net/http"
	"strings"

	"xiangqibot/bot/playground/simclock"
	"xiangqibot/bot/playground/wire"
)

// A simulationAPI changes what is simulated: people, roles, channels, permissions, faults and the clock. Each method with
// a body is an endpoint of the API.
type simulationAPI struct {
	core         *core
	app          *application
	guild        *guild
	channels     *channels
	messages     *messages
	interactions *interactions
}

func (a *simulationAPI) addPerson(_ *http.Request, in *struct {
	Name    string `json:"name"`
	Locale  string `json:"locale"`
	Manager bool   `json:"manager"`
}) (any, error) {
	if in.Locale == "" {
		in.Locale = guildLocale
	}
	if err := checkPerson(in.Name, in.Locale); err != nil {
		return nil, err
	}
	p := &person{ID: a.core.newID(), Name: strings.TrimSpace(in.Name), Locale: in.Locale, DM: a.core.newID(),
		Manager: in.Manager, Joined: a.core.now()}
	p.Username = usernameOf(p.Name, p.ID)
	a.guild.put(p)
	a.channels.openDM(p)
	a.guild.publishPeople()
	return p.view(), nil
}

func (a *simulationAPI) changePerson(r *http.Request, in *personChange) (any, error) {
	p, err := a.guild.lookup(wire.ID(r.PathValue("person")))
	if err != nil {
		return nil, err
	}
	changed := *p
	if err := a.guild.change(&changed, in); err != nil {
		return nil, err
	}
	switch {
	case changed.Left && !p.Left:
		a.leave(p, &changed)
	case !changed.Left && p.Left:
		a.join(&changed)
	default:
		a.guild.put(&changed)
	}
	a.guild.publishPeople()
	return changed.view(), nil
}

// leave removes a person from the server: they lose their roles, and the page its channels.
func (a *simulationAPI) leave(p, left *person) {
	lost := a.channels.seenBy(p)
	left.Manager, left.Roles = false, nil
	a.guild.put(left)
	a.guild.publishPeople() // first, so that the page looks for no other channel
	for _, ch := range lost {
		a.core.hub.publish(only(p.ID), "channel_delete", map[string]any{"id": ch.ID})
	}
}

// join makes a person a member again.
func (a *simulationAPI) join(p *person) {
	p.Joined = a.core.now()
	a.guild.put(p)
	for _, ch := range a.channels.seenBy(p) {
		a.core.hub.publish(only(p.ID), "channel", a.channels.view(ch))
	}
}

// addRole creates a role; changePerson gives it to people.
func (a *simulationAPI) addRole(_ *http.Request, in *struct {
	Name        string `json:"name"`
	Mentionable bool   `json:"mentionable"`
}) (any, error) {
	name := strings.TrimSpace(in.Name)
	if !validName(name) {
		return nil, fail(400, "The name of a role has 1 to 32 characters.")
	}
	return a.guild.roleView(a.guild.addRole(name, in.Mentionable)), nil
}

// addGroup opens a group DM.
func (a *simulationAPI) addGroup(_ *http.Request, in *struct {
	Person wire.ID   `json:"person"`
	Name   string    `json:"name"`
	People []wire.ID `json:"people"`
}) (any, error) {
	name := strings.TrimSpace(in.Name)
	people := append([]wire.ID{in.Person}, in.People...)
	if !validName(name) || len(people) < 2 || len(people) > 10 {
		return nil, fail(400, "A group has a name of 1 to 32 characters, and 1 to 9 other people.")
	}
	for _, id := range people {
		if _, err := a.guild.lookup(id); err != nil {
			return nil, err
		}
	}
	return a.channels.view(a.channels.openGroup(name, people)), nil
}

// Acts of the server's owner on channels.

// changeChannel archives, locks or reopens a thread.
func (a *simulationAPI) changeChannel(r *http.Request, in *struct {
	Person   wire.ID `json:"person"`
	Archived *bool   `json:"archived"`
	Locked   *bool   `json:"locked"`
}) (any, error) {
	ch, err := a.ownChannel(in.Person, wire.ID(r.PathValue("channel")))
	if err != nil {
		return nil, err
	}
	if !ch.IsThread() {
		return nil, fail(400, "#%s is not a thread: only threads are archived or locked.", ch.Name)
	}
	a.channels.change(ch, &wire.ThreadForm{Archived: in.Archived, Locked: in.Locked})
	return a.channels.view(ch), nil
}

// deleteChannel deletes a thread, or a channel with its threads.
func (a *simulationAPI) deleteChannel(r *http.Request, in *struct {
	Person wire.ID `json:"person"`
}) (any, error) {
	ch, err := a.ownChannel(in.Person, wire.ID(r.PathValue("channel")))
	if err != nil {
		return nil, err
	}
	a.messages.removeChannel(ch)
	return map[string]any{}, nil
}

// ownChannel returns a channel of the server, or an error if the person is not the server's owner.
func (a *simulationAPI) ownChannel(person, id wire.ID) (*channel, error) {
	p, err := a.guild.lookup(person)
	if err != nil {
		return nil, err
	}
	ch, err := a.channels.lookup(p, id)
	switch {
	case err != nil:
		return nil, err
	case ch.GuildID == "":
		return nil, fail(400, "Direct messages are not a channel of the server; they cannot be changed.")
	case !p.owner():
		return nil, fail(403, "%s may not change the server's channels: its owner may.", p.Name)
	}
	return ch, nil
}

func (a *simulationAPI) clock(r *http.Request, body []byte) (any, error) {
	var in struct {
		Advance string `json:"advance"`
	}
	if err := readJSON(body, &in); err != nil {
		return nil, err
	}
	d, err := simclock.ParseDuration(in.Advance)
	if err != nil {
		return nil, fail(400, "%v", err)
	}
	a.core.settleAndAdvance(r.Context(), d)
	return map[string]any{"now": wire.Time(a.core.now())}, nil
}

// holdActs holds acts back, so that several reach the bot at once.
func (a *simulationAPI) holdActs(_ *http.Request, in *struct {
	Action string `json:"action"`
}) (any, error) {
	if in.Action != "hold" && in.Action != "release" {
		return nil, fail(400, "%q is not an action: use hold or release. Connections are ended with /playground/faults.",
			in.Action)
	}
	a.interactions.hold(in.Action == "hold")
	return map[string]any{}, nil
}

// permissions grants and revokes permissions of the bot, in one channel or in the whole server.
func (a *simulationAPI) permissions(_ *http.Request, in *struct {
	Channel wire.ID  `json:"channel"`
	Lose    []string `json:"lose"`
	Get     []string `json:"get"`
}) (any, error) {
	lose, err := wire.PermissionBits(in.Lose)
	if err != nil {
		return nil, fail(400, "%v.", err)
	}
	get, err := wire.PermissionBits(in.Get)
	if err != nil {
		return nil, fail(400, "%v.", err)
	}
	if in.Channel == "" {
		a.app.Permissions = a.app.Permissions&^lose | get
		a.app.save()
		a.channels.publishAll()
		return map[string]any{"permissions": wire.PermissionNames(a.app.Permissions)}, nil
	}
	c := a.channels.get(in.Channel)
	if c == nil || c.Type != wire.TextChannel {
		return nil, fail(404, "%q is not a text channel of the server. A thread follows the channel it is in.", in.Channel)
	}
	a.channels.permit(c, lose, get)
	return map[string]any{"permissions": wire.PermissionNames(a.channels.permissions(c))}, nil
}

// addFault injects a fault, now or at the next requests or events.
func (a *simulationAPI) addFault(_ *http.Request, f *Fault) (any, error) {
	return map[string]any{}, a.core.injectFault(*f)
}

// clearFaults removes the pending faults. It does not repair connections.
func (a *simulationAPI) clearFaults(*http.Request, []byte) (any, error) {
	a.core.gateway.ClearFaults()
	return map[string]any{}, nil
}
