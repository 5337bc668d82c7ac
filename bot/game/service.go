package game

import (
	"context"
	"math/rand/v2"
	"time"

	"xiangqibot/engine"
	"xiangqibot/engine/board"
	"xiangqibot/engine/rules"
)

// Service does the acts of people and the work of jobs. It is safe for concurrent use and keeps nothing in memory:
// two of them on one store, in two processes, are as good as one.
type Service struct {
	store   Stores
	thinker Thinker
	opts    Options
}

// Options set a Service up. Only Clock is required; the zero of everything else means its default. What a Server says
// goes before Rules, Place and Time.
type Options struct {
	Clock         func() time.Time   // the time now
	Rules         rules.Code         // by which games are judged; default rules.Asian()
	ChallengeLife time.Duration      // an unanswered challenge lapses after this; default 24 h
	MaxGames      int                // open games one person may have, challenges by others not counted; default MaxOpen
	Place         Place              // where games that began in a channel go on; default InThread
	Time          TimeControl        // of rated challenges that name none; default three days a move
	Coin          func() board.Color // the lot for colors; default fair
	Outside       *OutsideEngine     // an engine that is not the house's own and may be challenged too; default none
}

// MaxOpen is how many open games one person may have where nothing else is chosen; no server can choose more.
const MaxOpen = 50

// New joins stores and a thinker.
func New(stores Stores, thinker Thinker, opts Options) *Service {
	if opts.Rules == (rules.Code{}) {
		opts.Rules = rules.Asian()
	}
	if opts.ChallengeLife == 0 {
		opts.ChallengeLife = 24 * time.Hour
	}
	if opts.MaxGames == 0 {
		opts.MaxGames = MaxOpen
	}
	if opts.Place == UsualPlace {
		opts.Place = InThread
	}
	if opts.Time == (TimeControl{}) {
		opts.Time = TimeControl{PerMove: 3 * day}
	}
	if opts.Coin == nil {
		opts.Coin = func() board.Color { return board.Color(rand.IntN(2)) }
	}
	return &Service{stores, thinker, opts}
}

// now is the time as games keep it: UTC, whole milliseconds.
func (s *Service) now() time.Time { return s.opts.Clock().UTC().Truncate(time.Millisecond) }

// Now is the time by the service's clock, as games keep it.
func (s *Service) Now() time.Time { return s.now() }

// act is the common shape of all acts in one game. Where the time of the side to move is over, the game ends by that
// and the act is refused with FlagFell.
func (s *Service) act(ctx context.Context, act Act, id ID, do func(g *Game, at time.Time) error) (*Game, error) {
	at := s.now()
	fell := false
	g, err := s.store.Update(ctx, act.Key, id, func(g *Game) error {
		if fell = g.Takes(act.Actor) && g.FallFlag(at); fell {
			return nil // that is saved; what was meant to be done is not
		}
		if act.Board != 0 && g.State == Active && g.Takes(act.Actor) && g.BoardKey() != act.Board {
			return g.refuse(Outdated)
		}
		if err := do(g, at); err != nil {
			return err
		}
		if g.Takes(act.Actor) {
			g.meet(act.Actor, act.Name, act.Locale)
		}
		g.answerBy(act, at)
		return nil
	})
	if err == nil && fell {
		return nil, g.refuse(FlagFell)
	}
	return g, err
}

// Decline refuses the challenge. Refusals as for Accept.
func (s *Service) Decline(ctx context.Context, act Act, id ID) (*Game, error) {
	return s.act(ctx, act, id, func(g *Game, at time.Time) error { return g.Challenge().Decline(act.Actor, at) })
}

// Cancel takes the actor's own challenge back.
//
// Refusals: NotYourGame, NotYourChallenge, AlreadyStarted, GameOver.
func (s *Service) Cancel(ctx context.Context, act Act, id ID) (*Game, error) {
	return s.act(ctx, act, id, func(g *Game, at time.Time) error { return g.Challenge().Cancel(act.Actor, at) })
}

// Game reads one game, whoever may see it: Look asks that. Refusal: NoSuchGame.
func (s *Service) Game(ctx context.Context, id ID) (*Game, error) { return s.store.Game(ctx, id) }

// Once does what is to be done once and for good, such as a welcome: after it was done under a key, a call with that
// key is refused with AlreadyDone. An error of do leaves it to be done. A crash right after do makes the next call do
// it again, as do two calls at the same time.
func (s *Service) Once(ctx context.Context, key string, do func() error) error {
	switch done, err := s.store.Marked(ctx, key); {
	case err != nil:
		return err
	case done:
		return &Refusal{Code: AlreadyDone}
	}
	if err := do(); err != nil {
		return err
	}
	return s.store.Mark(ctx, key)
}

// Thinker finds the bot's moves. *engine.Pool is one.
type Thinker interface {
	// Choose finds a move for the side to move at a level's strength, in a game that is judged by the code. The key
	// tells whose turn the thought takes: nobody's games may crowd out those of others.
	Choose(ctx context.Context, key engine.Key, rec *board.Record, code rules.Code, level engine.Level) (engine.Choice, error)
}
