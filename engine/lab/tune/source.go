package tune

import (
	"bytes"
	"fmt"
	"go/format"
	"reflect"
	"strings"

	"xiangqibot/engine/board"
	"xiangqibot/engine/eval/classical"
)

// Source returns the Go file engine/eval/classical/numbers.go with the weights. note becomes part of its comment and
// says where they come from.
func Source(w *classical.Weights, note string) ([]byte, error) {
	var b bytes.Buffer
	b.WriteString("package classical\n\nimport \"xiangqibot/engine/board\"\n\n")
	b.WriteString("// standard are the weights in use. They are written by xiangqi-lab (engine/lab/tune) and not meant to be changed by hand.\n")
	for line := range strings.Lines(note) {
		fmt.Fprintf(&b, "// %s\n", strings.TrimSpace(line))
	}
	b.WriteString("var standard = Weights{\n")
	v := reflect.ValueOf(w).Elem()
	for i := range v.NumField() {
		f := v.Field(i)
		if f.IsZero() {
			continue
		}
		fmt.Fprintf(&b, "%s: %s,\n", v.Type().Field(i).Name, typed(f))
	}
	b.WriteString("}\n")
	text, err := format.Source(b.Bytes())
	if err != nil {
		return nil, fmt.Errorf("tune: %w", err)
	}
	return text, nil
}

// typed writes a value with its type.
func typed(v reflect.Value) string {
	if v.Kind() != reflect.Array {
		return literal(v)
	}
	return typeName(v.Type()) + literal(v)
}

func typeName(t reflect.Type) string {
	if t.Name() != "" {
		return t.Name()
	}
	return fmt.Sprintf("[%d]%s", t.Len(), typeName(t.Elem()))
}

// literal writes a value without its type: a pair; a row of pairs on one line; an array by piece kind with one line per
// kind; or one line per element.
func literal(v reflect.Value) string {
	if v.Kind() != reflect.Array {
		full, empty := v.Interface().(classical.Pair).Split()
		return fmt.Sprintf("S(%d, %d)", full, empty)
	}
	var b strings.Builder
	b.WriteString("{")
	kinds := v.Len() == int(board.Pawn)+1
	row := v.Type().Elem().Kind() != reflect.Array && v.Type() != reflect.TypeFor[classical.ByKind]()
	if row {
		for i := range v.Len() {
			if i > 0 {
				b.WriteString(", ")
			}
			b.WriteString(literal(v.Index(i)))
		}
		return b.String() + "}"
	}
	b.WriteString("\n")
	for i := range v.Len() {
		e := v.Index(i)
		switch {
		case !kinds:
			fmt.Fprintf(&b, "%s,\n", literal(e))
		case !e.IsZero():
			fmt.Fprintf(&b, "board.%s: %s,\n", kindName(board.Kind(i)), literal(e))
		}
	}
	return b.String() + "}"
}

// kindName is the Go identifier of a kind.
func kindName(k board.Kind) string {
	if k == board.NoKind {
		return "NoKind"
	}
	name := k.String()
	return strings.ToUpper(name[:1]) + name[1:]
}
