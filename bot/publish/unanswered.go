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

// Unanswered finishes what a killed process left behind: people who were told to wait, and answers that arrived
// without being recorded. It also posts by a person's interaction where a channel refuses the bot.
type Unanswered struct {
	*common
	answerings  *game.Answerings
	application func() string
	phrases     *words.Phrases
	shared      bool // by processes that work at the same time
	answering   sync.Mutex
	began       time.Time // by the service's clock: where this process is alone, what was left undone before is another one's
}

// abandoned reports whether the process that was to give an answer is gone.
func (u *Unanswered) abandoned(a game.Answering) bool {
	return a.Orphan || !u.shared && a.At.Before(u.began)
}

// resume continues the answer to an interaction. What came by a message is not answered by token: ErrLost.
func (u *Unanswered) resume(ctx context.Context, a game.Answering) (*discord.Answer, discord.Original, error) {
	if a.Token == "" {
		return nil, discord.Original{}, discord.ErrExpired
	}
	i := discordgo.Interaction{ID: a.Interaction, AppID: u.application(), Token: string(a.Token), ChannelID: a.Channel}
	return u.jobs.client.Resume(ctx, i, time.Now().Add(-u.games.Now().Sub(a.At)))
}

// left lists the interactions about a game that an earlier process may have left unanswered: the channel has not seen
// what they led to.
func (u *Unanswered) left(ctx context.Context, g *game.Game) ([]game.Answering, error) {
	all, err := u.answerings.After(ctx, g.ID, g.Board.Announced)
	return slices.DeleteFunc(all, func(a game.Answering) bool { return !u.abandoned(a) }), err
}

// takeUp looks whether the message about a game was posted already, or can replace one that tells a person to wait. It
// returns the message's id, empty if the message is still to be posted.
func (u *Unanswered) takeUp(ctx context.Context, g *game.Game, reply view.Reply) (id string, err error) {
	left, err := u.left(ctx, g)
	for _, a := range left {
		answer, original, err := u.resume(ctx, a)
		if err != nil {
			u.log.Debug("an answer cannot be taken up", "game", g.ID, "interaction", a.Interaction, "err", err)
			continue
		}
		here := id == "" && a.Channel == g.Channel
		switch {
		case here && !original.Private && original.Shows(reply.Message()):
			id = original.ID
		case here && original.Deferred && !original.Private:
			if said, err := answer.Send(ctx, u.jobs.message(reply), true); err == nil {
				id = said
			}
		case original.Deferred:
			if _, err := answer.Send(ctx, aside(reply, g).Message(), false); err != nil {
				u.log.Debug("a person goes on waiting", "game", g.ID, "interaction", a.Interaction, "err", err)
			}
		}
	}
	return id, err
}

// adopt records the boards that came with answers of an earlier process, which ended before it could note them, where
// the game has gone on since: what comes next is to take their place. It returns the latest revision whose answer no
// living process gives; 0: none.
func (u *Unanswered) adopt(ctx context.Context, id game.ID) (lost int, err error) {
	if !u.shared && u.games.Now().Sub(u.began) >= game.AnswerLife {
		return 0, nil // nothing of an earlier process can be looked at
	}
	g, err := u.games.Game(ctx, id)
	if errors.Is(err, &game.Refusal{Code: game.NoSuchGame}) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	left, err := u.left(ctx, g)
	for _, a := range slices.Backward(left) { // the latest last, as they came
		lost = max(lost, a.Revision)
		if a.Channel != g.Channel || a.Revision >= g.Revision {
			continue // takeUp sees to what is still the news
		}
		_, original, err := u.resume(ctx, a)
		if err != nil || original.Deferred || original.Private || !original.HasControls() {
			continue
		}
		if err := u.boards.BoardPosted(ctx, g.ID, a.Channel, a.Revision, original.ID); err != nil {
			return lost, err
		}
	}
	return lost, err
}

// byToken shows a message about a game in a channel that refuses the bot, as one more answer to somebody who acted
// there a moment ago: that needs no permission. It returns the message's id, empty where there is no such interaction.
func (u *Unanswered) byToken(ctx context.Context, g *game.Game, reply view.Reply) (id string, err error) {
	all, err := u.answerings.Open(ctx, g.ID)
	for _, a := range all {
		if a.Channel != g.Channel {
			continue
		}
		answer, original, err := u.resume(ctx, a)
		if err != nil || original.Deferred {
			continue
		}
		return answer.Send(ctx, u.jobs.message(reply), true)
	}
	return "", err
}

// TakeOver does a TakeOver job.
func (u *Unanswered) TakeOver(ctx context.Context, _ game.TakeOver) error {
	return errors.Join(u.Hasten(ctx), u.Answer(ctx))
}

// Hasten handles the acts whose answers were owed by a process that is gone: their announcements become due at once. It
// makes no request to Discord.
func (u *Unanswered) Hasten(ctx context.Context) (failed error) {
	all, err := u.answerings.Open(ctx, 0)
	if err != nil {
		return err
	}
	for _, a := range all {
		if a.Game == 0 || !u.abandoned(a) {
			continue
		}
		if err := u.boards.AnswerGone(ctx, a.Game, a.Revision); err != nil {
			failed = errors.Join(failed, err)
		}
	}
	return failed
}

// Answer answers the people whom an earlier process told to wait, and who are still waiting, one after the other. Whoever
// has had an answer costs no request to Discord, unless they acted in the last seconds of that process. What their act
// led to is told by the announcements in the outbox; people whose act changed no game are asked to try again. An answer
// that fails is logged: it may be one that nobody can give.
func (u *Unanswered) Answer(ctx context.Context) error {
	u.answering.Lock()
	defer u.answering.Unlock()
	all, err := u.answerings.Open(ctx, 0)
	if err != nil {
		return err
	}
	for _, a := range all {
		if !a.Owed || !u.abandoned(a) {
			continue
		}
		if err := u.answerOne(ctx, a); err != nil && !errors.Is(err, discord.ErrExpired) {
			u.log.Warn("a deferred interaction could not be answered", "interaction", a.Interaction, "game", a.Game, "err", err)
		}
	}
	return nil
}

func (u *Unanswered) answerOne(ctx context.Context, a game.Answering) error {
	reply := view.Private(u.phrases.For(a.Locale).Say("error.interrupted"))
	if a.Game != 0 {
		g, err := u.games.Game(ctx, a.Game)
		if err != nil || g.Board.Announced < a.Revision {
			return err // it is yet to be announced
		}
		news, err := u.news(ctx, g)
		if err != nil {
			return err
		}
		reply = aside(news, g)
	}
	answer, original, err := u.resume(ctx, a)
	if err != nil || !original.Deferred {
		return err
	}
	_, err = answer.Send(ctx, reply.Message(), false)
	return err
}

// aside is a message about g for one person, of whom nothing but the token is known: both players are named in it, so
// that a mention calls neither of them.
func aside(reply view.Reply, g *game.Game) view.Reply {
	reply = reply.ForActor().Aside(true)
	for _, seat := range g.Seats {
		reply = reply.Uncalled(seat.Person, g.Name(seat.Person))
	}
	return reply
}
