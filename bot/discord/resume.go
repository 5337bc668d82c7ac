package discord

import (
	"context"
	"encoding/json"
	"slices"
	"time"

	"github.com/bwmarrin/discordgo"
)

// Original is the message that an interaction's first answer made, or, after a press, the message pressed.
type Original struct {
	ID string
	// Thinking says that the person was told to wait, and still does.
	Thinking bool
	// Private says that nobody else sees it.
	Private bool

	text     string
	controls []string
}

// Resume takes up the answer to an interaction that came at that moment to another process. Of the interaction it needs
// its ID and those of its application and channel, and the token that was kept. The error is ErrLost where nothing can
// be said, or nothing was said in time.
func (c *Client) Resume(ctx context.Context, i discordgo.Interaction, received time.Time) (*Answer, Original, error) {
	i.Type = discordgo.InteractionApplicationCommand // to press a button shows no thinking message, so that nothing is left to be filled
	a := &Answer{client: c, interaction: &i, received: received, stage: answered}
	now, err := a.original(ctx)
	if err != nil {
		return nil, Original{}, a.judge(err)
	}
	original := Original{
		ID: now.ID, Thinking: now.loading(), Private: now.Flags&FlagEphemeral != 0, text: now.Content, controls: customIDs(now.Components),
	}
	if original.Thinking {
		a.stage, a.private = thinking, original.Private
	}
	return a, original, nil
}

// Shows reports whether the message is m, as far as its controls tell, or its text where it has none.
func (o Original) Shows(m Message) bool {
	rows, err := json.Marshal(m.Rows)
	if err != nil || o.Thinking {
		return false
	}
	if controls := customIDs(rows); len(controls) > 0 || len(o.controls) > 0 {
		return slices.Equal(controls, o.controls)
	}
	return o.text != "" && o.text == Cut(m.Text, TextLimit)
}

// HasControls reports whether the message has buttons or menus.
func (o Original) HasControls() bool { return len(o.controls) > 0 }

// customIDs are the ids of the buttons and menus in rows of components.
func customIDs(rows json.RawMessage) (ids []string) {
	var list []struct {
		Components []struct {
			CustomID string `json:"custom_id"`
		} `json:"components"`
	}
	if json.Unmarshal(rows, &list) != nil {
		return nil
	}
	for _, row := range list {
		for _, control := range row.Components {
			if control.CustomID != "" {
				ids = append(ids, control.CustomID)
			}
		}
	}
	return ids
}
