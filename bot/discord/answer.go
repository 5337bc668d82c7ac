package discord

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"time"

	"github.com/bwmarrin/discordgo"
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

// Resume continues the answer to an interaction that another process received at that time. Of the interaction it needs
// its ID, those of its application and channel, and the stored token. The error is [ErrExpired] if the interaction can
// no longer be answered, or got no response in time.
func (c *Client) Resume(ctx context.Context, i discordgo.Interaction, received time.Time) (*Answer, Original, error) {
	// As a command: after the press of a button no deferred message is shown, so none has to be filled.
	i.Type = discordgo.InteractionApplicationCommand
	a := &Answer{client: c, interaction: &i, received: received, stage: answered}
	original, err := fetchOriginal(ctx, a.client, a.interaction)
	if err != nil {
		return nil, Original{}, a.checkExpired(err)
	}
	if original.Deferred {
		a.stage, a.private = deferred, original.Private
	}
	return a, original, nil
}

// AnsweredBefore asks Discord whether an earlier delivery of the interaction was answered: whether there is a message,
// or was one that has been deleted. The deferred message of a command is no answer; it is still to be filled. A press
// that was acknowledged counts as answered, since Discord does not say whether more was sent. It must be called first.
func (a *Answer) AnsweredBefore(ctx context.Context) (bool, error) {
	now, err := fetchOriginal(ctx, a.client, a.interaction)
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
	data := map[string]any{"choices": choices}
	_, err := a.callback(ctx, discordgo.InteractionApplicationCommandAutocompleteResult, data, nil, false)
	return err
}

// Sent returns the message that was sent last; inPlace says that it replaced the pressed message.
func (a *Answer) Sent(inPlace bool) Sent {
	id := original
	if n := len(a.followUps); n > 0 && !inPlace {
		id = a.followUps[n-1]
	}
	s := a.client.RestoreSent(*a.interaction, id, a.received)
	s.InPlace = inPlace
	return s
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
			if now, fetchErr := fetchOriginal(ctx, a.client, a.interaction); fetchErr == nil && !now.Deferred {
				return now.ID, nil // the edit was carried out
			}
		}
		return id, err
	}
	// The deferred message has the wrong visibility: it is public, for example, but the move turned out to be illegal.
	// Visibility cannot be changed: delete the message and send another.
	if err := a.client.delete(ctx, onSent(http.MethodDelete, a.interaction, original)); err != nil {
		return "", a.checkExpired(err)
	}
	return a.postFollowUp(ctx, m)
}

// edit replaces @original: the deferred message, or the message whose button was pressed.
func (a *Answer) edit(ctx context.Context, m Message) (string, error) {
	q := onSent(http.MethodPatch, a.interaction, original)
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
		case HasCode(err, codeAcknowledged), unsure && HasCode(err, CodeUnknownInteraction):
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

// The outcome of a first response can remain unknown: the connection breaks, or Discord's reply comes too late. Sending
// the message again by another call could show it twice and leave one copy whose buttons nobody removes. Therefore
// @original, the message that the response created, is fetched.

const (
	// reconcileGrace is how long after the deadline a first response in transit may still be carried out.
	reconcileGrace = 700 * time.Millisecond
	// reconcileTimeout is how long after the deadline @original is requested while Discord cannot be reached.
	reconcileTimeout = time.Minute
)

var (
	// errDeferred: another delivery of the interaction has deferred the response. The deferred message has no content
	// yet.
	errDeferred  = errors.New("discord: another delivery has deferred the response")
	errNoMessage = errors.New("autocompletions and modals create none")
)

// reconcile finds out what the interaction's first response is. If tried, it may be this Answer's own, of the given
// kind, and the id of its message is returned; otherwise another delivery has answered. The error is errDeferred, and
// the stage is set, if a deferred message is to be filled; [ErrDuplicate] if another delivery has answered;
// [ErrExpired] if none has and the time for it is over.
func (a *Answer) reconcile(
	ctx context.Context, kind discordgo.InteractionResponseType, tried bool, cause error,
) (id string, err error) {
	acknowledged := HasCode(cause, codeAcknowledged)
	now, err := Original{}, errNoMessage
	if kind != discordgo.InteractionApplicationCommandAutocompleteResult && kind != discordgo.InteractionResponseModal {
		now, err = a.pollOriginal(ctx, acknowledged)
	}
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

// pollOriginal fetches @original until Discord responds. Unless the interaction was acknowledged, a missing message is
// not trusted until a response in transit would be too late.
func (a *Answer) pollOriginal(ctx context.Context, acknowledged bool) (Original, error) {
	end := a.received.Add(a.within)
	ctx, cancel := context.WithDeadline(ctx, end.Add(reconcileTimeout))
	defer cancel()
	for {
		now, err := fetchOriginal(ctx, a.client, a.interaction)
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

// checkExpired marks the interaction as expired if err says that its token is no longer valid.
func (a *Answer) checkExpired(err error) error {
	if HasCode(err, CodeUnknownInteraction, CodeUnknownWebhook, CodeInvalidToken) {
		a.stage = expired
		return fmt.Errorf("%w: %w", ErrExpired, err)
	}
	return err
}
