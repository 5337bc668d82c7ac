package discord

import (
	"context"
	"encoding/json"
	"slices"
	"time"

	"github.com/bwmarrin/discordgo"
)

// Original is the message created by an interaction's first response or, after a press, the pressed message.
type Original struct {
	ID      string
	Channel string
	// Deferred says that the person was told to wait and is still waiting.
	Deferred bool
	// Private says that nobody else sees it.
	Private bool

	text     string
	controls []string
}

// Resume continues the answer to an interaction that another process received at that time. Of the interaction it needs
// its ID, those of its application and channel, and the stored token. The error is [ErrExpired] if the interaction can
// no longer be answered, or got no response in time.
func (c *Client) Resume(ctx context.Context, i discordgo.Interaction, received time.Time) (*Answer, Original, error) {
	// As a command: after the press of a button no deferred message is shown, so none has to be filled.
	i.Type = discordgo.InteractionApplicationCommand
	a := &Answer{client: c, interaction: &i, received: received, stage: answered}
	now, err := a.fetchOriginal(ctx)
	if err != nil {
		return nil, Original{}, a.checkExpired(err)
	}
	original := Original{
		ID: now.ID, Channel: now.ChannelID, Deferred: now.loading(), Private: now.Flags&FlagEphemeral != 0,
		text: now.Content, controls: customIDs(now.Components),
	}
	if original.Deferred {
		a.stage, a.private = deferred, original.Private
	}
	return a, original, nil
}

// Shows reports whether the message shows m, judged by its controls, or by its text if it has none.
func (o Original) Shows(m Message) bool {
	rows, err := json.Marshal(m.Rows)
	if err != nil || o.Deferred {
		return false
	}
	if controls := customIDs(rows); len(controls) > 0 || len(o.controls) > 0 {
		return slices.Equal(controls, o.controls)
	}
	return o.text != "" && o.text == Cut(m.Text, TextLimit)
}

// HasControls reports whether the message has buttons or menus.
func (o Original) HasControls() bool { return len(o.controls) > 0 }

// customIDs returns the ids of the buttons and menus in rows of components.
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
