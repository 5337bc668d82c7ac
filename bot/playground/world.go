package playground

import (
	"maps"
	"slices"
	"time"

	"xiangqibot/bot/playground/wire"
)

// keptMessages is how many messages of one channel are remembered.
const keptMessages = 2000

// A world is all that is remembered: who is there, what was said, what the bot registered, what people did a while ago.
// It only stores; what may happen is decided by its callers, who hold the server's lock.
type world struct {
	people       []*person
	channels     []*channel
	guildCmds    []wire.Command
	globalCmds   []wire.Command
	interactions map[wire.ID]*interaction
	last         map[wire.ID]*interaction // each person's latest, for redelivery
	ahead        time.Duration            // of the clock
	roles        []wire.Role              // that people have given themselves; the bot's and the managers' are always there
	botBits      uint64                   // what the bot's role allows
}

// A channel with its messages, oldest first.
type channel struct {
	wire.Channel
	Members  []wire.ID // of a thread
	messages []*wire.Message
}

func newWorld() *world {
	w := &world{interactions: map[wire.ID]*interaction{}, last: map[wire.ID]*interaction{}, botBits: wire.Invited}
	for i, c := range []struct {
		id    wire.ID
		name  string
		topic string
	}{
		{XiangqiID, "xiangqi", "象棋 · type / to see what the bot can do"},
		{GeneralID, "general", "everything else"},
	} {
		position, topic, no, slow := i, c.topic, false, 0
		w.channels = append(w.channels, &channel{Channel: wire.Channel{ID: c.id, Type: wire.TextChannel, GuildID: GuildID, Name: c.name,
			Position: &position, Topic: &topic, NSFW: &no, Overwrites: []wire.Overwrite{}, Slowmode: &slow}})
	}
	for _, p := range firstPeople() {
		w.addPerson(p)
	}
	return w
}

func (w *world) addPerson(p *person) {
	if old := w.person(p.ID); old != nil {
		*old = *p
		return
	}
	w.people = append(w.people, p)
	if w.channel(p.DM) == nil {
		w.channels = append(w.channels, &channel{Channel: wire.Channel{ID: p.DM, Type: wire.DMChannel, Recipients: []wire.User{p.user()}}})
	}
}

func (w *world) person(id wire.ID) *person {
	for _, p := range w.people {
		if p.ID == id {
			return p
		}
	}
	return nil
}

func (w *world) channel(id wire.ID) *channel {
	for _, c := range w.channels {
		if c.ID == id {
			return c
		}
	}
	return nil
}

// putChannel stores a channel, new or changed; its messages stay.
func (w *world) putChannel(c wire.Channel, members []wire.ID) *channel {
	old := w.channel(c.ID)
	if old == nil {
		old = &channel{}
		w.channels = append(w.channels, old)
	}
	old.Channel, old.Members = c, members
	return old
}

// dropChannel forgets a channel, its messages, and what people did there.
func (w *world) dropChannel(id wire.ID) {
	w.channels = slices.DeleteFunc(w.channels, func(c *channel) bool { return c.ID == id })
	there := func(_ wire.ID, x *interaction) bool { return x.Channel == id }
	maps.DeleteFunc(w.interactions, there)
	maps.DeleteFunc(w.last, there)
}

// putRole stores a role, new or changed.
func (w *world) putRole(r wire.Role) {
	if i := slices.IndexFunc(w.roles, func(old wire.Role) bool { return old.ID == r.ID }); i >= 0 {
		w.roles[i] = r
		return
	}
	w.roles = append(w.roles, r)
}

func (w *world) role(id wire.ID) *wire.Role {
	if i := slices.IndexFunc(w.roles, func(r wire.Role) bool { return r.ID == id }); i >= 0 {
		return &w.roles[i]
	}
	return nil
}

// members are the people who have not left the guild.
func (w *world) members() []*person {
	return slices.DeleteFunc(slices.Clone(w.people), func(p *person) bool { return p.Left })
}

// recipient is the person of a DM channel, nil for all others.
func (w *world) recipient(c *channel) *person {
	if c.Type != wire.DMChannel {
		return nil
	}
	for _, p := range w.people {
		if p.DM == c.ID {
			return p
		}
	}
	return nil
}

// sees tells whether the person can look into the channel. Who has left the guild is left with the direct messages.
func (w *world) sees(p wire.ID, c *channel) bool {
	if one := w.person(p); c.Type != wire.DMChannel && one != nil && one.Left {
		return false
	}
	switch c.Type {
	case wire.DMChannel:
		r := w.recipient(c)
		return r != nil && r.ID == p
	case wire.PrivateThread:
		return p == AliceID || slices.Contains(c.Members, p)
	default:
		return true
	}
}

func (w *world) message(c *channel, id wire.ID) *wire.Message {
	i, ok := c.find(id)
	if !ok {
		return nil
	}
	return c.messages[i]
}

// find is the place of a message, or the place where it would stand.
func (c *channel) find(id wire.ID) (int, bool) {
	return slices.BinarySearchFunc(c.messages, id, func(m *wire.Message, id wire.ID) int {
		switch {
		case m.ID == id:
			return 0
		case m.ID.Before(id):
			return -1
		default:
			return 1
		}
	})
}

// putMessage stores a message, new or changed, and forgets the oldest when there are too many.
func (w *world) putMessage(m *wire.Message) {
	c := w.channel(m.ChannelID)
	if c == nil {
		return
	}
	i, found := c.find(m.ID)
	if found {
		c.messages[i] = m
		return
	}
	c.messages = slices.Insert(c.messages, i, m)
	if len(c.messages) > keptMessages {
		c.messages = slices.Delete(c.messages, 0, len(c.messages)-keptMessages)
	}
	if m.EphemeralFor == "" {
		id := m.ID
		c.LastMessageID = &id
	}
}

func (w *world) dropMessage(ch, id wire.ID) {
	if c := w.channel(ch); c != nil {
		if i, ok := c.find(id); ok {
			c.messages = slices.Delete(c.messages, i, i+1)
		}
	}
}

// commands are those that can be used in a channel: the guild's hide global ones of the same name.
func (w *world) commands(c *channel) []wire.Command {
	var list []wire.Command
	inGuild := c == nil || c.Type != wire.DMChannel
	if inGuild {
		list = append(list, w.guildCmds...)
	}
	for _, g := range w.globalCmds {
		hidden := slices.ContainsFunc(list, func(x wire.Command) bool { return x.Name == g.Name && x.Type == g.Type })
		if hidden || c != nil && !usableIn(&g, inGuild) {
			continue
		}
		list = append(list, g)
	}
	return list
}

// usableIn reads the contexts of a global command; without them the older dm_permission counts.
func usableIn(c *wire.Command, guild bool) bool {
	if c.Contexts != nil {
		if guild {
			return slices.Contains(c.Contexts, 0)
		}
		return slices.Contains(c.Contexts, 1)
	}
	return guild || c.DMPermission == nil || *c.DMPermission
}

// putInteraction stores an interaction, new or changed. One whose channel was deleted is let go.
func (w *world) putInteraction(x *interaction) {
	if w.channel(x.Channel) == nil || w.person(x.Person) == nil {
		return
	}
	w.interactions[x.ID] = x
	if old := w.last[x.Person]; x.Type != wire.Autocomplete && (old == nil || !x.ID.Before(old.ID)) {
		w.last[x.Person] = x
	}
}

// byToken finds the interaction of a webhook token.
func (w *world) byToken(token string) *interaction {
	for _, x := range w.interactions {
		if x.Token == token {
			return x
		}
	}
	return nil
}

// forget drops interactions that nobody can use any more, but keeps each person's latest for redelivery.
func (w *world) forget(now time.Time) {
	for id, x := range w.interactions {
		if now.Sub(x.Created) > tokenLife+time.Minute && w.last[x.Person] != x {
			delete(w.interactions, id)
		}
	}
}

// everyID lists the ids handed out so far that are still known.
func (w *world) everyID() []wire.ID {
	var ids []wire.ID
	for _, p := range w.people {
		ids = append(ids, p.ID, p.DM)
	}
	for _, c := range w.channels {
		ids = append(ids, c.ID)
		for _, m := range c.messages {
			ids = append(ids, m.ID)
			for _, a := range m.Attachments {
				ids = append(ids, a.ID)
			}
		}
	}
	for id := range w.interactions {
		ids = append(ids, id)
	}
	for _, r := range w.roles {
		ids = append(ids, r.ID)
	}
	for _, c := range slices.Concat(w.guildCmds, w.globalCmds) {
		ids = append(ids, c.ID, c.Version)
	}
	return ids
}
