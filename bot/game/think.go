package game

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"xiangqibot/engine"
	"xiangqibot/engine/board"
	"xiangqibot/engine/fairqueue"
	"xiangqibot/engine/rules"
)

// Thinking is the engine's work in games: it finds the bot's moves and answers the draws that the bot is offered.
type Thinking struct {
	games   *Service
	thinker Thinker
	room    *fairqueue.Limiter
}

const (
	// ThoughtsAtOnce is how many Think jobs may be under way: so many that the Thinker sees who waits and can be fair. No
	// server has all of them, or others would not get as far as the Thinker.
	MaxConcurrentSearches = 512
	// thinkAgain is after how long a job that finds its server's share taken looks again.
	thinkRetry = 2 * time.Second
)

// NewThinking lets a thinker play in the games of a service.
func NewThinking(games *Service, thinker Thinker) *Thinking {
	return &Thinking{games, thinker, fairqueue.NewLimiter(MaxConcurrentSearches)}
}

// Thinker finds the bot's moves. *engine.Pool is one.
type Thinker interface {
	// Choose finds a move for the side to move at a level's strength, in a game that is judged by the code. The key
	// tells whose turn the thought takes: nobody's games may crowd out those of others.
	Choose(ctx context.Context, key engine.Key, rec *board.Record, code rules.Code, level engine.Level) (engine.Choice, error)
}

// Think lets the bot play its move, or answer a draw offer. It searches first, without holding the game, and then
// acts only if the game is still the one it searched: a job that comes late or twice does nothing. It returns a *NotYet
// where the server of the game has its share of ThoughtsAtOnce.
func (s *Thinking) Think(ctx context.Context, job Think) error {
	g, err := s.games.store.Game(ctx, job.Game)
	if err != nil {
		if errors.Is(err, &Refusal{Code: NoSuchGame}) {
			return nil
		}
		return err
	}
	c, level, ok := g.Bot().turn()
	if !ok || g.Ply() != job.Ply {
		return nil
	}
	turn := g.queueKey(c)
	if !s.room.TryAcquire(turn) {
		return &NotYet{After: thinkRetry}
	}
	defer s.room.Release(turn)
	choice, substitute, err := s.choose(ctx, g, c, level)
	if err != nil {
		return fmt.Errorf("game %d, ply %d: thinking: %w", g.ID, g.Ply(), err)
	}
	return s.reply(ctx, g, c, found{choice, level, substitute})
}

// waiter tells whose turn a thought for c takes: that of the person on the other side, or of the game itself where a
// team waits for it.
func (g *Game) queueKey(c board.Color) engine.Key {
	key := engine.Key{Server: g.Guild, Game: strconv.FormatInt(int64(g.ID), 10)}
	if key.Person = string(g.Seats[c.Opponent()].Person); key.Person == "" {
		key.Person = "team of " + key.Game
	}
	return key
}

// found is what the bot found for a side.
type found struct {
	engine.Choice
	level      engine.Level
	substitute bool // by the built-in engine in the place of the one that sits there
}

// reply puts what the bot found for c into the game, unless the game has moved on since it was read as seen.
func (s *Thinking) reply(ctx context.Context, seen *Game, c board.Color, choice found) error {
	score, mate := choice.Score, choice.Mate
	if seen.Turn() != c { // it is the offerer's move: their fortune is the bot's misfortune
		score, mate = -score, -mate
	}
	at := s.games.now()
	_, err := s.games.store.Update(ctx, "", seen.ID, func(g *Game) error {
		if side, _, ok := g.Bot().turn(); !ok || side != c || !slices.Equal(g.Record.Moves, seen.Record.Moves) {
			return g.refuse(Outdated)
		}
		bot := g.Bot()
		accept := bot.acceptsDraw(choice.level, score, mate)
		if bot.shouldResign(c, choice.level, choice.Choice) && (!accept || !g.DrawOffer.To(c)) {
			return bot.resign(c, at)
		}
		if err := bot.play(choice.Move, accept, bot.offersDraw(c, choice.level, choice.Choice), at); err != nil {
			return err
		}
		g.Last.Substitute = choice.substitute && g.Ply() > seen.Ply()
		return nil
	})
	if errors.Is(err, &Refusal{Code: Outdated}) || errors.Is(err, &Refusal{Code: FlagFell}) {
		return nil
	}
	return err
}
