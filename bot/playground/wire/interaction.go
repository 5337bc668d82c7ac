package wire

import "encoding/json"

// Types of interactions.
const (
	CommandInteraction   = 2
	ComponentInteraction = 3
	Autocomplete         = 4
	ModalSubmit          = 5
)

// Types of answers to an interaction ("callbacks").
const (
	Pong             = 1
	AnswerMessage    = 4
	DeferMessage     = 5
	DeferUpdate      = 6
	UpdateMessage    = 7
	AnswerCompletion = 8
	OpenModal        = 9
)

// An Interaction is what a bot gets when a person uses a command, presses a button, chooses, types in a completed
// option or sends a form. In a guild it has Member, in direct messages User.
type Interaction struct {
	ID                  ID            `json:"id"`
	ApplicationID       ID            `json:"application_id"`
	Type                int           `json:"type"`
	Token               string        `json:"token"`
	Version             int           `json:"version"`
	GuildID             ID            `json:"guild_id,omitempty"`
	Guild               *PartialGuild `json:"guild,omitempty"`
	ChannelID           ID            `json:"channel_id"`
	Channel             Channel       `json:"channel"`
	Member              *Member       `json:"member,omitempty"`
	User                *User         `json:"user,omitempty"`
	AppPermissions      string        `json:"app_permissions"`
	Locale              string        `json:"locale"`
	GuildLocale         string        `json:"guild_locale,omitempty"`
	Context             int           `json:"context"` // 0 guild, 1 direct messages with the bot
	Owners              map[string]ID `json:"authorizing_integration_owners"`
	Entitlements        []any         `json:"entitlements"`
	AttachmentSizeLimit int           `json:"attachment_size_limit"`
	Message             *Message      `json:"message,omitempty"`
	Data                any           `json:"data"`
}

// PartialGuild is what an interaction tells of its guild.
type PartialGuild struct {
	ID       ID     `json:"id"`
	Locale   string `json:"locale"`
	Features []any  `json:"features"`
}

// CommandData is the data of a command and of an autocomplete question.
type CommandData struct {
	ID       ID            `json:"id"`
	Name     string        `json:"name"` // the default one, whatever language the person reads
	Type     int           `json:"type"`
	GuildID  ID            `json:"guild_id,omitempty"` // set when the command is registered in the guild
	Options  []OptionValue `json:"options,omitempty"`
	Resolved *Resolved     `json:"resolved,omitempty"`
	TargetID ID            `json:"target_id,omitempty"` // of a command in the menu of a message or a person: which

	// ApplicationID is whose command it is, Owners say which installations let the person use it; they stand beside the
	// data.
	ApplicationID ID            `json:"-"`
	Owners        map[string]ID `json:"-"`
}

// FullName is the command's name with its subcommands, as it is typed: "settings language".
func (d *CommandData) FullName() string {
	name, at := d.Name, d.Options
	for len(at) == 1 && (at[0].Type == OptionSubcommand || at[0].Type == OptionGroup) {
		name += " " + at[0].Name
		at = at[0].Options
	}
	return name
}

// An OptionValue is what a person gave for an option, or a subcommand with its options.
type OptionValue struct {
	Name    string        `json:"name"`
	Type    int           `json:"type"`
	Value   any           `json:"value,omitempty"`
	Options []OptionValue `json:"options,omitempty"`
	Focused bool          `json:"focused,omitempty"`
}

// Resolved holds the objects behind the ids among the values.
type Resolved struct {
	Users       map[ID]User       `json:"users,omitempty"`
	Members     map[ID]Member     `json:"members,omitempty"`
	Roles       map[ID]Role       `json:"roles,omitempty"`
	Channels    map[ID]Channel    `json:"channels,omitempty"`
	Messages    map[ID]Message    `json:"messages,omitempty"`
	Attachments map[ID]Attachment `json:"attachments,omitempty"`
}

// ComponentData is the data of a press or a choice.
type ComponentData struct {
	CustomID      string    `json:"custom_id"`
	ComponentType int       `json:"component_type"`
	ID            int       `json:"id"`
	Values        []string  `json:"values,omitempty"`
	Resolved      *Resolved `json:"resolved,omitempty"`
}

// ModalData is the data of a form that was sent.
type ModalData struct {
	CustomID   string       `json:"custom_id"`
	Components []ModalValue `json:"components"`
	Resolved   *Resolved    `json:"resolved,omitempty"`
}

// A ModalValue mirrors the form: rows and labels as they were, with what the person put in. Value is a text, for a radio
// group the value chosen or a JSON null, and for a checkbox true or false.
type ModalValue struct {
	Type       int          `json:"type"`
	ID         int          `json:"id"`
	CustomID   string       `json:"custom_id,omitempty"`
	Value      any          `json:"value,omitempty"`
	Values     []string     `json:"values,omitempty"`
	Components []ModalValue `json:"components,omitempty"`
	Component  *ModalValue  `json:"component,omitempty"`
}

// A Callback is the body with which a bot answers an interaction.
type Callback struct {
	Type int             `json:"type"`
	Data json.RawMessage `json:"data"`
}

// Fits reports whether an answer of this type may be given to an interaction of that type. fromComponent means a form
// that a button or menu opened: it can be answered like the component itself.
func (c *Callback) Fits(interaction int, fromComponent bool) error {
	var ok bool
	switch c.Type {
	case AnswerMessage, DeferMessage:
		ok = interaction == CommandInteraction || interaction == ComponentInteraction || interaction == ModalSubmit
	case DeferUpdate, UpdateMessage:
		ok = interaction == ComponentInteraction || interaction == ModalSubmit && fromComponent
	case AnswerCompletion:
		ok = interaction == Autocomplete
	case OpenModal:
		ok = interaction == CommandInteraction || interaction == ComponentInteraction
	}
	if ok {
		return nil
	}
	var p Problems
	f := p.Root().Key("type")
	if c.Type < Pong || c.Type == 2 || c.Type == 3 || c.Type > 13 {
		f.Add("BASE_TYPE_CHOICES", "Value must be one of (1, 4, 5, 6, 7, 8, 9).")
	} else {
		f.Add("INTERACTION_CALLBACK_TYPE_INVALID", "An interaction of type %d cannot be answered with callback type %d.",
			interaction, c.Type)
	}
	return p.Err()
}
