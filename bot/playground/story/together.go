package story

import (
	"errors"
	"fmt"
	"slices"
)

// together lets several people act simultaneously: the playground holds the acts back until all are done, and then
// delivers them at once.
func (s *Story) together(neg bool, args []string) error {
	acts := split(args, "&")
	if neg || len(acts) < 2 {
		return errors.New("usage: together black presses Accept & third presses Accept")
	}
	if err := s.settle(); err != nil {
		return err
	}
	if err := s.client.post("POST", "gateway", map[string]any{"action": "hold"}, nil); err != nil {
		return err
	}
	var failed error
	for _, act := range acts {
		a := s.people[act[0]]
		switch {
		case a == nil || a.id == "" || len(act) < 2:
			failed = fmt.Errorf("%q is not an act of a person who is there", act)
		default:
			failed = a.acts(act[1], act[2:])
		}
		if failed != nil {
			break
		}
	}
	return errors.Join(failed, s.client.post("POST", "gateway", map[string]any{"action": "release"}, nil))
}

// split splits words at every occurrence of a separator and drops empty parts.
func split(words []string, at string) (parts [][]string) {
	for {
		i := slices.Index(words, at)
		if i < 0 {
			break
		}
		if i > 0 {
			parts = append(parts, words[:i])
		}
		words = words[i+1:]
	}
	if len(words) > 0 {
		parts = append(parts, words)
	}
	return parts
}

// either waits until one of several people sees a new message that has all the texts.
func (s *Story) either(neg bool, args []string) error {
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
