package bot

import (
	"reflect"
	"slices"
)

// The commands are in three groups, as in /help. Each exported method of a group makes one command from
// what the host has, and is in the file of that command: a new command is a new file, and no list has to name it.
type (
	playCommands   struct{ *host } // begin and play games
	studyCommands  struct{ *host } // records, lessons, puzzles
	memberCommands struct{ *host } // people, their ratings, settings and tournaments
)

// commands returns every command, also those that are only written: the groups, each in alphabetical order, and last /help, which describes the
// others.
func commands(h *host) []*Command {
	var list []*Command
	for _, group := range []any{playCommands{h}, studyCommands{h}, memberCommands{h}} {
		methods := reflect.ValueOf(group)
		for i := range methods.NumMethod() {
			list = append(list, methods.Method(i).Interface().(func() *Command)())
		}
	}
	return append(list, helps{offered(list), lessonsOf(h), h.version}.command())
}

// offered returns those of the commands that Discord offers.
func offered(all []*Command) []*Command {
	return slices.DeleteFunc(slices.Clone(all), func(c *Command) bool { return c.written })
}
