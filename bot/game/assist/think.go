// Package assist is what the engine does in games: [Thinking] finds the bot's moves, [Advice] gives hints and
// [Partners] play at a person's side. All of them search outside of transactions and then act only if the game is
// unchanged.
//
// Advice is given only where a guard has cleared the position, see package fairplay.
package assist

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"xiangqibot/bot/fairplay"
	"xiangqibot/bot/game"
	"xiangqibot/engine"
	"xiangqibot/engine/board"
	"xiangqibot/engine/fairqueue"
)

// Thinking runs the engine in games: it finds the bot's moves and answers draw offers to the bot.
type Thinking struct {
	games   *game.Service
	thinker fairplay.Thinker
	replies *Replies
	slots   *fairqueue.Limiter
}

const (
	// MaxConcurrentSearches is how many [game.Think] jobs may run at once: so many that the thinker sees who waits
	// and can be fair. No server may use all of them, or others would not get as far as it.
	MaxConcurrentSearches = 512
	// thinkRetry is the delay after which a job retries that found its server's share used up.
	thinkRetry = 2 * time.Second
)

// NewThinking returns the engine's work in the games of a service, which reports to replies; nil: nobody waits.
func NewThinking(games *game.Service, thinker fairplay.Thinker, replies *Replies) *Thinking {
	return &Thinking{games, thinker, replies, fairqueue.NewLimiter(MaxConcurrentSearches)}
}

// Think plays the bot's move, or answers a draw offer. It searches first, without locking the game, and acts only if
// the game is unchanged: a job that comes late or twice does nothing. It returns a *[game.NotYet] if the server of the
// game uses its share of [MaxConcurrentSearches].
func (s *Thinking) Think(ctx context.Context, job game.Think) error {
	g, err := s.games.Store.Game(ctx, job.Game)
	if err != nil {
		if errors.Is(err, game.NoSuchGame) {
			return nil
		}
		return err
	}
	c, level, ok := game.EngineTurn(g)
	if !ok || g.Ply() != job.Ply {
		return nil
	}
	turn := queueKey(g, c)
	if !s.slots.TryAcquire(turn) {
		return &game.NotYet{After: thinkRetry}
	}
	defer s.slots.Release(turn)
	choice, substitute, err := s.choose(ctx, g, c, level)
	if err != nil {
		return fmt.Errorf("game %d, ply %d: thinking: %w", g.ID, g.Ply(), err)
	}
	return s.reply(ctx, g, c, found{choice, level, substitute})
}

// queueKey returns the key of a search for c in a game: that of the person on the other side, or of the game itself if
// a team waits for it.
func queueKey(g *game.Game, c board.Color) engine.Key {
	key := engine.Key{Tenant: g.Guild, Flow: strconv.FormatInt(int64(g.ID), 10)}
	if key.User = string(g.Seats[c.Opponent()].Person); key.User == "" {
		key.User = "team of " + key.Flow
	}
	return key
}

// found is the engine's choice for a side.
type found struct {
	engine.Choice
	level      engine.Level
	substitute bool // the built-in engine has chosen in place of the outside one
}

// reply applies the engine's choice for c to the game, unless it has changed since it was read as seen. A planned reply
// to it is not played at once if the engine's next choice would then help its planner in another game.
func (s *Thinking) reply(ctx context.Context, seen *game.Game, c board.Color, choice found) error {
	planned, _ := seen.Plans[c.Opponent()].After(choice.Move).Next()
	person := game.Act{Actor: seen.Seats[c.Opponent()].Person, Guild: seen.Guild}
	helps := false
	if planned != board.NoMove {
		err := s.games.MayBeReplied(ctx, person, seen, choice.Move, planned)
		if helps = errors.Is(err, game.ReplyHelps); err != nil && !helps {
			return err
		}
	}
	at := s.games.Now()
	played, err := s.games.Store.Update(ctx, "", seen.ID, func(g *game.Game) error {
		if side, _, ok := game.EngineTurn(g); !ok || side != c || !slices.Equal(g.Record.Moves, seen.Record.Moves) {
			return g.Refuse(game.Outdated)
		}
		if now, _ := g.Plans[c.Opponent()].After(choice.Move).Next(); now != planned {
			return &game.NotYet{After: thinkRetry} // planned since it was read
		}
		if helps {
			g.Plans[c.Opponent()] = nil // the person moves themselves, and learns why that move is refused
		}
		if err := game.PlayChoice(g, c, choice.Choice, at); err != nil {
			return err
		}
		g.Last.Substitute = choice.substitute && g.Ply() > seen.Ply()
		return nil
	})
	if errors.Is(err, game.Outdated) || errors.Is(err, game.FlagFell) {
		return nil
	}
	if err == nil {
		s.replies.deliver(played)
	}
	return err
}
