package render

import (
	"bytes"
	"flag"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"testing"
)

var update = flag.Bool("update", false, "write the drawn pictures as the expected ones")

// TestPictures draws every scene and compares it with the picture in testdata, and one with that of the README.
func TestPictures(t *testing.T) {
	checkPictures(t, scenes(t), shared().PNG)
	compare(t, filepath.Join("..", "docs", "review.png"), shared().PNG(scenes(t)["review"]))
}

// checkPictures draws each of the named things and compares the picture with the expected one.
func checkPictures[T any](t *testing.T, things map[string]T, draw func(T) []byte) {
	t.Helper()
	for name, thing := range things {
		t.Run(name, func(t *testing.T) { compare(t, filepath.Join("testdata", name+".png"), draw(thing)) })
	}
}

// keep writes an expected picture.
func keep(t *testing.T, file string, data []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, data, 0o644); err != nil {
		t.Fatal(err)
	}
}

// compare fails if a picture is not the expected one, which -update replaces.
func compare(t *testing.T, file string, data []byte) {
	t.Helper()
	err := differs(t, file, data)
	switch {
	case err != nil && *update:
		keep(t, file, data)
	case err != nil:
		t.Errorf("%v\nIf this is wanted, write it with this and look at it: go test ./render -update", err)
	}
}

// differs says how a picture differs from the expected one, and shows where.
//
// A few pixels may differ: other processors round the last bit of a curve differently, and that bit can decide between
// two neighboring colors of the palette.
func differs(t *testing.T, file string, data []byte) error {
	t.Helper()
	kept, err := os.ReadFile(file)
	if err != nil || bytes.Equal(kept, data) {
		return err
	}
	want, got := decode(t, kept), decode(t, data)
	size := want.Bounds().Size()
	if want.Bounds() != got.Bounds() {
		return fmt.Errorf("%s is %v, drawn was %v", file, size, got.Bounds().Size())
	}
	diff, off := difference(want, got)
	if off*2000 <= size.X*size.Y {
		return nil
	}
	dir, err := os.MkdirTemp("", "render-difference-")
	if err != nil {
		return err
	}
	base := filepath.Base(file)
	drawn, where := filepath.Join(dir, base), filepath.Join(dir, "difference-"+base)
	keep(t, drawn, data)
	keep(t, where, encodePNG(diff, png.DefaultCompression))
	return fmt.Errorf("%d pixels differ from %s.\nDrawn:      %s\nDifference: %s", off, file, drawn, where)
}

// difference counts the pixels that differ visibly and paints them red on a pale copy of the expected picture.
func difference(want, got image.Image) (*image.RGBA, int) {
	const visible = 24 << 8
	out, off := image.NewRGBA(want.Bounds()), 0
	for y := range want.Bounds().Dy() {
		for x := range want.Bounds().Dx() {
			r, g, b, _ := want.At(x, y).RGBA()
			r2, g2, b2, _ := got.At(x, y).RGBA()
			if far(r, r2, visible) || far(g, g2, visible) || far(b, b2, visible) {
				off++
				out.Set(x, y, color.RGBA{255, 0, 0, 255})
				continue
			}
			gray := uint8(192 + (r+g+b)/3>>10)
			out.Set(x, y, color.RGBA{gray, gray, gray, 255})
		}
	}
	return out, off
}

func far(a, b, limit uint32) bool { return max(a, b)-min(a, b) > limit }

// same fails unless a part of a picture, from a point on, has the pixels of another one.
func same(t *testing.T, what string, got image.Image, from image.Point, want image.Image) {
	t.Helper()
	size := want.Bounds().Size()
	for y := range size.Y {
		for x := range size.X {
			r, g, b, _ := got.At(from.X+x, from.Y+y).RGBA()
			if r2, g2, b2, _ := want.At(x, y).RGBA(); r != r2 || g != g2 || b != b2 {
				t.Fatalf("%s at %d, %d: %v, want %v", what, x, y, got.At(from.X+x, from.Y+y), want.At(x, y))
			}
		}
	}
}

func decode(t testing.TB, data []byte) image.Image {
	t.Helper()
	img, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return img
}

// TestDifference makes sure that the comparison finds a small change.
func TestDifference(t *testing.T) {
	r := shared()
	s := scenes(t)["opening"]
	before := r.Image(s)
	s.LastMove = 0
	after := r.Image(s)
	if _, off := difference(before, before); off != 0 {
		t.Errorf("a picture differs from itself in %d pixels", off)
	}
	if _, off := difference(before, after); off < 500 {
		t.Errorf("taking the marks of the last move away changes %d pixels, want 500 or more", off)
	}
}
