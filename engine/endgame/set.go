package endgame

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"

	"xiangqibot/engine/atomicfile"
	"xiangqibot/engine/board"
)

// Standard lists the tables that engines use, each as the attackers and guards with the strongest defense. Each table
// comes after those that its captures lead to, which is the order of generation.
func Standard() []Material {
	var list []Material
	for _, strong := range []string{
		"KP", "KPA", "KPB", "KPAA", "KPAB", "KPBB", "KPAAB", "KPABB", "KPAABB",
		"KN", "KNA", "KNB", "KNAA", "KNAB", "KNBB", "KNAAB", "KNABB", "KNAABB",
		"KC", "KCA", "KCB", "KCAA", "KCAB", "KCBB", "KCAAB", "KCABB", "KCAABB",
		"KR", "KRA", "KRB", "KRAA",
		"KPP", "KNP", "KNN", "KCP", "KCC", "KNC", "KRP", "KRN", "KRC", "KRR",
	} {
		m, err := ParseMaterial(strong + "-KAABB")
		if err != nil {
			panic(err) // the list above is wrong
		}
		list = append(list, m)
	}
	return list
}

// Load adds the standard tables whose files are in a folder, and returns the missing ones. A damaged file counts as
// missing; the error says what is wrong with each. A folder that does not exist counts as empty.
func (t *Tables) Load(dir string) (missing []Material, err error) {
	var damaged []error
	for _, m := range Standard() {
		table, err := open(path(dir, m), &t.cache)
		switch {
		case err == nil && table.material == m:
			t.Add(table)
			continue
		case err == nil:
			err = errors.Join(fmt.Errorf("endgame: %s: it holds %v: %w", filepath.Base(path(dir, m)), table.material, ErrDamaged), table.file.handle.Close())
		case errors.Is(err, fs.ErrNotExist):
			err = nil
		}
		missing = append(missing, m)
		if err != nil {
			damaged = append(damaged, err)
		}
	}
	if len(damaged) > 0 {
		damaged = append(damaged, fmt.Errorf("delete what is damaged in %s, or make it anew with xiangqi-lab endgame --out %s", dir, dir))
	}
	return missing, errors.Join(damaged...)
}

// path returns the path of a table's file.
func path(dir string, m Material) string { return filepath.Join(dir, m.strongSide()+".xqe") }

// GenerateOptions says how tables are generated. The zero value is usable.
type GenerateOptions struct {
	// Workers is the number of goroutines; 0 means one.
	Workers int
	// Progress, if not nil, is called with each table before it is generated, and the part of the work done, from 0 to
	// 1.
	Progress func(m Material, done float64)
	// MemoryMB, if not 0, skips tables whose generation would allocate more megabytes than that; the largest takes 730.
	// The process takes a fifth more.
	MemoryMB int
	// Yield, if not nil, is called a few hundred times per second by each worker. It may block while others need the
	// processors.
	Yield func()
}

// Fitting returns the tables that can be generated within MemoryMB.
func (o GenerateOptions) Fitting(list []Material) []Material {
	return slices.DeleteFunc(slices.Clone(list), func(m Material) bool { return o.MemoryMB > 0 && m.rows()*rowBytes > o.MemoryMB<<20 })
}

// Generate generates tables, writes each to its file in a folder, which it creates if necessary, and adds it to the set
// at once. Files are written atomically. Existing files are overwritten.
func (t *Tables) Generate(ctx context.Context, dir string, missing []Material, o GenerateOptions) error {
	if err := os.MkdirAll(dir, 0o755); err != nil { //nolint:gosec // nothing in it is private
		return fmt.Errorf("endgame: %w", err)
	}
	missing = o.Fitting(missing)
	all, done := 0.0, 0.0
	for _, m := range missing {
		all += float64(m.rows())
	}
	options := solveOptions{ctx: ctx, workers: o.Workers, yield: o.Yield, mainOnly: true}
	for _, m := range missing {
		if o.Progress != nil {
			o.Progress(m, done/all)
		}
		if err := t.generateOne(dir, m, options); err != nil {
			return err
		}
		done += float64(m.rows())
	}
	return nil
}

// generateOne generates one table.
func (t *Tables) generateOne(dir string, m Material, options solveOptions) error {
	runtime.GC() // free the memory of the previous table first
	tables, err := solve(options, m)
	if err != nil {
		return err
	}
	if err := atomicfile.Write(path(dir, m), func(w io.Writer) error { return tables[0].write(w, options) }); err != nil {
		return fmt.Errorf("endgame: %w", err)
	}
	table, err := open(path(dir, m), &t.cache)
	if err != nil {
		return err
	}
	t.Add(table)
	return nil
}

// rows returns the number of rows of the table of a material. Time and memory of its generation are proportional to it.
func (m Material) rows() int {
	x, y := m.attack()
	return newSpace(m).cells * len(newAttack(x, y).ys)
}

// rowBytes is the memory of a row during generation: three sets of points, and a byte per point.
const rowBytes = 3*16 + board.Squares
