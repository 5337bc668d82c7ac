package bot

import (
	"strconv"
	"unicode/utf16"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/game"
)

// What Discord takes at most, in characters.
const (
	textLimit        = 2000
	altLimit         = 1024
	descriptionLimit = 4096 // of an embed
	fieldLimit       = 1024 // of an embed
)

// flagEphemeral marks a message that one person sees.
const flagEphemeral = 1 << 6

// message is a Reply as Discord reads it: for a new message, an edit and an answer to an interaction alike.
// In an edit a field that is left out stays as it was, so that edits spell out the empty ones.
type message struct {
	Content     *string                       `json:"content,omitempty"`
	Embeds      *[]*discordgo.MessageEmbed    `json:"embeds,omitempty"`
	Components  *[]discordgo.MessageComponent `json:"components,omitempty"`
	Attachments *[]attachment                 `json:"attachments,omitempty"`
	Mentions    *mentions                     `json:"allowed_mentions,omitempty"`
	Flags       int                           `json:"flags,omitempty"`
	Nonce       string                        `json:"nonce,omitempty"`
	// EnforceNonce makes Discord return the message that was posted under the same nonce some minutes ago instead of posting another.
	EnforceNonce bool `json:"enforce_nonce,omitempty"`
}

// attachment describes one file of the request.
type attachment struct {
	ID          string `json:"id"` // the index of the file
	Filename    string `json:"filename"`
	Description string `json:"description,omitempty"`
}

// mentions lists whom a message may notify. Parse is always sent, and empty: nobody is notified by what stands in the text alone.
type mentions struct {
	Parse []string      `json:"parse"`
	Users []game.Person `json:"users,omitempty"`
}

// message puts the reply into Discord's form; edit says that it takes the place of a message.
func (r Reply) message(edit bool) message {
	rows := r.Rows
	if rows == nil {
		rows = []discordgo.MessageComponent{}
	}
	m := message{Mentions: &mentions{Parse: []string{}, Users: r.Ping}}
	if edit || len(rows) > 0 {
		m.Components = &rows
	}
	attached := r.attached()
	if list := []attachment{}; edit && !r.Keep || len(attached) > 0 {
		for n, file := range attached {
			list = append(list, attachment{ID: strconv.Itoa(n), Filename: file.Name, Description: cut(file.Alt, altLimit)})
		}
		m.Attachments = &list
	}
	if edit && r.Keep {
		return m
	}
	if text := cut(r.Text, textLimit); edit || text != "" {
		m.Content = &text
	}
	if embeds := []*discordgo.MessageEmbed{}; edit || r.Embed != nil {
		if r.Embed != nil {
			embeds = append(embeds, r.Embed)
		}
		m.Embeds = &embeds
	}
	if r.Private && !edit {
		m.Flags = flagEphemeral
	}
	return m
}

// cut shortens text to so many characters, counted as the strictest of Discord's counts does: in units of UTF-16.
func cut(text string, limit int) string {
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
