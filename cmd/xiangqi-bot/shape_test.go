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
	"math/rand/v2"
	"os"
	"os/exec"
	"path"
	"slices"
	"strings"
	"testing"
)

// Limits of TestShape. An arrow between two files of a package means that one uses what the other declares: a function,
// a method, a type, a field, a variable or a constant. The files have an order if no arrow runs back up, from an
// earlier file to a later one; of the arrows of each package one in arrowsPerBack may, and maxBack of them always.
const (
	maxMethods    = 50 // in the method set of a pointer to a type, those of embedded types counted
	maxFiles      = 25 // in a folder, tests not counted
	arrowsPerBack = 20
	maxBack       = 2
)

// TestShape limits three numbers of every package, tests not included: files, methods of a type, and arrows between
// files that run back up.
func TestShape(t *testing.T) {
	if testing.Short() {
		t.Skip("checks the types of all packages")
	}
	var methods, files, back []count
	for p := range modulePackages(t) {
		files = append(files, count{len(p.files), p.name})
		for _, name := range p.types.Scope().Names() {
			if n := methodsOf(p.types.Scope().Lookup(name)); n > maxMethods {
				t.Errorf("%s.%s has %d methods, want at most %d", p.name, name, n, maxMethods)
			} else {
				methods = append(methods, count{n, p.name + "." + name})
			}
		}
		if len(p.files) > maxFiles {
			t.Errorf("%s has %d files, want at most %d", p.name, len(p.files), maxFiles)
		}
		arrows := arrowsOf(p)
		up := arrows.back(arrows.order())
		if limit := max(maxBack, len(arrows)/arrowsPerBack); len(up) > limit {
			t.Errorf("%s: %d of %d arrows between files run back up, want at most %d:\n%s",
				p.name, len(up), len(arrows), limit, strings.Join(up, "\n"))
		}
		back = append(back, count{len(up), fmt.Sprintf("%s of %d", p.name, len(arrows))})
	}
	t.Log("methods:", largest(methods))
	t.Log("files:", largest(files))
	t.Log("arrows that run back up:", largest(back))
}

// count is a number, and what has it.
type count struct {
	n    int
	name string
}

func (c count) String() string { return fmt.Sprintf("%d %s", c.n, c.name) }

// largest returns the ten largest numbers.
func largest(counts []count) []count {
	slices.SortStableFunc(counts, func(a, b count) int { return cmp.Compare(b.n, a.n) })
	return counts[:min(10, len(counts))]
}

// methodsOf returns how many methods a type has, embedded ones counted; 0 for what is no type.
func methodsOf(object types.Object) int {
	name, ok := object.(*types.TypeName)
	if !ok || name.IsAlias() {
		return 0
	}
	if types.IsInterface(name.Type()) {
		return types.NewMethodSet(name.Type()).Len()
	}
	return types.NewMethodSet(types.NewPointer(name.Type())).Len()
}

// fileArrow leads from a file to another one of its package that declares what it uses.
type fileArrow struct{ from, to string }

// arrows are those of a package, each with the names that the first file uses.
type arrows map[fileArrow]map[string]bool

func arrowsOf(p modulePackage) arrows {
	found := arrows{}
	for ident, object := range p.uses {
		if object.Pkg() != p.types {
			continue
		}
		if a := (fileArrow{p.fileOf(ident.Pos()), p.fileOf(object.Pos())}); a.from != a.to {
			if found[a] == nil {
				found[a] = map[string]bool{}
			}
			found[a][object.Name()] = true
		}
	}
	return found
}

// order returns the files with as few arrows from an earlier to a later one as are found by moving files one by one,
// beginning from many orders drawn by chance.
func (as arrows) order() (best []string) {
	var files []string
	for a := range as {
		files = append(files, a.from, a.to)
	}
	slices.Sort(files)
	files = slices.Compact(files)
	random, fewest := rand.New(rand.NewPCG(1, 2)), len(as)+1
	for range 100 {
		random.Shuffle(len(files), func(i, j int) { files[i], files[j] = files[j], files[i] })
		for as.improve(files) {
		}
		if n := len(as.back(files)); n < fewest {
			best, fewest = slices.Clone(files), n
		}
	}
	return best
}

// improve moves each file to where it has the fewest arrows that run back up, and reports whether that made them fewer.
func (as arrows) improve(order []string) (improved bool) {
	for _, f := range slices.Clone(order) {
		from := slices.Index(order, f)
		rest := slices.Delete(slices.Clone(order), from, from+1)
		// n is the number of arrows of f that run back up if f is at index i of the rest, less that at index 0.
		n, present, fewest, to := 0, 0, 0, 0
		for i, other := range rest {
			if as[fileArrow{f, other}] != nil {
				n--
			}
			if as[fileArrow{other, f}] != nil {
				n++
			}
			if i+1 == from {
				present = n
			}
			if n < fewest {
				fewest, to = n, i+1
			}
		}
		if fewest < present {
			copy(order, slices.Insert(rest, to, f))
			improved = true
		}
	}
	return improved
}

// back lists the arrows that run back up in an order.
func (as arrows) back(order []string) (up []string) {
	for a, names := range as {
		if slices.Index(order, a.from) < slices.Index(order, a.to) {
			used := make([]string, 0, len(names))
			for name := range names {
				used = append(used, name)
			}
			slices.Sort(used)
			up = append(up, fmt.Sprintf("\t%s uses of %s: %s", a.from, a.to, strings.Join(used, ", ")))
		}
	}
	slices.Sort(up)
	return up
}

// modulePackage is a package of the module: its files without tests, and the declarations that their words mean.
type modulePackage struct {
	name  string // the path below the module
	set   *token.FileSet
	types *types.Package
	files []*ast.File
	uses  map[*ast.Ident]types.Object
}

// fileOf returns the name of the file with a position.
func (p modulePackage) fileOf(pos token.Pos) string { return path.Base(p.set.Position(pos).Filename) }

// modulePackages yields the module's packages with their types checked. Imports are read as they were compiled.
func modulePackages(t *testing.T) func(yield func(modulePackage) bool) {
	t.Helper()
	// With a profile, each program has packages of its own, which the importer does not look for.
	list := exec.Command("go", "list", "-pgo=off", "-export", "-deps", "-json=ImportPath,Export,Dir,GoFiles,DepOnly", "./...")
	list.Dir = "../.."
	out, err := list.Output()
	if err != nil {
		t.Fatal("go list:", err)
	}
	exports, set := map[string]string{}, token.NewFileSet()
	config := types.Config{Importer: importer.ForCompiler(set, "gc", func(name string) (io.ReadCloser, error) {
		return os.Open(exports[name])
	})}
	return func(yield func(modulePackage) bool) {
		for decoder := json.NewDecoder(bytes.NewReader(out)); ; { // what a package imports comes before it
			var listed struct {
				ImportPath, Export, Dir string
				GoFiles                 []string
				DepOnly                 bool
			}
			if err := decoder.Decode(&listed); errors.Is(err, io.EOF) {
				return
			} else if err != nil {
				t.Fatal(err)
			}
			exports[listed.ImportPath] = listed.Export
			if listed.DepOnly {
				continue
			}
			p := modulePackage{name: strings.TrimPrefix(listed.ImportPath, module), set: set, uses: map[*ast.Ident]types.Object{}}
			for _, name := range listed.GoFiles {
				file, err := parser.ParseFile(set, path.Join(listed.Dir, name), nil, parser.SkipObjectResolution)
				if err != nil {
					t.Fatal(err)
				}
				p.files = append(p.files, file)
			}
			if p.types, err = config.Check(listed.ImportPath, set, p.files, &types.Info{Uses: p.uses}); err != nil {
				t.Fatal(err)
			}
			if !yield(p) {
				return
			}
		}
	}
}
