package wire

import "unicode/utf8"

// An Embed is an embed of a message.
type Embed struct {
	Type        string       `json:"type"`
	Title       string       `json:"title,omitempty" limit:"0-256"`
	Description string       `json:"description,omitempty" limit:"0-4096"`
	Color       *int         `json:"color,omitempty" limit:"0-16777215"`
	Footer      *EmbedFooter `json:"footer,omitempty"`
	Image       *EmbedImage  `json:"image,omitempty"`
	Fields      []EmbedField `json:"fields,omitempty" limit:"0-25"`
}

// EmbedFooter is the footer of an embed.
type EmbedFooter struct {
	Text string `json:"text" limit:"0-2048"`
}

// EmbedImage is an image in an embed; attachment://NAME refers to a file of the same message.
type EmbedImage struct {
	URL      string `json:"url"`
	ProxyURL string `json:"proxy_url,omitempty"`
	Width    int    `json:"width,omitempty"`
	Height   int    `json:"height,omitempty"`
}

// EmbedField is a field of an embed: a heading and a text.
type EmbedField struct {
	Name   string `json:"name" limit:"1-256"`
	Value  string `json:"value" limit:"1-1024"`
	Inline bool   `json:"inline"`
}

// checkEmbeds checks what the limits of single fields do not cover, such as the 6000 characters over all embeds.
func checkEmbeds(f field, embeds []Embed) {
	total := 0
	for i, e := range embeds {
		texts := e.Title + e.Description
		if e.Footer != nil {
			texts += e.Footer.Text
		}
		for _, field := range e.Fields {
			texts += field.Name + field.Value
		}
		if e.Image != nil {
			f.index(i).key("image").key("url").link(e.Image.URL, "https", "attachment")
		}
		if texts == "" && e.Image == nil {
			f.index(i).key("description").required()
		}
		total += utf8.RuneCountInString(texts)
	}
	if total > 6000 {
		f.add("MAX_EMBED_SIZE_EXCEEDED", "Embed size exceeds maximum size of 6000")
	}
}
