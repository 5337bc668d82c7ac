package wire

import (
	"cmp"
	"reflect"
	"slices"
)

// A MessageForm is the body of a request that creates or edits a message: in a channel, as the answer to an interaction
// or as a follow-up. An edit keeps what is nil.
type MessageForm struct {
	Content          *string           `json:"content" limit:"0-2000"`
	Embeds           *[]Embed          `json:"embeds" limit:"0-10"`
	Components       *[]Component      `json:"components" limit:"0-5"`
	Attachments      *[]AttachmentForm `json:"attachments" limit:"0-10"`
	AllowedMentions  *AllowedMentions  `json:"allowed_mentions"`
	Flags            int               `json:"flags"`
	Nonce            string            `json:"nonce" limit:"0-25"`
	EnforceNonce     bool              `json:"enforce_nonce"`
	MessageReference *ReplyForm        `json:"message_reference"`
}

// AllowedMentions says whom a message may mention. A nil *AllowedMentions allows all mentions.
type AllowedMentions struct {
	Parse []string `json:"parse" limit:"0-0"` // the bot allows single people and roles
	Roles []ID     `json:"roles" limit:"0-100"`
	Users []ID     `json:"users" limit:"0-100"`
}

// A ReplyForm names the message of the same channel to which a new one replies.
type ReplyForm struct {
	MessageID       ID   `json:"message_id"`
	FailIfNotExists bool `json:"fail_if_not_exists"` // always false: to a message that is gone it is no reply
}

// An AttachmentForm describes a new file. Its ID is the n of its part files[n].
type AttachmentForm struct {
	ID          ID     `json:"id"`
	Filename    string `json:"filename"`
	Description string `json:"description" limit:"0-1024"`
}

// A FormFile is a file uploaded with a form.
type FormFile struct {
	N           ID // n of files[n]
	Filename    string
	ContentType string
	Data        []byte
}

// Check returns the error with which Discord would refuse the form with these files, or nil. The message may be private
// (ephemeral) if it is an answer to an interaction. old is the message that an edit changes, nil otherwise.
func (m *MessageForm) Check(answer bool, files []FormFile, old *Message) error {
	if err := m.CheckFlags(answer); err != nil {
		return err
	}
	var p formErrors
	f := p.root()
	f.limits(reflect.ValueOf(m))
	checkEmbeds(f.key("embeds"), Deref(m.Embeds))
	checkComponents(f.key("components"), Deref(m.Components), ActionRow)
	for i, a := range Deref(m.Attachments) {
		if !slices.ContainsFunc(files, func(file FormFile) bool { return file.N == a.ID }) {
			f.key("attachments").index(i).key("id").add("ATTACHMENT_NOT_FOUND",
				"There is no file files[%s] in this request.", a.ID)
		}
	}
	if err := p.err(); err != nil {
		return err
	}
	if len(files) > 10 {
		return NewError(400, 30015, "Maximum number of attachments in a message reached (10)")
	}
	if len(files) == 0 && m.empty(old) {
		return NewError(400, 50006, "Cannot send an empty message")
	}
	return nil
}

// CheckFlags is the part of Check that applies to deferrals, of which nothing but the flags is used.
func (m *MessageForm) CheckFlags(answer bool) error {
	if m.Flags == 0 || m.Flags == FlagEphemeral && answer {
		return nil
	}
	return NewFieldError("flags", "BASE_TYPE_CHOICES", "Flags %d cannot be set here.", m.Flags)
}

// KeepsFiles reports whether an edit with these files leaves those of the message. Otherwise it replaces all of them.
func (m *MessageForm) KeepsFiles(files []FormFile) bool {
	return m.Attachments == nil && len(files) == 0
}

// empty reports whether a message would be empty to which no files come.
func (m *MessageForm) empty(old *Message) bool {
	after := Message{}
	if old != nil {
		after = *old
	}
	content := Deref(cmp.Or(m.Content, &after.Content))
	embeds := Deref(cmp.Or(m.Embeds, &after.Embeds))
	components := Deref(cmp.Or(m.Components, &after.Components))
	keeps := m.Attachments == nil && len(after.Attachments) > 0
	return content == "" && len(embeds) == 0 && len(components) == 0 && !keeps
}
