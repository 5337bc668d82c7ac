package uci

import (
	"bufio"
	"bytes"
	"fmt"
	"strings"
	"testing"

	"xiangqibot/engine"
	"xiangqibot/engine/search"
)

// A build for tuning has an option for each parameter of the search, which reaches the search and keeps its range.
func TestParamOptions(t *testing.T) {
	list := paramOptions()
	if len(list) != len(search.AllParams()) {
		t.Fatalf("%d options for %d parameters", len(list), len(search.AllParams()))
	}
	if tuned := len(tuningOptions()) > 0; tuned != tuning {
		t.Errorf("options for tuning: %v in a build that is for tuning: %v", tuned, tuning)
	}
	var out bytes.Buffer
	s := New(engine.New(engine.Options{HashMB: 1}))
	s.out = bufio.NewWriter(&out)
	for _, o := range list {
		if o.name != "RazorBase" {
			continue
		}
		standard := search.DefaultParams()
		if want := fmt.Sprintf("spin default %d min 0 max 800", standard.Value("RazorBase")); o.typeSpec != want {
			t.Errorf("it is offered as %q, want %q", o.typeSpec, want)
		}
		if err := o.set(s, "300"); err != nil || s.params.Value("RazorBase") != 300 {
			t.Errorf("300 sets it to %d (%v)", s.params.Value("RazorBase"), err)
		}
		if err := o.set(s, "900"); err == nil || !strings.Contains(err.Error(), "0 to 800") {
			t.Errorf("900 is answered %v", err)
		}
	}
}
