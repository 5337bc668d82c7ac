package memory

import "testing"

// A hint changes nothing, wherever it points.
func TestHintsChangeNothing(t *testing.T) {
	for _, n := range []int{0, 1, 1000, 1 << 20} {
		s := make([]uint64, n)
		for i := range s {
			s[i] = uint64(i)
		}
		Huge(s)
		for i := range s {
			Prefetch(&s[i])
			if s[i] != uint64(i) {
				t.Fatalf("element %d of %d is %d", i, n, s[i])
			}
		}
	}
	Prefetch[uint64](nil)
}
