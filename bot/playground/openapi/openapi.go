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

// A Checker validates against the description. It is safe for concurrent use; schemas are compiled at their first use.
type Checker struct {
	doc      map[string]any
	compiler *jsonschema.Compiler
	paths    []template

	mu      sync.Mutex
	schemas map[string]*jsonschema.Schema
}

// template is a path of the description, split at its slashes.
type template struct {
	path  string
	parts []string
}

// resource is the name of the description inside the compiler.
const resource = "https://discord.com/openapi.json"

// errAbsent means that the description was not found.
var errAbsent = errors.New("shared/discord/openapi.json not found: requests are not checked against Discord's description")

// find returns the path of the description: shared/discord/openapi.json in the working directory or one above it.
func find() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", fmt.Errorf("openapi: %w", err)
	}
	for {
		path := filepath.Join(dir, "shared", "discord", "openapi.json")
		if _, err := os.Stat(path); err == nil {
			return path, nil
		}
		up := filepath.Dir(dir)
		if up == dir {
			return "", errAbsent
		}
		dir = up
	}
}

// load loads the description from a file.
func load(path string) (*Checker, error) {
	data, err := os.ReadFile(path) //nolint:gosec // a test names the file
	if err != nil {
		return nil, fmt.Errorf("openapi: %w", err)
	}
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("openapi: %s: %w", path, err)
	}
	c := &Checker{compiler: jsonschema.NewCompiler(), schemas: map[string]*jsonschema.Schema{}}
	c.doc, _ = v.(map[string]any)
	paths, ok := c.doc["paths"].(map[string]any)
	if !ok {
		return nil, fmt.Errorf("openapi: %s has no paths", path)
	}
	for p := range paths {
		c.paths = append(c.paths, template{p, strings.Split(p, "/")})
	}
	c.compiler.DefaultDraft(jsonschema.Draft2020)
	if err := c.compiler.AddResource(resource, v); err != nil {
		return nil, fmt.Errorf("openapi: %w", err)
	}
	return c, nil
}

// shared loads the description once for all tests of a binary, since that takes longer than most tests.
var shared = sync.OnceValues(func() (*Checker, error) {
	path, err := find()
	if err != nil {
		return nil, err
	}
	return load(path)
})

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
	var err error
	if x.Status < 400 {
		err = c.request(x)
	}
	return errors.Join(err, c.answer(x))
}

// request returns what is wrong with a request, or nil.
func (c *Checker) request(x playground.Exchange) error {
	operation, pointer, err := c.operation(x)
	if err != nil {
		return err
	}
	body, _ := operation["requestBody"].(map[string]any)
	if body == nil {
		if len(x.Body) > 0 && x.Method != http.MethodGet {
			return fmt.Errorf("%s %s has a body and should have none: %s", x.Method, x.Path, x.Body)
		}
		return nil
	}
	if len(x.Body) == 0 {
		if body["required"] == true {
			return fmt.Errorf("%s %s has no body", x.Method, x.Path)
		}
		return nil
	}
	kind := "application/json"
	if x.Form {
		kind = "multipart/form-data"
	}
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(x.Body))
	if err != nil {
		return fmt.Errorf("%s %s: %w", x.Method, x.Path, err)
	}
	if m, ok := v.(map[string]any); ok {
		for _, f := range x.Files {
			m[f.Field] = f.Filename
		}
	}
	numericPermissions(v)
	return c.validate(x, "request", append(pointer, "requestBody", "content", kind, "schema"), v)
}

// answer returns what is wrong with the playground's response, or nil.
func (c *Checker) answer(x playground.Exchange) error {
	operation, pointer, err := c.operation(x)
	if err != nil {
		return err
	}
	responses, _ := operation["responses"].(map[string]any)
	status := strconv.Itoa(x.Status)
	if _, ok := responses[status]; !ok {
		if x.Status < 400 {
			return fmt.Errorf("%s %s was answered %s, which Discord never does", x.Method, x.Path, status)
		}
		return nil // package wire checks errors by hand
	}
	content, _ := responses[status].(map[string]any)["content"].(map[string]any)
	if content["application/json"] == nil {
		if len(x.Answer) > 0 && x.Status == 204 {
			return fmt.Errorf("%s %s was answered 204 with a body", x.Method, x.Path)
		}
		return nil
	}
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(x.Answer))
	if err != nil {
		return fmt.Errorf("%s %s: the answer is not JSON: %w", x.Method, x.Path, err)
	}
	return c.validate(x, "answer", append(pointer, "responses", status, "content", "application/json", "schema"), v)
}

// operation returns the description of a method on a path, and its JSON pointer.
func (c *Checker) operation(x playground.Exchange) (map[string]any, []string, error) {
	path := c.match(x.Path)
	paths, _ := c.doc["paths"].(map[string]any)
	item, _ := paths[path].(map[string]any)
	operation, _ := item[strings.ToLower(x.Method)].(map[string]any)
	if operation == nil {
		return nil, nil, fmt.Errorf("%s %s: Discord has no such route", x.Method, x.Path)
	}
	return operation, []string{"paths", path, strings.ToLower(x.Method)}, nil
}

// match returns the template that matches a path, preferring the one with the most literal parts.
func (c *Checker) match(path string) string {
	parts := strings.Split(path, "/")
	best, most := "", -1
	for _, t := range c.paths {
		if n := t.fits(parts); n > most {
			best, most = t.path, n
		}
	}
	return best
}

// fits returns the number of matching literal parts, or -1 if the path does not match.
func (t *template) fits(parts []string) int {
	if len(parts) != len(t.parts) {
		return -1
	}
	n := 0
	for i, want := range t.parts {
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

func (c *Checker) validate(x playground.Exchange, what string, pointer []string, v any) error {
	schema, err := c.schema(pointer)
	if err != nil {
		return err
	}
	if err := schema.Validate(v); err != nil {
		shown, _ := json.Marshal(v)
		if len(shown) > 2000 {
			shown = append(shown[:2000], "…"...)
		}
		return fmt.Errorf("the %s of %s %s does not match Discord's description: %w\n%s", what, x.Method, x.Path, err, shown)
	}
	return nil
}

// schema returns the compiled schema at a JSON pointer in the description.
func (c *Checker) schema(pointer []string) (*jsonschema.Schema, error) {
	var at strings.Builder
	for _, part := range pointer {
		part = strings.ReplaceAll(strings.ReplaceAll(part, "~", "~0"), "/", "~1")
		at.WriteString("/" + url.PathEscape(part))
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if s := c.schemas[at.String()]; s != nil {
		return s, nil
	}
	s, err := c.compiler.Compile(resource + "#" + at.String())
	if err != nil {
		return nil, fmt.Errorf("openapi: %w", err)
	}
	c.schemas[at.String()] = s
	return s, nil
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
