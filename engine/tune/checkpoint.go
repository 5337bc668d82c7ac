package tune

import (
	"encoding/json"
	"fmt"
	"hash/crc32"
	"os"
	"slices"
	"strings"

	"xiangqibot/engine/atomicfile"
	"xiangqibot/engine/eval/classical"
)

// saved is a generation as its file has it. The names say which weight each column is, so that a file from before a
// term was added or dropped is noticed.
type saved struct {
	Terms      string   `json:"terms"`
	Generation int      `json:"generation"`
	Names      []string `json:"names"`
	Members    [][]int  `json:"members"` // both halves of every weight
}

// terms says all that the result of a run follows from, but for how long it goes on.
func (e *Evolve) terms() string {
	if e.Engine == 0 {
		return e.plan()
	}
	return fmt.Sprintf("%s, engine of bench %d", e.plan(), e.Engine)
}

// plan is what a file of an earlier version has for its terms: all but the engine.
func (e *Evolve) plan() string {
	var start, openings strings.Builder
	for _, cell := range e.Start.All() {
		full, empty := cell.Split()
		fmt.Fprintln(&start, full, empty)
	}
	for i := range e.Openings {
		fmt.Fprintln(&openings, e.Openings[i].FEN())
	}
	return fmt.Sprintf("population %d, tournaments of %d, spread %g, mutation %g, step %g, %d nodes, seed %d, start %08x, %d openings %08x",
		e.Population, e.Tournament, e.Spread, e.Mutation, e.Step, e.Nodes, e.Seed, crc32.ChecksumIEEE([]byte(start.String())),
		len(e.Openings), crc32.ChecksumIEEE([]byte(openings.String())))
}

// Save replaces the file of a generation as a whole.
func (e *Evolve) Save(path string, g Generation) error {
	s := saved{Terms: e.terms(), Generation: g.Number, Names: names()}
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
	return atomicfile.WriteBytes(path, text)
}

// Load reads what Save wrote for the same plan and engine. A file of an earlier version, which does not tell the engine,
// is taken for any: the generation is then Unsigned. A file that is not there gives fs.ErrNotExist.
func (e *Evolve) Load(path string) (Generation, error) {
	text, err := os.ReadFile(path) //nolint:gosec // the caller names the file
	if err != nil {
		return Generation{}, err
	}
	var s saved
	if err := json.Unmarshal(text, &s); err != nil {
		return Generation{}, fmt.Errorf("tune: %s is no saved generation: %w", path, err)
	}
	columns := names()
	unsigned := e.Engine != 0 && s.Terms == e.plan()
	switch terms := e.terms(); {
	case s.Terms != terms && !unsigned:
		return Generation{}, fmt.Errorf("tune: %s was made with %q, not %q: say the same or name another file", path, s.Terms, terms)
	case s.Generation < 0:
		return Generation{}, fmt.Errorf("tune: %s is at generation %d, want 0 or more", path, s.Generation)
	case len(s.Members) != e.Population:
		return Generation{}, fmt.Errorf("tune: %s has %d members instead of %d", path, len(s.Members), e.Population)
	case !slices.Equal(s.Names, columns):
		return Generation{}, fmt.Errorf("tune: %s has the weights of another version of the evaluation: use another file", path)
	}
	g := Generation{Number: s.Generation, Members: make([]classical.Weights, len(s.Members)), Unsigned: unsigned}
	for i, row := range s.Members {
		if len(row) != 2*len(columns) {
			return Generation{}, fmt.Errorf("tune: %s: member %d has %d numbers instead of %d", path, i, len(row), 2*len(columns))
		}
		for n, cell := range flat(&g.Members[i]) {
			*cell = classical.S(row[2*n], row[2*n+1])
			if full, empty := cell.Split(); full != row[2*n] || empty != row[2*n+1] {
				return Generation{}, fmt.Errorf("tune: %s: member %d has %d and %d for %s, which no weight can be", path, i, row[2*n], row[2*n+1], columns[n])
			}
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
