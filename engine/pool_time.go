package engine

import (
	"context"
	"errors"
	"time"

	"xiangqibot/engine/fairqueue"
)

const (
	// maxResponseTime is how long a request for a move should take at most, waiting included.
	maxResponseTime = 1800 * time.Millisecond
	// minMoveTime is the least time that the search of a move gets, however many games wait.
	minMoveTime = 50 * time.Millisecond
	// analysisGrace is how long an analysis may run while a move waits, and maxAnalysisTime how long one may run at
	// all.
	analysisGrace   = 250 * time.Millisecond
	maxAnalysisTime = time.Minute
	// movesPerAnalysis is the number of moves searched before a waiting analysis gets a turn, so that analyses do not
	// starve under load.
	movesPerAnalysis = 8
)

// next waits for the next request and returns it with the time for its search. It returns false when the pool is
// closed.
func (p *Pool) next() (r *request, budget time.Duration, ok bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for p.moves.Len()+p.analyses.Len() == 0 {
		if p.closed {
			return nil, 0, false
		}
		p.work.Wait()
	}
	if p.moves.Len() == 0 || p.analyses.Len() > 0 && p.movesSinceAnalysis >= movesPerAnalysis {
		p.movesSinceAnalysis = 0
		_, r, _ = p.analyses.Next()
		budget = maxAnalysisTime
	} else {
		if p.analyses.Len() > 0 {
			p.movesSinceAnalysis++
		}
		left, demand := p.timeLeft(), p.waiting()
		_, r, _ = p.moves.Next()
		rounds := (demand.Shares(r.key) + p.workers - 1) / p.workers
		budget = max(left/time.Duration(rounds), minMoveTime)
	}
	r.began = time.Now()
	r.until = r.began.Add(budget)
	r.timer = time.AfterFunc(budget, func() { r.stop(errTimeOver) })
	p.running[r] = true
	p.rebalance()
	return r, budget, true
}

// finished removes r from the running requests.
func (p *Pool) finished(r *request) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.running[r] {
		r.timer.Stop()
		delete(p.running, r)
	}
}

// rebalance shortens the running searches to the time they would have been given if all current requests had been known
// when they started: nobody gets a long search by asking a moment before the others. The time of all workers, including
// what the running searches have used, is divided among the tenants, each tenant's share among its users, and each
// user's share among their flows. So many games shorten only their owner's searches, and many users only those of their
// own tenant. Analyses are preempted.
func (p *Pool) rebalance() {
	if len(p.running) < p.workers || p.moves.Len() == 0 {
		return // a worker is free, or about to be, or no move waits
	}
	now := time.Now()
	all, demand := p.timeLeft()*time.Duration(p.workers), p.waiting()
	for r := range p.running {
		if r.queue == &p.moves {
			all += now.Sub(r.began)
			demand.Add(r.key)
		}
	}
	for r := range p.running {
		share := analysisGrace
		if r.queue == &p.moves {
			share = max(all/time.Duration(demand.Shares(r.key)), minMoveTime)
		}
		if until := r.began.Add(share); until.Before(r.until) {
			r.until = until
			r.timer.Reset(until.Sub(now))
		}
	}
}

// waiting returns the keys of the waiting move requests.
func (p *Pool) waiting() (demand fairqueue.Demand) {
	for key := range p.moves.All() {
		demand.Add(key)
	}
	return demand
}

// timeLeft is the time until the last of the waiting move requests is due.
func (p *Pool) timeLeft() time.Duration {
	var last time.Time
	for _, r := range p.moves.All() {
		if due := r.asked.Add(maxResponseTime); due.After(last) {
			last = due
		}
	}
	return time.Until(last)
}

// throttle makes an analysis sleep for about as long as it has run since the last call, while the program has users to
// respond to: two processors are often the two threads of one core, which slow each other down.
func (p *Pool) throttle() {
	if p.busy != nil && p.busy() {
		time.Sleep(time.Millisecond) //nolint:forbidigo // the sleep is the point
	}
}

var errTimeOver = errors.New("engine: the time for this search is over")

// searchContext is a context that reports errTimeOver as an exceeded deadline: the search returns what it has found.
type searchContext struct{ context.Context }

// Err is DeadlineExceeded if the time of the search is over.
func (t searchContext) Err() error {
	if errors.Is(context.Cause(t.Context), errTimeOver) {
		return context.DeadlineExceeded
	}
	return t.Context.Err()
}
