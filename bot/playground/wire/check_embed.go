package wire

import (
	"time"
	"unicode/utf8"
)

// checkEmbeds checks each embed, and the limit of 6000 characters over all of them.
func checkEmbeds(f Field, embeds []Embed) {
	f.count(len(embeds), 0, 10)
	total := 0
	for i := range embeds {
		total += checkEmbed(f.Index(i), &embeds[i])
	}
	if total > 6000 {
		f.Add("MAX_EMBED_SIZE_EXCEEDED", "Embed size exceeds maximum size of 6000")
	}
}

// checkEmbed returns how many characters count towards the total.
func checkEmbed(f Field, e *Embed) int {
	total := 0
	text := func(f Field, s string, lo, hi int) {
		f.length(s, lo, hi)
		total += utf8.RuneCountInString(s)
	}
	text(f.Key("title"), e.Title, 0, 256)
	text(f.Key("description"), e.Description, 0, 4096)
	if e.URL != "" {
		f.Key("url").link(e.URL, "http", "https")
	}
	if e.Timestamp != "" {
		if _, err := time.Parse(time.RFC3339, e.Timestamp); err != nil {
			f.Key("timestamp").Add("DATE_TIME_TYPE_PARSE", "Could not parse %s. Should be ISO8601.", e.Timestamp)
		}
	}
	within(f.Key("color"), e.Color, 0, 0xffffff)
	if e.Footer != nil {
		text(f.Key("footer").Key("text"), e.Footer.Text, 0, 2048)
		checkMediaURL(f.Key("footer").Key("icon_url"), e.Footer.IconURL)
	}
	if e.Author != nil {
		text(f.Key("author").Key("name"), e.Author.Name, 1, 256)
		checkMediaURL(f.Key("author").Key("icon_url"), e.Author.IconURL)
	}
	if e.Image != nil {
		checkMediaURL(f.Key("image").Key("url"), e.Image.URL)
	}
	if e.Thumbnail != nil {
		checkMediaURL(f.Key("thumbnail").Key("url"), e.Thumbnail.URL)
	}
	f.Key("fields").count(len(e.Fields), 0, 25)
	for i, field := range e.Fields {
		text(f.Key("fields").Index(i).Key("name"), field.Name, 1, 256)
		text(f.Key("fields").Index(i).Key("value"), field.Value, 1, 1024)
	}
	if total == 0 && e.Image == nil && e.Thumbnail == nil && e.URL == "" && e.Color == nil && e.Timestamp == "" {
		f.Key("description").required()
	}
	return total
}

// checkMediaURL accepts web URLs and attachment://NAME; the field may be empty.
func checkMediaURL(f Field, s string) {
	if s != "" {
		f.link(s, "http", "https", "attachment")
	}
}
