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

// Standard lists the tables that engines use, each as its attackers and guards with the strongest defense: the order is
// that of making, in which each table comes after those that it leads to.
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

// Load adds the standard tables whose files lie in a folder, and returns which are missing. A file that is damaged
// counts as missing; the error tells which, and what is wrong with each. A folder that does not exist is an empty one.
func (t *Tables) Load(dir string) (missing []Material, err error) {
	var damaged []error
	for _, m := range Standard() {
		table, err := open(path(dir, m), &t.cache)
		switch {
		case err == nil && table.material == m:
			t.Add(table)
			continue
		case err == nil:
			err = errors.Join(fmt.Errorf("endgame: %s: it holds %v: %w", filepath.Base(path(dir, m)), table.material, ErrDamaged), table.file.Close())
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

// path is the file of a table.
func path(dir string, m Material) string { return filepath.Join(dir, m.strongSide()+".xqe") }

// GenerateOptions says how tables are made. The zero value is fine.
type GenerateOptions struct {
	// Workers is how many processors may be used; 0 means one.
	Workers int
	// Progress, if not nil, is called now and then with the table that is being made and how much of the work is done,
	// from 0 to 1.
	Progress func(m Material, done float64)
	// MemoryMB, if not 0, leaves tables out for which more memory than that has to be laid out while they are made, 730
	// for the largest. The process takes a fifth more.
	MemoryMB int
	// Yield, if not nil, is called some hundred times a second by each worker: where others need the processors, it may
	// wait.
	Yield func()
}

// Fitting returns those tables that can be made in the memory allowed.
func (o GenerateOptions) Fitting(list []Material) []Material {
	return slices.DeleteFunc(slices.Clone(list), func(m Material) bool { return o.MemoryMB > 0 && m.rows()*rowBytes > o.MemoryMB<<20 })
}

// Generate makes tables, writes each to its file in a folder, which is made if need be, and adds it to the set at once. A
// file is written beside its place and moved there when it is whole. What is there before is written over.
func (t *Tables) Generate(ctx context.Context, dir string, missing []Material, o GenerateOptions) error {
	if err := os.MkdirAll(dir, 0o755); err != nil { //nolint:gosec // nothing in it is private
		return fmt.Errorf("endgame: %w", err)
	}
	missing = o.Fitting(missing)
	all, done := 0.0, 0.0
	for _, m := range missing {
		all += float64(m.rows())
	}
	for _, m := range missing {
		how := solveOptions{ctx: ctx, workers: o.Workers, yield: o.Yield, mainOnly: true, progress: func(int) {
			if o.Progress != nil {
				o.Progress(m, done/all)
			}
		}}
		if err := t.generateOne(dir, m, how); err != nil {
			return err
		}
		done += float64(m.rows())
	}
	return nil
}

// generateOne makes one table.
func (t *Tables) generateOne(dir string, m Material, how solveOptions) error {
	runtime.GC() // what the table before it took, which was much, is needed now
	tables, err := solve(how, m)
	if err != nil {
		return err
	}
	if err := tables[0].save(path(dir, m), how); err != nil {
		return err
	}
	table, err := open(path(dir, m), &t.cache)
	if err != nil {
		return err
	}
	t.Add(table)
	return nil
}

// save writes a table to its file.
func (t *Table) save(path string, how solveOptions) error {
	if err := atomicfile.Write(path, func(w io.Writer) error { return t.write(w, how) }); err != nil {
		return fmt.Errorf("endgame: %w", err)
	}
	return nil
}

// rows is how many rows the table of a material has. The work and the memory that it takes grow with them.
func (m Material) rows() int {
	x, y := m.attack()
	return newSpace(m).cells * len(newAttack(x, y).ys)
}

// rowBytes is what a row takes while a table is made: three sets of points, and a byte a point.
const rowBytes = 3*16 + board.Squares
