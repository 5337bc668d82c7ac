// Command vulnerabilities fails for each known vulnerability of a dependency that the programs call.
//
//	go run ./.ci/vulnerabilities.go GOVULNCHECK REPORTS
//
// GOVULNCHECK is the program of that name, and REPORTS the folder of the Go module golang.org/x/vulndb, which the module
// proxy serves where vuln.go.dev cannot be reached. Those of the standard library are printed only: the version of Go is
// the machine's.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"os/exec"
	"path/filepath"
)

// report is what the index of a database needs to know of a report in OSV's format (ossf.github.io/osv-schema).
type report struct {
	ID       string   `json:"id"`
	Modified string   `json:"modified"`
	Aliases  []string `json:"aliases"`
	Summary  string   `json:"summary"`
	Affected []struct {
		Package struct{ Name string }
		Ranges  []struct{ Events []struct{ Fixed string } }
	} `json:"affected"`
}

type (
	vuln struct {
		ID       string   `json:"id"`
		Modified string   `json:"modified"`
		Aliases  []string `json:"aliases,omitempty"`
		Fixed    string   `json:"fixed,omitempty"`
	}
	module struct {
		Path  string `json:"path"`
		Vulns []vuln `json:"vulns"`
	}
)

// finding is one of govulncheck's (golang.org/x/vuln/internal/govulncheck): with a function on top, it is called.
type finding struct {
	OSV          string `json:"osv"`
	FixedVersion string `json:"fixed_version"`
	Trace        []struct{ Module, Version, Package, Function string }
}

func main() {
	log.SetFlags(0)
	database, err := os.MkdirTemp("", "vulndb")
	if err == nil {
		err = check(os.Args[1], os.Args[2], database)
	}
	if err := errors.Join(err, os.RemoveAll(database)); err != nil {
		log.Fatal(err)
	}
}

func check(govulncheck, source, database string) error {
	summaries, err := write(database, source)
	if err != nil {
		return err
	}
	var said bytes.Buffer
	scan := exec.Command(govulncheck, "-db", "file://"+filepath.ToSlash(database), "-format", "json", "./...")
	scan.Stdout, scan.Stderr = &said, os.Stderr
	if err := scan.Run(); err != nil {
		return fmt.Errorf("%s: %w", govulncheck, err)
	}
	called := 0
	for messages, told := json.NewDecoder(&said), map[string]bool{}; ; {
		var message struct{ Finding *finding }
		if err := messages.Decode(&message); err == io.EOF {
			break
		} else if err != nil {
			return fmt.Errorf("%s: %w", govulncheck, err)
		}
		f := message.Finding
		if f == nil || len(f.Trace) == 0 || f.Trace[0].Function == "" || told[f.OSV] {
			continue
		}
		told[f.OSV] = true
		in := f.Trace[0]
		fmt.Printf("%s: %s: %s@%s, %s.%s; fixed in %s\n", f.OSV, summaries[f.OSV], in.Module, in.Version, in.Package, in.Function, f.FixedVersion)
		if in.Module != "stdlib" {
			called++
		}
	}
	fmt.Printf("%d reports, %d vulnerabilities outside of the standard library are called\n", len(summaries), called)
	if called > 0 {
		return errors.New("raise the version of what is vulnerable")
	}
	return nil
}

// write makes a database (go.dev/doc/security/vuln/database) of a folder of reports, and returns their summaries.
func write(database, source string) (map[string]string, error) {
	files, err := filepath.Glob(filepath.Join(source, "data", "osv", "*.json"))
	if err != nil || len(files) == 0 {
		return nil, fmt.Errorf("%s holds no reports (%w)", source, err)
	}
	summaries, modules, latest := map[string]string{}, map[string]*module{}, ""
	var vulns []vuln
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		var r report
		if err := json.Unmarshal(text, &r); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		if err := save(database, "ID/"+r.ID, json.RawMessage(text)); err != nil {
			return nil, err
		}
		summaries[r.ID], latest = r.Summary, max(latest, r.Modified)
		vulns = append(vulns, vuln{ID: r.ID, Modified: r.Modified, Aliases: r.Aliases})
		for _, affected := range r.Affected {
			name := affected.Package.Name
			if modules[name] == nil {
				modules[name] = &module{Path: name}
			}
			entry := vuln{ID: r.ID, Modified: r.Modified}
			for _, versions := range affected.Ranges {
				for _, event := range versions.Events {
					if event.Fixed != "" {
						entry.Fixed = event.Fixed
					}
				}
			}
			modules[name].Vulns = append(modules[name].Vulns, entry)
		}
	}
	var list []*module
	for _, m := range modules {
		list = append(list, m)
	}
	return summaries, errors.Join(save(database, "index/modules", list), save(database, "index/vulns", vulns),
		save(database, "index/db", map[string]string{"modified": latest}))
}

func save(database, name string, value any) error {
	text, err := json.Marshal(value)
	if err != nil {
		return err
	}
	file := filepath.Join(database, filepath.FromSlash(name)+".json")
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return err
	}
	return os.WriteFile(file, text, 0o600)
}
