package view

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/game"
)

// Reply is the answer to a request: the message that a person, or the whole channel, sees.
//
// Handlers make replies and never call Discord; the router sends them. It decides whether the answer is an immediate
// response, completes a deferred one, or is posted to the channel because the interaction has expired.
type Reply struct {
	// Text is the message, in Discord's markdown; at most 2000 characters.
	Text string
	// Embed is shown below the text; nil for none.
	Embed *discordgo.MessageEmbed
	// Rows are the buttons and menus below: at most five *discordgo.ActionsRow.
	Rows []discordgo.MessageComponent
	// Picture is shown with the message; nil for none.
	Picture *Picture
	// Files are offered for download with the message. With the picture they are at most ten, of 10 MiB each.
	Files []discord.File

	// Ping names the only people whom a mention in Text may notify. Others who are mentioned see their names and
	// are not notified. A private message notifies nobody.
	Ping []game.Person
	// PingRole is the id of the only role that a mention in Text may notify; empty for none.
	PingRole string
	// ReplyTo is the id of the message to which this one replies if it is posted to the same channel; empty for
	// none.
	ReplyTo string
	// Private shows the message to nobody but the person who asked.
	Private bool
	// Pressed says what becomes of the message whose button or menu was used. For a command it means nothing.
	Pressed Pressed

	// Modal is opened for the person who asked, and nothing else of the reply is shown. The rest is shown
	// instead if it is too late for that: a modal must come within the first three seconds. Nil for none.
	Modal *discord.Modal

	// Waits is the page of a review under way that this message shows: the message is changed as the review goes on. Nil
	// for any other message.
	Waits *Page

	// Shows says which game this message shows, and as what; nil for a message after which nothing is to be recorded.
	Shows *Shows
	// Own makes the message that only the person who acted sees. It is used if the public message is not their answer:
	// they act from another channel, or the message replaces an older one. Not drawn, it has no picture: its words are
	// all that is needed. Nil: they see the same as everybody.
	Own func(drawn bool) Reply
	// FollowUps are further messages after this one, in order: for example the private "you resigned", and then the
	// result for everybody.
	FollowUps []Reply
}

// Pressed says what a reply does to the message whose button or menu was used.
type Pressed uint8

// What may become of the message.
const (
	Kept           Pressed = iota // it stays as it is: the reply is a message of its own
	Replaced                      // the reply takes its place
	ControlsChange                // only its controls change, and its picture if the reply has one; its text stays
)

// ReplacedIf returns Replaced or Kept.
func ReplacedIf(replaced bool) Pressed {
	if replaced {
		return Replaced
	}
	return Kept
}

// Shows says which game a message shows, and as what.
type Shows struct {
	Game   *game.Game // as it is in the message
	As     Subject
	Boards game.BoardPolicy // what the game's server does with old boards
}

// Subject is what a message shows of a game. It determines what is recorded once the message has been sent.
type Subject uint8

// The subjects. The last three are private.
const (
	News        Subject = iota // the latest event in words, or what became of a challenge
	Board                      // the board with its controls
	FreshBoard                 // the same, asked for: a new message, whatever the server does with boards
	Asking                     // a challenge, or what one side proposes to the other, with the buttons that answer it
	Beginning                  // that a game has begun; its thread will be attached to the message
	PrivateNews                // an answer for the person who acted alone, after which nothing is left to announce
	Panel                      // the panel of the person who asked, which is kept up to date
	Receipt                    // what the board is about to show: it is deleted as soon as the board does
)

// Private reports whether only the person who acted sees such a message.
func (s Subject) Private() bool { return s >= PrivateNews }

// Nonce returns the idempotency key of a message in the game's channel: the same for all messages with the same
// news.
func (s *Shows) Nonce() string {
	what := "shows"
	if s.As == Beginning {
		what = "begins"
	}
	return fmt.Sprintf("game %d, revision %d, %s in %s", s.Game.ID, s.Game.Revision, what, s.Game.Channel)
}

// Picture is a PNG with its text alternatives.
type Picture struct {
	// Name is the file's name, such as "board.png".
	Name string
	// PNG is the picture itself; nil where Alt is read in its place, as a part of the message.
	PNG []byte
	// Alt describes the picture; of one that is drawn at most 1024 characters.
	Alt string
	// Text shows the same in characters, in Discord's markdown; empty where that cannot be done.
	Text string
}

// Message converts the reply for Discord. The picture is the first file, so that it is shown on top.
func (r Reply) Message() discord.Message {
	if r.Picture != nil && r.Picture.PNG == nil {
		r.Text, r.Picture = strings.TrimSpace(r.Text+"\n"+r.Picture.Alt), nil
	}
	m := discord.Message{
		Text: r.Text, Embed: r.Embed, Rows: r.Rows,
		Private: r.Private, InPlace: r.Pressed != Kept, KeepContent: r.Pressed == ControlsChange, ReplyTo: r.ReplyTo,
	}
	if r.Picture != nil {
		m.Files = append(m.Files, discord.File{
			Name: r.Picture.Name, Type: "image/png", Data: r.Picture.PNG, Alt: Unmarked(r.Picture.Alt),
		})
	}
	m.Files = append(m.Files, r.Files...)
	if r.Private {
		return m // its only reader is there, and nobody else could see it
	}
	for _, person := range r.Ping {
		if person != game.Deleted {
			m.MentionUsers = append(m.MentionUsers, string(person))
		}
	}
	if r.PingRole != "" {
		m.MentionRoles = []string{r.PingRole}
	}
	return m
}

// WithoutFiles replaces the files with text, for a channel in which the bot may not attach files.
func (r Reply) WithoutFiles() Reply {
	if r.Picture != nil {
		r.Text = strings.TrimSpace(r.Text + "\n" + cmp.Or(r.Picture.Text, r.Picture.Alt))
	}
	r.Picture, r.Files = nil, nil
	return r
}

// WithoutEmbed also replaces the embed with text, for a channel in which the bot may not embed links.
func (r Reply) WithoutEmbed() Reply {
	r = r.WithoutFiles()
	if r.Embed == nil {
		return r
	}
	lines := []string{r.Text, r.Embed.Title, r.Embed.Description}
	for _, field := range r.Embed.Fields {
		lines = append(lines, field.Name+": "+field.Value)
	}
	if r.Embed.Footer != nil {
		lines = append(lines, "-# "+r.Embed.Footer.Text)
	}
	r.Text = strings.Join(NonEmpty(lines...), "\n")
	r.Embed = nil
	return r
}

// Private returns an ephemeral reply with a text, above controls as [Rows] arranges them.
func Private(text string, controls ...discordgo.MessageComponent) Reply {
	return Reply{Text: text, Private: true, Rows: Rows(controls...)}
}

// Form returns a form that is submitted by a press, and the text that is shown instead if it is too late for one.
func Form(press Press, title string, r Viewer, fields ...discord.Field) Reply {
	reply := Private(r.Say("lesson.late"))
	reply.Modal = &discord.Modal{ID: press.ID(), Title: title, Fields: fields}
	return reply
}

// ForActor returns the message as the person who acted sees it.
func (r Reply) ForActor() Reply {
	if r.Own == nil {
		return r
	}
	own := r.Own(true)
	own.Pressed = r.Pressed
	return own
}

// InWords returns the text of ForActor as a private answer, without drawing. Of a board whose game is over it keeps the
// buttons.
func (r Reply) InWords() Reply {
	if r.Own == nil {
		return Private(r.Text)
	}
	own := r.Own(false)
	reply := Private(own.Text)
	if r.Shows != nil && r.Shows.As == Board && r.Shows.Game.State == game.Finished {
		reply.Rows = own.Rows
	}
	return reply
}

// Silent reports whether the reply is empty.
func (r Reply) Silent() bool {
	empty := r.Text == "" && r.Embed == nil && r.Picture == nil && len(r.Files) == 0 && len(r.Rows) == 0
	return empty && r.Pressed != ControlsChange && len(r.FollowUps) == 0
}

// AsPrivate makes a public message ephemeral, for somebody who only watches or acts from another channel. Controls are
// kept only for those who can use them.
func (r Reply) AsPrivate(controls bool) Reply {
	r.Private, r.Shows, r.Ping = true, nil, nil
	if !controls {
		r.Rows = nil
	}
	return r
}

// Shareable makes a reply private, with a button that shares it where others are. Nothing of a game that is not over is
// shared: over says whether it is, and is true for what belongs to no game.
func Shareable(reply Reply, over bool, r Viewer) Reply {
	reply.Private = true
	if !over || !r.AmongOthers() {
		return reply
	}
	share := Button(r.Say("button.share"), discordgo.SecondaryButton, Press{Act: PressShare})
	controls := slices.Clone(reply.Rows)
	if last := len(controls) - 1; last >= 0 && len(ButtonsOf(controls[last])) > 0 {
		controls = append(controls[:last], controls[last].(discordgo.ActionsRow).Components...)
	}
	reply.Rows = Rows(append(controls, share)...)
	return reply
}

// Shared is a private message with a text and files, as everybody sees it. Its buttons remain, but for the one that
// shared it: others who press them get messages of their own.
func Shared(from *discordgo.Message) Reply {
	reply := Reply{Text: from.Content}
	if len(from.Embeds) > 0 {
		reply.Embed = from.Embeds[0]
	}
	share := Press{Act: PressShare}.ID()
	for _, row := range from.Components {
		var buttons []discordgo.MessageComponent
		for _, button := range ButtonsOf(row) {
			if button.CustomID != share {
				buttons = append(buttons, button)
			}
		}
		reply.Rows = append(reply.Rows, Rows(buttons...)...)
	}
	return reply
}

// WithoutSelfMention replaces mentions of the reader in a private reply with their name, because Discord would
// highlight a mention. It returns any other reply unchanged.
func (r Reply) WithoutSelfMention(reader game.Person, name string) Reply {
	if r.Private && name != "" {
		r.Text = WithName(r.Text, reader, name)
	}
	return r
}
