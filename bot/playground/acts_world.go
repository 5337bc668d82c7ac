package playground

import (
	"net/http"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"xiangqibot/bot/playground/wire"
)

// Acts that change the world without asking the bot.

func (s *Server) doSay(_ *http.Request, body []byte) (any, error) {
	var in struct {
		actBody
		Content string `json:"content"`
	}
	return s.perform(body, &in, func(p *person, ch *channel) (any, error) {
		if n := utf8.RuneCountInString(in.Content); strings.TrimSpace(in.Content) == "" || n > 2000 {
			return nil, fail(400, "A message has 1 to 2000 characters, not %d.", n)
		}
		if err := s.wake(p, ch, 0); err != nil {
			return nil, err
		}
		m := s.newMessage(ch, p.user(), wire.MessageDefault)
		m.Content = in.Content
		s.mention(m, nil)
		if strings.Contains(in.Content, "<@"+string(ApplicationID)+">") {
			m.Mentions = append(m.Mentions, botUser())
		}
		s.post(ch, m)
		return s.pageMessage(m), nil
	})
}

func (s *Server) doAddPerson(_ *http.Request, body []byte) (any, error) {
	var in struct {
		Name    string `json:"name"`
		Locale  string `json:"locale"`
		Manager bool   `json:"manager"`
	}
	if err := readJSON(body, &in); err != nil {
		return nil, err
	}
	if in.Locale == "" {
		in.Locale = guildLocale
	}
	if err := checkPerson(in.Name, in.Locale); err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.clock.Now()
	p := &person{ID: s.ids.Next(now), Name: strings.TrimSpace(in.Name), Locale: in.Locale, DM: s.ids.Next(now), Manager: in.Manager, Joined: now}
	p.Username = usernameOf(p.Name, p.ID)
	s.change(entry{Person: p})
	s.tellMember("GUILD_MEMBER_ADD", p)
	s.hub.publish(all, "people", map[string]any{"people": s.peopleViews()})
	return p.view(), nil
}

func checkPerson(name, locale string) error {
	if !validName(name) {
		return fail(400, "A name has 1 to 32 characters.")
	}
	if !slices.Contains(wire.Locales(), locale) {
		return fail(400, "%q is no language of Discord. There are: %s.", locale, strings.Join(wire.Locales(), " "))
	}
	return nil
}

func (s *Server) doClock(_ *http.Request, body []byte) (any, error) {
	var in struct {
		Advance string `json:"advance"`
	}
	if err := readJSON(body, &in); err != nil {
		return nil, err
	}
	d, err := ParseSpan(in.Advance)
	if err != nil {
		return nil, fail(400, "%v", err)
	}
	s.Advance(d)
	return map[string]any{"now": wire.At(s.clock.Now())}, nil
}

// Advance moves the clock of this world forward, after all that was to happen by then, and remembers that it did.
func (s *Server) Advance(d time.Duration) {
	s.clock.Advance(d)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return
	}
	s.change(entry{Ahead: s.clock.Ahead()})
	s.hub.publish(all, "clock", map[string]any{"now": wire.At(s.clock.Now())})
}

func (s *Server) doGateway(_ *http.Request, body []byte) (any, error) {
	var in struct {
		Action string `json:"action"`
	}
	if err := readJSON(body, &in); err != nil {
		return nil, err
	}
	switch in.Action {
	case "reconnect":
		s.Reconnect()
	case "invalidate":
		s.Invalidate(false)
	case "drop":
		s.Drop(0)
	case "hold":
		s.hold(true)
	case "release":
		s.hold(false)
	default:
		return nil, fail(400, "%q is no action. There are: reconnect, invalidate, drop, hold, release.", in.Action)
	}
	return map[string]any{}, nil
}

// hold keeps from the bot what people do, or gives it all to the bot at once.
func (s *Server) hold(on bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	held := s.gateway.held
	s.gateway.holding, s.gateway.held = on, nil
	for _, x := range held {
		s.deliver(x)
	}
}
