package bot

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/game"
	"xiangqibot/bot/handlers"
	"xiangqibot/bot/publish"
	"xiangqibot/bot/view"
	"xiangqibot/bot/view/gameview"
	"xiangqibot/bot/words"
	"xiangqibot/engine/notation"
)

// Messages says which messages the bot reads moves in.
type Messages string

// The values of [Messages]. The empty one is ReadMentions.
const (
	// ReadDirect reads direct messages alone, and spares a bot in many servers all that is written there.
	ReadDirect Messages = "direct"
	// ReadMentions also reads messages in servers that mention the bot or reply to its boards.
	ReadMentions Messages = "mentions"
	// ReadAll also reads moves that players write in the threads of their games. The owner of the application has to
	// enable the intent for the content of messages at Discord: otherwise Run fails with a
	// [discord.GatewayClosedError].
	ReadAll Messages = "all"
)

// intents returns the events that the gateway is asked for.
func (m Messages) intents() discordgo.Intent {
	intents := discordgo.IntentGuilds | discordgo.IntentDirectMessages
	switch m {
	case ReadDirect:
		return intents
	case ReadAll:
		return intents | discordgo.IntentGuildMessages | discordgo.IntentMessageContent
	case ReadMentions:
	}
	return intents | discordgo.IntentGuildMessages
}

// listener reads moves and a few words such as "resign" in messages. It turns a message into a request, which the
// router handles like a command; only the answer differs: it is a message.
//
// In direct messages, and where the bot is mentioned, text that is not understood gets one line of help. In a
// channel everything else is ignored. With the message content intent, a player may write a bare move in the thread
// of their game; other text there is ignored.
type listener struct {
	router *router
	// readsBareMoves means that the bot reads moves in threads without being mentioned.
	readsBareMoves bool
	// channels process the messages of one channel in order: a reply is often typed before the previous move has
	// been played.
	channels queues
}

// accepted is the emoji that acknowledges a message whose result is shown in another message.
const accepted = "✅"

// receive takes the data of MESSAGE_CREATE and returns at once.
func (l *listener) receive(ctx context.Context, data json.RawMessage) {
	self := l.router.host.SelfID()
	m, err := handlers.ReadMessage(data, self)
	switch {
	case err != nil:
		l.router.log.Error("cannot decode a message", "err", err)
		return
	case m == nil, m.Author.ID == self:
		return
	case !m.Addressed && (!l.readsBareMoves || !isBareMove(m.Text)):
		return
	case !l.router.recent.first(m.ID, time.Now()):
		l.router.log.Info("message delivered again", "message", m.ID)
		l.router.metrics.repeated.Inc()
		return
	}
	answered := l.router.underway.begin(anyRequest)
	received := time.Now()
	wait, done := l.channels.join(m.ChannelID)
	l.router.running.Go(func() {
		defer answered()
		defer l.router.recoverPanic(m.ID, "reading a message")
		defer done()
		wait(ctx)
		l.respond(ctx, m, received, done)
	})
}

// isBareMove reports whether a text is a move and nothing else; a question is not.
func isBareMove(text string) bool {
	return !strings.ContainsAny(text, "?？") && notation.MayBeMove(text)
}

// respond carries out a message, calls carriedOut and answers it: the answer may take long if Discord cannot be
// reached, and the next message need not wait for it.
func (l *listener) respond(ctx context.Context, m *handlers.Message, received time.Time, carriedOut func()) {
	working, cancel := context.WithTimeout(ctx, handlers.HandlerTimeout)
	defer cancel()
	command, handled := l.commandName(m)
	if !handled || !m.Addressed && !l.isMoveInThread(working, m) {
		return
	}
	const name = "message"
	if deliveredLate(m.ID, received) && l.repliedBefore(working, m) {
		l.router.log.Info("message delivered again, and answered before", "message", m.ID)
		l.router.metrics.repeated.Inc()
		return
	}
	over := l.router.exceeds(m.GuildID, game.Person(m.Author.ID))
	if over != nil && !over.first { // answering each would flood the channel
		l.router.metrics.requests.WithLabelValues(name, string(refused)).Inc()
		return
	}
	q, handle := l.resolve(working, m, command)
	if over != nil {
		handle = over.refuse
	}
	reply, outcome := l.router.work(working, q, name, handle)
	carriedOut()
	delivering, stop := context.WithTimeout(ctx, discord.TokenLifetime)
	defer stop()
	err := l.say(delivering, m, reply, outcome)
	l.router.report(ctx, name, reply, outcome, received, err, "request", name, "message", m.ID, "guild", m.GuildID, "channel", m.ChannelID)
}

// repliedBefore reports whether an earlier delivery of a message was answered by a reply, as refusals are. What was
// carried out is not done again. If that cannot be found out, the message counts as new.
func (l *listener) repliedBefore(ctx context.Context, m *handlers.Message) bool {
	replied, err := l.router.client.Replied(ctx, m.ChannelID, m.ID, l.router.host.SelfID())
	if err != nil {
		l.router.log.Warn("could not find out whether a late message was answered before", "message", m.ID, "err", err)
	}
	return replied
}

// commandName returns the command that the text of a message means, without any call or query; empty if the text is
// not understood. If handled is false, the message is ignored.
func (l *listener) commandName(m *handlers.Message) (name string, handled bool) {
	switch {
	case !m.Addressed:
		return "move", true
	case m.TooLong():
		return "", m.Called
	}
	name = gameview.TypedCommand(l.router.host.Phrases, m.Text)
	if name == "" && notation.MayBeMove(m.Text) {
		name = "move"
	}
	return name, name != "" || m.Called
}

// resolve returns the request that a message means, and its handler.
func (l *listener) resolve(ctx context.Context, m *handlers.Message, name string) (*handlers.Request, handlers.Handler) {
	options, locale := make(map[string]any), l.localeOf(ctx, m)
	switch {
	case name == "":
		return m.AsCommand("help", locale, options), l.howToType(m)
	case name == "help":
		return m.AsCommand(name, locale, options), l.router.commands[name].Handle
	case m.AboutOther:
		return m.AsCommand(name, locale, options), func(_ context.Context, r *handlers.Request) (view.Reply, error) {
			return view.Private(r.Viewer.Say("typed.elsewhere")), nil
		}
	}
	if name == "move" {
		options["move"] = m.Text
	}
	if m.About != 0 {
		options["game"] = float64(m.About)
	}
	return m.AsCommand(name, locale, options), l.hidePrivate(m, l.router.commands[name].Handle)
}

// isMoveInThread reports whether a bare move is for the bot: its author is to move in the thread's game, and not by a
// vote. Text that does not look like a move counts if it could be one of several legal moves; otherwise it is more
// likely to be talk.
func (l *listener) isMoveInThread(ctx context.Context, m *handlers.Message) bool {
	person := game.Person(m.Author.ID)
	g, err := l.router.host.Finder.FindTurn(ctx, game.Act{Actor: person, Guild: m.GuildID, Channel: m.ChannelID}, 0)
	if err != nil || g.Channel != m.ChannelID || g.Home == "" || !g.IsTurnOf(person) || game.VoteOpen(g) {
		return false
	}
	if notation.LooksLikeMove(m.Text) {
		return true
	}
	p := g.Position()
	_, err = notation.Dialect{}.Parse(&p, m.Text)
	return errors.As(err, new(*notation.AmbiguousError))
}

// hidePrivate keeps challenges of the author, and their games in other servers and direct messages, out of a refusal
// in a channel, where everybody could read it.
func (l *listener) hidePrivate(m *handlers.Message, handle handlers.Handler) handlers.Handler {
	if m.Direct() {
		return handle
	}
	return func(ctx context.Context, r *handlers.Request) (view.Reply, error) {
		reply, err := handle(ctx, r)
		if refused := (*game.Refusal)(nil); errors.As(err, &refused) {
			all := len(refused.Games)
			refused.Games = slices.DeleteFunc(slices.Clone(refused.Games), func(g *game.Game) bool {
				return g.State != game.Active || g.Guild != m.GuildID
			})
			refused.Hidden = len(refused.Games) < all
		}
		return reply, err
	}
}

// howToType answers text that was not understood, using the game in which it may have been meant as a move.
func (l *listener) howToType(m *handlers.Message) handlers.Handler {
	return func(ctx context.Context, r *handlers.Request) (view.Reply, error) {
		g, err := l.router.host.Finder.FindTurn(ctx, r.Act(), m.About)
		if errors.As(err, new(*game.Refusal)) {
			g, err = nil, nil
		}
		return gameview.HowToType(g, m.Text, r.Viewer), err
	}
}

// localeOf returns the probable locale of a message's author: that of their latest open game, or the language of the
// text.
func (l *listener) localeOf(ctx context.Context, m *handlers.Message) string {
	person := game.Person(m.Author.ID)
	if games, err := l.router.host.Finder.Games(ctx, person); err == nil {
		for _, g := range games {
			if locale := g.Players[person].Locale; locale != "" {
				return locale
			}
		}
	}
	for _, r := range m.Text {
		switch {
		case strings.ContainsRune("馬車將帥進後輸認說幫請嗎", r):
			return string(words.Traditional)
		case strings.ContainsRune("ăâđêôơưĂÂĐÊÔƠƯ", r), 'Ạ' <= r && r <= 'ỹ':
			return string(words.Vietnamese)
		case unicode.Is(unicode.Han, r):
			return string(words.Simplified)
		}
	}
	return ""
}

// say answers a message. The board of a game is posted to its channel like every board. Text is a reply to the
// message; if the result is shown in another message, an emoji acknowledges it.
func (l *listener) say(ctx context.Context, m *handlers.Message, reply view.Reply, result outcome) error {
	if reply.Silent() {
		return nil
	}
	var errs []error
	for n, part := range append([]view.Reply{reply}, reply.FollowUps...) {
		answer, board := l.router.delivery.publisher.Split(part, publish.Origin{Channel: m.ChannelID})
		switch {
		case answer != nil && answer.Shows != nil && !answer.Private:
			errs = append(errs, l.router.delivery.publisher.Publish(ctx, *answer))
			continue
		case board != nil:
			errs = append(errs, l.router.delivery.publisher.Publish(ctx, *board))
		}
		if part.Shows != nil && part.Shows.As == view.PrivateNews {
			l.router.delivery.publisher.Posted(ctx, m.ChannelID, "", part)
		}
		if answer == nil {
			continue
		}
		shown := result == done && part.Shows != nil // the board of the game shows the result
		own := m.Direct() && part.Shows != nil && part.Shows.Game.Channel != m.ChannelID
		if shown && !own {
			errs = append(errs, l.accept(ctx, m, *answer, n))
			continue
		}
		errs = append(errs, l.post(ctx, m, *answer, n))
	}
	return errors.Join(errs...)
}

// accept acknowledges a message with an emoji, or with words if the bot may not react.
func (l *listener) accept(ctx context.Context, m *handlers.Message, reply view.Reply, n int) error {
	err := l.router.client.React(ctx, m.ChannelID, m.ID, accepted)
	if err == nil || discord.HasCode(err, discord.CodeUnknownMessage, discord.CodeUnknownChannel) {
		return nil
	}
	if discord.PermanentFailure(err) == "" {
		return err
	}
	return l.post(ctx, m, view.Reply{Text: reply.Text}, n)
}

// post replies to a message.
func (l *listener) post(ctx context.Context, m *handlers.Message, part view.Reply, n int) error {
	part.ReplyTo, part.Shows, part.Private, part.Pressed = m.ID, nil, false, view.Kept
	part.Ping, part.PingRole = nil, "" // readers of the channel did not ask for it
	_, err := l.router.delivery.publisher.Say(ctx, m.ChannelID, part, fmt.Sprintf("message %s, part %d", m.ID, n))
	return err
}

// queues keep the work of goroutines in order: within a named queue each waits for the one before it.
type queues struct {
	mu   sync.Mutex
	last map[string]chan struct{} // by name: closed when the last one of the queue is done
}

// join takes a place at the end of a queue. The caller waits until those before it are done or ctx ends, works, and
// calls done, once or more often, whatever the result.
func (q *queues) join(name string) (wait func(ctx context.Context), done func()) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.last == nil {
		q.last = map[string]chan struct{}{}
	}
	before, current := q.last[name], make(chan struct{})
	q.last[name] = current
	wait = func(ctx context.Context) {
		if before == nil {
			return
		}
		select {
		case <-before:
		case <-ctx.Done():
		}
	}
	return wait, sync.OnceFunc(func() {
		q.mu.Lock()
		defer q.mu.Unlock()
		if q.last[name] == current { // nobody waits for it, and nobody will
			delete(q.last, name)
		}
		close(current)
	})
}
