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

// SupervisorOptions say how a program is kept.
type SupervisorOptions struct {
	Options
	// Limits bound each move.
	Limits Limits
	// Idle is after how long without a question the program is stopped; 0 means ten minutes.
	Idle time.Duration
	// Waiting is how many questions may wait; 0 means 4096.
	Waiting int
	// Notice, if not nil, is told what becomes of the program. It is called from one goroutine and must not call the
	// supervisor.
	Notice func(Notice)
}

// Notice is something that became of a kept program.
type Notice struct {
	Kind NoticeKind
	// Err is what was wrong, and Pause how long the program is left alone now: Failed only.
	Err   error
	Pause time.Duration
}

// NoticeKind names what became of the program.
type NoticeKind uint8

// The notices.
const (
	Started NoticeKind = iota // it runs and is ready
	Rested                    // it was stopped, since nobody asked
	Failed                    // it did not start, died, did not answer or answered what cannot be, and was ended
)

const (
	defaultIdle    = 10 * time.Minute
	defaultWaiting = 4096
	firstPause     = time.Second
	longestPause   = 5 * time.Minute
)

var (
	// ErrClosed is returned by a supervisor that is closed or being closed.
	ErrClosed = errors.New("the outside engine is shut down")
	// ErrResting is returned while a program that failed is left alone. It comes at once, so that another engine may step
	// in.
	ErrResting = errors.New("the outside engine has failed and is not tried again yet")
	// ErrFull is returned when too many questions wait.
	ErrFull = errors.New("too many games wait for the outside engine")
)

// Supervisor has one program ready for many games. Its methods may be called from several goroutines. People take
// turns, then their games; see package fairqueue.
//
// A program that fails is ended. It is started again for the next question, but not before a pause: a second after the
// first failure, twice as long after each further one, five minutes at most, and a second again once it has answered.
type Supervisor struct {
	options SupervisorOptions
	now     func() time.Time
	ctx     context.Context // ends when the supervisor is closed
	cancel  context.CancelFunc
	wake    chan struct{} // there is something to do
	done    chan struct{} // closed when no program runs

	mu     sync.Mutex
	asked  fairqueue.Queue[*question]
	closed bool
	pause  time.Duration // that of the last failure, 0 after an answer
	until  time.Time     // the end of that pause
}

// question is a call of Think on its way. Its answer is sent once, or never if it was withdrawn.
type question struct {
	ctx    context.Context
	key    fairqueue.Key
	rec    board.Record
	answer chan answer
}

type answer struct {
	thought Thought
	err     error
}

// NewSupervisor makes a supervisor, which must be closed. No program is started before somebody asks.
func NewSupervisor(o SupervisorOptions) (*Supervisor, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	if o.Idle <= 0 {
		o.Idle = defaultIdle
	}
	if o.Waiting <= 0 {
		o.Waiting = defaultWaiting
	}
	if o.Notice == nil {
		o.Notice = func(Notice) {}
	}
	s := &Supervisor{options: o, now: time.Now, wake: make(chan struct{}, 1), done: make(chan struct{})}
	// The supervisor lives until Close, longer than any caller.
	s.ctx, s.cancel = context.WithCancel(context.Background()) //nolint:forbidigo // see above
	go s.serve()
	return s, nil
}

// Think asks the program for a move in the last position of the record, which is legal. It waits for its turn; when ctx
// ends before, the question is withdrawn and the context's error returned.
func (s *Supervisor) Think(ctx context.Context, key fairqueue.Key, rec *board.Record) (Thought, error) {
	q := &question{ctx: ctx, key: key, rec: rec.Clone(), answer: make(chan answer, 1)}
	if err := s.enqueue(q); err != nil {
		return Thought{}, err
	}
	select {
	case a := <-q.answer:
		return a.thought, a.err
	case <-ctx.Done():
		if s.withdraw(q) {
			return Thought{}, ctx.Err()
		}
		a := <-q.answer // the program has been told to stop
		return a.thought, a.err
	}
}

// Close ends the program and refuses all questions with ErrClosed. Closing twice is allowed.
func (s *Supervisor) Close() {
	s.cancel()
	s.mu.Lock()
	s.closed = true
	for _, q := range s.asked.All() {
		q.answer <- answer{err: ErrClosed}
	}
	s.asked.Clear()
	s.mu.Unlock()
	<-s.done
}

func (s *Supervisor) enqueue(q *question) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch left := s.until.Sub(s.now()); {
	case s.closed:
		return ErrClosed
	case left > 0:
		return fmt.Errorf("%w (for another %v)", ErrResting, left.Round(time.Millisecond))
	case s.asked.Len() >= s.options.Waiting:
		return fmt.Errorf("%w: %d", ErrFull, s.options.Waiting)
	}
	s.asked.Add(q.key, q)
	select {
	case s.wake <- struct{}{}:
	default: // it has been woken already
	}
	return nil
}

func (s *Supervisor) withdraw(q *question) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.asked.Remove(q.key, q)
}

func (s *Supervisor) next() (q *question, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	_, q, ok = s.asked.Next()
	return q, ok
}

// kept is the program that runs now, if any.
type kept struct {
	*Program
	game fairqueue.Key // whose position it saw last
}

// serve is the life of the supervisor: it alone touches the program.
func (s *Supervisor) serve() {
	defer close(s.done)
	var program kept
	idle := time.NewTimer(s.options.Idle)
	defer idle.Stop()
	for {
		for q, ok := s.next(); ok; q, ok = s.next() {
			q.answer <- s.serveOne(&program, q)
			idle.Reset(s.options.Idle)
		}
		select {
		case <-s.wake:
		case <-idle.C:
			if s.end(&program) {
				s.options.Notice(Notice{Kind: Rested})
			}
		case <-s.ctx.Done():
			s.end(&program)
			return
		}
	}
}

// end closes the program and reports whether there was one. Errors of a program that is ended anyway do not matter.
func (s *Supervisor) end(program *kept) bool {
	if program.Program == nil {
		return false
	}
	_ = program.Close()
	*program = kept{}
	return true
}

// serveOne answers a question. A program that was there already may have died since it was last asked: that is no
// failure yet, and a fresh one gets the same question.
func (s *Supervisor) serveOne(program *kept, q *question) answer {
	ctx, cancel := context.WithCancel(q.ctx)
	defer cancel()
	defer context.AfterFunc(s.ctx, cancel)()
	fresh := program.Program == nil
	thought, err := s.ask(ctx, program, q)
	if errors.Is(err, ErrDied) && ctx.Err() == nil && !fresh {
		s.end(program)
		thought, err = s.ask(ctx, program, q)
	}
	switch {
	case err == nil:
		s.recover()
		return answer{thought: thought}
	case s.ctx.Err() != nil:
		return answer{err: ErrClosed}
	case ctx.Err() != nil && errors.Is(err, ctx.Err()):
		return answer{err: err} // the program was stopped in good order
	}
	s.end(program)
	s.fail(err)
	return answer{err: err}
}

// ask starts the program if there is none, asks it, and looks at what it says.
func (s *Supervisor) ask(ctx context.Context, program *kept, q *question) (Thought, error) {
	if program.Program == nil {
		p, err := Start(ctx, s.options.Options)
		if err != nil {
			return Thought{}, err
		}
		program.Program = p
		s.options.Notice(Notice{Kind: Started})
	}
	if program.game != q.key {
		if err := program.NewGame(ctx); err != nil {
			return Thought{}, program.settled(ctx, "readyok", err)
		}
		program.game = q.key
	}
	thought, err := program.Think(ctx, &q.rec, s.options.Limits)
	if err != nil {
		return Thought{}, err
	}
	if pos := q.rec.Position(); !pos.IsLegal(thought.Move) {
		return Thought{}, fmt.Errorf("%s plays %v, which is not legal in %s", program.Name(), thought.Move, pos.FEN())
	}
	return thought, nil
}

// recover notes that the program has answered.
func (s *Supervisor) recover() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.pause = 0
}

// fail begins a pause. Searches that wait are refused, like those that are asked for during the pause.
func (s *Supervisor) fail(err error) {
	s.mu.Lock()
	s.pause = min(max(2*s.pause, firstPause), longestPause)
	s.until = s.now().Add(s.pause)
	for _, q := range s.asked.All() {
		q.answer <- answer{err: fmt.Errorf("%w: %w", ErrResting, err)}
	}
	s.asked.Clear()
	pause := s.pause
	s.mu.Unlock()
	s.options.Notice(Notice{Kind: Failed, Err: err, Pause: pause})
}
