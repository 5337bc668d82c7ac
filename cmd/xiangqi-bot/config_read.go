package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
)

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
	return readConfig(c, path, text, environmentOf(os.Environ()))
}

// configFlag adds the option that names the configuration.
func configFlag(flags *flag.FlagSet) *string {
	return flags.String("config", "", "configuration `FILE`; without it the defaults of config.example.yaml hold")
}

// configured adds the option that names the configuration, and returns the action that reads it and calls do.
func configured(flags *flag.FlagSet, do func(ctx context.Context, c config, operands []string, stdout io.Writer) error) action {
	path := configFlag(flags)
	return func(ctx context.Context, operands []string, stdout io.Writer) error {
		c, err := loadConfig(*path, defaultConfig())
		if err != nil {
			return err
		}
		return do(ctx, c, operands, stdout)
	}
}

// readConfig reads a file and then the environment over c. Errors are *configError.
func readConfig(c config, file string, text []byte, env map[string]any) (config, error) {
	if line, f := decode(&c, text); f.problem != "" {
		return c, &configError{file, line, f.String()}
	}
	for _, key := range slices.Sorted(maps.Keys(env)) {
		text, err := yaml.Marshal(below(key, env[key]))
		if err != nil {
			return c, &configError{file: variableOf(key), problem: err.Error()}
		}
		if _, f := decode(&c, text); f.problem != "" {
			return c, &configError{file: variableOf(key), problem: f.problem}
		}
	}
	if f := c.check(); f.key != "" {
		return c, f.in(file, text, env)
	}
	return c, nil
}

// variablePrefix begins the names of the environment variables that set keys.
const variablePrefix = "XIANGQI_"

// variableOf returns the environment variable that sets a key: XIANGQI_ENGINE_TABLE_MB for engine.table_mb.
func variableOf(key string) string {
	return variablePrefix + strings.ToUpper(strings.ReplaceAll(key, ".", "_"))
}

// environmentOf returns the keys that an environment sets. The items of a list are separated by commas. Other variables
// with the prefix are ignored: Kubernetes sets XIANGQI_PORT for a service that is called xiangqi.
func environmentOf(environ []string) map[string]any {
	set := make(map[string]any)
	for _, key := range configKeys() {
		for _, variable := range environ {
			value, ok := strings.CutPrefix(variable, variableOf(key.name)+"=")
			switch {
			case ok && key.typ.Kind() == reflect.Slice:
				items := []string{}
				for item := range strings.FieldsFuncSeq(value, func(r rune) bool { return r == ',' }) {
					items = append(items, strings.TrimSpace(item))
				}
				set[key.name] = items
			case ok:
				set[key.name] = value
			}
		}
	}
	return set
}

// in returns the error of a key whose value comes from a file with this text, or from an environment.
func (f fault) in(file string, text []byte, env map[string]any) error {
	if _, set := env[f.key]; set {
		return &configError{file: variableOf(f.key), problem: f.problem}
	}
	if file == "" {
		return &configError{file: "the default of " + f.key, problem: f.problem}
	}
	return &configError{file, lineOf(text, f.key), f.String()}
}

// below returns a document with a value at a key with dots.
func below(key string, value any) any {
	for _, name := range slices.Backward(strings.Split(key, ".")) {
		value = map[string]any{name: value}
	}
	return value
}

// decode reads a document over c, and returns the first fault with its line.
func decode(c *config, text []byte) (line int, f fault) {
	text = bytes.TrimPrefix(text, []byte("\ufeff"))
	if !utf8.Valid(text) {
		return 0, fault{problem: "this is not UTF-8 text; save the file as UTF-8"}
	}
	decoder := yaml.NewDecoder(bytes.NewReader(text), yaml.Strict())
	read := *c
	if err := decoder.Decode(&read); err != nil && !errors.Is(err, io.EOF) {
		return explain(text, err)
	}
	if !reflect.ValueOf(read).IsZero() { // as a file of comments alone would make it
		*c = read
	}
	// After an empty document the decoder would ignore everything, so a second --- is refused as well.
	separators := bytes.Count(append([]byte("\n"), text...), []byte("\n---"))
	if err := decoder.Decode(new(any)); separators > 1 || !errors.Is(err, io.EOF) {
		return 0, fault{problem: "there is a second YAML document, and a configuration is one; remove the line ---"}
	}
	for _, key := range configKeys() {
		// For a key without a value the decoder keeps the default, where nothing may be meant.
		if node := nodeOf(text, key.name); node != nil && node.Type() == ast.NullType {
			return node.GetToken().Position.Line, fault{key.name, fmt.Sprintf(
				`there is no value, want %s; omit the key for the default, and write "" or [] for none`, wanted(key.typ))}
		}
	}
	return 0, fault{}
}

// explain says in which line the decoder found a fault, and what is right there.
func explain(text []byte, err error) (line int, f fault) {
	located, ok := errors.AsType[yaml.Error](err)
	if !ok || located.GetToken() == nil {
		return 0, fault{problem: err.Error()}
	}
	token := located.GetToken()
	isAt := func(key string) bool {
		node := nodeOf(text, key)
		return node != nil && node.GetToken().Position.Offset == token.Position.Offset
	}
	for _, key := range configKeys() {
		section, _, _ := strings.Cut(key.name, ".")
		switch {
		case isAt(key.name):
			return token.Position.Line, fault{key.name, fmt.Sprintf("%q, want %s", token.Value, wanted(key.typ))}
		case isAt(section):
			return token.Position.Line, fault{section, fmt.Sprintf("%q, want keys with their values", token.Value)}
		}
	}
	problem := located.GetMessage()
	if _, ok := errors.AsType[*yaml.UnknownFieldError](err); ok {
		problem = fmt.Sprintf("unknown key %q; %s", token.Value, known(token.Value))
	} else if strings.HasPrefix(problem, "mapping value") {
		problem += "; text that ends in a colon has to be quoted"
	}
	return token.Position.Line, fault{problem: problem}
}

// known says where a key belongs that is unknown where it was written.
func known(name string) string {
	name = name[strings.LastIndexByte(name, '.')+1:]
	var homes []string
	for _, key := range configKeys() {
		if home, last, ok := strings.Cut(key.name, "."); ok && last == name {
			homes = append(homes, home)
		}
	}
	if len(homes) > 0 {
		return fmt.Sprintf("%q belongs below %s", name, strings.Join(homes, ", "))
	}
	return "config.example.yaml lists all keys"
}

// UnmarshalYAML reads a number as it is written: the decoder would take half a megabyte for none, and 064 for 52.
func (w *whole) UnmarshalYAML(node ast.Node) error {
	text := node.GetToken().Value
	n, err := strconv.Atoi(text)
	if err != nil || strconv.Itoa(n) != text {
		return valueError[whole](node)
	}
	*w = whole(n)
	return nil
}

// UnmarshalYAML reads a time such as 24h.
func (d *duration) UnmarshalYAML(node ast.Node) error {
	parsed, err := time.ParseDuration(node.GetToken().Value)
	if err != nil {
		return valueError[duration](node)
	}
	*d = duration(parsed)
	return nil
}

// valueError is the error of a value that is no T.
func valueError[T any](node ast.Node) error {
	token := node.GetToken()
	return &yaml.SyntaxError{Token: token, Message: fmt.Sprintf("%q, want %s", token.Value, wanted(reflect.TypeFor[T]()))}
}

// wanted says what the value of a key has to be.
func wanted(t reflect.Type) string {
	switch {
	case t == reflect.TypeFor[duration]():
		return "a time as in 24h or 90m"
	case t == reflect.TypeFor[whole]():
		return "a whole number"
	case t.Kind() == reflect.Slice:
		return "a list, as in [a, b]"
	}
	return "text"
}

// configKey is a key of the file with dots, and the type of its value.
type configKey struct {
	name string
	typ  reflect.Type
}

// configKeys lists the keys of the file in their order.
func configKeys() []configKey { return keysOf(reflect.TypeFor[config](), "") }

func keysOf(t reflect.Type, prefix string) (keys []configKey) {
	for field := range t.Fields() {
		key := prefix + field.Tag.Get("yaml")
		if field.Type.Kind() == reflect.Struct {
			keys = append(keys, keysOf(field.Type, key+".")...)
		} else {
			keys = append(keys, configKey{key, field.Type})
		}
	}
	return keys
}

// nodeOf finds the value of a key, nil if it is nowhere.
func nodeOf(text []byte, key string) ast.Node {
	path, err := yaml.PathString("$." + key)
	if err != nil {
		return nil
	}
	node, err := path.ReadNode(bytes.NewReader(text))
	if err != nil {
		return nil
	}
	return node
}

// lineOf finds the line of a key that was read, 0 if it is nowhere.
func lineOf(text []byte, key string) int {
	node := nodeOf(bytes.TrimPrefix(text, []byte("\ufeff")), key)
	if node == nil {
		return 0
	}
	return node.GetToken().Position.Line
}
