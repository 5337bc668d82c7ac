package view

import (
	"fmt"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/game"
)

// Reply is what becomes of one request: the message that a person, or the whole channel, gets to see.
//
// Handlers make replies and never talk to Discord; the router sends them. It knows by itself whether the answer still fits
// into the first three seconds, has to fill a "thinking…" message, or must go to the channel because the request is lost.
type Reply struct {
	// Text is the message, in Discord's markdown; at most 2000 characters.
	Text string
	// Embed stands below the text; nil for none.
	Embed *discordgo.MessageEmbed
	// Rows are the buttons and menus below: at most five *discordgo.ActionsRow.
	Rows []discordgo.MessageComponent
	// Picture is shown with the message; nil for none.
	Picture *Picture
	// Files are offered for download with the message. With the picture they are at most ten, of 10 MiB each.
	Files []discord.File

	// Ping names the only people whom a mention in Text may notify. Everyone else who is mentioned reads his name in peace.
	Ping []game.Person
	// Call is the id of the only role that a mention in Text may notify; empty for none.
	Call string
	// Private shows the message to nobody but the person who asked.
	Private bool
	// InPlace changes the message whose button or menu was used, instead of posting another one. For a command it means nothing.
	InPlace bool
	// Keep, with InPlace, leaves the text of that message as it is, and its picture too unless there is another one. It changes Rows.
	Keep bool

	// Modal is opened for the person who asked, and nothing else of the reply is shown. The rest is what he is told instead where it is too late
	// for that: a modal must come within the first three seconds. Nil for none.
	Modal *discord.Modal

	// Tells says what the channel knows once this message stands in it; nil for a message that tells it nothing new.
	Tells *Telling
	// Own makes what the one who acted gets to see for himself, where the message does not come to him as an answer: he acts from another channel,
	// or the message takes the place of an older one. nil: the same as everybody.
	Own func() Reply
	// Also are further messages that follow this one, in order: the private "you resigned", and then the result for everybody.
	Also []Reply
}

// Telling is what a public message tells: the state of a game.
type Telling struct {
	Game     game.ID
	Revision int
	// Channel is where the game is played: a message anywhere else tells nobody who watches.
	Channel string
	// Board means that the message shows the board with its controls; Replaces is the message that did so before, if any.
	Board    bool
	Replaces string
	// Timed means that boards of the game tell of times that are running.
	Timed bool
	// Asks means that the message has the buttons that answer a challenge. Asked is the message that had them before, if any.
	Asks  bool
	Asked game.Posted
	// Fresh means that somebody asked for the board: it comes as a new message, whatever the server does with boards.
	Fresh bool
	// Begins means that the message says that a game has begun which waits for its thread: the thread will hang on the message.
	Begins bool
	// Gone means that the game has no channel any more. Who acts in it is told, and everybody else by its announcement.
	Gone bool
	// Guild is the game's server.
	Guild string
}

// tells makes the Telling of a message about g as it is, with its board or without.
func tells(g *game.Game, board bool) *Telling {
	t := &Telling{
		Game: g.ID, Revision: g.Revision, Channel: g.Channel, Board: board, Gone: g.House.Gone, Guild: g.Guild,
		Timed: g.Timed() || g.Vote != nil, Asked: g.House.Asked,
	}
	if board {
		t.Replaces = g.Message
	}
	return t
}

// Nonce is the same for all messages that tell a channel the same.
func (t *Telling) Nonce() string {
	what := "shows"
	if t.Begins {
		what = "begins"
	}
	return fmt.Sprintf("game %d, revision %d, %s in %s", t.Game, t.Revision, what, t.Channel)
}

// Picture is a PNG with the words for those who cannot see it.
type Picture struct {
	// Name is the file's name, such as "board.png".
	Name string
	PNG  []byte
	// Alt describes the picture; at most 1024 characters, what is longer is cut.
	Alt string
}

// Message is the reply as Discord is told it, without what it means for a game. The picture comes first of the files, so that it is shown on top.
func (r Reply) Message() discord.Message {
	m := discord.Message{Text: r.Text, Embed: r.Embed, Rows: r.Rows, Private: r.Private, InPlace: r.InPlace, Keep: r.Keep}
	if r.Picture != nil {
		m.Files = append(m.Files, discord.File{Name: r.Picture.Name, Type: "image/png", Data: r.Picture.PNG, Alt: r.Picture.Alt})
	}
	m.Files = append(m.Files, r.Files...)
	for _, person := range r.Ping {
		if person != game.Deleted {
			m.Ping = append(m.Ping, string(person))
		}
	}
	if r.Call != "" {
		m.Call = []string{r.Call}
	}
	return m
}

// Private is a reply of words that only the person who asked can read.
func Private(text string) Reply { return Reply{Text: text, Private: true} }

// ForActor is the message as the one who acted gets it for himself.
func (r Reply) ForActor() Reply {
	if r.Own == nil {
		return r
	}
	own := r.Own()
	own.InPlace = r.InPlace
	return own
}

// Silent tells whether there is nothing to be said.
func (r Reply) Silent() bool {
	return r.Text == "" && r.Embed == nil && r.Picture == nil && len(r.Files) == 0 && len(r.Rows) == 0 && !r.Keep && len(r.Also) == 0
}
