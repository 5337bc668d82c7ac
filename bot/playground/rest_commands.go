package playground

import (
	"encoding/json"
	"maps"
	"net/http"
	"slices"

	"xiangqibot/bot/playground/wire"
)

// restCommands answers how bots register commands: globally, and in the server.
type restCommands struct {
	commands *commands
}

func (r *restCommands) routes(rates Rates) []route {
	var list []route
	for _, scope := range []struct{ path, on string }{{"/applications/{app}/commands", ""},
		{"/applications/{app}/guilds/{guild}/commands", "guild"}} {
		path, on := scope.path, scope.on
		list = append(list,
			route{"GET", path, rates.Commands, on, false, r.getCommands},
			route{"PUT", path, rates.Commands, on, false, r.putCommands},
			route{"POST", path, rates.Commands, on, false, r.postCommand},
			route{"GET", path + "/{command}", rates.Commands, on, false, r.getCommand},
			route{"PATCH", path + "/{command}", rates.Commands, on, false, r.patchCommand},
			route{"DELETE", path + "/{command}", rates.Commands, on, false, r.deleteCommand},
		)
	}
	return list
}

// commandScope is which commands the path means. A bot has access to those of its own application.
func (c *call) commandScope() (scope, error) {
	app, err := c.id("app")
	if err != nil {
		return scope{}, err
	}
	if app != c.app.ID {
		return scope{}, wire.Refuse(403, 20012, "You are not authorized to perform this action on this application")
	}
	if c.PathValue("guild") == "" {
		return scope{app: app}, nil
	}
	return scope{app: app, guild: true}, c.knownGuild()
}

func sameCommand(list []wire.Command, cmd *wire.Command) *wire.Command {
	for i := range list {
		if list[i].Name == cmd.Name && list[i].Type == cmd.Type {
			return &list[i]
		}
	}
	return nil
}

func (r *restCommands) getCommands(c *call) (int, any, error) {
	in, err := c.commandScope()
	if err != nil {
		return 0, nil, err
	}
	list := append([]wire.Command{}, r.commands.list[in]...)
	if c.URL.Query().Get("with_localizations") == "true" {
		return http.StatusOK, list, nil
	}
	bare := []json.RawMessage{}
	for _, cmd := range list {
		bare = append(bare, withoutLocalizations(cmd))
	}
	return http.StatusOK, bare, nil
}

// withoutLocalizations leaves the dictionaries of all levels away.
func withoutLocalizations(cmd wire.Command) json.RawMessage {
	var v any
	if err := json.Unmarshal(raw(cmd), &v); err != nil {
		return raw(cmd)
	}
	var strip func(any)
	strip = func(v any) {
		switch v := v.(type) {
		case map[string]any:
			delete(v, "name_localizations")
			delete(v, "description_localizations")
			for _, x := range v {
				strip(x)
			}
		case []any:
			for _, x := range v {
				strip(x)
			}
		}
	}
	strip(v)
	return raw(v)
}

func (r *restCommands) putCommands(c *call) (int, any, error) {
	in, err := c.commandScope()
	if err != nil {
		return 0, nil, err
	}
	list, err := wire.ReadCommands(c.body)
	if err != nil {
		return 0, nil, err
	}
	if err := wire.CheckCommands(list); err != nil {
		return 0, nil, err
	}
	old := r.commands.list[in]
	for i := range list {
		list[i] = r.commands.adopt(list[i], in, sameCommand(old, &list[i]))
	}
	if list == nil {
		list = []wire.Command{}
	}
	r.commands.register(in, list)
	return http.StatusOK, list, nil
}

func (r *restCommands) postCommand(c *call) (int, any, error) {
	in, err := c.commandScope()
	if err != nil {
		return 0, nil, err
	}
	var cmd wire.Command
	if err := c.decode(&cmd); err != nil {
		return 0, nil, err
	}
	if err := cmd.Check(); err != nil {
		return 0, nil, err
	}
	list := slices.Clone(r.commands.list[in])
	if old := sameCommand(list, &cmd); old != nil {
		*old = r.commands.adopt(cmd, in, old)
		r.commands.register(in, list)
		return http.StatusOK, old, nil
	}
	cmd = r.commands.adopt(cmd, in, nil)
	list = append(list, cmd)
	if err := wire.CheckCommands(list); err != nil {
		return 0, nil, err
	}
	r.commands.register(in, list)
	return http.StatusCreated, &cmd, nil
}

// findCommand is the place of the path's command in its list.
func (r *restCommands) findCommand(c *call) (list []wire.Command, i int, in scope, err error) {
	in, err = c.commandScope()
	if err != nil {
		return nil, 0, in, err
	}
	id, err := c.id("command")
	if err != nil {
		return nil, 0, in, err
	}
	list = slices.Clone(r.commands.list[in])
	i = slices.IndexFunc(list, func(x wire.Command) bool { return x.ID == id })
	if i < 0 {
		return nil, 0, in, unknownCommand
	}
	return list, i, in, nil
}

func (r *restCommands) getCommand(c *call) (int, any, error) {
	list, i, _, err := r.findCommand(c)
	if err != nil {
		return 0, nil, err
	}
	return http.StatusOK, &list[i], nil
}

func (r *restCommands) patchCommand(c *call) (int, any, error) {
	list, i, in, err := r.findCommand(c)
	if err != nil {
		return 0, nil, err
	}
	old := list[i]
	cmd, err := c.patched(old)
	if err != nil {
		return 0, nil, err
	}
	cmd.Type = old.Type
	if err := cmd.Check(); err != nil {
		return 0, nil, err
	}
	list[i] = r.commands.adopt(cmd, in, &old)
	if err := wire.CheckCommands(list); err != nil {
		return 0, nil, err
	}
	r.commands.register(in, list)
	return http.StatusOK, &list[i], nil
}

// patched is the command with what the body names in the place of what it had; the rest stays.
func (c *call) patched(cmd wire.Command) (wire.Command, error) {
	var keys map[string]json.RawMessage
	if err := c.decode(&keys); err != nil {
		return cmd, err
	}
	all := map[string]json.RawMessage{}
	if err := json.Unmarshal(raw(cmd), &all); err != nil {
		return cmd, err
	}
	maps.Copy(all, keys)
	var out wire.Command // not the old one: decoding into it would change the lists that are registered
	err := wire.Decode(raw(all), &out)
	return out, err
}

func (r *restCommands) deleteCommand(c *call) (int, any, error) {
	list, i, in, err := r.findCommand(c)
	if err != nil {
		return 0, nil, err
	}
	r.commands.register(in, slices.Delete(list, i, i+1))
	return http.StatusNoContent, nil, nil
}
