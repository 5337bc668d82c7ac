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

func (b *actBody) common() *actBody { return b }

// perform reads the body of an act into the struct that in points to, finds who acts and where, and has it done with the world locked.
func (s *Server) perform(body []byte, in interface{ common() *actBody }, do func(*person, *channel) (any, error)) (any, error) {
	if err := readJSON(body, in); err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	p, err := s.knownPerson(in.common().Person)
	if err != nil {
		return nil, err
	}
	ch, err := s.knownChannel(p, in.common().Channel)
	if err != nil {
		return nil, err
	}
	return do(p, ch)
}

// started is the answer to an act that reached the bot.
func started(x *interaction, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	return map[string]any{"interaction": x.ID}, nil
}

// commandBody is a command with its options, or the line in which both were typed.
type commandBody struct {
	actBody
	Name    string         `json:"name"`
	Options map[string]any `json:"options"`
	Text    string         `json:"text"`
}

func (s *Server) doCommand(_ *http.Request, body []byte) (any, error) {
	var in commandBody
	return s.perform(body, &in, func(p *person, ch *channel) (any, error) {
		client := s.client(p, ch)
		if in.Text != "" {
			var err error
			if in.Name, in.Options, err = client.parse(in.Text); err != nil {
				return nil, err
			}
		}
		data, err := client.command(in.Name, in.Options)
		if err != nil {
			return nil, err
		}
		return started(s.act(p, ch, wire.CommandInteraction, data, in.actOptions))
	})
}

// doAutocomplete asks the bot with the world locked and waits for its answer without.
func (s *Server) doAutocomplete(r *http.Request, body []byte) (any, error) {
	var in struct {
		commandBody
		Focused string `json:"focused"`
	}
	var answer <-chan []wire.Choice
	var locale string
	_, err := s.perform(body, &in, func(p *person, ch *channel) (any, error) {
		client := s.client(p, ch)
		if in.Text != "" {
			var err error
			if in.Name, in.Options, in.Focused, err = client.parseTyped(in.Text); err != nil {
				return nil, err
			}
		}
		data, kind, err := client.partial(in.Name, in.Options, in.Focused)
		if err != nil {
			return nil, err
		}
		in.focused = kind
		x, err := s.act(p, ch, wire.Autocomplete, data, in.actOptions)
		if err != nil {
			return nil, err
		}
		answer, locale = x.completion, p.Locale
		return started(x, nil)
	})
	if err != nil {
		return nil, err
	}
	select {
	case choices, ok := <-answer:
		if !ok {
			return nil, fail(504, "%s", didNotRespond)
		}
		list := []map[string]any{}
		for _, c := range choices {
			list = append(list, map[string]any{"name": wire.Localized(c.NameLocalized, locale, c.Name), "value": c.Value})
		}
		return map[string]any{"choices": list}, nil
	case <-r.Context().Done():
		return nil, fail(499, "The question was called off.")
	}
}

// componentBody is the use of a button or a menu.
type componentBody struct {
	actBody
	Message  wire.ID `json:"message"`
	CustomID string  `json:"custom_id"`
}

// component finds what a person wants to use, and notes its message for the interaction.
func (s *Server) component(p *person, ch *channel, b *componentBody) (*wire.Component, error) {
	m := s.world.message(ch, b.Message)
	if m == nil || m.EphemeralFor != "" && m.EphemeralFor != p.ID {
		return nil, fail(404, "There is no message %q in this channel that %s can see.", b.Message, p.Name)
	}
	c := wire.Find(m.Components, b.CustomID)
	switch {
	case c == nil:
		return nil, fail(404, "The message has no component with the custom_id %q.", b.CustomID)
	case c.Disabled:
		return nil, fail(409, "This component is disabled.")
	}
	b.message = m
	return c, nil
}

func (s *Server) doClick(_ *http.Request, body []byte) (any, error) {
	var in componentBody
	return s.perform(body, &in, func(p *person, ch *channel) (any, error) {
		c, err := s.component(p, ch, &in)
		if err != nil {
			return nil, err
		}
		if c.Type != wire.Button {
			return nil, fail(400, "%q is no button. Menus are used with /playground/select.", in.CustomID)
		}
		data := wire.ComponentData{CustomID: c.CustomID, ComponentType: c.Type, ID: c.ID}
		return started(s.act(p, ch, wire.ComponentInteraction, data, in.actOptions))
	})
}

func (s *Server) doSelect(_ *http.Request, body []byte) (any, error) {
	var in struct {
		componentBody
		Values []string `json:"values"`
	}
	return s.perform(body, &in, func(p *person, ch *channel) (any, error) {
		c, err := s.component(p, ch, &in.componentBody)
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
		data := wire.ComponentData{CustomID: c.CustomID, ComponentType: c.Type, ID: c.ID, Values: in.Values, Resolved: resolved}
		return started(s.act(p, ch, wire.ComponentInteraction, data, in.actOptions))
	})
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
		case wire.UserSelect:
			fits = r.user(id)
		case wire.RoleSelect:
			fits = r.role(id)
		case wire.MentionableSelect:
			fits = r.user(id) || r.role(id)
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
	return s.perform(body, &in, func(p *person, ch *channel) (any, error) {
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
	})
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
