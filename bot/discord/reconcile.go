package discord

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"time"

	"github.com/bwmarrin/discordgo"
)

// The outcome of a first response can remain unknown: the connection breaks, or Discord's reply comes too late. Sending
// the message again by another call could show it twice and leave one copy whose buttons nobody removes. Therefore
// @original, the message that the response created, is fetched.

const (
	// reconcileGrace is how long after the deadline a first response in transit may still be carried out.
	reconcileGrace = 700 * time.Millisecond
	// reconcileTimeout is how long after the deadline @original is requested while Discord cannot be reached.
	reconcileTimeout = time.Minute
)

// errDeferred: another delivery of the interaction has deferred the response. The deferred message has no content yet.
var errDeferred = errors.New("discord: another delivery has deferred the response")

// ambiguous reports whether err, the failure of one attempt, leaves it unknown whether the call was carried out.
func ambiguous(err error) bool {
	answer, ok := errors.AsType[*Error](err)
	return err != nil && (!ok || answer.Status >= http.StatusInternalServerError)
}

// reconcile finds out what the interaction's first response is. If tried, it may be this Answer's own, of the given
// kind, and the id of its message is returned; otherwise another delivery has answered. The error is errDeferred, and
// the stage is set, if a deferred message is to be filled; [ErrDuplicate] if another delivery has answered;
// [ErrExpired] if none has and the time for it is over.
func (a *Answer) reconcile(
	ctx context.Context, kind discordgo.InteractionResponseType, tried bool, cause error,
) (id string, err error) {
	acknowledged := HasCode(cause, CodeAcknowledged)
	// Autocompletions and modals create no message.
	if kind == discordgo.InteractionApplicationCommandAutocompleteResult || kind == discordgo.InteractionResponseModal {
		switch {
		case acknowledged && tried:
			return "", nil
		case acknowledged:
			return "", fmt.Errorf("%w: %w", ErrDuplicate, cause)
		}
		a.stage = expired
		return "", fmt.Errorf("%w: %w", ErrExpired, cause)
	}
	now, err := a.pollOriginal(ctx, acknowledged)
	defers := kind == discordgo.InteractionResponseDeferredChannelMessageWithSource
	switch {
	case err != nil && acknowledged && tried:
		return "", nil // whatever arrived, it was ours
	case err != nil && acknowledged:
		return "", fmt.Errorf("%w: %w", ErrDuplicate, cause)
	case err != nil:
		a.stage = expired
		return "", fmt.Errorf("%w: %w (@original: %w)", ErrExpired, cause, err)
	case now.Deferred && (!defers || !tried):
		a.stage, a.private = deferred, now.Private
		return "", errDeferred
	case tried:
		return now.ID, nil
	}
	return "", fmt.Errorf("%w: %w", ErrDuplicate, cause)
}

// AnsweredBefore asks Discord whether an earlier delivery of the interaction was answered: whether there is a message,
// or was one that has been deleted. The deferred message of a command is no answer; it is still to be filled. A press
// that was acknowledged counts as answered, since Discord does not say whether more was sent. It must be called first.
func (a *Answer) AnsweredBefore(ctx context.Context) (bool, error) {
	now, err := a.fetchOriginal(ctx)
	switch {
	case HasCode(err, CodeUnknownMessage):
		return true, nil
	case HasCode(err, CodeUnknownWebhook, CodeInvalidToken):
		return false, nil
	case err != nil:
		return false, err
	case now.Deferred:
		a.stage, a.private = deferred, now.Private
		return false, nil
	}
	return true, nil
}

// pollOriginal fetches @original until Discord responds. Unless the interaction was acknowledged, a missing message is
// not trusted until a response in transit would be too late.
func (a *Answer) pollOriginal(ctx context.Context, acknowledged bool) (Original, error) {
	end := a.received.Add(a.within)
	ctx, cancel := context.WithDeadline(ctx, end.Add(reconcileTimeout))
	defer cancel()
	for {
		now, err := a.fetchOriginal(ctx)
		pause := time.Second
		switch missing := HasCode(err, CodeUnknownWebhook, CodeUnknownMessage, CodeInvalidToken); {
		case err == nil:
			return now, nil
		case missing && (acknowledged || time.Since(end) >= reconcileGrace):
			return Original{}, err
		case missing:
			pause = time.Until(end.Add(reconcileGrace))
		}
		if sleep(ctx, pause) != nil {
			return Original{}, err
		}
	}
}

// fetchOriginal returns the current @original.
func (a *Answer) fetchOriginal(ctx context.Context) (Original, error) {
	var now struct {
		ID         string                 `json:"id"`
		ChannelID  string                 `json:"channel_id"`
		Flags      discordgo.MessageFlags `json:"flags"`
		Content    string                 `json:"content"`
		Components json.RawMessage        `json:"components"`
	}
	err := a.client.do(ctx, a.onOriginal(http.MethodGet), &now)
	return Original{
		ID: now.ID, Channel: now.ChannelID, text: now.Content, controls: customIDs(now.Components),
		Deferred: now.Flags&discordgo.MessageFlagsLoading != 0, Private: now.Flags&discordgo.MessageFlagsEphemeral != 0,
	}, err
}

// findFollowUp returns the id of a follow-up message of this interaction that is not yet known, empty if there is none.
// The bot needs permission to read the channel's history; private messages are not found.
func (a *Answer) findFollowUp(ctx context.Context) (id string) {
	later, err := a.client.listMessages(ctx, a.interaction.ChannelID, a.interaction.ID)
	if err != nil {
		return ""
	}
	for _, m := range later {
		by := m.Interaction
		if by.ID == a.interaction.ID && by.Original != "" && !slices.Contains(a.followUps, m.ID) {
			return m.ID
		}
	}
	return ""
}

// Original is the message created by an interaction's first response or, after a press, the pressed message.
type Original struct {
	ID      string
	Channel string
	// Deferred is set while the person sees that the bot is thinking.
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
	original, err := a.fetchOriginal(ctx)
	if err != nil {
		return nil, Original{}, a.checkExpired(err)
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
