package outside

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"xiangqibot/engine/board"
	"xiangqibot/engine/turns"
)

// KeeperOptions say how a program is kept.
type KeeperOptions struct {
	Options
	// Limits bound each move.
	Limits Limits
	// Idle is after how long without a question the program is stopped; 0 means ten minutes.
	Idle time.Duration
	// Waiting is how many questions may wait; 0 means 4096.
	Waiting int
	// Notice, if not nil, is told what becomes of the program. It is called from one goroutine and must not call the keeper.
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
	// ErrKeeperClosed is returned by a keeper that is closed or being closed.
	ErrKeeperClosed = errors.New("the outside engine is shut down")
	// ErrResting is returned while a program that failed is left alone. It comes at once, so that another engine may step in.
	ErrResting = errors.New("the outside engine has failed and is not tried again yet")
	// ErrFull is returned when too many questions wait.
	ErrFull = errors.New("too many games wait for the outside engine")
)

// Keeper has one program ready for many games. Its methods may be called from several goroutines. People take turns, then their games; see
// package turns.
//
// A program that fails is ended. It is started anew for the next question, but not before a pause: a second after the first failure, twice
// as long after each further one, five minutes at most, and a second again once it has answered.
type Keeper struct {
	options KeeperOptions
	now     func() time.Time
	ctx     context.Context // ends when the keeper is closed
	cancel  context.CancelFunc
	wake    chan struct{} // there is something to do
	done    chan struct{} // closed when nothing is kept any more

	mu     sync.Mutex
	asked  turns.Queue[*question]
	closed bool
	pause  time.Duration // that of the last failure, 0 after an answer
	until  time.Time     // the end of that pause
}

// question is a call of Think on its way. Its answer is sent once, or never if it was withdrawn.
type question struct {
	ctx    context.Context
	key    turns.Key
	rec    board.Record
	answer chan answer
}

type answer struct {
	thought Thought
	err     error
}

// NewKeeper makes a keeper, which must be closed. No program is started before somebody asks.
func NewKeeper(o KeeperOptions) (*Keeper, error) {
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
	k := &Keeper{options: o, now: time.Now, wake: make(chan struct{}, 1), done: make(chan struct{})}
	// The keeper lives until Close, longer than any caller.
	k.ctx, k.cancel = context.WithCancel(context.Background()) //nolint:forbidigo // see above
	go k.serve()
	return k, nil
}

// Think asks the program for a move in the last position of the record, which is legal. It waits for its turn; when ctx ends before, the
// question is withdrawn and the context's error returned.
func (k *Keeper) Think(ctx context.Context, key turns.Key, rec *board.Record) (Thought, error) {
	q := &question{ctx: ctx, key: key, rec: rec.Clone(), answer: make(chan answer, 1)}
	if err := k.enqueue(q); err != nil {
		return Thought{}, err
	}
	select {
	case a := <-q.answer:
		return a.thought, a.err
	case <-ctx.Done():
		if k.withdraw(q) {
			return Thought{}, ctx.Err()
		}
		a := <-q.answer // the program has been told to stop
		return a.thought, a.err
	}
}

// Close ends the program and refuses all questions with ErrKeeperClosed. Closing twice is allowed.
func (k *Keeper) Close() {
	k.cancel()
	k.mu.Lock()
	k.closed = true
	for q := range k.asked.All() {
		q.answer <- answer{err: ErrKeeperClosed}
	}
	k.asked.Clear()
	k.mu.Unlock()
	<-k.done
}

func (k *Keeper) enqueue(q *question) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	switch left := k.until.Sub(k.now()); {
	case k.closed:
		return ErrKeeperClosed
	case left > 0:
		return fmt.Errorf("%w (for another %v)", ErrResting, left.Round(time.Millisecond))
	case k.asked.Len() >= k.options.Waiting:
		return fmt.Errorf("%w: %d", ErrFull, k.options.Waiting)
	}
	k.asked.Add(q.key, q)
	select {
	case k.wake <- struct{}{}:
	default: // it has been woken already
	}
	return nil
}

func (k *Keeper) withdraw(q *question) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.asked.Remove(q.key, q)
}

func (k *Keeper) next() (q *question, ok bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	_, q, ok = k.asked.Next()
	return q, ok
}

// kept is the program that runs now, if any.
type kept struct {
	*Program
	game turns.Key // whose position it saw last
}

// serve is the life of the keeper: it alone touches the program.
func (k *Keeper) serve() {
	defer close(k.done)
	var program kept
	idle := time.NewTimer(k.options.Idle)
	defer idle.Stop()
	for {
		for q, ok := k.next(); ok; q, ok = k.next() {
			q.answer <- k.serveOne(&program, q)
			idle.Reset(k.options.Idle)
		}
		select {
		case <-k.wake:
		case <-idle.C:
			if k.end(&program) {
				k.options.Notice(Notice{Kind: Rested})
			}
		case <-k.ctx.Done():
			k.end(&program)
			return
		}
	}
}

// end closes the program and tells whether there was one. That it did not end in good order is nobody's concern any more.
func (k *Keeper) end(program *kept) bool {
	if program.Program == nil {
		return false
	}
	_ = program.Close()
	*program = kept{}
	return true
}

// serveOne answers a question. A program that was there already may have died since it was last asked: that is no failure yet, and a fresh
// one gets the same question.
func (k *Keeper) serveOne(program *kept, q *question) answer {
	ctx, cancel := context.WithCancel(q.ctx)
	defer cancel()
	defer context.AfterFunc(k.ctx, cancel)()
	fresh := program.Program == nil
	thought, err := k.ask(ctx, program, q)
	if errors.Is(err, ErrDied) && ctx.Err() == nil && !fresh {
		k.end(program)
		thought, err = k.ask(ctx, program, q)
	}
	switch {
	case err == nil:
		k.recover()
		return answer{thought: thought}
	case k.ctx.Err() != nil:
		return answer{err: ErrKeeperClosed}
	case ctx.Err() != nil && errors.Is(err, ctx.Err()):
		return answer{err: err} // the program was stopped in good order
	}
	k.end(program)
	k.fail(err)
	return answer{err: err}
}

// ask starts the program if there is none, asks it, and looks at what it says.
func (k *Keeper) ask(ctx context.Context, program *kept, q *question) (Thought, error) {
	if program.Program == nil {
		p, err := Start(ctx, k.options.Options)
		if err != nil {
			return Thought{}, err
		}
		program.Program = p
		k.options.Notice(Notice{Kind: Started})
	}
	if program.game != q.key {
		if err := program.NewGame(ctx); err != nil {
			return Thought{}, program.settled(ctx, "readyok", err)
		}
		program.game = q.key
	}
	thought, err := program.Think(ctx, &q.rec, k.options.Limits)
	if err != nil {
		return Thought{}, err
	}
	if pos := q.rec.Position(); !pos.IsLegal(thought.Move) {
		return Thought{}, fmt.Errorf("%s plays %v, which is not legal in %s", program.Name(), thought.Move, pos.FEN())
	}
	return thought, nil
}

// recover notes that the program has answered.
func (k *Keeper) recover() {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.pause = 0
}

// fail begins a pause. Whoever waits is answered as are those who ask during it.
func (k *Keeper) fail(err error) {
	k.mu.Lock()
	k.pause = min(max(2*k.pause, firstPause), longestPause)
	k.until = k.now().Add(k.pause)
	for q := range k.asked.All() {
		q.answer <- answer{err: fmt.Errorf("%w: %w", ErrResting, err)}
	}
	k.asked.Clear()
	pause := k.pause
	k.mu.Unlock()
	k.options.Notice(Notice{Kind: Failed, Err: err, Pause: pause})
}
