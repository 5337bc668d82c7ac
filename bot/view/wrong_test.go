package view

import (
	"strings"
	"testing"
)

func FuzzEvidence(f *testing.F) {
	for _, seed := range []string{"sh0oh1", "sb2sb7", "sa0oa1oa2oa3di9", "sh", "xh0", "sz9", ""} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, arg string) {
		e, err := ParseEvidence(arg)
		if err == nil && e.Arg() != strings.ToLower(arg) {
			t.Errorf("%q is read and written as %q", arg, e.Arg())
		}
	})
}
