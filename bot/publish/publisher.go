// Package publish shows games in the channels where they are played and removes outdated messages and controls.
//
// Every board reaches a channel through Publisher.publish, whether a person's act or a job has caused it: it replaces
// the last board or is a new message, as the server has chosen, and what it shows is recorded. It is not sent once the
// game has moved on. If the channel is gone or the bot may not write there, the game moves: from its thread to the
// channel, from the channel to direct messages.
//
//	publisher := publish.New(publish.Config{Set: services, Client: client, …})
//	answer, board := publisher.Split(reply, origin) // what the interaction can carry, and what needs its own message
//	err := publisher.Publish(ctx, *board)
//
// Publisher and its parts handle the jobs that games, tournaments and votes enqueue, one part for each purpose:
// [Threads], [Reminders], [Retirement], [Displays], [Results], [Tournaments] and [Dailies]. Each job finds out by itself
// whether it is still needed, and is idempotent. [Recovery] finishes what an earlier process left undone, and [Panels]
// keeps private messages up to date.
package publish

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"xiangqibot/bot/audience"
	"xiangqibot/bot/discord"
	"xiangqibot/bot/game"
	"xiangqibot/bot/game/lobby"
	"xiangqibot/bot/services"
	"xiangqibot/bot/view"
	"xiangqibot/bot/words"
)

// Config holds the dependencies of a [Publisher]. All of them but Seated are required.
type Config struct {
	services.Set
	View        *view.View
	Viewers     *audience.Finder
	Phrases     *words.Phrases
	Client      *discord.Client
	Application func() string // the id of the bot's application
	Self        func() string // the id of the bot's user; empty until it has logged in
	Log         *slog.Logger
	Outcome     func(event, outcome string) // counts messages that are not the answer to a request
	// Shared says that other processes do the same work concurrently.
	Shared bool
	// Seated reports whether everybody who plays a game has its page on the web open; nil: there are no pages.
	Seated func(context.Context, *game.Game) bool
}

// Publisher posts games to their channels: the messages that people's acts cause, and the announcements. It and its
// parts are safe for concurrent use.
type Publisher struct {
	*common
	votes   *lobby.Votes
	seated  func(context.Context, *game.Game) bool
	waiting sender // waits for rate limits

	Threads     *Threads
	Reminders   *Reminders
	Retirement  *Retirement
	Displays    *Displays
	Results     *Results
	Tournaments *Tournaments
	Dailies     *Dailies
	Recovery    *Recovery
	Panels      *Panels
}

// New returns a [Publisher].
func New(c Config) *Publisher {
	shared := &common{
		games: c.Games, boards: c.Boards, servers: c.Servers, players: c.Players, view: c.View, viewers: c.Viewers,
		log: c.Log, outcome: c.Outcome, jobs: sender{c.Client.NoWait(), c.Games}, posting: newJobLimiter(),
	}
	displays := &Displays{shared, c.Simuls}
	recovery := &Recovery{
		common: shared, answerings: c.Answerings, phrases: c.Phrases, application: c.Application, shared: c.Shared,
		began: c.Games.Now(),
	}
	return &Publisher{
		common: shared, votes: c.Votes, seated: c.Seated, waiting: sender{c.Client, c.Games},
		Threads:     &Threads{shared, c.Tournaments, recovery, displays},
		Reminders:   &Reminders{shared, c.Members},
		Retirement:  &Retirement{common: shared, self: c.Self, background: c.Client.Background(), limiter: newJobLimiter()},
		Displays:    displays,
		Results:     &Results{shared},
		Tournaments: &Tournaments{shared, c.Tournaments},
		Dailies:     &Dailies{shared, c.DailySchedules},
		Recovery:    recovery,
		Panels:      &Panels{shared, c.Panels, c.Client, c.Application},
	}
}

// Origin is where a person acts.
type Origin struct {
	Channel string
	Pressed string // the message whose button or menu they used, if the answer can still edit it
}

// Split separates a reply into the part that answers the person who acts at origin and the part that needs its own
// message in the channel of the game; nil means none. If the person acts in another channel, both they and the game's
// channel get the board. A board that replaces the last one can be the answer only if the last one is the pressed
// message.
func (p *Publisher) Split(reply view.Reply, origin Origin) (answer, board *view.Reply) {
	if reply.Shows == nil || reply.Private {
		return &reply, nil
	}
	g := reply.Shows.Game
	switch {
	case g.Board.Gone:
		private := reply.ForActor().AsPrivate(true)
		return &private, nil // the others get the announcement
	case g.Channel != origin.Channel:
		private := reply.ForActor().AsPrivate(true)
		return &private, &reply
	case !replacesLastBoard(reply):
		return &reply, nil
	case origin.Pressed == g.Board.Message:
		reply.Pressed = view.Replaced
		return &reply, nil
	}
	receipt := reply.InWords()
	if g.Last.Played() && g.State != game.Finished {
		receipt.Shows = &view.Shows{Game: g, As: view.Receipt}
	}
	return &receipt, &reply
}

// Publish posts a message in the channel of the game that it shows. It waits for rate limits.
func (p *Publisher) Publish(ctx context.Context, reply view.Reply) error {
	posted, err := p.publish(ctx, p.waiting, reply)
	switch {
	case errors.Is(err, ErrOutdated):
		p.recordUnsent(ctx, reply)
		return nil // the later event is announced by itself
	case posted && err != nil:
		p.logUnrecorded(reply, err)
		return nil
	}
	return err
}

// recordUnsent records that a message was not sent because the game has moved on, so that later announcements no longer
// wait for it.
func (p *Publisher) recordUnsent(ctx context.Context, reply view.Reply) {
	g := reply.Shows.Game
	if err := p.boards.AnswerAbandoned(ctx, g.ID, g.Revision); err != nil {
		p.log.Warn("an announcement waits for an answer that will not come",
			"game", g.ID, "revision", g.Revision, "err", err)
	}
}

// publish reports whether the message was posted. If it returns true and an error, the message was posted but not
// recorded. If it returns false and no error, the game has left a channel in which the bot cannot post, and is
// announced where it is played now.
func (p *Publisher) publish(ctx context.Context, by sender, reply view.Reply) (posted bool, err error) {
	g := reply.Shows.Game
	id, err := p.deliver(ctx, by, reply)
	if discord.NotWritable(err) {
		if sent, postErr := p.Recovery.postByToken(ctx, g, reply); postErr == nil && sent != "" {
			id, err = sent, nil
		}
	}
	if err != nil {
		p.HandleUnknownOutcome(ctx, reply, err)
		moved, leaveErr := p.leaveChannel(ctx, g, err)
		if moved || leaveErr != nil {
			return false, leaveErr
		}
		return false, err
	}
	return true, p.record(ctx, g.Channel, id, reply)
}

// deliver sends a message to the channel of the game that it shows: in place of the last board, in place of a challenge
// that was not accepted, or as a new message. A new message has the same idempotency key as the announcement in the
// outbox, so that only the first of the two is shown.
func (p *Publisher) deliver(ctx context.Context, by sender, reply view.Reply) (id string, err error) {
	g := reply.Shows.Game
	reply.Pressed = view.Kept
	if replacesLastBoard(reply) {
		err := by.edit(ctx, g.Channel, g.Board.Message, reply)
		if err == nil || discord.PermanentFailure(err) == "" {
			return g.Board.Message, err
		}
		p.log.Debug("the last board cannot be replaced", "game", g.ID, "message", g.Board.Message, "err", err)
	}
	if asked := g.Board.Question; asked.Message != "" && asked.Channel == g.Channel && unplayed(g) {
		edit := func() error { return by.edit(ctx, asked.Channel, asked.Message, reply) }
		err := reopenIfArchived(ctx, by.client, asked.Channel, edit)
		if err == nil || discord.PermanentFailure(err) == "" {
			return asked.Message, err
		}
		p.log.Debug("the message of a challenge cannot be replaced", "game", g.ID, "message", asked.Message, "err", err)
	}
	return by.post(ctx, g.Channel, reply, reply.Shows.Nonce())
}

// unplayed reports whether a challenge ended without a game. Such news needs no new message.
func unplayed(g *game.Game) bool {
	return g.State == game.Declined || g.State == game.Cancelled || g.State == game.Lapsed
}

// replacesLastBoard reports whether a message is a board that replaces the last one.
func replacesLastBoard(reply view.Reply) bool {
	s := reply.Shows
	return s.As == view.Board && s.Game.InPlace(s.Boards)
}

// recordPause is how long Posted waits, at first, before it tries again while the database is away.
const recordPause = 100 * time.Millisecond

// Posted records that a channel was shown the state of a game. The messages that this one supersedes are then retired.
// While the database is away it tries again, until the announcement in the outbox no longer waits for that: the bot's
// reply would otherwise replace an older board than this one.
func (p *Publisher) Posted(ctx context.Context, channel, id string, reply view.Reply) {
	err := p.record(ctx, channel, id, reply)
	waiting, stop := context.WithTimeout(ctx, game.AnswerTimeout)
	defer stop()
	for pause := recordPause; isAway(err) && waiting.Err() == nil; pause = min(2*pause, time.Second) {
		select {
		case <-waiting.Done():
		case <-time.After(pause):
			err = p.record(ctx, channel, id, reply)
		}
	}
	if err != nil {
		p.logUnrecorded(reply, err)
	}
}

// isAway reports whether the same attempt may succeed soon, because the database could not be reached.
func isAway(err error) bool {
	return errors.Is(err, game.ErrUnavailable) || errors.Is(err, game.ErrOutcomeUnknown)
}

// logUnrecorded logs that the posting of a message could not be recorded. The announcement in the outbox will post it
// again: twice is better than never.
func (p *Publisher) logUnrecorded(reply view.Reply, err error) {
	g := reply.Shows.Game
	p.log.Warn("could not record that a message was posted", "game", g.ID, "channel", g.Channel, "err", err)
}

// record is Posted for callers that can retry.
func (p *Publisher) record(ctx context.Context, channel, id string, reply view.Reply) (err error) {
	s := reply.Shows
	switch {
	case s == nil, s.As == view.Panel, s.As == view.Receipt:
		return nil
	case s.As != view.PrivateNews && (reply.Private || s.Game.Channel != channel):
		return nil
	}
	posted := game.MessageRef{Channel: channel, Message: id}
	switch s.As {
	case view.Beginning:
		err = p.boards.StartPosted(ctx, s.Game.ID, id)
	case view.Asking:
		err = p.boards.QuestionPosted(ctx, s.Game.ID, s.Game.Revision, posted)
	case view.Board, view.FreshBoard:
		err = p.boards.BoardPosted(ctx, s.Game.ID, channel, s.Game.Revision, id)
	case view.PrivateNews:
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

// HandleUnknownOutcome handles the failure to send a message about a game. If the message may have been posted anyway,
// a job searches the channel for its board, because the game may have moved on by the time of a retry.
func (p *Publisher) HandleUnknownOutcome(ctx context.Context, reply view.Reply, sendErr error) {
	if reply.Shows == nil || !discord.OutcomeUnknown(sendErr) {
		return
	}
	g := reply.Shows.Game
	if err := p.boards.PostOutcomeUnknown(context.WithoutCancel(ctx), g.ID); err != nil {
		p.log.Warn("a board may keep its controls: the search for it could not be enqueued",
			"game", g.ID, "channel", g.Channel, "err", err)
	}
}

// Say posts in the channel an answer that the interaction could not carry, or that would reply to a private message
// there. Messages with the same nonce are posted once. The error is [ErrOutdated] if the game that it shows has moved
// on.
func (p *Publisher) Say(ctx context.Context, channel string, reply view.Reply, nonce string) (id string, err error) {
	id, err = p.waiting.post(ctx, channel, reply, nonce)
	p.HandleUnknownOutcome(ctx, reply, err)
	if errors.Is(err, ErrOutdated) {
		p.recordUnsent(ctx, reply)
	}
	return id, err
}
