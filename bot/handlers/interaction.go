package handlers

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/game"
	"xiangqibot/bot/view"
)

// Interaction is an interaction with the fields that discordgo lacks.
type Interaction struct {
	discordgo.Interaction
	Where *Place // the channel; nil where Discord does not tell
	// Target is the message that a command of its menu is about; nil for all else.
	Target *target
	// Written means that it was made from a message, by message.asCommand: it has no token and is answered by
	// messages.
	Written bool
}

// Place is the channel of an interaction.
type Place struct {
	Type   discordgo.ChannelType `json:"type"`
	Parent string                `json:"parent_id"` // of a thread: its channel; of a channel: its category
}

// UnmarshalJSON decodes both parts. A target may be any message, with components that discordgo does not know and
// fails on; so it is removed before discordgo decodes the rest.
func (i *Interaction) UnmarshalJSON(data []byte) error {
	var more struct {
		Channel *Place `json:"channel"`
		Data    struct {
			TargetID string `json:"target_id"`
			Resolved struct {
				Messages map[string]*target `json:"messages"`
			} `json:"resolved"`
		} `json:"data"`
	}
	if err := json.Unmarshal(data, &more); err != nil {
		return err
	}
	i.Where, i.Target = more.Channel, more.Data.Resolved.Messages[more.Data.TargetID]
	if len(more.Data.Resolved.Messages) > 0 {
		var err error
		if data, err = without(data, "data", "resolved", "messages"); err != nil {
			return err
		}
	}
	return json.Unmarshal(data, &i.Interaction)
}

// without removes the value at a path from a JSON object.
func without(object []byte, path ...string) ([]byte, error) {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(object, &fields); err != nil {
		return nil, err
	}
	if len(path) == 1 {
		delete(fields, path[0]) //nolint:gosec // the path is not empty
		return json.Marshal(fields)
	}
	inner, err := without(fields[path[0]], path[1:]...) //nolint:gosec // the path is not empty
	if err != nil {
		return nil, err
	}
	fields[path[0]] = inner //nolint:gosec // the path is not empty
	return json.Marshal(fields)
}

// target is what a message command needs to know of its message.
type target struct {
	Content     string                         `json:"content"`
	Attachments []*discordgo.MessageAttachment `json:"attachments"`
	// Forwarded are the messages that this one forwards; it then has no content of its own.
	Forwarded []struct {
		Message target `json:"message"`
	} `json:"message_snapshots"`
}

// said returns everything that people wrote in the message, and the files that they attached.
func (t *target) said() (texts []string, files []*discordgo.MessageAttachment) {
	if text := strings.TrimSpace(t.Content); text != "" {
		texts = append(texts, text)
	}
	for _, file := range t.Attachments {
		if file != nil {
			files = append(files, file)
		}
	}
	for i := range t.Forwarded {
		inner := target{Content: t.Forwarded[i].Message.Content, Attachments: t.Forwarded[i].Message.Attachments}
		more, others := inner.said()
		texts, files = append(texts, more...), append(files, others...)
	}
	return texts, files
}

// inThread reports whether the channel is a thread.
func (p *Place) inThread() bool {
	switch p.Type {
	case discordgo.ChannelTypeGuildPublicThread, discordgo.ChannelTypeGuildPrivateThread, discordgo.ChannelTypeGuildNewsThread:
		return true
	default:
		return false
	}
}

// ForThread are the permissions that the bot needs in a channel to open a thread there and to write in it.
const ForThread = discordgo.PermissionCreatePublicThreads | discordgo.PermissionSendMessagesInThreads

// ThreadSupport returns whether a game can get a thread in the channel.
func (i *Interaction) ThreadSupport() game.ThreadSupport {
	switch {
	case i.Where == nil:
		return game.ThreadSupportUnknown
	case i.GuildID == "":
		return game.ThreadSupportDirect
	case i.Where.inThread():
		return game.ThreadSupportNested
	case i.Where.Type != discordgo.ChannelTypeGuildText && i.Where.Type != discordgo.ChannelTypeGuildNews:
		return game.ThreadSupportOther
	case i.AppPermissions&discordgo.PermissionAdministrator == 0 && i.AppPermissions&ForThread != ForThread:
		return game.ThreadSupportForbidden
	}
	return game.ThreadSupportAllowed
}

// OnEphemeral reports whether a button or menu was used on a message that only the person sees.
func (i *Interaction) OnEphemeral() bool {
	return i.Message != nil && i.Message.Flags&discord.FlagEphemeral != 0
}

// Nonce returns the idempotency key of the nth message of the answer: the announcement's, if the message shows what an
// announcement would.
func (i *Interaction) Nonce(part view.Reply, n int) string {
	if part.Shows != nil {
		return part.Shows.Nonce()
	}
	return fmt.Sprintf("interaction %s, part %d", i.ID, n)
}

// Person returns who acted; empty if Discord does not say.
func (i *Interaction) Person() game.Person {
	switch {
	case i.Member != nil && i.Member.User != nil:
		return game.Person(i.Member.User.ID)
	case i.User != nil:
		return game.Person(i.User.ID)
	}
	return ""
}

// Name returns the display name of who acted; empty if Discord does not say.
func (i *Interaction) Name() string {
	switch {
	case i.Member != nil && i.Member.User != nil:
		return cmp.Or(game.Sanitize(i.Member.Nick), displayName(i.Member.User))
	case i.User != nil:
		return displayName(i.User)
	}
	return ""
}

// Public returns the id of the message that a part of an answer has become, "" if only the person sees it.
func (i *Interaction) Public(part view.Reply, id string) string {
	pressed := i.Message != nil && part.Pressed == view.Replaced
	switch {
	case pressed && !i.OnEphemeral():
		return i.Message.ID
	case pressed || part.Private:
		return ""
	}
	return id
}
