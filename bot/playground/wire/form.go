package wire

import (
	"encoding/json"
	"slices"
	"unicode/utf8"
)

// A MessageForm is the body of a request that creates or edits a message: in a channel, as the answer to an interaction
// or as a follow-up.
type MessageForm struct {
	Content          *string           `json:"content"`
	TTS              *bool             `json:"tts"`
	Embeds           []Embed           `json:"embeds"`
	Components       []Component       `json:"components"`
	AllowedMentions  *AllowedMentions  `json:"allowed_mentions"`
	Flags            *int              `json:"flags"`
	Attachments      []AttachmentForm  `json:"attachments"`
	Nonce            json.RawMessage   `json:"nonce"`
	EnforceNonce     *bool             `json:"enforce_nonce"`
	MessageReference *MessageReference `json:"message_reference"`
	StickerIDs       []ID              `json:"sticker_ids"`
	Poll             json.RawMessage   `json:"poll"`

	keys map[string]json.RawMessage
}

// AllowedMentions says whom a message may mention. A nil *AllowedMentions allows all mentions.
type AllowedMentions struct {
	Parse       []string `json:"parse"`
	Roles       []ID     `json:"roles"`
	Users       []ID     `json:"users"`
	RepliedUser bool     `json:"replied_user"`
}

// An AttachmentForm describes a new file (ID is the n of its part files[n]) or keeps an existing attachment (ID is the
// attachment's).
type AttachmentForm struct {
	ID          ID     `json:"id"`
	Filename    string `json:"filename"`
	Description string `json:"description"`
}

// A FormFile is a file uploaded with a form.
type FormFile struct {
	N           ID // n of files[n]
	Filename    string
	ContentType string
	Data        []byte
}

// ReadMessage decodes a message body.
func ReadMessage(body []byte) (*MessageForm, error) {
	form := new(MessageForm)
	if err := Decode(body, form); err != nil {
		return nil, err
	}
	return form, Decode(body, &form.keys)
}

// Has reports whether the body has the key, even if it is null: an edit does not change keys that are absent.
func (m *MessageForm) Has(key string) bool {
	_, has := m.keys[key]
	return has
}

// A Purpose is the use of a message form, which determines the allowed flags and whether content is required.
type Purpose uint8

// The purposes of a message form.
const (
	ForChannel Purpose = iota // POST /channels/{id}/messages
	ForAnswer                 // callback type 4, follow-up
	ForUpdate                 // callback type 7
	ForDefer                  // callback type 5: only flags are used
	ForEdit                   // PATCH of a message
)

// Check returns the error with which Discord would refuse the form with these files, or nil. old is the message that an
// edit changes, nil otherwise.
func (m *MessageForm) Check(purpose Purpose, files []FormFile, old *Message) error {
	var p FormErrors
	f := p.Root()
	m.checkFlags(f.Key("flags"), purpose, old)
	if purpose == ForDefer {
		return p.Err()
	}
	if m.Content != nil {
		f.Key("content").length(*m.Content, 0, 2000)
	}
	checkEmbeds(f.Key("embeds"), m.Embeds)
	checkMessageComponents(f.Key("components"), m.Components)
	m.checkMentions(f.Key("allowed_mentions"))
	m.checkAttachments(f.Key("attachments"), files, old)
	m.checkNonce(f.Key("nonce"))
	if len(m.StickerIDs) > 3 {
		f.Key("sticker_ids").count(len(m.StickerIDs), 0, 3)
	}
	if len(m.Poll) > 0 && string(m.Poll) != "null" {
		f.Key("poll").Add("PLAYGROUND_LEFT_OUT", "The playground has no polls.")
	}
	if err := p.Err(); err != nil {
		return err
	}
	if len(m.Kept(files, old))+len(files) > maxFiles {
		return NewError(400, 30015, "Maximum number of attachments in a message reached (10)")
	}
	if m.empty(purpose, files, old) {
		return NewError(400, 50006, "Cannot send an empty message")
	}
	return nil
}

func (m *MessageForm) checkFlags(f Field, purpose Purpose, old *Message) {
	if m.Flags == nil {
		return
	}
	allowed := FlagSuppressEmbeds
	switch purpose {
	case ForChannel:
		allowed |= FlagSuppressNotifications
	case ForAnswer:
		allowed |= FlagSuppressNotifications | FlagEphemeral
	case ForDefer:
		allowed = FlagEphemeral
	case ForUpdate, ForEdit:
		if old != nil { // flags that the message already has may be repeated
			allowed |= old.Flags
		}
	}
	if wrong := *m.Flags &^ allowed; wrong != 0 {
		f.Add("BASE_TYPE_CHOICES", "Flags %d cannot be set here; only those of %d can.", wrong, allowed)
	}
}

func (m *MessageForm) checkMentions(f Field) {
	a := m.AllowedMentions
	if a == nil {
		return
	}
	f.Key("users").count(len(a.Users), 0, 100)
	f.Key("roles").count(len(a.Roles), 0, 100)
	for i, id := range a.Users {
		f.Key("users").Index(i).id(id)
	}
	for i, id := range a.Roles {
		f.Key("roles").Index(i).id(id)
	}
	for i, what := range a.Parse {
		switch what {
		case "everyone":
		case "users":
			if len(a.Users) > 0 {
				f.Add("MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", "parse:[\"users\"] and users: [ids...] are mutually exclusive.")
			}
		case "roles":
			if len(a.Roles) > 0 {
				f.Add("MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", "parse:[\"roles\"] and roles: [ids...] are mutually exclusive.")
			}
		default:
			f.Key("parse").Index(i).Add("BASE_TYPE_CHOICES", "Value must be one of ('users', 'roles', 'everyone').")
		}
	}
}

// maxFiles is the maximum number of files of a message.
const maxFiles = 10

// Kept returns the attachments of the old message that an edit keeps, with their new alt texts. An edit that adds files
// and does not say which attachments to keep keeps none.
func (m *MessageForm) Kept(files []FormFile, old *Message) []Attachment {
	switch {
	case old == nil:
		return nil
	case m.Has("attachments"):
		var kept []Attachment
		for _, a := range old.Attachments {
			i := slices.IndexFunc(m.Attachments, func(want AttachmentForm) bool { return want.ID == a.ID })
			if i < 0 {
				continue
			}
			if words := m.Attachments[i].Description; words != "" {
				a.Description = words
			}
			kept = append(kept, a)
		}
		return kept
	case len(files) == 0:
		return old.Attachments
	}
	return nil
}

func (m *MessageForm) checkAttachments(f Field, files []FormFile, old *Message) {
	f.count(max(len(m.Attachments), len(files)), 0, maxFiles)
	for i, a := range m.Attachments {
		at := f.Index(i)
		at.Key("description").length(a.Description, 0, 1024)
		if !a.ID.Valid() {
			at.Key("id").id(a.ID)
			continue
		}
		exists := func(x Attachment) bool { return x.ID == a.ID }
		if !hasFile(files, a.ID) && (old == nil || !slices.ContainsFunc(old.Attachments, exists)) {
			at.Key("id").Add("ATTACHMENT_NOT_FOUND",
				"There is no file files[%s] in this request and no such attachment on the message.", a.ID)
		}
	}
}

func hasFile(files []FormFile, n ID) bool {
	return slices.ContainsFunc(files, func(file FormFile) bool { return file.N == n })
}

func (m *MessageForm) checkNonce(f Field) {
	if len(m.Nonce) == 0 || m.Nonce[0] != '"' {
		return
	}
	var s string
	if json.Unmarshal(m.Nonce, &s) == nil && utf8.RuneCountInString(s) > 25 {
		f.Add("NONCE_TYPE_TOO_LONG", "Nonce must be 25 or fewer in length.")
	}
}

// empty reports whether the message would be empty.
func (m *MessageForm) empty(purpose Purpose, files []FormFile, old *Message) bool {
	content := m.Content != nil && *m.Content != ""
	embeds, components, attachments := len(m.Embeds) > 0, len(m.Components) > 0, len(files)+len(m.Kept(files, old)) > 0
	if purpose == ForEdit || purpose == ForUpdate {
		if old == nil {
			return false
		}
		content = content || !m.Has("content") && old.Content != ""
		embeds = embeds || !m.Has("embeds") && len(old.Embeds) > 0
		components = components || !m.Has("components") && len(old.Components) > 0
	}
	return !content && !embeds && !components && !attachments
}
