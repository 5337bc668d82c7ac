package playground

import (
	"slices"
	"strconv"

	"xiangqibot/bot/playground/wire"
)

// Permit sets what the bot may do in a channel (permission bits as Discord's), whatever its role allows elsewhere: the channel gets an
// overwrite for that role. Threads follow their channel.
func (s *Server) Permit(channel wire.ID, permissions uint64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if c := s.world.channel(channel); c != nil && c.Type == wire.TextChannel {
		s.permitIn(c, permissions)
	}
}

// permitIn overwrites the bot's role in a channel. The caller holds the lock.
func (s *Server) permitIn(c *channel, permissions uint64) {
	changed := c.Channel
	changed.Overwrites = slices.DeleteFunc(slices.Clone(changed.Overwrites), func(o wire.Overwrite) bool { return o.ID == botRoleID })
	if have := s.world.botBits; permissions != have {
		changed.Overwrites = append(changed.Overwrites, wire.Overwrite{ID: botRoleID, Allow: bits(permissions &^ have), Deny: bits(have &^ permissions)})
	}
	s.change(entry{Channel: &channelEntry{changed, c.Members}})
	s.tellChannel("CHANNEL_UPDATE", c)
}

// permitAll sets what the bot's role allows; channels that say otherwise stay as they are. The caller holds the lock.
func (s *Server) permitAll(permissions uint64) {
	s.change(entry{BotBits: &permissions})
	s.tellRole("GUILD_ROLE_UPDATE", s.botRole())
	for _, c := range s.world.channels {
		if c.GuildID != "" {
			s.publishChannel(c)
		}
	}
}

// botPermissions are the bits that the bot has in a channel.
func (s *Server) botPermissions(c *channel) uint64 {
	if c.IsThread() {
		if parent := s.world.channel(deref(c.ParentID)); parent != nil {
			c = parent
		}
	}
	have := s.world.botBits
	for _, o := range c.Overwrites {
		if o.ID == botRoleID {
			have = have&^number64(o.Deny) | number64(o.Allow)
		}
	}
	return have
}

// bits writes a set of permissions as Discord does.
func bits(p uint64) string { return strconv.FormatUint(p, 10) }

// number64 reads what bits wrote; what is no number allows nothing.
func number64(s string) uint64 {
	p, _ := strconv.ParseUint(s, 10, 64)
	return p
}

// allPermissions are all bits that there may be.
const allPermissions uint64 = 1<<64 - 1

// permissionNames are the names of those bits that the playground knows.
func permissionNames(have uint64) []string {
	names := []string{}
	for _, p := range wire.NamedPermissions() {
		if have&p.Bit != 0 {
			names = append(names, p.Name)
		}
	}
	return names
}

// doPermissions gives the bot permissions and takes them away, in one channel or in the whole server.
func (s *Server) doPermissions(body []byte) (any, error) {
	var in struct {
		Channel wire.ID  `json:"channel"`
		Lose    []string `json:"lose"`
		Get     []string `json:"get"`
	}
	if err := readJSON(body, &in); err != nil {
		return nil, err
	}
	lose, err := permissionBits(in.Lose)
	if err != nil {
		return nil, err
	}
	get, err := permissionBits(in.Get)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if in.Channel == "" {
		s.permitAll(s.world.botBits&^lose | get)
		return map[string]any{"permissions": permissionNames(s.world.botBits)}, nil
	}
	c := s.world.channel(in.Channel)
	if c == nil || c.Type != wire.TextChannel {
		return nil, fail(404, "%q is no text channel of the server. A thread follows the channel it is in.", in.Channel)
	}
	s.permitIn(c, s.botPermissions(c)&^lose|get)
	return map[string]any{"permissions": permissionNames(s.botPermissions(c))}, nil
}

func permissionBits(names []string) (uint64, error) {
	known := wire.NamedPermissions()
	set := uint64(0)
	for _, name := range names {
		i := slices.IndexFunc(known, func(p wire.Permission) bool { return p.Name == name })
		if i < 0 {
			return 0, fail(400, "%q is no permission that the playground knows. There are: %v.", name, permissionNames(allPermissions))
		}
		set |= known[i].Bit
	}
	return set, nil
}
