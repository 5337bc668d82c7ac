package wire

import (
	"encoding/json"
	"slices"
)

// Types of interactions.
const (
	CommandInteraction   = 2
	ComponentInteraction = 3
	Autocomplete         = 4
	ModalSubmit          = 5
)

// Types of interaction callbacks.
const (
	AnswerMessage      = 4
	DeferMessage       = 5
	DeferUpdate        = 6
	UpdateMessage      = 7
	AutocompleteResult = 8
	OpenModal          = 9
)

// An Interaction is what a bot gets when a person uses a command, presses a button, selects options, types in an option
// with autocomplete or submits a modal. In a guild it has Member, in direct messages User.
type Interaction struct {
	ID             ID            `json:"id"`
	ApplicationID  ID            `json:"application_id"`
	Type           int           `json:"type"`
	Token          string        `json:"token"`
	GuildID        ID            `json:"guild_id,omitempty"`
	ChannelID      ID            `json:"channel_id"`
	Channel        Channel       `json:"channel"`
	Member         *Member       `json:"member,omitempty"`
	User           *User         `json:"user,omitempty"`
	AppPermissions uint64        `json:"app_permissions,string"`
	Locale         string        `json:"locale"`
	Context        int           `json:"context"` // 0 guild, 1 direct messages with the bot, 2 a private channel without it
	Owners         map[string]ID `json:"authorizing_integration_owners"`
	Message        *Message      `json:"message,omitempty"`
	Data           any           `json:"data"`
}

// CommandData is the data of a command or autocomplete interaction.
type CommandData struct {
	ID       ID            `json:"id"`
	Name     string        `json:"name"` // not localized
	Type     int           `json:"type"`
	GuildID  ID            `json:"guild_id,omitempty"` // set when the command is registered in the guild
	Options  []OptionValue `json:"options,omitempty"`
	Resolved *Resolved     `json:"resolved,omitempty"`
	TargetID ID            `json:"target_id,omitempty"` // of a context menu command: the message or user

	// ApplicationID is the command's application, and Owners are the installations that let the person use it. Both are
	// sent beside the data.
	ApplicationID ID            `json:"-"`
	Owners        map[string]ID `json:"-"`
}

// FullName returns the command's name with its subcommand, as it is typed: "settings language".
func (d *CommandData) FullName() string {
	if len(d.Options) == 1 && d.Options[0].Type == OptionSubcommand {
		return d.Name + " " + d.Options[0].Name
	}
	return d.Name
}

// An OptionValue is the value of an option, or a subcommand with its options.
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
	Messages    map[ID]Message    `json:"messages,omitempty"`
	Attachments map[ID]Attachment `json:"attachments,omitempty"`
}

// ComponentData is the data of the use of a button or select menu.
type ComponentData struct {
	CustomID      string    `json:"custom_id"`
	ComponentType int       `json:"component_type"`
	ID            int       `json:"id"`
	Values        []string  `json:"values,omitempty"`
	Resolved      *Resolved `json:"resolved,omitempty"`
}

// ModalData is the data of a submitted modal.
type ModalData struct {
	CustomID   string       `json:"custom_id"`
	Components []ModalValue `json:"components"`
	Resolved   *Resolved    `json:"resolved,omitempty"`
}

// A ModalValue is a component of a submitted modal, with the structure of the modal and the person's input.
type ModalValue struct {
	Type      int         `json:"type"`
	ID        int         `json:"id"`
	CustomID  string      `json:"custom_id,omitempty"`
	Value     *string     `json:"value,omitempty"`
	Values    []string    `json:"values,omitempty"`
	Component *ModalValue `json:"component,omitempty"`
}

// A Callback is the body of a bot's response to an interaction.
type Callback struct {
	Type int             `json:"type"`
	Data json.RawMessage `json:"data"`
}

// CheckFor returns an error if an interaction of the given type cannot be answered with this callback. fromComponent
// means that the interaction is a modal opened by a component: it can be answered like the component itself.
func (c *Callback) CheckFor(interaction int, fromComponent bool) error {
	fits := map[int][]int{
		CommandInteraction:   {AnswerMessage, DeferMessage, OpenModal},
		ComponentInteraction: {AnswerMessage, DeferMessage, OpenModal, DeferUpdate, UpdateMessage},
		ModalSubmit:          {AnswerMessage, DeferMessage},
		Autocomplete:         {AutocompleteResult},
	}[interaction]
	if fromComponent {
		fits = append(fits, DeferUpdate, UpdateMessage)
	}
	if slices.Contains(fits, c.Type) {
		return nil
	}
	return NewFieldError("type", "INTERACTION_CALLBACK_TYPE_INVALID",
		"An interaction of type %d cannot be answered with callback type %d.", interaction, c.Type)
}
