package bot

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/game"
	"xiangqibot/bot/handlers"
	"xiangqibot/bot/publish"
	"xiangqibot/bot/view"
)

// delivery sends the answers to interactions.
type delivery struct {
	host      *handlers.Host
	publisher *publish.Publisher
	reviewing *reviewing
	log       *slog.Logger
	// showing has for each person and for each game the answers that show a game and were not recorded yet.
	showing underway
}

// parts are the messages that one message of a reply becomes: the answer to the person, and the board if it needs a
// message of its own in the channel of the game; nil for none.
type parts struct{ answer, board *view.Reply }

// recordPatience is how long a request waits for the record of an answer that the person may have seen already: without
// it the next board would replace an older one, or a question that is answered lose its buttons too late.
const recordPatience = time.Second

// awaitRecords waits until the answers that the person may have seen before this request are recorded.
func (d *delivery) awaitRecords(ctx context.Context, q *handlers.Request) {
	ctx, cancel := context.WithTimeout(ctx, recordPatience)
	defer cancel()
	d.showing.wait(ctx, string(q.Viewer.Person))
	if id := q.Press.Game(); id != 0 {
		d.showing.wait(ctx, keyOfGame(id))
	}
}

func keyOfGame(id game.ID) string { return fmt.Sprint("game ", id) }

// split divides the nth message of an answer into its parts. What only the person who acted sees is drawn here.
func (d *delivery) split(i *handlers.Interaction, part view.Reply, n int) (divided parts) {
	origin := publish.Origin{Channel: i.ChannelID}
	if i.UserInstall {
		origin = publish.Origin{} // boards are shown where the bot can change them
	}
	if i.Message != nil && n == 0 {
		origin.Pressed = i.Message.ID
	}
	divided.answer, divided.board = d.publisher.Split(part, origin)
	return divided
}

// deliver sends a reply with its follow-ups. Public messages that the interaction can no longer carry are posted to
// the channel as the bot's own.
func (d *delivery) deliver(ctx context.Context, a *discord.Answer, i *handlers.Interaction, reply view.Reply, first parts) error {
	if reply.Modal != nil {
		if err := a.OpenModal(ctx, *reply.Modal); !errors.Is(err, discord.ErrModalTooLate) {
			return err
		}
	}
	if reply.Silent() {
		return nil
	}
	var errs []error
	var boards []view.Reply
	isReceipt := false
	// unseen reports whether what the interaction posts next would reply to a message that only the person sees. Others
	// would read above it that a message could not be loaded.
	unseen, sent := i.OnEphemeral() && !i.UserInstall, false
	for n := range 1 + len(reply.FollowUps) {
		divided := first
		if n > 0 {
			divided = d.split(i, reply.FollowUps[n-1], n)
		}
		answer, board := divided.answer, divided.board
		if board != nil {
			boards = append(boards, *board)
		}
		if answer == nil || board != nil && n > 0 && board.Shows.Game.Channel == i.ChannelID {
			continue // the person has an answer, and sees the board in their channel
		}
		alone := unseen && !answer.Private && (sent || answer.Pressed == view.Kept)
		err := d.send(ctx, a, i, *answer, n, alone)
		if errors.Is(err, discord.ErrDuplicate) {
			return err
		}
		if !sent && answer.Pressed == view.Kept {
			unseen = answer.Private || alone // posted as the bot's own, it leaves the interaction at the pressed message
		}
		sent = true
		errs = append(errs, err)
		isReceipt = answer.Shows != nil && answer.Shows.As == view.Receipt && err == nil
	}
	for _, board := range boards { // last: a channel may have to wait, and the person needs an answer within three seconds
		if err := d.publisher.Publish(ctx, board); err != nil {
			errs = append(errs, fmt.Errorf("to the game's channel: %w", err))
		}
	}
	if err := errors.Join(errs...); err != nil || !isReceipt {
		return err
	}
	if err := a.Sent(false).Delete(ctx); err != nil { // harmless: it says what the board says
		d.log.Debug("an ephemeral answer could not be deleted", "interaction", i.ID, "err", err)
	}
	return nil
}

// send sends the nth message of an answer: to the interaction, or where alone is set, as the bot's own message.
func (d *delivery) send(ctx context.Context, a *discord.Answer, i *handlers.Interaction, part view.Reply, n int, alone bool) error {
	part = part.WithoutSelfMention(i.Person(), i.Name())
	if part.Shows != nil && !part.Private {
		defer d.showing.begin(string(i.Person()))()
		defer d.showing.begin(keyOfGame(part.Shows.Game.ID))()
	}
	var id string
	var err error
	if alone {
		id, err = d.say(ctx, a, i, part, n) // which fails where only the interaction may write
	}
	if !alone || err != nil && !errors.Is(err, publish.ErrOutdated) && !discord.OutcomeUnknown(err) {
		id, err = a.Send(ctx, part.Message(), part.Shows != nil && !part.Private)
	}
	switch {
	case err == nil:
	case errors.Is(err, publish.ErrOutdated):
		return nil // the later event is announced by itself
	case errors.Is(err, discord.ErrDuplicate):
		return err
	case part.Private || part.Pressed == view.ControlsChange:
		return err // it is for this person alone
	case i.UserInstall:
		return err // only the interaction can write there
	default:
		d.publisher.HandleUnknownOutcome(ctx, part, err)
		part.Pressed = view.Kept
		sendErr := err
		posted, err := d.publisher.Say(ctx, i.ChannelID, part, i.Nonce(part, n))
		if errors.Is(err, publish.ErrOutdated) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("%w; to the channel: %w", sendErr, err)
		}
		d.log.Warn("answer posted to the channel instead", "interaction", i.ID, "channel", i.ChannelID, "why", sendErr)
		id = posted
	}
	if id == "" && part.Pressed != view.Kept && i.Message != nil {
		id = i.Message.ID // Discord returned no id: it is the pressed message
	}
	if part.Waits != nil {
		d.reviewing.keep(ctx, i, part.Waits, a.Sent(part.Pressed == view.Replaced).MessageID())
	}
	if s := part.Shows; s != nil {
		d.publisher.Panels.Keep(ctx, s.Game, s.As, i.Interaction, i.Person(), a.Sent(part.Pressed == view.Replaced))
	}
	d.publisher.Posted(ctx, i.ChannelID, id, part)
	return nil
}

// say posts the nth message of an answer as the bot's own. A press that was not answered yet is acknowledged.
func (d *delivery) say(ctx context.Context, a *discord.Answer, i *handlers.Interaction, part view.Reply, n int) (id string, err error) {
	if err := a.Defer(ctx, true); err != nil {
		return "", err
	}
	return d.publisher.Say(ctx, i.ChannelID, part, i.Nonce(part, n))
}

// recordDeferred saves how to answer a person whose answer was deferred. A deferred press shows nothing.
func (d *delivery) recordDeferred(ctx context.Context, i *handlers.Interaction) (recorded bool) {
	if i.Type != discordgo.InteractionApplicationCommand {
		return false
	}
	err := d.host.Answerings.KeepAnswering(ctx, game.Answering{
		Interaction: i.ID, Token: game.Secret(i.Token), Channel: i.ChannelID, Locale: string(i.Locale),
		At: d.host.Games.Now(),
	})
	if err != nil {
		d.log.Warn("could not record a deferred answer", "interaction", i.ID, "err", err)
	}
	return err == nil
}

// recordAnswered records that a deferred answer has been sent. If that fails, the next process finds the answer.
func (d *delivery) recordAnswered(ctx context.Context, i *handlers.Interaction) {
	if err := d.host.Answerings.DropAnswering(ctx, i.ID); err != nil {
		d.log.Warn("could not record that a deferred answer was sent", "interaction", i.ID, "err", err)
	}
}
