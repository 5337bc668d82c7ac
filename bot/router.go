package bot

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"runtime/debug"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/audience"
	"xiangqibot/bot/discord"
	"xiangqibot/bot/game"
	"xiangqibot/bot/handlers"
	"xiangqibot/bot/view"
	"xiangqibot/bot/view/gameview"
	"xiangqibot/engine"
)

// deadlines are the times after its arrival by which an interaction must be answered.
type deadlines struct {
	think    time.Duration // a handler that is not done yet gets a "thinking…" message in its place
	first    time.Duration // the time for the first answer is as good as over
	complete time.Duration // a completion needs the rest to travel
}

// discordDeadlines are the deadlines that follow from Discord's, after which a first response is rejected.
var discordDeadlines = deadlinesFor(discord.FirstResponseTimeout)

// deadlinesFor returns the deadlines that follow from the one of the first answer. People are not left without a sign
// for longer than Discord allows, even if there is more time.
func deadlinesFor(first time.Duration) deadlines {
	return deadlines{think: min(first, discord.FirstResponseTimeout) - 1300*time.Millisecond, first: first, complete: first - 300*time.Millisecond}
}

// router passes each interaction to its command or button and sends the reply.
//
// It is the one place that answers: it defers the response when a handler takes long, turns errors into words,
// recovers from panics, posts to the channel when the interaction can no longer be answered, logs and counts.
type router struct {
	host     *handlers.Host
	client   *discord.Client
	commands map[string]*handlers.Command
	presses  map[view.PressAct]handlers.Handler
	delivery delivery
	within   deadlines
	log      *slog.Logger
	metrics  *metrics

	limits   *limiter
	recent   recentInteractions
	running  sync.WaitGroup
	underway underway // has requests and jobs
}

// route gives the router the handlers of commands, and of the buttons of their messages.
func (r *router) route(commands []*handlers.Command) {
	r.commands, r.presses = make(map[string]*handlers.Command), make(map[view.PressAct]handlers.Handler)
	for _, c := range commands {
		for _, one := range c.Runnable() {
			maps.Copy(r.presses, one.Presses)
			if one.Run != nil { // else it is only its buttons
				r.commands[one.Name] = one
			}
		}
	}
}

// serve answers an interaction in the background and returns at once. The context spans the whole answer.
func (r *router) serve(ctx context.Context, i *handlers.Interaction) {
	received := time.Now()
	q, err := handlers.Decode(i)
	if err != nil {
		r.log.Error("cannot decode an interaction", "err", err)
		return
	}
	if !r.recent.first(i.ID, received) {
		r.log.Info("interaction delivered again", "interaction", i.ID)
		r.metrics.repeated.Inc()
		return
	}
	answered := r.underway.begin(anyRequest)
	r.running.Go(func() {
		defer answered()
		defer r.recoverPanic(i.ID, "answering")
		if i.Type == discordgo.InteractionApplicationCommandAutocomplete {
			r.complete(ctx, q, received)
			return
		}
		r.answer(ctx, q, received)
	})
}

// outcome is the result of a request in logs and metrics.
type outcome string

const (
	done      outcome = "done"
	refused   outcome = "refused"   // the answer says why
	failed    outcome = "failed"    // a fault of the bot or its database
	duplicate outcome = "duplicate" // done already, no answer was sent
)

// result is what a handler returned.
type result struct {
	outcome outcome
	reply   view.Reply
	first   parts // of the reply's first message, drawn
}

// answer handles a command or a press.
func (r *router) answer(ctx context.Context, q *handlers.Request, received time.Time) {
	results := make(chan result, 1)
	name, hidden, handle := r.find(q)
	i := q.Interaction
	a := r.client.Answer(&i.Interaction, received, r.within.first)
	if r.answeredBefore(ctx, a, i, received) {
		r.log.Info("interaction delivered again, and answered before", "request", name, "interaction", i.ID)
		r.metrics.repeated.Inc()
		return
	}
	if over := r.exceeds(q.Guild, q.Viewer.Person); over != nil {
		handle = over.refuse
	}
	r.running.Go(func() {
		working, cancel := context.WithTimeout(ctx, handlers.HandlerTimeout)
		defer cancel()
		results <- r.prepare(working, q, name, handle)
	})

	timer := time.NewTimer(r.within.think - time.Since(received))
	defer timer.Stop()
	var got result
	late, recorded := false, false
	select {
	case got = <-results:
	case <-timer.C:
		late = true
		r.metrics.deferred.WithLabelValues(name).Inc()
		if err := a.Defer(ctx, hidden || i.UserInstall); err != nil {
			r.log.Warn("could not defer the answer", "request", name, "interaction", i.ID, "err", err)
		} else {
			recorded = r.delivery.recordDeferred(ctx, i)
		}
		got = <-results
	}
	// Even if Discord asks to wait longer, the answer is useless once the interaction has expired. The game's
	// announcement then shows the channel what was done.
	delivering, cancel := context.WithDeadline(ctx, received.Add(discord.TokenLifetime))
	defer cancel()
	err := r.delivery.deliver(delivering, a, i, got.reply, got.first)
	if recorded && err == nil {
		r.delivery.recordAnswered(ctx, i)
	}
	r.report(ctx, name, got.reply, got.outcome, received, err, "request", name, "interaction", i.ID,
		"guild", i.GuildID, "channel", i.ChannelID, "deferred", late)
}

// report counts and logs a request with what became of its answer.
func (r *router) report(
	ctx context.Context, name string, reply view.Reply, result outcome, received time.Time, err error, about ...any,
) {
	took := time.Since(received)
	r.metrics.requests.WithLabelValues(name, string(result)).Inc()
	r.metrics.seconds.WithLabelValues(name).Observe(took.Seconds())
	level := slog.LevelInfo
	if err != nil && !errors.Is(err, discord.ErrDuplicate) {
		level = slog.LevelWarn
		r.metrics.undelivered.WithLabelValues(name).Inc()
	}
	game := shownGame(reply)
	r.log.Log(ctx, level, "request", append(about, "outcome", result, "game", game, "took", took.Round(time.Millisecond), "err", err)...)
}

// exceeds counts a request. It returns nil within the limits.
func (r *router) exceeds(guild string, p game.Person) *limitExceeded {
	over := r.limits.take(guild, p, whole)
	if over == nil {
		return nil
	}
	r.metrics.excess.WithLabelValues(over.whose()).Inc()
	if over.server && over.first {
		r.log.Warn("a server exceeds its rate limit; further requests are refused", "guild", guild,
			"limit", r.limits.Server, "every", r.limits.Every)
	}
	return over
}

// shownGame returns the game that a reply shows, 0 for none, for the log.
func shownGame(r view.Reply) game.ID {
	if r.Shows == nil || r.Shows.Game == nil {
		return 0
	}
	return r.Shows.Game.ID
}

// find returns the handler of a request, the name under which it is counted, and whether its answer is probably
// ephemeral.
func (r *router) find(q *handlers.Request) (name string, hidden bool, handle handlers.Handler) {
	if command := r.commands[q.Command]; command != nil {
		return command.Name, command.Private, command.Handle
	}
	if handle := r.presses[q.Press.Act]; handle != nil {
		return "press " + string(q.Press.Act), true, handle
	}
	return "unknown", true, func(_ context.Context, q *handlers.Request) (view.Reply, error) {
		return view.Private(q.Viewer.Say("error.unknown")), nil
	}
}

// prepare runs the handler and draws what the first message needs: everything slow happens while the answer can
// still be deferred.
func (r *router) prepare(ctx context.Context, q *handlers.Request, name string, handle handlers.Handler) (got result) {
	i := q.Interaction
	got.reply, got.outcome = r.work(ctx, q, name, func(ctx context.Context, q *handlers.Request) (view.Reply, error) {
		r.delivery.awaitRecords(ctx, q)
		reply, err := handle(ctx, q)
		if err == nil {
			got.first = r.delivery.split(i, reply, 0)
		}
		return reply, err
	})
	if got.outcome != done {
		got.first = r.delivery.split(i, got.reply, 0) // words alone
	}
	return got
}

// work runs the handler and makes a reply of its result, be it an error or a panic.
func (r *router) work(ctx context.Context, q *handlers.Request, name string, handle handlers.Handler) (reply view.Reply, result outcome) {
	i := q.Interaction
	w := r.host.Phrases.For(string(i.Locale))
	fault := func(err any, more ...any) (view.Reply, outcome) {
		if err, _ := err.(error); isOverload(err) {
			r.log.Warn("request not finished in time", "request", name, "interaction", i.ID, "err", err)
			return view.Private(w.Say("error.busy")), refused
		}
		id := rand.Text()[:8]
		r.log.Error("request failed", append([]any{"request", name, "fault", id, "interaction", i.ID, "err", err}, more...)...)
		known, _ := err.(error)
		return view.Fault(known, id, w), failed
	}
	defer func() {
		if problem := recover(); problem != nil {
			r.metrics.panics.Inc()
			reply, result = fault(problem, "stack", string(debug.Stack()))
		}
	}()
	err := r.loadViewer(ctx, q)
	if err != nil {
		return fault(err)
	}
	w = q.Viewer.Words // the language that the person chose takes precedence over that of their Discord client
	if err = r.checkBlocked(ctx, q.Guild, q.Viewer.Person); err == nil {
		reply, err = handle(ctx, q)
	}
	switch {
	case err == nil:
		return reply, done
	case errors.Is(err, game.AlreadyDone):
		return view.Reply{}, duplicate
	case errors.Is(err, view.ErrForeignPress), errors.Is(err, handlers.ErrNotOffered):
		// Forged, or of an older version.
		return view.Private(w.Say("error.unknown")), refused
	}
	reads := q.Viewer
	if i.Written && q.Guild != "" { // everybody sees the answer
		reads = audience.InChannel(reads)
		w = reads.Words
	}
	var shown *game.Game
	if about := (*handlers.GameError)(nil); errors.As(err, &about) {
		shown = about.Game
	}
	if reply, ok := gameview.Refusal(shown, reads, err); ok {
		return reply, refused
	}
	return fault(err)
}

// isOverload reports whether a request failed because there was too much to do, and not by a defect: the engine's queue
// was full, or the time for the request was over. Errors of a store take precedence: they
// say whether anything was saved.
func isOverload(err error) bool {
	fromStore := errors.Is(err, game.ErrOutcomeUnknown) || errors.Is(err, game.ErrUnavailable) ||
		errors.Is(err, game.ErrUnreadable)
	return !fromStore && (errors.Is(err, engine.ErrPoolFull) || errors.Is(err, context.DeadlineExceeded))
}

// complete answers an autocompletion, with an empty list if it is late.
func (r *router) complete(ctx context.Context, q *handlers.Request, received time.Time) {
	i := q.Interaction
	ctx, cancel := context.WithDeadline(ctx, received.Add(r.within.complete))
	defer cancel()
	var choices []discord.Choice
	name := "unknown"
	if over := r.limits.take(i.GuildID, i.Person(), typing); over != nil {
		r.metrics.excess.WithLabelValues(over.whose()).Inc()
	} else if command := r.commands[q.Command]; command != nil && command.Complete != nil {
		name = command.Name
		found, err := r.choices(ctx, command, q)
		if err != nil {
			r.log.Warn("completion failed", "command", name, "option", q.Focused, "interaction", i.ID, "err", err)
		}
		choices = found[:min(len(found), discord.ChoiceLimit)]
	}
	if err := r.client.Answer(&i.Interaction, received, r.within.first).Complete(ctx, choices); err != nil {
		// Usually the person has typed on, and this completion is out of date.
		r.log.Debug("completion not delivered", "command", name, "interaction", i.ID, "err", err)
	}
	r.metrics.completions.WithLabelValues(name).Observe(time.Since(received).Seconds())
}

func (r *router) choices(ctx context.Context, command *handlers.Command, q *handlers.Request) (found []discord.Choice, err error) {
	defer func() {
		if problem := recover(); problem != nil {
			r.metrics.panics.Inc()
			err = fmt.Errorf("panic: %v\n%s", problem, debug.Stack())
		}
	}()
	if err := r.loadViewer(ctx, q); err != nil {
		return nil, err
	}
	return command.Complete(ctx, q)
}

// recoverPanic keeps a panic in the router itself from ending the program.
func (r *router) recoverPanic(id, doing string) {
	if problem := recover(); problem != nil {
		r.metrics.panics.Inc()
		r.log.Error("panic", "doing", doing, "interaction", id, "err", problem, "stack", string(debug.Stack()))
	}
}

// loadViewer sets the request's Viewer from the person's settings, and how to reach them.
func (r *router) loadViewer(ctx context.Context, q *handlers.Request) (err error) {
	person := string(q.Viewer.Person)
	q.OpenDM = func(ctx context.Context) (string, error) { return r.client.OpenDM(ctx, person) }
	q.Viewer, err = r.host.Viewers.Of(ctx, q.Viewer.Person, q.Guild, string(q.Interaction.Locale))
	q.Viewer.UserInstall = q.Interaction.UserInstall
	return err
}

// checkBlocked returns an error that [gameview.Refusal] explains if the operator has blocked the person or the server.
func (r *router) checkBlocked(ctx context.Context, guild string, p game.Person) error {
	if r.host.Operator == nil {
		return nil
	}
	person, server, err := r.host.Operator.Blocked(ctx, p, guild)
	switch {
	case err != nil:
		return err
	case person:
		return view.NewProblem("error.blocked")
	case server:
		return view.NewProblem("error.blocked-here")
	}
	return nil
}

// answeredBefore reports whether an interaction that arrives late was answered by an earlier delivery: Discord delivers
// what it sent while a session was interrupted once more, perhaps to another process, and what was answered with an
// error must not be done later. If Discord cannot be asked, the interaction counts as new.
func (r *router) answeredBefore(ctx context.Context, a *discord.Answer, i *handlers.Interaction, received time.Time) bool {
	if i.Written || !deliveredLate(i.ID, received) {
		return false
	}
	ctx, cancel := context.WithTimeout(ctx, r.within.think)
	defer cancel()
	answered, err := a.AnsweredBefore(ctx)
	if err != nil {
		r.log.Warn("could not find out whether a late interaction was answered before", "interaction", i.ID, "err", err)
	}
	return answered
}

// deliveredLate reports whether an interaction or a message arrives so late that another delivery of it may have been
// answered. Discord numbers them by its clock. If the machine's clock is ahead, all look late and cost a call, unless
// it is more than TokenLifetime ahead; if it is slow, those that are late by less are not recognized.
func deliveredLate(id string, received time.Time) bool {
	sent, err := discordgo.SnowflakeTimestamp(id)
	late := received.Sub(sent)
	return err == nil && discord.FirstResponseTimeout <= late && late <= discord.TokenLifetime
}

// recentInteractions detects interactions that Discord delivers twice: if both copies were answered at the same
// time, neither answer would be reliable. The idempotency keys in the database detect acts that were done before,
// perhaps by another process.
type recentInteractions struct {
	mu    sync.Mutex
	since map[string]time.Time // by interaction
	swept time.Time
}

// first reports whether the interaction is delivered for the first time.
func (r *recentInteractions) first(interaction string, now time.Time) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.since == nil {
		r.since = make(map[string]time.Time)
	}
	if now.Sub(r.swept) > time.Minute {
		r.swept = now
		for id, at := range r.since {
			if now.Sub(at) > discord.TokenLifetime {
				delete(r.since, id)
			}
		}
	}
	if _, before := r.since[interaction]; before {
		return false
	}
	r.since[interaction] = now
	return true
}
