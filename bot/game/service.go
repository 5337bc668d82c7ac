package game

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"

	"xiangqibot/bot/fairplay"
	"xiangqibot/bot/game/clocks"
	"xiangqibot/engine"
	"xiangqibot/engine/board"
	"xiangqibot/engine/rules"
)

// Service runs what people do in a running game. Like the other services, it is safe for concurrent use and keeps no
// state in memory: several processes may run one on the same store. The services of other packages, which add to what
// this one does, share its stores and options.
type Service struct {
	Store   Stores
	Options Options
}

// Options configure the services. Only Clock is required; the zero value of everything else means its default. The
// settings of a server, see package guild, override Rules, Place and Time.
type Options struct {
	Clock         func() time.Time   // returns the current time
	Rules         rules.Ruleset      // for judging games; default rules.ForPeople()
	ChallengeLife time.Duration      // an unanswered challenge lapses after this; default 24 h
	MaxGames      int                // open games per person, challenges by others not counted; default MaxOpenGames
	Place         Place              // where games that began in a channel are played; default InThread
	Time          clocks.TimeControl // of rated challenges without one; default three days a move
	Coin          func() board.Color // random color; default fair
	Outside       *OutsideEngine     // an engine that may be challenged besides the built-in one; default none
	// Fair decides whether the bot may help somebody, and provides the engine for that; by default it protects nothing.
	Fair *fairplay.Guard
}

// MaxOpenGames is how many open games a person may have, unless [Options.MaxGames] or their server sets another limit.
const MaxOpenGames = 50

// OutsideEngine is the engine that plays for such a seat.
type OutsideEngine struct {
	// Name is its display name.
	Name string
	// Choose finds a move as [fairplay.Thinker] does. It may fail at any time, and may return anything: the move is
	// checked before it is played.
	Choose func(ctx context.Context, key engine.Key, rec *board.Record) (engine.Choice, error)
	// Replaced is called when the built-in engine plays in its place, with the reason; may be nil.
	Replaced func(id ID, ply int, why error)
}

// WithDefaults returns the options with the defaults set.
func (o Options) WithDefaults() Options {
	if o.Rules == (rules.Ruleset{}) {
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
	if o.Time == (clocks.TimeControl{}) {
		o.Time = clocks.TimeControl{PerMove: 3 * 24 * time.Hour}
	}
	if o.Coin == nil {
		o.Coin = func() board.Color { return board.Color(rand.IntN(2)) }
	}
	if o.Fair == nil {
		o.Fair = fairplay.New(fairplay.Engine{}, nil)
	}
	return o
}

// New returns the service of the games in stores.
func New(stores Stores, opts Options) *Service {
	return &Service{Store: stores, Options: opts.WithDefaults()}
}

// Now returns the time of the service's clock, as games keep it: UTC, with millisecond precision.
func (s *Service) Now() time.Time { return s.Options.Clock().UTC().Truncate(time.Millisecond) }

// Act runs an act in a game and saves the result. If the flag of the side to move is down, the game ends on time and
// the act is refused with [FlagFell].
func (s *Service) Act(ctx context.Context, act Act, id ID, do func(g *Game, at time.Time) error) (*Game, error) {
	at := s.Now()
	fell := false
	g, err := s.Store.Update(ctx, act.Key, id, func(g *Game) error {
		if fell = g.Involves(act.Actor) && FallFlag(g, at); fell {
			return nil // the end of the game is saved; the act is not run
		}
		if act.Board != 0 && g.State == Active && g.Involves(act.Actor) && g.BoardKey() != act.Board {
			return g.Refuse(Outdated)
		}
		if err := do(g, at); err != nil {
			return err
		}
		if g.Involves(act.Actor) {
			g.RememberPlayer(act.Actor, act.Name, act.Locale)
		}
		g.Outbox.answerBy(act, at)
		return nil
	})
	if err == nil && fell {
		return nil, g.Refuse(FlagFell)
	}
	return g, err
}

// Game reads one game without checking who may see it, as [Finder.FindVisible] does.
func (s *Service) Game(ctx context.Context, id ID) (*Game, error) { return s.Store.Game(ctx, id) }

// Outside returns the name of the outside engine that may be challenged, "" if there is none.
func (s *Service) Outside() string {
	if s.Options.Outside == nil {
		return ""
	}
	return s.Options.Outside.Name
}

// Once runs do once per key, for example for a welcome: after that a call with the same key is refused with
// [AlreadyDone]. The key expires after its life, or never if that is 0. If do fails, it can be run again. It also runs
// again if the program crashes right after it, or if two calls are simultaneous.
func (s *Service) Once(ctx context.Context, key string, life time.Duration, do func() error) error {
	switch done, err := s.Store.Marked(ctx, key); {
	case err != nil:
		return err
	case done:
		return &Refusal{Code: AlreadyDone}
	}
	if err := do(); err != nil {
		return err
	}
	var until time.Time
	if life > 0 {
		until = s.Now().Add(life)
	}
	_, err := s.Store.Mark(ctx, key, until)
	return err
}

// CheckReply refuses a move to which the bot's reply would help the actor in another game, with [ReplyHelps]. Moves
// that cannot be played are refused when they are played.
func (s *Service) CheckReply(ctx context.Context, act Act, id ID, read func(*Game) (board.Move, error)) error {
	g := act.Seen
	if g == nil || g.ID != id {
		var err error
		if g, err = s.Store.Game(ctx, id); err != nil {
			return err
		}
	}
	bot, plays := g.BotSeat()
	if !plays || g.State != Active || g.Turn() == bot || g.Vote == nil && !g.IsTurnOf(act.Actor) {
		return nil
	}
	m, unread := read(g)
	if unread != nil {
		return nil //nolint:nilerr // it is explained where the move is played
	}
	return s.MayBeReplied(ctx, act, g, m)
}

// MayBeReplied asks the guard whether the bot's reply after moves in a game would help the actor in another one:
// [ReplyHelps]. Moves that cannot be played have no reply.
func (s *Service) MayBeReplied(ctx context.Context, act Act, g *Game, moves ...board.Move) error {
	after := g.Record.Clone()
	for _, m := range moves {
		if after.Play(m) != nil {
			return nil //nolint:nilerr // it is explained where the move is played
		}
	}
	_, err := s.Options.Fair.Ask(ctx, act.Question(fairplay.Reply, &after, g.ID))
	if refused, ok := errors.AsType[*Refusal](err); ok && refused.Code == PositionInPlay {
		return &Refusal{Code: ReplyHelps, Game: refused.Game}
	}
	return err
}

// Question is what a guard is asked about an act, in a game or outside of one, 0.
func (act Act) Question(about fairplay.About, rec *board.Record, in ID) fairplay.Question {
	return fairplay.Question{Person: string(act.Actor), Guild: act.Guild, About: about, Record: rec, Game: int64(in)}
}

// Move plays the move that text names to the person who writes as act.Dialect. If it names no
// legal move, the error of notation.Dialect.Parse comes with the game on whose board it was read: it cannot be
// explained on another.
func (s *Service) Move(ctx context.Context, act Act, id ID, text string) (*Game, error) {
	// The turn is checked first: NotYourTurn explains more than why a move of the wrong side does not fit.
	may := func(g *Game, at time.Time) error {
		_, err := mayMove(g, act.Actor, at)
		return err
	}
	return s.ActByText(ctx, act, id, text, may, func(g *Game, m board.Move, at time.Time) error { return Play(g, act.Actor, m, at) })
}

// ActByText does what Move describes with the move that text names, if may allows it.
func (s *Service) ActByText(
	ctx context.Context, act Act, id ID, text string, may func(*Game, time.Time) error,
	do func(*Game, board.Move, time.Time) error,
) (*Game, error) {
	err := s.CheckReply(ctx, act, id, func(g *Game) (board.Move, error) {
		pos := g.Position()
		return act.Dialect.Parse(&pos, text)
	})
	if err != nil {
		return nil, err
	}
	var read *Game
	done, err := s.Act(ctx, act, id, func(g *Game, at time.Time) error {
		if err := may(g, at); err != nil {
			return err
		}
		pos := g.Position()
		m, err := act.Dialect.Parse(&pos, text)
		if err != nil {
			read = g
			return err
		}
		return do(g, m, at)
	})
	if err != nil {
		return read, err
	}
	return done, nil
}

// MoveExact plays m, which was chosen on the board that act names. Refusals are those of Move, and Outdated, also if
// Act names no board.
func (s *Service) MoveExact(ctx context.Context, act Act, id ID, m board.Move) (*Game, error) {
	if err := s.CheckReply(ctx, act, id, func(*Game) (board.Move, error) { return m, nil }); err != nil {
		return nil, err
	}
	return s.Act(ctx, act, id, func(g *Game, at time.Time) error {
		if _, err := mayPlay(g, act.Actor, at); err != nil {
			return err
		}
		if g.BoardKey() != act.Board {
			return g.Refuse(Outdated)
		}
		return Play(g, act.Actor, m, at)
	})
}

// Decision is an act by which a person decides something in a game, without more words: [Resign], [OfferDraw] and the
// like.
type Decision func(g *Game, by Person, at time.Time) error

// Decide carries out a decision of the actor in a game. [Game.Last] then holds its result.
func (s *Service) Decide(ctx context.Context, act Act, id ID, what Decision) (*Game, error) {
	return s.Act(ctx, act, id, func(g *Game, at time.Time) error { return what(g, act.Actor, at) })
}

// Flag ends the game if the flag of the side to move is down. If it is not down yet, for example after a pause, the
// error is a *[NotYet].
func (s *Service) Flag(ctx context.Context, job Flag) error {
	at := s.Now()
	_, err := s.Store.Update(ctx, "", job.Game, func(g *Game) error {
		if g.State != Active || g.Ply() != job.Ply || g.Clock.Flag.IsZero() {
			return g.Refuse(Outdated)
		}
		if !FallFlag(g, at) {
			return &NotYet{After: g.Clock.Flag.Sub(at)}
		}
		return nil
	})
	return IgnoreStale(err)
}

// IgnoreStale drops an error that only says that a job has nothing left to do.
func IgnoreStale(err error) error {
	if errors.Is(err, Outdated) || errors.Is(err, NoSuchGame) {
		return nil
	}
	return err
}

// ExplainOnce explains only once per channel why games there have no threads: after that do is called with an act whose
// [ThreadSupport] is unknown.
func (s *Service) ExplainOnce(ctx context.Context, act Act, do func(Act) (*Game, error)) (*Game, error) {
	if act.ThreadSupport == ThreadSupportUnknown || act.ThreadSupport == ThreadSupportAllowed {
		return do(act)
	}
	key := "no thread:" + act.Channel + ":" + string(act.ThreadSupport)
	explained, err := s.Store.Marked(ctx, key)
	if err != nil {
		return nil, err
	}
	if explained {
		act.ThreadSupport = ThreadSupportUnknown
	}
	g, err := do(act)
	if err == nil && g.Board.Why != "" {
		_, err = s.Store.Mark(ctx, key, time.Time{})
	}
	return g, err
}

// InParent returns act as if done in the parent channel if it was done in the thread of another game: that thread is
// named after its game and archived with it.
func (s *Service) InParent(ctx context.Context, act Act) (Act, error) {
	if act.Parent == "" {
		return act, nil
	}
	games, err := s.Store.Games(ctx, Query{Channel: act.Channel, Limit: 1})
	if err != nil || len(games) == 0 || games[0].Home != act.Parent {
		return act, err
	}
	act.Channel, act.Parent, act.Message = act.Parent, "", ""
	act.ThreadSupport = ThreadSupportAllowed // the other game's thread could be opened there
	return act, nil
}
