package render

import "testing"

func BenchmarkPNG(b *testing.B) {
	r := New()
	for _, name := range []string{"opening", "wide"} {
		b.Run(name, func(b *testing.B) {
			s, size := scenes(b)[name], 0
			b.ReportAllocs()
			for b.Loop() {
				size = len(r.PNG(s))
			}
			b.ReportMetric(float64(size), "bytes/picture")
		})
	}
}
