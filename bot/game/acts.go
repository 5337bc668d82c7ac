package game

import (
	"context"
	"errors"
	"time"

	"xiangqibot/engine/board"
)

// Move plays the move that text names to the person who writes as act.Dialect. Errors: those of notation.ParseAs if
// the text names no legal move; Refusals [NotYourGame], [NotStarted], [GameOver], [NotYourTurn], [ReplyHelps].
//
// An error of notation.ParseAs comes with the game on whose board the text was read: it cannot be explained on
// another.
func (s *Service) Move(ctx context.Context, act Act, id ID, text string) (*Game, error) {
	err := s.CheckReply(ctx, act, id, func(g *Game) (board.Move, error) {
		pos := g.Position()
		return act.Dialect.Parse(&pos, text)
	})
	if err != nil {
		return nil, err
	}
	var read *Game
	played, err := s.Act(ctx, act, id, func(g *Game, at time.Time) error {
		// The turn is checked first: NotYourTurn explains more than why a move of the wrong side does not fit.
		if c, err := g.mayPlay(act.Actor, at); err != nil {
			return err
		} else if c != g.Turn() {
			return g.Refuse(NotYourTurn)
		}
		pos := g.Position()
		m, err := act.Dialect.Parse(&pos, text)
		if err != nil {
			read = g
			return err
		}
		return g.Play(act.Actor, m, at)
	})
	if err != nil {
		return read, err
	}
	return played, nil
}

// MoveExact plays m, which was chosen on the board that act names. Refusals are those of Move, and Outdated, also if
// Act names no board.
func (s *Service) MoveExact(ctx context.Context, act Act, id ID, m board.Move) (*Game, error) {
	if err := s.CheckReply(ctx, act, id, func(*Game) (board.Move, error) { return m, nil }); err != nil {
		return nil, err
	}
	return s.Act(ctx, act, id, func(g *Game, at time.Time) error {
		if _, err := g.mayPlay(act.Actor, at); err != nil {
			return err
		}
		if g.BoardKey() != act.Board {
			return g.Refuse(Outdated)
		}
		return g.Play(act.Actor, m, at)
	})
}

// Resign gives up the game; the caller asks for confirmation first. Refusals: [NotYourGame], [NotStarted], [GameOver].
func (s *Service) Resign(ctx context.Context, act Act, id ID) (*Game, error) {
	return s.Act(ctx, act, id, func(g *Game, at time.Time) error { return g.Resign(act.Actor, at) })
}

// OfferDraw offers a draw, or accepts the other side's offer: [Game.Last] tells which. The bot answers in a job.
//
// Refusals: those of Resign, and [AlreadyOffered], [OfferedTooSoon].
func (s *Service) OfferDraw(ctx context.Context, act Act, id ID) (*Game, error) {
	return s.Act(ctx, act, id, func(g *Game, at time.Time) error { return g.Draws().Offer(act.Actor, at) })
}

// AcceptDraw ends the game as a draw. Refusals: those of Resign, and [NoOffer].
func (s *Service) AcceptDraw(ctx context.Context, act Act, id ID) (*Game, error) {
	return s.Act(ctx, act, id, func(g *Game, at time.Time) error { return g.Draws().Accept(act.Actor, at) })
}

// DeclineDraw declines a draw offer, or withdraws the actor's own. Refusals: those of Resign, and [NoOffer].
func (s *Service) DeclineDraw(ctx context.Context, act Act, id ID) (*Game, error) {
	return s.Act(ctx, act, id, func(g *Game, at time.Time) error { return g.Draws().Decline(act.Actor, at) })
}

// AskTakeback asks to take back the actor's latest move. The bot agrees at once: [Game.Last] tells which happened.
//
// Refusals: those of Resign, and [TakebackRated], [NothingToTakeBack], [AlreadyOffered], [AnswerFirst].
func (s *Service) AskTakeback(ctx context.Context, act Act, id ID) (*Game, error) {
	return s.Act(ctx, act, id, func(g *Game, at time.Time) error { return g.Takebacks().Ask(act.Actor, at) })
}

// AcceptTakeback lets the other side take its move back. Refusals: those of Resign, and [NoOffer].
func (s *Service) AcceptTakeback(ctx context.Context, act Act, id ID) (*Game, error) {
	return s.Act(ctx, act, id, func(g *Game, at time.Time) error { return g.Takebacks().Accept(act.Actor, at) })
}

// DeclineTakeback declines a request to take back, or withdraws the actor's own. Refusals: those of Resign, and
// [NoOffer].
func (s *Service) DeclineTakeback(ctx context.Context, act Act, id ID) (*Game, error) {
	return s.Act(ctx, act, id, func(g *Game, at time.Time) error { return g.Takebacks().Decline(act.Actor, at) })
}

// AskResume asks to play on a game that the actor has lost on time. Refusals: those of [Resumption.Ask].
func (s *Service) AskResume(ctx context.Context, act Act, id ID) (*Game, error) {
	return s.Act(ctx, act, id, func(g *Game, at time.Time) error { return g.Resumption().Ask(act.Actor, at) })
}

// Resume lets the loser play on. Refusals: those of [Resumption.Grant].
func (s *Service) Resume(ctx context.Context, act Act, id ID) (*Game, error) {
	return s.Act(ctx, act, id, func(g *Game, at time.Time) error { return g.Resumption().Grant(act.Actor, at) })
}

// Flag ends the game if the flag of the side to move is down. If it is not down yet, for example after a pause, the
// error is a *[NotYet].
func (s *Service) Flag(ctx context.Context, job Flag) error {
	at := s.Now()
	_, err := s.Store.Update(ctx, "", job.Game, func(g *Game) error {
		if g.State != Active || g.Ply() != job.Ply || g.Clock.Flag.IsZero() {
			return g.Refuse(Outdated)
		}
		if !g.Timing().FallFlag(at) {
			return &NotYet{After: g.Clock.Flag.Sub(at)}
		}
		return nil
	})
	return IgnoreStale(err)
}

// IgnoreStale drops an error that only says that a job has nothing left to do.
func IgnoreStale(err error) error {
	if errors.Is(err, &Refusal{Code: Outdated}) || errors.Is(err, &Refusal{Code: NoSuchGame}) {
		return nil
	}
	return err
}
