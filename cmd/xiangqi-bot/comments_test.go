package main_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// names is what is declared in the module: by package name, then by the name of the declaration its members, which are
// fields and methods. Packages and types of one name are merged, and so are embedded types with what embeds them.
type names struct {
	packages map[string]map[string]bool
	members  map[string]map[string]bool
	embeds   map[string][]string
	used     map[string]bool // identifiers anywhere in the code, so that those of other modules count too
}

func newNames() *names {
	return &names{map[string]map[string]bool{}, map[string]map[string]bool{}, map[string][]string{}, map[string]bool{}}
}

func (n *names) has(typ, member string, seen ...string) bool {
	if n.members[typ][member] {
		return true
	}
	for _, embedded := range n.embeds[typ] {
		if n.members[embedded] == nil || len(seen) < 8 && n.has(embedded, member, append(seen, typ)...) {
			return true // of another module: nothing is known of it
		}
	}
	return false
}

func add(all map[string]map[string]bool, key, name string) {
	if all[key] == nil {
		all[key] = map[string]bool{}
	}
	all[key][name] = true
}

// nameOf returns the name of a type behind pointers, parameters and packages.
func nameOf(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.StarExpr:
		return nameOf(e.X)
	case *ast.IndexExpr:
		return nameOf(e.X)
	case *ast.IndexListExpr:
		return nameOf(e.X)
	case *ast.SelectorExpr:
		return e.Sel.Name
	}
	return ""
}

func (n *names) declare(file *ast.File) {
	pkg := strings.TrimSuffix(file.Name.Name, "_test")
	for _, decl := range file.Decls {
		switch d := decl.(type) {
		case *ast.FuncDecl:
			if d.Recv != nil && len(d.Recv.List) == 1 {
				add(n.members, nameOf(d.Recv.List[0].Type), d.Name.Name)
			} else {
				add(n.packages, pkg, d.Name.Name)
			}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				switch s := spec.(type) {
				case *ast.ValueSpec:
					for _, name := range s.Names {
						add(n.packages, pkg, name.Name)
					}
				case *ast.TypeSpec:
					add(n.packages, pkg, s.Name.Name)
					add(n.members, s.Name.Name, "")
					var fields *ast.FieldList
					switch t := s.Type.(type) {
					case *ast.StructType:
						fields = t.Fields
					case *ast.InterfaceType:
						fields = t.Methods
					default:
						if name := nameOf(t); name != "" {
							n.embeds[s.Name.Name] = append(n.embeds[s.Name.Name], name)
						}
						continue
					}
					for _, field := range fields.List {
						for _, name := range field.Names {
							add(n.members, s.Name.Name, name.Name)
						}
						if embedded := nameOf(field.Type); len(field.Names) == 0 && embedded != "" {
							add(n.members, s.Name.Name, embedded)
							n.embeds[s.Name.Name] = append(n.embeds[s.Name.Name], embedded)
						}
					}
				}
			}
		}
	}
	ast.Inspect(file, func(node ast.Node) bool {
		if ident, ok := node.(*ast.Ident); ok {
			n.used[ident.Name] = true
		}
		return true
	})
}

// properNames are written like identifiers and are none.
var properNames = strings.Fields(`CmdMove CmdSettingsMe EvalFile EndgamePath JavaScript NegaScout OpenType PyChess TrueType WebSocket WenKai WinBoard kB`)

// resolves reports whether a doc link names a declaration of the package or of another one of the module, or something of
// a package of somebody else.
func (n *names) resolves(link, pkg string) bool {
	first, rest, _ := strings.Cut(link, ".")
	if declared := n.packages[pkg]; declared[first] {
		return rest == "" || n.has(first, rest)
	}
	if declared := n.packages[first]; declared != nil {
		name, member, _ := strings.Cut(rest, ".")
		return rest == "" || declared[name] && (member == "" || n.has(name, member))
	}
	return rest != "" && !ast.IsExported(first)
}

var (
	linked    = regexp.MustCompile(`\[\*?((?:[a-z]\w*\.)?[A-Z]\w*[a-z]\w*(?:\.[A-Za-z]\w*)?|[a-z]+[A-Z]\w*)\](?:[^(:\w]|$)`)
	qualified = regexp.MustCompile(`(?:^|[^\w./-])([A-Za-z]\w*)\.([A-Z]\w*)(?:\.([A-Z]\w*))?\b`)
	testName  = regexp.MustCompile(`\bTest[A-Z]\w*`)
	camel     = regexp.MustCompile(`(?:^|[\s(])([a-z]+[A-Z]\w*|[A-Z][a-z]+(?:[A-Z][a-z]+)+)\b`)
)

// Comments name what there is: doc links, what is written as package.Name or Type.Member, and words
// with a capital letter inside, which are identifiers or [properNames]. So do documents with the names of tests.
func TestCommentsNameWhatExists(t *testing.T) {
	if testing.Short() {
		t.Skip("reads all source files")
	}
	set, n := token.NewFileSet(), newNames()
	all := parseModule(t, set)
	for _, file := range all {
		n.declare(file)
	}
	for _, file := range all {
		pkg := strings.TrimSuffix(file.Name.Name, "_test")
		for _, group := range file.Comments {
			text := group.Text()
			at := set.Position(group.Pos())
			for _, m := range linked.FindAllStringSubmatch(text, -1) {
				if !strings.HasPrefix(m[1], "DhtmlXQ") && !n.resolves(m[1], pkg) {
					t.Errorf("%v: [%s] is no declaration", at, m[1])
				}
			}
			for _, m := range qualified.FindAllStringSubmatch(text, -1) {
				switch first, name := m[1], m[2]; {
				case n.packages[first] != nil && first != "main":
					if !n.packages[first][name] && !n.members[first][name] {
						t.Errorf("%v: package %s declares no %s", at, first, name)
					}
				case n.members[first] != nil && ast.IsExported(first):
					if !n.has(first, name) {
						t.Errorf("%v: %s has no %s", at, first, name)
					}
				}
			}
			for _, m := range camel.FindAllStringSubmatch(text, -1) {
				if !n.used[m[1]] && !slices.Contains(properNames, m[1]) {
					t.Errorf("%v: there is no %s", at, m[1])
				}
			}
		}
	}
	documents, err := filepath.Glob("../../docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range documents {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, test := range testName.FindAllString(string(text), -1) {
			if !n.used[test] {
				t.Errorf("%s: there is no %s", path, test)
			}
		}
	}
}

// parseModule parses all Go files of the module, tests included; hidden folders and testdata are left out.
func parseModule(t *testing.T, set *token.FileSet) (files []*ast.File) {
	t.Helper()
	err := filepath.WalkDir("../..", func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if base := entry.Name(); entry.IsDir() && name != "../.." && (base[0] == '.' || base == "testdata") {
			return fs.SkipDir
		}
		if entry.IsDir() || filepath.Ext(name) != ".go" {
			return nil
		}
		file, err := parser.ParseFile(set, name, nil, parser.ParseComments|parser.SkipObjectResolution)
		files = append(files, file)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(files) < 100 {
		t.Fatalf("only %d Go files found", len(files))
	}
	return files
}
