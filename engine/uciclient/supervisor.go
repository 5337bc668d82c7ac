package uciclient

import (
	"context"
	"errors"
	"fmt"
	"sync"
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
	// OnEvent, if not nil, is called when the program starts, stops or fails. It is called from one goroutine and must
	// not call the supervisor.
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
	defaultIdle      = 10 * time.Minute
	defaultMaxQueued = 4096
	firstBackoff     = time.Second
	maxBackoff       = 5 * time.Minute
)

var (
	// ErrClosed is returned by a supervisor that is closed or being closed.
	ErrClosed = errors.New("the outside engine is shut down")
	// ErrBackoff is returned at once during the backoff after a failure, so that another engine can be used.
	ErrBackoff = errors.New("the outside engine has failed and is not tried again yet")
	// ErrQueueFull is returned if too many requests wait.
	ErrQueueFull = errors.New("too many games wait for the outside engine")
)

// Supervisor shares one program among many games. It is safe for concurrent use. Requests are served in the order of
// package fairqueue.
//
// A program that fails is killed. It is restarted for the next request after an exponential backoff: one second after
// the first failure, doubled after each further one up to five minutes, and reset by an answer.
type Supervisor struct {
	options SupervisorOptions
	// maxQueued is how many requests may wait.
	maxQueued int
	now       func() time.Time
	ctx       context.Context // ends when the supervisor is closed
	cancel    context.CancelFunc
	wake      chan struct{} // there is something to do
	done      chan struct{} // closed when no program runs

	mu      sync.Mutex
	queue   fairqueue.Queue[*request]
	closed  bool
	backoff time.Duration // that of the last failure, 0 after an answer
	retryAt time.Time     // when that backoff ends
}

// request is a pending call of Think. Its result is sent once, or never if the request was withdrawn.
type request struct {
	ctx    context.Context
	key    fairqueue.Key
	rec    board.Record
	result chan response
}

type response struct {
	result Result
	err    error
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
	s := &Supervisor{options: o, maxQueued: defaultMaxQueued, now: time.Now, wake: make(chan struct{}, 1), done: make(chan struct{})}
	// The supervisor lives until Close, longer than any caller.
	s.ctx, s.cancel = context.WithCancel(context.Background()) //nolint:forbidigo // see above
	go s.serve()
	return s, nil
}

// Think asks the program for a move in the last position of the record. The move is legal. Think waits for its turn; if
// ctx ends first, the request is withdrawn and the context's error returned.
func (s *Supervisor) Think(ctx context.Context, key fairqueue.Key, rec *board.Record) (Result, error) {
	q := &request{ctx: ctx, key: key, rec: rec.Clone(), result: make(chan response, 1)}
	if err := s.enqueue(q); err != nil {
		return Result{}, err
	}
	select {
	case a := <-q.result:
		return a.result, a.err
	case <-ctx.Done():
		if s.withdraw(q) {
			return Result{}, ctx.Err()
		}
		a := <-q.result // the program has been sent stop
		return a.result, a.err
	}
}

// Close ends the program and fails all requests with [ErrClosed]. It may be called twice.
func (s *Supervisor) Close() {
	s.cancel()
	s.mu.Lock()
	s.closed = true
	for _, q := range s.queue.All() {
		q.result <- response{err: ErrClosed}
	}
	s.queue.Clear()
	s.mu.Unlock()
	<-s.done
}

func (s *Supervisor) enqueue(q *request) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch left := s.retryAt.Sub(s.now()); {
	case s.closed:
		return ErrClosed
	case left > 0:
		return fmt.Errorf("%w (for another %v)", ErrBackoff, left.Round(time.Millisecond))
	case s.queue.Len() >= s.maxQueued:
		return fmt.Errorf("%w: %d", ErrQueueFull, s.maxQueued)
	}
	s.queue.Add(q.key, q)
	select {
	case s.wake <- struct{}{}:
	default: // it has been woken already
	}
	return nil
}

func (s *Supervisor) withdraw(q *request) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.queue.Remove(q.key, q)
}

func (s *Supervisor) next() (q *request, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	_, q, ok = s.queue.Next()
	return q, ok
}

// runningProgram is the running program, if any.
type runningProgram struct {
	*Program
	game fairqueue.Key // that of the last request
}

// serve is the loop of the supervisor. Only it touches the program.
func (s *Supervisor) serve() {
	defer close(s.done)
	var program runningProgram
	idle := time.NewTimer(s.options.IdleTimeout)
	defer idle.Stop()
	for {
		for q, ok := s.next(); ok; q, ok = s.next() {
			q.result <- s.serveOne(&program, q)
			idle.Reset(s.options.IdleTimeout)
		}
		select {
		case <-s.wake:
		case <-idle.C:
			if s.end(&program) {
				s.options.OnEvent(Event{Kind: Stopped})
			}
		case <-s.ctx.Done():
			s.end(&program)
			return
		}
	}
}

// end closes the program, ignoring errors, and reports whether there was one.
func (s *Supervisor) end(program *runningProgram) bool {
	if program.Program == nil {
		return false
	}
	_ = program.Close()
	*program = runningProgram{}
	return true
}

// serveOne serves a request. If a program that was running before has died, this is no failure yet: a fresh one gets
// the same request.
func (s *Supervisor) serveOne(program *runningProgram, q *request) response {
	ctx, cancel := context.WithCancel(q.ctx)
	defer cancel()
	defer context.AfterFunc(s.ctx, cancel)()
	fresh := program.Program == nil
	thought, err := s.ask(ctx, program, q)
	if errors.Is(err, errDied) && ctx.Err() == nil && !fresh {
		s.end(program)
		thought, err = s.ask(ctx, program, q)
	}
	switch {
	case err == nil:
		s.recover()
		return response{result: thought}
	case s.ctx.Err() != nil:
		return response{err: ErrClosed}
	case ctx.Err() != nil && errors.Is(err, ctx.Err()):
		return response{err: err} // the program was stopped cleanly
	}
	s.end(program)
	s.fail(err)
	return response{err: err}
}

// ask starts the program if there is none, sends it the request, and checks the answer.
func (s *Supervisor) ask(ctx context.Context, program *runningProgram, q *request) (Result, error) {
	if program.Program == nil {
		p, err := Start(ctx, s.options.Options)
		if err != nil {
			return Result{}, err
		}
		program.Program = p
		s.options.OnEvent(Event{Kind: Started})
	}
	if program.game != q.key {
		if err := program.NewGame(ctx); err != nil {
			return Result{}, program.drain(ctx, "readyok", err)
		}
		program.game = q.key
	}
	thought, err := program.Think(ctx, &q.rec, s.options.Limits)
	if err != nil {
		return Result{}, err
	}
	if pos := q.rec.Position(); !pos.IsLegal(thought.Move) {
		return Result{}, fmt.Errorf("%s plays %v, which is not legal in %s", program.Name(), thought.Move, pos.FEN())
	}
	return thought, nil
}

// recover resets the backoff after an answer.
func (s *Supervisor) recover() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.backoff = 0
}

// fail starts the backoff. It fails the waiting requests, like those that arrive during the backoff.
func (s *Supervisor) fail(err error) {
	s.mu.Lock()
	s.backoff = min(max(2*s.backoff, firstBackoff), maxBackoff)
	s.retryAt = s.now().Add(s.backoff)
	for _, q := range s.queue.All() {
		q.result <- response{err: fmt.Errorf("%w: %w", ErrBackoff, err)}
	}
	s.queue.Clear()
	pause := s.backoff
	s.mu.Unlock()
	s.options.OnEvent(Event{Kind: Failed, Err: err, Backoff: pause})
}
