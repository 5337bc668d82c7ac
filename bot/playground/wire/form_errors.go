package wire

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// formErrors collects the errors of a form by field, so that one response reports all of them.
type formErrors struct {
	tree map[string]any
}

// err returns nil if there are no errors, else Discord's "Invalid Form Body" (50035).
func (p *formErrors) err() error {
	if p.tree == nil {
		return nil
	}
	return &Error{Status: 400, Code: 50035, Message: "Invalid Form Body", Errors: p.tree}
}

// NewFieldError returns an "Invalid Form Body" with one error, at a key of the form.
func NewFieldError(key, code, format string, args ...any) error {
	var p formErrors
	p.root().key(key).add(code, format, args...)
	return p.err()
}

// root returns the field for the whole form.
func (p *formErrors) root() field { return field{p: p} }

// A field is the path of a field in a form, such as data.embeds.0.title, for errors found there.
type field struct {
	p    *formErrors
	path []string
}

// key returns the field with a name inside this one.
func (f field) key(name string) field {
	return field{p: f.p, path: append(f.path[:len(f.path):len(f.path)], name)}
}

// index returns the i-th element of this field.
func (f field) index(i int) field { return f.key(strconv.Itoa(i)) }

// add adds an error: Discord's code and a message.
func (f field) add(code, format string, args ...any) {
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

// limits checks the fields of a payload that have the tag limit:"LEAST-MOST", and those of the structs in it.
func (f field) limits(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			f.limits(v.Elem())
		}
	case reflect.Slice:
		for i := range v.Len() {
			f.index(i).limits(v.Index(i))
		}
	case reflect.Struct:
		for member, value := range v.Fields() {
			least, most, limited := strings.Cut(member.Tag.Get("limit"), "-")
			if value.IsZero() && (!limited || least == "0") {
				continue // most fields are absent
			}
			name, _, _ := strings.Cut(member.Tag.Get("json"), ",")
			if limited {
				f.key(name).within(value, number(least), number(most))
			}
			f.key(name).limits(value)
		}
	default: // has no fields
	}
}

// number reads a number of a tag.
func number(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		panic(err) // a tag of this package
	}
	return n
}

// within checks a limit: of a text in characters, of each text of a map, of a list in elements, or of a number. Characters
// are code points, not bytes: 炮 counts as one.
func (f field) within(v reflect.Value, least, most int) {
	n := 0
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			f.within(v.Elem(), least, most)
		}
		return
	case reflect.Map:
		for key, value := range v.Seq2() {
			f.key(key.String()).within(value, least, most)
		}
		return
	case reflect.String:
		n = utf8.RuneCountInString(v.String())
	case reflect.Slice:
		n = v.Len()
	case reflect.Int:
		if n = int(v.Int()); n < least || n > most {
			f.add("NUMBER_TYPE_MAX", "int value should be from %d to %d.", least, most)
		}
		return
	default:
		panic("a field of the kind " + v.Kind().String() + " cannot have a limit")
	}
	if n < least || n > most {
		f.add("BASE_TYPE_BAD_LENGTH", "Must be between %d and %d in length.", least, most)
	}
}

// required adds the error that the field is missing.
func (f field) required() { f.add("BASE_TYPE_REQUIRED", "This field is required") }

// link checks that a text is a URL with one of the schemes.
func (f field) link(s string, schemes ...string) {
	u, err := url.Parse(s)
	if err != nil || u.Host == "" || !slices.Contains(schemes, u.Scheme) {
		f.add("URL_TYPE_INVALID_URL", "Not a well formed URL with one of the schemes %v.", schemes)
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

// Decode decodes a JSON body into v. It refuses keys that the playground does not know: what it leaves out of Discord
// never seems to work.
func Decode(body []byte, v any) error {
	decoder := json.NewDecoder(bytes.NewReader(body))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(v); err != nil {
		return NewError(400, 50109, fmt.Sprintf("The request body contains invalid JSON, or what the playground lacks: %v.", err))
	}
	return nil
}
