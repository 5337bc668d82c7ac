package discord

import (
	"context"
	"errors"
	"log/slog"
	"maps"
	"time"

	"xiangqibot/bot/shard"
)

const (
	// refreshInterval is how often the positions of the shards are stored and free shards are claimed.
	refreshInterval = time.Second
	// countInterval is how often Discord is asked for the number of shards.
	countInterval = 6 * time.Hour
)

// Shards runs the shards assigned to this process, each a connection to Discord's gateway. Other processes, which use
// the same store, run the others. When a process ends, in whatever way, the others resume its sessions where it
// stopped.
//
// Discord determines the number of shards and how many may start at the same time. If it later gives another process
// other numbers, those apply.
type Shards struct {
	Client *Client
	Store  shard.Store
	// Session returns a new session for a shard. All exported fields are set; Shards adds which shard it is.
	Session func() *Session
	// Idle is called when this process has no shard and waits for one. It must not block.
	Idle func()
	Log  *slog.Logger

	n        int // the number of all shards; 0: not known yet
	reported int // the number that Discord has reported and the store does not know yet; 0: none
	asked    time.Time
	atOnce   int // how many groups of shards may identify at the same time
	running  map[int]*runningShard
	began    chan struct{} // receives a value when there is a new session
}

// runningShard is a shard that this process runs.
type runningShard struct {
	session *Session
	end     context.CancelFunc
	ended   chan struct{}
	// before is the position at the previous refresh, and the one that is stored: later events may still be in progress
	// and are sent again to whoever resumes from there. Duplicates are recognized by their ids.
	before shard.ResumePoint
}

// Run runs the shards until ctx ends (nil) or Discord refuses one for good, as [Session.Run] does.
func (s *Shards) Run(ctx context.Context) error {
	s.running, s.began = map[int]*runningShard{}, make(chan struct{}, 1)
	fatal := make(chan error, 1)
	defer s.release(context.WithoutCancel(ctx))
	ticker := time.NewTicker(refreshInterval)
	defer ticker.Stop()
	for {
		if err := s.refresh(ctx, fatal); err != nil && ctx.Err() == nil {
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
		case <-s.began: // store its position at once, so that another process can resume it
		case <-ticker.C:
		}
	}
}

// refresh asks Discord for the number of shards if it is time, and the store which of them this process runs.
func (s *Shards) refresh(ctx context.Context, fatal chan<- error) error {
	if s.n == 0 && s.reported == 0 || time.Since(s.asked) > countInterval {
		address, err := gatewayAddress(ctx, s.Client)
		switch {
		case err != nil && s.n == 0:
			return err
		case err == nil:
			s.reported = max(address.Shards, 1)
			s.atOnce = max(address.SessionStartLimit.MaxConcurrency, 1)
		}
		s.asked = time.Now()
	}
	held, n, err := s.Store.Renew(ctx, s.reported, s.resumePoints())
	if err != nil {
		return err
	}
	s.reported = 0
	if n != s.n { // sessions for another number of shards are of no use
		s.stop(s.running)
		s.n = n
	}
	lost := maps.Clone(s.running)
	maps.DeleteFunc(lost, func(n int, _ *runningShard) bool { _, holds := held[n]; return holds })
	s.stop(lost)
	for n, point := range held {
		if s.running[n] == nil {
			s.start(ctx, n, point, fatal)
		}
	}
	if len(held) == 0 {
		s.Idle()
	}
	return nil
}

// resumePoints returns the positions of the shards at the previous refresh.
func (s *Shards) resumePoints() map[int]shard.ResumePoint {
	points := map[int]shard.ResumePoint{}
	for n, r := range s.running {
		points[n] = r.before
		if now := r.session.resumePoint.Load(); now != nil {
			if now.Session != r.before.Session { // a new session has no previous position
				points[n] = *now
			}
			r.before = *now
		}
	}
	return points
}

func (s *Shards) start(ctx context.Context, n int, point shard.ResumePoint, fatal chan<- error) {
	session := s.Session()
	session.shard, session.outlivesRun = &[2]int{n, s.n}, true
	session.at = point
	session.began = func() {
		select {
		case s.began <- struct{}{}:
		default:
		}
	}
	group := n % s.atOnce
	session.identifyGate = func(ctx context.Context, apart time.Duration) (time.Duration, error) {
		return s.Store.Identify(ctx, group, apart)
	}
	ctx, end := context.WithCancel(ctx)
	r := &runningShard{session: session, end: end, ended: make(chan struct{}), before: point}
	s.running[n] = r
	s.Log.Info("shard started", "shard", n, "of", s.n, "resumes", point.Session != "")
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

// stop ends shards without ending their sessions: other processes resume them.
func (s *Shards) stop(which map[int]*runningShard) {
	for _, r := range which {
		r.end()
	}
	for n, r := range which {
		<-r.ended
		delete(s.running, n)
	}
}

// release gives all shards back.
func (s *Shards) release(ctx context.Context) {
	points := map[int]shard.ResumePoint{}
	running := maps.Clone(s.running)
	s.stop(s.running)
	for n, r := range running {
		if point := r.session.resumePoint.Load(); point != nil {
			points[n] = *point
		}
	}
	ctx, cancel := context.WithTimeout(ctx, 3*time.Second)
	defer cancel()
	if err := s.Store.Release(ctx, points); err != nil && !errors.Is(err, context.Canceled) {
		s.Log.Warn("the other processes will take over the shards within seconds", "err", err)
	}
}
