package playground

import (
	"regexp"
	"slices"
	"strings"
	"time"

	"xiangqibot/bot/playground/wire"
)

// attachmentLimit is the largest file that a bot may send.
const attachmentLimit = 10 << 20

// change is the one door through which the world changes: in memory and, with a folder, on disk. The caller holds the lock.
func (s *Server) change(e entry) {
	e.apply(s.world)
	if err := s.journal.write(e, s.world); err != nil {
		s.log.Error("the playground can no longer write to its folder; what happens from now on will not outlive the process", "err", err)
	}
}

// draft is a form with its files.
type draft struct {
	form  *wire.MessageForm
	files []wire.FormFile
}

// compose puts what the form says into the message. With old set it is an edit of that message: what the form does not name stays.
func (s *Server) compose(m *wire.Message, d draft, old *wire.Message) error {
	f, edit := d.form, old != nil
	if f.Content != nil || f.Has("content") && edit {
		m.Content = deref(f.Content)
	}
	if f.Has("embeds") || !edit {
		m.Embeds = append([]wire.Embed{}, f.Embeds...)
		for i := range m.Embeds {
			m.Embeds[i].Type = "rich"
		}
	}
	if f.Has("components") || !edit {
		m.Components = append([]wire.Component{}, f.Components...)
		wire.Finish(m.Components)
	}
	if f.Flags != nil {
		m.Flags |= *f.Flags &^ wire.FlagEphemeral
		if edit && *f.Flags&wire.FlagSuppressEmbeds == 0 {
			m.Flags &^= wire.FlagSuppressEmbeds
		}
	}
	if f.TTS != nil && !edit {
		m.TTS = *f.TTS
	}
	if len(f.Nonce) > 0 && string(f.Nonce) != "null" {
		m.Nonce = f.Nonce
	}
	s.mention(m, f.AllowedMentions)
	return s.attach(m, d, old)
}

// attach settles which files the message has: the old ones that stay, and the new ones.
func (s *Server) attach(m *wire.Message, d draft, old *wire.Message) error {
	before := m.Attachments
	m.Attachments = append([]wire.Attachment{}, d.form.Kept(d.files, old)...)
	for _, file := range d.files {
		description := ""
		for _, want := range d.form.Attachments {
			if want.ID == file.N {
				description = want.Description
				if want.Filename != "" {
					file.Filename = want.Filename
				}
			}
		}
		id := s.ids.Next(s.clock.Now())
		if err := s.files.put(id, file.Data); err != nil {
			return err
		}
		a := newAttachment(id, file, description)
		a.Ephemeral = m.EphemeralFor != ""
		m.Attachments = append(m.Attachments, a)
	}
	for _, a := range before {
		if !slices.ContainsFunc(m.Attachments, func(x wire.Attachment) bool { return x.ID == a.ID }) {
			s.files.drop(a.ID)
		}
	}
	return nil
}

var (
	userMention = regexp.MustCompile(`<@!?(\d+)>`)
	roleMention = regexp.MustCompile(`<@&(\d+)>`)
)

// mention works out who is called by the text, as far as the bot allowed it.
func (s *Server) mention(m *wire.Message, allowed *wire.AllowedMentions) {
	m.Mentions, m.MentionRoles, m.MentionEveryone = []wire.User{}, []wire.ID{}, false
	text := m.Content
	wire.Walk(m.Components, func(c *wire.Component) {
		if c.Type == wire.TextDisplay {
			text += "\n" + c.Content
		}
	})
	for _, found := range userMention.FindAllStringSubmatch(text, -1) {
		p := s.world.person(wire.ID(found[1]))
		if p == nil || allowed != nil && !slices.Contains(allowed.Parse, "users") && !slices.Contains(allowed.Users, p.ID) {
			continue
		}
		if !slices.ContainsFunc(m.Mentions, func(u wire.User) bool { return u.ID == p.ID }) {
			m.Mentions = append(m.Mentions, p.user())
		}
	}
	for _, found := range roleMention.FindAllStringSubmatch(text, -1) {
		r := s.world.role(wire.ID(found[1]))
		if r == nil || !s.mayCall(m, r) || allowed != nil && !slices.Contains(allowed.Parse, "roles") && !slices.Contains(allowed.Roles, r.ID) {
			continue
		}
		if !slices.Contains(m.MentionRoles, r.ID) {
			m.MentionRoles = append(m.MentionRoles, r.ID)
		}
	}
}

// mayCall tells whether the message's author may call all who have a role: one that everybody may call, or anyone with that permission.
func (s *Server) mayCall(m *wire.Message, r *wire.Role) bool {
	if p := s.world.person(m.Author.ID); p != nil {
		return r.Mentionable || p.owner()
	}
	c := s.world.channel(m.ChannelID)
	return r.Mentionable || c != nil && s.botPermissions(c)&wire.MentionEveryone != 0
}

// newMessage is an empty message of that author in the channel. Its id is its time.
func (s *Server) newMessage(c *channel, author wire.User, kind int) *wire.Message {
	now := s.clock.Now()
	return &wire.Message{ID: s.ids.Next(now), ChannelID: c.ID, Author: author, Timestamp: wire.At(now.Truncate(time.Microsecond)), Type: kind,
		Mentions: []wire.User{}, MentionRoles: []wire.ID{}, Attachments: []wire.Attachment{}, Embeds: []wire.Embed{}, Components: []wire.Component{}}
}

// post adds a finished message to its channel and tells everybody who may know.
func (s *Server) post(c *channel, m *wire.Message) {
	if c.IsThread() && m.EphemeralFor == "" {
		t := c.Channel
		meta := *t.Thread
		count := deref(t.MessageCount) + 1
		t.MessageCount, t.TotalSent = &count, &count
		wasArchived := meta.Archived
		meta.Archived = false
		t.Thread = &meta
		s.change(entry{Channel: &channelEntry{t, c.Members}})
		if wasArchived {
			s.tellChannel("THREAD_UPDATE", c)
		}
	}
	s.change(entry{Message: m})
	s.sleepLater(c)
	s.tellMessage("MESSAGE_CREATE", m)
}

// edit puts a changed copy in the place of a message.
func (s *Server) edit(old *wire.Message, d draft) (*wire.Message, error) {
	m := *old
	wasLoading := m.Loading
	m.Loading, m.Failed = false, ""
	m.Flags &^= wire.FlagLoading
	if err := s.compose(&m, d, old); err != nil {
		return nil, err
	}
	if !wasLoading {
		at := wire.At(s.clock.Now().Truncate(time.Microsecond))
		m.EditedTimestamp = &at
	}
	s.change(entry{Message: &m})
	s.tellMessage("MESSAGE_UPDATE", &m)
	return &m, nil
}

// remove deletes a message and its files.
func (s *Server) remove(m *wire.Message) {
	for _, a := range m.Attachments {
		s.files.drop(a.ID)
	}
	s.change(entry{MessageGone: &messageGone{m.ChannelID, m.ID}})
	c := s.world.channel(m.ChannelID)
	gone := map[string]any{"id": m.ID, "channel_id": m.ChannelID}
	s.hub.publish(s.audience(c, m), "message_delete", gone)
	if m.EphemeralFor != "" {
		return
	}
	event := map[string]any{"id": m.ID, "channel_id": m.ChannelID}
	if c.GuildID != "" {
		event["guild_id"] = c.GuildID
	}
	s.dispatchTo(s.messageFilter(c), "MESSAGE_DELETE", event)
}

// tellMessage sends a message, new or changed, to the page and to the bot. What only one person may see is no event for the bot.
func (s *Server) tellMessage(event string, m *wire.Message) {
	c := s.world.channel(m.ChannelID)
	s.hub.publish(s.audience(c, m), "message", s.pageMessage(m))
	if m.EphemeralFor != "" {
		return
	}
	onWire := s.render(m, s.wireLink)
	onWire.GuildID = c.GuildID
	if c.GuildID != "" {
		switch p := s.world.person(m.Author.ID); {
		case p == nil:
			onWire.Member = botMember()
		case !p.Left:
			onWire.Member = p.member()
		}
		if onWire.Member != nil {
			onWire.Member.User = nil
		}
	}
	filter := s.messageFilter(c)
	s.dispatchTo(func(g *session) bool { return filter(g) && g.readsContent(&onWire) }, event, &onWire)
	if s.hidesContent(&onWire) {
		blank := onWire
		blank.Content, blank.Embeds, blank.Attachments, blank.Components = "", []wire.Embed{}, []wire.Attachment{}, []wire.Component{}
		s.dispatchTo(func(g *session) bool { return filter(g) && !g.readsContent(&onWire) }, event, &blank)
	}
}

// audience are the people who may see the message.
func (s *Server) audience(c *channel, m *wire.Message) func(wire.ID) bool {
	return func(p wire.ID) bool {
		return (m.EphemeralFor == "" || m.EphemeralFor == p) && s.world.sees(p, c)
	}
}

// pageMessage is the message for the page: addresses are paths, and what is particular to the page is there.
func (s *Server) pageMessage(m *wire.Message) *wire.Message {
	v := s.render(m, pageLink)
	v.EphemeralFor, v.Loading, v.Failed = m.EphemeralFor, m.Loading, m.Failed
	return &v
}

// render gives attachment:// and stored files their addresses and adds what is known elsewhere: the thread that hangs
// on the message, the message that it answers. The caller holds the lock.
func (s *Server) render(m *wire.Message, link linker) wire.Message {
	v := *m
	v.EphemeralFor, v.Loading, v.Failed = "", false, ""
	if m.EphemeralFor != "" {
		v.Flags |= wire.FlagEphemeral
	}
	byName := map[string]*wire.Attachment{}
	v.Attachments = append([]wire.Attachment{}, m.Attachments...)
	for i := range v.Attachments {
		a := &v.Attachments[i]
		a.URL, a.ProxyURL = link(lasting, m.ChannelID, a)
		byName[a.Filename] = a
	}
	resolve := func(link string) *wire.Attachment {
		name, ok := strings.CutPrefix(link, "attachment://")
		if !ok {
			return nil
		}
		return byName[cleanName(name)]
	}
	v.Embeds = append([]wire.Embed{}, m.Embeds...)
	for i := range v.Embeds {
		renderEmbed(&v.Embeds[i], resolve)
	}
	v.Components = wire.Clone(m.Components)
	if v.Components == nil {
		v.Components = []wire.Component{}
	}
	media := func(x *wire.Media) {
		if a := resolve(x.URL); a != nil {
			x.URL, x.Width, x.Height, x.ContentType, x.AttachmentID = a.URL, a.Width, a.Height, a.ContentType, a.ID
			x.ProxyURL = a.ProxyURL
		} else {
			x.ProxyURL = x.URL
		}
		x.ID = m.ID
		if x.AttachmentID != "" {
			x.ID = x.AttachmentID
		}
	}
	wire.Walk(v.Components, func(c *wire.Component) {
		if c.Media != nil {
			media(c.Media)
		}
		for i := range c.Items {
			media(&c.Items[i].Media)
		}
		if c.File != nil {
			if a := resolve(c.File.URL); a != nil {
				c.Name, c.Size = a.Filename, a.Size
			}
			media(c.File)
		}
	})
	if t := s.world.channel(m.ID); t != nil && t.IsThread() {
		thread := t.Channel
		v.Thread = &thread
		v.Flags |= wire.FlagHasThread
	}
	if ref := m.MessageReference; ref != nil {
		if c := s.world.channel(ref.ChannelID); c != nil {
			if old := s.world.message(c, ref.MessageID); old != nil && old.EphemeralFor == "" {
				inner := *old
				inner.MessageReference = nil // one level, as on Discord
				shown := s.render(&inner, link)
				v.Referenced = &shown
			}
		}
	}
	return v
}

func renderEmbed(e *wire.Embed, resolve func(string) *wire.Attachment) {
	for _, at := range []**wire.EmbedImage{&e.Image, &e.Thumbnail} {
		if *at == nil {
			continue
		}
		img := **at
		if a := resolve(img.URL); a != nil {
			img.URL, img.ProxyURL, img.Width, img.Height = a.URL, a.ProxyURL, a.Width, a.Height
		} else {
			img.ProxyURL = img.URL
		}
		*at = &img
	}
	if e.Footer != nil {
		footer := *e.Footer
		if a := resolve(footer.IconURL); a != nil {
			footer.IconURL = a.URL
		}
		e.Footer = &footer
	}
	if e.Author != nil {
		author := *e.Author
		if a := resolve(author.IconURL); a != nil {
			author.IconURL = a.URL
		}
		e.Author = &author
	}
}

func deref[T any](p *T) T {
	if p == nil {
		var zero T
		return zero
	}
	return *p
}
