package handlers

import (
	"encoding/json"
	"strings"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/game"
	"xiangqibot/bot/view"
)

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
	// Answered is the message to which this one replies.
	Answered *struct {
		Author     *discordgo.User `json:"author"`
		Components []control       `json:"components"`
	} `json:"referenced_message"`

	// Text is what was written, without mentions of the bot.
	Text string
	// Called means that the text mentions the bot, or that it is a direct message: it expects an answer.
	Called bool
	// Addressed means that the message is for the bot: it is called, or replies to a message of the bot.
	Addressed bool
	// About is the game of the message that it replies to, 0 for none; elsewhere means that this message is about
	// something that is no game, such as a puzzle.
	About     game.ID
	Elsewhere bool
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
// Of Discord, and those without text or whose text Discord hides.
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
	if to := m.Answered; to != nil && to.Author != nil && to.Author.ID == self && self != "" {
		m.Addressed = true
		m.About, m.Elsewhere = view.Meant(customIDs(nil, to.Components))
	}
	return m, nil
}

// customIDs appends the custom ids of buttons and menus.
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

// AsCommand returns the message as a command of its author, so that it has the same effect and the same refusals.
// The id of the message replaces the interaction's: the message acts once, even if it is delivered twice. locale is
// that of the author, which Discord does not send with a message.
func (m *Message) AsCommand(
	name, locale string, options ...*discordgo.ApplicationCommandInteractionDataOption,
) *Interaction {
	i := &Interaction{Written: true}
	i.ID, i.Type = m.ID, discordgo.InteractionApplicationCommand
	i.GuildID, i.ChannelID, i.Locale = m.GuildID, m.ChannelID, discordgo.Locale(locale)
	if m.Direct() || m.Member == nil {
		i.User = m.Author
	} else {
		member := *m.Member
		member.User = m.Author
		i.Member = &member
	}
	words := strings.Fields(name)
	if len(words) > 1 {
		sub := &discordgo.ApplicationCommandInteractionDataOption{
			Name: words[1], Type: discordgo.ApplicationCommandOptionSubCommand, Options: options,
		}
		options = []*discordgo.ApplicationCommandInteractionDataOption{sub}
	}
	i.Data = discordgo.ApplicationCommandInteractionData{Name: words[0], Options: options}
	return i
}

// GivenText is a text that a message says, as the option of a command.
func GivenText(name, value string) *discordgo.ApplicationCommandInteractionDataOption {
	return &discordgo.ApplicationCommandInteractionDataOption{
		Name: name, Type: discordgo.ApplicationCommandOptionString, Value: value,
	}
}

// GivenGame is the game that a message is about, as the option of a command.
func GivenGame(id game.ID) *discordgo.ApplicationCommandInteractionDataOption {
	return &discordgo.ApplicationCommandInteractionDataOption{
		Name: "game", Type: discordgo.ApplicationCommandOptionInteger, Value: float64(id),
	}
}
