package memory

import "testing"

func TestWhole(t *testing.T) {
	for _, c := range []struct {
		address          uintptr
		length, from, to int
	}{
		{hugePage, 3 * hugePage, 0, 3 * hugePage},
		{hugePage + 64, 3 * hugePage, hugePage - 64, 3*hugePage - 64},
		{2*hugePage - 64, 64, 64, 64},
		{hugePage + 64, 64, hugePage - 64, hugePage - 64},
		{hugePage - 64, hugePage + 64, 64, hugePage + 64},
		{hugePage + 1, 2*hugePage - 2, hugePage - 1, hugePage - 1},
	} {
		if from, to := whole(c.address, c.length); from != c.from || to != c.to {
			t.Errorf("%d bytes at %#x: from %d to %d, want %d to %d", c.length, c.address, from, to, c.from, c.to)
		}
	}
}
