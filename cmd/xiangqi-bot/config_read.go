package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"maps"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/lexer"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"

	"xiangqibot/store/database"
)

// configError describes an error in a configuration file: where it is, and what is valid.
type configError struct {
	file    string
	line    int // 0 if it is not known
	problem string
}

func (e *configError) Error() string {
	if e.line == 0 {
		return fmt.Sprintf("%s: %s", e.file, e.problem)
	}
	return fmt.Sprintf("%s:%d: %s", e.file, e.line, e.problem)
}

// loadConfig reads a file over defaults, and the environment over both. An empty path means no file. Errors are
// *configError; the configuration is then that up to the error.
func loadConfig(path string, c config) (config, error) {
	var text []byte
	if path != "" {
		var err error
		text, err = os.ReadFile(path) //nolint:gosec // whoever runs the program names the file
		if errors.Is(err, os.ErrNotExist) {
			return c, &configError{file: path, problem: "no such file; copy config.example.yaml and change what you like, " +
				"or omit -config for the defaults"}
		}
		if err != nil {
			return c, &configError{file: path, problem: fmt.Sprintf("the file cannot be read: %v", err)}
		}
	}
	err := readConfig(&c, path, text, environmentOf(os.Environ()))
	return c, err
}

// readConfig reads a file and then the environment over c. Errors are *configError.
//
// The library parses; what its decoder would do with the values is too kind: half a megabyte would be none, and an
// empty value the default.
func readConfig(c *config, file string, text []byte, env map[string]string) error {
	if err := readFile(c, file, text); err != nil {
		return err
	}
	for _, key := range slices.Sorted(maps.Keys(env)) {
		field := reflect.ValueOf(c).Elem()
		for name := range strings.SplitSeq(key, ".") {
			field, _ = fieldOf(field, name) // environmentOf knows the keys
		}
		if problem := setText(env[key], field); problem != "" {
			return &configError{file: variableOf(key), problem: problem}
		}
	}
	f := c.check()
	if f.key == "" {
		return nil
	}
	if _, set := env[f.key]; set {
		return &configError{file: variableOf(f.key), problem: f.problem}
	}
	return &configError{file, lineOf(text, f.key), f.key + ": " + f.problem}
}

// readFile reads the text of a file over c.
func readFile(c *config, file string, text []byte) error {
	text = bytes.TrimPrefix(text, []byte("\ufeff"))
	if line := firstUnreadable(text); line > 0 {
		return &configError{file, line, "this is not UTF-8 text; save the file as UTF-8"}
	}
	parsed, err := parser.ParseBytes(text, 0)
	if err != nil {
		return syntaxFault(file, text, err)
	}
	if line := secondDocument(text); line > 0 {
		return &configError{file, line,
			"a second YAML document begins here, and a configuration is one; remove the line ---"}
	}
	r := configReader{file: file, anchors: make(map[string]ast.Node)}
	for _, document := range parsed.Docs {
		switch document.Body.(type) {
		case nil, *ast.CommentGroupNode, *ast.DirectiveNode:
			continue
		}
		if err := r.read(document.Body, "", reflect.ValueOf(c).Elem()); err != nil {
			return err
		}
	}
	return nil
}

// secondDocument is the line in which another YAML document begins, 0 if none does. It looks at the tokens: the
// parser drops what follows an empty document.
func secondDocument(text []byte) int {
	var directive, header, content, ended bool
	for _, t := range lexer.Tokenize(string(text)) {
		switch t.Type {
		case token.CommentType:
		case token.DirectiveType:
			directive = true
		case token.DocumentHeaderType:
			if header || content {
				return t.Position.Line
			}
			header = true
		case token.DocumentEndType:
			ended = true
		default:
			if ended {
				return t.Position.Line
			}
			content = content || header || !directive
		}
	}
	return 0
}

// firstUnreadable returns the first line that is not valid text, 0 if all are.
func firstUnreadable(text []byte) int {
	for n, line := range bytes.Split(text, []byte("\n")) {
		if !utf8.Valid(line) || bytes.IndexByte(line, 0) >= 0 {
			return n + 1
		}
	}
	return 0
}

// colonAtEnd is a line whose value YAML takes for another key.
var colonAtEnd = regexp.MustCompile(`^\s*([a-z_]+):\s+([^"'\s].*:)\s*$`)

// syntaxFault describes where a text is not valid YAML, and why.
func syntaxFault(file string, text []byte, err error) error {
	located, ok := errors.AsType[yaml.Error](err)
	if !ok || located.GetToken() == nil {
		return &configError{file: file, problem: err.Error()}
	}
	fault := &configError{file, located.GetToken().Position.Line, located.GetMessage()}
	lines := strings.Split(string(text), "\n")
	if fault.line < 1 || fault.line > len(lines) {
		return fault
	}
	line := lines[fault.line-1]
	if found := colonAtEnd.FindStringSubmatch(line); found != nil {
		if key, value := found[1], found[2]; key == "database" && database.ValidateSource(value) != nil {
			fault.problem = database.ValidateSource(value).Error()
		} else {
			fault.problem += fmt.Sprintf("; text that ends in a colon has to be quoted, as in %s: %q", key, value)
		}
	} else if strings.HasPrefix(strings.TrimLeft(line, " "), "\t") {
		fault.problem += "; indent with blanks, not with tabs"
	}
	return fault
}

// configReader reads the nodes of a YAML document into a configuration.
type configReader struct {
	file    string
	anchors map[string]ast.Node
}

// fault is what is wrong with the value of a key.
func (r *configReader) fault(node ast.Node, key, format string, args ...any) error {
	problem := fmt.Sprintf(format, args...)
	if key != "" {
		problem = key + ": " + problem
	}
	return &configError{r.file, node.GetToken().Position.Line, problem}
}

// read reads the value of a key; the empty key is the whole file.
func (r *configReader) read(node ast.Node, key string, into reflect.Value) error {
	node = r.value(node)
	if node == nil {
		return &configError{file: r.file, problem: key + ": the alias means nothing; write the value itself"}
	}
	switch {
	case into.Kind() == reflect.Struct:
		return r.readKeys(node, key, into)
	case into.Kind() == reflect.Slice:
		return r.readList(node, key, into)
	}
	text, ok := scalar(node)
	if !ok {
		return r.fault(node, key, "%q, want %s", node.GetToken().Value, wanted(into.Type()))
	}
	if problem := setText(text, into); problem != "" {
		return r.fault(node, key, "%s", problem)
	}
	return nil
}

// setText sets a value that was written as a text, and returns what is wrong with the text. A list, which only the
// environment writes as one, has commas between its items.
func setText(text string, into reflect.Value) (problem string) {
	invalid := fmt.Sprintf("%q, want %s", text, wanted(into.Type()))
	switch {
	case into.Kind() == reflect.Slice:
		into.Set(reflect.MakeSlice(into.Type(), 0, 0))
		for item := range strings.SplitSeq(text, ",") {
			one := reflect.New(into.Type().Elem()).Elem()
			if problem := setText(strings.TrimSpace(item), one); problem != "" {
				return problem
			}
			if text != "" {
				into.Set(reflect.Append(into, one))
			}
		}
	case into.Kind() == reflect.String:
		if strings.ContainsFunc(text, unicode.IsControl) {
			return fmt.Sprintf("%q, want text in one line, without control characters", text)
		}
		into.SetString(text)
	case text == "":
		return fmt.Sprintf("there is no value, want %s; omit the key for the default", wanted(into.Type()))
	case into.Kind() == reflect.Bool:
		if text != "true" && text != "false" { // what else YAML takes for a yes is easily mistaken
			return invalid
		}
		into.SetBool(text == "true")
	case into.Type() == reflect.TypeFor[duration]():
		d, err := time.ParseDuration(text)
		if err != nil {
			return invalid
		}
		into.SetInt(int64(d))
	default:
		n, err := strconv.ParseInt(text, 10, 64)
		if errors.Is(err, strconv.ErrRange) {
			return text + " is too large a number"
		}
		if err != nil || strconv.FormatInt(n, 10) != text { // 064 would be 52 to some, and 64 to others
			return invalid
		}
		into.SetInt(n)
	}
	return ""
}

// readKeys reads what is below a key, or the whole file.
func (r *configReader) readKeys(node ast.Node, key string, into reflect.Value) error {
	if _, empty := node.(*ast.NullNode); empty {
		return nil // all that is below it may be commented out
	}
	keys, ok := node.(ast.MapNode)
	if !ok {
		return r.fault(node, key, "%q, want keys with their values, as in config.example.yaml", node.GetToken().Value)
	}
	for at := keys.MapRange(); at.Next(); {
		name := at.Key().GetToken().Value
		if k, ok := at.Key().(*ast.MappingKeyNode); ok { // ? KEY
			name = k.Value.GetToken().Value
		}
		field, found := fieldOf(into, name)
		if !found {
			return r.fault(at.Key(), "", "unknown key %q%s", name, keysFor(name, key))
		}
		below := name
		if key != "" {
			below = key + "." + name
		}
		if err := r.read(at.Value(), below, field); err != nil {
			return err
		}
	}
	return nil
}

// keysFor says what may have been meant by a key that is unknown below another, "" at the margin: the key under which
// it belongs, or else those that are known there.
func keysFor(name, below string) string {
	var homes, here []string
	for _, full := range keysOf(reflect.TypeFor[config](), "") {
		home, last, nested := strings.Cut(full, ".")
		switch {
		case !nested:
			home, last = "", full
		case full == name || last == name:
			homes = append(homes, home)
		}
		if below == "" && !slices.Contains(here, cmp.Or(home, last)) {
			here = append(here, cmp.Or(home, last))
		} else if below != "" && home == below {
			here = append(here, last)
		}
	}
	switch {
	case len(homes) > 0:
		return fmt.Sprintf(" here; %q belongs below %s", name[strings.LastIndexByte(name, '.')+1:], strings.Join(homes, ", "))
	case below != "":
		return fmt.Sprintf("; the keys of %s are %s", below, strings.Join(here, ", "))
	}
	return "; the keys are " + strings.Join(here, ", ")
}

// fieldOf is the field that a key of the file means.
func fieldOf(into reflect.Value, key string) (field reflect.Value, found bool) {
	for f := range into.Type().Fields() {
		if f.Tag.Get("yaml") == key {
			return into.FieldByIndex(f.Index), true
		}
	}
	return reflect.Value{}, false
}

// readList reads a list of texts.
func (r *configReader) readList(node ast.Node, key string, into reflect.Value) error {
	into.Set(reflect.MakeSlice(into.Type(), 0, 0))
	if _, empty := node.(*ast.NullNode); empty {
		return nil
	}
	list, ok := node.(*ast.SequenceNode)
	if !ok {
		return r.fault(node, key, "%q, want %s", node.GetToken().Value, wanted(into.Type()))
	}
	for _, item := range list.Values {
		one := reflect.New(into.Type().Elem()).Elem()
		if err := r.read(item, key, one); err != nil {
			return err
		}
		into.Set(reflect.Append(into, one))
	}
	return nil
}

// value is what a node means when anchors, aliases and tags are taken off; nil for an alias of nothing.
func (r *configReader) value(node ast.Node) ast.Node {
	for {
		switch n := node.(type) {
		case *ast.AnchorNode:
			r.anchors[n.Name.GetToken().Value] = n.Value
			node = n.Value
		case *ast.AliasNode:
			node = r.anchors[n.Value.GetToken().Value]
		case *ast.TagNode:
			node = n.Value
		default:
			return node
		}
	}
}

// scalar is the text of a value that is no list and has no keys. A value that is left out is the empty text.
func scalar(node ast.Node) (text string, ok bool) {
	switch n := node.(type) {
	case *ast.NullNode:
		return "", true
	case *ast.StringNode:
		return n.Value, true
	case *ast.LiteralNode:
		return n.Value.Value, true
	case *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode, *ast.InfinityNode, *ast.NanNode:
		return n.GetToken().Value, true // as it was written
	}
	return "", false
}

// wanted says what the value of a key has to be.
func wanted(t reflect.Type) string {
	switch {
	case t == reflect.TypeFor[duration]():
		return "a time as in 24h or 90m"
	case t.Kind() == reflect.Int:
		return "a whole number"
	case t.Kind() == reflect.Bool:
		return "true or false"
	case t.Kind() == reflect.Slice:
		return "a list, as in [a, b]"
	}
	return "text"
}

// keysOf lists the keys of the file with dots, in their order.
func keysOf(t reflect.Type, prefix string) (keys []string) {
	for field := range t.Fields() {
		key := prefix + field.Tag.Get("yaml")
		if field.Type.Kind() == reflect.Struct {
			keys = append(keys, keysOf(field.Type, key+".")...)
		} else {
			keys = append(keys, key)
		}
	}
	return keys
}

// lineOf finds the line of a key that was read, 0 if it is nowhere.
func lineOf(text []byte, key string) int {
	path, err := yaml.PathString("$." + key)
	if err != nil {
		return 0
	}
	node, err := path.ReadNode(bytes.NewReader(bytes.TrimPrefix(text, []byte("\ufeff"))))
	if err != nil {
		return 0
	}
	return node.GetToken().Position.Line
}
