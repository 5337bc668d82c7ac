package discord

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/bwmarrin/discordgo"
)

// Discord's time limits for an interaction, counted from its arrival and shortened by a safety margin.
const (
	// FirstResponseTimeout bounds the first response, for which Discord allows three seconds.
	FirstResponseTimeout = 2800 * time.Millisecond
	// TokenLifetime is how long an interaction accepts further messages after its first response.
	TokenLifetime = 15*time.Minute - 10*time.Second
)

// Why an answer did not arrive.
var (
	// ErrDuplicate: another delivery of the same interaction has already answered it. Nothing remains to be sent.
	ErrDuplicate = errors.New("discord: the interaction has already been answered")
	// ErrExpired: Discord no longer accepts an answer to this interaction.
	ErrExpired = errors.New("discord: the interaction has expired")
)

// stage is the progress of the answer to an interaction.
type stage uint8

const (
	fresh    stage = iota // nothing was sent
	deferred              // the person sees that the bot is thinking; @original has no content yet
	answered              // the first answer was given; more are follow-ups
	expired               // the token is dead
)

// Answer is the bot's side of one interaction. It chooses the API call that the next message requires. It must be used
// by a single goroutine, from the interaction's arrival to its last message.
type Answer struct {
	client      *Client
	interaction *discordgo.Interaction
	received    time.Time
	within      time.Duration // from received, for the first answer
	stage       stage
	// private reports whether the deferred message is ephemeral, which can no longer be changed.
	private bool
	// followUps are the ids of the messages sent after the first.
	followUps []string
}

// Answer begins the answer to an interaction that arrived at received. The first response is abandoned after within,
// which is [FirstResponseTimeout] where Discord's own limit applies. Nothing is sent yet.
func (c *Client) Answer(i *discordgo.Interaction, received time.Time, within time.Duration) *Answer {
	return &Answer{client: c, interaction: i, received: received, within: within}
}

// fromComponent reports whether the interaction came from a button or menu, or from a modal that one of them opened.
func (a *Answer) fromComponent() bool {
	return a.interaction.Type == discordgo.InteractionMessageComponent ||
		a.interaction.Type == discordgo.InteractionModalSubmit && a.interaction.Message != nil
}

// Defer shows the person that the answer takes longer, or acknowledges a press that nothing follows. It must be called
// within three seconds of the interaction; once something was sent, it does nothing. The caller has to guess whether
// the message will be private; a wrong guess costs one more call and nothing else.
func (a *Answer) Defer(ctx context.Context, private bool) error {
	if a.stage != fresh {
		return nil // deferred by another delivery, see AnsweredBefore, or answered
	}
	kind, data := discordgo.InteractionResponseDeferredChannelMessageWithSource, payload{}
	if a.fromComponent() {
		// The person sees nothing, and both options stay open: editing the pressed message or sending another one.
		kind = discordgo.InteractionResponseDeferredMessageUpdate
	} else if private {
		data.Flags = discordgo.MessageFlagsEphemeral
	}
	switch _, err := a.callback(ctx, kind, data, nil, false); {
	case errors.Is(err, errDeferred):
		return nil
	case err != nil:
		return err
	}
	a.stage, a.private = deferred, private
	return nil
}

// Send sends the first message or a further one. With wantID it returns the message's id; without it the id may be
// empty, which saves Discord some work. The error is [ErrDuplicate], [ErrExpired] or Discord's reason for rejecting the
// message.
func (a *Answer) Send(ctx context.Context, m Message, wantID bool) (id string, err error) {
	err = a.client.sendOrSimplify(ctx, m, func(m Message) error {
		id, err = a.send(ctx, m, wantID)
		return err
	})
	return id, err
}

func (a *Answer) send(ctx context.Context, m Message, wantID bool) (id string, err error) {
	switch a.stage {
	case fresh:
		id, err = a.first(ctx, m, wantID)
	case deferred:
		id, err = a.fillDeferred(ctx, m)
	case answered:
		id, err = a.postFollowUp(ctx, m)
	case expired:
		return "", ErrExpired
	}
	if err == nil {
		a.stage = answered
	}
	return id, err
}

// Complete answers an autocompletion with at most [ChoiceLimit] choices, possibly none. It replaces Send.
func (a *Answer) Complete(ctx context.Context, choices []Choice) error {
	if choices == nil {
		choices = []Choice{} // Discord requires a list
	}
	_, err := a.callback(ctx, discordgo.InteractionApplicationCommandAutocompleteResult, map[string]any{"choices": choices}, nil, false)
	return err
}

func (a *Answer) first(ctx context.Context, m Message, wantID bool) (string, error) {
	kind, inPlace := discordgo.InteractionResponseChannelMessageWithSource, m.InPlace && a.fromComponent()
	if inPlace {
		kind = discordgo.InteractionResponseUpdateMessage
	}
	id, err := a.callback(ctx, kind, a.client.mentions.payload(m, inPlace), m.Files, wantID)
	if errors.Is(err, errDeferred) {
		return a.fillDeferred(ctx, m)
	}
	return id, err
}

// fillDeferred replaces the deferred message with m.
func (a *Answer) fillDeferred(ctx context.Context, m Message) (string, error) {
	if a.fromComponent() {
		if m.InPlace {
			return a.edit(ctx, m)
		}
		return a.postFollowUp(ctx, m)
	}
	if m.Private == a.private {
		id, err := a.edit(ctx, m)
		if ambiguous(err) {
			if now, fetchErr := a.fetchOriginal(ctx); fetchErr == nil && !now.Deferred {
				return now.ID, nil // the edit was carried out
			}
		}
		return id, err
	}
	// The deferred message has the wrong visibility: it is public, for example, but the move turned out to be illegal.
	// Visibility cannot be changed: delete the message and send another.
	if err := a.client.delete(ctx, a.onOriginal(http.MethodDelete)); err != nil {
		return "", a.checkExpired(err)
	}
	return a.postFollowUp(ctx, m)
}

// edit replaces @original: the deferred message, or the message whose button was pressed.
func (a *Answer) edit(ctx context.Context, m Message) (string, error) {
	q := a.onOriginal(http.MethodPatch)
	q.body, q.files = a.client.mentions.payload(m, true), m.Files
	return a.post(ctx, q)
}

// postFollowUp posts a further message. An attempt with an unknown outcome is not repeated, since that could post the
// message twice; the message is searched for instead.
func (a *Answer) postFollowUp(ctx context.Context, m Message) (string, error) {
	id, err := a.post(ctx, call{
		method: http.MethodPost, route: webhookRoute, ids: []string{a.interaction.AppID, a.interaction.Token},
		query: "wait=true", body: a.client.mentions.payload(m, false), files: m.Files, once: true,
	})
	if ambiguous(err) && !m.Private {
		if found := a.findFollowUp(ctx); found != "" {
			id, err = found, nil
		}
	}
	if err == nil {
		a.followUps = append(a.followUps, id)
	}
	return id, err
}

func (a *Answer) post(ctx context.Context, q call) (string, error) {
	if time.Since(a.received) > TokenLifetime {
		a.stage = expired
		return "", ErrExpired
	}
	var posted identified
	if err := a.client.do(ctx, q, &posted); err != nil {
		return "", a.checkExpired(err)
	}
	return posted.ID, nil
}

// callback sends the first response to the interaction. With wantID it returns the id of the message that this creates.
//
// If the connection breaks, it is unknown whether Discord received the response. Retrying is safe, unlike
// for other calls: if the first attempt arrived, Discord answers the second that the interaction was already
// acknowledged. reconcile then determines what happened.
func (a *Answer) callback(
	ctx context.Context, kind discordgo.InteractionResponseType, data any, files []File, wantID bool,
) (string, error) {
	q := call{
		method: http.MethodPost, route: "/interactions/{id}/{token}/callback",
		ids: []string{a.interaction.ID, a.interaction.Token}, files: files,
		body: map[string]any{"type": kind, "data": data}, once: true,
	}
	if wantID {
		q.query = "with_response=true"
	}
	window, cancel := context.WithDeadline(ctx, a.received.Add(a.within))
	defer cancel()
	unsure := false
	for pause := shortPause(); ; pause *= 2 {
		var made struct {
			Resource struct {
				Message identified `json:"message"`
			} `json:"resource"`
		}
		err := a.client.do(window, q, &made)
		switch refused, answered := errors.AsType[*Error](err); {
		case err == nil:
			return made.Resource.Message.ID, nil
		case HasCode(err, CodeAcknowledged), unsure && HasCode(err, CodeUnknownInteraction):
			return a.reconcile(ctx, kind, unsure, err)
		case answered && refused.Status < http.StatusInternalServerError &&
			(!refused.fromProxy() || payloadRejected(err)):
			return "", a.checkExpired(err)
		case !answered || !refused.fromProxy():
			unsure = true
		}
		if sleep(window, pause) != nil {
			if unsure {
				return a.reconcile(ctx, kind, unsure, err)
			}
			a.stage = expired
			return "", fmt.Errorf("%w: %w", ErrExpired, err)
		}
	}
}

// checkExpired marks the interaction as expired if err says that its token is no longer valid.
func (a *Answer) checkExpired(err error) error {
	if HasCode(err, CodeUnknownInteraction, CodeUnknownWebhook, CodeInvalidToken) {
		a.stage = expired
		return fmt.Errorf("%w: %w", ErrExpired, err)
	}
	return err
}

// onOriginal returns a call about @original.
func (a *Answer) onOriginal(method string) call {
	return onSent(method, a.interaction.AppID, a.interaction.Token, original)
}
