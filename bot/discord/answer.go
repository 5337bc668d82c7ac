package discord

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/bwmarrin/discordgo"
)

// The times that Discord gives an interaction from its arrival, a little shortened.
const (
	// FirstWithin is when the three seconds for the first answer are as good as over.
	FirstWithin = 2800 * time.Millisecond
	// TokenLife is how long an interaction that has its first answer takes further ones.
	TokenLife = 15*time.Minute - 10*time.Second
)

// Why an answer did not arrive.
var (
	// ErrDuplicate: another delivery of the same interaction has answered it. There is nothing left to say.
	ErrDuplicate = errors.New("discord: the interaction was answered before")
	// ErrLost: Discord no longer takes an answer to this interaction.
	ErrLost = errors.New("discord: the interaction is lost")
)

// stage is how far the answer to an interaction has come.
type stage uint8

const (
	fresh    stage = iota // nothing was sent
	thinking              // the person sees that we think; @original is to be filled
	answered              // the first answer was given; more are follow-ups
	lost                  // the token is dead
)

// Answer is the bot's side of one interaction. It knows which of Discord's calls the next message has to take.
// One goroutine uses it, from the interaction's arrival to its last message.
type Answer struct {
	client      *Client
	interaction *discordgo.Interaction
	received    time.Time
	within      time.Duration // from received, for the first answer
	stage       stage
	// private tells how the thinking message was announced; its kind can no longer be changed.
	private bool
	// followUps are the messages that came after the first.
	followUps []string
}

// Answer begins the answer to an interaction that was received at that moment; its first message is given up after
// within, which is FirstWithin where Discord's own time counts. Nothing is sent yet.
func (c *Client) Answer(i *discordgo.Interaction, received time.Time, within time.Duration) *Answer {
	return &Answer{client: c, interaction: i, received: received, within: within}
}

// pressed reports whether the interaction came from a button or menu, or from a modal that one of them opened.
func (a *Answer) pressed() bool {
	return a.interaction.Type == discordgo.InteractionMessageComponent ||
		a.interaction.Type == discordgo.InteractionModalSubmit && a.interaction.Message != nil
}

// Think tells the person that the answer takes longer. It comes before the first message, within three seconds of the
// interaction. Whether the message will be private must be guessed now; a wrong guess costs a call more, nothing else.
func (a *Answer) Think(ctx context.Context, private bool) error {
	kind, data := discordgo.InteractionResponseDeferredChannelMessageWithSource, form{}
	if a.pressed() {
		// Nothing visible happens, and both are open still: changing the message pressed, and another message.
		kind = discordgo.InteractionResponseDeferredMessageUpdate
	} else if private {
		data.Flags = FlagEphemeral
	}
	switch _, err := a.callback(ctx, kind, data, nil, false); {
	case errors.Is(err, errThinking):
		return nil
	case err != nil:
		return err
	}
	a.stage, a.private = thinking, private
	return nil
}

// Send delivers a message, the first or one more. With wantID it returns the message's id; without, the id may be
// empty, which spares Discord some work. The error is ErrDuplicate, ErrLost or what Discord has against this message.
func (a *Answer) Send(ctx context.Context, m Message, wantID bool) (id string, err error) {
	err = a.client.simplify(ctx, m, func(m Message) error {
		id, err = a.send(ctx, m, wantID)
		return err
	})
	return id, err
}

func (a *Answer) send(ctx context.Context, m Message, wantID bool) (id string, err error) {
	switch a.stage {
	case fresh:
		id, err = a.first(ctx, m, wantID)
	case thinking:
		id, err = a.fill(ctx, m)
	case answered:
		id, err = a.follow(ctx, m)
	case lost:
		return "", ErrLost
	}
	if err == nil {
		a.stage = answered
	}
	return id, err
}

// Complete answers an autocompletion with at most ChoiceLimit choices, in place of any Send. There may be none.
func (a *Answer) Complete(ctx context.Context, choices []Choice) error {
	if choices == nil {
		choices = []Choice{} // Discord requires a list
	}
	_, err := a.callback(ctx, discordgo.InteractionApplicationCommandAutocompleteResult, map[string]any{"choices": choices}, nil, false)
	return err
}

func (a *Answer) first(ctx context.Context, m Message, wantID bool) (string, error) {
	kind, inPlace := discordgo.InteractionResponseChannelMessageWithSource, m.InPlace && a.pressed()
	if inPlace {
		kind = discordgo.InteractionResponseUpdateMessage
	}
	id, err := a.callback(ctx, kind, m.form(inPlace), m.Files, wantID)
	if errors.Is(err, errThinking) {
		return a.fill(ctx, m)
	}
	return id, err
}

// fill puts the message where the person was told to wait.
func (a *Answer) fill(ctx context.Context, m Message) (string, error) {
	if a.pressed() {
		if m.InPlace {
			return a.edit(ctx, m)
		}
		return a.follow(ctx, m)
	}
	if m.Private == a.private {
		id, err := a.edit(ctx, m)
		if nobodyKnows(err) {
			if now, looking := a.original(ctx); looking == nil && !now.loading() {
				return now.ID, nil // it was carried out
			}
		}
		return id, err
	}
	// The thinking message is of the wrong kind, say public while the move turned out to be illegal. A message cannot
	// change its kind: remove it and send another.
	remove := call{
		method: http.MethodDelete, path: a.originalPath(), route: "/webhooks/{app}/{token}/messages/@original",
		open: true, again: true,
	}
	if err := a.client.do(ctx, remove, nil); err != nil && !HasCode(err, CodeUnknownMessage) {
		return "", a.judge(err)
	}
	return a.follow(ctx, m)
}

// edit replaces @original: the thinking message, or the message whose button was pressed.
func (a *Answer) edit(ctx context.Context, m Message) (string, error) {
	return a.post(ctx, call{
		method: http.MethodPatch, path: a.originalPath(), route: "/webhooks/{app}/{token}/messages/@original",
		open: true, body: m.form(true), files: m.Files, again: true,
	})
}

// follow posts one more message. A try whose end nobody knows is not repeated, as the message might be there twice:
// it is looked for.
func (a *Answer) follow(ctx context.Context, m Message) (string, error) {
	id, err := a.post(ctx, call{
		method: http.MethodPost, path: a.webhook() + "?wait=true", route: "/webhooks/{app}/{token}",
		open: true, body: m.form(false), files: m.Files,
	})
	if nobodyKnows(err) && !m.Private {
		if found := a.followUp(ctx); found != "" {
			id, err = found, nil
		}
	}
	if err == nil {
		a.followUps = append(a.followUps, id)
	}
	return id, err
}

func (a *Answer) post(ctx context.Context, q call) (string, error) {
	if time.Since(a.received) > TokenLife {
		a.stage = lost
		return "", ErrLost
	}
	var posted identified
	if err := a.client.do(ctx, q, &posted); err != nil {
		return "", a.judge(err)
	}
	return posted.ID, nil
}

// callback gives the interaction its first answer. With wantID it asks for the message made of it and returns its id.
//
// When the line breaks nobody knows whether Discord has the answer. Another try is safe here, unlike elsewhere: if the
// first one arrived, the second is told that the interaction was acknowledged. settle then tells what came of it.
func (a *Answer) callback(
	ctx context.Context, kind discordgo.InteractionResponseType, data any, files []File, wantID bool,
) (string, error) {
	q := call{
		method: http.MethodPost, path: "/interactions/" + a.interaction.ID + "/" + a.interaction.Token + "/callback",
		route: "/interactions/{id}/{token}/callback", open: true, files: files,
		body: map[string]any{"type": kind, "data": data},
	}
	if wantID {
		q.path += "?with_response=true"
	}
	window, cancel := context.WithDeadline(ctx, a.received.Add(a.within))
	defer cancel()
	for unsure := false; ; {
		var made struct {
			Resource struct {
				Message identified `json:"message"`
			} `json:"resource"`
		}
		err := a.client.do(window, q, &made)
		var refused *Error
		switch answered := errors.As(err, &refused); {
		case err == nil:
			return made.Resource.Message.ID, nil
		case HasCode(err, CodeAcknowledged), unsure && HasCode(err, CodeUnknownInteraction):
			return a.settle(ctx, kind, unsure, err)
		case answered && refused.Status < http.StatusInternalServerError && (!refused.ofFront() || formRefused(err)):
			return "", a.judge(err)
		case !answered || !refused.ofFront():
			unsure = true
		}
		if waiting := wait(window, 100*time.Millisecond); waiting != nil {
			if unsure {
				return a.settle(ctx, kind, unsure, err)
			}
			a.stage = lost
			return "", fmt.Errorf("%w: %w", ErrLost, err)
		}
	}
}

// judge marks the interaction as lost when the error says that its token is dead.
func (a *Answer) judge(err error) error {
	if HasCode(err, CodeUnknownInteraction, CodeUnknownWebhook, CodeInvalidToken) {
		a.stage = lost
		return fmt.Errorf("%w: %w", ErrLost, err)
	}
	return err
}

func (a *Answer) webhook() string {
	return "/webhooks/" + a.interaction.AppID + "/" + a.interaction.Token
}

func (a *Answer) originalPath() string { return a.webhook() + "/messages/@original" }
