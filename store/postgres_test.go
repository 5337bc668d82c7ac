package store_test

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"xiangqibot/store"
)

// postgresPrograms is where Debian installs PostgreSQL 15.
const postgresPrograms = "/usr/lib/postgresql/15/bin"

// sqliteOnly are the files whose statements are for SQLite alone.
var sqliteOnly = []string{"dialect.go", "sqlite.go", "file.go", "lock.go", "check.go", "migrate_due.go"}

// PostgreSQL takes the tables and every statement. That the store runs on it is another matter: nothing is executed.
func TestPostgreSQLTakesEveryStatement(t *testing.T) {
	psql := startPostgres(t)
	const version = `CREATE TABLE schema_version (version INTEGER NOT NULL);` // see migrator.step
	if out := psql(version + stepsBefore(t, "postgres", "")); strings.Contains(out, "ERROR") {
		t.Fatalf("the tables: %s", out)
	}
	found := statements(t)
	if len(found) < 80 {
		t.Fatalf("only %d statements were found", len(found))
	}
	var prepare strings.Builder
	for i, where := range slices.Sorted(maps.Keys(found)) {
		fmt.Fprintf(&prepare, "\\echo @%s\nPREPARE s%d AS %s;\n", where, i, found[where])
	}
	for part := range strings.SplitSeq(psql(prepare.String()), "@") {
		if where, said, _ := strings.Cut(part, "\n"); strings.Contains(said, "ERROR") {
			t.Errorf("%s: %s\n%s", where, found[where], said)
		}
	}
	t.Logf("%d statements", len(found))
}

// startPostgres starts a server for the time of a test, in a folder of its own and reached by a socket there, and returns
// a function that runs a script on it and returns what psql says. As initdb refuses root, root runs it as somebody else.
func startPostgres(t *testing.T) (psql func(script string) string) {
	t.Helper()
	if _, err := os.Stat(filepath.Join(postgresPrograms, "initdb")); err != nil {
		if os.Getenv("XIANGQI_REQUIRE_POSTGRES") != "" {
			t.Fatal(err)
		}
		t.Skip("PostgreSQL 15 is not installed: ", err)
	}
	dir, err := os.MkdirTemp("", "pg") // short: the name of a socket has at most 107 letters
	must(t, err)
	t.Cleanup(func() { must(t, os.RemoveAll(dir)) })
	run := func(stdin, program string, args ...string) (string, error) {
		cmd := exec.CommandContext(t.Context(), filepath.Join(postgresPrograms, program), args...)
		cmd.Dir, cmd.Stdin = dir, strings.NewReader(stdin)
		cmd.Env = []string{"LC_ALL=C.UTF-8", "PGHOST=" + dir, "PGDATABASE=postgres", "PGUSER=test"}
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: unprivileged(t)}
		var out bytes.Buffer
		cmd.Stdout, cmd.Stderr = &out, &out
		err := cmd.Run()
		return out.String(), err
	}
	if c := unprivileged(t); c != nil {
		must(t, os.Chown(dir, int(c.Uid), int(c.Gid)))
	}
	data := filepath.Join(dir, "data")
	if out, err := run("", "initdb", "-D", data, "-U", "test", "-A", "trust", "--no-sync", "-E", "UTF8"); err != nil {
		t.Fatalf("initdb: %v\n%s", err, out)
	}
	options := "-c listen_addresses='' -c fsync=off -k " + dir
	if out, err := run("", "pg_ctl", "-D", data, "-w", "-t", "120", "-l", filepath.Join(dir, "log"), "-o", options, "start"); err != nil {
		t.Fatalf("pg_ctl start: %v\n%s", err, out)
	}
	pid, err := os.ReadFile(filepath.Join(data, "postmaster.pid"))
	must(t, err)
	line, _, _ := strings.Cut(string(pid), "\n")
	server, err := strconv.Atoi(line)
	must(t, err)
	t.Cleanup(func() {
		must(t, syscall.Kill(server, syscall.SIGQUIT)) // at once: nothing in it is needed
		for syscall.Kill(server, 0) == nil {
			if _, err := os.Stat(filepath.Join(data, "postmaster.pid")); err != nil {
				break
			}
		}
	})
	return func(script string) string {
		out, err := run(script, "psql", "-X", "-q", "-f", "-")
		if err != nil {
			t.Fatalf("psql: %v\n%s", err, out)
		}
		return out
	}
}

// unprivileged is who runs PostgreSQL: nobody, if the test runs as root.
func unprivileged(t *testing.T) *syscall.Credential {
	t.Helper()
	if os.Geteuid() != 0 {
		return nil
	}
	nobody, err := user.Lookup("nobody")
	must(t, err)
	uid, err := strconv.Atoi(nobody.Uid)
	must(t, err)
	gid, err := strconv.Atoi(nobody.Gid)
	must(t, err)
	return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
}

var beginsStatement = regexp.MustCompile(`^\s*(SELECT|INSERT|UPDATE|DELETE|WITH)\s`)

// statements finds the SQL in the sources of the store, by where it stands. Of a statement to which something is added
// when it runs, such as a lock, it finds what is there before.
func statements(t *testing.T) map[string]string {
	t.Helper()
	names, err := filepath.Glob("*.go")
	must(t, err)
	positions := token.NewFileSet()
	var files []*ast.File
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") || slices.Contains(sqliteOnly, name) {
			continue
		}
		file, err := parser.ParseFile(positions, name, nil, 0)
		must(t, err)
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
