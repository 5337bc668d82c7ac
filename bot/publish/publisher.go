// Package publish brings games into the channels where they are played, and keeps there only what is true.
//
// A board reaches a channel in one way, Publisher.publish, whether a person's act has led to it or a job: it takes the
// place of the last board or is a new message, as the server has chosen, and what it shows is recorded. It is not sent
// once the game has moved on. A channel that is gone or closed to the bot sends the game elsewhere: from its thread to
// the channel, from the channel to direct messages.
//
//	publisher := publish.New(publish.Config{Service: service, Client: client, …})
//	answer, board := publisher.Divide(reply, here) // what the interaction can carry, and what needs a message of its own
//	err := publisher.Publish(ctx, *board)
//
// The other exported methods do the jobs that games, tournaments and votes enqueue: each finds out by itself whether it
// is still needed, and does no harm when it runs twice.
package publish

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"xiangqibot/bot/audience"
	"xiangqibot/bot/discord"
	"xiangqibot/bot/game"
	"xiangqibot/bot/member"
	"xiangqibot/bot/tournament"
	"xiangqibot/bot/view"
	"xiangqibot/bot/words"
)

// Config is what a Publisher is made of. All of it is required.
type Config struct {
	Service     *game.Service
	Votes       *game.Votes
	Tournaments *tournament.Service
	Members     *member.Service
	View        *view.View
	Viewers     *audience.Finder
	Phrases     *words.Phrases
	Client      *discord.Client
	Application func() string // the id of the bot's application
	Log         *slog.Logger
	Count       func(event, outcome string) // counts messages that no person's request brought about
}

// Publisher posts and edits what channels show of games. It may be used by many at once.
type Publisher struct {
	service     *game.Service
	votes       *game.Votes
	members     *member.Service
	tournaments *tournament.Service
	view        *view.View
	viewers     *audience.Finder
	phrases     *words.Phrases
	client      *discord.Client // waits for rate limits
	noWait      *discord.Client // for jobs, which must not wait: see jobLimiter
	background  *discord.Client // for jobs that nobody waits for
	application func() string
	log         *slog.Logger
	count       func(event, outcome string)
	posting     *jobLimiter
	retiring    *jobLimiter
	began       time.Time // by the service's clock: what was left undone before is that of another process
}

// New makes a Publisher.
func New(c Config) *Publisher {
	return &Publisher{
		service: c.Service, votes: c.Votes, tournaments: c.Tournaments, members: c.Members,
		view: c.View, viewers: c.Viewers, phrases: c.Phrases,
		client: c.Client, noWait: c.Client.NoWait(), background: c.Client.Background(),
		application: c.Application, log: c.Log, count: c.Count,
		posting: newJobLimiter(), retiring: newJobLimiter(), began: c.Service.Now(),
	}
}

// Here is where a person acts.
type Here struct {
	Channel string
	Pressed string // the message whose button or menu they used, if the answer can still change it
}

// Divide says which part of a reply answers the person who acts here, and which part needs a message of its own in
// the channel of the game; nil for none. Somebody who acts from another channel gets the board for themselves, and so
// does the game's channel. A board that takes the place of the last one can be the answer only if the last one is the
// message pressed.
func (p *Publisher) Divide(reply view.Reply, here Here) (answer, board *view.Reply) {
	if reply.Shows == nil || reply.Private {
		return &reply, nil
	}
	g := reply.Shows.Game
	switch {
	case g.House.Gone:
		alone := reply.ForActor().Aside(true)
		return &alone, nil // the others are told by the announcement
	case g.Channel != here.Channel:
		alone := reply.ForActor().Aside(true)
		return &alone, &reply
	case !edits(reply):
		return &reply, nil
	case here.Pressed == g.Message:
		changed := reply
		changed.Pressed = view.Replaced
		return &changed, nil
	}
	alone := view.Private(reply.ForActor().Text)
	return &alone, &reply
}

// Publish brings a message into the channel of the game that it shows. It waits for rate limits.
func (p *Publisher) Publish(ctx context.Context, reply view.Reply) error {
	_, err := p.publish(ctx, p.client, reply)
	if errors.Is(err, errOutdated) {
		return nil // what came after it has news of its own
	}
	return err
}

// publish reports whether the message is posted. Without an error and not posted, the game has left a channel that
// takes no messages, and is announced where it is played now.
func (p *Publisher) publish(ctx context.Context, client *discord.Client, reply view.Reply) (posted bool, err error) {
	g := reply.Shows.Game
	id, err := p.put(ctx, client, reply)
	if discord.Closed(err) {
		if said, asking := p.byToken(ctx, g, reply); asking == nil && said != "" {
			id, err = said, nil
		}
	}
	if err != nil {
		moved, moving := p.moveOut(ctx, g, err)
		if moved || moving != nil {
			return false, moving
		}
		return false, err
	}
	p.Posted(ctx, g.Channel, id, reply)
	return true, nil
}

// put sends a message to the channel of the game that it shows: in the place of the last board, or as a new message.
// The idempotency key of the new message is that of the announcement in the outbox, should that come in between:
// whichever is first is seen.
func (p *Publisher) put(ctx context.Context, client *discord.Client, reply view.Reply) (id string, err error) {
	g := reply.Shows.Game
	reply.Pressed = view.Kept
	if edits(reply) {
		err := p.edit(ctx, client, g.Channel, g.Message, reply)
		if err == nil || discord.Hopeless(err) == "" {
			return g.Message, err
		}
		p.log.Debug("the last board cannot become the new one", "game", g.ID, "message", g.Message, "err", err)
	}
	return p.post(ctx, client, g.Channel, reply, reply.Shows.Nonce())
}

// edits reports whether a message is a board that takes the place of the last one.
func edits(reply view.Reply) bool {
	s := reply.Shows
	return s.As == view.Board && s.Game.Message != "" && s.Boards == game.EditBoards
}

// Posted records that a channel has seen how a game stands. What the message has replaced is then to be retired.
func (p *Publisher) Posted(ctx context.Context, channel, id string, reply view.Reply) {
	s := reply.Shows
	if s == nil || reply.Private || s.Game.Channel != channel {
		return
	}
	var err error
	posted := game.Posted{Channel: channel, Message: id}
	switch s.As {
	case view.Beginning:
		err = p.service.Begun(ctx, s.Game.ID, id)
	case view.Challenge:
		err = p.service.Asked(ctx, s.Game.ID, s.Game.Revision, posted)
	case view.Board, view.FreshBoard:
		err = p.service.Shown(ctx, s.Game.ID, channel, s.Game.Revision, id)
	case view.News:
		err = p.service.Said(ctx, s.Game.ID, s.Game.Revision, posted)
	}
	if err != nil {
		// The announcement in the outbox will find the channel untold and tell it once more: better twice than never.
		p.log.Warn("could not record that a channel was told", "game", s.Game.ID, "channel", channel, "err", err)
	}
}

// Say posts an answer that an interaction could not carry to the channel instead. Messages with one idempotency key are
// posted once.
func (p *Publisher) Say(ctx context.Context, channel string, reply view.Reply, nonce string) (id string, err error) {
	return p.post(ctx, p.client, channel, reply, nonce)
}

// post puts a message into a channel, as far as the bot may.
func (p *Publisher) post(
	ctx context.Context, client *discord.Client, channel string, reply view.Reply, nonce string,
) (id string, err error) {
	err = p.asFarAsItMay(reply, func(m discord.Message) error {
		id, err = client.Post(ctx, channel, m, nonce)
		return err
	})
	return id, err
}

// edit changes a message of the bot's, as far as it may.
func (p *Publisher) edit(ctx context.Context, client *discord.Client, channel, id string, reply view.Reply) error {
	return p.asFarAsItMay(reply, func(m discord.Message) error { return client.Edit(ctx, channel, id, m) })
}

// asFarAsItMay sends a message whole. Where the bot may not attach files, or not embed anything, the message is written
// out: Discord does not say which permission is missing.
func (p *Publisher) asFarAsItMay(reply view.Reply, send func(discord.Message) error) error {
	err := send(p.message(reply))
	if discord.HasCode(err, discord.CodeMissingPermissions) && (reply.Picture != nil || len(reply.Files) > 0) {
		err = send(p.message(reply.InWords()))
	}
	if discord.HasCode(err, discord.CodeMissingPermissions) && reply.Embed != nil {
		err = send(p.message(reply.Bare()))
	}
	return err
}

// errOutdated means that a message was not sent because the game has moved on: it would be read below the news, with
// controls that no longer work.
var errOutdated = errors.New("publish: the game has moved on")

// message is a reply for a channel. Right before it is sent, the game that it shows is read once more.
func (p *Publisher) message(reply view.Reply) discord.Message {
	m := reply.Message()
	if s := reply.Shows; s != nil {
		m.Check = func(ctx context.Context) error { return p.current(ctx, s.Game) }
	}
	return m
}

// current returns errOutdated where a game is no longer as it is shown.
func (p *Publisher) current(ctx context.Context, shown *game.Game) error {
	g, err := p.service.Game(ctx, shown.ID)
	switch {
	case err != nil:
		return err
	case g.Revision != shown.Revision, g.Channel != shown.Channel:
		return errOutdated
	}
	return nil
}

// News is the message about the latest event of g, for everybody in its channel: in the words of the one who has to act
// on it.
func (p *Publisher) News(ctx context.Context, g *game.Game) (view.Reply, error) {
	viewer, err := p.viewers.Next(ctx, g)
	if err != nil {
		return view.Reply{}, err
	}
	return p.news(g, viewer), nil
}

// news is News for a viewer.
func (p *Publisher) news(g *game.Game, viewer view.Viewer) view.Reply {
	if g.State == game.Active || g.State == game.Finished {
		return p.view.Turn(g, viewer.Shared(g))
	}
	return p.view.Challenge(g, viewer)
}

// moveOut takes a game out of its channel where err says that the channel was deleted, or that the bot may not write
// there any longer. It reports whether it did: the game is announced where it is played now.
func (p *Publisher) moveOut(ctx context.Context, g *game.Game, err error) (bool, error) {
	deleted := discord.HasCode(err, discord.CodeUnknownChannel)
	if !deleted && !discord.Closed(err) || g.House.Gone || g.State != game.Active && g.State != game.Finished {
		return false, nil
	}
	why := game.WhyChannelShut
	if deleted {
		why = game.WhyChannelGone
	}
	return true, p.service.Evicted(ctx, g.ID, g.Channel, why)
}

// failed counts an announcement that failed and will be tried again. To be told to come later is no failure.
func (p *Publisher) failed(event string, err error) {
	if !errors.As(err, new(*discord.RateLimited)) {
		p.count(event, "failed")
	}
}
