package playground

import (
	"net/http"
	"slices"

	"xiangqibot/bot/playground/wire"
)

// actBody is what every act says: who, and where.
type actBody struct {
	Person  wire.ID `json:"person"`
	Channel wire.ID `json:"channel"`
	actOptions
}

// actor finds who acts and where. The caller holds the lock.
func (s *Server) actor(b *actBody) (*person, *channel, error) {
	p, err := s.knownPerson(b.Person)
	if err != nil {
		return nil, nil, err
	}
	ch, err := s.knownChannel(p, b.Channel)
	return p, ch, err
}

// started is the answer to an act that reached the bot.
func started(x *interaction, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	return map[string]any{"interaction": x.ID}, nil
}

func (s *Server) doCommand(_ *http.Request, body []byte) (any, error) {
	var in struct {
		actBody
		Name    string         `json:"name"`
		Options map[string]any `json:"options"`
		Text    string         `json:"text"`
	}
	if err := readJSON(body, &in); err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	p, ch, err := s.actor(&in.actBody)
	if err != nil {
		return nil, err
	}
	client := s.client(p, ch)
	if in.Text != "" {
		in.Name, in.Options, err = client.parse(in.Text)
		if err != nil {
			return nil, err
		}
	}
	data, err := client.command(in.Name, in.Options)
	if err != nil {
		return nil, err
	}
	return started(s.act(p, ch, wire.CommandInteraction, data, in.actOptions))
}

func (s *Server) doAutocomplete(r *http.Request, body []byte) (any, error) {
	var in struct {
		actBody
		Name    string         `json:"name"`
		Options map[string]any `json:"options"`
		Focused string         `json:"focused"`
		Text    string         `json:"text"`
	}
	if err := readJSON(body, &in); err != nil {
		return nil, err
	}
	x, p, err := s.ask(&in.actBody, asked{in.Name, in.Options, in.Focused, in.Text})
	if err != nil {
		return nil, err
	}
	select {
	case choices, ok := <-x.answers:
		if !ok {
			return nil, fail(504, "%s", didNotRespond)
		}
		list := []map[string]any{}
		for _, c := range choices {
			list = append(list, map[string]any{"name": wire.Localized(c.NameLocalized, p.Locale, c.Name), "value": c.Value})
		}
		return map[string]any{"choices": list}, nil
	case <-r.Context().Done():
		return nil, fail(499, "The question was called off.")
	}
}

// question is an autocomplete that the bot has not answered yet.
type question struct{ answers <-chan []wire.Choice }

// asked is what was typed so far: by its parts, or as one text.
type asked struct {
	name    string
	options map[string]any
	focused string
	text    string
}

// ask gives the bot an autocomplete question.
func (s *Server) ask(b *actBody, a asked) (question, *person, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	p, ch, err := s.actor(b)
	if err != nil {
		return question{}, nil, err
	}
	client := s.client(p, ch)
	if a.text != "" {
		if a.name, a.options, a.focused, err = client.parseTyped(a.text); err != nil {
			return question{}, nil, err
		}
	}
	data, kind, err := client.partial(a.name, a.options, a.focused)
	if err != nil {
		return question{}, nil, err
	}
	opt := b.actOptions
	opt.focused = kind
	x, err := s.act(p, ch, wire.Autocomplete, data, opt)
	if err != nil {
		return question{}, nil, err
	}
	return question{x.completion}, p, nil
}

// component finds the message and the part of it that a person wants to use.
func (s *Server) component(p *person, ch *channel, message wire.ID, customID string) (*wire.Message, *wire.Component, error) {
	m := s.world.message(ch, message)
	if m == nil || m.EphemeralFor != "" && m.EphemeralFor != p.ID {
		return nil, nil, fail(404, "There is no message %q in this channel that %s can see.", message, p.Name)
	}
	c := wire.Find(m.Components, customID)
	switch {
	case c == nil:
		return nil, nil, fail(404, "The message has no component with the custom_id %q.", customID)
	case c.Disabled:
		return nil, nil, fail(409, "This component is disabled.")
	}
	return m, c, nil
}

func (s *Server) doClick(_ *http.Request, body []byte) (any, error) {
	var in struct {
		actBody
		Message  wire.ID `json:"message"`
		CustomID string  `json:"custom_id"`
	}
	if err := readJSON(body, &in); err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	p, ch, err := s.actor(&in.actBody)
	if err != nil {
		return nil, err
	}
	m, c, err := s.component(p, ch, in.Message, in.CustomID)
	if err != nil {
		return nil, err
	}
	if c.Type != wire.Button {
		return nil, fail(400, "%q is no button. Menus are used with /playground/select.", in.CustomID)
	}
	in.message = m
	data := wire.ComponentData{CustomID: c.CustomID, ComponentType: c.Type, ID: c.ID}
	return started(s.act(p, ch, wire.ComponentInteraction, data, in.actOptions))
}

func (s *Server) doSelect(_ *http.Request, body []byte) (any, error) {
	var in struct {
		actBody
		Message  wire.ID  `json:"message"`
		CustomID string   `json:"custom_id"`
		Values   []string `json:"values"`
	}
	if err := readJSON(body, &in); err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	p, ch, err := s.actor(&in.actBody)
	if err != nil {
		return nil, err
	}
	m, c, err := s.component(p, ch, in.Message, in.CustomID)
	if err != nil {
		return nil, err
	}
	if !c.IsSelect() {
		return nil, fail(400, "%q is no menu. Buttons are used with /playground/click.", in.CustomID)
	}
	resolved, err := s.chosen(c, in.Values)
	if err != nil {
		return nil, err
	}
	in.message = m
	data := wire.ComponentData{CustomID: c.CustomID, ComponentType: c.Type, ID: c.ID, Values: in.Values, Resolved: resolved}
	return started(s.act(p, ch, wire.ComponentInteraction, data, in.actOptions))
}

// chosen checks the values of a menu and finds what is behind ids.
func (s *Server) chosen(c *wire.Component, values []string) (*wire.Resolved, error) {
	lo, hi := 1, 1
	if c.MinValues != nil {
		lo = *c.MinValues
	}
	if c.MaxValues != nil {
		hi = *c.MaxValues
	}
	if len(values) < lo || len(values) > hi {
		return nil, fail(400, "Choose %d to %d of this menu, not %d.", lo, hi, len(values))
	}
	if c.Type == wire.StringSelect {
		for _, v := range values {
			if !slices.ContainsFunc(c.Options, func(o wire.SelectOption) bool { return o.Value == v }) {
				return nil, fail(400, "The menu has no option with the value %q.", v)
			}
		}
		return nil, nil
	}
	r := newResolver(s)
	for _, v := range values {
		id := wire.ID(v)
		fits := false
		switch c.Type {
		case wire.UserSelect, wire.MentionableSelect:
			fits = r.user(id)
		case wire.ChannelSelect:
			fits = r.channel(id)
		}
		if !fits {
			return nil, fail(400, "%q cannot be chosen in this menu.", v)
		}
	}
	return r.resolved(), nil
}

func (s *Server) doModal(_ *http.Request, body []byte) (any, error) {
	var in struct {
		actBody
		Interaction wire.ID        `json:"interaction"`
		CustomID    string         `json:"custom_id"`
		Values      map[string]any `json:"values"`
	}
	if err := readJSON(body, &in); err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	p, ch, err := s.actor(&in.actBody)
	if err != nil {
		return nil, err
	}
	opener := s.world.interactions[in.Interaction]
	if opener == nil || opener.Person != p.ID || opener.Modal == nil || opener.Modal.CustomID != in.CustomID {
		return nil, fail(404, "There is no open form %q of the interaction %q.", in.CustomID, in.Interaction)
	}
	fields, err := s.fill(opener.Modal, in.Values)
	if err != nil {
		return nil, err
	}
	if opener.Message != "" {
		in.message = s.world.message(ch, opener.Message)
	}
	in.parent = s.metadata(opener)
	return started(s.act(p, ch, wire.ModalSubmit, wire.ModalData{CustomID: in.CustomID, Components: fields}, in.actOptions))
}

// doRedeliver gives the bot a person's last interaction again: an event may arrive more than once.
func (s *Server) doRedeliver(_ *http.Request, body []byte) (any, error) {
	var in struct {
		Person wire.ID `json:"person"`
	}
	if err := readJSON(body, &in); err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	p, err := s.knownPerson(in.Person)
	if err != nil {
		return nil, err
	}
	x := s.world.last[p.ID]
	if x == nil {
		return nil, fail(404, "%s has not done anything yet.", p.Name)
	}
	if !s.reachable() {
		return nil, fail(503, "The bot is not connected.")
	}
	s.deliver(x)
	return map[string]any{"interaction": x.ID}, nil
}
