package wire

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"
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
	OptionMentionable     = 9
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
	DefaultPermissions Permissions       `json:"default_member_permissions"`
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

// Permissions is a set of permission bits, or unset, which for a command means everyone. Discord's OpenAPI description
// says number, its documentation and all libraries say string: both are accepted.
type Permissions struct {
	Set  bool
	Bits uint64
}

// UnmarshalJSON reads "8", 8 or null.
func (p *Permissions) UnmarshalJSON(b []byte) error {
	s := strings.Trim(string(b), `"`)
	if s == "null" {
		*p = Permissions{}
		return nil
	}
	n, err := strconv.ParseUint(s, 10, 64)
	if err != nil {
		return &json.UnmarshalTypeError{Value: string(b), Field: "default_member_permissions"}
	}
	*p = Permissions{Set: true, Bits: n}
	return nil
}

// MarshalJSON writes the string form.
func (p Permissions) MarshalJSON() ([]byte, error) {
	if !p.Set {
		return []byte("null"), nil
	}
	return json.Marshal(strconv.FormatUint(p.Bits, 10))
}

// IsNested reports whether an option is a subcommand or a group of them.
func (o Option) IsNested() bool { return o.Type == OptionSubcommand || o.Type == OptionSubcommandGroup }
