package playground

import (
	"encoding/json"
	"maps"
	"net/http"
	"slices"

	"xiangqibot/bot/playground/wire"
)

var unknownCommand = wire.Refuse(404, 10063, "Unknown application command")

// commandScope checks the application of the path and tells whether the guild's commands or the global ones are meant.
func (c *call) commandScope() (guild bool, err error) {
	app, err := c.id("app")
	if err != nil {
		return false, err
	}
	if app != ApplicationID {
		return false, wire.Refuse(403, 20012, "You are not authorized to perform this action on this application")
	}
	if c.PathValue("guild") == "" {
		return false, nil
	}
	return true, c.knownGuild()
}

func (s *Server) registered(guild bool) []wire.Command {
	if guild {
		return s.world.guildCmds
	}
	return s.world.globalCmds
}

// register puts a new list in the place of the old one and tells the page.
func (s *Server) register(guild bool, list []wire.Command) {
	s.change(entry{Commands: &commandEntry{Guild: guild, List: list}})
	s.hub.publish(all, "commands", map[string]any{"commands": s.commandViews()})
}

// commandViews are the commands for the page; an empty list is [], not null.
func (s *Server) commandViews() []wire.Command {
	return append([]wire.Command{}, s.world.commands(nil)...)
}

// adopt gives a command its ids: those of the command whose place it takes, or new ones.
func (s *Server) adopt(cmd wire.Command, guild bool, old *wire.Command) wire.Command {
	now := s.clock.Now()
	if old != nil {
		cmd.ID, cmd.Version = old.ID, old.Version
		cmd.ApplicationID, cmd.GuildID = old.ApplicationID, old.GuildID
		if string(raw(cmd)) == string(raw(old)) {
			return cmd
		}
	} else {
		cmd.ID = s.ids.Next(now)
	}
	cmd.Version = s.ids.Next(now)
	cmd.ApplicationID = ApplicationID
	if guild {
		cmd.GuildID = GuildID
		cmd.Contexts, cmd.IntegrationTypes, cmd.DMPermission = nil, nil, nil // these are for global commands only
		return cmd
	}
	if cmd.IntegrationTypes == nil {
		cmd.IntegrationTypes = []int{0}
	}
	return cmd
}

func sameCommand(list []wire.Command, cmd *wire.Command) *wire.Command {
	for i := range list {
		if list[i].Name == cmd.Name && list[i].Type == cmd.Type {
			return &list[i]
		}
	}
	return nil
}

func (s *Server) getCommands(c *call) (int, any, error) {
	guild, err := c.commandScope()
	if err != nil {
		return 0, nil, err
	}
	list := append([]wire.Command{}, s.registered(guild)...)
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

func (s *Server) putCommands(c *call) (int, any, error) {
	guild, err := c.commandScope()
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
	old := s.registered(guild)
	for i := range list {
		list[i] = s.adopt(list[i], guild, sameCommand(old, &list[i]))
	}
	if list == nil {
		list = []wire.Command{}
	}
	s.register(guild, list)
	return http.StatusOK, list, nil
}

func (s *Server) postCommand(c *call) (int, any, error) {
	guild, err := c.commandScope()
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
	list := slices.Clone(s.registered(guild))
	if old := sameCommand(list, &cmd); old != nil {
		*old = s.adopt(cmd, guild, old)
		s.register(guild, list)
		return http.StatusOK, old, nil
	}
	cmd = s.adopt(cmd, guild, nil)
	list = append(list, cmd)
	if err := wire.CheckCommands(list); err != nil {
		return 0, nil, err
	}
	s.register(guild, list)
	return http.StatusCreated, &cmd, nil
}

// findCommand is the place of the path's command in its list.
func (s *Server) findCommand(c *call) (list []wire.Command, i int, guild bool, err error) {
	guild, err = c.commandScope()
	if err != nil {
		return nil, 0, false, err
	}
	id, err := c.id("command")
	if err != nil {
		return nil, 0, false, err
	}
	list = slices.Clone(s.registered(guild))
	i = slices.IndexFunc(list, func(x wire.Command) bool { return x.ID == id })
	if i < 0 {
		return nil, 0, false, unknownCommand
	}
	return list, i, guild, nil
}

func (s *Server) getCommand(c *call) (int, any, error) {
	list, i, _, err := s.findCommand(c)
	if err != nil {
		return 0, nil, err
	}
	return http.StatusOK, &list[i], nil
}

func (s *Server) patchCommand(c *call) (int, any, error) {
	list, i, guild, err := s.findCommand(c)
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
	list[i] = s.adopt(cmd, guild, &old)
	if err := wire.CheckCommands(list); err != nil {
		return 0, nil, err
	}
	s.register(guild, list)
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
	var out wire.Command // not the old one: decoding into it would change the lists that the world still has
	err := wire.Decode(raw(all), &out)
	return out, err
}

func (s *Server) deleteCommand(c *call) (int, any, error) {
	list, i, guild, err := s.findCommand(c)
	if err != nil {
		return 0, nil, err
	}
	s.register(guild, slices.Delete(list, i, i+1))
	return http.StatusNoContent, nil, nil
}
