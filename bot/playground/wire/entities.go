package wire

// A User is an account: a person or a bot.
type User struct {
	ID            ID      `json:"id"`
	Username      string  `json:"username"`
	Discriminator string  `json:"discriminator"` // "0" since usernames are unique
	GlobalName    *string `json:"global_name"`
	Avatar        *string `json:"avatar"`
	Bot           bool    `json:"bot,omitempty"`
	PublicFlags   int     `json:"public_flags"`
	Flags         int     `json:"flags"`
	PrimaryGuild  any     `json:"primary_guild"`
}

// A Member is a user as seen in a guild. Inside an interaction it carries Permissions, inside a message it lacks
// User.
type Member struct {
	User         *User   `json:"user,omitempty"`
	Roles        []ID    `json:"roles"`
	Nick         *string `json:"nick"`
	Avatar       *string `json:"avatar"`
	Banner       *string `json:"banner"`
	JoinedAt     Time    `json:"joined_at"`
	PremiumSince *Time   `json:"premium_since"`
	Flags        int     `json:"flags"`
	Pending      bool    `json:"pending"`
	Deaf         bool    `json:"deaf"`
	Mute         bool    `json:"mute"`
	TimedOut     *Time   `json:"communication_disabled_until"`
	Permissions  uint64  `json:"permissions,omitempty,string"`
}

// A Role is a role of a guild; @everyone has the guild's own id.
type Role struct {
	ID           ID             `json:"id"`
	Name         string         `json:"name"`
	Permissions  uint64         `json:"permissions,string"`
	Position     int            `json:"position"`
	Color        int            `json:"color"`
	Colors       map[string]any `json:"colors"`
	Hoist        bool           `json:"hoist"`
	Managed      bool           `json:"managed"`
	Mentionable  bool           `json:"mentionable"`
	Icon         *string        `json:"icon"`
	UnicodeEmoji *string        `json:"unicode_emoji"`
	Flags        int            `json:"flags"`
}

// Types of channels that exist here.
const (
	TextChannel  = 0
	DMChannel    = 1
	GroupDM      = 3
	PublicThread = 11
)

// A Channel is a text channel of the guild, a thread in one, a DM channel or a group DM; its Type determines which keys
// are present.
type Channel struct {
	ID            ID              `json:"id"`
	Type          int             `json:"type"`
	Flags         int             `json:"flags"`
	GuildID       ID              `json:"guild_id,omitempty"`
	Name          string          `json:"name,omitempty"`
	Position      *int            `json:"position,omitempty"`
	ParentID      *ID             `json:"parent_id,omitempty"`
	LastMessageID *ID             `json:"last_message_id"`
	Recipients    []User          `json:"recipients,omitempty"`
	OwnerID       ID              `json:"owner_id,omitempty"`
	Thread        *ThreadMetadata `json:"thread_metadata,omitempty"`
	MessageCount  *int            `json:"message_count,omitempty"`
	MemberCount   *int            `json:"member_count,omitempty"`
	TotalSent     *int            `json:"total_message_sent,omitempty"`
}

// IsThread reports whether the channel is a thread.
func (c *Channel) IsThread() bool { return c.Type == PublicThread }

// ThreadMetadata is the data that only threads have.
type ThreadMetadata struct {
	Archived            bool `json:"archived"`
	ArchiveTimestamp    Time `json:"archive_timestamp"`
	AutoArchiveDuration int  `json:"auto_archive_duration"` // minutes: 60, 1440, 4320 or 10080
	Locked              bool `json:"locked"`
	CreateTimestamp     Time `json:"create_timestamp"`
}

// Locales returns the locales that a person can select in Discord's client.
func Locales() []string {
	return []string{"id", "da", "de", "en-GB", "en-US", "es-ES", "es-419", "fr", "hr", "it", "lt", "hu", "nl", "no",
		"pl", "pt-BR", "ro", "fi", "sv-SE", "vi", "tr", "cs", "el", "bg", "ru", "uk", "hi", "th", "zh-CN", "ja", "zh-TW", "ko"}
}

// Localized returns the text for a locale: its own, that of its fallback locale, or the default. Only en-US and en-GB
// fall back to each other, and es-419 to es-ES; zh-TW does not fall back to zh-CN.
func Localized(byLocale map[string]string, locale, def string) string {
	for _, l := range []string{locale, map[string]string{"en-US": "en-GB", "en-GB": "en-US", "es-419": "es-ES"}[locale]} {
		if s := byLocale[l]; l != "" && s != "" {
			return s
		}
	}
	return def
}
