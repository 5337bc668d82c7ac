package playground

import (
	"encoding/json"
	"maps"
	"net/http"
	"slices"

	"xiangqibot/bot/playground/wire"
)

// restCommands handles the routes for commands, global and of the guild.
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

// commandScope returns the scope of the path. A bot has access only to its own application's commands.
func (c *call) commandScope() (scope, error) {
	app, err := c.id("app")
	if err != nil {
		return scope{}, err
	}
	if app != c.app.ID {
		return scope{}, wire.NewError(403, 20012, "You are not authorized to perform this action on this application")
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

// withoutLocalizations removes the localizations at all levels.
func withoutLocalizations(cmd wire.Command) json.RawMessage {
	var v any
	if err := json.Unmarshal(toJSON(cmd), &v); err != nil {
		return toJSON(cmd)
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
	return toJSON(v)
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

// findCommand returns a copy of the list with the path's command, and its index.
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

// patched returns the command with the keys of the body replaced.
func (c *call) patched(cmd wire.Command) (wire.Command, error) {
	var keys map[string]json.RawMessage
	if err := c.decode(&keys); err != nil {
		return cmd, err
	}
	all := map[string]json.RawMessage{}
	if err := json.Unmarshal(toJSON(cmd), &all); err != nil {
		return cmd, err
	}
	maps.Copy(all, keys)
	var out wire.Command // a new one: decoding into the old one would modify the registered lists
	err := wire.Decode(toJSON(all), &out)
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
