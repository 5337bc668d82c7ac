package render

import (
	"testing"
)

func BenchmarkPNG(b *testing.B) {
	r, s := New(), scenes(b)["opening"]
	size := 0
	b.ReportAllocs()
	for b.Loop() {
		png := r.PNG(s)
		size = len(png)
	}
	b.ReportMetric(float64(size), "bytes/picture")
}

func BenchmarkWide(b *testing.B) {
	r, s := New(), scenes(b)["wide"]
	size := 0
	for b.Loop() {
		png := r.PNG(s)
		size = len(png)
	}
	b.ReportMetric(float64(size), "bytes/picture")
}
