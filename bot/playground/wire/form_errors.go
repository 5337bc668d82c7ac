package wire

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// FormErrors collects the errors of a form by field, so that one response reports all of them.
type FormErrors struct {
	tree map[string]any
}

// Err returns nil if there are no errors, else Discord's "Invalid Form Body" (50035).
func (p *FormErrors) Err() error {
	if p.tree == nil {
		return nil
	}
	return &Error{Status: 400, Code: 50035, Message: "Invalid Form Body", Errors: p.tree}
}

// NewFieldError returns an "Invalid Form Body" with one error, at a key of the form.
func NewFieldError(key, code, format string, args ...any) error {
	var p FormErrors
	p.Root().Key(key).Add(code, format, args...)
	return p.Err()
}

// Root returns the field for the whole form.
func (p *FormErrors) Root() Field { return Field{p: p} }

// A Field is the path of a field in a form, such as data.embeds.0.title, for errors found there.
type Field struct {
	p    *FormErrors
	path []string
}

// Key returns the field with a name inside this one.
func (f Field) Key(name string) Field {
	return Field{p: f.p, path: append(f.path[:len(f.path):len(f.path)], name)}
}

// Index returns the i-th element of this field.
func (f Field) Index(i int) Field { return f.Key(strconv.Itoa(i)) }

// Add adds an error: Discord's code and a message.
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

// required adds the error that the field is missing.
func (f Field) required() { f.Add("BASE_TYPE_REQUIRED", "This field is required") }

// length checks that a text has lo to hi characters. Characters are code points, not bytes: 炮 counts as one.
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

// count checks that there are lo to hi elements.
func (f Field) count(n, lo, hi int) {
	switch {
	case n >= lo && n <= hi:
	case lo > 0:
		f.Add("BASE_TYPE_BAD_LENGTH", "Must be between %d and %d in length.", lo, hi)
	default:
		f.Add("BASE_TYPE_MAX_LENGTH", "Must be %d or fewer in length.", hi)
	}
}

// within checks that a number, if there is one, is from lo to hi.
func within[N int | float64](f Field, n *N, lo, hi N) {
	switch {
	case n == nil:
	case *n < lo:
		f.Add("NUMBER_TYPE_MIN", "int value should be greater than or equal to %v.", lo)
	case *n > hi:
		f.Add("NUMBER_TYPE_MAX", "int value should be less than or equal to %v.", hi)
	}
}

// id checks that an id is a snowflake.
func (f Field) id(id ID) {
	if !id.Valid() {
		f.Add("NUMBER_TYPE_COERCE", "Value %q is not snowflake.", string(id))
	}
}

// link checks that a text is a URL with one of the schemes.
func (f Field) link(s string, schemes ...string) {
	u, err := url.Parse(s)
	if err != nil || u.Scheme == "" || u.Host == "" {
		f.Add("URL_TYPE_INVALID_URL", "Not a well formed URL.")
		return
	}
	if !slices.Contains(schemes, u.Scheme) {
		f.Add("URL_TYPE_INVALID_SCHEME", "Scheme %q is not supported. Scheme must be one of ('%s').", u.Scheme,
			strings.Join(schemes, "', '"))
	}
}

// NestErrors moves the errors of an "Invalid Form Body" below a key, such as "data" for the message of an interaction
// callback. Other errors are returned unchanged.
func NestErrors(key string, err error) error {
	e, ok := errors.AsType[*Error](err)
	if !ok || e.Errors == nil {
		return err
	}
	moved := *e
	moved.Errors = map[string]any{key: e.Errors}
	return &moved
}

// Decode decodes a JSON body into v. For invalid JSON and values of the wrong type it returns Discord's errors.
func Decode(body []byte, v any) error {
	err := json.Unmarshal(body, v)
	if err == nil {
		return nil
	}
	wrong, ok := errors.AsType[*json.UnmarshalTypeError](err)
	if !ok {
		return NewError(400, 50109, "The request body contains invalid JSON.")
	}
	var p FormErrors
	f := p.Root()
	if wrong.Field != "" {
		for _, name := range strings.Split(wrong.Field, ".") {
			f = f.Key(name)
		}
	}
	f.Add("BASE_TYPE_BAD_TYPE", "A JSON %s is not allowed here: expected %s.", wrong.Value, wanted(wrong))
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
