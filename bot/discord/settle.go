package discord

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"time"

	"github.com/bwmarrin/discordgo"
)

// What became of a first answer is not always told: the line breaks, or Discord's word comes too late. Sending the
// message once more by another way would show it twice, and leave one that nobody takes the buttons off. So @original
// is looked at, which is what Discord made of the answer.

const (
	// flagLoading marks the message that says that the bot is thinking.
	flagLoading = 1 << 7
	// settleGrace is how long after the time for a first answer one that is under way may still be carried out.
	settleGrace = 700 * time.Millisecond
	// settlePatience is how long after that time @original is asked for while Discord cannot be reached.
	settlePatience = time.Minute
)

// errThinking: another delivery of the interaction has told the person to wait. The message that does so is to be
// filled.
var errThinking = errors.New("discord: another delivery said that it takes longer")

// standing is a message as it is in the channel.
type standing struct {
	ID         string          `json:"id"`
	Flags      int             `json:"flags"`
	Content    string          `json:"content"`
	Components json.RawMessage `json:"components"`
}

func (s standing) loading() bool { return s.Flags&flagLoading != 0 }

// nobodyKnows reports whether err leaves open if the call was carried out.
func nobodyKnows(err error) bool {
	var answer *Error
	return err != nil && (!errors.As(err, &answer) || answer.Status >= http.StatusInternalServerError)
}

// settle finds out what the interaction's first answer is. Where tried, it may be this Answer's own, of the given kind,
// and its message's id is returned; otherwise another delivery has answered. It is errThinking, and the stage is set,
// where a thinking message waits to be filled; ErrDuplicate where another delivery has answered; ErrLost where nobody
// has and the time for it is over.
func (a *Answer) settle(
	ctx context.Context, kind discordgo.InteractionResponseType, tried bool, cause error,
) (id string, err error) {
	acknowledged := HasCode(cause, CodeAcknowledged)
	if kind == discordgo.InteractionApplicationCommandAutocompleteResult || kind == discordgo.InteractionResponseModal { // these leave no message
		switch {
		case acknowledged && tried:
			return "", nil
		case acknowledged:
			return "", fmt.Errorf("%w: %w", ErrDuplicate, cause)
		}
		a.stage = lost
		return "", fmt.Errorf("%w: %w", ErrLost, cause)
	}
	now, err := a.look(ctx, acknowledged)
	defers := kind == discordgo.InteractionResponseDeferredChannelMessageWithSource
	switch {
	case err != nil && acknowledged && tried:
		return "", nil // whatever it was that arrived, it was ours
	case err != nil && acknowledged:
		return "", fmt.Errorf("%w: %w", ErrDuplicate, cause)
	case err != nil:
		a.stage = lost
		return "", fmt.Errorf("%w: %w (@original: %w)", ErrLost, cause, err)
	case now.loading() && (!defers || !tried):
		a.stage, a.private = thinking, now.Flags&FlagEphemeral != 0
		return "", errThinking
	case tried:
		return now.ID, nil
	}
	return "", fmt.Errorf("%w: %w", ErrDuplicate, cause)
}

// look asks for @original until Discord has told. Unless the interaction was acknowledged, that there is none is not
// believed before an answer under way would have come too late.
func (a *Answer) look(ctx context.Context, acknowledged bool) (standing, error) {
	end := a.received.Add(a.within)
	ctx, cancel := context.WithDeadline(ctx, end.Add(settlePatience))
	defer cancel()
	for {
		now, err := a.original(ctx)
		pause := time.Second
		switch missing := HasCode(err, CodeUnknownWebhook, CodeUnknownMessage, CodeInvalidToken); {
		case err == nil:
			return now, nil
		case missing && (acknowledged || time.Since(end) >= settleGrace):
			return standing{}, err
		case missing:
			pause = time.Until(end.Add(settleGrace))
		}
		if wait(ctx, pause) != nil {
			return standing{}, err
		}
	}
}

// original is @original as it is now.
func (a *Answer) original(ctx context.Context) (now standing, err error) {
	err = a.client.do(ctx, call{
		method: http.MethodGet, path: a.originalPath(), route: "/webhooks/{app}/{token}/messages/@original", open: true, again: true,
	}, &now)
	return now, err
}

// followUp finds a message of this interaction that follows the first answer and that nobody was told of, empty where
// there is none. The bot must be allowed to read what was said in the channel; private messages are not found.
func (a *Answer) followUp(ctx context.Context) (id string) {
	var said []struct {
		ID string `json:"id"`
		By struct {
			ID       string `json:"id"`
			Original string `json:"original_response_message_id"`
		} `json:"interaction_metadata"`
	}
	which := url.Values{"after": {a.interaction.ID}}
	if err := a.client.list(ctx, a.interaction.ChannelID, which, &said); err != nil {
		return ""
	}
	for _, m := range said {
		if m.By.ID == a.interaction.ID && m.By.Original != "" && !slices.Contains(a.followUps, m.ID) {
			return m.ID
		}
	}
	return ""
}
