package bot

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/game"
	"xiangqibot/bot/view"
	"xiangqibot/bot/words"
)

const (
	// handlerPatience bounds the work on one request. Handlers only read and write the database and draw, so that this means a fault.
	handlerPatience = time.Minute
	// retirePatience is how long an old board may wait for its controls to be taken off: one time of Discord's limit. In a channel with more
	// moves than that allows, some boards keep them; who uses them is told that the board is an old one.
	retirePatience = 5 * time.Second
)

// deadlines are how soon after its arrival an interaction has to hear of us.
type deadlines struct {
	think    time.Duration // a handler that is not done yet gets a "thinking…" message in its place
	first    time.Duration // the time for the first answer is as good as over
	complete time.Duration // a completion needs the rest to travel
}

// threeSeconds are the deadlines that follow from Discord's, after which nobody reads a first answer.
var threeSeconds = deadlines{think: 1500 * time.Millisecond, first: discord.FirstWithin, complete: 2500 * time.Millisecond}

// router leads each interaction to the command or button it is for and brings the reply back to the person.
//
// It is the one place that answers: it says "thinking…" when a handler takes long, turns errors into words, survives panics,
// posts to the channel what the person's interaction can no longer carry, logs and counts.
type router struct {
	host     *host
	client   *discord.Client
	commands map[string]*Command
	presses  map[view.PressAct]handler
	within   deadlines
	log      *slog.Logger
	counts   *counts

	running sync.WaitGroup
}

// handler does what a request asks for. An error that tells a person something becomes words in his language; any other is a fault.
type handler func(ctx context.Context, r *Request) (view.Reply, error)

// serve answers an interaction in the background and returns at once. The context is for the whole life of the answer.
func (r *router) serve(ctx context.Context, i *interaction) {
	received := time.Now()
	r.running.Go(func() {
		defer r.survive(i, "answering")
		switch i.Type {
		case discordgo.InteractionApplicationCommandAutocomplete:
			r.complete(ctx, i, received)
		case discordgo.InteractionApplicationCommand, discordgo.InteractionMessageComponent, discordgo.InteractionModalSubmit:
			r.answer(ctx, i, received)
		default:
			r.log.Warn("interaction of a kind the bot never asks for", "type", i.Type, "interaction", i.ID)
		}
	})
}

// outcome is what became of a request, as logs and counters name it.
type outcome string

const (
	done      outcome = "done"
	refused   outcome = "refused"   // the person was told why it cannot be
	failed    outcome = "failed"    // our fault
	duplicate outcome = "duplicate" // done already, nothing was said
)

// answer handles a command or a press.
func (r *router) answer(ctx context.Context, i *interaction, received time.Time) {
	type result struct {
		reply   view.Reply
		outcome outcome
	}
	results := make(chan result, 1)
	name, hidden, handle := r.find(i)
	r.running.Go(func() {
		working, cancel := context.WithTimeout(ctx, handlerPatience)
		defer cancel()
		reply, outcome := r.work(working, i, name, handle)
		results <- result{reply, outcome}
	})

	a := r.client.Answer(&i.Interaction, received, r.within.first)
	timer := time.NewTimer(r.within.think - time.Since(received))
	defer timer.Stop()
	var got result
	late := false
	select {
	case got = <-results:
	case <-timer.C:
		late = true
		r.counts.deferred.WithLabelValues(name).Inc()
		if err := a.Think(ctx, hidden); err != nil {
			r.log.Warn("could not say that it takes longer", "request", name, "interaction", i.ID, "err", err)
		}
		got = <-results
	}
	// However long Discord tells us to wait: with the interaction the answer has lost its use. The game's announcement tells the channel.
	delivering, cancel := context.WithDeadline(ctx, received.Add(discord.TokenLife))
	defer cancel()
	outdated, err := r.deliver(delivering, a, i, got.reply)
	took := time.Since(received)
	r.counts.requests.WithLabelValues(name, string(got.outcome)).Inc()
	r.counts.seconds.WithLabelValues(name).Observe(took.Seconds())
	level := slog.LevelInfo
	if err != nil && !errors.Is(err, discord.ErrDuplicate) {
		level = slog.LevelWarn
		r.counts.undelivered.WithLabelValues(name).Inc()
	}
	r.log.Log(ctx, level, "request", "request", name, "outcome", got.outcome, "interaction", i.ID, "guild", i.GuildID,
		"channel", i.ChannelID, "took", took.Round(time.Millisecond), "deferred", late, "err", err)
	for _, old := range outdated {
		if got.reply.InPlace && i.Message != nil && old.id == i.Message.ID {
			continue // the answer has changed it already
		}
		r.retire(ctx, old)
	}
}

// find tells who handles an interaction, under which name it is counted, and whether its answer is most likely private.
func (r *router) find(i *interaction) (name string, hidden bool, handle handler) {
	switch data := i.Data.(type) {
	case discordgo.ApplicationCommandInteractionData:
		called, _ := commandOf(data)
		if command := r.commands[called]; command != nil {
			return command.name, command.private, command.run
		}
	case discordgo.MessageComponentInteractionData:
		if name, handle := r.pressed(data.CustomID); handle != nil {
			return name, true, handle
		}
	case discordgo.ModalSubmitInteractionData:
		if name, handle := r.pressed(data.CustomID); handle != nil {
			return name, true, handle
		}
	}
	return "unknown", true, func(_ context.Context, q *Request) (view.Reply, error) {
		return view.Private(q.Reader.Words.Say("error.unknown")), nil
	}
}

// pressed tells the same of a press; the handler is nil where nobody handles it.
func (r *router) pressed(id string) (name string, handle handler) {
	press, err := view.ParsePress(id)
	if err != nil {
		return "", nil
	}
	return "press " + string(rune(press.Act)), r.presses[press.Act]
}

// work runs the handler and makes a reply of whatever comes out of it, be it an error or a panic.
func (r *router) work(ctx context.Context, i *interaction, name string, handle handler) (reply view.Reply, result outcome) {
	w := r.host.phrases.In(words.LanguageOf(string(i.Locale)))
	fault := func(err any, more ...any) (view.Reply, outcome) {
		id := rand.Text()[:8]
		r.log.Error("request failed", append([]any{"request", name, "fault", id, "interaction", i.ID, "err", err}, more...)...)
		return view.Private(w.Say("error.fault", words.Vars{"Fault": id})), failed
	}
	defer func() {
		if problem := recover(); problem != nil {
			r.counts.panics.Inc()
			reply, result = fault(problem, "stack", string(debug.Stack()))
		}
	}()
	q, err := decode(i)
	if q == nil {
		return fault(err)
	}
	if err := r.host.meet(ctx, q); err != nil {
		return fault(err)
	}
	reply, err = handle(ctx, q)
	switch {
	case err == nil:
		return reply, done
	case errors.Is(err, &game.Refusal{Code: game.AlreadyDone}):
		return view.Reply{}, duplicate
	}
	if reply, ok := r.host.refusal(q.Reader, err); ok {
		return reply, refused
	}
	return fault(err)
}

// deliver sends a reply with everything that follows it. What a channel should have seen and the interaction can no longer
// carry is posted to the channel as the bot's own message. It returns the boards that what was sent has replaced.
func (r *router) deliver(ctx context.Context, a *discord.Answer, i *interaction, reply view.Reply) (outdated []oldBoard, err error) {
	if reply.Modal != nil {
		if err := a.Open(ctx, *reply.Modal); !errors.Is(err, discord.ErrTooLate) {
			return nil, err
		}
	}
	if reply.Silent() {
		return nil, nil
	}
	var problems []error
	var elsewhere []view.Reply
	for n, part := range append([]view.Reply{reply}, reply.Also...) {
		if t := part.Tells; t != nil && !part.Private && (t.Channel != i.ChannelID || t.Gone) {
			// The person acts from elsewhere, by the option "game": he gets the board for himself, the game's channel gets it too.
			elsewhere = append(elsewhere, part)
			part = forOneself(part.ForActor(), true)
		}
		if r.edits(ctx, part) {
			edited, err := r.put(ctx, part)
			if err == nil {
				outdated = append(outdated, r.told(ctx, part.Tells.Channel, edited, part)...)
				if n > 0 {
					continue // the person has his answer
				}
				part = view.Private(part.ForActor().Text)
			}
		}
		id, err := a.Send(ctx, part.Message(), part.Tells != nil)
		switch {
		case err == nil:
		case errors.Is(err, discord.ErrDuplicate):
			return outdated, err
		case part.Private || part.InPlace && part.Keep:
			// Nobody else would want to see it.
		default:
			part.InPlace = false
			posted, posting := r.client.Post(ctx, i.ChannelID, part.Message(), fmt.Sprintf("interaction %s, part %d", i.ID, n))
			if posting == nil {
				id, err = posted, nil
				r.log.Warn("answer posted to the channel instead", "interaction", i.ID)
			} else {
				err = fmt.Errorf("%w; to the channel: %w", err, posting)
			}
		}
		if err != nil {
			problems = append(problems, err)
			continue
		}
		outdated = append(outdated, r.told(ctx, i.ChannelID, id, part)...)
	}
	for _, part := range elsewhere { // last: a channel may have to wait, and the person must not
		old, err := r.elsewhere(ctx, part)
		problems = append(problems, err)
		outdated = append(outdated, old...)
	}
	return outdated, errors.Join(problems...)
}

// elsewhere tells a game's channel what somebody did in another one. Its nonce is that of the announcement which the game owes, should that
// come in between: whoever is first speaks.
func (r *router) elsewhere(ctx context.Context, part view.Reply) ([]oldBoard, error) {
	if part.Tells.Gone {
		return nil, nil
	}
	part.InPlace, part.Keep = false, false
	id, err := r.put(ctx, part)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("to the game's channel: %w", err), r.closed(ctx, part.Tells, err))
	}
	return r.told(ctx, part.Tells.Channel, id, part), nil
}

// closed takes a game out of its channel where err says that it cannot go on there.
func (r *router) closed(ctx context.Context, t *view.Telling, err error) error {
	g, reading := r.host.service.Game(ctx, t.Game)
	if reading != nil || g.Channel != t.Channel {
		return reading
	}
	_, evicting := r.host.evicted(ctx, g, err)
	return evicting
}

// put brings a message about a game into the game's channel, as the server wants it: in the place of the last board, or as a new message.
func (r *router) put(ctx context.Context, reply view.Reply) (id string, err error) {
	t := reply.Tells
	if r.edits(ctx, reply) {
		err := r.client.Edit(ctx, t.Channel, t.Replaces, reply.Message())
		if err == nil || discord.Hopeless(err) == "" {
			return t.Replaces, err
		}
		r.log.Debug("the last board cannot become the new one", "game", t.Game, "message", t.Replaces, "err", err)
	}
	return r.client.Post(ctx, t.Channel, reply.Message(), t.Nonce())
}

// edits tells whether a message is a board that takes the place of the last one.
func (r *router) edits(ctx context.Context, reply view.Reply) bool {
	t := reply.Tells
	return t != nil && !reply.Private && t.Board && t.Replaces != "" && !t.Fresh && r.boards(ctx, t) == game.EditBoards
}

// boards tells what a game's server does with old boards.
func (r *router) boards(ctx context.Context, t *view.Telling) game.Boards {
	server, err := r.host.service.Server(ctx, t.Guild)
	if err != nil {
		r.log.Warn("the settings of a server cannot be read", "guild", t.Guild, "err", err)
	}
	return server.Boards
}

// oldBoard is a message with controls of a game that has newer ones.
type oldBoard struct {
	channel, id string
	timed       bool // it may tell of times that are running
	away        bool // it is to be deleted, and otherwise to lose its controls
}

// told remembers that a channel has seen how a game stands, and returns the messages whose controls are out of date by that: the board that was
// the newest before, and the challenge.
func (r *router) told(ctx context.Context, channel, id string, reply view.Reply) (outdated []oldBoard) {
	t := reply.Tells
	if t == nil || reply.Private || t.Channel != channel {
		return nil
	}
	if t.Asked.Message != "" && t.Asked.Message != id {
		outdated = append(outdated, oldBoard{channel: t.Asked.Channel, id: t.Asked.Message})
	}
	var err error
	switch {
	case t.Begins:
		err = r.host.service.Begun(ctx, t.Game, id)
	case t.Asks:
		var answered bool
		if answered, err = r.host.service.Asked(ctx, t.Game, t.Revision, game.Posted{Channel: channel, Message: id}); answered {
			outdated = append(outdated, oldBoard{channel: channel, id: id})
		}
	case t.Board:
		err = r.host.service.Shown(ctx, t.Game, channel, t.Revision, id)
		if t.Replaces != "" && t.Replaces != id && id != "" {
			outdated = append(outdated, oldBoard{channel: channel, id: t.Replaces, timed: t.Timed, away: r.boards(ctx, t) != game.KeepBoards})
		}
	default:
		err = r.host.service.Shown(ctx, t.Game, channel, t.Revision, "")
	}
	if err != nil {
		// The announcement that the game owes will find the channel untold and tell it once more: better twice than never.
		r.log.Warn("could not note that a channel was told", "game", t.Game, "channel", channel, "err", err)
	}
	return outdated
}

// retire takes an old board away, or the controls off it, and what runs on no longer. It comes after all that people wait for.
func (r *router) retire(ctx context.Context, old oldBoard) {
	ctx, cancel := context.WithTimeout(ctx, retirePatience)
	defer cancel()
	var err error
	if old.away {
		err = r.client.Delete(ctx, old.channel, old.id)
	} else {
		err = r.client.Retire(ctx, old.channel, old.id, r.timeless(ctx, old))
	}
	if err != nil {
		r.log.Debug("old board keeps its controls", "channel", old.channel, "message", old.id, "err", err)
	}
}

// timeless is the card of an old board without the times that ran when it was the newest; nil where there are none, or where it cannot be read.
func (r *router) timeless(ctx context.Context, old oldBoard) *discordgo.MessageEmbed {
	if !old.timed {
		return nil
	}
	card, err := r.client.Embed(ctx, old.channel, old.id)
	if err != nil {
		r.log.Debug("old board keeps its times", "channel", old.channel, "message", old.id, "err", err)
	}
	if card == nil || !view.WithoutClock(card) {
		return nil
	}
	return card
}

// complete answers an autocompletion: with nothing at all rather than late.
func (r *router) complete(ctx context.Context, i *interaction, received time.Time) {
	ctx, cancel := context.WithDeadline(ctx, received.Add(r.within.complete))
	defer cancel()
	var choices []discord.Choice
	name := "unknown"
	if q, err := decode(i); err != nil {
		r.log.Warn("completion", "interaction", i.ID, "err", err)
	} else if command := r.commands[q.Command]; command != nil && command.complete != nil {
		name = command.name
		found, err := r.choices(ctx, command, q)
		if err != nil {
			r.log.Warn("completion failed", "command", name, "option", q.focused, "interaction", i.ID, "err", err)
		}
		choices = found[:min(len(found), discord.ChoiceLimit)]
	}
	if err := r.client.Answer(&i.Interaction, received, r.within.first).Complete(ctx, choices); err != nil {
		// Mostly the person has typed on, and this question is out of date.
		r.log.Debug("completion not delivered", "command", name, "interaction", i.ID, "err", err)
	}
	r.counts.completions.WithLabelValues(name).Observe(time.Since(received).Seconds())
}

func (r *router) choices(ctx context.Context, command *Command, q *Request) (found []discord.Choice, err error) {
	defer func() {
		if problem := recover(); problem != nil {
			r.counts.panics.Inc()
			err = fmt.Errorf("panic: %v\n%s", problem, debug.Stack())
		}
	}()
	if err := r.host.meet(ctx, q); err != nil {
		return nil, err
	}
	return command.complete(ctx, q)
}

// survive keeps a fault in the answering itself from ending the program.
func (r *router) survive(i *interaction, doing string) {
	if problem := recover(); problem != nil {
		r.counts.panics.Inc()
		r.log.Error("panic", "doing", doing, "interaction", i.ID, "err", problem, "stack", string(debug.Stack()))
	}
}
