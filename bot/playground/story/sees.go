package story

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"xiangqibot/bot/playground/wire"
)

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
	client := a.story.client
	find := func() bool { return a.findNew(texts, may, from) }
	if neg {
		if err := a.story.settle(); err != nil {
			return err
		}
		client.mu.Lock()
		defer client.mu.Unlock()
		if find() {
			return fmt.Errorf("%s sees %q\n%s", a.name, wanted, a.recent())
		}
		return nil
	}
	return a.await(fmt.Sprintf("does not see %q", wanted), find)
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

// either waits until one of several people sees a new message that has all the texts.
func (s *story) either(neg bool, args []string) error {
	i := slices.IndexFunc(args, func(word string) bool { return word == "sees" || word == "hears" })
	if neg || i < 1 || i == len(args)-1 {
		return errors.New("usage: either red black sees|hears TEXT…")
	}
	names, verb, texts := args[:i], args[i], args[i+1:]
	var people []*actor
	for _, name := range names {
		a := s.people[name]
		if a == nil {
			return fmt.Errorf("nobody is called %q", name)
		}
		people = append(people, a)
	}
	return s.client.wait(fmt.Sprintf("neither of %q %s %q", names, verb, texts), func() bool {
		return slices.ContainsFunc(people, func(a *actor) bool {
			if verb == "hears" {
				return a.findNew(texts, a.isPrivate, &a.heard)
			}
			return a.findNew(texts, anyone, &a.from)
		})
	})
}

// getsForm waits for a form that opened since the last act.
func (a *actor) getsForm(texts []string) error {
	return a.story.client.wait(fmt.Sprintf("%s gets no form with %q", a.name, texts), func() bool {
		if a.forms == a.formsSeen {
			return false
		}
		shown := a.form.Title
		wire.Walk(a.form.Components, func(c *wire.Component) {
			shown += "\n" + c.Label + "\n" + c.Placeholder + "\n" + c.Value
		})
		return containsAll(shown, texts)
	})
}

// counts waits until the person's channel shows that many messages of the bot: those for everybody, those of them with
// a picture, or those for this person only.
func (a *actor) counts(args []string) error {
	wrong := errors.New("usage: red counts N messages|boards|private")
	if len(args) != 2 {
		return wrong
	}
	want, err := strconv.Atoi(args[0])
	if err != nil {
		return wrong
	}
	fits, known := map[string]func(*wire.Message) bool{
		"messages": func(m *wire.Message) bool { return m.EphemeralFor == "" },
		"boards":   func(m *wire.Message) bool { return m.EphemeralFor == "" && len(m.Attachments) > 0 },
		"private":  func(m *wire.Message) bool { return m.EphemeralFor == a.id },
	}[args[1]]
	if !known {
		return wrong
	}
	return a.await(fmt.Sprintf("does not count %d %s", want, args[1]), func() bool {
		n := 0
		for _, m := range a.latest {
			if m.ChannelID == a.channel && m.Author.Bot && fits(m) {
				n++
			}
		}
		return n == want
	})
}
