package engine

// Load is the current load of a pool.
type Load struct {
	Moves    QueueLoad // moves of games
	Analyses QueueLoad // positions of analyses, hints and reviews
}

// QueueLoad is the number of running and of waiting requests of one kind.
type QueueLoad struct{ Running, Waiting int }

// Load returns the current load.
func (p *Pool) Load() Load {
	p.mu.Lock()
	defer p.mu.Unlock()
	load := Load{Moves: QueueLoad{Waiting: p.moves.Len()}, Analyses: QueueLoad{Waiting: p.analyses.Len()}}
	for r := range p.running {
		if r.queue == &p.moves {
			load.Moves.Running++
		} else {
			load.Analyses.Running++
		}
	}
	return load
}
