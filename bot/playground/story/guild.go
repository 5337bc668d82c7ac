package story

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"xiangqibot/bot/playground/wire"
)

// enters goes to a channel, a thread or the direct messages.
func (a *actor) enters(name string) error {
	id, err := a.room(name)
	if err != nil {
		return err
	}
	client := a.story.client
	client.mu.Lock()
	a.channel = id
	client.mu.Unlock()
	return nil
}

// room waits for a channel with a name, as in find.
func (a *actor) room(name string) (wire.ID, error) {
	var found room
	var names []string
	err := a.story.client.wait(fmt.Sprintf("%s sees no channel or thread %q", a.name, name), func() bool {
		if found = a.find(name); found.ID != "" {
			return true
		}
		names = names[:0]
		for _, r := range a.rooms {
			names = append(names, r.Name)
		}
		return false
	})
	if err != nil {
		err = fmt.Errorf("%w; there are %q", err, names)
	}
	return found.ID, err
}

// find returns the channel with a name: "dm", "thread" for the newest thread, the name of a channel or thread, or a
// part of a thread's name. It prefers the newest, and an archived one only if there is no other. The client's lock is
// held.
func (a *actor) find(name string) room {
	var best room
	name = strings.TrimPrefix(name, "#")
	for _, r := range a.rooms {
		if n, most := r.fits(name), best.fits(name); n > most || n > 0 && n == most && best.ID.Before(r.ID) {
			best = r
		}
	}
	return best
}

// fits returns how well a channel matches a name: 0 means not at all.
func (r room) fits(name string) int {
	n := 0
	switch thread := r.Type == wire.PublicThread; {
	case r.ID == "":
	case r.Type == wire.DMChannel:
		if name == "dm" {
			n = 4
		}
	case r.Name == name:
		n = 4
	case thread && (name == "thread" || strings.Contains(r.Name, name)):
		n = 2
	}
	if n > 0 && r.Archived {
		n--
	}
	return n
}

// changes changes what the person is. Who joins sees what was said meanwhile.
func (a *actor) changes(change map[string]any) error {
	joins, moves := change["member"].(bool)
	if joins && a.id == "" {
		return a.appears()
	}
	if moves {
		a.story.mark()
	}
	err := a.story.client.call("PATCH", "people/"+string(a.id), change, nil)
	if err != nil || !joins {
		return err
	}
	return a.catchUp()
}

// appears creates the person.
func (a *actor) appears() error {
	var made struct{ ID wire.ID }
	client := a.story.client
	person := map[string]any{"name": everybody[a.name].name, "locale": "en-US"}
	if err := client.call("POST", "people", person, &made); err != nil {
		return err
	}
	client.mu.Lock()
	a.id = made.ID
	client.mu.Unlock()
	return a.follow()
}

// opensGroup opens a group DM with others.
func (a *actor) opensGroup(rest []string) error {
	with := slices.Index(rest, "with")
	if with < 1 || with == len(rest)-1 {
		return fmt.Errorf("usage: %s opens group NAME with PERSON…", a.name)
	}
	var people []wire.ID
	for _, name := range rest[with+1:] {
		other := a.story.people[name]
		if other == nil || other.id == "" {
			return fmt.Errorf("there is no person %q", name)
		}
		people = append(people, other.id)
	}
	group := map[string]any{"person": a.id, "name": strings.Join(rest[:with], " "), "people": people}
	return a.story.client.call("POST", "groups", group, nil)
}

// hasRole waits until the person has a role, or has it no longer.
func (a *actor) hasRole(has bool, name string) error {
	client := a.story.client
	return client.wait(fmt.Sprintf("%s does not get or lose the role %q", a.name, name), func() bool {
		return has == slices.ContainsFunc(client.roles[a.id], func(id wire.ID) bool { return client.names[id] == "@"+name })
	})
}

// takesRole gives the person a role, creating it if the server has none with that name, or removes it.
func (a *actor) takesRole(gets bool, name string) error {
	var state struct{ Roles, People []named }
	client := a.story.client
	if err := client.get("state?person="+string(a.id), &state); err != nil {
		return err
	}
	i := slices.IndexFunc(state.Roles, func(r named) bool { return r.Name == name })
	var role named
	switch {
	case i >= 0:
		role = state.Roles[i]
	case !gets:
		return fmt.Errorf("there is no role %q", name)
	default:
		if err := client.call("POST", "roles", map[string]any{"name": name, "mentionable": true}, &role); err != nil {
			return err
		}
	}
	roles := []wire.ID{}
	for _, p := range state.People {
		if p.ID == a.id {
			roles = slices.DeleteFunc(p.Roles, func(id wire.ID) bool { return id == role.ID })
		}
	}
	if gets {
		roles = append(roles, role.ID)
	}
	return client.call("PATCH", "people/"+string(a.id), map[string]any{"roles": roles}, nil)
}

// threadChanges are what the owner can do to threads.
var threadChanges = map[string]map[string]any{
	"archives": {"archived": true}, "locks": {"archived": true, "locked": true}, "bars": {"locked": true},
}

// changesChannel lets the owner delete, archive or lock a channel or thread: the named one, or the one they are in.
func (a *actor) changesChannel(verb string, rest []string) error {
	id := a.channel
	if len(rest) > 1 {
		var err error
		if id, err = a.room(strings.Join(rest[1:], " ")); err != nil {
			return err
		}
	}
	a.story.mark()
	method, body := "DELETE", map[string]any{"person": a.id}
	if change, ok := threadChanges[verb]; ok {
		method = "PATCH"
		maps.Copy(body, change)
	}
	return a.story.client.call(method, "channels/"+string(id), body, nil)
}

// permissions grants permissions to the bot or revokes them: in the channel after "in", or in the whole server.
func (s *story) permissions(verb string, args []string) error {
	body := map[string]any{}
	if i := slices.Index(args, "in"); i >= 0 {
		id, err := s.people["red"].room(strings.Join(args[i+1:], " "))
		if err != nil {
			return err
		}
		body["channel"], args = id, args[:i]
	}
	if len(args) == 0 {
		return errors.New("usage: bot loses|gets PERMISSION… [in CHANNEL], such as: bot loses CREATE_PUBLIC_THREADS in general")
	}
	key := "get"
	if verb == "loses" {
		key = "lose"
	}
	body[key] = args
	return s.client.call("POST", "permissions", body, nil)
}
