package playground

import (
	"cmp"
	"slices"
	"strings"

	"xiangqibot/bot/playground/gateway"
	"xiangqibot/bot/playground/wire"
)

// channels are the text channels of the server, their threads (threads.go), and each person's channel of direct
// messages. The state lock guards them.
type channels struct {
	core  *core
	guild *guild
	list  []*channel // in the order in which they were opened
	idle  idleAlarm
}

// A channel is one of them; a thread has members.
type channel struct {
	wire.Channel
	Members []wire.ID
}

// load reads what an earlier process has left. A new server has its two channels, and people their direct messages.
func (c *channels) load() error {
	err := eachOf(c.core.db, `SELECT body FROM channels ORDER BY rowid`, func(s *savedChannel) {
		ch := &channel{s.Channel, s.Members}
		c.list = append(c.list, ch)
		c.core.ids.Seen(ch.ID)
	})
	if err != nil || len(c.list) > 0 {
		return err
	}
	c.add(XiangqiID, "xiangqi", "象棋 · type / to see what the bot can do")
	c.add(GeneralID, "general", "everything else")
	for _, p := range c.guild.people {
		c.openDM(p)
	}
	return nil
}

// add makes a text channel of the server.
func (c *channels) add(id wire.ID, name, topic string) *channel {
	position, no, slow := len(c.ofGuild(false)), false, 0
	return c.put(wire.Channel{ID: id, Type: wire.TextChannel, GuildID: GuildID, Name: name,
		Position: &position, Topic: &topic, NSFW: &no, Overwrites: []wire.Overwrite{}, Slowmode: &slow}, nil)
}

// openDM opens a person's channel of direct messages with the bot.
func (c *channels) openDM(p *person) {
	c.put(wire.Channel{ID: p.DM, Type: wire.DMChannel, Recipients: []wire.User{p.user()}}, nil)
}

func (c *channels) get(id wire.ID) *channel {
	for _, ch := range c.list {
		if ch.ID == id {
			return ch
		}
	}
	return nil
}

// known is a channel that the person can look into.
func (c *channels) known(p *person, id wire.ID) (*channel, error) {
	if ch := c.get(id); ch != nil && c.sees(p.ID, ch) {
		return ch, nil
	}
	return nil, fail(404, "There is no channel with the id %q that %s can see. /playground/state lists them.", id, p.Name)
}

// put stores a channel, new or changed.
func (c *channels) put(as wire.Channel, members []wire.ID) *channel {
	ch := c.get(as.ID)
	if ch == nil {
		ch = &channel{}
		c.list = append(c.list, ch)
	}
	ch.Channel, ch.Members = as, members
	c.core.db.saveChannel(ch)
	return ch
}

// remove forgets a channel. The database forgets with it what was said and done there.
func (c *channels) remove(id wire.ID) {
	c.core.db.deleteChannel(id)
	c.list = slices.DeleteFunc(c.list, func(ch *channel) bool { return ch.ID == id })
	c.core.hub.publish(all, "channel_delete", map[string]any{"id": id})
}

// recipient is the person of a channel of direct messages, nil for all others.
func (c *channels) recipient(ch *channel) *person {
	if ch.Type != wire.DMChannel {
		return nil
	}
	for _, p := range c.guild.people {
		if p.DM == ch.ID {
			return p
		}
	}
	return nil
}

// sees reports whether the person can look into the channel. To people who have left the server the direct messages
// remain.
func (c *channels) sees(id wire.ID, ch *channel) bool {
	if p := c.guild.person(id); ch.Type != wire.DMChannel && p != nil && p.Left {
		return false
	}
	switch ch.Type {
	case wire.DMChannel:
		r := c.recipient(ch)
		return r != nil && r.ID == id
	case wire.PrivateThread:
		return id == AliceID || slices.Contains(ch.Members, id)
	default:
		return true
	}
}

// seenBy are the channels of the server that a person can look into.
func (c *channels) seenBy(p *person) []*channel {
	return slices.DeleteFunc(slices.Clone(c.list), func(ch *channel) bool { return ch.GuildID == "" || !c.sees(p.ID, ch) })
}

// reach is a channel in which the bot has all of the permissions; in direct messages it has them.
func (c *channels) reach(id wire.ID, permissions uint64) (*channel, error) {
	ch := c.get(id)
	if ch == nil {
		return nil, unknownChannel
	}
	if ch.Type == wire.DMChannel {
		return ch, nil
	}
	have := c.permissions(ch)
	if have&wire.ViewChannel == 0 {
		return nil, missingAccess
	}
	if have&permissions != permissions {
		return nil, noPermission
	}
	return ch, nil
}

// permissions are the bits that the bot has in a channel. Threads follow the channel they are in.
func (c *channels) permissions(ch *channel) uint64 {
	if ch.IsThread() {
		ch = cmp.Or(c.get(deref(ch.ParentID)), ch)
	}
	have := c.guild.botBits
	for _, o := range ch.Overwrites {
		if o.ID == botRoleID {
			have = have&^number64(o.Deny) | number64(o.Allow)
		}
	}
	return have
}

// permit sets what the bot may do in a channel, whatever its role allows elsewhere: the channel gets an overwrite for
// that role.
func (c *channels) permit(ch *channel, permissions uint64) {
	changed := ch.Channel
	changed.Overwrites = slices.DeleteFunc(slices.Clone(changed.Overwrites),
		func(o wire.Overwrite) bool { return o.ID == botRoleID })
	if have := c.guild.botBits; permissions != have {
		changed.Overwrites = append(changed.Overwrites, wire.Overwrite{ID: botRoleID, Allow: bits(permissions &^ have),
			Deny: bits(have &^ permissions)})
	}
	c.put(changed, ch.Members)
	c.tell("CHANNEL_UPDATE", ch)
}

// tell sends a changed channel to bots and pages.
func (c *channels) tell(event string, ch *channel) {
	c.core.gateway.Dispatch(gateway.Audience{Intent: gateway.Guilds}, event, &ch.Channel)
	c.publish(ch)
}

// publish shows a channel to the pages of the people who can look into it.
func (c *channels) publish(ch *channel) {
	c.core.hub.publish(func(p wire.ID) bool { return c.sees(p, ch) }, "channel", c.view(ch))
}

// publishAll shows the channels of the server, whose permissions have changed.
func (c *channels) publishAll() {
	for _, ch := range c.list {
		if ch.GuildID != "" {
			c.publish(ch)
		}
	}
}

// view is a channel as the page sees it.
func (c *channels) view(ch *channel) map[string]any {
	v := map[string]any{"id": ch.ID, "name": ch.Name, "type": ch.Type, "parent_id": nil, "archived": false,
		"locked": false, "recipient": nil, "permissions": []string{}}
	if ch.ParentID != nil {
		v["parent_id"] = *ch.ParentID
	}
	if ch.Thread != nil {
		v["archived"], v["locked"] = ch.Thread.Archived, ch.Thread.Locked
	}
	if ch.GuildID != "" {
		v["permissions"] = permissionNames(c.permissions(ch))
	}
	if p := c.recipient(ch); p != nil {
		v["name"], v["recipient"] = botName, p.ID
	}
	return v
}

// ofGuild are the channels of the server, or its threads that are not archived.
func (c *channels) ofGuild(threads bool) []wire.Channel {
	list := []wire.Channel{}
	for _, ch := range c.list {
		if ch.GuildID == "" || ch.IsThread() != threads || threads && ch.Thread.Archived {
			continue
		}
		list = append(list, ch.Channel)
	}
	return list
}

// which finds a channel of the server by id, mention, #name or name.
func (c *channels) which(text string) wire.ID {
	name := strings.TrimPrefix(strings.TrimSuffix(strings.TrimPrefix(text, "<#"), ">"), "#")
	for _, ch := range c.list {
		if ch.GuildID != "" && (name == string(ch.ID) || name == ch.Name) {
			return ch.ID
		}
	}
	return ""
}
