package story

import (
	"errors"
	"strconv"
	"strings"
)

// discord injects a fault between Discord and the bot, through the playground's API for faults.
func (s *Story) discord(neg bool, args []string) error {
	if neg || len(args) == 0 {
		return errors.New("usage: discord FAULT [N] [ON] [KEY:VALUE…], such as: discord limit 2 posts wait:1s; discord heals")
	}
	if args[0] == "heals" {
		return s.client.post("DELETE", "faults", map[string]any{}, nil)
	}
	fault := map[string]any{"fault": args[0]}
	for _, word := range args[1:] {
		key, value, pair := strings.Cut(word, ":")
		number, err := strconv.Atoi(value)
		switch {
		case word == "resumable":
			fault[word] = true
		case pair && err == nil:
			fault[key] = number
		case pair:
			fault[key] = value
		default:
			if number, err = strconv.Atoi(word); err == nil {
				fault["times"] = number
			} else {
				fault["on"] = word
			}
		}
	}
	return s.client.post("POST", "faults", fault, nil)
}

// fails makes some of the bot's next requests fail.
func (s *Story) fails(args []string) error {
	wrong := errors.New("usage: bot fails N posts|edits|deletions [gone]")
	if len(args) < 2 || len(args) > 3 || len(args) == 3 && args[2] != "gone" {
		return wrong
	}
	if len(args) == 3 {
		return s.discord(false, []string{"refuse", args[0], args[1], "status:404", "code:10008"})
	}
	return s.discord(false, append([]string{"fail"}, args...))
}
