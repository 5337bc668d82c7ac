package mine

import (
	"context"
	"slices"

	"xiangqibot/engine"
	"xiangqibot/engine/board"
	"xiangqibot/engine/pattern"
	"xiangqibot/engine/puzzle"
	"xiangqibot/engine/rules"
	"xiangqibot/engine/study"
)

// Criteria.
const (
	winning = 0.80 // expected score from which a move wins

	maxMoves      = 5  // of the solver
	minLegalMoves = 3  // moves to choose from at the first turn
	maxAlso       = 3  // moves that win too at the first turn: with more the position is won anyway
	maxCorrect    = 3  // equally fast mates after the first move
	alsoLines     = 64 // that are looked at for moves that also win
	minGain       = 3  // pawns
)

// Budgets: positions of a proof, and nodes of searches.
const (
	outlinePositions = 400_000    // of the first proof, in which only the last two moves may be quiet
	proofPositions   = 10_000_000 // of the complete one
	alsoNodes        = 25_000
)

// Miner examines candidates. It is not safe for concurrent use.
type Miner struct {
	search study.Search
	clear  func()
	proof  prover
	failed error // of a search: later results are meaningless
}

// New returns a miner. It calls forget before each candidate: if that clears the search's state, the result for a game
// and ply is reproducible.
func New(search study.Search, forget func()) *Miner { return &Miner{search: search, clear: forget} }

// searchOnce searches, unless a search has failed before.
func (m *Miner) searchOnce(ctx context.Context, rec *board.Record, limits engine.Limits) engine.Result {
	if m.failed != nil {
		return engine.Result{}
	}
	res, err := m.search(ctx, rec, limits)
	m.failed = err
	return res
}

// mate examines a position for a mate by the side to move after the opponent's move prior. It returns nil if
// that is no puzzle.
func (m *Miner) mate(ctx context.Context, before board.Position, prior board.Move) *puzzle.Puzzle {
	p := puzzle.Puzzle{Before: before, Prior: prior, Goal: puzzle.Mate}
	pos := p.Position()
	if len(pos.LegalMoves(nil)) < minLegalMoves {
		return nil
	}
	m.proof.reset(ctx, 2, outlinePositions)
	most := m.proof.shortest(&pos, maxMoves)
	if most == 0 || m.proof.exhausted() {
		return nil
	}
	m.proof.reset(ctx, maxMoves, proofPositions)
	n := m.proof.shortest(&pos, most)
	if n == 1 || m.proof.exhausted() || len(m.proof.fastest(&pos, n)) != 1 {
		return nil
	}
	m.clear()
	rec := board.Record{Start: before, Moves: []board.Move{prior}}
	root := m.mateNode(ctx, &rec, n)
	if root == nil || len(root.AlsoWinning) > maxAlso {
		return nil
	}
	p.Root = *root
	return m.finish(&p, p.Line())
}

// mateNode returns the node of the last position of rec, in which the side to move mates in n; nil if that is not
// proved, or if too many moves mate as fast.
func (m *Miner) mateNode(ctx context.Context, rec *board.Record, n int) *puzzle.Node {
	pos := rec.Position()
	right := m.proof.fastest(&pos, n)
	if m.proof.exhausted() || len(right) == 0 || n > 1 && len(right) > maxCorrect {
		return nil
	}
	node := &puzzle.Node{}
	node.AlsoWinning = m.also(ctx, rec, right)
	for _, move := range right {
		if n == 1 {
			node.Correct = append(node.Correct, puzzle.Branch{Move: move})
			continue
		}
		after := pos
		after.Make(move)
		if !after.HasLegalMove() {
			return nil // it would be a shorter mate
		}
		reply, left := m.longestDefense(&after, n-1)
		if reply == board.NoMove {
			return nil
		}
		line := rec.Clone()
		line.Moves = append(line.Moves, move, reply)
		next := m.mateNode(ctx, &line, left)
		if next == nil {
			return nil
		}
		node.Correct = append(node.Correct, puzzle.Branch{Move: move, Reply: reply, Next: next})
	}
	return node
}

// longestDefense returns the reply that delays the mate longest, and of those the one that leaves the fewest mating
// moves, with the number of moves to the mate.
func (m *Miner) longestDefense(p *board.Position, most int) (best board.Move, longest int) {
	fewest := 0
	for _, reply := range p.LegalMoves(nil) {
		undo := p.Make(reply)
		n := m.proof.shortest(p, most)
		ways := 0
		if n >= longest {
			ways = len(m.proof.fastest(p, n))
		}
		p.Unmake(reply, undo)
		if m.proof.exhausted() {
			return board.NoMove, 0
		}
		if n > longest || n == longest && ways < fewest {
			best, longest, fewest = reply, n, ways
		}
	}
	return best, longest
}

// also returns the winning moves in the last position of rec that are not among the correct ones.
func (m *Miner) also(ctx context.Context, rec *board.Record, right []board.Move) (also []board.Move) {
	res := m.searchOnce(ctx, rec, engine.Limits{MultiPV: alsoLines, Nodes: alsoNodes})
	for i := range res.Lines {
		line := &res.Lines[i]
		if len(line.PV) == 0 || slices.Contains(right, line.PV[0]) {
			continue
		}
		if engine.WinChance(line.Score, line.Mate) >= winning {
			also = append(also, line.PV[0])
		}
	}
	slices.Sort(also)
	return also
}

// scoredLine is a line of a search with the expected score of the side to move, from 0 to 1.
type scoredLine struct {
	engine.Info
	chance float64
}

// bestTwo searches the last position of rec for the best two moves. It is not ok if there are no two.
func (m *Miner) bestTwo(ctx context.Context, rec *board.Record, nodes uint64) (best, second scoredLine, ok bool) {
	res := m.searchOnce(ctx, rec, engine.Limits{MultiPV: 2, Nodes: nodes})
	if len(res.Lines) < 2 || len(res.Lines[0].PV) == 0 {
		return best, second, false
	}
	for i, o := range []*scoredLine{&best, &second} {
		o.Info, o.chance = res.Lines[i], engine.WinChance(res.Lines[i].Score, res.Lines[i].Mate)
	}
	return best, second, true
}

// repeats reports whether a position of the game was repeated.
func repeats(rec *board.Record) bool {
	seen := map[uint64]bool{}
	for _, p := range rec.Positions() {
		if seen[p.Hash()] {
			return true
		}
		seen[p.Hash()] = true
	}
	return false
}

// finish checks the puzzle by the rules and sets its themes, phase and rating. line is the solution and its
// continuation. It returns nil if the puzzle repeats a position, does not end as it should, or wins nothing tangible.
func (m *Miner) finish(p *puzzle.Puzzle, line []board.Move) *puzzle.Puzzle {
	rec := board.Record{Start: p.Before}
	if rec.Play(p.Prior) != nil || rec.Play(p.Line()...) != nil || repeats(&rec) {
		return nil
	}
	verdict := rules.Judge(&rec, rules.Asian())
	pos := p.Position()
	loser, over := verdict.Outcome.Loser()
	mates := over && loser != pos.SideToMove()
	if p.Goal == puzzle.Mate && !mates || verdict.Outcome == rules.Draw {
		return nil
	}
	if mates {
		p.Goal = puzzle.Mate // a gain that ends with mate is a mate
	}
	long := board.Record{Start: p.Before, Moves: append([]board.Move{p.Prior}, line...)}
	shot := pattern.ShotAt(&long, 1)
	if p.Goal == puzzle.Gain && !shot.Mates && shot.Gain < minGain {
		return nil
	}
	p.Themes = themes(p, shot.Motifs)
	p.Phase = pos.Phase()
	p.Rating = Rate(p)
	return p
}

// themes returns the mate names common to all variations of the puzzle, and the motifs of its first move.
func themes(p *puzzle.Puzzle, motifs []pattern.Motif) (ids []string) {
	if p.Goal == puzzle.Mate {
		var common []pattern.Name
		first := true
		ends(&p.Root, board.Record{Start: p.Before, Moves: []board.Move{p.Prior}}, func(rec *board.Record) {
			names := pattern.Names(rec)
			if first {
				common, first = names, false
				return
			}
			common = slices.DeleteFunc(common, func(n pattern.Name) bool { return !slices.Contains(names, n) })
		})
		for _, n := range common[:min(2, len(common))] {
			ids = append(ids, string(n))
		}
	}
	for _, m := range motifs[:min(2, len(motifs))] {
		ids = append(ids, string(m))
	}
	return ids
}

// ends calls do with the game at every leaf of the tree.
func ends(n *puzzle.Node, rec board.Record, do func(*board.Record)) {
	for _, b := range n.Correct {
		line := rec.Clone()
		line.Moves = append(line.Moves, b.Move)
		if b.Next == nil {
			do(&line)
			continue
		}
		line.Moves = append(line.Moves, b.Reply)
		ends(b.Next, line, do)
	}
}
