package playground

import (
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"xiangqibot/bot/playground/gateway"
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
	App      wire.ID         `json:"application"` // whose bot answers
	Token    string          `json:"token"`
	Type     int             `json:"type"`
	Person   wire.ID         `json:"person"`
	Channel  wire.ID         `json:"channel"`
	Created  time.Time       `json:"created"`
	Payload  json.RawMessage `json:"payload"`           // what the bot was given
	Command  string          `json:"command,omitempty"` // its name, with subcommands
	Nonce    string          `json:"nonce,omitempty"`
	Message  wire.ID         `json:"message,omitempty"` // with the component that was used
	Target   wire.ID         `json:"target,omitempty"`  // the message, or the user, in whose menu the command was
	State    string          `json:"state"`
	Original wire.ID         `json:"original,omitempty"` // what @original means
	Modal    *wire.ModalForm `json:"modal,omitempty"`    // the form that the answer opened
	Focused  int             `json:"focused,omitempty"`  // type of the option to complete
	Parent   *wire.Metadata  `json:"parent,omitempty"`   // of a form: what opened it

	// Owners are the installations by which the person could act.
	Owners map[string]wire.ID `json:"owners,omitempty"`

	age        int                // young, old or over
	cancel     func()             // cancels what the clock would do
	completion chan []wire.Choice // of an autocomplete: the answer
}

// interactions are what people have done lately, and what bots have answered. The state lock guards them, and each
// interaction.
type interactions struct {
	core         *core
	apps         *applications
	guild        *guild
	channels     *channels
	messages     *messages
	courier      *courier
	answerWithin time.Duration // how long one lives without an answer

	byID  map[wire.ID]*interaction
	young []*interaction           // as they came
	old   []*interaction           // likewise
	last  map[wire.ID]*interaction // each person's latest, for redelivery

	holding bool           // what people do is kept from bots
	held    []*interaction // and waits here, in its order
}

// load reads what an earlier process has left. What was not answered goes on waiting.
func (is *interactions) load() error {
	return eachOf(is.core.db, `SELECT body FROM interactions ORDER BY rowid`, func(x *interaction) {
		is.core.ids.Seen(x.ID)
		is.byID[x.ID], is.last[x.Person], is.young = x, x, append(is.young, x)
		is.watch(x)
	})
}

// get is an interaction that can still be answered or used, nil when there is none: with a channel goes what was done
// there.
func (is *interactions) get(id wire.ID) *interaction {
	if x := is.byID[id]; x != nil && is.channels.get(x.Channel) != nil {
		return x
	}
	return nil
}

// latest is what a person did last, nil when there is nothing.
func (is *interactions) latest(p *person) *interaction {
	if x := is.last[p.ID]; x != nil && is.channels.get(x.Channel) != nil {
		return x
	}
	return nil
}

// byToken finds the interaction of a webhook token.
func (is *interactions) byToken(token string) *interaction {
	if x := is.get(interactionOf(token)); x != nil && x.Token == token {
		return x
	}
	return nil
}

// put stores an interaction, new or changed. A completion is too short-lived for the database.
func (is *interactions) put(x *interaction) {
	if is.channels.get(x.Channel) == nil {
		return
	}
	if is.byID[x.ID] == nil {
		is.byID[x.ID], is.young = x, append(is.young, x)
	}
	if x.Type == wire.Autocomplete {
		return
	}
	is.core.db.saveInteraction(x)
	before := is.last[x.Person]
	if before == nil || before.ID.Before(x.ID) {
		is.last[x.Person] = x
	}
	if before != nil {
		is.shed(before)
	}
}

// payloadLife is how long what the bot was given is kept of an interaction that was answered.
const payloadLife = time.Minute

// The ages of an interaction.
const (
	young = iota
	old   // its payload can go once it is answered: nothing but another delivery needs it
	over  // nobody can use it any longer
)

// forget drops what nobody can use any longer, but keeps each person's latest for redelivery. It looks only at those that
// have grown older since the last time: there may be a hundred thousand others.
func (is *interactions) forget(now time.Time) {
	for len(is.young) > 0 && now.Sub(is.young[0].Created) > payloadLife {
		x := is.young[0]
		is.young, is.old = is.young[1:], append(is.old, x)
		x.age = old
		is.shed(x)
	}
	for len(is.old) > 0 && now.Sub(is.old[0].Created) > tokenLife+time.Minute {
		x := is.old[0]
		is.old = is.old[1:]
		x.age = over
		is.shed(x)
	}
}

// shed drops of an interaction what its age allows, unless it is its person's latest.
func (is *interactions) shed(x *interaction) {
	switch {
	case is.last[x.Person] == x:
	case x.age == over:
		delete(is.byID, x.ID)
		is.core.db.deleteInteraction(x.ID)
	case x.age == old && (x.State == answered || x.State == dead):
		x.Payload = nil
	}
}

// stop cancels what the clock would do.
func (is *interactions) stop() {
	for _, x := range is.byID {
		x.unwatch()
	}
}

// act makes an interaction of a person's act and gives it to the bot that it is for.
func (is *interactions) act(p *person, c *channel, kind int, data any, opt actOptions) (*interaction, error) {
	if !is.reachable(opt.to) {
		return nil, fail(503, "%s is not connected, so nobody can answer. "+
			"Start it, or wait until it is back (see \"bots\" in /playground/state).", opt.to.Name)
	}
	if err := is.channels.wake(p, c, kind); err != nil {
		return nil, err
	}
	return is.create(p, c, kind, data, opt)
}

// reachable reports whether what a person does would find the bot of an application.
func (is *interactions) reachable(a *application) bool {
	return a.endpoint.on() || is.core.gateway.Reachable(a.ID)
}

// of is the application whose bot answers an interaction.
func (is *interactions) of(x *interaction) *application { return is.apps.get(x.App) }

// create makes an interaction, whoever may be there to answer, and delivers it.
func (is *interactions) create(p *person, c *channel, kind int, data any, opt actOptions) (*interaction, error) {
	now := is.core.now()
	is.forget(now)
	x := &interaction{ID: is.core.ids.Next(now), App: opt.to.ID, Type: kind, Person: p.ID, Channel: c.ID,
		Created: now, State: waiting, Nonce: opt.Nonce, Focused: opt.focused, Parent: opt.parent}
	x.Owners = map[string]wire.ID{"0": c.installed()}
	if opt.parent != nil {
		x.Owners = opt.parent.Owners
	}
	if opt.message != nil {
		x.Message = opt.message.ID
		if of := opt.message.Metadata; of != nil {
			x.Owners = of.Owners
		}
	}
	if cmd, ok := data.(*wire.CommandData); ok {
		x.Command, x.Target, x.Owners = cmd.FullName(), cmd.TargetID, cmd.Owners
	}
	x.Token = newToken(x.ID)
	if kind == wire.Autocomplete {
		x.completion = make(chan []wire.Choice, 1)
	}
	payload, err := json.Marshal(is.payload(x, p, c, data, opt.message))
	if err != nil {
		return nil, fmt.Errorf("playground: %w", err)
	}
	x.Payload = payload
	is.put(x)
	is.watch(x)
	is.deliver(x)
	if opt.Twice {
		is.deliver(x)
	}
	return x, nil
}

// actOptions are what an act may carry besides its data.
type actOptions struct {
	Nonce   string       `json:"nonce"`
	Twice   bool         `json:"twice"`
	to      *application // whose bot it is for
	message *wire.Message
	parent  *wire.Metadata
	focused int
}

// payload builds INTERACTION_CREATE.
func (is *interactions) payload(x *interaction, p *person, ch *channel, data any, on *wire.Message) *wire.Interaction {
	to := is.of(x)
	in := &wire.Interaction{ID: x.ID, ApplicationID: to.ID, Type: x.Type, Token: x.Token, Version: 1,
		ChannelID: ch.ID, Channel: ch.Channel, AppPermissions: bits(is.channels.permissions(to, ch)),
		Locale: p.Locale, Entitlements: []any{},
		AttachmentSizeLimit: attachmentLimit, Owners: x.Owners, Data: data}
	if on != nil {
		in.Message = is.messages.forBot(to, on)
	}
	if ch.Type == wire.DMChannel {
		u := p.user()
		in.User, in.Context = &u, 1
		in.Channel.Permissions = bits(everyone)
		return in
	}
	in.Member = p.member()
	in.Member.Permissions = bits(p.permissions())
	in.Channel.Permissions = bits(p.permissions())
	in.GuildID, in.Guild, in.GuildLocale = GuildID, &wire.PartialGuild{ID: GuildID, Locale: guildLocale,
		Features: []any{}}, guildLocale
	return in
}

// deliver puts the interaction on its bot's wire, once.
func (is *interactions) deliver(x *interaction) {
	if is.holding {
		is.held = append(is.held, x)
		return
	}
	ch, to := is.channels.get(x.Channel), is.of(x)
	switch {
	case ch == nil:
	case to.endpoint.on():
		is.courier.send(to.endpoint, x, is.inline)
	default:
		is.core.gateway.Dispatch(gateway.Audience{Bot: to.ID, Direct: ch.GuildID == ""}, "INTERACTION_CREATE", x.Payload)
	}
}

// inline takes an answer that is the body of the bot's answer to the request with the interaction. It takes the state
// lock itself.
func (is *interactions) inline(x *interaction, c *call) error {
	is.core.lock.Lock()
	defer is.core.lock.Unlock()
	if is.core.closed {
		return nil
	}
	_, _, err := is.accept(x, c)
	return err
}

// hold keeps from bots what people do, or gives it all to them at once.
func (is *interactions) hold(on bool) {
	held := is.held
	is.holding, is.held = on, nil
	for _, x := range held {
		is.deliver(x)
	}
}

// watch lets the interaction die when its time is over.
func (is *interactions) watch(x *interaction) {
	x.unwatch()
	age := is.core.now().Sub(x.Created)
	switch x.State {
	case waiting:
		x.cancel = is.core.clock.After(max(is.answerWithin-age, 0), func() { is.expire(x, waiting) })
	case thinking:
		x.cancel = is.core.clock.After(max(tokenLife-age, 0), func() { is.expire(x, thinking) })
	}
}

func (x *interaction) unwatch() {
	if x.cancel != nil {
		x.cancel()
		x.cancel = nil
	}
}

// expire ends an interaction that is still in the state in which it has been too long. The clock calls it; it takes the
// state lock itself.
func (is *interactions) expire(x *interaction, after string) {
	is.core.lock.Lock()
	defer is.core.lock.Unlock()
	if is.core.closed || x.State != after {
		return
	}
	is.setState(x, dead)
	if after == thinking {
		if m := is.original(x); m != nil && m.Loading {
			failed := *m
			failed.Loading, failed.Failed = false, didNotRespond
			failed.Flags &^= wire.FlagLoading
			is.messages.change(&failed)
		}
	}
	if x.completion != nil {
		close(x.completion)
		x.completion = nil
		return
	}
	is.core.hub.publish(only(x.Person), "failed", map[string]any{"interaction": x.ID, "nonce": x.Nonce,
		"message": didNotRespond})
}

func (is *interactions) setState(x *interaction, state string) {
	x.State = state
	is.put(x)
	is.watch(x)
}

// original is the message that @original means, nil when it is gone or never was.
func (is *interactions) original(x *interaction) *wire.Message {
	return is.messages.find(x.Channel, x.Original)
}

// metadata says in a message which interaction it comes from.
func (is *interactions) metadata(x *interaction) *wire.Metadata {
	p := is.guild.person(x.Person)
	m := &wire.Metadata{ID: x.ID, Type: x.Type, User: p.user(), Owners: x.Owners, Triggering: x.Parent}
	if x.Type == wire.ComponentInteraction {
		m.Interacted = x.Message
	}
	if to, ok := is.guild.user(x.Target); ok {
		m.TargetUser = &to
	} else {
		m.Target = x.Target
	}
	return m
}

// newToken makes an interaction token in the shape of Discord's: long, and opaque to everybody.
func newToken(id wire.ID) string {
	secret := make([]byte, 96)
	_, _ = rand.Read(secret) // never fails
	return base64.RawURLEncoding.EncodeToString(append([]byte(tokenPrefix+string(id)+":"), secret...))
}

// tokenPrefix begins a token, as it does Discord's. The id of the interaction follows.
const tokenPrefix = "interaction:"

// interactionOf is the id in a token, "" where there is none.
func interactionOf(token string) wire.ID {
	text, err := base64.RawURLEncoding.DecodeString(token)
	if err != nil {
		return ""
	}
	id, _, _ := strings.Cut(strings.TrimPrefix(string(text), tokenPrefix), ":")
	return wire.ID(id)
}
