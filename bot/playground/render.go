package playground

import (
	"slices"
	"strings"

	"xiangqibot/bot/playground/wire"
)

// forPage returns the message for the page: URLs are paths, and the fields for the page are set.
func (ms *messages) forPage(m *wire.Message) *wire.Message {
	v := ms.render(m, "", pageLink)
	v.EphemeralFor, v.Loading, v.Failed = m.EphemeralFor, m.Loading, m.Failed
	return &v
}

// forBot returns the message for an application's bot.
func (ms *messages) forBot(a *application, m *wire.Message) *wire.Message {
	v := ms.render(m, a.ID, ms.links.wire(a.ID))
	return &v
}

// render resolves attachment:// and the URLs of stored files, and adds what is stored elsewhere: the thread of the
// message, the message that it replies to, and which reactions are the reader's, a bot or nobody.
func (ms *messages) render(m *wire.Message, reader wire.ID, link linker) wire.Message {
	v := *m
	v.EphemeralFor, v.Loading, v.Failed = "", false, ""
	if m.EphemeralFor != "" {
		v.Flags |= wire.FlagEphemeral
	}
	v.Reactions = slices.Clone(m.Reactions)
	for i := range v.Reactions {
		r := &v.Reactions[i]
		r.Me, r.By = slices.Contains(r.By, reader), nil
	}
	byName := map[string]*wire.Attachment{}
	v.Attachments = append([]wire.Attachment{}, m.Attachments...)
	for i := range v.Attachments {
		a := &v.Attachments[i]
		a.URL, a.ProxyURL = link(permanent, m.ChannelID, a)
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
	if t := ms.channels.get(m.ID); t != nil && t.IsThread() {
		thread := t.Channel
		v.Thread = &thread
		v.Flags |= wire.FlagHasThread
	}
	if ref := m.MessageReference; ref != nil {
		var shown *wire.Message
		if old := ms.find(ref.ChannelID, ref.MessageID); old != nil && old.EphemeralFor == "" {
			inner := *old
			inner.MessageReference = nil // one level, as on Discord
			shown = new(ms.render(&inner, reader, link))
		}
		v.Referenced = &shown
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
