package playground

import "xiangqibot/bot/playground/wire"

// What the server's owner does to its channels.

// doChangeChannel is the owner at work on a thread: archives it, locks it, opens it again.
func (s *Server) doChangeChannel(id wire.ID, body []byte) (any, error) {
	var in struct {
		Person   wire.ID `json:"person"`
		Archived *bool   `json:"archived"`
		Locked   *bool   `json:"locked"`
	}
	if err := readJSON(body, &in); err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	ch, err := s.keeps(in.Person, id)
	if err != nil {
		return nil, err
	}
	if !ch.IsThread() {
		return nil, fail(400, "#%s is no thread: only threads are archived or locked.", ch.Name)
	}
	t := ch.Channel
	meta := *t.Thread
	if in.Archived != nil && *in.Archived != meta.Archived {
		meta.Archived, meta.ArchiveTimestamp = *in.Archived, wire.At(s.clock.Now())
	}
	if in.Locked != nil {
		meta.Locked = *in.Locked
	}
	t.Thread = &meta
	s.changeThread(ch, t)
	return s.channelView(ch), nil
}

// doDeleteChannel is the owner who deletes a channel with its threads, or a thread.
func (s *Server) doDeleteChannel(id wire.ID, body []byte) (any, error) {
	var in struct {
		Person wire.ID `json:"person"`
	}
	if err := readJSON(body, &in); err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	ch, err := s.keeps(in.Person, id)
	if err != nil {
		return nil, err
	}
	s.dropChannel(ch)
	return map[string]any{}, nil
}

// keeps is a channel of the server that the person may change and delete: its owner may.
func (s *Server) keeps(person, id wire.ID) (*channel, error) {
	p, err := s.knownPerson(person)
	if err != nil {
		return nil, err
	}
	ch, err := s.knownChannel(p, id)
	switch {
	case err != nil:
		return nil, err
	case ch.GuildID == "":
		return nil, fail(400, "Direct messages are no channel of the server; they cannot be changed.")
	case !p.owner():
		return nil, fail(403, "%s may not change the server's channels: its owner may.", p.Name)
	}
	return ch, nil
}
