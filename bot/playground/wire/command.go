package wire

// Types of application commands.
const (
	ChatInput   = 1
	UserMenu    = 2
	MessageMenu = 3
)

// Types of command options.
const (
	OptionSubcommand = 1
	OptionString     = 3
	OptionInteger    = 4
	OptionBoolean    = 5
	OptionUser       = 6
	OptionChannel    = 7
	OptionRole       = 8
	OptionAttachment = 11
)

// A Command is an application command, as a bot registers it (without ids) and as Discord returns it (with ids).
type Command struct {
	ID                 ID                `json:"id,omitempty"`
	ApplicationID      ID                `json:"application_id,omitempty"`
	GuildID            ID                `json:"guild_id,omitempty"`
	Version            ID                `json:"version,omitempty"`
	Type               int               `json:"type"`
	Name               string            `json:"name" limit:"1-32"`
	NameLocalized      map[string]string `json:"name_localizations" limit:"1-32"`
	Description        string            `json:"description" limit:"0-100"`
	DescriptionLocal   map[string]string `json:"description_localizations" limit:"1-100"`
	Options            []Option          `json:"options,omitempty" limit:"0-25"`
	DefaultPermissions *uint64           `json:"default_member_permissions,string"` // nil: for everyone
	Contexts           []int             `json:"contexts"`
	IntegrationTypes   []int             `json:"integration_types,omitempty"`
	NSFW               bool              `json:"nsfw"`
}

// An Option of a command is a parameter or a subcommand.
type Option struct {
	Type             int               `json:"type"`
	Name             string            `json:"name" limit:"1-32"`
	NameLocalized    map[string]string `json:"name_localizations,omitempty" limit:"1-32"`
	Description      string            `json:"description" limit:"1-100"`
	DescriptionLocal map[string]string `json:"description_localizations,omitempty" limit:"1-100"`
	Required         bool              `json:"required,omitempty"`
	Choices          []Choice          `json:"choices,omitempty" limit:"0-25"`
	Options          []Option          `json:"options,omitempty" limit:"0-25"`
	ChannelTypes     []int             `json:"channel_types,omitempty"`
	MinValue         *int              `json:"min_value,omitempty"`
	MaxValue         *int              `json:"max_value,omitempty"`
	Autocomplete     bool              `json:"autocomplete,omitempty"`
}

// A Choice is one of the fixed or autocompleted values of an option; Value is a string or a number.
type Choice struct {
	Name          string            `json:"name" limit:"1-100"`
	NameLocalized map[string]string `json:"name_localizations,omitempty" limit:"1-100"`
	Value         any               `json:"value"`
}
