package tune

import (
	"context"
	"encoding/json"
	"fmt"
	"os"

	"xiangqibot/engine/atomicfile"
	"xiangqibot/engine/board"
	"xiangqibot/engine/eval/nnue"
	"xiangqibot/engine/lab/match"
	"xiangqibot/engine/search"
)

// SearchGames plays the games by which search parameters are tuned.
type SearchGames struct {
	// Params are the tuned parameters.
	Params []search.Param
	// Base has the values of all other parameters.
	Base search.Params
	// Openings are the start positions of games, used in turn. Each is played twice with colors swapped.
	Openings []board.Position
	// Nodes is the number of nodes searched per move.
	Nodes uint64
	// Network is the network of both sides; nil means the hand-written evaluation.
	Network *nnue.Network
	// Concurrency is the number of concurrent games; 0 means one. It does not affect the result.
	Concurrency int
}

// Compete plays pairs of games; [SPSA] says what it returns.
func (g *SearchGames) Compete(ctx context.Context, a, b []int, first, pairs int) (float64, error) {
	var sides [2]search.Params
	for side, values := range [2][]int{a, b} {
		sides[side] = g.Base
		for i, v := range values {
			if err := sides[side].Set(g.Params[i].Name, v); err != nil {
				return 0, err
			}
		}
	}
	m := match.Match{
		A:     match.BuiltIn("a", match.BuiltInOptions{HashMB: 4, Params: &sides[0], Evaluation: g.Network.Evaluation()}),
		B:     match.BuiltIn("b", match.BuiltInOptions{HashMB: 4, Params: &sides[1], Evaluation: g.Network.Evaluation()}),
		Pairs: pairs, Concurrency: max(1, g.Concurrency),
		Budget: match.Budget{Nodes: g.Nodes}, Adjudication: match.QuickAdjudication(),
	}
	for i := range pairs {
		m.Openings = append(m.Openings, g.Openings[(first+i)%len(g.Openings)])
	}
	standing, err := m.Run(ctx)
	return float64(standing.Wins - standing.Losses), err
}

// savedPath is the file format of a path.
type savedPath struct {
	Terms string `json:"terms"`
	Path  Path   `json:"path"`
}

// terms describes everything that a path depends on.
func (s *SPSA) terms() string {
	return fmt.Sprintf("%d iterations of %d pairs, rate %g, seed %d, parameters %v; %s",
		s.Iterations, s.Pairs, s.Rate, s.Seed, s.Params, s.Terms)
}

// SavePath writes a path to a file atomically.
func (s *SPSA) SavePath(file string, path *Path) error {
	text, err := json.Marshal(savedPath{s.terms(), *path})
	if err != nil {
		return fmt.Errorf("tune: %w", err)
	}
	return atomicfile.WriteBytes(file, text)
}

// LoadPath reads a path that SavePath wrote with the same settings. The error for a missing file is [fs.ErrNotExist].
func (s *SPSA) LoadPath(file string) (Path, error) {
	text, err := os.ReadFile(file) //nolint:gosec // the caller names the file
	if err != nil {
		return Path{}, err
	}
	var saved savedPath
	if err := json.Unmarshal(text, &saved); err != nil {
		return Path{}, fmt.Errorf("tune: %s is not a saved state: %w", file, err)
	}
	switch terms := s.terms(); {
	case saved.Terms != terms:
		return Path{}, fmt.Errorf("tune: %s has the terms %q, not %q: use the same settings or name another file", file, saved.Terms, terms)
	case len(saved.Path.Values) != len(s.Params):
		return Path{}, fmt.Errorf("tune: %s has %d values for %d parameters", file, len(saved.Path.Values), len(s.Params))
	case saved.Path.Iteration < 0 || saved.Path.Iteration > s.Iterations:
		return Path{}, fmt.Errorf("tune: %s is at iteration %d of %d", file, saved.Path.Iteration, s.Iterations)
	}
	for i, p := range s.Params {
		if v := saved.Path.Values[i]; v < float64(p.Min) || v > float64(p.Max) {
			return Path{}, fmt.Errorf("tune: %s has %s at %g, want %d to %d", file, p.Name, v, p.Min, p.Max)
		}
	}
	return saved.Path, nil
}
