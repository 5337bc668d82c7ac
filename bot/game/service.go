package game

import (
	"context"
	"math/rand/v2"
	"time"

	"xiangqibot/engine/board"
	"xiangqibot/engine/rules"
)

// Service does what people do in a game that is being played. Like the services beside it, it is safe for concurrent
// use and keeps nothing in memory: two of them on one store, in two processes, are as good as one.
type Service struct {
	store Stores
	opts  Options
}

// Options set the services up. Only Clock is required; the zero of everything else means its default. What a Server
// says goes before Rules, Place and Time.
type Options struct {
	Clock         func() time.Time   // the time now
	Rules         rules.Code         // by which games are judged; default rules.ForPeople()
	ChallengeLife time.Duration      // an unanswered challenge lapses after this; default 24 h
	MaxGames      int                // open games one person may have, challenges by others not counted; default MaxOpen
	Place         Place              // where games that began in a channel go on; default InThread
	Time          TimeControl        // of rated challenges that name none; default three days a move
	Coin          func() board.Color // the lot for colors; default fair
	Outside       *OutsideEngine     // an engine that is not the built-in one and may be challenged too; default none
}

// MaxOpen is how many open games one person may have where nothing else is chosen; no server can choose more.
const MaxOpenGames = 50

// New returns the service of the games in stores.
func New(stores Stores, opts Options) *Service { return &Service{stores, opts.filled()} }

// filled puts the defaults in.
func (o Options) filled() Options {
	if o.Rules == (rules.Code{}) {
		o.Rules = rules.ForPeople()
	}
	if o.ChallengeLife == 0 {
		o.ChallengeLife = 24 * time.Hour
	}
	if o.MaxGames == 0 {
		o.MaxGames = MaxOpenGames
	}
	if o.Place == DefaultPlace {
		o.Place = InThread
	}
	if o.Time == (TimeControl{}) {
		o.Time = TimeControl{PerMove: 3 * day}
	}
	if o.Coin == nil {
		o.Coin = func() board.Color { return board.Color(rand.IntN(2)) }
	}
	return o
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
		if fell = g.Involves(act.Actor) && g.Timing().FallFlag(at); fell {
			return nil // that is saved; what was meant to be done is not
		}
		if act.Board != 0 && g.State == Active && g.Involves(act.Actor) && g.BoardKey() != act.Board {
			return g.refuse(Outdated)
		}
		if err := do(g, at); err != nil {
			return err
		}
		if g.Involves(act.Actor) {
			g.rememberPlayer(act.Actor, act.Name, act.Locale)
		}
		g.answerBy(act, at)
		return nil
	})
	if err == nil && fell {
		return nil, g.refuse(FlagFell)
	}
	return g, err
}

// Game reads one game without asking who may see it, which Finder.Look does. Refusal: NoSuchGame.
func (s *Service) Game(ctx context.Context, id ID) (*Game, error) { return s.store.Game(ctx, id) }

// Outside is the name of the outside engine that may be challenged, "" if there is none.
func (s *Service) Outside() string {
	if s.opts.Outside == nil {
		return ""
	}
	return s.opts.Outside.Name
}

// Once does what is to be done once and for good, such as a welcome: after it was done under a key, a call with that
// key is refused with AlreadyDone. An error of do leaves it to be done. A crash right after do makes the next call do
// it again, as do two calls at the same time.
func (s *Service) Once(ctx context.Context, key string, do func() error) error {
	return s.once(ctx, key, time.Time{}, do)
}

// OnceIn is Once for a key that nobody uses after a time: what was done under it is forgotten then.
func (s *Service) OnceWithin(ctx context.Context, life time.Duration, key string, do func() error) error {
	return s.once(ctx, key, s.now().Add(life), do)
}

func (s *Service) once(ctx context.Context, key string, until time.Time, do func() error) error {
	switch done, err := s.store.Marked(ctx, key); {
	case err != nil:
		return err
	case done:
		return &Refusal{Code: AlreadyDone}
	}
	if err := do(); err != nil {
		return err
	}
	return s.store.Mark(ctx, key, until)
}
