package playground

import (
	"cmp"
	"regexp"
	"slices"
	"time"

	"xiangqibot/bot/playground/attachments"
	"xiangqibot/bot/playground/wire"
)

// attachmentLimit is the maximum size of a file.
const attachmentLimit = 10 << 20

// draft is a form with its files.
type draft struct {
	form  *wire.MessageForm
	files []wire.FormFile
}

// compose applies a form to a message, which keeps what the form lacks.
func (ms *messages) compose(m *wire.Message, d draft) error {
	f := d.form
	if f.Content != nil {
		m.Content = *f.Content
	}
	if f.Embeds != nil {
		m.Embeds = *f.Embeds
		for i := range m.Embeds {
			m.Embeds[i].Type = "rich"
		}
	}
	if f.Components != nil {
		m.Components = *f.Components
		wire.FillDefaults(m.Components)
	}
	m.Nonce = cmp.Or(f.Nonce, m.Nonce)
	ms.setMentions(m, f.AllowedMentions)
	return ms.attach(m, d)
}

// attach sets the message's files to those that come, unless the form keeps those that it has.
func (ms *messages) attach(m *wire.Message, d draft) error {
	if d.form.KeepsFiles(d.files) {
		return nil
	}
	ms.dropFiles(m)
	m.Attachments = []wire.Attachment{}
	for _, file := range d.files {
		description := ""
		for _, want := range wire.Deref(d.form.Attachments) {
			if want.ID == file.N {
				description = want.Description
				if want.Filename != "" {
					file.Filename = want.Filename
				}
			}
		}
		id := ms.core.newID()
		if err := ms.files.Put(id, file.Data); err != nil {
			return err
		}
		a := attachments.New(id, file, description)
		a.Ephemeral = m.EphemeralFor != ""
		m.Attachments = append(m.Attachments, a)
	}
	return nil
}

var (
	userMention = regexp.MustCompile(`<@!?(\d+)>`)
	roleMention = regexp.MustCompile(`<@&(\d+)>`)
)

// setMentions sets the message's mentions from its text, as far as they are allowed.
func (ms *messages) setMentions(m *wire.Message, allowed *wire.AllowedMentions) {
	m.Mentions, m.MentionRoles, m.MentionEveryone = []wire.User{}, []wire.ID{}, false
	for _, found := range userMention.FindAllStringSubmatch(m.Content, -1) {
		id := wire.ID(found[1])
		if allowed == nil || slices.Contains(allowed.Users, id) {
			ms.addMention(m, id)
		}
	}
	for _, found := range roleMention.FindAllStringSubmatch(m.Content, -1) {
		r := ms.guild.role(wire.ID(found[1]))
		if r == nil || !r.Mentionable && m.Author.ID != AliceID || allowed != nil && !slices.Contains(allowed.Roles, r.ID) ||
			slices.Contains(m.MentionRoles, r.ID) {
			continue
		}
		m.MentionRoles = append(m.MentionRoles, r.ID)
	}
}

// addMention adds a person or the bot to the message's mentions.
func (ms *messages) addMention(m *wire.Message, id wire.ID) {
	u, there := ms.guild.user(id)
	if there && !slices.ContainsFunc(m.Mentions, func(called wire.User) bool { return called.ID == id }) {
		m.Mentions = append(m.Mentions, u)
	}
}

// newMessage returns an empty message of an author in a channel, with an id from the current time.
func (ms *messages) newMessage(ch *channel, author wire.User, kind int) *wire.Message {
	now := ms.core.now()
	return &wire.Message{ID: ms.core.ids.Next(now), ChannelID: ch.ID, Author: author,
		Timestamp: wire.Time(now.Truncate(time.Microsecond)), Type: kind,
		Mentions: []wire.User{}, MentionRoles: []wire.ID{}, Attachments: []wire.Attachment{}, Embeds: []wire.Embed{}, Components: []wire.Component{}}
}

// replyTo makes the message a reply to another one in the same channel.
func (ms *messages) replyTo(m *wire.Message, to wire.ID) {
	m.Type = wire.MessageReply
	m.MessageReference = &wire.MessageReference{MessageID: to, ChannelID: m.ChannelID,
		GuildID: ms.channels.get(m.ChannelID).GuildID}
}

// uploadTTL is how long an uploaded file can be used in a command.
const uploadTTL = time.Hour

// uploads are the files that people have uploaded for options of commands. They are stored like the files of messages;
// the value of the option is the file's id. The state lock guards the list.
type uploads struct {
	core    *core
	files   *attachments.Store
	waiting map[wire.ID]*upload
}

// An upload is a file and the person who uploaded it.
type upload struct {
	by   wire.ID
	file wire.Attachment
}

// take stores a file and removes expired ones.
func (u *uploads) take(by wire.ID, name string, data []byte) (*upload, error) {
	now := u.core.now()
	for id := range u.waiting {
		if now.Sub(id.Time()) > uploadTTL {
			delete(u.waiting, id)
		}
	}
	a := attachments.New(u.core.ids.Next(now), wire.FormFile{Filename: name, Data: data}, "")
	a.Ephemeral = true
	if err := u.files.Put(a.ID, data); err != nil {
		return nil, err
	}
	up := &upload{by, a}
	u.waiting[a.ID] = up
	return up, nil
}

// shown returns the file as in "resolved".
func (u *upload) shown() wire.Attachment {
	a := u.file
	a.URL = attachments.Link(attachments.CDNHost, ApplicationID, a.ID, a.Filename)
	a.ProxyURL = a.URL
	return a
}

// of returns a file that the person has uploaded, or nil if there is none with that id.
func (u *uploads) of(p *person, id wire.ID) *upload {
	if up := u.waiting[id]; up != nil && up.by == p.ID {
		return up
	}
	return nil
}
