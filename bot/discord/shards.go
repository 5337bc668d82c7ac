package discord

import (
	"context"
	"errors"
	"log/slog"
	"maps"
	"sync"
	"time"

	"xiangqibot/bot/shard"
)

const (
	// holdEvery is how often it is noted how far the shards have come, and looked whether some are free.
	holdEvery = time.Second
	// countEvery is how often Discord is asked how many shards there are.
	countEvery = 6 * time.Hour
)

// Shards keeps up those connections to Discord's gateway that this process has of all. Other processes, which use the
// same store, have the others. When one ends, however it ends, the others resume its sessions where it left them.
//
// How many there are, and how many may begin at the same time, is what Discord says. Where it says otherwise to another
// process, later, that counts.
type Shards struct {
	Client *Client
	Store  shard.Store
	// Session makes the session of a shard. Its fields are set but those that say which shard it is.
	Session func() *Session
	// Idle is called when this process has no shard and waits for one; it must not wait itself.
	Idle func()
	// Freed has something when another process is gone, which may have had some; nil: that is not known.
	Freed <-chan struct{}
	Log   *slog.Logger

	n       int // of all; 0: not known yet
	told    int // what Discord has said of n and the store does not know yet; 0: nothing
	asked   time.Time
	atOnce  int // how many groups of shards may identify at the same time
	running map[int]*runningShard
	began   chan struct{} // has something when there is a new session
}

// runningShard is a shard that this process has.
type runningShard struct {
	session *Session
	end     context.CancelFunc
	ended   chan struct{}
	// before is how far it had come when it was looked at last. That is what is kept: what came after may still be in
	// work, and is sent again to who resumes from there. What comes twice is known by its id.
	before shard.Mark
}

// Run keeps the shards up until ctx ends (nil) or Discord refuses one for good, as Session.Run does.
func (s *Shards) Run(ctx context.Context) error {
	s.running, s.began = map[int]*runningShard{}, make(chan struct{}, 1)
	fatal := make(chan error, 1)
	defer s.leave(context.WithoutCancel(ctx))
	ticker := time.NewTicker(holdEvery)
	defer ticker.Stop()
	for {
		if err := s.look(ctx, fatal); err != nil && !over(ctx) {
			if fatal := fatalError(err); fatal != nil {
				return fatal
			}
			s.Log.Warn("the shard assignment could not be refreshed", "err", err)
		}
		select {
		case <-ctx.Done():
			return nil
		case err := <-fatal:
			return err
		case <-s.Freed:
		case <-s.began: // from now on somebody else can resume it
		case <-ticker.C:
		}
	}
}

// look asks how many shards there are, if it is time, and which of them are this process's.
func (s *Shards) look(ctx context.Context, fatal chan<- error) error {
	if s.n == 0 && s.told == 0 || time.Since(s.asked) > countEvery {
		address, err := s.Client.gateway(ctx)
		switch {
		case err != nil && s.n == 0:
			return err
		case err == nil:
			s.told = max(address.Shards, 1)
			s.atOnce = max(address.Limit.MaxConcurrency, 1)
		}
		s.asked = time.Now()
	}
	held, n, err := s.Store.Hold(ctx, s.told, s.marks())
	if err != nil {
		return err
	}
	s.told = 0
	if n != s.n { // sessions of another number are of no use
		s.stop(s.running)
		s.n = n
	}
	lost := map[int]*runningShard{}
	for n, r := range s.running {
		if _, mine := held[n]; !mine {
			lost[n] = r
		}
	}
	s.stop(lost)
	for n, mark := range held {
		if s.running[n] == nil {
			s.start(ctx, n, mark, fatal)
		}
	}
	if len(held) == 0 {
		s.Idle()
	}
	return nil
}

// marks are how far the shards had come when they were looked at before this.
func (s *Shards) marks() map[int]shard.Mark {
	marks := map[int]shard.Mark{}
	for n, r := range s.running {
		marks[n] = r.before
		if now := r.session.mark.Load(); now != nil {
			if now.Session != r.before.Session { // of a new session there is nothing before
				marks[n] = *now
			}
			r.before = *now
		}
	}
	return marks
}

func (s *Shards) start(ctx context.Context, n int, mark shard.Mark, fatal chan<- error) {
	session := s.Session()
	session.shard, session.keep = &[2]int{n, s.n}, true
	session.id, session.resumeURL, session.seq = mark.Session, mark.URL, mark.Seq
	session.began = func() {
		select {
		case s.began <- struct{}{}:
		default:
		}
	}
	group := n % s.atOnce
	session.gate = func(ctx context.Context, apart time.Duration) (time.Duration, error) {
		return s.Store.Identify(ctx, group, apart)
	}
	ctx, end := context.WithCancel(ctx)
	r := &runningShard{session: session, end: end, ended: make(chan struct{}), before: mark}
	s.running[n] = r
	s.Log.Info("this process has a connection to Discord", "shard", n, "of", s.n, "resumes", mark.Session != "")
	go func() {
		defer close(r.ended)
		if err := session.Run(ctx); err != nil {
			select {
			case fatal <- err:
			default:
			}
		}
	}()
}

// stop ends shards without ending their sessions: others resume them.
func (s *Shards) stop(which map[int]*runningShard) {
	var all sync.WaitGroup
	for _, r := range which {
		r.end()
		all.Go(func() { <-r.ended })
	}
	all.Wait()
	for n := range maps.Clone(which) {
		delete(s.running, n)
	}
}

// leave gives all shards back.
func (s *Shards) leave(ctx context.Context) {
	marks := map[int]shard.Mark{}
	running := maps.Clone(s.running)
	s.stop(s.running)
	for n, r := range running {
		if mark := r.session.mark.Load(); mark != nil {
			marks[n] = *mark
		}
	}
	ctx, cancel := context.WithTimeout(ctx, 3*time.Second)
	defer cancel()
	if err := s.Store.Leave(ctx, marks); err != nil && !errors.Is(err, context.Canceled) {
		s.Log.Warn("the other processes will take over the shards within seconds", "err", err)
	}
}
