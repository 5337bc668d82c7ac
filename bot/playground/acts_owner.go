package playground

import (
	"net/http"

	"xiangqibot/bot/playground/wire"
)

// What the server's owner does to its channels.

// changeChannel is the owner at work on a thread: archives it, locks it, opens it again.
func (a *acts) changeChannel(r *http.Request, body []byte) (any, error) {
	var in struct {
		Person   wire.ID `json:"person"`
		Archived *bool   `json:"archived"`
		Locked   *bool   `json:"locked"`
	}
	if err := readJSON(body, &in); err != nil {
		return nil, err
	}
	a.core.lock.Lock()
	defer a.core.lock.Unlock()
	ch, err := a.ownChannel(in.Person, wire.ID(r.PathValue("channel")))
	if err != nil {
		return nil, err
	}
	if !ch.IsThread() {
		return nil, fail(400, "#%s is no thread: only threads are archived or locked.", ch.Name)
	}
	a.channels.change(ch, &wire.ThreadForm{Archived: in.Archived, Locked: in.Locked})
	return a.channels.view(ch), nil
}

// deleteChannel is the owner who deletes a channel with its threads, or a thread.
func (a *acts) deleteChannel(r *http.Request, body []byte) (any, error) {
	var in struct {
		Person wire.ID `json:"person"`
	}
	if err := readJSON(body, &in); err != nil {
		return nil, err
	}
	a.core.lock.Lock()
	defer a.core.lock.Unlock()
	ch, err := a.ownChannel(in.Person, wire.ID(r.PathValue("channel")))
	if err != nil {
		return nil, err
	}
	a.messages.removeChannel(ch)
	return map[string]any{}, nil
}

// ownChannel is a channel of the server that the person may change and delete: its owner may.
func (a *acts) ownChannel(person, id wire.ID) (*channel, error) {
	p, err := a.guild.known(person)
	if err != nil {
		return nil, err
	}
	ch, err := a.channels.known(p, id)
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
