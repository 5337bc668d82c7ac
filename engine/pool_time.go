package engine

import (
	"context"
	"errors"
	"time"

	"xiangqibot/engine/fairqueue"
)

const (
	// answerTime is how long a game should wait for its answer, its turn included.
	answerTime = 1800 * time.Millisecond
	// shortestThought is the least time that the search of a move gets, however many games wait.
	shortestThought = 50 * time.Millisecond
	// longestStep is how long a move may have to wait for the analysis that is under way, and longestAnalysis how long one
	// may take on the quietest evening.
	longestStep     = 250 * time.Millisecond
	longestAnalysis = time.Minute
	// movesPerStep is how many moves are searched before an analysis that waits has its turn all the same: it should come
	// to its end on the busiest evening.
	movesPerStep = 8
)

// next waits for the request whose turn it is and says how long its search may take. It returns false when the pool is
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
	if p.moves.Len() == 0 || p.analyses.Len() > 0 && p.passed >= movesPerStep {
		p.passed = 0
		_, r, _ = p.analyses.Next()
		budget = longestAnalysis
	} else {
		if p.analyses.Len() > 0 {
			p.passed++
		}
		left, crowd := p.timeLeft(), p.waiting()
		_, r, _ = p.moves.Next()
		rounds := (crowd.Shares(r.key) + p.workers - 1) / p.workers
		budget = max(left/time.Duration(rounds), shortestThought)
	}
	r.began = p.now()
	r.until = r.began.Add(budget)
	r.timer = time.AfterFunc(budget, func() { r.stop(errTimeOver) })
	p.running[r] = true
	p.hurry()
	return r, budget, true
}

// finished notes that nobody works on r.
func (p *Pool) finished(r *request) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.running[r] {
		r.timer.Stop()
		delete(p.running, r)
	}
}

// hurry shortens the running searches to the time that they would have been given if all present requests had been
// known: no one gets a long search because their request came a moment earlier than the others. The time of all
// workers, that which the running searches have had included, is divided among the servers, each one's share among its
// people, and each person's share among that person's games: many games mean shorter searches for their owner, and many
// people for those of their server, not for others. Analyses make room.
func (p *Pool) hurry() {
	if len(p.running) < p.workers || p.moves.Len() == 0 {
		return // somebody is free, or about to be
	}
	now := p.now()
	all, crowd := p.timeLeft()*time.Duration(p.workers), p.waiting()
	for r := range p.running {
		if r.queue == &p.moves {
			all += now.Sub(r.began)
			crowd.Add(r.key)
		}
	}
	for r := range p.running {
		share := longestStep
		if r.queue == &p.moves {
			share = max(all/time.Duration(crowd.Shares(r.key)), shortestThought)
		}
		if until := r.began.Add(share); until.Before(r.until) {
			r.until = until
			r.timer.Reset(until.Sub(now))
		}
	}
}

// waiting are those who wait for moves.
func (p *Pool) waiting() (crowd fairqueue.Demand) {
	for key := range p.moves.All() {
		crowd.Add(key)
	}
	return crowd
}

// timeLeft is the time until all moves that are waited for now should have been found.
func (p *Pool) timeLeft() time.Duration {
	var last time.Time
	for _, r := range p.moves.All() {
		if due := r.asked.Add(answerTime); due.After(last) {
			last = due
		}
	}
	return last.Sub(p.now())
}

// rest lets an analysis rest for about as long as it has worked since the last time, while people wait for an answer of
// the program: two processors are often the two threads of one core, which slow each other down.
func (p *Pool) rest() {
	if p.busy != nil && p.busy() {
		time.Sleep(time.Millisecond) //nolint:forbidigo // the rest is the point
	}
}

var errTimeOver = errors.New("engine: the time for this search is over")

// timed is a context that says of its end by errTimeOver what others say of a deadline: answer with what you have.
type timed struct{ context.Context }

// Err is DeadlineExceeded where the time is over.
func (t timed) Err() error {
	if errors.Is(context.Cause(t.Context), errTimeOver) {
		return context.DeadlineExceeded
	}
	return t.Context.Err()
}
