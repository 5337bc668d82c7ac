package handlers

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/game"
	"xiangqibot/bot/view"
)

// Interaction is an interaction with the fields that discordgo lacks.
type Interaction struct {
	discordgo.Interaction
	where *place // the channel; nil if Discord does not say
	// alts are the descriptions of the files of the message that was pressed, by their ids.
	alts map[string]string
	// form are the values of the fields of a submitted form by their ids, see [discord.ModalValues]; else nil.
	form map[string]string
	// resolved are the people, files and messages that the options, the menu or the form name by their ids.
	resolved resolved
	// UserInstall means that the bot is not in the channel, but the person has installed it for themselves. The
	// interaction is then treated as one in their direct messages with the bot: it has neither server nor member. Its
	// answers appear where it was made; no other message of the bot can.
	UserInstall bool
	// Written means that it was made from a message, by [Message.AsCommand]: it has no token and is answered by
	// messages.
	Written bool
}

// place is the channel of an interaction.
type place struct {
	Type   discordgo.ChannelType `json:"type"`
	Parent string                `json:"parent_id"` // of a thread: its channel; of a channel: its category
}

// resolved is what Discord says of whom and what an interaction names by id.
type resolved struct {
	Users    map[string]*discordgo.User              `json:"users"`
	Members  map[string]*discordgo.Member            `json:"members"`
	Files    map[string]*discordgo.MessageAttachment `json:"attachments"`
	Messages map[string]*target                      `json:"messages"`
}

// noteUserInstall sets UserInstall, and then removes the server. Discord names the installations that allow an
// interaction: where that of a server is not among them, the bot is no member, and in a private channel it never is.
func (i *Interaction) noteUserInstall() {
	owners := i.AuthorizingIntegrationOwners
	_, ofServer := owners[discordgo.ApplicationIntegrationGuildInstall]
	foreign := i.GuildID != "" && len(owners) > 0 && !ofServer
	if !foreign && i.Context != discordgo.InteractionContextPrivateChannel {
		return
	}
	i.UserInstall, i.GuildID, i.where = true, "", &place{Type: discordgo.ChannelTypeDM}
	if i.Member != nil && i.Member.User != nil {
		i.User, i.Member = i.Member.User, nil
	}
}

// UnmarshalJSON decodes discordgo's fields and ours. A target and the labels of a form may have components that
// discordgo does not know and fails on: both are removed before discordgo decodes the rest.
func (i *Interaction) UnmarshalJSON(data []byte) error {
	var more struct {
		Type    discordgo.InteractionType `json:"type"`
		Channel *place                    `json:"channel"`
		Message struct {
			Attachments []struct {
				ID  string `json:"id"`
				Alt string `json:"description"`
			} `json:"attachments"`
		} `json:"message"`
		Data struct {
			Components json.RawMessage `json:"components"`
			Resolved   resolved        `json:"resolved"`
		} `json:"data"`
	}
	if err := json.Unmarshal(data, &more); err != nil {
		return err
	}
	i.where, i.resolved = more.Channel, more.Data.Resolved
	i.alts = make(map[string]string)
	for _, file := range more.Message.Attachments {
		i.alts[file.ID] = file.Alt
	}
	var foreign []string
	switch {
	case more.Type == discordgo.InteractionModalSubmit:
		i.form = discord.ModalValues(more.Data.Components)
		foreign = []string{"data", "components"}
	case len(i.resolved.Messages) > 0:
		foreign = []string{"data", "resolved", "messages"}
	}
	if foreign != nil {
		var err error
		if data, err = without(data, foreign...); err != nil {
			return err
		}
	}
	if err := json.Unmarshal(data, &i.Interaction); err != nil {
		return err
	}
	i.noteUserInstall()
	return nil
}

// without removes the value at a path from a JSON object.
func without(object []byte, path ...string) ([]byte, error) {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(object, &fields); err != nil {
		return nil, err
	}
	if len(path) == 1 {
		delete(fields, path[0])
		return json.Marshal(fields)
	}
	inner, err := without(fields[path[0]], path[1:]...)
	if err != nil {
		return nil, err
	}
	fields[path[0]] = inner
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

// contents returns the texts and the files of the message, and of the messages that it forwards.
func (t *target) contents() (texts []string, files []*discordgo.MessageAttachment) {
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
		more, others := inner.contents()
		texts, files = append(texts, more...), append(files, others...)
	}
	return texts, files
}

func (p *place) inThread() bool {
	switch p.Type {
	case discordgo.ChannelTypeGuildPublicThread, discordgo.ChannelTypeGuildPrivateThread, discordgo.ChannelTypeGuildNewsThread:
		return true
	default:
		return false
	}
}

// forThread are the permissions that the bot needs in a channel to open a thread there and to write in it.
const forThread = discordgo.PermissionCreatePublicThreads | discordgo.PermissionSendMessagesInThreads

// threadSupport returns whether a game can get a thread in the channel.
func (i *Interaction) threadSupport() game.ThreadSupport {
	switch {
	case i.where == nil:
		return game.ThreadSupportUnknown
	case i.GuildID == "":
		return game.ThreadSupportDirect
	case i.where.inThread():
		return game.ThreadSupportNested
	case i.where.Type != discordgo.ChannelTypeGuildText && i.where.Type != discordgo.ChannelTypeGuildNews:
		return game.ThreadSupportOther
	case i.AppPermissions&discordgo.PermissionAdministrator == 0 && i.AppPermissions&forThread != forThread:
		return game.ThreadSupportForbidden
	}
	return game.ThreadSupportAllowed
}

// lacks returns the permissions that the bot lacks in the channel of the interaction: those needed to write there, and
// those without which its boards have no pictures or embeds. Both are empty in direct messages, and if Discord does
// not say.
func (i *Interaction) lacks() (toWrite, toShow int64) {
	if i.where == nil || i.GuildID == "" || i.AppPermissions&discordgo.PermissionAdministrator != 0 {
		return 0, 0
	}
	write := int64(discordgo.PermissionViewChannel | discordgo.PermissionSendMessages)
	if i.where.inThread() {
		write = discordgo.PermissionViewChannel | discordgo.PermissionSendMessagesInThreads
	}
	return write &^ i.AppPermissions, (discordgo.PermissionEmbedLinks | discordgo.PermissionAttachFiles) &^ i.AppPermissions
}

// OnEphemeral reports whether a button or menu was used on a message that only the person sees.
func (i *Interaction) OnEphemeral() bool {
	return i.Message != nil && i.Message.Flags&discordgo.MessageFlagsEphemeral != 0
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
	if user := i.user(); user != nil {
		return game.Person(user.ID)
	}
	return ""
}

// user returns who acted, nil if Discord does not say.
func (i *Interaction) user() *discordgo.User {
	if i.Member != nil && i.Member.User != nil {
		return i.Member.User
	}
	return i.User
}

// roles returns the ids of the roles that the person has in the server.
func (i *Interaction) roles() []string {
	if i.Member == nil {
		return nil
	}
	return i.Member.Roles
}

// Name returns the display name of who acted; empty if Discord does not say.
func (i *Interaction) Name() string {
	switch user := i.user(); {
	case user == nil:
		return ""
	case i.Member != nil && user == i.Member.User:
		return cmp.Or(game.Sanitize(i.Member.Nick), displayName(user))
	default:
		return displayName(user)
	}
}

func displayName(u *discordgo.User) string {
	return cmp.Or(game.Sanitize(u.GlobalName), game.Sanitize(u.Username))
}

// Message is a message that a person wrote: to the bot, or with the message content intent to anybody.
type Message struct {
	ID        string                `json:"id"`
	ChannelID string                `json:"channel_id"`
	GuildID   string                `json:"guild_id"` // empty in direct messages
	Type      discordgo.MessageType `json:"type"`
	WebhookID string                `json:"webhook_id"`
	Content   string                `json:"content"`
	Author    *discordgo.User       `json:"author"`
	Member    *discordgo.Member     `json:"member"` // without the user; nil in direct messages
	// RepliedTo is the message to which this one replies.
	RepliedTo *struct {
		Author     *discordgo.User `json:"author"`
		Components []control       `json:"components"`
	} `json:"referenced_message"`

	// Text is what was written, without mentions of the bot.
	Text string
	// Called means that the text mentions the bot, or that it is a direct message: it expects an answer.
	Called bool
	// Addressed means that the message is for the bot: it is called, or replies to a message of the bot.
	Addressed bool
	// About is the game of the message that it replies to, 0 for none. AboutOther means that that message is about
	// something else, such as a puzzle.
	About      game.ID
	AboutOther bool
}

// control is a button, a menu or a container of them. Unknown kinds are read like all others.
type control struct {
	CustomID   string    `json:"custom_id"`
	Components []control `json:"components"`
}

// maxMessage is how many characters of a message the bot reads. All valid input is much shorter.
const maxMessage = 200

// Direct reports whether it is a direct message.
func (m *Message) Direct() bool { return m.GuildID == "" }

// ReadMessage reads the data of MESSAGE_CREATE. It is nil for messages that never concern the bot: those of bots and
// of Discord, and those without text or whose text Discord hides.
func ReadMessage(data json.RawMessage, self string) (*Message, error) {
	m := new(Message)
	if err := json.Unmarshal(data, m); err != nil {
		return nil, err
	}
	switch {
	case m.ID == "" || m.ChannelID == "" || m.Author == nil || m.Author.ID == "":
		return nil, nil
	case m.Author.Bot || m.Author.System || m.WebhookID != "":
		return nil, nil
	case m.Type != discordgo.MessageTypeDefault && m.Type != discordgo.MessageTypeReply:
		return nil, nil
	}
	m.Text = m.Content
	for _, mention := range []string{"<@" + self + ">", "<@!" + self + ">"} {
		if self != "" && strings.Contains(m.Text, mention) {
			m.Called = true
			m.Text = strings.ReplaceAll(m.Text, mention, " ")
		}
	}
	m.Text = strings.TrimSpace(m.Text)
	if m.Text == "" && !m.Called {
		return nil, nil
	}
	m.Called = m.Called || m.Direct()
	m.Addressed = m.Called
	if to := m.RepliedTo; to != nil && to.Author != nil && to.Author.ID == self && self != "" {
		m.Addressed = true
		m.About, m.AboutOther = view.Meant(customIDs(nil, to.Components))
	}
	return m, nil
}

func customIDs(ids []string, controls []control) []string {
	for _, c := range controls {
		if c.CustomID != "" {
			ids = append(ids, c.CustomID)
		}
		ids = customIDs(ids, c.Components)
	}
	return ids
}

// TooLong reports whether the message is too long for a move or a word.
func (m *Message) TooLong() bool { return utf8.RuneCountInString(m.Text) > maxMessage }
