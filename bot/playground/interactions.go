package playground

import (
	"encoding/json"
	"time"

	"xiangqibot/bot/playground/gateway"
	"xiangqibot/bot/playground/wire"
)

// tokenTTL is how long the token of an interaction is valid for edits and follow-ups.
const tokenTTL = 15 * time.Minute

// didNotRespond is what Discord's client shows when an interaction has failed.
const didNotRespond = "The application did not respond"

// The states of an interaction.
const (
	waiting  = "waiting"  // not answered yet; dead after three seconds
	thinking = "thinking" // deferred with a loading message; dead when its token expires
	silent   = "silent"   // deferred without a message
	answered = "answered"
	dead     = "dead" // not answered in time
)

// An interaction is one act of a person, from its delivery to the expiry of its token.
type interaction struct {
	ID       wire.ID                   `json:"id"`
	Token    string                    `json:"token"`
	Type     int                       `json:"type"`
	Person   wire.ID                   `json:"person"`
	Channel  wire.ID                   `json:"channel"`
	Created  time.Time                 `json:"created"`
	Command  string                    `json:"command,omitempty"` // its name, with subcommands
	Nonce    string                    `json:"nonce,omitempty"`
	Message  wire.ID                   `json:"message,omitempty"` // the message with the component that was used
	Target   wire.ID                   `json:"target,omitempty"`  // of a context menu command: the message or user
	State    string                    `json:"state"`
	Original wire.ID                   `json:"original,omitempty"` // the @original message
	Modal    *wire.ModalForm           `json:"modal,omitempty"`    // the modal that the answer opened
	Focused  int                       `json:"focused,omitempty"`  // type of the option to complete
	Parent   *wire.InteractionMetadata `json:"parent,omitempty"`   // of a modal: the interaction that opened it

	// Owners are the installations that allowed the act (authorizing_integration_owners).
	Owners map[string]wire.ID `json:"owners,omitempty"`
	// FollowUps is how many further messages it was answered with.
	FollowUps int `json:"follow_ups,omitempty"`

	cancel     func()             // cancels the expiry alarm
	completion chan []wire.Choice // of an autocomplete interaction: receives the answer
}

// interactions are the recent interactions and their answers. The state lock guards them, and each interaction.
type interactions struct {
	core         *core
	app          *application
	guild        *guild
	channels     *channels
	messages     *messages
	answerWithin time.Duration // the time limit of the first answer

	byID   map[wire.ID]*interaction
	recent []*interaction // in order of creation

	holding bool     // interactions are held back
	held    []func() // delivers those held back, in order
}

// load loads the state of an earlier process. Unanswered interactions go on waiting.
func (is *interactions) load() error {
	return eachOf(is.core.db, "interactions", func(x *interaction) {
		is.core.ids.Observe(x.ID)
		is.byID[x.ID], is.recent = x, append(is.recent, x)
		is.scheduleExpiry(x)
	})
}

// get returns the interaction with an id, or nil if there is none or its channel was deleted.
func (is *interactions) get(id wire.ID) *interaction {
	if x := is.byID[id]; x != nil && is.channels.get(x.Channel) != nil {
		return x
	}
	return nil
}

// put stores a new or changed interaction. An autocomplete interaction is too short-lived for the database.
func (is *interactions) put(x *interaction) {
	if is.channels.get(x.Channel) == nil {
		return
	}
	if is.byID[x.ID] == nil {
		is.byID[x.ID], is.recent = x, append(is.recent, x)
	}
	if x.Type != wire.Autocomplete {
		is.core.db.save("interactions (id, channel, body)", x, x.ID, x.Channel)
	}
}

// prune removes the interactions whose token has expired.
func (is *interactions) prune(now time.Time) {
	for len(is.recent) > 0 && now.Sub(is.recent[0].Created) > tokenTTL+time.Minute {
		x := is.recent[0]
		is.recent = is.recent[1:]
		delete(is.byID, x.ID)
		is.core.db.delete("interactions", x.ID)
	}
}

// stop cancels all expiry alarms.
func (is *interactions) stop() {
	for _, x := range is.byID {
		x.cancelExpiry()
	}
}

// act creates an interaction for a person's act and delivers it to the bot.
func (is *interactions) act(p *person, c *channel, kind int, data any, opt actOptions) (*interaction, error) {
	if !is.app.endpoint.on() && !is.core.gateway.Reachable() {
		return nil, fail(503, "%s is not connected, so nobody can answer. "+
			"Start it, or wait until it is back (see \"bot\" in /playground/state).", botName)
	}
	if err := is.channels.unarchiveFor(p, c, kind); err != nil {
		return nil, err
	}
	x, _ := is.create(p, c, kind, data, opt)
	return x, nil
}

// create creates an interaction and delivers it, whether or not the bot is reachable. It returns what the bot is sent,
// too.
func (is *interactions) create(
	p *person, c *channel, kind int, data any, opt actOptions,
) (*interaction, json.RawMessage) {
	now := is.core.now()
	is.prune(now)
	x := &interaction{ID: is.core.ids.Next(now), Type: kind, Person: p.ID, Channel: c.ID,
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
	payload := wire.JSON(is.payload(x, p, c, data, opt.message))
	is.put(x)
	is.scheduleExpiry(x)
	is.deliver(x, payload)
	if opt.Twice {
		is.deliver(x, payload)
	}
	return x, payload
}

// actOptions are the parameters of an act besides its data.
type actOptions struct {
	Nonce   string `json:"nonce"`
	Twice   bool   `json:"twice"`
	message *wire.Message
	parent  *wire.InteractionMetadata
	focused int
}

// payload builds the data of INTERACTION_CREATE.
func (is *interactions) payload(x *interaction, p *person, ch *channel, data any, on *wire.Message) *wire.Interaction {
	in := &wire.Interaction{ID: x.ID, ApplicationID: ApplicationID, Type: x.Type, Token: x.Token,
		ChannelID: ch.ID, Channel: ch.Channel, AppPermissions: is.channels.permissions(ch),
		Locale: p.Locale, Owners: x.Owners, Data: data}
	if on != nil {
		in.Message = is.messages.forBot(on)
	}
	in.Context = ch.context()
	if ch.GuildID == "" {
		in.User = new(p.user())
		return in
	}
	in.Member = p.member()
	in.Member.Permissions = p.permissions()
	in.GuildID = GuildID
	return in
}

// deliver sends the interaction to the bot, once.
func (is *interactions) deliver(x *interaction, payload json.RawMessage) {
	if is.holding {
		is.held = append(is.held, func() { is.deliver(x, payload) })
		return
	}
	ch := is.channels.get(x.Channel)
	switch {
	case ch == nil:
	case is.app.endpoint.on():
		is.app.endpoint.send(x.ID, payload)
	default:
		is.core.gateway.Dispatch(gateway.Audience{Direct: ch.GuildID == ""}, "INTERACTION_CREATE", payload)
	}
}

// hold holds back interactions, or delivers all that were held back.
func (is *interactions) hold(on bool) {
	held := is.held
	is.holding, is.held = on, nil
	for _, deliver := range held {
		deliver()
	}
}

// scheduleExpiry sets the alarm for the end of the interaction's state.
func (is *interactions) scheduleExpiry(x *interaction) {
	x.cancelExpiry()
	age := is.core.now().Sub(x.Created)
	switch x.State {
	case waiting:
		x.cancel = is.core.clock.After(max(is.answerWithin-age, 0), func() { is.expire(x, waiting) })
	case thinking:
		x.cancel = is.core.clock.After(max(tokenTTL-age, 0), func() { is.expire(x, thinking) })
	}
}

func (x *interaction) cancelExpiry() {
	if x.cancel != nil {
		x.cancel()
		x.cancel = nil
	}
}

// expire ends an interaction that is still in the given state. The clock calls it; it takes the state lock itself.
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
	is.scheduleExpiry(x)
}

// original returns the @original message, or nil if it was deleted or never existed.
func (is *interactions) original(x *interaction) *wire.Message {
	return is.messages.find(x.Channel, x.Original)
}

// metadata returns the interaction metadata for a message.
func (is *interactions) metadata(x *interaction) *wire.InteractionMetadata {
	p := is.guild.person(x.Person)
	m := &wire.InteractionMetadata{ID: x.ID, Type: x.Type, User: p.user(), Owners: x.Owners, Triggering: x.Parent}
	if x.Type == wire.ComponentInteraction {
		m.Interacted = x.Message
	}
	return m
}
