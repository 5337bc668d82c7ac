package render

import (
	"bytes"
	"compress/zlib"
	"io"
	"math/rand/v2"
	"testing"
)

// inflate reads a zlib stream by the standard library.
func inflate(t testing.TB, stream []byte) []byte {
	t.Helper()
	r, err := zlib.NewReader(bytes.NewReader(stream))
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// FuzzDeflate compresses anything at any distances; it must come back unchanged.
func FuzzDeflate(f *testing.F) {
	f.Add([]byte(""), 1, 2)
	f.Add([]byte("a"), 1, 1)
	f.Add(bytes.Repeat([]byte("board "), 500), 6, 3000)
	f.Add(bytes.Repeat([]byte{0}, 70000), 1, maxDistance)
	var d deflater
	f.Fuzz(func(t *testing.T, data []byte, near, far int) {
		distance := func(n int) int { return max(n%maxDistance, -(n%maxDistance)) + 1 }
		if got := inflate(t, d.compress(nil, data, []int{distance(near), distance(far)})); !bytes.Equal(got, data) {
			t.Errorf("%d bytes came back as %d other ones", len(data), len(got))
		}
	})
}

// TestDeflateShapes compresses data of many sizes and regularities, so that every length and distance code and blocks of all kinds occur.
func TestDeflateShapes(t *testing.T) {
	var d deflater
	random := rand.New(rand.NewPCG(3, 4))
	for size := 0; size < 200000; size = size*5/4 + 1 {
		for _, symbols := range []int{1, 2, 60, 256} {
			data := make([]byte, size)
			for i := 0; i < size; {
				if back := 1 + random.IntN(maxDistance); back < i && random.IntN(4) > 0 {
					for range min(random.IntN(2*maxMatch), size-i) {
						data[i] = data[i-back]
						i++
					}
					continue
				}
				data[i] = byte(random.IntN(symbols))
				i++
			}
			distances := []int{1, 2, 3, 5, 9, 100, 1000, 5000, maxDistance}
			if got := inflate(t, d.compress(nil, data, distances)); !bytes.Equal(got, data) {
				t.Fatalf("%d bytes of %d kinds came back differently", size, symbols)
			}
		}
	}
}

// TestPrefixCodeLimit builds codes from counts that grow like rabbits, which without a limit would be as long as there are symbols.
func TestPrefixCodeLimit(t *testing.T) {
	counts := make([]int, 40)
	a, b := 1, 1
	for i := range counts {
		counts[i] = a
		a, b = b, a+b
	}
	for _, limit := range []int{7, 15} {
		code := newPrefixCode(counts, limit)
		room := 1 << limit
		for s, n := range code.length {
			if n == 0 || int(n) > limit {
				t.Fatalf("symbol %d has %d bits, want 1 to %d", s, n, limit)
			}
			room -= 1 << (limit - int(n))
		}
		if room != 0 {
			t.Errorf("with limit %d the code is not full but has room for %d", limit, room)
		}
	}
}
