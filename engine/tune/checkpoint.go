package tune

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"

	"xiangqibot/engine/eval/classical"
)

// saved is a generation as its file has it. The names say which weight each column is, so that a file from before a
// term was added or dropped is noticed.
type saved struct {
	Seed       uint64   `json:"seed"`
	Generation int      `json:"generation"`
	Names      []string `json:"names"`
	Members    [][]int  `json:"members"` // both halves of every weight
}

// Save writes a generation beside its place and moves it there, so that the file is always whole.
func Save(path string, seed uint64, g Generation) error {
	s := saved{Seed: seed, Generation: g.Number, Names: names()}
	for i := range g.Members {
		var row []int
		for _, cell := range g.Members[i].All() {
			full, empty := cell.Split()
			row = append(row, full, empty)
		}
		s.Members = append(s.Members, row)
	}
	text, err := json.Marshal(s)
	if err != nil {
		return fmt.Errorf("tune: %w", err)
	}
	part := path + ".part"
	if err := os.WriteFile(part, text, 0o644); err != nil { //nolint:gosec // nothing in it is private
		_ = os.Remove(part) // it may not even have been begun
		return err
	}
	return os.Rename(part, path)
}

// Load reads what Save wrote. A file that is not there gives fs.ErrNotExist.
func Load(path string, seed uint64) (Generation, error) {
	text, err := os.ReadFile(path) //nolint:gosec // the caller names the file
	if err != nil {
		return Generation{}, err
	}
	var s saved
	if err := json.Unmarshal(text, &s); err != nil {
		return Generation{}, fmt.Errorf("tune: %s is no saved generation: %w", path, err)
	}
	columns := names()
	switch {
	case s.Seed != seed:
		return Generation{}, fmt.Errorf("tune: %s was made with seed %d, not %d: use that seed or another file", path, s.Seed, seed)
	case !slices.Equal(s.Names, columns):
		return Generation{}, fmt.Errorf("tune: %s has the weights of another version of the evaluation: use another file", path)
	}
	g := Generation{Number: s.Generation, Members: make([]classical.Weights, len(s.Members))}
	for i, row := range s.Members {
		if len(row) != 2*len(columns) {
			return Generation{}, fmt.Errorf("tune: %s: member %d has %d numbers instead of %d", path, i, len(row), 2*len(columns))
		}
		for n, cell := range flat(&g.Members[i]) {
			*cell = classical.S(row[2*n], row[2*n+1])
		}
	}
	return g, nil
}

func names() (all []string) {
	for name := range new(classical.Weights).All() {
		all = append(all, name)
	}
	return all
}
