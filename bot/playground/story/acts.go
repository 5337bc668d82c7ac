package story

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"xiangqibot/bot/playground"
	"xiangqibot/bot/playground/pageapi"
	"xiangqibot/bot/playground/wire"
)

// newest waits for a message in the actor's channel for which fits is true, and returns the newest. The last call of
// fits is for that message.
func (a *actor) newest(what string, fits func(*wire.Message) bool) (found *wire.Message, err error) {
	look := func() bool {
		var here []*wire.Message
		for _, m := range a.latest {
			if m.ChannelID == a.channel {
				here = append(here, m)
			}
		}
		slices.SortFunc(here, func(x, y *wire.Message) int { return cmp.Compare(y.ID.Number(), x.ID.Number()) })
		i := slices.IndexFunc(here, fits)
		if i >= 0 {
			found = here[i]
		}
		return i >= 0
	}
	err = a.await("finds no "+what, look)
	return found, err
}

// uses acts on the component for which pick is true, on the newest message that has one. If it was removed at that
// moment, uses waits for the removal to arrive and tries again: old boards lose their buttons a moment after the new
// one arrives.
func (a *actor) uses(path string, act map[string]any, what string, pick func(*wire.Component) bool) error {
	for {
		var found *wire.Component
		message, err := a.newest(what, func(m *wire.Message) bool {
			found = nil
			wire.Walk(m.Components, func(c *wire.Component) {
				if found == nil && !c.Disabled && pick(c) {
					found = c
				}
			})
			return found != nil
		})
		if err != nil {
			return err
		}
		act["message"], act["custom_id"] = message.ID, found.CustomID
		err = a.send(path, act)
		if refused, ok := errors.AsType[*pageapi.RefusedError](err); !ok || refused.Status != http.StatusNotFound {
			return err
		}
		gone := func() bool {
			m := a.latest[message.ID]
			return m == nil || wire.Find(m.Components, found.CustomID) == nil
		}
		if a.story.client.wait("it does not disappear", gone) != nil {
			return err
		}
	}
}

// presses presses the button whose label equals or contains a text, or one of several with a bar between them.
func (a *actor) presses(act map[string]any, args []string) error {
	if len(args) == 0 {
		return errors.New("usage: red presses LABEL")
	}
	label := strings.Join(args, " ")
	return a.uses("click", act, fmt.Sprintf("button %q that can be pressed", label), func(c *wire.Component) bool {
		return c.Type == wire.Button && c.CustomID != "" &&
			slices.ContainsFunc(strings.Split(label, "|"), func(one string) bool {
				return c.Label == one || one != "" && strings.Contains(buttonText(c), one)
			})
	})
}

// chooses selects options of a menu by their labels, or people, roles or channels by their names.
func (a *actor) chooses(act map[string]any, args []string) error {
	placeholder := ""
	if len(args) > 2 && args[0] == "in" {
		placeholder, args = args[1], args[2:]
	}
	if len(args) == 0 {
		return errors.New("usage: red chooses [in PLACEHOLDER] LABEL…")
	}
	return a.uses("select", act, fmt.Sprintf("menu %s with %q", placeholder, args), func(c *wire.Component) bool {
		if !c.IsSelect() || !strings.Contains(c.Placeholder, placeholder) {
			return false
		}
		values := a.story.values(c, args)
		act["values"] = values
		return len(values) == len(args)
	})
}

// values returns the values for labels of a menu; labels that it lacks are left out. The client's lock is held.
func (s *story) values(c *wire.Component, labels []string) []string {
	var values []string
	for _, label := range labels {
		if c.Type != wire.StringSelect {
			if id := s.resolveID(label); id != "" {
				values = append(values, string(id))
			}
			continue
		}
		i := slices.IndexFunc(c.Options, func(o wire.SelectOption) bool { return o.Label == label })
		if i < 0 {
			i = slices.IndexFunc(c.Options, func(o wire.SelectOption) bool { return strings.Contains(o.Label, label) })
		}
		if i >= 0 {
			values = append(values, c.Options[i].Value)
		}
	}
	return values
}

// resolveID returns the id of a person, role or channel: by the command of a person, or by the name that a mention
// shows. The client's lock is held.
func (s *story) resolveID(label string) wire.ID {
	if p := s.people[label]; p != nil {
		return p.id
	}
	for id, name := range s.client.names {
		if name == label || strings.TrimLeft(name, "@#") == label {
			return id
		}
	}
	return ""
}

// usesMenu uses a context menu command on a person, or on the newest message for everybody that has all the texts.
func (a *actor) usesMenu(act map[string]any, args []string) error {
	if len(args) < 2 {
		return errors.New("usage: red uses COMMAND TEXT…, or red uses COMMAND on PERSON")
	}
	client := a.story.client
	if args[1] == "on" && len(args) == 3 {
		client.mu.Lock()
		person := a.story.resolveID(args[2])
		client.mu.Unlock()
		act["name"], act["user"] = args[0], person
		return a.send("command", act)
	}
	on, err := a.newest(fmt.Sprintf("message with %q", args[1:]), func(m *wire.Message) bool {
		return m.EphemeralFor == "" && containsAll(a.text(m), args[1:])
	})
	if err != nil {
		return err
	}
	act["name"], act["message"] = args[0], on.ID
	return a.send("command", act)
}

// submits fills in and submits the open form.
func (a *actor) submits(act map[string]any, args []string) error {
	client := a.story.client
	var f *form
	open := func() bool { f = a.form; return f != nil }
	if err := client.wait(a.name+" has no form to fill in", open); err != nil {
		return err
	}
	values := map[string]any{}
	for _, arg := range args {
		name, value, named := strings.Cut(arg, "=")
		if !named {
			name, value = f.Components[0].Label, arg
		}
		i := slices.IndexFunc(f.Components, func(c wire.Component) bool { return c.Label == name || c.Component.CustomID == name })
		if i < 0 {
			return fmt.Errorf("the form %q has no field %q", f.Title, name)
		}
		field := f.Components[i].Component
		filled, err := a.fills(field, value)
		if err != nil {
			return err
		}
		values[field.CustomID] = filled
	}
	act["interaction"], act["custom_id"], act["values"] = f.Interaction, f.CustomID, values
	err := a.send("modal", act)
	client.mu.Lock()
	defer client.mu.Unlock()
	if err == nil && a.form == f {
		a.form = nil
	}
	return err
}

// fills returns the value of a field of a form: what is written in it, or for a menu the values of the labels, which
// are separated by commas, or the id of a file of the script.
func (a *actor) fills(field *wire.Component, value string) (any, error) {
	if field.Type == wire.FileUpload {
		id, err := a.upload(value)
		return []string{string(id)}, err
	}
	switch {
	case !field.IsSelect():
		return value, nil
	case value == "":
		return []string{}, nil
	}
	a.story.client.mu.Lock()
	defer a.story.client.mu.Unlock()
	labels := strings.Split(value, ",")
	values := a.story.values(field, labels)
	if len(values) != len(labels) {
		return nil, fmt.Errorf("the field %s does not offer all of %q", field.CustomID, labels)
	}
	return values, nil
}

// says writes a message; @bot in it is a mention of the bot.
func (a *actor) says(act map[string]any, words []string) error {
	a.story.mark()
	act["content"] = strings.ReplaceAll(strings.Join(words, " "), "@bot", "<@"+string(playground.ApplicationID)+">")
	return a.story.client.call("POST", "say", act, nil)
}

// replies replies to the bot's newest message for everybody with a picture, in the channel where the person is.
func (a *actor) replies(act map[string]any, args []string) error {
	if len(args) > 0 && args[0] == "quietly" {
		act["quiet"], args = true, args[1:]
	}
	if len(args) == 0 {
		return errors.New("usage: red replies [quietly] TEXT")
	}
	to, err := a.newest("picture to answer", func(m *wire.Message) bool {
		return m.EphemeralFor == "" && m.Author.ID == playground.ApplicationID && len(m.Attachments) > 0
	})
	if err != nil {
		return err
	}
	act["reply_to"] = to.ID
	return a.says(act, args)
}

// completes requests the bot's autocomplete choices for a typed text.
func (a *actor) completes(act map[string]any, args []string) error {
	if len(args) == 0 {
		return errors.New("usage: red completes '/move 炮' OFFER…")
	}
	var answer struct {
		Choices []struct {
			Name  string
			Value any
		}
	}
	act["text"] = args[0]
	if err := a.story.client.call("POST", "autocomplete", act, &answer); err != nil {
		return err
	}
	var names []string
	for _, c := range answer.Choices {
		names = append(names, c.Name)
	}
	for _, want := range args[1:] {
		if !slices.ContainsFunc(names, func(n string) bool { return strings.Contains(n, want) }) {
			return fmt.Errorf("%q is not offered for %q, but %q", want, args[0], names)
		}
	}
	return nil
}
