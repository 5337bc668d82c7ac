package bot

import (
	"encoding/json"
	"strings"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/game"
	"xiangqibot/bot/view"
)

// message is a message that a person wrote: to the bot, or with the message content intent to anybody.
type message struct {
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

	// text is what was written, without mentions of the bot.
	text string
	// called means that the text mentions the bot, or that it is a direct message: it expects an answer.
	called bool
	// addressed means that the message is for the bot: it is called, or replies to a message of the bot.
	addressed bool
	// about is the game of the message that it replies to, 0 for none; elsewhere means that this message is about
	// something that is no game, such as a puzzle.
	about     game.ID
	elsewhere bool
}

// control is a button, a menu or a container of them. Unknown kinds are read like all others.
type control struct {
	CustomID   string    `json:"custom_id"`
	Components []control `json:"components"`
}

// maxMessage is how many characters of a message the bot reads. All valid input is much shorter.
const maxMessage = 200

// direct reports whether it is a direct message.
func (m *message) direct() bool { return m.GuildID == "" }

// readMessage reads the data of MESSAGE_CREATE. It is nil for messages that never concern the bot: those of bots and
// of Discord, and those without text or whose text Discord hides.
func readMessage(data json.RawMessage, self string) (*message, error) {
	m := new(message)
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
	m.text = m.Content
	for _, mention := range []string{"<@" + self + ">", "<@!" + self + ">"} {
		if self != "" && strings.Contains(m.text, mention) {
			m.called = true
			m.text = strings.ReplaceAll(m.text, mention, " ")
		}
	}
	m.text = strings.TrimSpace(m.text)
	if m.text == "" && !m.called {
		return nil, nil
	}
	m.called = m.called || m.direct()
	m.addressed = m.called
	if to := m.Answered; to != nil && to.Author != nil && to.Author.ID == self && self != "" {
		m.addressed = true
		m.about, m.elsewhere = view.Meant(customIDs(nil, to.Components))
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

// tooLong reports whether the message is too long for a move or a word.
func (m *message) tooLong() bool { return utf8.RuneCountInString(m.text) > maxMessage }

// asCommand returns the message as a command of its author, so that it has the same effect and the same refusals.
// The id of the message replaces the interaction's: the message acts once, even if it is delivered twice. locale is
// that of the author, which Discord does not send with a message.
func (m *message) asCommand(
	name, locale string, options ...*discordgo.ApplicationCommandInteractionDataOption,
) *interaction {
	i := &interaction{written: true}
	i.ID, i.Type = m.ID, discordgo.InteractionApplicationCommand
	i.GuildID, i.ChannelID, i.Locale = m.GuildID, m.ChannelID, discordgo.Locale(locale)
	if m.direct() || m.Member == nil {
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

// givenText and givenGame are what a message says, as the options of a command.
func givenText(name, value string) *discordgo.ApplicationCommandInteractionDataOption {
	return &discordgo.ApplicationCommandInteractionDataOption{
		Name: name, Type: discordgo.ApplicationCommandOptionString, Value: value,
	}
}

func givenGame(id game.ID) *discordgo.ApplicationCommandInteractionDataOption {
	return &discordgo.ApplicationCommandInteractionDataOption{
		Name: "game", Type: discordgo.ApplicationCommandOptionInteger, Value: float64(id),
	}
}
