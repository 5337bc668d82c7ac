package view

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/bidi"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/game"
	"xiangqibot/bot/words"
)

// This file writes what Discord shows: mentions, links, times, and the texts of people so that nothing in them formats.

// Mention mentions a person: each reader sees the name that they know. [Reply.Ping] decides whether the person is
// notified.
func Mention(p game.Person) string { return "<@" + string(p) + ">" }

// Person is like [Mention], and handles people whose data was deleted.
func Person(w words.Words, p game.Person) string {
	if p == game.Deleted {
		return w.Say("person.deleted")
	}
	return Mention(p)
}

// PersonName returns the plain name of one of g's people, who may have been deleted.
func PersonName(g *game.Game, p game.Person, w words.Words) string {
	if p == game.Deleted {
		return w.Say("person.deleted")
	}
	return g.Name(p)
}

// WithName is a text with a person's name wherever it mentioned them.
func WithName(text string, p game.Person, name string) string {
	return strings.ReplaceAll(text, Mention(p), Plain(name))
}

// MentionRole mentions a role.
func MentionRole(id string) string { return "<@&" + id + ">" }

// ChannelMention mentions a channel or thread: Discord shows a link to those who may see it.
func ChannelMention(channel string) string { return "<#" + channel + ">" }

// ChannelURL leads to a channel or thread of a server, or with guild "" to direct messages.
func ChannelURL(guild, channel string) string {
	return "https://discord.com/channels/" + cmp.Or(guild, "@me") + "/" + channel
}

// MessageLink leads to a message in a channel of a server, or with guild "" in direct messages.
func MessageLink(guild, channel, message string) string {
	return ChannelURL(guild, channel) + "/" + message
}

// RelativeTime formats a time as a relative Discord timestamp.
func RelativeTime(at time.Time) string { return fmt.Sprintf("<t:%d:R>", at.Unix()) }

// Timestamp formats a time as a Discord timestamp, in each reader's language and zone, followed by how far away it
// is.
func Timestamp(at time.Time) string { return fmt.Sprintf("<t:%d:f> (<t:%[1]d:R>)", at.Unix()) }

// ClockTime is the time of day to which somebody has to wait, in whole seconds, rounded up. Unlike "in 4 seconds" it
// stays true while it is read.
func ClockTime(at time.Time) string { return fmt.Sprintf("<t:%d:T>", at.Add(time.Second-1).Unix()) }

// Date formats a day as a Discord timestamp.
func Date(t time.Time) string { return fmt.Sprintf("<t:%d:D>", t.Unix()) }

// NonEmpty returns the texts that are not empty.
func NonEmpty(texts ...string) []string {
	return slices.DeleteFunc(texts, func(text string) bool { return text == "" })
}

// Capital makes the first letter a capital, for sentences that begin with a name from a phrase. Coordinates stay small.
func Capital(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	if next, _ := utf8.DecodeRuneInString(text[size:]); size == 0 || unicode.IsDigit(next) {
		return text
	}
	return string(unicode.ToUpper(first)) + text[size:]
}

// CutList returns the first entries of a list, and at its end how many are left out.
func CutList(w words.Words, all []string, most int) []string {
	if len(all) <= most {
		return all
	}
	return append(all[:most:most], w.Count("list.more", len(all)-most))
}

// FitLines joins lines as far as a message takes them; what is left out is marked by dots.
func FitLines(lines []string) string {
	text := lines[0]
	for _, line := range lines[1:] {
		if len(text)+len(line)+len("\n…\n") > discord.TextLimit { // bytes are never fewer than what Discord counts
			return text + "\n…"
		}
		text += "\n" + line
	}
	return text
}

// Plain sanitizes and escapes a name or other text that people chose, so that a message shows it literally: it
// neither formats nor mentions anything, nor changes the direction of the text around it.
func Plain(text string) string { return Escaped(Isolated(game.Sanitize(text))) }

// Escaped escapes the markdown and the mentions of a line.
func Escaped(line string) string { return markdown.ReplaceAllString(line, `\$0`) }

var markdown = regexp.MustCompile("[]\\\\*_`~|<>[()#@:-]")

// What keeps the direction of a text to itself: first strong isolate, pop directional isolate.
const (
	isolate    = "\u2068"
	isolateEnd = "\u2069"
)

// Isolated returns a sanitized name for use in a sentence: right-to-left text in it does not affect the text around
// it.
func Isolated(name string) string {
	if strings.ContainsFunc(name, rightToLeft) {
		return isolate + name + isolateEnd
	}
	return name
}

// rightToLeft reports whether a character is of a script that is written so.
func rightToLeft(r rune) bool {
	properties, _ := bidi.LookupRune(r)
	return properties.Class() == bidi.R || properties.Class() == bidi.AL
}

// QuotedLength is the longest part of a typed text that an answer repeats. The longest move is half as long.
const QuotedLength = 60

// Quoted prepares text that a person typed for use in a sentence.
func Quoted(text string) string { return Plain(discord.Cut(game.Sanitize(text), QuotedLength)) }

// escapes are the markdown that [Escaped] takes away, and what phrases make bold.
var escapes = regexp.MustCompile(`\\([[:punct:]])|\*\*`)

// Unmarked is a text of a message as an alternative text, in which Discord shows no markdown.
func Unmarked(text string) string { return escapes.ReplaceAllString(text, "$1") }

// mentions are the people, channels and commands that a message names by their ids.
var mentions = regexp.MustCompile(`<(?:@!?&?|#)\d+>`)

// PlainText is the text of a message about g, which may be nil, without markdown and with the names of the people of
// the game instead of mentions.
func PlainText(g *game.Game, text string, w words.Words) string {
	if g != nil {
		for _, p := range g.People() {
			text = strings.ReplaceAll(text, Mention(p), PersonName(g, p, w))
		}
	}
	text = mentions.ReplaceAllString(strings.ReplaceAll(text, "-# ", ""), "…")
	return strings.ReplaceAll(Unmarked(text), "`", "")
}
