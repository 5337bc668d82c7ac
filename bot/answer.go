package bot

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/bwmarrin/discordgo"
)

// tokenLife is how long the interaction's token can be used, a little shortened.
const tokenLife = 15*time.Minute - 10*time.Second

// deadlines are how soon after its arrival an interaction has to hear of us.
type deadlines struct {
	think    time.Duration // a handler that is not done yet gets a "thinking…" message in its place
	callback time.Duration // the time for the first answer is as good as over
	complete time.Duration // a completion needs the rest to travel
}

// threeSeconds are the deadlines that follow from Discord's, after which nobody reads a first answer.
var threeSeconds = deadlines{think: 1500 * time.Millisecond, callback: 2800 * time.Millisecond, complete: 2500 * time.Millisecond}

// Why an answer did not arrive.
var (
	// errDuplicate: another delivery of the same interaction has answered it. There is nothing left to say.
	errDuplicate = errors.New("bot: the interaction was answered before")
	// errLost: Discord takes no answer to this interaction any more.
	errLost = errors.New("bot: the interaction is lost")
)

// stage is how far the answer to an interaction has come.
type stage uint8

const (
	fresh    stage = iota // nothing was sent
	thinking              // the person sees that we think; @original is to be filled
	answered              // the first answer stands; more are follow-ups
	lost                  // the token is dead
)

// answer is the bot's side of one interaction. It knows which of Discord's calls the next message has to take.
// One goroutine uses it, from the interaction's arrival to its last message.
type answer struct {
	rest        *rest
	interaction *discordgo.Interaction
	received    time.Time
	within      deadlines
	stage       stage
	// private tells how the thinking message was announced; its kind cannot be changed any more.
	private bool
	// outdated are boards that the messages sent have replaced.
	outdated []oldBoard
}

// pressed tells whether the interaction came from a button or menu.
func (a *answer) pressed() bool { return a.interaction.Type == discordgo.InteractionMessageComponent }

// think tells the person that the answer takes longer. The kind of message that will follow must be guessed now.
func (a *answer) think(ctx context.Context, private bool) error {
	kind, data := discordgo.InteractionResponseDeferredChannelMessageWithSource, message{}
	if a.pressed() {
		// Nothing visible happens, and both are open still: changing the message pressed, and another message.
		kind = discordgo.InteractionResponseDeferredMessageUpdate
	} else if private {
		data.Flags = flagEphemeral
	}
	if _, err := a.callback(ctx, kind, data, nil, false); err != nil {
		return err
	}
	a.stage, a.private = thinking, private
	return nil
}

// send delivers a reply (without those in Also) and returns the id of the message where the reply tells something of a game.
func (a *answer) send(ctx context.Context, reply Reply) (id string, err error) {
	switch a.stage {
	case fresh:
		id, err = a.first(ctx, reply)
	case thinking:
		id, err = a.fill(ctx, reply)
	case answered:
		id, err = a.follow(ctx, reply)
	case lost:
		return "", errLost
	}
	if err == nil {
		a.stage = answered
	}
	return id, err
}

func (a *answer) first(ctx context.Context, reply Reply) (string, error) {
	kind, inPlace := discordgo.InteractionResponseChannelMessageWithSource, reply.InPlace && a.pressed()
	if inPlace {
		kind = discordgo.InteractionResponseUpdateMessage
	}
	return a.callback(ctx, kind, reply.message(inPlace), reply.attached(), reply.Tells != nil)
}

// fill puts the reply where the person was told to wait.
func (a *answer) fill(ctx context.Context, reply Reply) (string, error) {
	if a.pressed() {
		if reply.InPlace {
			return a.edit(ctx, reply)
		}
		return a.follow(ctx, reply)
	}
	if reply.Private == a.private {
		return a.edit(ctx, reply)
	}
	// The thinking message is of the wrong kind, say public while the move turned out to be illegal. A message cannot change
	// its kind: take it away and send another.
	remove := apiCall{method: http.MethodDelete, path: a.original(), route: "/webhooks/{app}/{token}/messages/@original", open: true, again: true}
	if err := a.rest.do(ctx, remove, nil); err != nil && !hasCode(err, codeUnknownMessage) {
		return "", a.judge(err)
	}
	return a.follow(ctx, reply)
}

// edit replaces @original: the thinking message, or the message whose button was pressed.
func (a *answer) edit(ctx context.Context, reply Reply) (string, error) {
	return a.post(ctx, apiCall{
		method: http.MethodPatch, path: a.original(), route: "/webhooks/{app}/{token}/messages/@original",
		open: true, body: reply.message(true), files: reply.attached(), again: true,
	})
}

// follow posts one more message. A try whose end nobody knows is not repeated: the message might stand there twice.
func (a *answer) follow(ctx context.Context, reply Reply) (string, error) {
	return a.post(ctx, apiCall{
		method: http.MethodPost, path: a.webhook() + "?wait=true", route: "/webhooks/{app}/{token}",
		open: true, body: reply.message(false), files: reply.attached(),
	})
}

func (a *answer) post(ctx context.Context, c apiCall) (string, error) {
	if time.Since(a.received) > tokenLife {
		a.stage = lost
		return "", errLost
	}
	var posted struct {
		ID string `json:"id"`
	}
	if err := a.rest.do(ctx, c, &posted); err != nil {
		return "", a.judge(err)
	}
	return posted.ID, nil
}

// callback gives the interaction its first answer. With wantID it asks for the message made of it and returns its id.
//
// When the line breaks nobody knows whether Discord has the answer. Another try is safe here, unlike elsewhere: if the first one
// arrived, the second is told that the interaction was acknowledged, and that is as good.
func (a *answer) callback(ctx context.Context, kind discordgo.InteractionResponseType, data any, files []File, wantID bool) (string, error) {
	c := apiCall{
		method: http.MethodPost, path: "/interactions/" + a.interaction.ID + "/" + a.interaction.Token + "/callback",
		route: "/interactions/{id}/{token}/callback", open: true, files: files,
		body: map[string]any{"type": kind, "data": data},
	}
	if wantID {
		c.path += "?with_response=true"
	}
	ctx, cancel := context.WithDeadline(ctx, a.received.Add(a.within.callback))
	defer cancel()
	for unsure := false; ; unsure = true {
		var made struct {
			Resource struct {
				Message struct {
					ID string `json:"id"`
				} `json:"message"`
			} `json:"resource"`
		}
		err := a.rest.do(ctx, c, &made)
		if err == nil {
			return made.Resource.Message.ID, nil
		}
		if hasCode(err, codeAcknowledged) {
			if unsure {
				return "", nil // it was the first try that arrived
			}
			return "", fmt.Errorf("%w: %w", errDuplicate, err)
		}
		var refused *apiError
		if errors.As(err, &refused) && refused.Status < http.StatusInternalServerError {
			return "", a.judge(err)
		}
		if waiting := wait(ctx, 100*time.Millisecond); waiting != nil {
			a.stage = lost
			return "", fmt.Errorf("%w: %w", errLost, err)
		}
	}
}

// judge marks the interaction as lost when the error says that its token is dead.
func (a *answer) judge(err error) error {
	if hasCode(err, codeUnknownInteraction, codeUnknownWebhook, codeInvalidToken) {
		a.stage = lost
		return fmt.Errorf("%w: %w", errLost, err)
	}
	return err
}

func (a *answer) webhook() string {
	return "/webhooks/" + a.interaction.AppID + "/" + a.interaction.Token
}

func (a *answer) original() string { return a.webhook() + "/messages/@original" }
