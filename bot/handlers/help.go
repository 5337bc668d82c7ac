package handlers

import (
	"context"
	"errors"

	"xiangqibot/bot/view"
)

// helps is /help: six lines on how to begin, and a menu of topics, among them a list of all commands, this one
// included.
type helps struct {
	others  []*Command
	lessons lessons
	version string
}

func (c helps) command() *Command {
	help := &Command{Name: "help", Private: true}
	all := append(c.others[:len(c.others):len(c.others)], help)
	help.Run = func(_ context.Context, r *Request) (view.Reply, error) { return view.Help(r.Viewer, c.version), nil }
	help.Presses = map[view.PressAct]Handler{view.PressHelp: func(ctx context.Context, r *Request) (view.Reply, error) {
		return c.topic(ctx, r, all)
	}}
	return help
}

// topic shows the chosen topic in the same message.
func (c helps) topic(ctx context.Context, r *Request, all []*Command) (view.Reply, error) {
	if len(r.Values) != 1 {
		return view.Reply{}, r.Press.Foreign(errors.New("a menu of topics without a choice"))
	}
	var reply view.Reply
	if topic := view.HelpTopic(r.Values[0]); topic == view.HelpPieces {
		first, err := c.lessons.first(ctx, r)
		if err != nil {
			return view.Reply{}, err
		}
		reply = first
	} else {
		told, known := view.HelpAbout(topic, commandLines(all), r.Viewer)
		if !known {
			return view.Reply{}, r.Press.Foreign(errors.New("no such topic"))
		}
		reply = told
	}
	reply.Pressed = view.ReplacedIf(r.Ephemeral)
	return reply, nil
}

// commandLines are the commands as lines of a list.
func commandLines(all []*Command) []view.CommandLine {
	var lines []view.CommandLine
	for _, c := range all {
		if c.Menu != 0 {
			continue
		}
		for _, one := range c.Runnable() {
			line := view.CommandLine{one.Key()}
			if one != c {
				line = view.CommandLine{c.Key(), one.Key()}
			}
			lines = append(lines, line)
		}
	}
	return lines
}
