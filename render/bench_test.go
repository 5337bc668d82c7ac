package render

import (
	"io"
	"testing"
)

func BenchmarkPNG(b *testing.B) {
	r, s := New(), scenes(b)["opening"]
	size := 0
	b.ReportAllocs()
	for b.Loop() {
		png, err := r.PNG(s)
		if err != nil {
			b.Fatal(err)
		}
		size = len(png)
	}
	b.ReportMetric(float64(size), "bytes/picture")
}

func BenchmarkWide(b *testing.B) {
	r, s := New(), scenes(b)["wide"]
	size := 0
	for b.Loop() {
		png, err := r.PNG(s)
		if err != nil {
			b.Fatal(err)
		}
		size = len(png)
	}
	b.ReportMetric(float64(size), "bytes/picture")
}

func BenchmarkEncode(b *testing.B) {
	r, s := New(), scenes(b)["opening"]
	for b.Loop() {
		if err := r.Encode(io.Discard, s); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkCompose(b *testing.B) {
	r, s := New(), scenes(b)["opening"]
	for b.Loop() {
		if _, err := r.Image(s); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkBake(b *testing.B) {
	f, err := newFonts()
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		bake(look{height: DefaultHeight}, f)
	}
}
