package wire

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Problems gathers what is wrong with a form, field by field, so that one answer names all of it.
type Problems struct {
	tree map[string]any
}

// Err is nil when nothing was found, else Discord's "Invalid Form Body" (50035).
func (p *Problems) Err() error {
	if p.tree == nil {
		return nil
	}
	return &Error{Status: 400, Code: 50035, Message: "Invalid Form Body", Errors: p.tree}
}

// Root is the field that means the whole form.
func (p *Problems) Root() Field { return Field{p: p} }

// A Field names one place in a form, such as data.embeds.0.title, for the problems found there.
type Field struct {
	p    *Problems
	path []string
}

// Key is the field of that name inside this one.
func (f Field) Key(name string) Field {
	return Field{p: f.p, path: append(f.path[:len(f.path):len(f.path)], name)}
}

// Index is the i-th element of this one.
func (f Field) Index(i int) Field { return f.Key(strconv.Itoa(i)) }

// Add notes a problem: Discord's code for it and a sentence.
func (f Field) Add(code, format string, args ...any) {
	if f.p.tree == nil {
		f.p.tree = map[string]any{}
	}
	at := f.p.tree
	for _, name := range f.path {
		next, ok := at[name].(map[string]any)
		if !ok {
			next = map[string]any{}
			at[name] = next
		}
		at = next
	}
	list, _ := at["_errors"].([]any)
	at["_errors"] = append(list, map[string]any{"code": code, "message": fmt.Sprintf(format, args...)})
}

// required notes that something has to be there.
func (f Field) required() { f.Add("BASE_TYPE_REQUIRED", "This field is required") }

// length checks that a text has lo to hi characters. Characters are code points, not bytes: 炮 is one.
func (f Field) length(s string, lo, hi int) {
	switch n := utf8.RuneCountInString(s); {
	case lo > 0 && n == 0:
		f.required()
	case lo > 0 && (n < lo || n > hi):
		f.Add("BASE_TYPE_BAD_LENGTH", "Must be between %d and %d in length.", lo, hi)
	case n > hi:
		f.Add("BASE_TYPE_MAX_LENGTH", "Must be %d or fewer in length.", hi)
	}
}

// count checks for lo to hi elements.
func (f Field) count(n, lo, hi int) {
	switch {
	case n >= lo && n <= hi:
	case lo > 0:
		f.Add("BASE_TYPE_BAD_LENGTH", "Must be between %d and %d in length.", lo, hi)
	default:
		f.Add("BASE_TYPE_MAX_LENGTH", "Must be %d or fewer in length.", hi)
	}
}

// within checks for a number of lo to hi.
func (f Field) within(n, lo, hi float64) {
	if n < lo {
		f.Add("NUMBER_TYPE_MIN", "int value should be greater than or equal to %v.", lo)
	}
	if n > hi {
		f.Add("NUMBER_TYPE_MAX", "int value should be less than or equal to %v.", hi)
	}
}

// id checks for a snowflake.
func (f Field) id(id ID) {
	if !id.Valid() {
		f.Add("NUMBER_TYPE_COERCE", "Value %q is not snowflake.", string(id))
	}
}

// link checks for an address of one of the schemes.
func (f Field) link(s string, schemes ...string) {
	u, err := url.Parse(s)
	if err != nil || u.Scheme == "" || u.Host == "" {
		f.Add("URL_TYPE_INVALID_URL", "Not a well formed URL.")
		return
	}
	for _, scheme := range schemes {
		if u.Scheme == scheme {
			return
		}
	}
	f.Add("URL_TYPE_INVALID_SCHEME", "Scheme %q is not supported. Scheme must be one of ('%s').", u.Scheme,
		strings.Join(schemes, "', '"))
}

// Under moves the problems of err, when it is an "Invalid Form Body", below a key: the message of an interaction
// callback is its "data".
func Under(key string, err error) error {
	e, ok := errors.AsType[*Error](err)
	if !ok || e.Errors == nil {
		return err
	}
	moved := *e
	moved.Errors = map[string]any{key: e.Errors}
	return &moved
}

// Decode reads a JSON body into v. Text that is not JSON and values of the wrong type become the errors that Discord
// gives for them.
func Decode(body []byte, v any) error {
	err := json.Unmarshal(body, v)
	if err == nil {
		return nil
	}
	wrong, ok := errors.AsType[*json.UnmarshalTypeError](err)
	if !ok {
		return Refuse(400, 50109, "The request body contains invalid JSON.")
	}
	var p Problems
	f := p.Root()
	if wrong.Field != "" {
		for _, name := range strings.Split(wrong.Field, ".") {
			f = f.Key(name)
		}
	}
	f.Add("BASE_TYPE_BAD_TYPE", "A JSON %s does not fit here: %s is wanted.", wrong.Value, wanted(wrong))
	return p.Err()
}

func wanted(e *json.UnmarshalTypeError) string {
	if e.Type == nil {
		return e.Field
	}
	switch kind := e.Type.Kind().String(); kind {
	case "struct", "map":
		return "an object"
	case "slice":
		return "an array"
	case "bool":
		return "true or false"
	case "string":
		return "a string"
	default:
		return "a number"
	}
}

// keys tells which keys an object has: for an edit, null and absent are two things.
func keys(body []byte) map[string]bool {
	var raw map[string]json.RawMessage
	if json.NewDecoder(bytes.NewReader(body)).Decode(&raw) != nil {
		return nil
	}
	has := make(map[string]bool, len(raw))
	for k := range raw {
		has[k] = true
	}
	return has
}
