package tune

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"xiangqibot/engine"
	"xiangqibot/engine/atomicfile"
	"xiangqibot/engine/eval"
	"xiangqibot/engine/lab/match"
	"xiangqibot/engine/search"
)

// SearchGames returns a [Compete] for search parameters: params have the values that compete, all others their defaults.
// The games are played as those of a match, whose openings are used in turn.
func SearchGames(params []search.Param, evaluation eval.Factory, games match.Match) Compete {
	return func(ctx context.Context, a, b []int, first, pairs int) (float64, error) {
		var sides [2]engine.Options
		for side, values := range [2][]int{a, b} {
			own := search.DefaultParams()
			for i, v := range values {
				if err := own.Set(params[i].Name, v); err != nil {
					return 0, err
				}
			}
			sides[side] = engine.Options{HashMB: 4, Params: &own, Evaluation: evaluation}
		}
		m := games
		m.A, m.B = match.BuiltIn("a", sides[0]), match.BuiltIn("b", sides[1])
		m.Pairs, m.Openings = pairs, nil
		for i := range pairs {
			m.Openings = append(m.Openings, games.Openings[(first+i)%len(games.Openings)])
		}
		standing, err := m.Run(ctx)
		return float64(standing.Wins - standing.Losses), err
	}
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

// LoadPath reads a path that SavePath wrote with the same settings. Without the file it returns the initial state.
func (s *SPSA) LoadPath(file string) (Path, error) {
	text, err := os.ReadFile(file) //nolint:gosec // the caller names the file
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return s.initial(), nil
	case err != nil:
		return Path{}, err
	}
	var saved savedPath
	if err := json.Unmarshal(text, &saved); err != nil {
		return Path{}, fmt.Errorf("tune: %s is not a saved state: %w", file, err)
	}
	if terms := s.terms(); saved.Terms != terms {
		return Path{}, fmt.Errorf("tune: %s has the terms %q, not %q: use the same settings or name another file", file, saved.Terms, terms)
	}
	return saved.Path, nil
}
