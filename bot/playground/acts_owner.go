package playground

import (
	"net/http"

	"xiangqibot/bot/playground/wire"
)

// Acts of the server's owner on channels.

// changeChannel archives, locks or reopens a thread.
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

// deleteChannel deletes a thread, or a channel with its threads.
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

// ownChannel returns a channel of the server, or an error if the person is not the server's owner.
func (a *acts) ownChannel(person, id wire.ID) (*channel, error) {
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
