package playground

import (
	"cmp"
	"slices"
	"strings"

	"xiangqibot/bot/playground/gateway"
	"xiangqibot/bot/playground/wire"
)

// channels are the text channels of the server, their threads (threads.go), and each person's channels of direct
// messages, one with each bot. The state lock guards them.
type channels struct {
	core  *core
	guild *guild
	apps  *applications
	list  []*channel // in the order in which they were opened
	idle  idleAlarm
}

// A channel is one of them; a thread has members.
type channel struct {
	wire.Channel
	Members     []wire.ID
	Application wire.ID // of direct messages: with whose bot
}

// load reads what an earlier process has left. A new server has its two channels. Direct messages that are not there are
// opened: a process may have been killed between a newcomer and these.
func (c *channels) load() error {
	type talk struct{ with, of wire.ID }
	there := map[talk]bool{}
	err := eachOf(c.core.db, `SELECT body FROM channels ORDER BY rowid`, func(s *savedChannel) {
		ch := &channel{s.Channel, s.Members, s.Application}
		c.list = append(c.list, ch)
		c.core.ids.Seen(ch.ID)
		if p := c.recipient(ch); p != nil {
			there[talk{ch.Application, p.ID}] = true
		}
	})
	if err != nil {
		return err
	}
	if len(c.list) == 0 {
		c.add(XiangqiID, "xiangqi", "象棋 · type / to see what the bot can do")
		c.add(GeneralID, "general", "everything else")
	}
	for _, p := range c.guild.people {
		for _, a := range c.apps.all() {
			if !there[talk{a.ID, p.ID}] {
				c.openDM(p, a)
			}
		}
	}
	return nil
}

// add makes a text channel of the server.
func (c *channels) add(id wire.ID, name, topic string) *channel {
	position, no, slow := len(c.ofGuild()), false, 0
	return c.put(wire.Channel{ID: id, Type: wire.TextChannel, GuildID: GuildID, Name: name,
		Position: &position, Topic: &topic, NSFW: &no, Overwrites: []wire.Overwrite{}, Slowmode: &slow}, nil, "")
}

// openDMs opens a person's channels of direct messages, one with each bot.
func (c *channels) openDMs(p *person) {
	for _, a := range c.apps.all() {
		c.openDM(p, a)
	}
}

// openDM opens a person's channel of direct messages with the bot of an application.
func (c *channels) openDM(p *person, a *application) *channel {
	id := p.DM
	if a.ID != ApplicationID {
		id = c.core.newID()
	}
	return c.put(wire.Channel{ID: id, Type: wire.DMChannel, Recipients: []wire.User{p.user()}}, nil, a.ID)
}

// greet opens everybody's direct messages with the bot of a new application.
func (c *channels) greet(a *application) {
	c.guild.publishRoles()
	c.publishAll() // what its bot may do there
	for _, p := range c.guild.people {
		c.publish(c.openDM(p, a))
	}
}

// between is a person's channel of direct messages with the bot of an application.
func (c *channels) between(p *person, a *application) *channel {
	i := slices.IndexFunc(c.list, func(ch *channel) bool { return ch.Application == a.ID && c.recipient(ch) == p })
	return c.list[i] // it was opened when the later of the two came, or by load
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
func (c *channels) put(as wire.Channel, members []wire.ID, with wire.ID) *channel {
	ch := c.get(as.ID)
	if ch == nil {
		ch = &channel{}
		c.list = append(c.list, ch)
	}
	ch.Channel, ch.Members, ch.Application = as, members, with
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
	return c.guild.person(ch.Recipients[0].ID)
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

// admits reports whether an application's bot may look into the channel as far as it is not a matter of permissions:
// other bots' direct messages are closed to it, and private threads in which it is not, unless it manages threads.
func (c *channels) admits(a *application, ch *channel) bool {
	switch ch.Type {
	case wire.DMChannel:
		return ch.Application == a.ID
	case wire.PrivateThread:
		return slices.Contains(ch.Members, a.ID) || c.permissions(a, ch)&wire.ManageThreads != 0
	}
	return true
}

// reach is a channel in which the bot of an application has all of the permissions; in direct messages it has them.
func (c *channels) reach(a *application, id wire.ID, permissions uint64) (*channel, error) {
	ch := c.get(id)
	switch {
	case ch == nil:
		return nil, unknownChannel
	case !c.admits(a, ch):
		return nil, missingAccess
	case ch.Type == wire.DMChannel:
		return ch, nil
	}
	have := c.permissions(a, ch)
	if have&wire.ViewChannel == 0 {
		return nil, missingAccess
	}
	if have&permissions != permissions {
		return nil, noPermission
	}
	return ch, nil
}

// permissions are the bits that the bot of an application has in a channel. Threads follow the channel they are in.
func (c *channels) permissions(a *application, ch *channel) uint64 {
	if ch.IsThread() {
		ch = cmp.Or(c.get(deref(ch.ParentID)), ch)
	}
	have := a.Permissions
	for _, o := range ch.Overwrites {
		if o.ID == a.Role {
			have = have&^number64(o.Deny) | number64(o.Allow)
		}
	}
	return have
}

// permit sets what the bot of an application may do in a channel, whatever its role allows elsewhere: the channel gets
// an overwrite for that role.
func (c *channels) permit(a *application, ch *channel, permissions uint64) {
	changed := ch.Channel
	changed.Overwrites = slices.DeleteFunc(slices.Clone(changed.Overwrites),
		func(o wire.Overwrite) bool { return o.ID == a.Role })
	if have := a.Permissions; permissions != have {
		changed.Overwrites = append(changed.Overwrites, wire.Overwrite{ID: a.Role, Allow: bits(permissions &^ have),
			Deny: bits(have &^ permissions)})
	}
	c.put(changed, ch.Members, "")
	c.tell("CHANNEL_UPDATE", ch)
}

// tell sends a changed channel to bots and pages.
func (c *channels) tell(event string, ch *channel) {
	c.tellBots(ch, event, &ch.Channel)
	c.publish(ch)
}

// tellBots sends an event about a channel of the server to the bots that may look into it.
func (c *channels) tellBots(ch *channel, event string, data any) {
	for _, a := range c.apps.all() {
		if c.admits(a, ch) {
			c.core.gateway.Dispatch(gateway.Audience{Bot: a.ID, Intent: gateway.Guilds}, event, data)
		}
	}
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
		"locked": false, "recipient": nil, "bot": nil}
	if ch.ParentID != nil {
		v["parent_id"] = *ch.ParentID
	}
	if ch.Thread != nil {
		v["archived"], v["locked"] = ch.Thread.Archived, ch.Thread.Locked
	}
	may := map[wire.ID][]string{}
	for _, a := range c.apps.all() {
		switch ch.Application {
		case "":
			may[a.ID] = permissionNames(c.permissions(a, ch))
		case a.ID:
			v["name"], v["recipient"], v["bot"] = a.Name, ch.Recipients[0].ID, a.ID
		}
	}
	v["permissions"] = may
	return v
}

// ofGuild are the channels of the server.
func (c *channels) ofGuild() []wire.Channel {
	list := []wire.Channel{}
	for _, ch := range c.list {
		if ch.GuildID != "" && !ch.IsThread() {
			list = append(list, ch.Channel)
		}
	}
	return list
}

// activeThreads are the threads that are not archived and that the bot of an application may look into.
func (c *channels) activeThreads(a *application) []wire.Channel {
	list := []wire.Channel{}
	for _, ch := range c.list {
		if ch.IsThread() && !ch.Thread.Archived && c.admits(a, ch) {
			list = append(list, ch.Channel)
		}
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
