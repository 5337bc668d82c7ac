package story

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"

	"xiangqibot/bot/playground"
	"xiangqibot/bot/playground/openapi"
	"xiangqibot/bot/playground/wire"
)

// A story is one script while it runs.
type story struct {
	ts      *testscript.TestScript
	program *program
	client  *client
	people  map[string]*actor
	checker *openapi.Checker
}

// An actor is a person of the story: the messages that they received, where they are, and how far they have read.
type actor struct {
	story *story
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

// everybody are the people of a story, by their commands: some are there from the start, the others have a name for
// when they join.
var everybody = map[string]struct {
	id   wire.ID
	name string
}{
	"red": {id: playground.AliceID}, "black": {id: playground.BobID}, "third": {id: playground.CarolID},
	"fourth": {name: "Dave"}, "fifth": {name: "Erin"}, "sixth": {name: "Frank"}, "seventh": {name: "Grace"},
	"eighth": {name: "Heidi"},
}

func newActor(s *story, name string, id wire.ID) *actor {
	return &actor{story: s, name: name, id: id, channel: playground.XiangqiID, rooms: map[wire.ID]room{},
		latest: map[wire.ID]*wire.Message{}, acked: map[wire.ID]bool{}}
}

// follow opens the event stream of the person and loads what happened before.
func (a *actor) follow() error {
	if err := a.story.client.stream("events?person="+string(a.id), a.receive); err != nil {
		return err
	}
	return a.catchUp()
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
	case "bot":
		if a.name == "red" { // one of the streams
			a.story.client.setOnline(decode[happened](data).Online)
		}
	default:
		a.story.client.receive(event, data)
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
		if original := a.latest[ref.MessageID]; original != nil && original.EphemeralFor != "" {
			client := a.story.client
			client.faults = append(client.faults, fmt.Errorf("%q, which everybody sees, replies to %q, which only %s sees",
				client.text(m), client.text(original), a.name))
		}
	}
	a.arrivals = append(a.arrivals, arrival{m, a.latest[m.ID]})
	a.latest[m.ID] = m
}

// catchUp loads the messages that are new or have changed since the stream was last open.
func (a *actor) catchUp() error {
	var state struct{ Channels []room }
	client := a.story.client
	if err := client.get("state?person="+string(a.id), &state); err != nil {
		return err
	}
	client.mu.Lock()
	clear(a.rooms)
	a.act = "" // the program that it was sent to has ended
	for _, r := range state.Channels {
		a.setRoom(r)
	}
	client.mu.Unlock()
	for _, ch := range state.Channels {
		var list []*wire.Message
		if err := client.get("messages?person="+string(a.id)+"&channel="+string(ch.ID), &list); err != nil {
			return err
		}
		slices.Reverse(list)
		client.mu.Lock()
		for _, m := range list {
			if old := a.latest[m.ID]; old == nil || client.text(old) != client.text(m) || old.Loading != m.Loading {
				a.take(m)
			}
		}
		client.mu.Unlock()
	}
	return nil
}

// text returns a message as the person reads it. The client's lock is held.
func (a *actor) text(m *wire.Message) string {
	if m.ChannelID == a.dm && m.EphemeralFor == "" {
		return a.story.client.text(m) + "\n(direct message)"
	}
	return a.story.client.text(m)
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

// await waits until the condition holds. Its error is the person's name, the failure such as "does not see …", and the
// messages that arrived last.
func (a *actor) await(failure string, holds func() bool) error {
	client := a.story.client
	err := client.wait(a.name+" "+failure, holds)
	if err == nil {
		return nil
	}
	client.mu.Lock()
	defer client.mu.Unlock()
	return fmt.Errorf("%w. What came, new ones marked:\n%s", err, a.recent())
}

// mark marks everything that has arrived so far as not new.
func (s *story) mark() {
	for _, a := range s.people {
		a.mark()
	}
}

func (a *actor) mark() {
	a.story.client.mu.Lock()
	defer a.story.client.mu.Unlock()
	a.from, a.heard, a.formsSeen = len(a.arrivals), len(a.arrivals), a.forms
}

// send sends an act that the bot has to answer. What arrives from now on is new.
func (a *actor) send(path string, act map[string]any) error {
	a.story.mark()
	var sent struct{ Interaction wire.ID }
	err := a.story.client.call("POST", path, act, &sent)
	if err == nil {
		a.story.client.mu.Lock()
		defer a.story.client.mu.Unlock()
		a.act = sent.Interaction
	}
	return err
}

// settle waits until the running bot has answered all acts so far: the next one then begins with what they caused.
func (s *story) settle() error {
	if s.program.cmd == nil {
		return nil
	}
	for _, a := range s.people {
		if err := a.await("gets no answer", func() bool { return answered(a) }); err != nil {
			return err
		}
	}
	return nil
}

// answered reports whether the bot has answered a person's last act, and the person has the answer. The client's lock
// is held.
func answered(a *actor) bool {
	if a.act == "" {
		return true
	}
	if !a.acked[a.act] {
		return false
	}
	for _, m := range a.latest {
		if m.Loading && m.Metadata != nil && m.Metadata.ID == a.act {
			return false
		}
	}
	a.act = ""
	return true
}
