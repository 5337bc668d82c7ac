package playground

import (
	"cmp"
	"encoding/json"
	"net/http"

	"xiangqibot/bot/playground/wire"
)

// Further methods for tests in the same process: adding people and channels with chosen ids, creating interactions
// without a gateway connection, and reading the whole state.

// AddPerson adds a person with the given ids to the server; dm is their DM channel. If the person exists, they are
// changed.
func (s *Server) AddPerson(id, dm wire.ID, name, locale string) {
	s.core.lock.Lock()
	defer s.core.lock.Unlock()
	p := &person{ID: id, DM: dm, Name: name, Username: usernameOf(name, id), Locale: locale, Joined: s.core.now()}
	s.guild.put(p)
	if s.channels.get(dm) == nil {
		s.channels.openDMs(p)
	}
}

// AddChannel adds a text channel with the given id to the server.
func (s *Server) AddChannel(id wire.ID, name string) {
	s.core.lock.Lock()
	defer s.core.lock.Unlock()
	s.channels.add(id, name, "")
}

// Upload stores a file for an option of a person's command, and returns it as in "resolved" for the first application.
func (s *Server) Upload(person wire.ID, name string, data []byte) (wire.Attachment, error) {
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

// AddApplication creates an application and adds its bot to the server. The error says what is wrong with the name.
func (s *Server) AddApplication(name string) (Application, error) {
	s.core.lock.Lock()
	defer s.core.lock.Unlock()
	a, err := s.apps.invite(name, s.channels)
	if err != nil {
		return Application{}, err
	}
	return a.public(), nil
}

// Applications returns all applications in the order of creation.
func (s *Server) Applications() []Application {
	list := []Application{}
	for _, a := range s.apps.all() {
		list = append(list, a.public())
	}
	return list
}

// Handler returns the HTTP handler that Start serves.
func (s *Server) Handler() http.Handler { return s.http.Handler }

// An Act is a person's act as it arrives at Discord. It is not validated: a modified client could send anything.
type Act struct {
	Person, Channel wire.ID
	Type            int     // one of wire's types of interactions
	Message         wire.ID // whose component was used; empty: none
	Data            any
}

// Do creates an interaction for an act, for the author of Message or else the first application, and returns the data
// of INTERACTION_CREATE. It is also dispatched to connected bots, but none needs to be connected.
func (s *Server) Do(a Act) (json.RawMessage, error) {
	s.core.lock.Lock()
	defer s.core.lock.Unlock()
	p, err := s.guild.lookup(a.Person)
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

// Messages returns all messages of all channels, oldest first, including ephemeral ones.
func (s *Server) Messages() []*wire.Message {
	s.core.lock.Lock()
	defer s.core.lock.Unlock()
	return s.messages.all()
}

// Channel returns the channel or thread with an id.
func (s *Server) Channel(id wire.ID) (c wire.Channel, there bool) {
	s.core.lock.Lock()
	defer s.core.lock.Unlock()
	if ch := s.channels.get(id); ch != nil {
		return ch.Channel, true
	}
	return c, false
}

// File returns the content of an attachment, or fs.ErrNotExist.
func (s *Server) File(id wire.ID) ([]byte, error) { return s.messages.files.get(id) }
