package uciclient

import (
	"context"
	"errors"
	"fmt"
	"time"

	"xiangqibot/engine/board"
	"xiangqibot/engine/fairqueue"
)

// SupervisorOptions configure a supervisor.
type SupervisorOptions struct {
	Options
	// Limits bound each move.
	Limits Limits
	// IdleTimeout is the time without a request after which the program is stopped; 0 means ten minutes.
	IdleTimeout time.Duration
	// OnEvent, if not nil, is called when the program starts, stops or fails, one call at a time. It must not call the
	// supervisor.
	OnEvent func(Event)
}

// Event is a change of state of the program.
type Event struct {
	Kind EventKind
	// Err is the error, and Backoff the time until the program may be restarted. Both are for Failed only.
	Err     error
	Backoff time.Duration
}

// EventKind is the kind of an event.
type EventKind uint8

// The kinds of events.
const (
	Started EventKind = iota // it is running and ready
	Stopped                  // it was stopped after the idle timeout
	Failed                   // it did not start, died, did not answer or gave an invalid answer, and was killed
)

const (
	defaultIdle  = 10 * time.Minute
	firstBackoff = time.Second
	maxBackoff   = 5 * time.Minute
)

var (
	// ErrClosed is returned by a supervisor that is closed or being closed.
	ErrClosed = errors.New("the outside engine is shut down")
	// ErrBackoff is returned at once during the backoff after a failure, so that another engine can be used.
	ErrBackoff = errors.New("the outside engine has failed and is not tried again yet")
)

// Supervisor shares one program among many games. It is safe for concurrent use. Requests are served in the order of
// package fairqueue.
//
// A program that fails is killed. It is restarted for the next request after an exponential backoff: one second after
// the first failure, doubled after each further one up to five minutes, and reset by an answer.
type Supervisor struct {
	options SupervisorOptions
	now     func() time.Time
	ctx     context.Context // ends when the supervisor is closed
	cancel  context.CancelFunc

	// turn has one holder, who may use what follows.
	turn    *fairqueue.Semaphore
	program *Program      // nil if none runs
	game    fairqueue.Key // that of the program's last request
	served  int           // the number of requests so far
	backoff time.Duration // that of the last failure, 0 after an answer
	retryAt time.Time     // when that backoff ends
}

// NewSupervisor returns a supervisor, which must be closed. The program is started on the first request.
func NewSupervisor(o SupervisorOptions) (*Supervisor, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	if o.IdleTimeout <= 0 {
		o.IdleTimeout = defaultIdle
	}
	if o.OnEvent == nil {
		o.OnEvent = func(Event) {}
	}
	s := &Supervisor{options: o, now: time.Now, turn: fairqueue.NewSemaphore(1)}
	// The supervisor lives until Close, longer than any caller.
	s.ctx, s.cancel = context.WithCancel(context.Background()) //nolint:forbidigo // see above
	return s, nil
}

// Think asks the program for a move in the last position of the record. The move is legal. Think waits for its turn; if
// ctx ends first, the request is withdrawn and the context's error returned.
func (s *Supervisor) Think(ctx context.Context, key fairqueue.Key, rec *board.Record) (Result, error) {
	if err := s.turn.Acquire(ctx, key); err != nil {
		return Result{}, err
	}
	defer s.turn.Release()
	if s.ctx.Err() != nil {
		return Result{}, ErrClosed
	}
	if left := s.retryAt.Sub(s.now()); left > 0 {
		return Result{}, fmt.Errorf("%w (for another %v)", ErrBackoff, left.Round(time.Millisecond))
	}
	defer s.endWhenIdle()
	return s.serve(ctx, key, rec)
}

// Close ends the program and fails all requests with [ErrClosed]. It may be called twice.
func (s *Supervisor) Close() {
	s.cancel()
	s.turn.Do(fairqueue.Key{}, func() { s.end() })
}

// endWhenIdle ends the program after the idle timeout if no request is served until then.
func (s *Supervisor) endWhenIdle() {
	s.served++
	served := s.served
	time.AfterFunc(s.options.IdleTimeout, func() {
		s.turn.Do(fairqueue.Key{}, func() {
			if s.served == served && s.end() {
				s.options.OnEvent(Event{Kind: Stopped})
			}
		})
	})
}

// end closes the program, ignoring errors, and reports whether there was one.
func (s *Supervisor) end() bool {
	if s.program == nil {
		return false
	}
	_ = s.program.Close()
	s.program, s.game = nil, fairqueue.Key{}
	return true
}

// serve serves a request. If a program that was running before has died, this is no failure yet: a fresh one gets the
// same request.
func (s *Supervisor) serve(ctx context.Context, key fairqueue.Key, rec *board.Record) (Result, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(s.ctx, cancel)() //nolint:contextcheck // Close ends the request too
	fresh := s.program == nil
	thought, err := s.ask(ctx, key, rec)
	if errors.Is(err, errDied) && ctx.Err() == nil && !fresh {
		s.end()
		thought, err = s.ask(ctx, key, rec)
	}
	switch {
	case err == nil:
		s.backoff = 0
		return thought, nil
	case s.ctx.Err() != nil:
		return Result{}, ErrClosed
	case ctx.Err() != nil && errors.Is(err, ctx.Err()):
		return Result{}, err // the program was stopped cleanly
	}
	s.end()
	s.backoff = min(max(2*s.backoff, firstBackoff), maxBackoff)
	s.retryAt = s.now().Add(s.backoff)
	s.options.OnEvent(Event{Kind: Failed, Err: err, Backoff: s.backoff})
	return Result{}, err
}

// ask starts the program if there is none, sends it the request, and checks the answer.
func (s *Supervisor) ask(ctx context.Context, key fairqueue.Key, rec *board.Record) (Result, error) {
	if s.program == nil {
		p, err := Start(ctx, s.options.Options)
		if err != nil {
			return Result{}, err
		}
		s.program = p
		s.options.OnEvent(Event{Kind: Started})
	}
	if s.game != key {
		if err := s.program.NewGame(ctx); err != nil {
			return Result{}, s.program.drain(ctx, "readyok", err)
		}
		s.game = key
	}
	thought, err := s.program.Think(ctx, rec, s.options.Limits)
	if err != nil {
		return Result{}, err
	}
	if pos := rec.Position(); !pos.IsLegal(thought.Move) {
		return Result{}, fmt.Errorf("%s plays %v, which is not legal in %s", s.program.Name(), thought.Move, pos.FEN())
	}
	return thought, nil
}
