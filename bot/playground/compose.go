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

// newDraft reads and checks the form of a message, which may be an answer to an interaction, or an edit of an old one.
func newDraft(body []byte, files []wire.FormFile, answer bool, old *wire.Message) (draft, error) {
	form := new(wire.MessageForm)
	if err := wire.Decode(body, form); err != nil {
		return draft{}, err
	}
	return draft{form, files}, form.Check(answer, files, old)
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
	u, ok := ms.guild.user(id)
	if ok && !slices.ContainsFunc(m.Mentions, func(called wire.User) bool { return called.ID == id }) {
		m.Mentions = append(m.Mentions, u)
	}
}

// newMessage returns an empty message of an author in a channel, with an id from the current time.
func (ms *messages) newMessage(ch *channel, author wire.User, kind int) *wire.Message {
	now := ms.core.now()
	return &wire.Message{ID: ms.core.ids.Next(now), ChannelID: ch.ID, Author: author,
		Timestamp: wire.Time(now.Truncate(time.Microsecond)), Type: kind,
		Mentions: []wire.User{}, MentionRoles: []wire.ID{}, Attachments: []wire.Attachment{}, Embeds: []wire.Embed{},
		Components: []wire.Component{}}
}

// replyTo makes the message a reply to another one in the same channel.
func (ms *messages) replyTo(m *wire.Message, to wire.ID) {
	m.Type = wire.MessageReply
	m.MessageReference = &wire.MessageReference{MessageID: to, ChannelID: m.ChannelID,
		GuildID: ms.channels.get(m.ChannelID).GuildID}
}

// edit replaces a message by a copy that is edited by a form.
func (ms *messages) edit(old *wire.Message, body []byte, files []wire.FormFile) (*wire.Message, error) {
	d, err := newDraft(body, files, false, old)
	if err != nil {
		return nil, err
	}
	m := *old
	wasLoading := m.Loading
	m.Loading, m.Failed = false, ""
	m.Flags &^= wire.FlagLoading
	if err := ms.compose(&m, d); err != nil {
		return nil, err
	}
	if !wasLoading {
		m.EditedTimestamp = new(wire.Time(ms.core.now().Truncate(time.Microsecond)))
	}
	ms.change(&m)
	return &m, nil
}
