package tune

import (
	"encoding/json"
	"fmt"
	"hash/crc32"
	"os"
	"strings"

	"xiangqibot/engine/atomicfile"
	"xiangqibot/engine/eval/classical"
	"xiangqibot/engine/lab/selfplay"
)

// savedGeneration is the file format of a generation.
type savedGeneration struct {
	Terms      string   `json:"terms"`
	Generation int      `json:"generation"`
	Members    []string `json:"members"` // as classical.ParseWeights reads them
}

// terms describes everything that the result of a run depends on, except the number of generations.
func (e *Evolve) terms() string {
	only := ""
	if len(e.Only) > 0 {
		only = ", only " + strings.Join(e.Only, " ")
	}
	return fmt.Sprintf("population %d, tournaments of %d, spread %g, mutation %g, step %g, %d nodes, seed %d, start %08x, %s%s, engine of bench %d",
		e.Population, tournamentSize, e.Spread, e.Mutation, e.Step, e.Nodes, e.Seed, crc32.ChecksumIEEE([]byte(e.Start.String())),
		selfplay.FromOpenings(e.Openings).Name, only, e.Engine)
}

// Save writes a generation to a file atomically.
func (e *Evolve) Save(path string, g Generation) error {
	s := savedGeneration{Terms: e.terms(), Generation: g.Number}
	for i := range g.Members {
		s.Members = append(s.Members, g.Members[i].String())
	}
	return saveState(path, s)
}

// Load reads a generation that Save wrote with the same settings and engine. The error for a missing file is
// [fs.ErrNotExist].
func (e *Evolve) Load(path string) (Generation, error) {
	var s savedGeneration
	if err := loadState(path, &s, &s.Terms, e.terms()); err != nil {
		return Generation{}, err
	}
	switch {
	case s.Generation < 0:
		return Generation{}, fmt.Errorf("tune: %s is at generation %d, want 0 or more", path, s.Generation)
	case len(s.Members) != e.Population:
		return Generation{}, fmt.Errorf("tune: %s has %d members instead of %d", path, len(s.Members), e.Population)
	}
	g := Generation{Number: s.Generation, Members: make([]classical.Weights, len(s.Members))}
	for i, text := range s.Members {
		var err error
		if g.Members[i], err = classical.ParseWeights(text); err != nil {
			return Generation{}, fmt.Errorf("tune: %s: member %d: %w", path, i, err)
		}
	}
	return g, nil
}

// saveState writes the state of a run, which has its terms, to a file atomically.
func saveState(path string, state any) error {
	text, err := json.Marshal(state)
	if err != nil {
		return fmt.Errorf("tune: %w", err)
	}
	return atomicfile.WriteBytes(path, text)
}

// loadState reads a state that saveState wrote, and refuses it if its terms, which are part of it, are not those wanted.
func loadState(path string, state any, terms *string, wanted string) error {
	text, err := os.ReadFile(path) //nolint:gosec // the caller names the file
	if err != nil {
		return err
	}
	if err := json.Unmarshal(text, state); err != nil {
		return fmt.Errorf("tune: %s is no saved state: %w", path, err)
	}
	if *terms != wanted {
		return fmt.Errorf("tune: %s has the terms %q, not %q: say the same or name another file", path, *terms, wanted)
	}
	return nil
}
