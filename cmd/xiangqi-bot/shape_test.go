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
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"
)

// shapeLimits are the most that TestShape accepts. A limit above its goal is what the code has now; it only ever goes
// down.
var shapeLimits = struct {
	typeMethods, interfaceMethods int // goals 40 and 8
	backArrows                    int // in bot/game; goal below 30
	longLines, longDocs           int // lines a thousand beyond goColumns; lines beyond docColumns
	gendered                      int // goal 0
}{
	typeMethods: 40, interfaceMethods: 6,
	backArrows: 20,
	longLines:  8, longDocs: 0,
	gendered: 0,
}

const (
	goColumns  = 120
	docColumns = 100
)

// TestShape prints and limits what can be counted in the sources, tests not included.
func TestShape(t *testing.T) {
	root := os.DirFS("../..")
	m := parseModule(t)
	check := func(what string, most count, limit int) {
		t.Helper()
		t.Logf("%s: %d (%s)", what, most.n, most.where)
		if most.n > limit {
			t.Errorf("%s: %d, want at most %d (%s)", what, most.n, limit, most.where)
		}
	}
	check("methods of the largest type", m.typeMethods(), shapeLimits.typeMethods)
	check("methods of the largest interface", m.interfaceMethods(), shapeLimits.interfaceMethods)
	check("file arrows in bot/game that run back up", backArrows(t, "bot/game"), shapeLimits.backArrows)
	check("Go lines beyond 120 columns, per thousand", m.longLines(), shapeLimits.longLines)
	check("lines of docs beyond 100 columns", longDocs(t, root), shapeLimits.longDocs)
	check("gendered words for a person", m.gendered(t, root), shapeLimits.gendered)
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
	text         map[string]string
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
	m := sources{token.NewFileSet(), map[string]*ast.File{}, map[string]*ast.File{}, map[string]string{}}
	names, err := listFiles(os.DirFS("../.."), ".go")
	for _, name := range names {
		data, err := os.ReadFile(filepath.Join("../..", name))
		if err != nil {
			return m, err
		}
		file, err := parser.ParseFile(m.set, name, data, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return m, err
		}
		if strings.HasSuffix(name, "_test.go") {
			m.tests[name] = file
		} else {
			m.files[name], m.text[name] = file, string(data)
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

// texts are the documents, and the commented example of a configuration.
func texts(t *testing.T, root fs.FS) []string {
	t.Helper()
	names, err := listFiles(root, ".md")
	if err != nil {
		t.Fatal(err)
	}
	return append(names, "config.example.yaml")
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

// interfaceMethods counts the methods of each interface, those of embedded interfaces of the same package included.
func (m sources) interfaceMethods() count {
	interfaces := map[string]*ast.InterfaceType{}
	for name, file := range m.files {
		ast.Inspect(file, func(n ast.Node) bool {
			if s, ok := n.(*ast.TypeSpec); ok {
				if i, ok := s.Type.(*ast.InterfaceType); ok {
					interfaces[path.Dir(name)+"."+s.Name.Name] = i
				}
			}
			return true
		})
	}
	var methods func(dir string, i *ast.InterfaceType) int
	methods = func(dir string, i *ast.InterfaceType) (n int) {
		for _, f := range i.Methods.List {
			if len(f.Names) > 0 {
				n += len(f.Names)
			} else if embedded, ok := f.Type.(*ast.Ident); ok && interfaces[dir+"."+embedded.Name] != nil {
				n += methods(dir, interfaces[dir+"."+embedded.Name])
			}
		}
		return n
	}
	counts := map[string]int{}
	for name, i := range interfaces {
		counts[name] = methods(name[:strings.LastIndexByte(name, '.')], i)
	}
	return largest(counts)
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

// longLines counts the lines of Go that are too long, out of a thousand.
func (m sources) longLines() count {
	long, all := map[string]int{}, 0
	for name, text := range m.text {
		for line := range strings.Lines(text) {
			all++
			if utf8.RuneCountInString(strings.TrimRight(line, "\n")) > goColumns {
				long[path.Dir(name)]++
			}
		}
	}
	sum := 0
	for _, n := range long {
		sum += n
	}
	where := fmt.Sprintf("%d of %d", sum, all)
	if sum > 0 {
		where += ", most in " + largest(long).where
	}
	return count{(sum*1000 + all - 1) / all, where}
}

// longDocs counts the lines of the documentation that are too long. Tables, code and lines that hold one long link may
// be longer.
func longDocs(t *testing.T, root fs.FS) count {
	t.Helper()
	long, sum := map[string]int{}, 0
	for _, name := range texts(t, root) {
		if strings.Contains(name, ".zh-CN.") {
			continue // Chinese has no blanks to break lines at
		}
		data, err := fs.ReadFile(root, name)
		if err != nil {
			t.Fatal(err)
		}
		fenced := false
		for line := range strings.Lines(string(data)) {
			line = strings.TrimRight(line, "\n")
			if strings.HasPrefix(line, "```") {
				fenced = !fenced
			}
			unbroken := len(strings.Fields(line)) < 3
			if !fenced && !unbroken && !strings.HasPrefix(line, "|") && !strings.HasPrefix(line, "    ") &&
				utf8.RuneCountInString(line) > docColumns {
				long[name]++
				sum++
			}
		}
	}
	if sum == 0 {
		return count{}
	}
	return count{sum, largest(long).where}
}

// person finds words that give a person a gender. English has they.
var person = regexp.MustCompile(`(?i)\b(he|his|him|himself|she|her|hers|herself)\b`)

// hebrew is the name of a locale.
const hebrew = `"he"`

// gendered counts such words in comments, in strings, in the documentation and in the English phrases.
func (m sources) gendered(t *testing.T, root fs.FS) count {
	t.Helper()
	found := map[string]int{}
	look := func(name, text string) {
		if n := len(person.FindAllString(text, -1)); n > 0 {
			found[name] += n
		}
	}
	for name, file := range m.files {
		for _, group := range file.Comments {
			look(path.Dir(name), group.Text())
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if s, ok := n.(*ast.BasicLit); ok && s.Kind == token.STRING && s.Value != hebrew {
				look(path.Dir(name), s.Value)
			}
			return true
		})
	}
	english, err := fs.Glob(root, "bot/words/phrases/en*/*.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range append(texts(t, root), english...) {
		data, err := fs.ReadFile(root, name)
		if err != nil {
			t.Fatal(err)
		}
		look(name, string(data))
	}
	sum := 0
	for _, n := range found {
		sum += n
	}
	if sum == 0 {
		return count{}
	}
	return count{sum, largest(found).where}
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
