package wire

// Flags of a message.
const (
	FlagHasThread = 1 << 5
	FlagEphemeral = 1 << 6
	FlagLoading   = 1 << 7
)

// Types of messages that exist here.
const (
	MessageDefault            = 0
	MessageReply              = 19
	MessageChatInputCommand   = 20
	MessageContextMenuCommand = 23 // response to a context menu command
)

// A Message is a message as Discord sends it. EphemeralFor, Loading and Failed are only for the playground's page and
// are never sent to bots.
type Message struct {
	ID               ID                `json:"id"`
	ChannelID        ID                `json:"channel_id"`
	GuildID          ID                `json:"guild_id,omitempty"` // only in gateway events
	Author           User              `json:"author"`
	Member           *Member           `json:"member,omitempty"` // only in gateway events
	Content          string            `json:"content"`
	Timestamp        Time              `json:"timestamp"`
	EditedTimestamp  *Time             `json:"edited_timestamp"`
	TTS              bool              `json:"tts"`
	MentionEveryone  bool              `json:"mention_everyone"`
	Mentions         []User            `json:"mentions"`
	MentionRoles     []ID              `json:"mention_roles"`
	Attachments      []Attachment      `json:"attachments"`
	Embeds           []Embed           `json:"embeds"`
	Components       []Component       `json:"components"`
	Reactions        []Reaction        `json:"reactions,omitempty"`
	Nonce            string            `json:"nonce,omitempty"`
	Pinned           bool              `json:"pinned"`
	WebhookID        ID                `json:"webhook_id,omitempty"`
	Type             int               `json:"type"`
	ApplicationID    ID                `json:"application_id,omitempty"`
	Flags            int               `json:"flags"`
	MessageReference *MessageReference `json:"message_reference,omitempty"`
	// Referenced is the message that MessageReference refers to: nil where there is none, and a pointer to nil, which
	// is null, where the reader cannot see it.
	Referenced  **Message            `json:"referenced_message,omitempty"`
	Metadata    *InteractionMetadata `json:"interaction_metadata,omitempty"`
	Interaction *MessageInteraction  `json:"interaction,omitempty"`
	Thread      *Channel             `json:"thread,omitempty"`

	EphemeralFor ID     `json:"ephemeral_for,omitempty"`
	Loading      bool   `json:"loading,omitempty"`
	Failed       string `json:"failed,omitempty"`
}

// MessageReference refers to the message that this one replies to.
type MessageReference struct {
	Type      int `json:"type"`
	MessageID ID  `json:"message_id,omitempty"`
	ChannelID ID  `json:"channel_id,omitempty"`
	GuildID   ID  `json:"guild_id,omitempty"`
}

// InteractionMetadata describes the interaction that a message responds to.
type InteractionMetadata struct {
	ID              ID                   `json:"id"`
	Type            int                  `json:"type"`
	User            User                 `json:"user"`
	Owners          map[string]ID        `json:"authorizing_integration_owners"`
	OriginalMessage ID                   `json:"original_response_message_id,omitempty"`
	Interacted      ID                   `json:"interacted_message_id,omitempty"`
	Triggering      *InteractionMetadata `json:"triggering_interaction_metadata,omitempty"`
}

// A MessageInteraction is the deprecated form of [InteractionMetadata], which Discord still sends in responses to
// commands: it has the command's name.
type MessageInteraction struct {
	ID   ID     `json:"id"`
	Type int    `json:"type"`
	Name string `json:"name"`
	User User   `json:"user"`
}

// A Reaction is the number of reactions to a message with one emoji. All are the bot's.
type Reaction struct {
	Emoji        Emoji          `json:"emoji"`
	Count        int            `json:"count"`
	CountDetails map[string]int `json:"count_details"`
	BurstColors  []string       `json:"burst_colors"`
	Me           bool           `json:"me"`
	MeBurst      bool           `json:"me_burst"`
}

// An Attachment is a file of a message.
type Attachment struct {
	ID          ID     `json:"id"`
	Filename    string `json:"filename"`
	Description string `json:"description,omitempty"` // alt text
	ContentType string `json:"content_type,omitempty"`
	Size        int    `json:"size"`
	URL         string `json:"url"`
	ProxyURL    string `json:"proxy_url"`
	Width       int    `json:"width,omitempty"`
	Height      int    `json:"height,omitempty"`
	Ephemeral   bool   `json:"ephemeral,omitempty"`
}
