// Package openapi validates the requests of bots and the responses of the playground against Discord's own OpenAPI
// description.
//
// The description is a file that is not part of this project (shared/discord/openapi.json beside the repository). Tests
// pass it the requests of a playground:
//
//	srv, err := playground.New(playground.Options{OnRequest: openapi.Watch(t)})
//
// The description covers only REST and leaves out limits that package wire checks by hand, and says nothing about when
// an answer comes too late. One error in it is corrected here: default_member_permissions is a string in the
// documentation and in all libraries.
package openapi

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"xiangqibot/bot/playground"
)

// A Checker validates against the description. It is safe for concurrent use.
type Checker struct {
	paths map[string]map[string]any // the methods of each path

	mu       sync.Mutex
	compiler *jsonschema.Compiler // compiles a schema at its first use
}

// resource is the name of the description inside the compiler.
const resource = "https://discord.com/openapi.json"

// errAbsent means that the description was not found.
var errAbsent = errors.New("shared/discord/openapi.json not found: requests are not checked against Discord's description")

// find opens shared/discord/openapi.json in the working directory or one above it.
func find() (*os.File, error) {
	dir, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	for {
		file, err := os.Open(filepath.Join(dir, "shared", "discord", "openapi.json")) //nolint:gosec // of the working directory
		if !errors.Is(err, fs.ErrNotExist) {
			return file, err
		}
		up := filepath.Dir(dir)
		if up == dir {
			return nil, errAbsent
		}
		dir = up
	}
}

// shared loads the description once for all tests of a binary, since that takes longer than most tests.
var shared = sync.OnceValues(func() (*Checker, error) {
	file, err := find()
	if err != nil {
		return nil, err
	}
	defer file.Close()
	description, err := jsonschema.UnmarshalJSON(file)
	if err != nil {
		return nil, err
	}
	c := &Checker{compiler: jsonschema.NewCompiler(), paths: map[string]map[string]any{}}
	for path, methods := range object(description, "paths") {
		c.paths[path] = methods.(map[string]any)
	}
	c.compiler.DefaultDraft(jsonschema.Draft2020)
	return c, c.compiler.AddResource(resource, description)
})

// object returns the object at the keys of nested objects, or nil if there is none.
func object(v any, keys ...string) map[string]any {
	m, _ := v.(map[string]any)
	for _, key := range keys {
		m, _ = m[key].(map[string]any)
	}
	return m
}

// For returns the [Checker] for a test. If there is no description, it returns nil, and the test's log says so; with
// XIANGQI_REQUIRE_SHARED=1 in the environment the test fails.
func For(t testing.TB) *Checker {
	t.Helper()
	c, err := shared()
	if errors.Is(err, errAbsent) && os.Getenv("XIANGQI_REQUIRE_SHARED") != "1" {
		t.Log(err)
		return nil
	}
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// Watch returns a hook for [playground.Options.OnRequest] that fails the test if the playground accepts a request that
// the description does not allow, or gives a response that it does not allow. Without a description it does nothing.
func Watch(t testing.TB) func(playground.Exchange) {
	t.Helper()
	c := For(t)
	return func(x playground.Exchange) {
		if err := c.Check(x); err != nil {
			t.Error(err)
		}
	}
}

// Check validates an exchange: the request if the playground accepted it, and the response in any case. A nil Checker
// accepts everything.
func (c *Checker) Check(x playground.Exchange) error {
	if c == nil {
		return nil
	}
	path, method := c.match(x.Path), strings.ToLower(x.Method)
	operation := object(c.paths[path], method)
	if operation == nil {
		return fmt.Errorf("%s %s: Discord has no such route", x.Method, x.Path)
	}
	pointer := []string{"paths", path, method}
	err := c.answer(x, operation, pointer)
	if x.Status < 400 {
		err = errors.Join(err, c.request(x, operation, pointer))
	}
	if err != nil {
		return fmt.Errorf("%s %s: %w", x.Method, x.Path, err)
	}
	return nil
}

// request returns what is wrong with a request, or nil.
func (c *Checker) request(x playground.Exchange, operation map[string]any, pointer []string) error {
	body := object(operation, "requestBody")
	switch {
	case len(x.Body) == 0 && body["required"] == true:
		return errors.New("the request has no body")
	case len(x.Body) > 0 && body == nil && x.Method != http.MethodGet:
		return fmt.Errorf("the request has a body and should have none: %s", x.Body)
	case len(x.Body) == 0 || body == nil:
		return nil
	}
	kind := "application/json"
	if x.Form {
		kind = "multipart/form-data"
	}
	return c.validate(x.Body, append(pointer, "requestBody", "content", kind, "schema"), func(v any) {
		for _, f := range x.Files {
			object(v)[f.Field] = f.Filename
		}
		numericPermissions(v)
	})
}

// answer returns what is wrong with the playground's response, or nil.
func (c *Checker) answer(x playground.Exchange, operation map[string]any, pointer []string) error {
	status := strconv.Itoa(x.Status)
	described := object(operation, "responses", status)
	switch {
	case described == nil && x.Status < 400:
		return fmt.Errorf("it was answered %s, which Discord never does", status)
	case object(described, "content", "application/json") == nil: // package wire checks other errors by hand
		return nil
	}
	return c.validate(x.Answer, append(pointer, "responses", status, "content", "application/json", "schema"), func(any) {})
}

// match returns the path of the description that fits, preferring the one with the most literal parts.
func (c *Checker) match(path string) string {
	parts := strings.Split(path, "/")
	best, most := "", -1
	for known := range c.paths {
		if n := literals(strings.Split(known, "/"), parts); n > most {
			best, most = known, n
		}
	}
	return best
}

// literals returns the number of matching literal parts, or -1 if the path does not match.
func literals(known, parts []string) int {
	if len(parts) != len(known) {
		return -1
	}
	n := 0
	for i, want := range known {
		switch {
		case strings.HasPrefix(want, "{"):
		case want == parts[i]:
			n++
		default:
			return -1
		}
	}
	return n
}

// validate validates JSON, after the change, against the schema at a JSON pointer in the description.
func (c *Checker) validate(text []byte, pointer []string, change func(any)) error {
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return err
	}
	change(v)
	var at strings.Builder
	for _, part := range pointer {
		part = strings.ReplaceAll(strings.ReplaceAll(part, "~", "~0"), "/", "~1")
		at.WriteString("/" + url.PathEscape(part))
	}
	c.mu.Lock()
	schema, err := c.compiler.Compile(resource + "#" + at.String())
	c.mu.Unlock()
	if err != nil {
		return err
	}
	if err := schema.Validate(v); err != nil {
		return fmt.Errorf("%.2000s does not match Discord's description: %w", text, err)
	}
	return nil
}

// numericPermissions converts "default_member_permissions":"8" to the number that the description expects.
func numericPermissions(v any) {
	switch v := v.(type) {
	case map[string]any:
		if s, ok := v["default_member_permissions"].(string); ok {
			v["default_member_permissions"] = json.Number(s)
		}
	case []any:
		for _, x := range v {
			numericPermissions(x)
		}
	}
}
