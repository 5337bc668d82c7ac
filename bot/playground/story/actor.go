package story

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"xiangqibot/bot/playground"
	"xiangqibot/bot/playground/wire"
)

// An actor is a person of the story: the messages that they received, where they are, and how far they have read.
type actor struct {
	story *Story
	name  string
	id    wire.ID

	// The rest is guarded by the client's lock.
	channel   wire.ID
	dm        wire.ID                   // direct messages with the bot
	rooms     map[wire.ID]room          // the channels and threads that they can see
	latest    map[wire.ID]*wire.Message // the current messages
	arrivals  []arrival                 // in order of arrival, edited messages again
	from      int                       // index of the first new arrival
	heard     int                       // index of the first new private arrival
	last      *wire.Message             // the message seen last
	act       wire.ID                   // the last interaction
	acked     map[wire.ID]bool          // the interactions that the bot has answered or deferred, or that have failed
	form      *form                     // open
	forms     int
	formsSeen int // the value of forms before the last act
}

// arrival is a message as it arrived, and its previous version, nil if it is new.
type arrival struct {
	*wire.Message
	before *wire.Message
}

// room is a channel or a thread as a person sees it.
type room struct {
	ID       wire.ID
	Name     string
	Type     int
	Archived bool
}

// form is a modal that the bot opened.
type form struct {
	Interaction wire.ID          `json:"interaction"`
	ChannelID   wire.ID          `json:"channel_id"`
	CustomID    string           `json:"custom_id"`
	Title       string           `json:"title"`
	Components  []wire.Component `json:"components"`
}

func newActor(s *Story, name string, id wire.ID) *actor {
	return &actor{story: s, name: name, id: id, channel: playground.XiangqiID, rooms: map[wire.ID]room{},
		latest: map[wire.ID]*wire.Message{}, acked: map[wire.ID]bool{}}
}

func (a *actor) mark() {
	a.story.client.mu.Lock()
	defer a.story.client.mu.Unlock()
	a.from, a.heard, a.formsSeen = len(a.arrivals), len(a.arrivals), a.forms
}

// receive handles an event. The client's lock is held.
func (a *actor) receive(event string, data []byte) {
	switch event {
	case "message":
		a.take(decode[*wire.Message](data))
	case "message_delete":
		delete(a.latest, decode[happened](data).ID)
	case "channel":
		a.setRoom(decode[room](data))
	case "channel_delete":
		gone := decode[happened](data).ID
		delete(a.rooms, gone)
		maps.DeleteFunc(a.latest, func(_ wire.ID, m *wire.Message) bool { return m.ChannelID == gone })
	case "ack":
		a.acked[decode[happened](data).Interaction] = true
	case "failed":
		failed := decode[happened](data)
		a.acked[failed.Interaction] = true
		a.arrivals = append(a.arrivals, arrival{Message: &wire.Message{Content: failed.Message, EphemeralFor: a.id,
			ChannelID: a.channel}})
	case "modal":
		f := decode[form](data)
		a.form = &f
		a.forms++
	}
}

// setRoom records a new or changed channel. The client's lock is held.
func (a *actor) setRoom(r room) {
	a.rooms[r.ID] = r
	if r.Type == wire.DMChannel {
		a.dm = r.ID
		return
	}
	a.story.client.names[r.ID] = "#" + r.Name
}

// take receives a new or changed message. One for everybody that replies to one for a single person is a fault: the
// others would read that the message could not be loaded. In a group the bot has no other way.
func (a *actor) take(m *wire.Message) {
	group := a.rooms[m.ChannelID].Type == wire.GroupDM
	if ref := m.MessageReference; ref != nil && m.EphemeralFor == "" && !group {
		if asked := a.latest[ref.MessageID]; asked != nil && asked.EphemeralFor != "" {
			w := a.story.client
			w.faults = append(w.faults, fmt.Errorf("%q, which everybody sees, replies to %q, which only %s sees", w.text(m), w.text(asked), a.name))
		}
	}
	a.arrivals = append(a.arrivals, arrival{m, a.latest[m.ID]})
	a.latest[m.ID] = m
}

// catchUp loads the messages that are new or have changed since the stream was last open.
func (a *actor) catchUp() error {
	var state struct{ Channels []room }
	w := a.story.client
	if err := w.get("state?person="+string(a.id), &state); err != nil {
		return err
	}
	w.mu.Lock()
	clear(a.rooms)
	a.act = "" // the program that it was sent to has ended
	for _, r := range state.Channels {
		a.setRoom(r)
	}
	w.mu.Unlock()
	for _, ch := range state.Channels {
		var list []*wire.Message
		if err := w.get("messages?person="+string(a.id)+"&channel="+string(ch.ID), &list); err != nil {
			return err
		}
		slices.Reverse(list)
		w.mu.Lock()
		for _, m := range list {
			if old := a.latest[m.ID]; old == nil || w.text(old) != w.text(m) || old.Loading != m.Loading {
				a.take(m)
			}
		}
		w.mu.Unlock()
	}
	return nil
}

// run runs a line of a script.
func (a *actor) run(neg bool, args []string) error {
	if len(args) == 0 {
		return fmt.Errorf("what does %s do? The documentation of package story says", a.name)
	}
	verb, rest := args[0], args[1:]
	if a.id == "" && verb != "joins" {
		return fmt.Errorf("%s is not there yet: say \"%s joins\" first", a.name, a.name)
	}
	switch verb {
	case "sees":
		return a.sees(neg, rest, anyone, &a.from)
	case "hears":
		return a.sees(neg, rest, a.isPrivate, &a.heard)
	}
	if err := a.story.settle(); err != nil {
		return err
	}
	switch verb {
	case "gets":
		if len(rest) > 0 && rest[0] == "form" {
			return a.gets(neg, rest[1:])
		}
	case "counts":
		return a.counts(rest)
	case "enters":
		if name := strings.Join(rest, " "); neg && len(rest) > 0 {
			return a.cannotEnter(name)
		}
	}
	err := a.acts(verb, rest)
	if !neg {
		return err
	}
	if refused, ok := errors.AsType[*playground.RefusedError](err); ok {
		a.story.logf("refused: %s", refused.Message)
		return nil
	}
	if err != nil {
		return err
	}
	return fmt.Errorf("%s %s was not refused", a.name, strings.Join(args, " "))
}

// changes are the acts that change what a person is, by their words.
var changes = map[string]map[string]any{
	"becomes manager": {"manager": true}, "becomes member": {"manager": false},
	"refuses dms": {"dms": false}, "accepts dms": {"dms": true},
	"installs bot": {"installed": true}, "uninstalls bot": {"installed": false},
	"leaves": {"member": false}, "joins": {"member": true},
}

// verbs are the acts that reach the bot.
var verbs = map[string]func(a *actor, act map[string]any, args []string) error{
	"uses": (*actor).usesMenu, "presses": (*actor).presses, "chooses": (*actor).chooses, "submits": (*actor).submits,
	"completes": (*actor).completes, "says": (*actor).says, "replies": (*actor).replies,
}

func (a *actor) acts(verb string, rest []string) error {
	w := a.story.client
	words := strings.Join(append([]string{verb}, rest...), " ")
	if change, ok := changes[words]; ok {
		return a.changes(change)
	}
	twice := verb == "twice"
	if twice {
		if len(rest) == 0 {
			return errors.New("usage: red twice /command…|presses…|chooses…")
		}
		verb, rest = rest[0], rest[1:]
	}
	act := map[string]any{"person": a.id, "channel": a.channel, "twice": twice}
	switch {
	case strings.HasPrefix(verb, "/"):
		line, err := a.withFiles(append([]string{verb}, rest...))
		if err != nil {
			return err
		}
		a.story.mark()
		act["text"] = strings.Join(line, " ")
		return a.story.send(a, "command", act)
	case verbs[verb] != nil:
		return verbs[verb](a, act, rest)
	case verb == "speaks" && len(rest) == 1:
		return w.post("PATCH", "people/"+string(a.id), map[string]any{"locale": rest[0]}, nil)
	case (verb == "gets" || verb == "loses") && len(rest) > 1 && rest[0] == "role":
		return a.takesRole(verb == "gets", strings.Join(rest[1:], " "))
	case (verb == "has" || verb == "lacks") && len(rest) > 1 && rest[0] == "role":
		return a.hasRole(verb == "has", strings.Join(rest[1:], " "))
	case verb == "opens" && len(rest) > 0 && rest[0] == "group":
		return a.opensGroup(rest[1:])
	case (threadChanges[verb] != nil || verb == "deletes") && len(rest) > 0:
		return a.changesChannel(verb, rest)
	case verb == "enters" && len(rest) > 0:
		return a.enters(strings.Join(rest, " "))
	case verb == "saves" && (len(rest) == 1 || len(rest) == 3 && rest[1] == "as"):
		return a.saves(rest[0], rest[len(rest)-1])
	}
	return fmt.Errorf("unknown action %q; the documentation of package story lists what people can do", words)
}

func anyone(*wire.Message) bool { return true }

// isPrivate reports whether a message is for this person only.
func (a *actor) isPrivate(m *wire.Message) bool { return m.EphemeralFor == a.id || m.ChannelID == a.dm }

// sees waits for a message at or after *from that has all the texts, and moves *from to it.
func (a *actor) sees(neg bool, texts []string, may func(*wire.Message) bool, from *int) error {
	if len(texts) == 0 {
		return errors.New("usage: red sees TEXT… or red sees file NAME [TEXT…]")
	}
	wanted := texts
	if texts[0] == "file" && len(texts) > 1 {
		name, any := texts[1], may
		may = func(m *wire.Message) bool { return any(m) && fileOf(m, name) != nil }
		texts = texts[2:]
	}
	w := a.story.client
	find := func() bool { return a.findNew(texts, may, from) }
	if neg {
		if err := a.story.settle(); err != nil {
			return err
		}
		w.mu.Lock()
		defer w.mu.Unlock()
		before, last := *from, a.last
		if find() {
			*from, a.last = before, last
			return fmt.Errorf("%s sees %q\n%s", a.name, wanted, a.recent())
		}
		return nil
	}
	return a.await(fmt.Sprintf("does not see %q", wanted), find)
}

// await waits until the condition holds. Its error says what the person does instead, and what came.
func (a *actor) await(otherwise string, holds func() bool) error {
	w := a.story.client
	err := w.wait(a.name+" "+otherwise, holds)
	if err == nil {
		return nil
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	return fmt.Errorf("%w. What came, new ones marked:\n%s", err, a.recent())
}

// findNew looks for a message at or after *from that has all the texts, and moves *from to it. The client's lock is
// held.
func (a *actor) findNew(texts []string, may func(*wire.Message) bool, from *int) bool {
	for i := *from; i < len(a.arrivals); i++ {
		m := a.arrivals[i]
		if may(m.Message) && containsAll(a.text(m.Message), texts) && !a.onlyLost(m) {
			*from, a.last = i, m.Message
			return true
		}
	}
	return false
}

// onlyLost reports whether a message has changed only by losing lines, and so is not new: an old board loses its
// controls some time after a newer one arrived, and its move may have been played again since.
func (a *actor) onlyLost(m arrival) bool {
	if m.before == nil || m.Loading != m.before.Loading {
		return false
	}
	before, now := strings.Split(a.text(m.before), "\n"), strings.Split(a.text(m.Message), "\n")
	isNew := func(line string) bool { return !slices.Contains(before, line) }
	return len(now) < len(before) && !slices.ContainsFunc(now, isNew)
}

// recent returns the last messages that arrived. The client's lock is held.
func (a *actor) recent() string {
	var out strings.Builder
	for i := max(len(a.arrivals)-8, 0); i < len(a.arrivals); i++ {
		mark := "  "
		if i >= a.from {
			mark = "* "
		}
		out.WriteString(mark + strings.ReplaceAll(a.text(a.arrivals[i].Message), "\n", "\n    ") + "\n")
	}
	if out.Len() == 0 {
		return "  nothing at all\n"
	}
	return out.String()
}

// gets waits for a form that opened since the last act.
func (a *actor) gets(neg bool, texts []string) error {
	w := a.story.client
	find := func() bool {
		if a.forms == a.formsSeen {
			return false
		}
		shown := a.form.Title
		wire.Walk(a.form.Components, func(c *wire.Component) {
			shown += "\n" + c.Label + "\n" + c.Placeholder + "\n" + c.Value
		})
		return containsAll(shown, texts)
	}
	if neg {
		w.mu.Lock()
		defer w.mu.Unlock()
		if find() {
			return fmt.Errorf("%s gets the form %q", a.name, a.form.Title)
		}
		return nil
	}
	return w.wait(fmt.Sprintf("%s gets no form with %q", a.name, texts), find)
}

// enters goes to a channel, a thread or the direct messages.
func (a *actor) enters(name string) error {
	id, err := a.room(name)
	if err != nil {
		return err
	}
	w := a.story.client
	w.mu.Lock()
	a.channel = id
	w.mu.Unlock()
	return nil
}

// cannotEnter checks that the person sees no such channel now.
func (a *actor) cannotEnter(name string) error {
	w := a.story.client
	w.mu.Lock()
	defer w.mu.Unlock()
	if found := a.find(name); found.ID != "" {
		return fmt.Errorf("%s sees the channel %q", a.name, found.Name)
	}
	return nil
}

// room waits for a channel with a name, as in find.
func (a *actor) room(name string) (wire.ID, error) {
	var found room
	var names []string
	err := a.story.client.wait(fmt.Sprintf("%s sees no channel or thread %q", a.name, name), func() bool {
		if found = a.find(name); found.ID != "" {
			return true
		}
		names = names[:0]
		for _, r := range a.rooms {
			names = append(names, r.Name)
		}
		return false
	})
	if err != nil {
		err = fmt.Errorf("%w; there are %q", err, names)
	}
	return found.ID, err
}

// find returns the channel with a name: "dm", "thread" for the newest thread, the name of a channel or thread, or a
// part of a thread's name. It prefers the newest, and an archived one only if there is no other. The client's lock is
// held.
func (a *actor) find(name string) room {
	var best room
	name = strings.TrimPrefix(name, "#")
	for _, r := range a.rooms {
		if n, most := r.fits(name), best.fits(name); n > most || n > 0 && n == most && best.ID.Before(r.ID) {
			best = r
		}
	}
	return best
}

// fits returns how well a channel matches a name: 0 means not at all.
func (r room) fits(name string) int {
	n := 0
	switch thread := r.Type == wire.PublicThread; {
	case r.ID == "":
	case r.Type == wire.DMChannel:
		if name == "dm" {
			n = 4
		}
	case r.Name == name:
		n = 4
	case thread && (name == "thread" || strings.Contains(r.Name, name)):
		n = 2
	}
	if n > 0 && r.Archived {
		n--
	}
	return n
}
