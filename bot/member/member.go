// Package member manages what belongs to one person: settings, blocked people, reminders, vacation, completed lessons,
// and the export and deletion of all their data.
//
// Settings are plain data; a game never reads them. The store passes the relevant parts to the game: whether somebody
// may be challenged ([Settings.Consent]), when to remind them of a move ([Settings.RemindersFor]), and until when they
// are away ([Vacation]).
//
// Service performs the acts of people. Start with:
//
//	members := member.New(store, servers, games, service.Now)
//	settings, err := members.Block(ctx, act, person)
//
// Privacy exports and erases all stored data about a person.
package member

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/bot/guild"
)

// Store stores people's settings and vacations. Package store implements it on a database.
//
// Errors about the person's request are *[game.Refusal]; any other error means that the database failed and nothing was
// saved.
type Store interface {
	// Settings reads the settings of p; the zero Settings if there are none.
	Settings(ctx context.Context, p game.Person) (Settings, error)

	// UpdateSettings passes the settings of p to fn, saves what fn has made of them and returns that. The key is as in
	// game.GameStore's Update.
	UpdateSettings(ctx context.Context, key string, p game.Person, fn func(*Settings) error) (Settings, error)

	// Vacation reads a person's vacation in a server; the zero Vacation if they never took one.
	Vacation(ctx context.Context, p game.Person, guild string) (Vacation, error)

	// UpdateVacation passes the vacation of a person in a server (guild "": direct messages) to fn, with all their
	// games that are open there, and saves the changed vacation, the games and their jobs atomically. The key is as in
	// game.GameStore's Update.
	UpdateVacation(ctx context.Context, key string, p game.Person, guild string, fn func(*Absence) error) (Vacation, error)
}

// Games stores games. Package store implements it.
type Games interface {
	// Game reads one game; Refusal NoSuchGame if there is none.
	Game(ctx context.Context, id game.ID) (*game.Game, error)

	// Update is the only way to change a game, see game.GameStore.
	Update(ctx context.Context, key string, id game.ID, fn func(*game.Game) error) (*game.Game, error)
}

// Service handles people's acts about their own settings and vacations, and the jobs that follow from these. It is safe
// for concurrent use.
type Service struct {
	store   Store
	servers guild.Reader
	games   Games
	now     func() time.Time
}

// Now returns the time by the service's clock.
func (s *Service) Now() time.Time { return s.now() }

// New returns the service for these stores. The clock is [game.Service.Now].
func New(store Store, servers guild.Reader, games Games, now func() time.Time) *Service {
	return &Service{store, servers, games, now}
}

// Settings reads the settings of p.
func (s *Service) Settings(ctx context.Context, p game.Person) (Settings, error) {
	return s.store.Settings(ctx, p)
}

// ChangeSettings passes the actor's settings to change and saves the result. If change fails, nothing is saved and its
// error is returned.
func (s *Service) ChangeSettings(ctx context.Context, act game.Act, change func(*Settings) error) (Settings, error) {
	settings, err := s.store.UpdateSettings(ctx, act.Key, act.Actor, change)
	if err != nil {
		return Settings{}, fmt.Errorf("change the settings of %s: %w", act.Actor, err)
	}
	return settings, nil
}

// Block prevents p from challenging the actor. Blocking them again changes nothing.
func (s *Service) Block(ctx context.Context, act game.Act, p game.Person) (Settings, error) {
	return s.ChangeSettings(ctx, act, func(settings *Settings) error {
		switch {
		case p == "" || p == act.Actor:
			return &game.Refusal{Code: SelfBlock}
		case settings.Blocks(p):
			return nil
		case len(settings.Blocked) >= MaxBlocked:
			return &game.Refusal{Code: TooManyBlocked, Limit: MaxBlocked}
		}
		settings.Blocked = append([]game.Person{p}, settings.Blocked...)
		return nil
	})
}

// Unblock lets p challenge the actor again.
func (s *Service) Unblock(ctx context.Context, act game.Act, p game.Person) (Settings, error) {
	return s.ChangeSettings(ctx, act, func(settings *Settings) error {
		if !settings.Blocks(p) {
			return &game.Refusal{Code: NotBlocked}
		}
		settings.Blocked = slices.DeleteFunc(settings.Blocked, func(q game.Person) bool { return q == p })
		return nil
	})
}

// StartVacation starts the actor's vacation in the server where they are, for the given number of days, or with 0 for
// as long as they have days left.
//
// Refusals: [OnVacation], [NoVacationLeft] (Limit: the days per year here, 0 if there is no vacation), VacationTooLate
// with the game.
func (s *Service) StartVacation(ctx context.Context, act game.Act, days int) (Vacation, error) {
	server, err := s.servers.Server(ctx, act.Guild)
	if err != nil {
		return Vacation{}, err
	}
	at := s.now()
	return s.vacation(ctx, act, func(a *Absence) error { return a.Start(days, server.Vacation(), at) })
}

// StopVacation ends the actor's vacation.
func (s *Service) StopVacation(ctx context.Context, act game.Act) (Vacation, error) {
	at := s.now()
	return s.vacation(ctx, act, func(a *Absence) error { return a.Stop(at) })
}

func (s *Service) vacation(ctx context.Context, act game.Act, do func(*Absence) error) (Vacation, error) {
	return s.store.UpdateVacation(ctx, act.Key, act.Actor, act.Guild, do)
}

// Vacation reads the actor's vacation in the server where they are, how much they have left of the calendar year once
// it is over, and the days per year there. A current vacation is assumed to last until its end, even into the next
// year.
func (s *Service) Vacation(ctx context.Context, act game.Act) (v Vacation, left time.Duration, perYear int, err error) {
	server, err := s.servers.Server(ctx, act.Guild)
	if err != nil {
		return Vacation{}, 0, 0, err
	}
	if v, err = s.store.Vacation(ctx, act.Actor, act.Guild); err != nil {
		return Vacation{}, 0, 0, err
	}
	at := s.now()
	if !v.Since.IsZero() && !v.Away(at) {
		v = v.ended(at)
	}
	over := at
	if v.Away(at) {
		over = v.Until
	}
	perYear = server.Vacation()
	return v, max(0, time.Duration(perYear)*day-v.Spent(over)), perYear, nil
}

// VacationEnds ends a vacation whose time is up.
func (s *Service) VacationEnds(ctx context.Context, job VacationEnds) error {
	at := s.now()
	_, err := s.store.UpdateVacation(ctx, "", job.Person, job.Guild, func(a *Absence) error {
		if a.Vacation.Since.IsZero() {
			return &game.Refusal{Code: game.Outdated}
		}
		if a.Vacation.Away(at) { // a later vacation has begun
			return &game.NotYet{After: a.Vacation.Until.Sub(at)}
		}
		a.end(at)
		return nil
	})
	if err != nil && !errors.Is(err, game.Outdated) {
		return fmt.Errorf("the vacation of %s ends: %w", job.Person, err)
	}
	return nil
}

// Reminder returns the game for a Remind job, whose side to move is to be reminded, and the destination; nil if there
// is nothing to send, because they have moved, were already reminded, or are on vacation. It records a reminder that
// nobody wants any more, or that comes after the flag, as if it had been sent: otherwise the game would wait for it.
func (s *Service) Reminder(ctx context.Context, job game.Remind) (*game.Game, Destination, error) {
	g, err := s.games.Game(ctx, job.Game)
	switch {
	case errors.Is(err, game.NoSuchGame):
		return nil, Nowhere, nil
	case err != nil:
		return nil, Nowhere, err
	case !game.Reminds(g, job):
		return nil, Nowhere, nil
	}
	settings, err := s.store.Settings(ctx, g.Seats[g.Turn()].Person)
	if err != nil {
		return nil, Nowhere, err
	}
	at := s.now()
	if left := g.Clock.Reminders[job.N].Sub(at); left > 0 { // the game was paused in between, or the clock was set back
		return nil, Nowhere, &game.NotYet{After: left}
	}
	if settings.Reminders.Destination == Nowhere || game.FlagDown(g, at) {
		return nil, Nowhere, s.Reminded(ctx, job)
	}
	return g, settings.Reminders.Destination, nil
}

// Reminded records that a reminder was sent. Earlier ones that are late are no longer sent.
func (s *Service) Reminded(ctx context.Context, job game.Remind) error {
	_, err := s.games.Update(ctx, "", job.Game, func(g *game.Game) error {
		if !game.Reminds(g, job) {
			return g.Refuse(game.Outdated)
		}
		g.Clock.Reminded = job.N + 1
		return nil
	})
	if errors.Is(err, game.Outdated) {
		return nil
	}
	return err
}
