// Package publish shows games in the channels where they are played, and takes down what is no longer true.
//
// A board reaches a channel in one way only, Publisher.publish, whether a person's act or a job has led to it: it takes
// the place of the last board or is a new message, as the server has chosen, and what it shows is recorded. It is not
// sent once the game has moved on. If the channel is gone or closed to the bot, the game moves: from its thread to the
// channel, from the channel to direct messages.
//
//	publisher := publish.New(publish.Config{Service: service, Client: client, …})
//	answer, board := publisher.Divide(reply, here) // what the interaction can carry, and what needs a message of its own
//	err := publisher.Publish(ctx, *board)
//
// The jobs that games, tournaments and votes enqueue are done by Publisher and by its parts, one for each purpose:
// Threads, Reminders, Retirement, Votes, Displays, Tournaments. Each job finds out by itself whether it is still
// needed, and does no harm when it runs twice. Unanswered finishes what a process before this one left behind.
package publish

import (
	"context"
	"errors"
	"log/slog"

	"xiangqibot/bot/audience"
	"xiangqibot/bot/discord"
	"xiangqibot/bot/game"
	"xiangqibot/bot/member"
	"xiangqibot/bot/solving"
	"xiangqibot/bot/tournament"
	"xiangqibot/bot/view"
	"xiangqibot/bot/words"
)

// Config is what a Publisher is made of. All of it is required.
type Config struct {
	Service     *game.Service
	Boards      *game.Boards
	Servers     *game.Servers
	Answerings  *game.Answerings
	Panels      game.PanelStore
	Votes       *game.Votes
	Simuls      *game.Simuls
	Tournaments *tournament.Service
	Posts       *solving.Schedules
	Members     *member.Service
	Players     Rivals
	View        *view.View
	Viewers     *audience.Finder
	Phrases     *words.Phrases
	Client      *discord.Client
	Application func() string // the id of the bot's application
	Self        func() string // the id of the bot's user; empty until it has logged in
	Log         *slog.Logger
	Count       func(event, outcome string) // counts messages that no person's request brought about
	// Shared says that other processes do the same at the same time.
	Shared bool
}

// Publisher brings games to their channels: the messages that people's acts lead to, and the announcements. It may be
// used by many at once, as may its parts.
type Publisher struct {
	*common
	waiting sender // waits for rate limits
	direct  direct

	Threads     *Threads
	Reminders   *Reminders
	Retirement  *Retirement
	Votes       *Votes
	Displays    *Displays
	Tournaments *Tournaments
	Dailies     *Dailies
	Unanswered  *Unanswered
	Panels      *Panels
}

// New makes a Publisher.
func New(c Config) *Publisher {
	shared := &common{
		games: c.Service, boards: c.Boards, view: c.View, viewers: c.Viewers, players: c.Players, log: c.Log, count: c.Count,
		jobs: sender{c.Client.NoWait(), c.Service}, posting: newJobLimiter(),
	}
	displays := &Displays{shared, c.Simuls, c.Phrases}
	unanswered := &Unanswered{
		common: shared, answerings: c.Answerings, application: c.Application, phrases: c.Phrases, shared: c.Shared, began: c.Service.Now(),
	}
	return &Publisher{
		common: shared, waiting: sender{c.Client, c.Service}, direct: direct{shared},
		Threads:   &Threads{shared, unanswered, c.Tournaments, displays},
		Reminders: &Reminders{shared, c.Members},
		Retirement: &Retirement{
			common: shared, servers: c.Servers, self: c.Self, background: c.Client.Background(), retiring: newJobLimiter(),
		},
		Votes:       &Votes{shared, c.Votes},
		Displays:    displays,
		Tournaments: &Tournaments{shared, c.Tournaments},
		Dailies:     &Dailies{shared, c.Posts, c.Servers},
		Unanswered:  unanswered,
		Panels:      &Panels{shared, c.Panels, c.Client, c.Application},
	}
}

// News is the message about the latest event of g, for everybody in its channel: in the words of the one who has to act
// on it.
func (p *Publisher) News(ctx context.Context, g *game.Game) (view.Reply, error) {
	return p.news(ctx, g)
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
	case g.Board.Gone:
		alone := reply.ForActor().Aside(true)
		return &alone, nil // the others are told by the announcement
	case g.Channel != here.Channel:
		alone := reply.ForActor().Aside(true)
		return &alone, &reply
	case !edits(reply):
		return &reply, nil
	case here.Pressed == g.Board.Message:
		changed := reply
		changed.Pressed = view.Replaced
		return &changed, nil
	}
	alone := view.Private(reply.TextForActor())
	if g.Last.Played() {
		alone.Shows = &view.Shows{Game: g, As: view.Receipt}
	}
	return &alone, &reply
}

// Publish brings a message into the channel of the game that it shows. It waits for rate limits.
func (p *Publisher) Publish(ctx context.Context, reply view.Reply) error {
	posted, err := p.publish(ctx, p.waiting, reply)
	switch {
	case errors.Is(err, errOutdated):
		p.givenUp(ctx, reply)
		return nil // what came after it has news of its own
	case posted && err != nil:
		p.unrecorded(reply, err)
		return nil
	}
	return err
}

// givenUp records that a message was not sent because the game has moved on: what came after it waits for it no longer.
func (p *Publisher) givenUp(ctx context.Context, reply view.Reply) {
	g := reply.Shows.Game
	if err := p.boards.AnswerGivenUp(ctx, g.ID, g.Revision); err != nil {
		p.log.Warn("the news waits for an answer that does not come", "game", g.ID, "revision", g.Revision, "err", err)
	}
}

// publish reports whether the message is posted; with an error, posted and not recorded. Without an error and not
// posted, the game has left a channel that takes no messages, and is announced where it is played now.
func (p *Publisher) publish(ctx context.Context, by sender, reply view.Reply) (posted bool, err error) {
	g := reply.Shows.Game
	id, err := p.put(ctx, by, reply)
	if discord.NotWritable(err) {
		if said, asking := p.Unanswered.byToken(ctx, g, reply); asking == nil && said != "" {
			id, err = said, nil
		}
	}
	if err != nil {
		p.Unheard(ctx, reply, err)
		moved, moving := p.moveOut(ctx, g, err)
		if moved || moving != nil {
			return false, moving
		}
		return false, err
	}
	return true, p.record(ctx, g.Channel, id, reply)
}

// put sends a message to the channel of the game that it shows: in the place of the last board, in that of the challenge
// that came to nothing, or as a new message.
// The idempotency key of the new message is that of the announcement in the outbox, should that come in between:
// whichever is first is seen.
func (p *Publisher) put(ctx context.Context, by sender, reply view.Reply) (id string, err error) {
	g := reply.Shows.Game
	reply.Pressed = view.Kept
	if edits(reply) {
		err := by.edit(ctx, g.Channel, g.Board.Message, reply)
		if err == nil || discord.PermanentFailure(err) == "" {
			return g.Board.Message, err
		}
		p.log.Debug("the last board cannot become the new one", "game", g.ID, "message", g.Board.Message, "err", err)
	}
	if asked := g.Board.Asked; asked.Message != "" && asked.Channel == g.Channel && unplayed(g) {
		err := by.editAnywhere(ctx, asked.Channel, asked.Message, reply)
		if err == nil || discord.PermanentFailure(err) == "" {
			return asked.Message, err
		}
		p.log.Debug("a challenge cannot tell what became of it", "game", g.ID, "message", asked.Message, "err", err)
	}
	return by.post(ctx, g.Channel, reply, reply.Shows.Nonce())
}

// unplayed reports whether a challenge has come to nothing, which concerns nobody who does not look at it.
func unplayed(g *game.Game) bool {
	return g.State == game.Declined || g.State == game.Cancelled || g.State == game.Lapsed
}

// edits reports whether a message is a board that takes the place of the last one.
func edits(reply view.Reply) bool {
	s := reply.Shows
	return s.As == view.Board && s.Game.InPlace(s.Boards)
}

// Posted records that a channel has seen how a game stands. What the message has replaced is then to be retired.
func (p *Publisher) Posted(ctx context.Context, channel, id string, reply view.Reply) {
	if err := p.record(ctx, channel, id, reply); err != nil {
		p.unrecorded(reply, err)
	}
}

// unrecorded tells of a message whose posting was not recorded. The announcement in the outbox will find the channel
// untold and tell it once more: better twice than never.
func (p *Publisher) unrecorded(reply view.Reply, err error) {
	g := reply.Shows.Game
	p.log.Warn("could not record that a channel was told", "game", g.ID, "channel", g.Channel, "err", err)
}

// record is Posted for whoever can try again.
func (p *Publisher) record(ctx context.Context, channel, id string, reply view.Reply) (err error) {
	s := reply.Shows
	switch {
	case s == nil, s.As == view.Panel, s.As == view.Receipt:
		return nil
	case s.As != view.Told && (reply.Private || s.Game.Channel != channel):
		return nil
	}
	posted := game.Posted{Channel: channel, Message: id}
	switch s.As {
	case view.Beginning:
		err = p.boards.BeginningPosted(ctx, s.Game.ID, id)
	case view.Asking:
		err = p.boards.QuestionPosted(ctx, s.Game.ID, s.Game.Revision, posted)
	case view.Board, view.FreshBoard:
		err = p.boards.BoardPosted(ctx, s.Game.ID, channel, s.Game.Revision, id)
	case view.Told:
		err = p.boards.BoardPosted(ctx, s.Game.ID, s.Game.Channel, s.Game.Revision, "")
	case view.News:
		err = p.boards.NewsPosted(ctx, s.Game.ID, s.Game.Revision, posted)
	case view.Panel, view.Receipt:
	}
	if s.As == view.Board || s.As == view.FreshBoard {
		p.Panels.show(ctx, s.Game)
	}
	return err
}

// Unheard looks after a message about a game that was not sent, for all that is known. If it may stand in the channel
// nevertheless, its board is looked for: by the time of another try the game may have moved on.
func (p *Publisher) Unheard(ctx context.Context, reply view.Reply, failed error) {
	if reply.Shows == nil || !discord.OutcomeUnknown(failed) {
		return
	}
	g := reply.Shows.Game
	if err := p.boards.PostUnheard(context.WithoutCancel(ctx), g.ID); err != nil {
		p.log.Warn("a board may keep its controls: it cannot be looked for", "game", g.ID, "channel", g.Channel, "err", err)
	}
}

// Say posts an answer that an interaction could not carry to the channel instead. Messages with one idempotency key are
// posted once.
func (p *Publisher) Say(ctx context.Context, channel string, reply view.Reply, nonce string) (id string, err error) {
	id, err = p.waiting.post(ctx, channel, reply, nonce)
	p.Unheard(ctx, reply, err)
	if errors.Is(err, errOutdated) {
		p.givenUp(ctx, reply)
	}
	return id, err
}
