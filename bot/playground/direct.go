package playground

import (
	"cmp"
	"encoding/json"
	"net/http"

	"xiangqibot/bot/playground/wire"
)

// What a test in the same process can do besides: bring people and channels of its own, speak for the gateway, and look
// at everything at once.

// AddPerson adds a person to the server, with ids of the caller's own; dm is the channel of their direct messages.
// A person who is there already is changed.
func (s *Server) AddPerson(id, dm wire.ID, name, locale string) {
	s.core.lock.Lock()
	defer s.core.lock.Unlock()
	p := &person{ID: id, DM: dm, Name: name, Username: usernameOf(name, id), Locale: locale, Joined: s.core.now()}
	s.guild.put(p)
	if s.channels.get(dm) == nil {
		s.channels.openDMs(p)
	}
}

// AddChannel adds a text channel to the server, with an id of the caller's own.
func (s *Server) AddChannel(id wire.ID, name string) {
	s.core.lock.Lock()
	defer s.core.lock.Unlock()
	s.channels.add(id, name, "")
}

// HandIn keeps a file that a person gives with a command, and returns it as the option's "resolved" has it for the first
// application.
func (s *Server) HandIn(person wire.ID, name string, data []byte) (wire.Attachment, error) {
	s.core.lock.Lock()
	defer s.core.lock.Unlock()
	a, err := s.uploads.take(person, name, data)
	if err != nil {
		return wire.Attachment{}, err
	}
	shown := *a
	shown.URL, shown.ProxyURL = s.messages.links.signed(ephemeral, ApplicationID, a)
	return shown, nil
}

// AddApplication makes another application, whose bot is in the server from then on. The error says what is wrong with
// the name.
func (s *Server) AddApplication(name string) (Application, error) {
	s.core.lock.Lock()
	defer s.core.lock.Unlock()
	a, err := s.apps.invite(name, s.channels)
	if err != nil {
		return Application{}, err
	}
	return a.public(), nil
}

// Applications are all of them, the first one first.
func (s *Server) Applications() []Application {
	list := []Application{}
	for _, a := range s.apps.all() {
		list = append(list, a.public())
	}
	return list
}

// Handler serves what Start serves, on a network of the caller's own.
func (s *Server) Handler() http.Handler { return s.http.Handler }

// An Act is what a person does, as it arrives at Discord. Nothing of it is checked: a client that somebody has changed
// can send it.
type Act struct {
	Person, Channel wire.ID
	Type            int     // one of wire's types of interactions
	Message         wire.ID // whose component was used; empty: none
	Data            any
}

// Do makes an interaction of an act, for the author of Message or else the first application, and returns
// INTERACTION_CREATE's data. Bots that are connected get it as well, but
// none has to be: the caller may speak for the gateway.
func (s *Server) Do(a Act) (json.RawMessage, error) {
	s.core.lock.Lock()
	defer s.core.lock.Unlock()
	p, err := s.guild.known(a.Person)
	if err != nil {
		return nil, err
	}
	ch := s.channels.get(a.Channel)
	if ch == nil {
		return nil, unknownChannel
	}
	opt := actOptions{to: s.apps.first(), message: s.messages.find(ch.ID, a.Message)}
	if opt.message != nil {
		opt.to = cmp.Or(s.apps.get(opt.message.Author.ID), opt.to)
	}
	x, err := s.interactions.create(p, ch, a.Type, a.Data, opt)
	if err != nil {
		return nil, err
	}
	return x.Payload, nil
}

// Messages are all messages in all channels, the oldest first, with those for one person.
func (s *Server) Messages() []*wire.Message {
	s.core.lock.Lock()
	defer s.core.lock.Unlock()
	return s.messages.everywhere()
}

// Channel is the channel or thread with that id.
func (s *Server) Channel(id wire.ID) (c wire.Channel, there bool) {
	s.core.lock.Lock()
	defer s.core.lock.Unlock()
	if ch := s.channels.get(id); ch != nil {
		return ch.Channel, true
	}
	return c, false
}

// File is the file of an attachment, or fs.ErrNotExist.
func (s *Server) File(id wire.ID) ([]byte, error) { return s.messages.files.get(id) }
