package discord

import (
	"cmp"
	"context"
	"encoding/json"
	"strconv"
	"strings"
	"unicode/utf16"

	"github.com/bwmarrin/discordgo"
)

// Discord's limits. Lengths are in characters as [Cut] counts them.
const (
	TextLimit        = 2000 // of a message
	AltLimit         = 1024 // of a file's description
	DescriptionLimit = 4096 // of an embed
	FieldLimit       = 1024 // of an embed
	ChoiceLimit      = 25   // choices offered while a person types
	ChoiceNameLimit  = 100  // of such a choice, and of its text
)

// Message is the content of a new message, of an edit, or of the answer to an interaction.
type Message struct {
	// Text is in Discord's Markdown; it is truncated to TextLimit.
	Text string
	// Embed is shown below the text; nil for none.
	Embed *discordgo.MessageEmbed
	// Rows are the buttons and menus below: at most five *discordgo.ActionsRow.
	Rows []discordgo.MessageComponent
	// Files travel with the message, at most ten of 10 MiB each; pictures are shown in this order.
	Files []File
	// MentionUsers holds the ids of the only people whom a mention in Text may notify.
	MentionUsers []string
	// MentionRoles holds the ids of the only roles that a mention in Text may notify.
	MentionRoles []string
	// Private shows an answer to nobody but the person who asked. A message to a channel is never private, and an edit
	// does not change it.
	Private bool
	// InPlace, in the answer to a press, edits the pressed message instead of posting another. Otherwise it is ignored.
	InPlace bool
	// KeepContent, in an edit, leaves text and embed unchanged, and the files too if m has none. Only Rows are
	// replaced.
	KeepContent bool
	// ReplyTo is the id of the message in the same channel to which a new message replies; empty: none. The reply does
	// not notify its author. If the message no longer exists, ReplyTo is ignored.
	ReplyTo string
	// Check, if not nil, is called right before the message is posted or replaces another, after any wait for rate
	// limits. If it fails, nothing is sent and its error is returned. It is not called for the answer to an
	// interaction.
	Check func(context.Context) error
}

// File is a file that travels with a message.
type File struct {
	// Name is the file's name, such as "game-12.pgn". Programs may use its extension.
	Name string
	// Type is its media type, such as "text/plain; charset=utf-8".
	Type string
	Data []byte
	// Alt describes a picture and is truncated to AltLimit; empty for other files.
	Alt string
}

// Choice is an autocompletion choice. Its value is a text of at most [ChoiceNameLimit] characters or an integer.
type Choice struct {
	Name  string `json:"name"`
	Value any    `json:"value"`
}

// payload is a [Message] as Discord's API expects it, for a new message, an edit or the answer to an interaction. An
// edit leaves omitted fields unchanged, so it must send the empty ones explicitly: only nil lists are omitted.
type payload struct {
	Content     *string                      `json:"content,omitempty"`
	Embeds      []*discordgo.MessageEmbed    `json:"embeds,omitzero"`
	Components  []discordgo.MessageComponent `json:"components,omitzero"`
	Attachments []attachment                 `json:"attachments,omitzero"`
	Mentions    *mentions                    `json:"allowed_mentions,omitempty"`
	Reference   *discordgo.MessageReference  `json:"message_reference,omitempty"`
	Flags       discordgo.MessageFlags       `json:"flags,omitempty"`
	Nonce       string                       `json:"nonce,omitempty"`
	// EnforceNonce makes Discord return the message posted with the same nonce within the last minutes instead of
	// posting another.
	EnforceNonce bool `json:"enforce_nonce,omitempty"`
}

// attachment describes one file of the request.
type attachment struct {
	ID          string `json:"id"` // the index of the file
	Filename    string `json:"filename"`
	Description string `json:"description,omitempty"`
}

// mentions lists whom a message may notify. Parse is always sent and empty, so that the text alone notifies nobody.
type mentions struct {
	Parse []string `json:"parse"`
	Users []string `json:"users,omitempty"`
	Roles []string `json:"roles,omitempty"`
}

// Form returns the message as the body of the request that posts it.
func (m Message) Form() ([]byte, error) { return json.Marshal(m.payload(false)) }

// payload returns the message in the form of Discord's API; edit says that it replaces a message.
func (m Message) payload(edit bool) payload {
	f := payload{Mentions: &mentions{Parse: []string{}, Users: m.MentionUsers, Roles: m.MentionRoles}}
	if edit {
		f.Components = []discordgo.MessageComponent{}
		if !m.KeepContent {
			f.Embeds, f.Attachments = []*discordgo.MessageEmbed{}, []attachment{}
		}
	}
	f.Components = append(f.Components, m.Rows...)
	for n, file := range m.Files {
		described := attachment{ID: strconv.Itoa(n), Filename: file.Name, Description: Cut(file.Alt, AltLimit)}
		f.Attachments = append(f.Attachments, described)
	}
	if edit && m.KeepContent {
		return f
	}
	if text := Cut(m.Text, TextLimit); edit || text != "" {
		f.Content = &text
	}
	if m.Embed != nil {
		f.Embeds = append(f.Embeds, m.Embed)
	}
	if m.Private && !edit {
		f.Flags = discordgo.MessageFlagsEphemeral
	}
	if m.ReplyTo != "" && !edit {
		// The reply is useful even if its original was deleted.
		f.Reference = &discordgo.MessageReference{MessageID: m.ReplyTo, FailIfNotExists: new(bool)}
	}
	return f
}

// textOnly returns the message as plain text: without picture, embed or controls, and notifying nobody. It reports
// whether the result is simpler than m and not empty.
func (m Message) textOnly() (Message, bool) {
	if m.KeepContent || m.Embed == nil && len(m.Rows) == 0 && len(m.Files) == 0 &&
		len(m.MentionUsers) == 0 && len(m.MentionRoles) == 0 {
		return m, false
	}
	text := m.Text
	if m.Embed != nil && text == "" {
		text = strings.TrimSpace(m.Embed.Title + "\n" + m.Embed.Description)
	}
	for _, file := range m.Files {
		text = cmp.Or(text, file.Alt)
	}
	return Message{Text: text, Private: m.Private, InPlace: m.InPlace, ReplyTo: m.ReplyTo, Check: m.Check}, text != ""
}

// Cut truncates text to limit characters, including the ellipsis that it appends. It counts like Discord's strictest
// limit, in UTF-16 code units.
func Cut(text string, limit int) string {
	units, keep := 0, 0
	for i, r := range text {
		if units < limit {
			keep = i // leaves room for the ellipsis
		}
		if units += utf16.RuneLen(r); units > limit {
			return text[:keep] + "…"
		}
	}
	return text
}

// customIDs returns the ids of the buttons and menus in rows of components.
func customIDs(rows json.RawMessage) (ids []string) {
	var list []struct {
		Components []struct {
			CustomID string `json:"custom_id"`
		} `json:"components"`
	}
	if json.Unmarshal(rows, &list) != nil {
		return nil
	}
	for _, row := range list {
		for _, control := range row.Components {
			if control.CustomID != "" {
				ids = append(ids, control.CustomID)
			}
		}
	}
	return ids
}
