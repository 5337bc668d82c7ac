package publish

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/game"
	"xiangqibot/bot/view"
	"xiangqibot/bot/words"
)

// Recovery finishes what a killed process left undone: people who still wait for an answer, and answers that were sent
// but not recorded. It also posts by a person's interaction where the bot lacks the permission to post.
type Recovery struct {
	*common
	answerings  game.AnsweringStore
	phrases     *words.Phrases
	application func() string
	shared      bool // other processes do the same work concurrently
	answering   sync.Mutex
	// began is when this process started, by the service's clock. If it is alone, acts left unfinished before are an
	// earlier one's.
	began time.Time
}

// abandoned reports whether the process that was to send an answer is gone.
func (r *Recovery) abandoned(a game.Answering) bool {
	return a.Orphan || !r.shared && a.At.Before(r.began)
}

// resume continues the answer to an interaction. A request that came as a message has no token: ErrExpired.
func (r *Recovery) resume(ctx context.Context, a game.Answering) (*discord.Answer, discord.Original, error) {
	if a.Token == "" {
		return nil, discord.Original{}, discord.ErrExpired
	}
	i := discordgo.Interaction{ID: a.Interaction, AppID: r.application(), Token: string(a.Token), ChannelID: a.Channel}
	return r.jobs.client.Resume(ctx, i, time.Now().Add(-r.games.Now().Sub(a.At)))
}

// abandonedAnswerings lists the interactions about a game that an earlier process may have left unanswered: their
// outcome was not announced.
func (r *Recovery) abandonedAnswerings(ctx context.Context, g *game.Game) ([]game.Answering, error) {
	all, err := r.answerings.Answerings(ctx, g.ID, g.Board.Announced)
	return slices.DeleteFunc(all, func(a game.Answering) bool { return !r.abandoned(a) }), err
}

// reuseMessage checks whether the message about a game was already posted, or can replace a deferred message. It
// returns the message's id, empty if the message is still to be posted.
func (r *Recovery) reuseMessage(ctx context.Context, g *game.Game, reply view.Reply) (id string, err error) {
	left, err := r.abandonedAnswerings(ctx, g)
	for _, a := range left {
		answer, original, err := r.resume(ctx, a)
		if err != nil {
			r.log.Debug("an answer cannot be resumed", "game", g.ID, "interaction", a.Interaction, "err", err)
			continue
		}
		usable := id == "" && a.Channel == g.Channel
		switch {
		case usable && !original.Private && original.Shows(reply.Message()):
			id = original.ID
		case usable && original.Deferred && !original.Private:
			if sent, err := answer.Send(ctx, r.jobs.message(reply), true); err == nil {
				id = sent
			}
		case original.Deferred:
			if _, err := answer.Send(ctx, forOnePerson(reply, g).Message(), false); err != nil {
				r.log.Debug("a waiting person cannot be answered",
					"game", g.ID, "interaction", a.Interaction, "err", err)
			}
		}
	}
	return id, err
}

// recordBoards records the boards that an earlier process sent with its answers but did not record before it ended, if
// the game has moved on since: the next board is to replace them. It returns the latest revision whose answer no
// running process will send; 0: none.
func (r *Recovery) recordBoards(ctx context.Context, id game.ID) (lost int, err error) {
	if !r.shared && r.games.Now().Sub(r.began) >= game.TokenLifetime {
		return 0, nil // the interactions of an earlier process have expired
	}
	g, err := r.games.Game(ctx, id)
	if errors.Is(err, game.NoSuchGame) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	left, err := r.abandonedAnswerings(ctx, g)
	for _, a := range slices.Backward(left) { // in chronological order
		lost = max(lost, a.Revision)
		if a.Channel != g.Channel || a.Revision >= g.Revision {
			continue // reuseMessage handles the latest revision
		}
		_, original, err := r.resume(ctx, a)
		if err != nil || original.Deferred || original.Private || !original.HasControls() {
			continue
		}
		if err := r.boards.BoardPosted(ctx, g.ID, a.Channel, a.Revision, original.ID); err != nil {
			return lost, err
		}
	}
	return lost, err
}

// postByToken posts a message about a game in a channel where the bot may not write, as a further answer to somebody
// who acted there a moment ago: that needs no permission. It returns the message's id, empty if there is no such
// interaction.
func (r *Recovery) postByToken(ctx context.Context, g *game.Game, reply view.Reply) (id string, err error) {
	all, err := r.answerings.Answerings(ctx, g.ID, -1)
	for _, a := range all {
		if a.Channel != g.Channel {
			continue
		}
		answer, original, err := r.resume(ctx, a)
		if err != nil || original.Deferred || original.Channel != g.Channel { // they asked for the game in another channel
			continue
		}
		return answer.Send(ctx, r.jobs.message(reply), true)
	}
	return "", err
}

// TakeOver handles a TakeOver job. It answers, one after the other, the people who were waiting for an earlier process
// and who are still waiting. People who already have an answer cost no request to Discord, unless they acted in the
// last seconds of that process. The announcements in the outbox show what their acts led to; people whose act changed
// no game are asked to try again. A failed answer is logged and not returned, since it may be impossible; where the
// database cannot be read, the job has to be tried again.
func (r *Recovery) TakeOver(ctx context.Context, _ game.TakeOver) error {
	r.answering.Lock()
	defer r.answering.Unlock()
	all, err := r.answerings.Answerings(ctx, 0, -1)
	if err != nil {
		return err
	}
	for _, a := range all {
		if !a.Owed || !r.abandoned(a) {
			continue
		}
		err := r.answerOne(ctx, a)
		if errors.Is(err, game.ErrUnreadable) {
			return err // nor can the others be read: the job is tried again
		}
		if err != nil && !errors.Is(err, discord.ErrExpired) {
			r.log.Warn("a deferred interaction could not be answered", "interaction", a.Interaction, "game", a.Game, "err", err)
		}
	}
	return nil
}

func (r *Recovery) answerOne(ctx context.Context, a game.Answering) error {
	reply := view.Private(r.phrases.For(a.Locale).Say("error.interrupted"))
	if a.Game != 0 {
		g, err := r.games.Game(ctx, a.Game)
		if err != nil || g.Board.Announced < a.Revision {
			return err // it is yet to be announced
		}
		news, err := r.News(ctx, g)
		if err != nil {
			return err
		}
		reply = forOnePerson(news, g)
	}
	answer, original, err := r.resume(ctx, a)
	if err != nil || !original.Deferred {
		return err
	}
	_, err = answer.Send(ctx, reply.Message(), false)
	return err
}

// forOnePerson returns a message about g for one person, of whom only the token is known. Both players are named in it
// instead of mentioned, so that neither is notified.
func forOnePerson(reply view.Reply, g *game.Game) view.Reply {
	reply = reply.ForActor().AsPrivate(true)
	for _, seat := range g.Seats {
		reply = reply.WithoutSelfMention(seat.Person, g.Name(seat.Person))
	}
	return reply
}
