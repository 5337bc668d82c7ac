package playground

import (
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"time"

	"xiangqibot/bot/playground/wire"
)

// tokenLife is how long the token of an interaction serves for edits and follow-ups.
const tokenLife = 15 * time.Minute

// didNotRespond is what Discord's client shows when an interaction died.
const didNotRespond = "The application did not respond"

// The states of an interaction. From waiting it goes to one of the others, from thinking and silent to answered.
const (
	waiting  = "waiting"  // nobody has answered yet; dies after three seconds
	thinking = "thinking" // deferred with a message that says so
	silent   = "silent"   // deferred without anything to see
	answered = "answered"
	dead     = "dead"
)

// An interaction is one act of a person, as it lives from the delivery to the end of its token.
type interaction struct {
	ID       wire.ID         `json:"id"`
	Token    string          `json:"token"`
	Type     int             `json:"type"`
	Person   wire.ID         `json:"person"`
	Channel  wire.ID         `json:"channel"`
	Created  time.Time       `json:"created"`
	Payload  json.RawMessage `json:"payload"`           // what the bot was given
	Command  string          `json:"command,omitempty"` // its name, with subcommands
	Nonce    string          `json:"nonce,omitempty"`
	Message  wire.ID         `json:"message,omitempty"` // with the component that was used
	State    string          `json:"state"`
	Original wire.ID         `json:"original,omitempty"` // what @original means
	Modal    *wire.ModalForm `json:"modal,omitempty"`    // the form that the answer opened
	Focused  int             `json:"focused,omitempty"`  // type of the option to complete
	Parent   *wire.Metadata  `json:"parent,omitempty"`   // of a form: what opened it

	cancel     func()             // calls off what the clock would do
	completion chan []wire.Choice // of an autocomplete: the answer
}

// act makes an interaction of a person's act and gives it to the bot. The caller holds the lock.
func (s *Server) act(p *person, c *channel, kind int, data any, opt actOptions) (*interaction, error) {
	if !s.reachable() {
		return nil, fail(503, "The bot is not connected, so nobody can answer. Start it, or wait until it is back (see \"bot\" in /playground/state).")
	}
	if err := s.wake(p, c, kind); err != nil {
		return nil, err
	}
	now := s.clock.Now()
	s.world.forget(now)
	x := &interaction{ID: s.ids.Next(now), Type: kind, Person: p.ID, Channel: c.ID, Created: now, State: waiting,
		Nonce: opt.Nonce, Focused: opt.focused, Parent: opt.parent}
	if opt.message != nil {
		x.Message = opt.message.ID
	}
	if cmd, ok := data.(*wire.CommandData); ok {
		x.Command = cmd.FullName()
	}
	x.Token = newToken(x.ID)
	if kind == wire.Autocomplete {
		x.completion = make(chan []wire.Choice, 1)
	}
	payload, err := json.Marshal(s.payload(x, p, c, data, opt.message))
	if err != nil {
		return nil, fmt.Errorf("playground: %w", err)
	}
	x.Payload = payload
	if kind == wire.Autocomplete {
		s.world.putInteraction(x) // too short-lived for the journal
	} else {
		s.change(entry{Interaction: x})
	}
	s.watch(x)
	s.deliver(x)
	if opt.Twice {
		s.deliver(x)
	}
	return x, nil
}

// actOptions are what an act may carry besides its data.
type actOptions struct {
	Nonce   string `json:"nonce"`
	Twice   bool   `json:"twice"`
	message *wire.Message
	parent  *wire.Metadata
	focused int
}

// payload builds INTERACTION_CREATE.
func (s *Server) payload(x *interaction, p *person, c *channel, data any, on *wire.Message) *wire.Interaction {
	in := &wire.Interaction{ID: x.ID, ApplicationID: ApplicationID, Type: x.Type, Token: x.Token, Version: 1, ChannelID: c.ID,
		Channel: c.Channel, AppPermissions: bits(s.botPermissions(c)), Locale: p.Locale, Entitlements: []any{},
		AttachmentSizeLimit: attachmentLimit, Data: data}
	if on != nil {
		m := s.render(on, s.wireLink)
		in.Message = &m
	}
	if c.Type == wire.DMChannel {
		u := p.user()
		in.User, in.Context, in.Owners = &u, 1, map[string]wire.ID{"0": "0"}
		in.Channel.Permissions = bits(everyone)
		return in
	}
	in.Member = p.member()
	in.Member.Permissions = bits(p.permissions())
	in.Channel.Permissions = bits(p.permissions())
	in.GuildID, in.Guild, in.GuildLocale = GuildID, &wire.PartialGuild{ID: GuildID, Locale: guildLocale, Features: []any{}}, guildLocale
	in.Owners = map[string]wire.ID{"0": GuildID}
	return in
}

// deliver puts the interaction on the bot's wire, once. The caller holds the lock.
func (s *Server) deliver(x *interaction) {
	if s.gateway.holding {
		s.gateway.held = append(s.gateway.held, x)
		return
	}
	s.dispatchTo(s.shardFilter(s.world.channel(x.Channel)), "INTERACTION_CREATE", x.Payload)
}

// watch lets the interaction die when its time is over. The caller holds the lock.
func (s *Server) watch(x *interaction) {
	x.unwatch()
	age := s.clock.Now().Sub(x.Created)
	switch x.State {
	case waiting:
		x.cancel = s.clock.After(max(s.opt.AnswerWithin-age, 0), func() { s.expire(x, waiting) })
	case thinking:
		x.cancel = s.clock.After(max(tokenLife-age, 0), func() { s.expire(x, thinking) })
	}
}

func (x *interaction) unwatch() {
	if x.cancel != nil {
		x.cancel()
		x.cancel = nil
	}
}

// expire ends an interaction that is still in the state in which it has been too long.
func (s *Server) expire(x *interaction, in string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed || x.State != in {
		return
	}
	s.setState(x, dead)
	if in == thinking {
		if m := s.original(x); m != nil && m.Loading {
			failed := *m
			failed.Loading, failed.Failed = false, didNotRespond
			failed.Flags &^= wire.FlagLoading
			s.change(entry{Message: &failed})
			s.tellMessage("MESSAGE_UPDATE", &failed)
		}
	}
	if x.completion != nil {
		close(x.completion)
		x.completion = nil
		return
	}
	s.hub.publish(only(x.Person), "failed", map[string]any{"interaction": x.ID, "nonce": x.Nonce, "message": didNotRespond})
}

func (s *Server) setState(x *interaction, state string) {
	x.State = state
	if x.Type != wire.Autocomplete {
		s.change(entry{Interaction: x})
	}
	s.watch(x)
}

// original is the message that @original means, nil when it is gone or never was.
func (s *Server) original(x *interaction) *wire.Message {
	c := s.world.channel(x.Channel)
	if x.Original == "" || c == nil {
		return nil
	}
	return s.world.message(c, x.Original)
}

// metadata tells a message where it comes from.
func (s *Server) metadata(x *interaction) *wire.Metadata {
	p := s.world.person(x.Person)
	m := &wire.Metadata{ID: x.ID, Type: x.Type, User: p.user(), Owners: map[string]wire.ID{"0": GuildID}, Triggering: x.Parent}
	if c := s.world.channel(x.Channel); c != nil && c.Type == wire.DMChannel {
		m.Owners = map[string]wire.ID{"0": "0"}
	}
	if x.Type == wire.ComponentInteraction {
		m.Interacted = x.Message
	}
	return m
}

// newToken makes an interaction token in the shape of Discord's: long, and opaque to everybody.
func newToken(id wire.ID) string {
	secret := make([]byte, 96)
	_, _ = rand.Read(secret) // never fails
	return base64.RawURLEncoding.EncodeToString([]byte("interaction:"+string(id)+":")) + base64.RawURLEncoding.EncodeToString(secret)
}
