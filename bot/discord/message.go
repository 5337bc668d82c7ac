package discord

import (
	"context"
	"strconv"
	"unicode/utf16"

	"github.com/bwmarrin/discordgo"
)

// What Discord takes at most. Lengths are in characters, as Cut counts them.
const (
	TextLimit        = 2000 // of a message
	AltLimit         = 1024 // of a file's description
	DescriptionLimit = 4096 // of an embed
	FieldLimit       = 1024 // of an embed
	ThreadNameLimit  = 100
	ChoiceLimit      = 25  // choices offered while a person types
	ChoiceNameLimit  = 100 // of such a choice, and of its text
)

// FlagEphemeral marks a message that one person sees.
const FlagEphemeral = 1 << 6

// Message is what the bot says: as a new message, as an edit of one, or as the answer to an interaction.
type Message struct {
	// Text is in Discord's markdown; what is longer than TextLimit is cut.
	Text string
	// Embed is shown below the text; nil for none.
	Embed *discordgo.MessageEmbed
	// Rows are the buttons and menus below: at most five *discordgo.ActionsRow.
	Rows []discordgo.MessageComponent
	// Files travel with the message, at most ten of 10 MiB each; pictures are shown in this order.
	Files []File
	// Ping holds the ids of the only people whom a mention in Text may notify.
	Ping []string
	// Call holds the ids of the only roles that a mention in Text may notify.
	Call []string
	// Private shows an answer to nobody but the person who asked. A message to a channel is never private, and an edit
	// does not change it.
	Private bool
	// InPlace, in the answer to a press, changes the message pressed instead of posting another. Elsewhere it means
	// nothing.
	InPlace bool
	// Keep, in an edit, leaves the text and the embed as they are, and the files too unless there are others. It changes
	// Rows.
	Keep bool
	// ReplyTo is the id of the message in the same channel that a new message answers; empty: none. Its author is not
	// notified by that. One that is gone by then is left out.
	ReplyTo string
	// Check, if there is one, is asked right before the message is posted or takes the place of another, after all
	// waiting for rate limits. Its error is returned instead. An answer to an interaction is sent unasked.
	Check func(context.Context) error
}

// File is a file that travels with a message.
type File struct {
	// Name is the file's name, such as "game-12.pgn"; it is read by people and by programs that go by its ending.
	Name string
	// Type is its media type, such as "text/plain; charset=utf-8".
	Type string
	Data []byte
	// Alt describes a picture, what is longer than AltLimit is cut; empty for other files.
	Alt string
}

// Choice is a value offered while a person types: a text of at most ChoiceNameLimit characters or a whole number.
type Choice struct {
	Name  string `json:"name"`
	Value any    `json:"value"`
}

// form is a Message as Discord reads it: for a new message, an edit and an answer to an interaction alike.
// In an edit a field that is left out stays as it was, so that edits spell out the empty ones.
type form struct {
	Content     *string                       `json:"content,omitempty"`
	Embeds      *[]*discordgo.MessageEmbed    `json:"embeds,omitempty"`
	Components  *[]discordgo.MessageComponent `json:"components,omitempty"`
	Attachments *[]attachment                 `json:"attachments,omitempty"`
	Mentions    *mentions                     `json:"allowed_mentions,omitempty"`
	Reference   *reference                    `json:"message_reference,omitempty"`
	Flags       int                           `json:"flags,omitempty"`
	Nonce       string                        `json:"nonce,omitempty"`
	// EnforceNonce makes Discord return the message that was posted under the same nonce some minutes ago instead of
	// posting another.
	EnforceNonce bool `json:"enforce_nonce,omitempty"`
}

// reference names the message that a new one answers.
type reference struct {
	MessageID string `json:"message_id"`
	// FailIfNotExists is sent as false: an answer is worth having without its question.
	FailIfNotExists bool `json:"fail_if_not_exists"`
}

// attachment describes one file of the request.
type attachment struct {
	ID          string `json:"id"` // the index of the file
	Filename    string `json:"filename"`
	Description string `json:"description,omitempty"`
}

// mentions lists whom a message may notify. Parse is always sent, and empty: nobody is notified by what is in the
// text alone.
type mentions struct {
	Parse []string `json:"parse"`
	Users []string `json:"users,omitempty"`
	Roles []string `json:"roles,omitempty"`
}

// form puts the message into Discord's form; edit says that it takes the place of a message.
func (m Message) form(edit bool) form {
	rows := m.Rows
	if rows == nil {
		rows = []discordgo.MessageComponent{}
	}
	f := form{Mentions: &mentions{Parse: []string{}, Users: m.Ping, Roles: m.Call}}
	if edit || len(rows) > 0 {
		f.Components = &rows
	}
	if list := []attachment{}; edit && !m.Keep || len(m.Files) > 0 {
		for n, file := range m.Files {
			list = append(list, attachment{ID: strconv.Itoa(n), Filename: file.Name, Description: Cut(file.Alt, AltLimit)})
		}
		f.Attachments = &list
	}
	if edit && m.Keep {
		return f
	}
	if text := Cut(m.Text, TextLimit); edit || text != "" {
		f.Content = &text
	}
	if embeds := []*discordgo.MessageEmbed{}; edit || m.Embed != nil {
		if m.Embed != nil {
			embeds = append(embeds, m.Embed)
		}
		f.Embeds = &embeds
	}
	if m.Private && !edit {
		f.Flags = FlagEphemeral
	}
	if m.ReplyTo != "" && !edit {
		f.Reference = &reference{MessageID: m.ReplyTo}
	}
	return f
}

// Cut shortens text to so many characters, the ellipsis at its end included. They are counted as the strictest of
// Discord's counts does: in units of UTF-16.
func Cut(text string, limit int) string {
	units, keep := 0, 0
	for i, r := range text {
		if units < limit {
			keep = i // so much leaves room for the ellipsis
		}
		if units += utf16.RuneLen(r); units > limit {
			return text[:keep] + "…"
		}
	}
	return text
}
