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
