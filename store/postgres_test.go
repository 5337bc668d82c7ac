package store_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"xiangqibot/store"
	"xiangqibot/store/storetest"
)

// unlisted are the files that make their statements from the names of tables: tests of their own run them on both
// databases.
var unlisted = []string{"copy.go", "operator.go"}

// PostgreSQL takes every statement, also those that no other test runs.
func TestPostgreSQLTakesEveryStatement(t *testing.T) {
	db := open(t, storetest.Postgres(t), store.Options{})
	found := statements(t)
	if len(found) < 80 {
		t.Fatalf("only %d statements were found", len(found))
	}
	for where, statement := range found {
		func() {
			prepared, err := db.SQL().PrepareContext(t.Context(), statement)
			if err != nil {
				t.Errorf("%s: %v\n%s", where, err, statement)
				return
			}
			defer prepared.Close()
		}()
	}
	t.Logf("%d statements", len(found))
}

var beginsStatement = regexp.MustCompile(`^\s*(SELECT|INSERT|UPDATE|DELETE|WITH)\s`)

// statements finds the SQL in the sources of the store, by where it stands. Of a statement to which something is added
// when it runs, such as a lock, it finds what is there before.
func statements(t *testing.T) map[string]string {
	t.Helper()
	names := ok(filepath.Glob("*.go"))(t)
	rooms := ok(filepath.Glob("*/*.go"))(t)
	positions := token.NewFileSet()
	var files []*ast.File
	for _, name := range append(rooms, names...) {
		if strings.HasSuffix(name, "_test.go") || slices.Contains(unlisted, name) {
			continue
		}
		file := ok(parser.ParseFile(positions, name, nil, 0))(t)
		files = append(files, file)
	}
	named := map[string]ast.Expr{}
	for _, file := range files {
		for _, decl := range file.Decls {
			if d, ok := decl.(*ast.GenDecl); ok {
				for _, spec := range d.Specs {
					if v, ok := spec.(*ast.ValueSpec); ok && len(v.Names) == len(v.Values) {
						for i, name := range v.Names {
							named[name.Name] = v.Values[i]
						}
					}
				}
			}
		}
	}
	found := map[string]string{}
	for _, file := range files {
		if name := file.Name.Name; name == "database" || name == "storetest" {
			continue // whose constants are parts of some
		}
		ast.Inspect(file, func(n ast.Node) bool {
			expr, ok := n.(ast.Expr)
			if !ok {
				return true
			}
			text, _ := evaluate(expr, named)
			if !beginsStatement.MatchString(text) {
				return true
			}
			if _, named := expr.(*ast.Ident); !named {
				found[fmt.Sprint(positions.Position(n.Pos()))] = text
			}
			return false
		})
	}
	return found
}

// evaluate is the text of an expression, as far as it can be known from the left, and whether all of it is known.
func evaluate(expr ast.Expr, named map[string]ast.Expr) (text string, whole bool) {
	switch e := expr.(type) {
	case *ast.BasicLit:
		if e.Kind != token.STRING {
			return "", false
		}
		text, err := strconv.Unquote(e.Value)
		return text, err == nil
	case *ast.Ident:
		if text, ok := store.Lists[e.Name]; ok {
			return text, true
		}
		if value, ok := named[e.Name]; ok {
			return evaluate(value, named)
		}
	case *ast.SelectorExpr:
		if from, ok := e.X.(*ast.Ident); ok && from.Name == "database" && named[e.Sel.Name] != nil {
			return evaluate(named[e.Sel.Name], named)
		}
	case *ast.BinaryExpr:
		if e.Op != token.ADD {
			return "", false
		}
		left, whole := evaluate(e.X, named)
		if !whole {
			return left, false
		}
		right, whole := evaluate(e.Y, named)
		return left + right, whole
	case *ast.CallExpr:
		if text, ok := store.Lists[called(e)]; ok {
			return text, true
		}
	}
	return "", false
}

// called is a call as it is written, as far as the names in it go: "placeholders(resultColumns".
func called(call *ast.CallExpr) string {
	name, ok := call.Fun.(*ast.Ident)
	if !ok {
		return ""
	}
	if len(call.Args) == 1 {
		if inner, ok := call.Args[0].(*ast.CallExpr); ok {
			return name.Name + "(" + called(inner)
		}
	}
	return name.Name
}
