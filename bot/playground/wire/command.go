package wire

import (
	"bytes"
	"encoding/json"
)

// Types of application commands.
const (
	ChatInput   = 1
	UserMenu    = 2
	MessageMenu = 3
)

// Types of command options.
const (
	OptionSubcommand      = 1
	OptionSubcommandGroup = 2
	OptionString          = 3
	OptionInteger         = 4
	OptionBoolean         = 5
	OptionUser            = 6
	OptionChannel         = 7
	OptionRole            = 8
	OptionNumber          = 10
	OptionAttachment      = 11
)

// A Command is an application command, as a bot registers it (without ids) and as Discord returns it (with ids).
type Command struct {
	ID                 ID                `json:"id,omitempty"`
	ApplicationID      ID                `json:"application_id,omitempty"`
	GuildID            ID                `json:"guild_id,omitempty"`
	Version            ID                `json:"version,omitempty"`
	Type               int               `json:"type"`
	Name               string            `json:"name"`
	NameLocalized      map[string]string `json:"name_localizations"`
	Description        string            `json:"description"`
	DescriptionLocal   map[string]string `json:"description_localizations"`
	Options            []Option          `json:"options,omitempty"`
	DefaultPermissions *uint64           `json:"default_member_permissions,string"` // nil: for everyone
	DMPermission       *bool             `json:"dm_permission,omitempty"`
	Contexts           []int             `json:"contexts"`
	IntegrationTypes   []int             `json:"integration_types,omitempty"`
	NSFW               bool              `json:"nsfw"`
}

// An Option of a command is a parameter, a subcommand, or a group of subcommands.
type Option struct {
	Type             int               `json:"type"`
	Name             string            `json:"name"`
	NameLocalized    map[string]string `json:"name_localizations,omitempty"`
	Description      string            `json:"description"`
	DescriptionLocal map[string]string `json:"description_localizations,omitempty"`
	Required         bool              `json:"required,omitempty"`
	Choices          []Choice          `json:"choices,omitempty"`
	Options          []Option          `json:"options,omitempty"`
	ChannelTypes     []int             `json:"channel_types,omitempty"`
	MinValue         *float64          `json:"min_value,omitempty"`
	MaxValue         *float64          `json:"max_value,omitempty"`
	MinLength        *int              `json:"min_length,omitempty"`
	MaxLength        *int              `json:"max_length,omitempty"`
	Autocomplete     bool              `json:"autocomplete,omitempty"`
}

// A Choice is one of the fixed or autocompleted values of an option; Value is a string or a number.
type Choice struct {
	Name          string            `json:"name"`
	NameLocalized map[string]string `json:"name_localizations,omitempty"`
	Value         any               `json:"value"`
}

// UnmarshalJSON keeps numbers verbatim, since large integers lose digits as float64.
func (c *Choice) UnmarshalJSON(b []byte) error {
	type plain Choice
	dec := json.NewDecoder(bytes.NewReader(b))
	dec.UseNumber()
	return dec.Decode((*plain)(c))
}

// IsNested reports whether an option is a subcommand or a group of them.
func (o Option) IsNested() bool { return o.Type == OptionSubcommand || o.Type == OptionSubcommandGroup }
