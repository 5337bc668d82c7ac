package main

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Every test, every story and every benchmark that the documentation names is there.
func TestDocumentsNameTestsThatExist(t *testing.T) {
	root := filepath.Join("..", "..")
	there := map[string]bool{}
	var benchmarks, documents []string
	declared := regexp.MustCompile(`(?m)^func (?:(Test\w+)|Benchmark(\w+))\(`)
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && strings.HasPrefix(entry.Name(), ".") && path != root:
			return filepath.SkipDir
		case strings.HasSuffix(path, ".txtar"):
			there[entry.Name()] = true
		case strings.HasSuffix(path, ".md"):
			documents = append(documents, path)
		case strings.HasSuffix(path, "_test.go"):
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			for _, name := range declared.FindAllStringSubmatch(string(text), -1) {
				if there[name[1]] = true; name[2] != "" {
					benchmarks = append(benchmarks, "Benchmark"+name[2])
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	tests := regexp.MustCompile("`(Test[A-Z]\\w+|\\w+\\.txtar)`")
	benches := regexp.MustCompile(`-bench '?([^ '\x60]+)`)
	named := 0
	for _, document := range documents {
		text, err := os.ReadFile(document)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range tests.FindAllStringSubmatch(string(text), -1) {
			if named++; !there[name[1]] {
				t.Errorf("%s names %s, and there is no such test", document, name[1])
			}
		}
		for _, name := range benches.FindAllStringSubmatch(strings.Join(strings.Fields(string(text)), " "), -1) {
			top, _, _ := strings.Cut(name[1], "/") // below it are the cases of a benchmark
			pattern, err := regexp.Compile(top)
			if err != nil || !slices.ContainsFunc(benchmarks, pattern.MatchString) {
				t.Errorf("%s names a benchmark %s, and there is none (%v)", document, name[1], err)
			}
		}
	}
	if named < 60 {
		t.Errorf("only %d tests are named", named)
	}
}

// Every module that go.mod names is in docs/dependencies.md: in the first tables what the programs are linked with on
// some platform, and in the last one the rest.
func TestDependenciesAreListed(t *testing.T) {
	root := filepath.Join("..", "..")
	mod, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	list, err := os.ReadFile(filepath.Join(root, "docs", "dependencies.md"))
	if err != nil {
		t.Fatal(err)
	}
	linked := map[string]bool{}
	for _, platform := range []string{"linux", "darwin", "windows"} {
		deps := exec.Command("go", "list", "-deps", "-f", "{{with .Module}}{{.Path}}{{end}}", "./cmd/...")
		deps.Dir, deps.Env = root, append(os.Environ(), "GOOS="+platform, "GOARCH=amd64", "CGO_ENABLED=0")
		out, err := deps.Output()
		if err != nil {
			t.Fatalf("go list for %s: %v", platform, err)
		}
		for module := range strings.FieldsSeq(string(out)) {
			linked[module] = true
		}
	}
	want := map[string]bool{} // whether it is linked
	for _, line := range regexp.MustCompile(`(?m)^\t(\S+) v\S+( // indirect)?$`).FindAllStringSubmatch(string(mod), -1) {
		want[line[1]] = linked[line[1]]
	}
	got := map[string]bool{}
	programs, tests, _ := strings.Cut(string(list), "\nOnly for tests:\n")
	rows := regexp.MustCompile(`(?m)^\| (\S+\.\S+/\S+) \| \S.* \| \S.* \|$`)
	for _, row := range rows.FindAllStringSubmatch(programs, -1) {
		got[row[1]] = true
	}
	for _, row := range rows.FindAllStringSubmatch(tests, -1) {
		got[row[1]] = false
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("modules and whether they are linked, by go.mod and go list (-) and by docs/dependencies.md (+):\n%s", diff)
	}
}
