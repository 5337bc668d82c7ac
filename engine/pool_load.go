package engine

// Load is how much a pool has to do at a moment.
type Load struct {
	Moves    Share // moves of games
	Analyses Share // positions of analyses, hints and reviews
}

// Share is how many requests of one kind are searched, and how many wait for their turn.
type Share struct{ Searched, Waiting int }

// Load counts what the pool has to do now.
func (p *Pool) Load() Load {
	p.mu.Lock()
	defer p.mu.Unlock()
	load := Load{Moves: Share{Waiting: p.moves.Len()}, Analyses: Share{Waiting: p.analyses.Len()}}
	for r := range p.running {
		if r.queue == &p.moves {
			load.Moves.Searched++
		} else {
			load.Analyses.Searched++
		}
	}
	return load
}
