package columns

import (
	"strings"
	"testing"

	"xiangqibot/bot/game"
	"xiangqibot/engine/rules"
)

// Whatever has a name is read as it was written.
func TestEveryValueOfAnEnumerationIsKept(t *testing.T) {
	t.Run("outcome", kept[rules.Outcome])
	t.Run("rule", kept[rules.Reason])
	t.Run("end", kept[game.End])
	t.Run("state", kept[game.State])
}

func kept[T enum](t *testing.T) {
	for n := range 256 {
		var read T
		v := T(n)
		written, err := Enum(&v).Value()
		if err != nil {
			t.Fatal(err)
		}
		if name := v.String(); name == "unknown" || strings.Contains(name, "(") { // of no value
			continue
		}
		if err := Enum(&read).Scan(written); err != nil || read != v {
			t.Errorf("%d is written as %q and read as %v, %v", n, written, read, err)
		}
	}
}
