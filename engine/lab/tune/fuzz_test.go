package tune

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// FuzzLoad reads arbitrary files. One that is accepted fits the plan, so that a run can resume from it.
func FuzzLoad(f *testing.F) {
	path := filepath.Join(f.TempDir(), "path")
	plan, _ := toyPlan()
	first := plan.Initial()
	if err := plan.SavePath(path, &first); err != nil {
		f.Fatal(err)
	}
	good, err := os.ReadFile(path)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(string(good))
	f.Add(strings.Replace(string(good), `"values":[`, `"values":[9e99,`, 1))
	f.Add(strings.Replace(string(good), `"values":[100`, `"values":[-100`, 1))
	f.Add(strings.Replace(string(good), `"iteration":0`, `"iteration":-1`, 1))
	f.Add("null")
	f.Fuzz(func(t *testing.T, text string) {
		path := filepath.Join(t.TempDir(), "file")
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if p, err := plan.LoadPath(path); err == nil {
			if len(p.Values) != len(plan.Params) || p.Iteration < 0 || p.Iteration > plan.Iterations {
				t.Fatalf("%+v is taken", p)
			}
			for i, v := range p.Rounded() {
				if v < plan.Params[i].Min || v > plan.Params[i].Max {
					t.Fatalf("%s is %d in a path that is taken", plan.Params[i].Name, v)
				}
			}
		} else if !strings.Contains(err.Error(), path) {
			t.Fatalf("%v: the error names no file", err)
		}
	})
}
