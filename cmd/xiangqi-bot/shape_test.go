package main_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

// shapeLimits are the most that TestShape accepts. A limit above its goal is what the code has now; it only ever goes
// down.
var shapeLimits = struct {
	typeMethods int // goal 40
	backArrows  int // in bot/game; goal below 30
}{
	typeMethods: 40,
	backArrows:  18,
}

// TestShape prints and limits what can be counted in the sources, tests not included.
func TestShape(t *testing.T) {
	if testing.Short() {
		t.Skip("type-checks bot/game and all that it uses")
	}
	m := parseModule(t)
	check := func(what string, most count, limit int) {
		t.Helper()
		t.Logf("%s: %d (%s)", what, most.n, most.where)
		if most.n > limit {
			t.Errorf("%s: %d, want at most %d (%s)", what, most.n, limit, most.where)
		}
	}
	check("methods of the largest type", m.typeMethods(), shapeLimits.typeMethods)
	check("file arrows in bot/game that run back up", backArrows(t, "bot/game"), shapeLimits.backArrows)
}

// count is a number, and where it comes from.
type count struct {
	n     int
	where string
}

// sources are the parsed Go files of the module by their path.
type sources struct {
	set          *token.FileSet
	files, tests map[string]*ast.File
}

// parseModule parses the module once for all tests.
func parseModule(t *testing.T) sources {
	t.Helper()
	m, err := parsed()
	if err != nil {
		t.Fatal(err)
	}
	return m
}

var parsed = sync.OnceValues(func() (sources, error) {
	m := sources{token.NewFileSet(), map[string]*ast.File{}, map[string]*ast.File{}}
	names, err := listFiles(os.DirFS("../.."), ".go")
	for _, name := range names {
		file, err := parser.ParseFile(m.set, filepath.Join("../..", name), nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return m, err
		}
		if strings.HasSuffix(name, "_test.go") {
			m.tests[name] = file
		} else {
			m.files[name] = file
		}
	}
	if err == nil && len(m.files) < 100 {
		err = fmt.Errorf("only %d Go files found", len(m.files))
	}
	return m, err
})

// listFiles lists the files of the repository with an ending, hidden folders and testdata left out.
func listFiles(root fs.FS, ending string) (names []string, err error) {
	err = fs.WalkDir(root, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if base := entry.Name(); entry.IsDir() && name != "." && (base[0] == '.' || base == "testdata") {
			return fs.SkipDir
		}
		if !entry.IsDir() && strings.HasSuffix(name, ending) {
			names = append(names, name)
		}
		return nil
	})
	return names, err
}

// typeMethods counts the methods of each type.
func (m sources) typeMethods() count {
	methods := map[string]int{}
	for name, file := range m.files {
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Recv != nil {
				methods[path.Dir(name)+"."+nameOf(f.Recv.List[0].Type)]++
			}
		}
	}
	return largest(methods)
}

// largest returns the largest number, and names it and the four after it.
func largest(counts map[string]int) count {
	names := slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a, b))
	})
	var where []string
	for _, name := range names[:min(5, len(names))] {
		where = append(where, fmt.Sprintf("%s %d", name, counts[name]))
	}
	return count{counts[names[0]], strings.Join(where, ", ")}
}

// backArrows counts, in one package, the pairs of files in which an earlier one uses what a later one declares. The
// order of the files is the best that was found: the most used come first, and files are then moved one by one while
// that makes the number smaller.
func backArrows(t *testing.T, dir string) count {
	t.Helper()
	uses := fileArrows(t, dir)
	var files []string
	for f := range uses {
		files = append(files, f)
	}
	slices.Sort(files)
	surplus := func(f string) (n int) { // of its users over what it uses
		for _, other := range files {
			if uses[other][f] {
				n++
			}
			if uses[f][other] {
				n--
			}
		}
		return n
	}
	order := slices.SortedStableFunc(slices.Values(files), func(a, b string) int { return surplus(b) - surplus(a) })
	for improved := true; improved; {
		improved = false
		for _, f := range files {
			from := slices.Index(order, f)
			rest := slices.Delete(slices.Clone(order), from, from+1)
			// at counts the arrows of f that run back if f is at index i of the rest.
			at, best, to := 0, 0, 0
			for _, other := range rest {
				if uses[f][other] {
					at++ // f comes before what it uses
				}
			}
			best = at
			present := at
			for i, other := range rest {
				if uses[f][other] {
					at--
				}
				if uses[other][f] {
					at++
				}
				if i+1 == from {
					present = at
				}
				if at < best {
					best, to = at, i+1
				}
			}
			if best < present {
				order, improved = slices.Insert(rest, to, f), true
			}
		}
	}
	all, back := 0, 0
	by := map[string]int{}
	for i, f := range order {
		for j, other := range order {
			if uses[f][other] {
				all++
				if j > i {
					back++
					by[f]++
				}
			}
		}
	}
	where := fmt.Sprintf("of %d between %d files", all, len(files))
	if back > 0 {
		where += ", most from " + largest(by).where
	}
	return count{back, where}
}

// fileArrows says for each file of a package which other files of it declare what it uses: functions, methods, types,
// fields, variables and constants.
func fileArrows(t *testing.T, dir string) map[string]map[string]bool {
	t.Helper()
	packages := checkPackages(t)
	i := slices.IndexFunc(packages, func(p checkedPackage) bool { return p.types.Path() == module+dir })
	if i < 0 {
		t.Fatalf("%s is not among the packages that are checked", dir)
	}
	checked := packages[i]
	uses := map[string]map[string]bool{}
	for _, f := range checked.files {
		uses[checked.fileOf(f.Package)] = map[string]bool{}
	}
	for ident, object := range checked.info.Uses {
		if object.Pkg() != checked.types {
			continue
		}
		if from, to := checked.fileOf(ident.Pos()), checked.fileOf(object.Pos()); to != from {
			uses[from][to] = true
		}
	}
	return uses
}

// checkedPackage is a package of the module with the types of what its files, without tests, say.
type checkedPackage struct {
	set   *token.FileSet
	types *types.Package
	files []*ast.File
	info  *types.Info
}

// fileOf returns the name of the file with a position.
func (p checkedPackage) fileOf(pos token.Pos) string { return path.Base(p.set.Position(pos).Filename) }

// checkPackages checks the types of the bot's packages and the store's, once for all tests. Packages that others of
// them import are the same *types.Package to all of those, and another one than the package that was checked itself.
func checkPackages(t *testing.T) []checkedPackage {
	t.Helper()
	checked, err := checkedPackages()
	if err != nil {
		t.Fatal(err)
	}
	return checked
}

var checkedPackages = sync.OnceValues(func() (checked []checkedPackage, err error) {
	list := exec.Command("go", "list", "-export", "-deps", "-json=ImportPath,Export,Dir,GoFiles,DepOnly", "./bot/...", "./store/...")
	list.Dir = "../.."
	out, err := list.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	exports, set := map[string]string{}, token.NewFileSet()
	config := types.Config{Importer: importer.ForCompiler(set, "gc", func(name string) (io.ReadCloser, error) {
		return os.Open(exports[name])
	})}
	for decoder := json.NewDecoder(bytes.NewReader(out)); ; { // what a package imports comes before it
		var pkg struct {
			ImportPath, Export, Dir string
			GoFiles                 []string
			DepOnly                 bool
		}
		if err := decoder.Decode(&pkg); errors.Is(err, io.EOF) {
			return checked, nil
		} else if err != nil {
			return nil, err
		}
		exports[pkg.ImportPath] = pkg.Export
		if pkg.DepOnly {
			continue
		}
		p := checkedPackage{set: set, info: &types.Info{
			Uses: map[*ast.Ident]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{},
		}}
		for _, name := range pkg.GoFiles {
			file, err := parser.ParseFile(set, path.Join(pkg.Dir, name), nil, parser.SkipObjectResolution)
			if err != nil {
				return nil, err
			}
			p.files = append(p.files, file)
		}
		if p.types, err = config.Check(pkg.ImportPath, set, p.files, p.info); err != nil {
			return nil, err
		}
		checked = append(checked, p)
	}
})
