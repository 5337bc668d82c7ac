package discord

import (
	"cmp"
	"context"
	"strings"
)

// A message that Discord rejects is sent again as plain text: its content matters more than its looks, and a game must
// not stop because of an invalid button.

// sendOrSimplify sends a message. If Discord rejects its payload, it sends the plain text once. A rejected payload is a
// bug in the program and is reported to Simplified.
func (c *Client) sendOrSimplify(ctx context.Context, m Message, send func(Message) error) error {
	err := send(m)
	if !payloadRejected(err) || c.waitPolicy != waitAllowed && HasCode(err, 0) {
		return err // a proxy's answer may be different a moment later
	}
	plain, simpler := m.textOnly()
	if !simpler {
		return err
	}
	if c.Simplified != nil {
		c.Simplified(ctx, err)
	}
	return send(plain)
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
