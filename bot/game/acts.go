package game

import (
	"context"
	"errors"
	"time"

	"xiangqibot/engine/board"
)

// Move plays the move that text names to the person who writes as act.Writer. Errors: those of notation.ParseAs when the
// text names no legal move; Refusals NotYourGame, NotStarted, GameOver, NotYourTurn.
//
// An error of notation.ParseAs comes with the game on whose board the text was read: on another one it could not be
// explained.
func (s *Service) Move(ctx context.Context, act Act, id ID, text string) (*Game, error) {
	var read *Game
	played, err := s.act(ctx, act, id, func(g *Game, at time.Time) error {
		// Whose turn it is comes first: it explains more than why a move of the wrong side does not fit.
		if c, err := g.mayPlay(act.Actor, at); err != nil {
			return err
		} else if c != g.Turn() {
			return g.refuse(NotYourTurn)
		}
		pos := g.Position()
		m, err := act.Writer.Parse(&pos, text)
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

// MoveExact plays m, which was chosen on the board that act names. Refusals as for Move, and Outdated, also when act
// names no board.
func (s *Service) MoveExact(ctx context.Context, act Act, id ID, m board.Move) (*Game, error) {
	return s.act(ctx, act, id, func(g *Game, at time.Time) error {
		if _, err := g.mayPlay(act.Actor, at); err != nil {
			return err
		}
		if g.BoardKey() != act.Board {
			return g.refuse(Outdated)
		}
		return g.Play(act.Actor, m, at)
	})
}

// Resign gives the game up; the caller asks first whether that is meant. Refusals: NotYourGame, NotStarted, GameOver.
func (s *Service) Resign(ctx context.Context, act Act, id ID) (*Game, error) {
	return s.act(ctx, act, id, func(g *Game, at time.Time) error { return g.Resign(act.Actor, at) })
}

// OfferDraw proposes a draw, or accepts the one that the other side proposed: Game.Last tells which. The bot answers by
// a job.
//
// Refusals: as for Resign, and AlreadyOffered, OfferedTooSoon.
func (s *Service) OfferDraw(ctx context.Context, act Act, id ID) (*Game, error) {
	return s.act(ctx, act, id, func(g *Game, at time.Time) error { return g.Draws().Offer(act.Actor, at) })
}

// AcceptDraw ends the game as drawn. Refusals: as for Resign, and NoOffer.
func (s *Service) AcceptDraw(ctx context.Context, act Act, id ID) (*Game, error) {
	return s.act(ctx, act, id, func(g *Game, at time.Time) error { return g.Draws().Accept(act.Actor, at) })
}

// DeclineDraw says no to a draw, or withdraws the actor's own offer. Refusals: as for Resign, and NoOffer.
func (s *Service) DeclineDraw(ctx context.Context, act Act, id ID) (*Game, error) {
	return s.act(ctx, act, id, func(g *Game, at time.Time) error { return g.Draws().Decline(act.Actor, at) })
}

// AskTakeback asks to take the actor's latest move back; against the bot it is done at once: Game.Last tells which.
//
// Refusals: as for Resign, and TakebackRated, NothingToTakeBack, AlreadyOffered, AnswerFirst.
func (s *Service) AskTakeback(ctx context.Context, act Act, id ID) (*Game, error) {
	return s.act(ctx, act, id, func(g *Game, at time.Time) error { return g.Takebacks().Ask(act.Actor, at) })
}

// AcceptTakeback lets the other side take its move back. Refusals: as for Resign, and NoOffer.
func (s *Service) AcceptTakeback(ctx context.Context, act Act, id ID) (*Game, error) {
	return s.act(ctx, act, id, func(g *Game, at time.Time) error { return g.Takebacks().Accept(act.Actor, at) })
}

// DeclineTakeback says no to that, or withdraws the actor's own request. Refusals: as for Resign, and NoOffer.
func (s *Service) DeclineTakeback(ctx context.Context, act Act, id ID) (*Game, error) {
	return s.act(ctx, act, id, func(g *Game, at time.Time) error { return g.Takebacks().Decline(act.Actor, at) })
}

// AskResume asks to play on a game that the actor has lost on time. Refusals: those of Resumption.Ask.
func (s *Service) AskResume(ctx context.Context, act Act, id ID) (*Game, error) {
	return s.act(ctx, act, id, func(g *Game, at time.Time) error { return g.Resumption().Ask(act.Actor, at) })
}

// Resume lets the loser play on. Refusals: those of Resumption.Grant.
func (s *Service) Resume(ctx context.Context, act Act, id ID) (*Game, error) {
	return s.act(ctx, act, id, func(g *Game, at time.Time) error { return g.Resumption().Grant(act.Actor, at) })
}

// Flag lets the flag of the side to move fall. Where it is not down yet, as when a pause came in between, the error is
// a *NotYet.
func (s *Service) Flag(ctx context.Context, job Flag) error {
	at := s.now()
	_, err := s.store.Update(ctx, "", job.Game, func(g *Game) error {
		if g.State != Active || g.Ply() != job.Ply || g.Clock.Flag.IsZero() {
			return g.refuse(Outdated)
		}
		if !g.Timing().FallFlag(at) {
			return &NotYet{After: g.Clock.Flag.Sub(at)}
		}
		return nil
	})
	return ignoreStale(err)
}

// settled makes nothing of an error that only says that a job has nothing left to do.
func ignoreStale(err error) error {
	if errors.Is(err, &Refusal{Code: Outdated}) || errors.Is(err, &Refusal{Code: NoSuchGame}) {
		return nil
	}
	return err
}
